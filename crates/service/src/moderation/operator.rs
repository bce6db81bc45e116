//! Moderation by the server's operator, who is no user of the server.

use super::{Moderation, SHELL, reports};
use crate::error::{ModerationError, PersonError, SiteError, Unavailable};
use ludoteca_protocol::{AuditPage, InviteCodeView, ModeratedUser, ModerationAct, NewInviteCode, ReportList};
use ludoteca_store::ReportSearch;

impl Moderation {
    /// Performs a moderation action on any user.
    pub async fn moderate_as_operator(
        &self,
        user: &str,
        act: &ModerationAct,
    ) -> Result<ModeratedUser, ModerationError> {
        let person = self.people.person_named(user).await?;
        self.act_on(SHELL, person, act).await
    }

    /// Whether an account has a passkey. If passkeys are available, a role has no effect without one.
    pub async fn has_passkey(&self, user: &str) -> Result<bool, PersonError> {
        let person = self.people.person_named(user).await?;
        Ok(!self.roles.passkeys_of(&person.id).await?.is_empty())
    }

    /// All reports, newest first.
    pub async fn all_reports(&self, only_open: bool) -> Result<ReportList, Unavailable> {
        let search = ReportSearch { unfinished: only_open, ..ReportSearch::default() };
        self.report_list(search, reports::MOST).await
    }

    /// The moderation log before an entry, newest first.
    pub async fn whole_audit(&self, before: Option<u64>) -> Result<AuditPage, Unavailable> {
        self.audit_page(None, before).await
    }

    /// Creates an invite code for registration.
    pub async fn invite_as_operator(&self, new: &NewInviteCode) -> Result<InviteCodeView, SiteError> {
        self.settings.add_invite_code(SHELL, new).await
    }
}
