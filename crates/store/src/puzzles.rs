//! Puzzles that people have tried: the log of attempts, and the ratings that are made from it.

#[cfg(feature = "memory")]
mod memory;
mod sql;

#[cfg(feature = "memory")]
pub(crate) use memory::Tables;
pub(crate) use sql::{AttemptColumns, LineColumns, RatedColumns, attempt, line, puzzles_in_sql, rated};

use crate::{StoreError, Time};
use async_trait::async_trait;

/// A person's first attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// 1, 2, 3 … in the order in which they were made.
    pub number: u64,
    /// The client's id for the attempt.
    pub id: String,
    pub person: String,
    /// Of which game the puzzle is.
    pub game: String,
    pub puzzle: String,
    /// How hard it was said to be, 1 to 10.
    pub grade: u8,
    pub at: Time,
    /// The moves that were made, with blanks between them.
    pub moves: String,
    /// What came of them.
    pub solved: bool,
}

/// The rating of a puzzle, or of a solver of a game's puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleRating {
    pub game: String,
    /// The puzzle's id, or the person's.
    pub whose: String,
    pub rating: f64,
    /// Its uncertainty, after the last attempt.
    pub deviation: f64,
    /// How much it is thought to change.
    pub volatility: f64,
    /// By how many attempts.
    pub attempts: u64,
    /// With how many of them a puzzle was solved.
    pub solved: u64,
    /// When the last of them was made.
    pub changed: Time,
}

/// What an attempt has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleLine {
    pub number: u64,
    pub person: String,
    /// Of which game the puzzle is.
    pub game: String,
    pub puzzle: String,
    pub at: Time,
    /// The outcome of the attempt.
    pub solved: bool,
    /// The person's number before.
    pub before: f64,
    /// The person's number after it.
    pub rating: f64,
    /// Its uncertainty after it.
    pub deviation: f64,
    /// The puzzle's number before.
    pub puzzle_before: f64,
    /// The puzzle's number after it.
    pub puzzle_rating: f64,
    /// Its uncertainty after it.
    pub puzzle_deviation: f64,
}

/// What some attempts change, all in one commit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PuzzleChanges {
    /// The number of the last attempt that was taken in before. If it is another by then, nothing is changed.
    pub from: u64,
    /// The number of the last attempt that is taken in now.
    pub to: u64,
    /// An attempt that is added to the log: the one with the number `to`, which comes after `from`.
    pub attempt: Option<Attempt>,
    /// Ratings of puzzles as they are from now on.
    pub puzzles: Vec<PuzzleRating>,
    /// Ratings of people as they are from now on.
    pub solvers: Vec<PuzzleRating>,
    /// Lines that are added.
    pub lines: Vec<PuzzleLine>,
}

/// Where attempts at puzzles last.
#[async_trait]
pub trait Puzzles {
    /// How many attempts the log has.
    async fn attempts_made(&self) -> Result<u64, StoreError>;
    /// The number of the last attempt that was taken in.
    async fn puzzles_place(&self) -> Result<u64, StoreError>;
    /// Stores what attempts change, together with the new place, and a new attempt; false, and nothing is
    /// stored, when another writer was faster, or the person has tried this puzzle or used this id before.
    async fn change_puzzles(&self, changes: &PuzzleChanges) -> Result<bool, StoreError>;
    /// Forgets everything but the attempts, so that it is made again from the first one on.
    async fn clear_puzzles(&self) -> Result<(), StoreError>;

    /// Attempts after a number, in order.
    async fn attempts(&self, since: u64, limit: u32) -> Result<Vec<Attempt>, StoreError>;
    /// All attempts of a person, in order.
    async fn attempts_of(&self, person: &str) -> Result<Vec<Attempt>, StoreError>;
    /// The puzzles of a game that a person has tried, and whether they were solved.
    async fn tried(&self, person: &str, game: &str) -> Result<Vec<(String, bool)>, StoreError>;
    /// The attempt that a person calls so.
    async fn attempt_called(&self, person: &str, id: &str) -> Result<Option<Attempt>, StoreError>;
    /// A person's attempt at a puzzle.
    async fn attempt_at(&self, person: &str, game: &str, puzzle: &str)
    -> Result<Option<Attempt>, StoreError>;

    /// The rating of a puzzle; none before anybody has tried it.
    async fn puzzle_rating(&self, game: &str, puzzle: &str) -> Result<Option<PuzzleRating>, StoreError>;
    /// The ratings of all attempted puzzles of a game, by id.
    async fn puzzle_ratings(&self, game: &str) -> Result<Vec<PuzzleRating>, StoreError>;
    /// A person's rating with the puzzles of a game.
    async fn solver_rating(&self, person: &str, game: &str) -> Result<Option<PuzzleRating>, StoreError>;
    /// All of a person's ratings with puzzles, by game.
    async fn solver_ratings(&self, person: &str) -> Result<Vec<PuzzleRating>, StoreError>;
    /// The best solvers of a game whose ratings are known to this deviation.
    async fn best_solvers(
        &self,
        game: &str,
        deviation: f64,
        limit: u32,
    ) -> Result<Vec<PuzzleRating>, StoreError>;
    /// What the attempt with a number has changed.
    async fn puzzle_line(&self, number: u64) -> Result<Option<PuzzleLine>, StoreError>;
    /// What attempts have changed for a person in a game after a number, in order.
    async fn puzzle_history(
        &self,
        person: &str,
        game: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError>;
    /// The same before a number, the last first.
    async fn last_puzzles(
        &self,
        person: &str,
        game: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError>;
}
