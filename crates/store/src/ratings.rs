//! Ratings: derived from finished games, with the place reached in their list.

#[cfg(feature = "memory")]
mod memory;
mod sql;

#[cfg(feature = "memory")]
pub(crate) use memory::Tables;
pub(crate) use sql::{LineColumns, RatingColumns, line, ratings_in_sql, row};

use crate::{GameRow, StoreError, Time};
use async_trait::async_trait;

/// A person's rating in a pool.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    pub person: String,
    pub pool: String,
    pub rating: f64,
    /// Its uncertainty, after the last game.
    pub deviation: f64,
    /// How much the strength changes.
    pub volatility: f64,
    /// By how many games.
    pub games: u64,
    /// When the last of them ended.
    pub changed: Time,
}

/// What a game has changed for one of its players.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingLine {
    /// The number of the finished game by which it was counted.
    pub number: u64,
    pub seat: u8,
    pub game: String,
    pub person: String,
    pub pool: String,
    /// When the game ended.
    pub at: Time,
    pub before: f64,
    /// The number after it.
    pub rating: f64,
    /// Its uncertainty after it.
    pub deviation: f64,
}

/// What a seat has scored in the games of a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatScore {
    pub pool: String,
    /// Which seat, from 0.
    pub seat: u8,
    /// In how many games.
    pub games: u64,
    /// Two for each rival left behind, one for each who ties.
    pub halves: u64,
}

/// The first game of a match of two, which waits for the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenUnit {
    pub game: String,
    /// Its number among the finished games.
    pub number: u64,
    pub at: Time,
}

/// What some finished games change, all in one commit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RatingChanges {
    /// The number of the last game that was taken in before. If it is another by then, nothing is changed.
    pub from: u64,
    /// The number of the last game that is taken in now.
    pub to: u64,
    /// Ratings as they are from now on.
    pub ratings: Vec<RatingRow>,
    /// Lines that are added.
    pub lines: Vec<RatingLine>,
    /// What is added to what the seats have scored.
    pub seats: Vec<SeatScore>,
    /// First games that wait from now on.
    pub opened: Vec<OpenUnit>,
    /// First games that wait no longer.
    pub closed: Vec<String>,
}

#[async_trait]
pub trait Ratings {
    /// The number of the last finished game that was taken in.
    async fn ratings_place(&self) -> Result<u64, StoreError>;
    /// Stores the changes by games, together with the new place; false when another node has done so.
    async fn change_ratings(&self, changes: &RatingChanges) -> Result<bool, StoreError>;
    /// Forgets everything, so that it is made again from the first finished game on.
    async fn clear_ratings(&self) -> Result<(), StoreError>;

    /// All ratings of a person, by pool.
    async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>, StoreError>;
    /// A person's rating in a pool.
    async fn rating(&self, person: &str, pool: &str) -> Result<Option<RatingRow>, StoreError>;
    /// What games have changed for a person in a pool after a number, in order.
    async fn rating_history(
        &self,
        person: &str,
        pool: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<RatingLine>, StoreError>;
    /// What a game has changed, by seat.
    async fn rating_lines(&self, game: &str) -> Result<Vec<RatingLine>, StoreError>;
    /// The highest ratings of a pool that are known to this deviation.
    async fn leaders(&self, pool: &str, deviation: f64, limit: u32) -> Result<Vec<RatingRow>, StoreError>;
    /// What each seat has scored, by pool and seat.
    async fn seat_scores(&self) -> Result<Vec<SeatScore>, StoreError>;
    /// First games that wait for the second, the oldest first.
    async fn open_units(&self) -> Result<Vec<OpenUnit>, StoreError>;

    /// The seats that two people had in the last game of this kind that only they played.
    async fn last_seats(&self, kind: &str, pair: [&str; 2]) -> Result<Option<[u8; 2]>, StoreError>;
    /// The games of this kind that a person is playing.
    async fn playing(&self, person: &str, kind: &str) -> Result<Vec<GameRow>, StoreError>;
}
