//! Descriptions of moves, of refusals and of how games end, as data. A user interface turns them into words,
//! animations or sounds.

use crate::{Arg, Picture, Reason, Refusal, Seat, Standing};

/// Positions that can describe what happens in them.
pub trait Narration: Picture {
    /// All sentences used by events and endings, for translators and tests.
    const SENTENCES: &'static [&'static Reason];

    /// The effects of a legal move, in order.
    fn narrate(&self, m: Self::Move) -> Vec<MoveEffect>;

    /// The effects on the board when a seat leaves and the others continue.
    fn narrate_departure(&self, _seat: Seat) -> Vec<MoveEffect> {
        Vec::new()
    }

    /// Why no legal move matches these selected cells (indices into the board's cells), in order. Called only
    /// during the game, when no legal move's targets start with this list; `None` if there is nothing to
    /// explain.
    fn why_not(&self, cells: &[usize]) -> Option<Refusal>;

    /// What decided a game that ended in this position with this standing.
    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence;
}

/// One effect of a move on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEffect {
    /// The owner of the affected piece.
    pub seat: Option<Seat>,
    /// The cells from the start to the end of the movement, including all cells on the way; a single cell for
    /// effects in place.
    pub path: Vec<usize>,
    /// The cells of the pieces it passes over.
    pub over: Vec<usize>,
    /// The piece's index on the board before the move.
    pub piece: Option<usize>,
    /// The piece's index on the board after the move.
    pub becomes: Option<usize>,
    /// The sentence that describes the effect.
    pub sentence: Sentence,
}

impl MoveEffect {
    /// An effect without a change on the board.
    #[must_use]
    pub fn new(sentence: Sentence) -> MoveEffect {
        MoveEffect { seat: None, path: Vec::new(), over: Vec::new(), piece: None, becomes: None, sentence }
    }
}

/// A [`Reason`] with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Key, ruling and English text; `{0}` and `{1}` are placeholders for the arguments.
    pub reason: &'static Reason,
    /// The arguments of the sentence.
    pub args: Vec<Arg>,
}

impl Reason {
    /// A sentence with these arguments.
    #[must_use]
    pub fn say(&'static self, args: impl Into<Vec<Arg>>) -> Sentence {
        Sentence { reason: self, args: args.into() }
    }
}

/// Declares reasons and sentences, each with its ruling, key and English text, and lists them.
#[macro_export]
macro_rules! reasons {
    ($(#[$about:meta])* $seen:vis const $list:ident; $($name:ident = $ruling:literal $key:literal $text:literal;)*) => {
        $(pub(crate) static $name: $crate::Reason = $crate::Reason { ruling: $ruling, key: $key, text: $text };)*
        $(#[$about])*
        $seen const $list: &[&$crate::Reason] = &[$(&$name),*];
    };
}
