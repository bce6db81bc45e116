//! What must last: the event log of every game, and what is needed to find games and people.
//!
//! The log is the truth. A game is a list of events numbered 1, 2, 3 …, only ever added to, and `(game, seq)`
//! is the key: two writers cannot continue a game in two ways. Where a game stands ([`GameRow`]) is made from
//! its events and can be made again.
//!
//! [`Store`] is the trait, [`Sqlite`] and [`Postgres`] are the two backends, and one suite of tests runs on
//! both. [`Log`] adds events for all games together: whatever arrives during a commit goes into the next one.

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

/// A place where things last.
#[async_trait]
pub trait Store:
    Accounts + Archive + FairUse + Invites + Moderation + Passkeys + Puzzles + Ratings + Webhooks
{
    /// Adds events to games, all in one commit. A game that another writer has continued meanwhile gets a
    /// [`Conflict`]; the others are added all the same.
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a game after a number, in order.
    async fn events(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError>;
    /// The events that came of one request of a person, in order; none when it was never done.
    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError>;

    /// Where a game stands.
    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError>;
    /// The games of a person, the last changed first.
    async fn games_of(&self, person: &str, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The listed games that are being played, the last changed first.
    async fn current_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The live games that are being played.
    async fn live_games(&self) -> Result<Vec<GameRow>, StoreError>;
    /// When something last happened in any of them, by the events: their rows may be behind.
    async fn last_live_event(&self) -> Result<Option<Time>, StoreError>;
    /// The games whose deadline is not after `until`, the earliest first, from the one after this deadline
    /// and id on.
    async fn due(&self, after: (Time, &str), until: Time, limit: u32) -> Result<Vec<GameRow>, StoreError>;
    /// The games that have ended, in the order of their ends, after a number. Nothing is ever added before
    /// what was read once.
    async fn finished(&self, since: u64, limit: u32) -> Result<Vec<Finished>, StoreError>;
    /// How many games there are.
    async fn count_games(&self) -> Result<u64, StoreError>;

    async fn add_person(&self, person: &Person) -> Result<(), StoreError>;
    /// A person by id.
    async fn person(&self, id: &str) -> Result<Option<Person>, StoreError>;
    /// Calls a person otherwise.
    async fn set_name(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// Changes a person's vacation; false when it was another than `before` by then.
    async fn change_vacation(
        &self,
        person: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// Adds a seek, or changes it.
    async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError>;
    /// Changes a seek; false when it was another than `before` by then, or is gone.
    async fn change_seek(&self, before: &Seek, after: &Seek) -> Result<bool, StoreError>;
    /// Takes a seek away; false when it was gone already.
    async fn remove_seek(&self, id: &str) -> Result<bool, StoreError>;
    /// All seeks, the oldest first.
    async fn seeks(&self) -> Result<Vec<Seek>, StoreError>;

    /// Adds a message to a room of a game and answers with its number in that room.
    async fn add_message(&self, game: &str, message: &Message) -> Result<u64, StoreError>;
    /// The messages of a room after a number, in order.
    async fn messages(&self, game: &str, room: &str, since: u64) -> Result<Vec<Message>, StoreError>;

    /// Keeps what a seat has planned; `None` forgets it.
    async fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> Result<(), StoreError>;
    /// What the seats of a game have planned.
    async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, StoreError>;

    /// Remembers where a person's browser takes notices.
    async fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> Result<(), StoreError>;
    /// Forgets such a place.
    async fn remove_subscription(&self, endpoint: &str) -> Result<(), StoreError>;
    /// Where a person's browsers take notices: the data of each.
    async fn subscriptions(&self, person: &str) -> Result<Vec<String>, StoreError>;
    /// Notes that a reminder of this deadline is being sent; false when it was sent before.
    async fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> Result<bool, StoreError>;

    /// A small fact about the server.
    async fn fact(&self, name: &str) -> Result<Option<String>, StoreError>;
    /// Keeps a fact unless it is there already, and answers with the one that is kept.
    async fn add_fact(&self, name: &str, value: &str) -> Result<String, StoreError>;
    async fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError>;

    /// Whether the database is still the one that was opened: its file was not deleted, moved or replaced.
    fn is_in_place(&self) -> bool {
        true
    }

    /// Finishes what is being written and closes all connections.
    async fn close(&self);
}

/// Why the store could not do something. Nothing was changed.
#[derive(Debug)]
pub enum StoreError {
    /// The database said no: it is full, locked, read-only or gone.
    Database(sqlx::Error),
    /// What is stored cannot be read.
    Damaged(String),
    /// The database cannot be opened, with what to do about it.
    CannotOpen(String),
    /// The file of the database was deleted, moved or replaced.
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
