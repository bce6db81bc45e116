//! Moves as a player types them.

use crate::failure::Failure;
use ludoteca_catalog::AnyPlay;
use serde::Serialize;

/// How a half-typed move stands.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Typed {
    /// Whether it can be played, or be made into something that can.
    pub state: TypedState,
    /// The move as the notation writes it, when it can be played.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The legal moves that begin so.
    pub completions: Vec<String>,
    /// Why it cannot be played as it stands; for an impossible one the reason to show.
    pub failure: Option<Failure>,
}

/// How a half-typed move stands.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TypedState {
    /// It is a legal move.
    Legal,
    /// A legal move begins so.
    Prefix,
    /// No legal move begins so.
    Impossible,
}

/// Capitals matter only where two moves differ in nothing else; blanks at the ends do not.
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
