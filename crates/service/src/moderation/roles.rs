//! Who is a moderator or an admin, and by which passkey.

use crate::{
    Environment, Session,
    accounts::{PROOF_LASTS, accepts_passkeys},
    active::time,
    error::{RoleError, Unavailable, not_read},
};
use ludoteca_store::{PasskeyRow, Store};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Roles {
    store: Arc<dyn Store>,
    environment: Environment,
}

impl Roles {
    pub(crate) fn new(store: Arc<dyn Store>, environment: Environment) -> Roles {
        Roles { store, environment }
    }

    /// Empty, `moderator` or `admin`.
    pub(crate) async fn role_of(&self, person: &str) -> Result<String, Unavailable> {
        let account = self.store.account(person).await.map_err(not_read)?;
        Ok(account.map(|account| account.role).unwrap_or_default())
    }

    /// Rejects users who are not moderators, and sessions without a passkey.
    pub(crate) async fn only_moderators(&self, session: &Session) -> Result<(), RoleError> {
        if !["moderator", "admin"].contains(&self.role_of(&session.who.id).await?.as_str()) {
            return Err(RoleError::OnlyModerators);
        }
        self.has_second_factor(session).await
    }

    /// Rejects users who are not admins, and sessions without a passkey.
    pub(crate) async fn only_admins(&self, session: &Session) -> Result<(), RoleError> {
        if self.role_of(&session.who.id).await? != "admin" {
            return Err(RoleError::OnlyAdmins);
        }
        self.has_second_factor(session).await
    }

    /// Whether this server has a name that passkeys can be bound to.
    pub(crate) fn has_passkeys(&self) -> bool {
        self.environment.site().is_some_and(accepts_passkeys)
    }

    /// Rejects a session that was not confirmed by a passkey recently, if passkeys are available.
    pub(crate) async fn has_second_factor(&self, session: &Session) -> Result<(), RoleError> {
        let now = time(self.environment.now());
        if !self.has_passkeys() || session.token.passkey.is_some_and(|at| now - at < PROOF_LASTS) {
            return Ok(());
        }
        tracing::info!(person = session.who.id, "moderation was refused: no passkey in this session");
        Err(match self.passkeys_of(&session.who.id).await?.is_empty() {
            true => RoleError::NeedsPasskey,
            false => RoleError::ProvePasskey,
        })
    }

    pub(crate) async fn passkeys_of(&self, person: &str) -> Result<Vec<PasskeyRow>, Unavailable> {
        self.store.passkeys_of(person).await.map_err(not_read)
    }
}
