//! Perfect play from a table of all positions: never gives away a win or a draw.

use ludoteca_catalog::{AnyPlay, Status};
use std::collections::HashMap;

/// A legal move as ranked by a perfect player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RankedMove {
    pub(crate) text: String,
    /// Keeps the position's value.
    pub(crate) keeps: bool,
    pub(crate) wins: bool,
    /// The distance to the end is known, so that the first of these moves is the best.
    pub(crate) exact: bool,
}

/// The move to play: one that keeps the position's value. If the table has no distances, the engine's ranking
/// decides, and moves that repeat positions are avoided in a won position, because a third occurrence would
/// make it a draw.
pub(crate) fn choose(
    game: &dyn AnyPlay,
    known: &[RankedMove],
    by_engine: impl FnOnce() -> Vec<String>,
) -> Option<String> {
    let mut keeping: Vec<&RankedMove> = known.iter().filter(|one| one.keeps).collect();
    let first = *keeping.first()?;
    if first.exact || keeping.len() == 1 {
        return Some(first.text.clone());
    }
    let order = by_engine();
    let place = |text: &str| order.iter().position(|other| other == text).unwrap_or(order.len());
    if first.wins {
        let seen = positions(game);
        keeping.sort_by_cached_key(|one| (circling(game, &one.text, &seen), place(&one.text)));
    } else {
        keeping.sort_by_key(|one| place(&one.text));
    }
    keeping.first().map(|one| one.text.clone())
}

/// How often each position has occurred.
fn positions(game: &dyn AnyPlay) -> HashMap<String, u32> {
    let mut seen = HashMap::new();
    let mut past = game.fork();
    loop {
        *seen.entry(past.position()).or_default() += 1;
        if past.take_back().is_none() {
            return seen;
        }
    }
}

/// Whether a move, or a reply to it, ends the game by repetition; and how often the position after it has
/// occurred.
fn circling(game: &dyn AnyPlay, text: &str, seen: &HashMap<String, u32>) -> (bool, u32) {
    let mut after = game.fork();
    if after.play(text).is_err() || after.ended_by_repetition() {
        return (true, u32::MAX);
    }
    let times = seen.get(&after.position()).copied().unwrap_or(0);
    let ends = |answer: &String| {
        let mut then = after.fork();
        then.play(answer).is_ok() && then.ended_by_repetition()
    };
    let ends = matches!(after.status(), Status::ToAct(_)) && after.legal_moves().iter().any(ends);
    (ends, times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_catalog::{GameId, Setup, open};

    fn known(text: &str, wins: bool) -> RankedMove {
        RankedMove { text: text.to_owned(), keeps: true, wins, exact: false }
    }

    #[test]
    fn only_moves_that_keep_the_value_are_played() {
        let game = open(GameId::Squadro, &Setup::default()).unwrap();
        let bad = RankedMove { keeps: false, ..known("Y1", false) };
        let engine = || vec!["Y1".to_owned(), "Y4".to_owned(), "Y2".to_owned()];
        let all = [known("Y2", true), known("Y4", true), bad];
        assert_eq!(choose(&*game, &all, engine).as_deref(), Some("Y4"), "in the engine's order");
        let exact = all.clone().map(|one| RankedMove { exact: true, ..one });
        assert_eq!(choose(&*game, &exact, engine).as_deref(), Some("Y2"), "the quickest win comes first");
        assert_eq!(choose(&*game, &[], engine), None);
    }

    #[test]
    fn a_win_is_not_played_in_circles() {
        // From this position both sides can move in circles: the engine's first choice is played until it
        // would lead to an earlier position.
        let mut game = open(GameId::Squadro, &Setup::default()).unwrap();
        let seen = positions(&*game);
        assert_eq!(seen.len(), 1);
        for text in ["Y1", "R1", "Y2"] {
            game.play(text).unwrap();
        }
        let seen = positions(&*game);
        assert_eq!(seen.len(), 4, "every position so far");
        assert_eq!(circling(&*game, "R2", &seen), (false, 0));
        let mut often = seen;
        let mut after = game.fork();
        after.play("R2").unwrap();
        often.insert(after.position(), 2);
        assert_eq!(circling(&*game, "R2", &often), (false, 2));
    }
}
