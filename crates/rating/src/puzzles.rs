//! Ratings of puzzles and solvers: an attempt is a game of two, won by either the solver or the puzzle.

use crate::{Entrant, Rating, level, rated};
use ludoteca_catalog::GameId;

/// The deviation of a puzzle that has not been tried yet. Its grade says which of the computer's levels find
/// it, and people find other things hard.
pub const UNTRIED: f64 = 200.0;

/// The initial rating of a puzzle: that of the level named by its grade (1 to 10).
#[must_use]
pub fn puzzle(game: GameId, grade: u8) -> Rating {
    let value = level(game, 2, grade).map_or(Rating::NEW.value, |level| level.value);
    Rating { value, deviation: UNTRIED, ..Rating::NEW }
}

/// The ratings of the solver and of the puzzle after an attempt. The solver's rating has grown more uncertain
/// in the `idle` milliseconds since the last attempt; a puzzle's has not.
#[must_use]
pub fn attempted(solver: Rating, idle: u64, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let came = [Entrant::Rated { rating: solver, idle }, Entrant::Rated { rating: puzzle, idle: 0 }];
    match rated(&came, &[if solved { vec![1, 2] } else { vec![2, 1] }])[..] {
        [solver, puzzle] => (solver, puzzle),
        _ => (solver, puzzle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_begins_where_its_grade_says() {
        for game in GameId::ALL {
            for grade in 1..=10 {
                let rating = puzzle(game, grade);
                assert_eq!(Some(rating.value), level(game, 2, grade).map(|level| level.value));
                assert_eq!((rating.deviation, rating.volatility), (200.0, 0.06));
            }
        }
        assert_eq!(puzzle(GameId::Squadro, 4).value, 1260.0);
    }

    #[test]
    fn rating_changes_are_zero_sum() {
        let hard = puzzle(GameId::Squadro, 9);
        let (solver, easier) = attempted(Rating::NEW, 0, hard, true);
        assert!(solver.value > 1700.0 && easier.value < hard.value, "{solver:?} {easier:?}");
        let (solver, harder) = attempted(Rating::NEW, 0, hard, false);
        assert!(solver.value < 1500.0 && harder.value > hard.value, "{solver:?} {harder:?}");
        assert!(easier.deviation < hard.deviation && harder.deviation < hard.deviation);
    }
}
