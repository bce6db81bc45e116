//! Every translatable sentence, for translators and for a build that fails if a translation is missing.

use crate::{facts::in_order, phrases};
use ludoteca_catalog::{ForGame, GameId};
use ludoteca_core::{EXPECTED_LEAVING, EXPECTED_SEAT, Game, LEAVING_REASONS, LEAVING_SENTENCES, Reason};
use ludoteca_record::Words;
use serde::Serialize;

/// The key of words used as arguments of sentences: what was expected, in a record or in the notation. The
/// words themselves distinguish them.
const WORD: &str = "word";

/// A sentence with placeholders for arguments: `{0}`, `{1}`.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Word {
    /// The game to which the sentence belongs. `null` for moves, ends and failures of any game: there the
    /// same key has the same words, except for `word`.
    pub game: Option<GameId>,
    pub key: &'static str,
    /// The ruling on which the sentence is based; empty for failures unrelated to the rules.
    pub ruling: &'static str,
    pub text: &'static str,
}

/// The reasons for refusing moves and positions, game by game; then the effects of moves, the ends of games
/// and the failures of any game; then the words used as arguments, under the key `WORD`.
#[must_use]
pub fn words() -> Vec<Word> {
    struct OfGame;
    impl ForGame for OfGame {
        type Output = (&'static [&'static Reason], &'static [&'static Reason], &'static [&'static str]);
        fn run<G: Game>(self) -> Self::Output {
            (G::REASONS, G::SENTENCES, G::EXPECTED)
        }
    }
    let word =
        |game, reason: &Reason| Word { game, key: reason.key, ruling: reason.ruling, text: reason.text };
    let of_games = GameId::ALL.into_iter().flat_map(|id| {
        id.with(OfGame).0.iter().map(move |reason| word(Some(id), reason)).collect::<Vec<_>>()
    });
    let narrated = GameId::ALL.into_iter().flat_map(|id| id.with(OfGame).1);
    let of_games_expected = GameId::ALL.into_iter().flat_map(|id| id.with(OfGame).2).copied();
    let of_records = Words::ALL.iter().map(|words| words.text());
    let expected = in_order(of_games_expected.chain([EXPECTED_SEAT, EXPECTED_LEAVING]).chain(of_records));
    #[cfg(feature = "contest")]
    let of_table = ludoteca_contest::REASONS;
    #[cfg(not(feature = "contest"))]
    let of_table: &[&Reason] = &[];
    let of_all = narrated.chain(LEAVING_SENTENCES).chain(phrases::ALL).chain(LEAVING_REASONS).chain(of_table);
    let of_all = of_all.map(|reason| word(None, reason));
    let expected = expected.into_iter().map(|text| Word { game: None, key: WORD, ruling: "", text });
    of_games.chain(of_all).chain(expected).collect()
}
