//! Every sentence there is, for translators and for a build that fails on a missing one.

use crate::phrases;
use ludoteca_catalog::{ForGame, GameId};
use ludoteca_core::{Game, Reason};
use serde::Serialize;

/// A sentence with places for arguments: `{0}`, `{1}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Word {
    /// The game that says it; `null` for what is said of moves, ends and failures, where keys are unique but for `repetition`.
    pub game: Option<&'static str>,
    /// Its name.
    pub key: &'static str,
    /// The ruling it rests on; empty for failures that have nothing to do with the rules.
    pub ruling: &'static str,
    /// In English.
    pub text: &'static str,
}

/// Why moves and positions are refused, game by game, then what moves do, how games end and what fails in any game.
#[must_use]
pub fn words() -> Vec<Word> {
    struct Reasons;
    impl ForGame for Reasons {
        type Output = &'static [&'static Reason];
        fn run<G: Game>(self) -> Self::Output {
            G::REASONS
        }
    }
    let word =
        |game, reason: &Reason| Word { game, key: reason.key, ruling: reason.ruling, text: reason.text };
    let of_games = GameId::ALL.into_iter().flat_map(|id| {
        id.with(Reasons).iter().map(move |reason| word(Some(id.info().id), reason)).collect::<Vec<_>>()
    });
    of_games.chain(phrases::ALL.iter().map(|reason| word(None, reason))).collect()
}
