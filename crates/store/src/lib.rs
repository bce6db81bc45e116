//! Persistence: the event log of every game, and what is needed to find games and people.
//!
//! The log is the source of truth. A game is an append-only list of events numbered 1, 2, 3 …, and `(game,
//! seq)` is the primary key: two writers cannot continue a game in two ways. The current state of a game
//! ([`GameRow`]) is derived from its events and can be rebuilt.
//!
//! [`Store`] combines the traits of all tables, [`Sqlite`] and [`Postgres`] are the two backends, and one
//! test suite runs on both. [`Log`] appends events for all games together: everything that arrives during a
//! commit goes into the next one.

mod accounts;
mod archive;
mod events;
mod facts;
mod fair_use;
mod games;
mod invites;
mod leases;
mod log;
#[cfg(feature = "memory")]
mod memory;
mod messages;
mod migrations;
mod moderation;
mod passkeys;
mod people;
mod plans;
mod postgres;
mod puzzles;
mod ratings;
mod reminders;
mod seeks;
mod sqlite;
mod webhooks;

pub use accounts::{Account, Accounts, BotAdded, MailCode, ReservedName, Token, TokenKind};
pub use archive::{
    Archive, ArchiveBatch, ArchiveSearch, ArchivedGame, ArchivedSeat, PositionRow, TallyRow, VisitPack,
};
pub use events::{Append, Appended, Conflict, Events, Fence, StoredEvent};
pub use facts::Facts;
pub use fair_use::{FairUse, KnownNetwork, NameForms};
pub use games::{Finished, GameRow, Games, SeatRow, Stage};
pub use invites::{InviteCode, Invites};
pub use leases::{ClaimOutcome, ClusterState, Held, Leases, Node, Released};
pub use log::{Commit, Log, LogError};
#[cfg(feature = "memory")]
pub use memory::Memory;
pub use messages::{Message, Messages};
pub use moderation::{
    AuditLine, Block, Change, Decision, Moderation, Report, ReportSearch, ReportState, Sanction, SanctionKind,
};
pub use passkeys::{ChallengeRow, PasskeyRow, Passkeys, Removal, Rewritten};
pub use people::{People, Person};
pub use plans::Plans;
pub use postgres::Postgres;
pub use puzzles::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Puzzles};
pub use ratings::{OpenUnit, RatingChanges, RatingLine, RatingRow, Ratings, SeatScore};
pub use reminders::Reminders;
pub use seeks::{Seek, Seeks};
pub use sqlite::{BESIDE, Sqlite, create_private};
pub use webhooks::{Delivery, DeliveryOutcome, Followup, MAX_WAITING, NoticeRow, Webhook, Webhooks};

use async_trait::async_trait;
use std::fmt;

pub type Time = i64;

/// Everything that is stored. A service asks for the traits it needs.
#[async_trait]
pub trait Store:
    Accounts
    + Archive
    + Events
    + Facts
    + FairUse
    + Games
    + Invites
    + Messages
    + Moderation
    + Passkeys
    + People
    + Plans
    + Puzzles
    + Ratings
    + Reminders
    + Seeks
    + Webhooks
{
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
        match error {
            sqlx::Error::ColumnDecode { .. } => StoreError::Damaged(error.to_string()),
            error => StoreError::Database(error),
        }
    }
}

/// A count as the databases store it.
fn bigint(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
