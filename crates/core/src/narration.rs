//! What moves do, why pieces stay and why games end, as data. A user interface turns it into words,
//! pictures or sounds.

use crate::{Arg, Picture, Reason, Refusal, Seat, Standing};

/// Positions that tell what happens in them.
pub trait Narration: Picture {
    /// Every sentence that events and ends can be, for translators and tests.
    const SENTENCES: &'static [&'static Reason];

    /// What a legal move does, in order.
    fn narrate(&self, m: Self::Move) -> Vec<Event>;

    /// What happens on the board when a seat leaves, where the others play on.
    fn narrate_departure(&self, _seat: Seat) -> Vec<Event> {
        Vec::new()
    }

    /// Why no move is chosen by pointing at these cells (indices into the board's cells), in order. Asked
    /// while the game goes on, where the targets of no legal move begin so; `None` where there is nothing to
    /// say.
    fn why_not(&self, cells: &[usize]) -> Option<Refusal>;

    /// What decided a game that ended here with this standing.
    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence;
}

/// One thing that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The owner of the piece.
    pub seat: Option<Seat>,
    /// The cells from where it stood to where it stops, all on the way included; one cell for what happens in
    /// place.
    pub path: Vec<usize>,
    /// The cells with the pieces it passes over.
    pub over: Vec<usize>,
    /// Which piece of the board before.
    pub piece: Option<usize>,
    /// Which piece of the board after it has become.
    pub becomes: Option<usize>,
    /// The sentence that tells it.
    pub sentence: Sentence,
}

impl Event {
    /// Something that happens to nothing on the board.
    #[must_use]
    pub fn new(sentence: Sentence) -> Event {
        Event { seat: None, path: Vec::new(), over: Vec::new(), piece: None, becomes: None, sentence }
    }
}

/// A [`Reason`] with what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Key, ruling and English words; `{0}`, `{1}` are the places of the arguments.
    pub reason: &'static Reason,
    /// What it is about.
    pub args: Vec<Arg>,
}

impl Reason {
    /// A sentence about these.
    #[must_use]
    pub fn say(&'static self, args: impl Into<Vec<Arg>>) -> Sentence {
        Sentence { reason: self, args: args.into() }
    }
}

/// Names reasons and sentences, each with its ruling, its key and its English words, and lists them.
#[macro_export]
macro_rules! reasons {
    ($(#[$about:meta])* $seen:vis const $list:ident; $($name:ident = $ruling:literal $key:literal $text:literal;)*) => {
        $(pub(crate) static $name: $crate::Reason = $crate::Reason { ruling: $ruling, key: $key, text: $text };)*
        $(#[$about])*
        $seen const $list: &[&$crate::Reason] = &[$(&$name),*];
    };
}
