//! Puzzle attempts: the log of attempts, and the ratings derived from it.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// A person's first attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// 1, 2, 3 …, in order.
    pub number: u64,
    /// The client's id for the attempt.
    pub id: String,
    pub person: String,
    /// The game of the puzzle.
    pub game: String,
    pub puzzle: String,
    /// The puzzle's grade, 1 to 10.
    pub grade: u8,
    pub at: Time,
    /// The moves played, separated by spaces.
    pub moves: String,
    pub solved: bool,
}

/// The rating of a puzzle, or of a solver of a game's puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleRating {
    pub game: String,
    /// The puzzle's id, or the person's.
    pub whose: String,
    pub rating: f64,
    /// The rating deviation after the last attempt.
    pub deviation: f64,
    /// The volatility, as in Glicko-2.
    pub volatility: f64,
    pub attempts: u64,
    /// For a puzzle, the number of successful attempts.
    pub solved: u64,
    /// When the last attempt was made.
    pub changed: Time,
}

/// The rating changes of one attempt.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleLine {
    pub number: u64,
    pub person: String,
    /// The game of the puzzle.
    pub game: String,
    pub puzzle: String,
    pub at: Time,
    pub solved: bool,
    /// The person's rating before.
    pub before: f64,
    /// The person's rating after.
    pub rating: f64,
    /// The person's rating deviation after.
    pub deviation: f64,
    /// The puzzle's rating before.
    pub puzzle_before: f64,
    /// The puzzle's rating after.
    pub puzzle_rating: f64,
    /// The puzzle's rating deviation after.
    pub puzzle_deviation: f64,
}

/// The changes made by attempts, stored in one commit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PuzzleChanges {
    /// The number of the last attempt processed before. If it no longer matches, nothing is changed.
    pub from: u64,
    /// The number of the last attempt processed by these changes.
    pub to: u64,
    /// An attempt to add to the log, with the number `to`, which follows `from`.
    pub attempt: Option<Attempt>,
    /// The new ratings of puzzles.
    pub puzzles: Vec<PuzzleRating>,
    /// The new ratings of people.
    pub solvers: Vec<PuzzleRating>,
    /// Lines to add to the history.
    pub lines: Vec<PuzzleLine>,
}

/// The puzzle operations of a store.
#[async_trait]
pub trait Puzzles: fmt::Debug + Send + Sync + 'static {
    /// The number of attempts in the log.
    async fn attempts_made(&self) -> Result<u64, StoreError>;
    /// The number of the last attempt that was processed.
    async fn puzzles_place(&self) -> Result<u64, StoreError>;
    /// Stores the changes, the new place and a new attempt. Returns false, and stores nothing, if another
    /// writer was first, or if the person has already tried this puzzle or used this id.
    async fn change_puzzles(&self, changes: &PuzzleChanges) -> Result<bool, StoreError>;
    /// Deletes everything except the attempts, so that it is rebuilt from the first attempt.
    async fn clear_puzzles(&self) -> Result<(), StoreError>;

    /// Attempts after a number, in order.
    async fn attempts(&self, since: u64, limit: u32) -> Result<Vec<Attempt>, StoreError>;
    async fn attempts_of(&self, person: &str) -> Result<Vec<Attempt>, StoreError>;
    /// The puzzles of a game that a person has tried, and whether each was solved.
    async fn tried(&self, person: &str, game: &str) -> Result<Vec<(String, bool)>, StoreError>;
    /// A person's attempt by the client's id.
    async fn attempt_called(&self, person: &str, id: &str) -> Result<Option<Attempt>, StoreError>;
    /// A person's attempt at a puzzle.
    async fn attempt_at(&self, person: &str, game: &str, puzzle: &str)
    -> Result<Option<Attempt>, StoreError>;

    /// The rating of a puzzle; `None` before the first attempt.
    async fn puzzle_rating(&self, game: &str, puzzle: &str) -> Result<Option<PuzzleRating>, StoreError>;
    /// The ratings of all attempted puzzles of a game, by id.
    async fn puzzle_ratings(&self, game: &str) -> Result<Vec<PuzzleRating>, StoreError>;
    /// A person's puzzle rating in a game.
    async fn solver_rating(&self, person: &str, game: &str) -> Result<Option<PuzzleRating>, StoreError>;
    /// All puzzle ratings of a person, by game.
    async fn solver_ratings(&self, person: &str) -> Result<Vec<PuzzleRating>, StoreError>;
    /// The best solvers of a game whose rating deviation is at most this.
    async fn best_solvers(
        &self,
        game: &str,
        deviation: f64,
        limit: u32,
    ) -> Result<Vec<PuzzleRating>, StoreError>;
    /// The rating changes of the attempt with this number.
    async fn puzzle_line(&self, number: u64) -> Result<Option<PuzzleLine>, StoreError>;
    /// A person's rating changes in a game after a number, in order.
    async fn puzzle_history(
        &self,
        person: &str,
        game: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError>;
    /// A person's rating changes in a game before a number, newest first.
    async fn last_puzzles(
        &self,
        person: &str,
        game: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError>;
}
