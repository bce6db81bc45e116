//! Moves as a player types them.

use crate::failure::Failure;
use ludoteca_catalog::AnyPlay;
use serde::Serialize;

/// The state of a half-typed move.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Typed {
    /// Whether the text is a legal move, or can become one.
    pub state: TypedState,
    /// The move in canonical notation, if it is legal.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The legal moves with this prefix.
    pub completions: Vec<String>,
    /// Why the text cannot be played as it is; the reason to show if it is impossible.
    pub failure: Option<Failure>,
}

/// The state of a half-typed move.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TypedState {
    /// The text is a legal move.
    Legal,
    /// The text is the prefix of a legal move.
    Prefix,
    /// No legal move has this prefix.
    Impossible,
}

/// Case matters only if two moves differ in nothing else; spaces at the ends are ignored.
pub(crate) fn typed(game: &dyn AnyPlay, text: &str) -> Typed {
    let text = text.trim();
    let legal = game.legal_moves();
    let begins = |m: &&String| m.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text));
    let completions: Vec<String> = legal.iter().filter(begins).cloned().collect();
    let mut next = game.fork();
    let (text, failure) = match next.play(text) {
        Ok(()) => (next.last_move(), None),
        Err(error) => {
            let mut same = legal.iter().filter(|m| m.eq_ignore_ascii_case(text));
            match (same.next(), same.next()) {
                (Some(only), None) => (Some(only.clone()), None),
                _ => (None, Some(Failure::from(error))),
            }
        }
    };
    let state = match (&text, completions.is_empty()) {
        (Some(_), _) => TypedState::Legal,
        (None, false) => TypedState::Prefix,
        (None, true) => TypedState::Impossible,
    };
    Typed { state, text, completions, failure }
}
