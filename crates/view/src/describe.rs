//! What a move does, event by event, for animation, sound and speech, as the game tells it.

use crate::failure::Sentence;
use ludoteca_catalog::{Narrated, Seat};
use serde::Serialize;

/// A move and what it does.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Description {
    /// The move as the notation writes it.
    #[serde(rename = "move")]
    pub text: String,
    pub seat: usize,
    /// What happens, in order.
    pub events: Vec<MoveEvent>,
    /// All of it in English, for a screen reader.
    pub spoken: String,
}

/// One thing that happens. Its `key` says which: `runs`, `sent-back`, `steps`, `sinks-token`, `jumps`,
/// `stacks` and so on.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEvent {
    pub seat: Option<usize>,
    /// The cells from where it stood to where it stops, all on the way included; one cell for what happens in
    /// place.
    pub path: Vec<usize>,
    /// The cells with the pieces it passes over.
    pub over: Vec<usize>,
    /// Which piece of the board before.
    pub piece: Option<usize>,
    /// Which piece of the board after it has become.
    pub becomes: Option<usize>,
    /// What there is to say.
    #[serde(flatten)]
    pub sentence: Sentence,
}

impl Description {
    pub(crate) fn new(narrated: Narrated) -> Description {
        let event = |event: ludoteca_core::Event| MoveEvent {
            seat: event.seat.map(Seat::index),
            path: event.path,
            over: event.over,
            piece: event.piece,
            becomes: event.becomes,
            sentence: event.sentence.into(),
        };
        let events: Vec<MoveEvent> = narrated.events.into_iter().map(event).collect();
        let spoken = events.iter().map(|event| event.sentence.text.as_str()).collect::<Vec<_>>().join("; ");
        Description { text: narrated.text, seat: narrated.seat.index(), events, spoken }
    }
}
