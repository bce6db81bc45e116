//! Finds people and their accounts.

use crate::{
    Identity,
    accounts::names,
    error::{PersonError, Unavailable, not_read},
};
use ludoteca_protocol::{SeatOverview, UserView};
use ludoteca_store::{Account, Person, Store};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Looks up people, guests and users with accounts alike.
#[derive(Clone, Debug)]
pub struct People {
    store: Arc<dyn Store>,
}

impl People {
    pub(crate) fn new(store: Arc<dyn Store>) -> People {
        People { store }
    }

    /// Finds a person by id or account name. Guests' names are not unique, so an id is always safe.
    pub(crate) async fn person_by_name(&self, name: &str) -> Result<String, PersonError> {
        let found = self.store.person(name).await.map_err(not_read)?;
        if let Some(person) = found {
            let merged = self.store.merged_into(&person.id).await.map_err(not_read)?;
            return Ok(merged.unwrap_or(person.id));
        }
        let account = self.account_by_name(name).await?;
        account.map(|account| account.person).ok_or_else(|| PersonError::no_account(name))
    }

    /// Finds a person by id or name.
    pub async fn person_named(&self, text: &str) -> Result<Person, PersonError> {
        let id = self.person_by_name(text).await.map_err(|_| PersonError::unknown(text))?;
        let found = self.store.person(&id).await;
        found.map_err(not_read)?.ok_or_else(|| PersonError::unknown(text))
    }

    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, Unavailable> {
        let name: String = name.chars().take(2 * names::LONGEST).collect();
        for folded in names::stored_forms(&name) {
            let found = self.store.account_by_name(&folded).await.map_err(not_read)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    pub(crate) async fn has_account(&self, person: &str) -> Result<bool, Unavailable> {
        let found = self.store.person(person).await.map_err(not_read)?;
        Ok(found.is_some_and(|person| !person.guest))
    }

    pub(crate) async fn is_guest(&self, person: &str) -> Result<bool, Unavailable> {
        let found = self.store.person(person).await.map_err(not_read)?;
        Ok(found.is_some_and(|person| person.guest))
    }

    /// A person's bots; for a bot, its owner and their other bots. Games between these say nothing about
    /// strength.
    pub(crate) async fn own_bots(&self, person: &str) -> Result<HashSet<String>, Unavailable> {
        let store = &self.store;
        let account = store.account(person).await.map_err(not_read)?;
        let owner = account.and_then(|account| account.owner).unwrap_or_else(|| person.to_owned());
        let bots = store.bots_of(&owner).await.map_err(not_read)?;
        let all = bots.into_iter().map(|bot| bot.id).chain([owner]);
        Ok(all.filter(|one| one != person).collect())
    }

    /// A user as others see them; an unknown user has an empty name.
    pub(crate) async fn user_view(&self, id: &str) -> Result<UserView, Unavailable> {
        let person = self.store.person(id).await.map_err(not_read)?;
        let unknown = || UserView { id: id.to_owned(), name: String::new(), bot: false };
        Ok(person.map_or_else(unknown, |person| Identity::from(person).view()))
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
                let person = self.store.person(&user.id).await.map_err(not_read)?;
                names.insert(user.id.clone(), person.map(|person| person.name));
            }
            if let Some(Some(name)) = names.get(&user.id) {
                user.name.clone_from(name);
            }
        }
        Ok(())
    }

    /// The person named in a path.
    pub(crate) async fn view_named(&self, name: &str) -> Result<UserView, PersonError> {
        Ok(Identity::from(self.person_named(name).await?).view())
    }
}
