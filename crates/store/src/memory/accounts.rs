//! Accounts in memory.

use super::Memory;
use crate::{Account, Accounts, Message, PasskeyRow, Person, StoreError, Time, Token, TokenKind};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// By hash.
    tokens: BTreeMap<String, Token>,
    /// By person.
    accounts: BTreeMap<String, Account>,
    recovery_codes: BTreeSet<(String, String)>,
    /// By hash: whose, and until when.
    mail_codes: BTreeMap<String, (String, Time)>,
}

impl Tables {
    fn is_taken(&self, folded: &str, by_other_than: &str) -> bool {
        self.accounts.values().any(|account| account.folded == folded && account.person != by_other_than)
    }

    /// Whether somebody can come in without a passkey.
    pub(super) fn opens_without_passkey(&self, person: &str) -> bool {
        let has_password = self.accounts.get(person).is_some_and(|account| account.password.is_some());
        has_password || self.recovery_codes.iter().any(|(owner, _)| owner == person)
    }

    /// Nobody is known as this person any more.
    pub(super) fn take_tokens(&mut self, person: &str) {
        self.tokens.retain(|_, token| token.person != person);
    }
}

impl Memory {
    /// Gives somebody a role; false when they have no account.
    pub(crate) fn set_role(&self, person: &str, role: &str) -> bool {
        let mut tables = self.tables();
        let account = tables.accounts.accounts.get_mut(person);
        account.map(|account| role.clone_into(&mut account.role)).is_some()
    }
}

#[async_trait]
impl Accounts for Memory {
    async fn add_token(&self, token: &Token) -> Result<(), StoreError> {
        self.tables().accounts.tokens.insert(token.hash.clone(), token.clone());
        Ok(())
    }

    async fn token(&self, hash: &str) -> Result<Option<(Token, Person)>, StoreError> {
        let tables = self.tables();
        let Some(token) = tables.accounts.tokens.get(hash) else { return Ok(None) };
        Ok(tables.people.get(&token.person).map(|person| (token.clone(), person.clone())))
    }

    async fn tokens_of(&self, person: &str) -> Result<Vec<Token>, StoreError> {
        let tables = self.tables();
        let own = tables.accounts.tokens.values().filter(|token| token.person == person);
        let mut own: Vec<Token> = own.cloned().collect();
        own.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(own)
    }

    async fn use_token(&self, hash: &str, at: Time, expires: Option<Time>) -> Result<(), StoreError> {
        if let Some(token) = self.tables().accounts.tokens.get_mut(hash) {
            (token.used, token.expires) = (at, expires);
        }
        Ok(())
    }

    async fn remove_token(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let tokens = &mut self.tables().accounts.tokens;
        let before = tokens.len();
        tokens.retain(|_, token| token.person != person || token.id != id);
        Ok(tokens.len() < before)
    }

    async fn remove_sessions(&self, person: &str, but: &str) -> Result<(), StoreError> {
        let stays =
            |token: &Token| token.person != person || token.id == but || token.kind == TokenKind::Personal;
        self.tables().accounts.tokens.retain(|_, token| stays(token));
        Ok(())
    }

    async fn add_account(
        &self,
        account: &Account,
        person: &Person,
        passkey: Option<&PasskeyRow>,
    ) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let tables = &mut *tables;
        let own = &mut tables.accounts;
        if own.is_taken(&account.folded, "")
            || own.accounts.contains_key(&account.person)
            || passkey.is_some_and(|passkey| !tables.passkeys.add(passkey))
        {
            return Ok(false);
        }
        own.accounts.insert(account.person.clone(), account.clone());
        let known = tables.people.entry(person.id.clone()).or_insert_with(|| person.clone());
        known.name = person.name.clone();
        known.guest = false;
        Ok(true)
    }

    async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        Ok(self.tables().accounts.accounts.get(person).cloned())
    }

    async fn account_called(&self, folded: &str) -> Result<Option<Account>, StoreError> {
        let tables = self.tables();
        Ok(tables.accounts.accounts.values().find(|account| account.folded == folded).cloned())
    }

    async fn rename_account(&self, person: &str, name: &str, folded: &str) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        if tables.accounts.is_taken(folded, person) {
            return Ok(false);
        }
        if let Some(account) = tables.accounts.accounts.get_mut(person) {
            account.folded = folded.to_owned();
        }
        if let Some(person) = tables.people.get_mut(person) {
            person.name = name.to_owned();
        }
        Ok(true)
    }

    async fn set_password(&self, person: &str, password: &str) -> Result<(), StoreError> {
        if let Some(account) = self.tables().accounts.accounts.get_mut(person) {
            account.password = Some(password.to_owned());
        }
        Ok(())
    }

    async fn set_email(&self, person: &str, email: Option<&str>) -> Result<(), StoreError> {
        if let Some(account) = self.tables().accounts.accounts.get_mut(person) {
            account.email = email.map(str::to_owned);
        }
        Ok(())
    }

    async fn bots_of(&self, owner: &str) -> Result<Vec<Person>, StoreError> {
        let tables = self.tables();
        let own = tables.accounts.accounts.values();
        let own = own.filter(|account| account.owner.as_deref() == Some(owner));
        let mut bots: Vec<Person> =
            own.filter_map(|account| tables.people.get(&account.person)).cloned().collect();
        bots.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(bots)
    }

    async fn set_recovery_codes(&self, person: &str, hashes: &[String]) -> Result<(), StoreError> {
        let codes = &mut self.tables().accounts.recovery_codes;
        codes.retain(|(owner, _)| owner != person);
        codes.extend(hashes.iter().map(|hash| (person.to_owned(), hash.clone())));
        Ok(())
    }

    async fn count_recovery_codes(&self, person: &str) -> Result<u64, StoreError> {
        let tables = self.tables();
        Ok(tables.accounts.recovery_codes.iter().filter(|(owner, _)| owner == person).count() as u64)
    }

    async fn use_recovery_code(&self, person: &str, hash: &str) -> Result<bool, StoreError> {
        Ok(self.tables().accounts.recovery_codes.remove(&(person.to_owned(), hash.to_owned())))
    }

    async fn add_mail_code(
        &self,
        person: &str,
        hash: &str,
        expires: Time,
        now: Time,
        most: u32,
    ) -> Result<bool, StoreError> {
        let codes = &mut self.tables().accounts.mail_codes;
        codes.retain(|_, (_, expires)| *expires > now);
        let is_free = codes.values().filter(|(owner, _)| owner == person).count() < most as usize;
        if is_free {
            codes.insert(hash.to_owned(), (person.to_owned(), expires));
        }
        Ok(is_free)
    }

    async fn use_mail_code(&self, person: &str, hash: &str, now: Time) -> Result<bool, StoreError> {
        let codes = &mut self.tables().accounts.mail_codes;
        let is_good = codes.get(hash).is_some_and(|(owner, expires)| owner == person && *expires > now);
        Ok(is_good && codes.remove(hash).is_some())
    }

    async fn messages_of(&self, person: &str) -> Result<Vec<(String, Message)>, StoreError> {
        let tables = self.tables();
        let all =
            tables.messages.iter().flat_map(|((game, _), room)| room.iter().map(move |one| (game, one)));
        let own = all.filter(|(_, message)| message.person == person);
        let mut own: Vec<(String, Message)> =
            own.map(|(game, message)| (game.clone(), message.clone())).collect();
        own.sort_by_key(|(_, message)| message.at);
        Ok(own)
    }

    async fn rewrite_name(
        &self,
        game: &str,
        seq: u64,
        data: &str,
        about: Option<&str>,
        glance: &str,
    ) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if let Some(event) = tables.events.get_mut(game).and_then(|log| log.get_mut(&seq)) {
            event.data = data.to_owned();
            event.about = about.map(str::to_owned);
        }
        if let Some(row) = tables.games.get_mut(game) {
            row.glance = glance.to_owned();
        }
        Ok(())
    }

    async fn forget_person(&self, person: &str, name: &str) -> Result<(), StoreError> {
        self.moderation().forget(person);
        self.puzzles().forget_moves(person);
        let mut tables = self.tables();
        let tables = &mut *tables;
        tables.accounts.take_tokens(person);
        tables.accounts.accounts.remove(person);
        tables.passkeys.forget(person);
        tables.accounts.recovery_codes.retain(|(owner, _)| owner != person);
        tables.accounts.mail_codes.retain(|_, (owner, _)| owner != person);
        tables.subscriptions.retain(|_, (owner, _)| owner != person);
        tables.reminders.retain(|(_, owner, _, _), _| owner != person);
        tables.webhooks.forget(person);
        tables.seeks.retain(|_, seek| seek.person != person);
        let said = tables.messages.values_mut().flatten().filter(|message| message.person == person);
        said.for_each(|message| message.text.clear());
        let seats = &tables.seats;
        tables.plans.retain(|seat, _| seats.get(seat).is_none_or(|holder| holder != person));
        if let Some(known) = tables.people.get_mut(person) {
            (known.name, known.guest, known.vacation) = (name.to_owned(), true, None);
        }
        Ok(())
    }

    async fn scrub(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
