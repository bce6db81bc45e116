//! Moderation by whoever runs the server, while it is stopped. The first admin is made this way.

use super::{SHELL, reports::MOST};
use crate::hub::{Hub, Outside};
use ludoteca_protocol::{AuditPage, ModeratedUser, ModerationAct, Problem, ReportList};
use ludoteca_store::{ReportSearch, Store, StoreError};
use std::sync::Arc;

/// A stopped server's data.
#[derive(Debug)]
pub struct Shell(Hub);

impl Shell {
    /// Takes up a store that no server uses.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub async fn open(store: Arc<dyn Store>) -> Result<Shell, StoreError> {
        Ok(Shell(Hub::prepare(store, Outside::real(), None, None).await?))
    }

    /// Does something to somebody, whoever they are.
    ///
    /// # Errors
    /// When there is nobody called so, or it cannot be done.
    pub async fn moderate(&self, user: &str, act: &ModerationAct) -> Result<ModeratedUser, Problem> {
        let person = self.0.person_named(user).await?;
        self.0.act_on(SHELL, person, act).await
    }

    /// What people have reported, the last first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn reports(&self, only_open: bool) -> Result<ReportList, Problem> {
        self.0.report_list(ReportSearch { unfinished: only_open, ..ReportSearch::default() }, MOST).await
    }

    /// What moderators have done, the last first, before a number.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn audit(&self, before: Option<u64>) -> Result<AuditPage, Problem> {
        self.0.audit_page(None, before).await
    }

    /// Finishes what is being written.
    pub async fn close(self) {
        self.0.close().await;
    }
}
