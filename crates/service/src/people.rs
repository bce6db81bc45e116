//! Guests, names and invitations.

use super::{
    Hub, Session,
    accounts::names,
    active::time,
    error::{AccountError, NameError, Unavailable, not_kept, not_read},
};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_protocol::{Guest, SeatOverview, UserView};
use ludoteca_store::{Person, TokenKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The caller, a known person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    pub id: String,
    pub name: String,
    /// The account is a bot.
    pub bot: bool,
}

impl Identity {
    #[must_use]
    pub fn view(&self) -> UserView {
        UserView { id: self.id.clone(), name: self.name.clone(), bot: self.bot }
    }
}

impl From<UserView> for Identity {
    fn from(user: UserView) -> Identity {
        Identity { id: user.id, name: user.name, bot: user.bot }
    }
}

impl From<Person> for Identity {
    fn from(person: Person) -> Identity {
        Identity { id: person.id, name: person.name, bot: person.bot }
    }
}

impl Hub {
    pub async fn make_guest(&self, name: Option<&str>, client: &str) -> Result<Guest, AccountError> {
        self.may_be_guest().await?;
        let environment = &self.0.environment;
        let number = u16::from_le_bytes(environment.bytes());
        let name = match name.map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => self.guests_name(name).await?,
            None => format!("Guest {number:05}"),
        };
        let created = time(self.now());
        let person =
            Person { id: environment.name(12), name, guest: true, created, vacation: None, bot: false };
        let (text, token) = self.new_token(&person.id, TokenKind::Guest, client);
        let store = &self.0.store;
        store.add_person(&person).await.map_err(not_kept)?;
        store.add_token(&token).await.map_err(not_kept)?;
        Ok(Guest { user: Identity::from(person).view(), token: text })
    }

    /// Renames a person. Seats that they hold keep the name from when they took them.
    pub async fn rename(&self, session: &Session, name: &str) -> Result<Identity, NameError> {
        self.rename_person(session.who.clone(), session.guest, name).await
    }

    pub(super) async fn rename_person(
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
        self.0.store.set_name(&who.id, &name).await.map_err(not_read)?;
        Ok(Identity { name, ..who })
    }

    /// Updates all players in a list to their current names: a guest who has registered since is still the
    /// same person.
    pub async fn call_by_current_names(
        &self,
        seats: impl Iterator<Item = &mut SeatOverview>,
    ) -> Result<(), Unavailable> {
        let mut names: HashMap<String, Option<String>> = HashMap::new();
        for user in seats.filter_map(|seat| seat.user.as_mut()) {
            if !names.contains_key(&user.id) {
                let person = self.0.store.person(&user.id).await.map_err(not_read)?;
                names.insert(user.id.clone(), person.map(|person| person.name));
            }
            if let Some(Some(name)) = names.get(&user.id) {
                user.name.clone_from(name);
            }
        }
        Ok(())
    }

    /// Validates a guest's name: any name, unless an account has it or one that looks like it.
    async fn guests_name(&self, name: &str) -> Result<String, NameError> {
        let name = names::checked_for_guest(name)?;
        self.not_an_accounts(&name, "").await?;
        Ok(name)
    }

    /// A code that proves an invitation to a game. It is derived from the server's secret, so it need not be
    /// stored.
    pub fn invitation(&self, game: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0.secret) else { return String::new() };
        mac.update(b"invitation ");
        mac.update(game.as_bytes());
        super::to_hex(&mac.finalize().into_bytes()[..12])
    }

    /// An id derived from these words with the server's secret, so that it is stable and cannot be forged.
    pub(crate) fn name_made_from(&self, words: &[&str]) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0.secret) else { return String::new() };
        for word in words {
            mac.update(&(word.len() as u64).to_be_bytes());
            mac.update(word.as_bytes());
        }
        super::environment::name_of(&mac.finalize().into_bytes()[..super::games::GAME_NAME])
    }

    pub(crate) fn is_invitation(&self, game: &str, shown: &str) -> bool {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0.secret) else { return false };
        mac.update(b"invitation ");
        mac.update(game.as_bytes());
        // Accept a whole link too, by its last part.
        let shown = shown.rsplit(['/', '=']).next().unwrap_or(shown);
        let bytes = (0..shown.len() / 2).map(|i| u8::from_str_radix(shown.get(2 * i..2 * i + 2)?, 16).ok());
        // Compare in constant time.
        bytes
            .collect::<Option<Vec<u8>>>()
            .is_some_and(|bytes| bytes.len() == 12 && mac.verify_truncated_left(&bytes).is_ok())
    }
}

/// Tokens have enough bits for a plain hash.
pub(super) fn hash(token: &str) -> String {
    super::to_hex(&Sha256::digest(token.as_bytes()))
}
