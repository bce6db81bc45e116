//! The effects of a move, event by event, for animation, sound and speech, as described by the game.

use crate::failure::Sentence;
use ludoteca_catalog::{Narrated, Seat};
use serde::Serialize;

/// A move and its effects.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Description {
    /// The move in canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    pub seat: Seat,
    /// The events, in order.
    pub events: Vec<MoveEvent>,
    /// All events in English, for a screen reader.
    pub spoken: String,
}

/// One effect of a move. Its `key` names it: `runs`, `sent-back`, `steps`, `sinks-token`, `jumps`, `stacks`
/// and so on.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEvent {
    pub seat: Option<Seat>,
    /// The cells of the piece's path, including both ends and all cells in between; one cell for an event in
    /// place.
    pub path: Vec<usize>,
    /// The cells with the pieces it passes over.
    pub over: Vec<usize>,
    /// The index of the piece on the board before the move.
    pub piece: Option<usize>,
    /// The index of the piece on the board after the move.
    pub becomes: Option<usize>,
    /// The description of the event.
    #[serde(flatten)]
    pub sentence: Sentence,
}

impl Description {
    pub(crate) fn new(narrated: Narrated) -> Description {
        let event = |event: ludoteca_core::MoveEffect| MoveEvent {
            seat: event.seat,
            path: event.path,
            over: event.over,
            piece: event.piece,
            becomes: event.becomes,
            sentence: event.sentence.into(),
        };
        let events: Vec<MoveEvent> = narrated.events.into_iter().map(event).collect();
        let spoken = events.iter().map(|event| event.sentence.text.as_str()).collect::<Vec<_>>().join("; ");
        Description { text: narrated.text, seat: narrated.seat, events, spoken }
    }
}
