//! Moderation: restrictions, reports, moderators' decisions, and blocks between people.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SanctionKind {
    Mute,
    Ban,
    /// The account is closed: logging in is not possible.
    Close,
}

impl SanctionKind {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SanctionKind::Mute => "mute",
            SanctionKind::Ban => "ban",
            SanctionKind::Close => "close",
        }
    }

    /// An unknown kind is treated as the strictest.
    pub(crate) fn of_word(word: &str) -> SanctionKind {
        let all = [SanctionKind::Mute, SanctionKind::Ban];
        all.into_iter().find(|kind| kind.word() == word).unwrap_or(SanctionKind::Close)
    }
}

/// A restriction of a person, with its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanction {
    pub person: String,
    pub kind: SanctionKind,
    /// `None`: the restriction is permanent.
    pub until: Option<Time>,
    /// The moderator who imposed it.
    pub by: String,
    pub at: Time,
}

/// A report to the moderators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub id: String,
    pub at: Time,
    pub by: String,
    pub about: String,
    pub game: Option<String>,
    /// The reason, as one word.
    pub reason: String,
    pub text: String,
    /// The moderator who works on it, and since when.
    pub taken: Option<(String, Time)>,
    /// The moderator who closed it, and when; `None` while it is open.
    pub done: Option<(String, Time)>,
}

/// The progress of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportState {
    /// No moderator works on it.
    Open,
    /// A moderator works on it.
    Taken,
    /// A moderator has closed it.
    Closed,
}

/// The criteria for reports; `None` matches all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportSearch {
    pub state: Option<ReportState>,
    /// Only open reports, taken or not.
    pub unfinished: bool,
    pub about: Option<String>,
    pub not_about: Option<String>,
    /// The person who sent it.
    pub by: Option<String>,
    /// Only reports after this one, by time and id, newest first.
    pub before: Option<(Time, String)>,
}

impl ReportSearch {
    /// Whether a report matches.
    #[must_use]
    pub fn fits(&self, report: &Report) -> bool {
        let state = match (&report.done, &report.taken) {
            (Some(_), _) => ReportState::Closed,
            (None, Some(_)) => ReportState::Taken,
            (None, None) => ReportState::Open,
        };
        self.state.is_none_or(|wanted| wanted == state)
            && !(self.unfinished && state == ReportState::Closed)
            && self.about.as_ref().is_none_or(|about| *about == report.about)
            && self.not_about.as_ref().is_none_or(|about| *about != report.about)
            && self.by.as_ref().is_none_or(|by| *by == report.by)
            && self.before.as_ref().is_none_or(|before| (report.at, &report.id) < (before.0, &before.1))
    }
}

/// An action of a moderator in the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditLine {
    /// Entry numbers increase by one.
    pub number: u64,
    pub at: Time,
    pub by: String,
    /// The action, as one word.
    pub action: String,
    pub person: String,
    /// Further details and the reason.
    pub detail: String,
}

/// The change that a decision makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing in this store.
    Nothing,
    /// Restricts a person; replaces an earlier restriction of the same kind.
    Sanction(SanctionKind, Option<Time>),
    Lift(SanctionKind),
    /// Sets the role; empty removes it.
    Role(String),
    /// The deciding moderator takes the report with this id, if it is free.
    Take(String),
    /// Releases the report with this id.
    Release(String),
    /// Closes the report with this id.
    Done(String),
}

/// A moderator's decision, which is applied and recorded in one commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub at: Time,
    pub by: String,
    /// The action, as one word.
    pub action: String,
    pub person: String,
    /// Further details and the reason.
    pub detail: String,
    pub change: Change,
}

/// One person has blocked another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub person: String,
    pub other: String,
    pub at: Time,
}

#[async_trait]
pub trait Moderation: fmt::Debug + Send + Sync + 'static {
    /// Applies a decision and records it; false, with nothing recorded, if there was nothing to change.
    async fn decide(&self, decision: &Decision) -> Result<bool, StoreError>;
    /// All restrictions of a person, including expired ones.
    async fn sanctions_of(&self, person: &str) -> Result<Vec<Sanction>, StoreError>;
    /// Decisions about all people or one person, newest first, with numbers below this one.
    async fn audit(
        &self,
        person: Option<&str>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<AuditLine>, StoreError>;

    async fn add_report(&self, report: &Report) -> Result<(), StoreError>;
    async fn report(&self, id: &str) -> Result<Option<Report>, StoreError>;
    /// The matching reports, newest first.
    async fn reports(&self, search: &ReportSearch, limit: u32) -> Result<Vec<Report>, StoreError>;

    /// Adds a block unless the person already has `most`, which is checked in the same commit; false in that
    /// case. An existing block is left unchanged.
    async fn add_block(&self, block: &Block, most: u32) -> Result<bool, StoreError>;
    /// Removes a block; false if there is none.
    async fn remove_block(&self, person: &str, other: &str) -> Result<bool, StoreError>;
    /// The people whom a person blocks, oldest first.
    async fn blocks_of(&self, person: &str) -> Result<Vec<Block>, StoreError>;
    /// The people who block a person.
    async fn blockers_of(&self, person: &str) -> Result<Vec<String>, StoreError>;
}
