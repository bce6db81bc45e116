//! Moderation: restrictions of people, reports, decisions of moderators,
//! and blocks between people.

#[cfg(feature = "memory")]
mod memory;
mod sql;

#[cfg(feature = "memory")]
pub(crate) use memory::Tables;
pub(crate) use sql::{
    AuditColumns, REPORT_COLUMNS, ReportColumns, SanctionColumns, audit_line, in_state, moderation_in_sql,
    report, sanction,
};

use crate::{StoreError, Time};
use async_trait::async_trait;

/// The kind of a restriction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SanctionKind {
    Mute,
    Ban,
    /// Come in: the account is closed.
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

    /// What is not known keeps people out.
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
    /// Until when; `None`: for good.
    pub until: Option<Time>,
    /// Who has decided it.
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
    /// What it is about, in a word.
    pub reason: String,
    pub text: String,
    /// Which moderator works on it, and since when.
    pub taken: Option<(String, Time)>,
    /// The moderator who closed it, and when; `None` while it is open.
    pub done: Option<(String, Time)>,
}

/// How far moderators are with a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportState {
    /// No moderator works on it.
    Open,
    /// A moderator works on it.
    Taken,
    /// A moderator has closed it.
    Closed,
}

/// What reports are looked for; what is `None` does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportSearch {
    /// How far moderators are.
    pub state: Option<ReportState>,
    /// Only open reports, taken or not.
    pub unfinished: bool,
    pub about: Option<String>,
    pub not_about: Option<String>,
    /// Who has reported it.
    pub by: Option<String>,
    /// Only what comes after this one, by time and id, where the last is the first.
    pub before: Option<(Time, String)>,
}

impl ReportSearch {
    /// Whether a report is one of those looked for.
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

/// What a moderator has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditLine {
    /// Numbers grow by one.
    pub number: u64,
    pub at: Time,
    pub by: String,
    /// What, as one word.
    pub action: String,
    pub person: String,
    /// The rest, and why.
    pub detail: String,
}

/// What a decision changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing that is stored here.
    Nothing,
    /// Restricts a person; replaces an earlier restriction of the same kind.
    Sanction(SanctionKind, Option<Time>),
    Lift(SanctionKind),
    /// They have this role; empty: none.
    Role(String),
    /// The deciding moderator takes the report with this id, if it is free.
    Take(String),
    /// Releases the report with this id.
    Release(String),
    /// Closes the report with this id.
    Done(String),
}

/// What a moderator decides: it is done and noted in one commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub at: Time,
    pub by: String,
    /// What, as one word.
    pub action: String,
    pub person: String,
    /// The rest, and why.
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
pub trait Moderation {
    /// Does what was decided and notes it; false, and nothing is noted, when there was nothing to change.
    async fn decide(&self, decision: &Decision) -> Result<bool, StoreError>;
    /// What was decided about a person, also what is over.
    async fn sanctions_of(&self, person: &str) -> Result<Vec<Sanction>, StoreError>;
    /// Decisions about all people or one person, newest first, with numbers below this one.
    async fn audit(
        &self,
        person: Option<&str>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<AuditLine>, StoreError>;

    async fn add_report(&self, report: &Report) -> Result<(), StoreError>;
    /// A report by id.
    async fn report(&self, id: &str) -> Result<Option<Report>, StoreError>;
    /// Reports that fit, the last first.
    async fn reports(&self, search: &ReportSearch, limit: u32) -> Result<Vec<Report>, StoreError>;

    /// Adds a block unless the person has `most` already, counted in the same commit; false in that case. An
    /// existing block stays as it is.
    async fn add_block(&self, block: &Block, most: u32) -> Result<bool, StoreError>;
    /// Takes a block away; false when there is none.
    async fn remove_block(&self, person: &str, other: &str) -> Result<bool, StoreError>;
    /// Whom a person blocks, the oldest first.
    async fn blocks_of(&self, person: &str) -> Result<Vec<Block>, StoreError>;
    /// Who blocks a person.
    async fn blockers_of(&self, person: &str) -> Result<Vec<String>, StoreError>;
}
