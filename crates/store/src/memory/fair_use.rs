use super::{Memory, accounts::as_read};
use crate::{Account, FairUse, KnownNetwork, NameForms, Puzzles as _, Stage, StoreError, Time, TokenKind};
use async_trait::async_trait;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// By person, most recently seen first.
    networks: BTreeMap<String, Vec<KnownNetwork>>,
    imported: BTreeMap<String, u32>,
}

impl Tables {
    pub(super) fn forget(&mut self, person: &str) {
        self.networks.remove(person);
    }

    /// Adds a guest's imports to the account's count.
    pub(super) fn merge(&mut self, guest: &str, into: &str) {
        let imported = self.imported.get(guest).copied().unwrap_or(0);
        *self.imported.entry(into.to_owned()).or_default() += imported;
    }
}

#[async_trait]
impl FairUse for Memory {
    async fn note_network(
        &self,
        person: &str,
        known: &KnownNetwork,
        since: Time,
        most: u32,
    ) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let own = tables.fair_use.networks.entry(person.to_owned()).or_default();
        let before = own.iter().any(|other| other.network == known.network && other.logged_in);
        own.retain(|other| other.seen >= since && other.network != known.network);
        own.push(KnownNetwork { logged_in: known.logged_in || before, ..known.clone() });
        own.sort_by_key(|one| (Reverse(one.seen), one.network.clone()));
        let mut left = most;
        own.retain(|one| {
            let is_other = one.logged_in != known.logged_in;
            is_other || left.checked_sub(1).inspect(|rest| left = *rest).is_some()
        });
        Ok(())
    }

    async fn networks_of(&self, person: &str, since: Time) -> Result<Vec<KnownNetwork>, StoreError> {
        let tables = self.tables();
        let own = tables.fair_use.networks.get(person).into_iter().flatten();
        Ok(own.filter(|known| known.seen >= since).cloned().collect())
    }

    async fn forget_networks(&self, since: Time) -> Result<(), StoreError> {
        let networks = &mut self.tables().fair_use.networks;
        networks.values_mut().for_each(|own| own.retain(|known| known.seen >= since));
        networks.retain(|_, own| !own.is_empty());
        Ok(())
    }

    async fn account_resembling(
        &self,
        name: &NameForms,
        other_than: &str,
    ) -> Result<Option<Account>, StoreError> {
        let tables = self.tables();
        let is_like = |account: &&Account| {
            account.person != other_than
                && (name.folded.contains(&account.folded)
                    || account.skeleton.as_ref().is_some_and(|skeleton| name.skeletons.contains(skeleton)))
        };
        Ok(tables.accounts.accounts.values().find(is_like).map(as_read))
    }

    async fn accounts_without_skeleton(&self) -> Result<Vec<(String, String)>, StoreError> {
        let tables = self.tables();
        let mut without: Vec<&Account> =
            tables.accounts.accounts.values().filter(|account| account.skeleton.is_none()).collect();
        without.sort_by_key(|account| (account.created, &account.person));
        let name = |account: &Account| Some(tables.people.get(&account.person)?.name.clone());
        Ok(without.into_iter().filter_map(|one| Some((one.person.clone(), name(one)?))).collect())
    }

    async fn set_skeleton(&self, person: &str, skeleton: &str) -> Result<bool, StoreError> {
        let accounts = &mut self.tables().accounts.accounts;
        let has_it = |other: &Account| other.skeleton.as_deref() == Some(skeleton) && other.person != person;
        if accounts.values().any(has_it) {
            return Ok(false);
        }
        let account = accounts.get_mut(person);
        Ok(account.map(|account| account.skeleton = Some(skeleton.to_owned())).is_some())
    }

    async fn count_open_games(&self, person: &str) -> Result<u64, StoreError> {
        let tables = self.tables();
        let own: BTreeSet<&String> =
            tables.seats.iter().filter(|(_, holder)| *holder == person).map(|((game, _), _)| game).collect();
        let is_open = |game: &&String| tables.games.get(*game).is_some_and(|row| row.stage != Stage::Over);
        Ok(own.iter().copied().filter(is_open).count() as u64)
    }

    async fn count_import(&self, person: &str, most: u32) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        if !tables.people.contains_key(person) {
            return Ok(false);
        }
        let count = tables.fair_use.imported.entry(person.to_owned()).or_default();
        let is_free = *count < most;
        *count += u32::from(is_free);
        Ok(is_free)
    }

    async fn uncount_import(&self, person: &str) -> Result<(), StoreError> {
        if let Some(count) = self.tables().fair_use.imported.get_mut(person) {
            *count = count.saturating_sub(1);
        }
        Ok(())
    }

    async fn sweep_guests(&self, now: Time, since: Time, limit: u32) -> Result<u64, StoreError> {
        let expired: Vec<(String, String)> = {
            let tables = self.tables();
            let seated: BTreeSet<&String> = tables.seats.values().collect();
            let mut expired: Vec<_> = tables
                .accounts
                .tokens
                .values()
                .filter(|token| {
                    token.kind == TokenKind::Guest
                        && token.expires.is_some_and(|expires| expires <= now)
                        && (token.used < since || !seated.contains(&token.person))
                })
                .collect();
            expired.sort_by_key(|token| token.expires);
            let expired = expired.into_iter().take(limit as usize);
            expired.map(|token| (token.hash.clone(), token.person.clone())).collect()
        };
        for (hash, person) in &expired {
            let is_known_to_others =
                self.moderation().refers_to(person) || !self.attempts_of(person).await?.is_empty() || {
                    let tables = self.tables();
                    tables.seats.values().any(|holder| holder == person)
                        || tables.messages.values().flatten().any(|message| message.person == *person)
                        || tables.accounts.accounts.contains_key(person)
                        || tables.passkeys.is_merged(person)
                };
            let mut tables = self.tables();
            let tables = &mut *tables;
            tables.accounts.tokens.remove(hash);
            let has_token = tables.accounts.tokens.values().any(|token| token.person == *person);
            let is_guest = tables.people.get(person).is_some_and(|known| known.guest);
            if is_guest && !has_token && !is_known_to_others {
                tables.people.remove(person);
                tables.fair_use.imported.remove(person);
                tables.subscriptions.retain(|_, (owner, _)| owner != person);
                tables.reminders.retain(|(_, owner, _, _), _| owner != person);
                tables.passkeys.forget(person);
                tables.webhooks.forget(person);
                tables.seeks.retain(|_, seek| seek.person != *person);
            }
        }
        Ok(expired.len() as u64)
    }
}
