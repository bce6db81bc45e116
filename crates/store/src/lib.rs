//! Persistence: the event log of every game, and what is needed to find games and people.
//!
//! The log is the source of truth. A game is an append-only list of events numbered 1, 2, 3 …, and `(game,
//! seq)` is the primary key: two writers cannot continue a game in two ways. The current state of a game
//! ([`GameRow`]) is derived from its events and can be rebuilt.
//!
//! [`Store`] is the trait, [`Sqlite`] and [`Postgres`] are the two backends, and one test suite runs on both.
//! [`Log`] appends events for all games together: everything that arrives during a commit goes into the next
//! one.

mod account_statements;
mod accounts;
mod accounts_sql;
mod archive;
#[cfg(feature = "memory")]
mod archive_memory;
mod archive_sql;
mod fair_use;
mod invites;
mod leases;
mod log;
#[cfg(feature = "memory")]
mod memory;
mod migrations;
mod moderation;
mod passkeys;
mod postgres;
mod puzzles;
mod ratings;
mod rows;
mod sql;
mod sqlite;
mod sqlite_file;
mod sqlite_import;
mod webhooks;

pub use accounts::{Account, Accounts, BotAdded, MailCode, ReservedName, Token, TokenKind};
pub use archive::{
    Archive, ArchiveBatch, ArchiveSearch, ArchivedGame, ArchivedSeat, PositionRow, TallyRow, VisitPack,
};
pub use fair_use::{FairUse, KnownNetwork, NameForms};
pub use invites::{InviteCode, Invites};
pub use leases::{ClaimOutcome, ClusterState, Held, Leases, Node, Released};
pub use log::{Commit, Log, LogError};
#[cfg(feature = "memory")]
pub use memory::Memory;
pub use moderation::{
    AuditLine, Block, Change, Decision, Moderation, Report, ReportSearch, ReportState, Sanction, SanctionKind,
};
pub use passkeys::{ChallengeRow, PasskeyRow, Passkeys, Removal, Rewritten};
pub use postgres::Postgres;
pub use puzzles::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Puzzles};
pub use ratings::{OpenUnit, RatingChanges, RatingLine, RatingRow, Ratings, SeatScore};
pub use rows::{
    Append, Appended, Conflict, Fence, Finished, GameRow, Message, Person, SeatRow, Seek, Stage, StoredEvent,
};
pub use sqlite::Sqlite;
pub use sqlite_file::{BESIDE, create_private};
pub use webhooks::{Delivery, DeliveryOutcome, Followup, MAX_WAITING, NoticeRow, Webhook, Webhooks};

use async_trait::async_trait;
use std::fmt;

pub type Time = i64;
#[async_trait]
pub trait Store:
    Accounts + Archive + FairUse + Invites + Moderation + Passkeys + Puzzles + Ratings + Webhooks
{
    /// Appends events to games, all in one commit. A game that another writer has continued in the meantime
    /// gets a [`Conflict`]; the other games are still appended.
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a game after a number, in order.
    async fn events(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError>;
    /// The events that resulted from one request of a person, in order; empty if it was never processed.
    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError>;

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

    async fn add_person(&self, person: &Person) -> Result<(), StoreError>;
    async fn person(&self, id: &str) -> Result<Option<Person>, StoreError>;
    async fn set_name(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// Changes a person's vacation; false if it is no longer `before`.
    async fn change_vacation(
        &self,
        person: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// Adds or updates a seek.
    async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError>;
    /// Changes a seek; false if it is no longer `before`, or was removed.
    async fn change_seek(&self, before: &Seek, after: &Seek) -> Result<bool, StoreError>;
    /// Removes a seek; false if it was already removed.
    async fn remove_seek(&self, id: &str) -> Result<bool, StoreError>;
    /// All seeks, oldest first.
    async fn seeks(&self) -> Result<Vec<Seek>, StoreError>;

    /// Adds a message to a room of a game and returns its number in that room.
    async fn add_message(&self, game: &str, message: &Message) -> Result<u64, StoreError>;
    /// The messages of a room after a number, in order.
    async fn messages(&self, game: &str, room: &str, since: u64) -> Result<Vec<Message>, StoreError>;

    /// Stores the planned moves of a seat; `None` deletes them.
    async fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> Result<(), StoreError>;
    /// The planned moves of a game's seats.
    async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, StoreError>;

    /// Adds a push subscription of a person's browser.
    async fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> Result<(), StoreError>;
    /// Removes a push subscription.
    async fn remove_subscription(&self, endpoint: &str) -> Result<(), StoreError>;
    /// The data of each of a person's push subscriptions.
    async fn subscriptions(&self, person: &str) -> Result<Vec<String>, StoreError>;
    /// Records that a reminder of this deadline is being sent; false if it was sent before.
    async fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> Result<bool, StoreError>;

    /// A setting or fact that the server has stored about itself.
    async fn fact(&self, name: &str) -> Result<Option<String>, StoreError>;
    /// Stores a fact unless it is already set, and returns the stored one.
    async fn add_fact(&self, name: &str, value: &str) -> Result<String, StoreError>;
    async fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError>;

    /// Whether the database is still the one that was opened: its file has not been deleted, moved or
    /// replaced.
    fn is_in_place(&self) -> bool {
        true
    }

    /// Finishes pending writes and closes all connections.
    async fn close(&self);
}

/// An error of the store. Nothing was changed.
#[derive(Debug)]
pub enum StoreError {
    /// The database is full, locked, read-only or unreachable.
    Database(sqlx::Error),
    /// Stored data cannot be read.
    Damaged(String),
    /// The database cannot be opened; the message says what to do about it.
    CannotOpen(String),
    /// The database file was deleted, moved or replaced.
    Lost,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Database(error) => write!(f, "the database failed: {error}"),
            StoreError::Damaged(what) => write!(f, "the database is damaged: {what}"),
            StoreError::CannotOpen(why) => f.write_str(why),
            StoreError::Lost => f.write_str("the server's data was deleted, moved or replaced"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
    }
}
