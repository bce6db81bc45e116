//! Errors of the archive, puzzles, ratings, webhooks and push notifications.

use super::{AccountError, PersonError, Unavailable, not_read};
use crate::{
    push_notices,
    puzzles::MAX_ID_LENGTH,
    webhooks::{self, NOTICES},
};
use ludoteca_archive::QueryError;
use ludoteca_puzzle::NotAnAttempt;
use ludoteca_store::StoreError;
use thiserror::Error;

/// Why the archive cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArchiveError {
    #[error("{name}: {why}")]
    BadQuery { name: &'static str, why: String },
    /// A player named in the query.
    #[error("{0}")]
    Player(PersonError),
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<QueryError> for ArchiveError {
    fn from(error: QueryError) -> ArchiveError {
        match error {
            QueryError::Part { name, why } => ArchiveError::BadQuery { name, why },
            QueryError::UnknownUser(name) => ArchiveError::Player(PersonError::unknown(&name)),
            QueryError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for ArchiveError {
    fn from(error: StoreError) -> ArchiveError {
        not_read(error).into()
    }
}

/// Why a puzzle cannot be shown or tried.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    #[error("{0}")]
    UnknownGame(ludoteca_catalog::UnknownGame),
    #[error("there is no puzzle {0:?} of this game")]
    Unknown(String),
    #[error("the day must look like 2026-11-17")]
    BadDay,
    #[error("you have tried every puzzle of this game")]
    AllTried,
    #[error("an id must have 1 to {most} characters", most = MAX_ID_LENGTH)]
    IdLength,
    #[error("you have used this id for an attempt at another puzzle")]
    IdTaken,
    #[error("{0}")]
    NotAnAttempt(NotAnAttempt),
    #[error("too many attempts are being stored: retry later")]
    Busy,
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why ratings cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    #[error("{0}")]
    UnknownPool(String),
    #[error("no {what} {word:?}: expected {}", .known.join(", "))]
    UnknownPart { what: &'static str, word: String, known: Vec<&'static str> },
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a webhook cannot be added, tested or removed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum WebhookError {
    #[error("a webhook must be a public https address, such as https://club.example.org/ludoteca")]
    BadUrl,
    #[error("unknown notice {0:?}: expected {known}", known = NOTICES.join(", "))]
    UnknownNotice(String),
    #[error("a webhook must have at least one notice")]
    NoNotices,
    #[error("you can have at most {most} webhooks", most = webhooks::MAX_OWN)]
    TooMany,
    #[error("you have no such webhook")]
    Unknown,
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a browser cannot subscribe to notifications, or unsubscribe.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PushError {
    #[error("the endpoint must be a public https address")]
    BadEndpoint,
    #[error("the keys are not those of a push subscription")]
    BadKeys,
    #[error("you can have at most {most} subscriptions", most = push_notices::MAX_OWN)]
    TooMany,
    #[error("you have no such subscription")]
    Unknown,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
