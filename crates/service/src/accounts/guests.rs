//! Guests, and names of guests and users.

use super::{Accounts, GUEST_WITH_GAMES, REMEMBERED, Session, names};
use crate::{
    active::time,
    error::{AccountError, NameError, not_kept, not_read},
    people::Identity,
};
use ludoteca_protocol::Guest;
use ludoteca_store::{Person, TokenKind};

/// The most guests removed at once.
const GUESTS_AT_ONCE: u32 = 500;

impl Accounts {
    /// Removes unused guests, and networks that owners have not used for long.
    pub(crate) async fn sweep(&self) {
        let (now, store) = (time(self.environment.now()), &self.store);
        match store.sweep_guests(now, now - GUEST_WITH_GAMES, GUESTS_AT_ONCE).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(ended, "unused guests were removed"),
            Err(error) => tracing::warn!("unused guests could not be removed: {error}"),
        }
        if let Err(error) = store.forget_networks(now - REMEMBERED).await {
            tracing::warn!("old networks of owners could not be removed: {error}");
        }
    }

    pub async fn create_guest(&self, name: Option<&str>, client: &str) -> Result<Guest, AccountError> {
        self.settings.may_be_guest().await?;
        let environment = &self.environment;
        let number = u16::from_le_bytes(environment.bytes());
        let name = match name.map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => self.guests_name(name).await?,
            None => format!("Guest {number:05}"),
        };
        let created = time(self.environment.now());
        let person =
            Person { id: environment.name(12), name, guest: true, created, vacation: None, bot: false };
        let (text, token) = self.new_token(&person.id, TokenKind::Guest, client);
        let store = &self.store;
        store.add_person(&person).await.map_err(not_kept)?;
        store.add_token(&token).await.map_err(not_kept)?;
        Ok(Guest { user: Identity::from(person).view(), token: text })
    }

    /// Renames a person. Seats that they hold keep the name from when they took them.
    pub async fn rename(&self, session: &Session, name: &str) -> Result<Identity, NameError> {
        self.rename_person(session.who.clone(), session.guest, name).await
    }

    pub(crate) async fn rename_person(
        &self,
        who: Identity,
        guest: bool,
        name: &str,
    ) -> Result<Identity, NameError> {
        if !guest {
            return self.rename_account(who, name).await;
        }
        let name = match name.trim() {
            "" => return Err(NameError::Empty),
            name => self.guests_name(name).await?,
        };
        self.store.set_name(&who.id, &name).await.map_err(not_read)?;
        Ok(Identity { name, ..who })
    }

    /// Validates a guest's name: any name, unless an account has it or one that looks like it.
    async fn guests_name(&self, name: &str) -> Result<String, NameError> {
        let name = names::checked_for_guest(name)?;
        self.not_an_accounts(&name, "").await?;
        Ok(name)
    }
}
