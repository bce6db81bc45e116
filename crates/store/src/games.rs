//! Games as lists and searches see them, derived from their events.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

pub(crate) const GAME_COLUMNS: &str =
    "id, kind, stage, live, listed, seq, created, changed, to_act, deadline, glance";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Some seats are free.
    Waiting,
    /// It is being played.
    Playing,
    Over,
}

impl Stage {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Stage> {
        [Stage::Waiting, Stage::Playing, Stage::Over].into_iter().find(|stage| stage.word() == word)
    }
}

/// The current state of a game, for lists and searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its id in links.
    pub id: String,
    /// The game that is played.
    pub kind: String,
    pub stage: Stage,
    /// Whether both sides are expected to be online, unlike in correspondence games.
    pub live: bool,
    /// Whether the game is public: listed and open to spectators.
    pub listed: bool,
    pub seq: u64,
    pub created: Time,
    /// When the last event happened.
    pub changed: Time,
    /// The person who is to move.
    pub to_act: Option<String>,
    /// When that person's time runs out, if the game may be out of memory until then.
    pub deadline: Option<Time>,
    /// The data shown in lists, as JSON; opaque to the store.
    pub overview: String,
}

/// The holder of a seat, or the person it is reserved for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The seat, counted from 0.
    pub seat: u8,
    pub person: String,
}

/// A finished game in the list from which ratings and archive are derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// 1, 2, 3 and so on, in the order of the commits.
    pub number: u64,
    pub game: String,
    pub at: Time,
}

#[async_trait]
pub trait Games: fmt::Debug + Send + Sync + 'static {
    /// The current state of a game.
    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError>;
    /// The games of a person, most recently changed first.
    async fn games_of(&self, person: &str, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The listed games in progress, most recently changed first.
    async fn current_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The live games in progress.
    async fn live_games(&self) -> Result<Vec<GameRow>, StoreError>;
    /// The time of the last event in any live game, taken from the events because the rows may lag behind.
    async fn last_live_event(&self) -> Result<Option<Time>, StoreError>;
    /// The games whose deadline is at or before `until`, earliest first, starting after this deadline and id.
    async fn due(&self, after: (Time, &str), until: Time, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The finished games after a number, in the order in which they ended. The list is append-only: nothing
    /// is ever inserted before an entry that was read.
    async fn finished(&self, since: u64, limit: u32) -> Result<Vec<Finished>, StoreError>;
    async fn count_games(&self) -> Result<u64, StoreError>;
}
