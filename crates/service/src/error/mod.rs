//! Errors of the services: exact variants with their data. The server turns them into responses; here, code
//! matches on variants.

mod account;
mod game;
mod moderation;
mod others;

pub use account::{AccountError, NameError, PasskeyError, PasswordError, TokenError};
pub use game::{ChatError, GameError, ImportError, LobbyError, RuleViolation, SetupError, VacationError};
pub use moderation::{ModerationError, RoleError, Sanctioned, SiteError};
pub use others::{ArchiveError, PushError, PuzzleError, RatingError, WebhookError};

use ludoteca_store::{LogError, StoreError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// No request can be served at the moment.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum Unavailable {
    #[error("the database cannot be read at the moment")]
    NotRead,
    #[error("this cannot be stored at the moment: retry later")]
    NotStored,
    /// A failed commit may have reached the disk all the same.
    #[error("this could not be confirmed: repeat the same request ({0})")]
    NotConfirmed(String),
    #[error("the server is being stopped")]
    LogClosed,
    #[error("the server is shutting down")]
    Stopping,
    /// This node may have lost its lease.
    #[error("this server cannot reach the others at the moment: retry, or use another")]
    Isolated,
    #[error(
        "the server's data was deleted, moved or replaced, so nothing can be saved: inform the people who run \
         the server"
    )]
    DataGone,
}

/// A rate limit was exceeded.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[error("{excess}: retry in {seconds} s")]
pub struct RateLimited {
    /// The name of the limit.
    pub limit: String,
    /// What there is too much of, in English.
    pub excess: String,
    pub seconds: u64,
}

impl RateLimited {
    pub(crate) fn new(limit: &str, excess: impl Into<String>, seconds: u64) -> RateLimited {
        RateLimited { limit: limit.to_owned(), excess: excess.into(), seconds }
    }
}

/// A user who does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum PersonError {
    /// The user that a request is about.
    #[error("no user is called {0:?}")]
    Unknown(String),
    /// A user named among the data of a request.
    #[error("there is no account {0:?}, and no user with that id")]
    NoAccount(String),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl PersonError {
    pub(crate) fn unknown(name: &str) -> PersonError {
        PersonError::Unknown(shown(name))
    }

    pub(crate) fn no_account(name: &str) -> PersonError {
        PersonError::NoAccount(shown(name))
    }
}

/// The beginning of a text from outside, for messages.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

pub(crate) fn not_kept(error: StoreError) -> Unavailable {
    tracing::error!("the store cannot be written: {error}");
    Unavailable::NotStored
}

pub(crate) fn not_read(error: StoreError) -> Unavailable {
    tracing::error!("the store cannot be read: {error}");
    Unavailable::NotRead
}

pub(crate) fn not_stored(error: &LogError) -> GameError {
    match error {
        LogError::Conflict => GameError::Conflict,
        LogError::Store(_) => Unavailable::NotConfirmed(error.to_string()).into(),
        LogError::Closed => Unavailable::LogClosed.into(),
    }
}
