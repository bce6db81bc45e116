//! Ratings: derived from the list of finished games, together with the place reached in it.

use crate::{GameRow, StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// A person's rating in a pool.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    pub person: String,
    pub pool: String,
    pub rating: f64,
    /// The rating deviation after the last game.
    pub deviation: f64,
    /// The volatility, as in Glicko-2.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u64,
    /// When the last game ended.
    pub changed: Time,
}

/// The rating change of one player by one game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingLine {
    /// The game's number in the list of finished games.
    pub number: u64,
    pub seat: u8,
    pub game: String,
    pub person: String,
    pub pool: String,
    /// When the game ended.
    pub at: Time,
    pub before: f64,
    /// The rating after it.
    pub rating: f64,
    /// The rating deviation after it.
    pub deviation: f64,
}

/// The total score of a seat in the games of a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatScore {
    pub pool: String,
    /// The seat, counted from 0.
    pub seat: u8,
    /// The number of games.
    pub games: u64,
    /// Two for each opponent beaten, one for each tie.
    pub halves: u64,
}

/// The first game of a two-game match, which waits for the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenUnit {
    pub game: String,
    /// The game's number in the list of finished games.
    pub number: u64,
    pub at: Time,
}

/// The changes made by finished games, stored in one commit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RatingChanges {
    /// The number of the last game processed before. If it no longer matches, nothing is changed.
    pub from: u64,
    /// The number of the last game processed by these changes.
    pub to: u64,
    /// The new ratings of players.
    pub ratings: Vec<RatingRow>,
    /// Lines to add to the history.
    pub lines: Vec<RatingLine>,
    /// What to add to the seats' scores.
    pub seats: Vec<SeatScore>,
    /// First games that now wait for the second.
    pub opened: Vec<OpenUnit>,
    /// First games that no longer wait.
    pub closed: Vec<String>,
}

#[async_trait]
pub trait Ratings: fmt::Debug + Send + Sync + 'static {
    /// The number of the last finished game that was processed.
    async fn ratings_place(&self) -> Result<u64, StoreError>;
    /// Stores the changes and the new place; false if another node was first.
    async fn change_ratings(&self, changes: &RatingChanges) -> Result<bool, StoreError>;
    /// Deletes everything, so that it is rebuilt from the first finished game.
    async fn clear_ratings(&self) -> Result<(), StoreError>;

    async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>, StoreError>;
    async fn rating(&self, person: &str, pool: &str) -> Result<Option<RatingRow>, StoreError>;
    /// A person's rating changes in a pool after a number, in order.
    async fn rating_history(
        &self,
        person: &str,
        pool: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<RatingLine>, StoreError>;
    /// The rating changes of a game, by seat.
    async fn rating_lines(&self, game: &str) -> Result<Vec<RatingLine>, StoreError>;
    /// The highest ratings of a pool whose deviation is at most this.
    async fn leaders(&self, pool: &str, deviation: f64, limit: u32) -> Result<Vec<RatingRow>, StoreError>;
    /// The scores of all seats, by pool and seat.
    async fn seat_scores(&self) -> Result<Vec<SeatScore>, StoreError>;
    /// First games that wait for the second, oldest first.
    async fn open_units(&self) -> Result<Vec<OpenUnit>, StoreError>;

    /// The seats of two people in their last game of this kind against each other only.
    async fn last_seats(&self, kind: &str, pair: [&str; 2]) -> Result<Option<[u8; 2]>, StoreError>;
    /// A person's games in progress of this kind.
    async fn playing(&self, person: &str, kind: &str) -> Result<Vec<GameRow>, StoreError>;
}
