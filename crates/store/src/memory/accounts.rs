use super::Memory;
use crate::{
    Account, Accounts, BotAdded, MailCode, Message, PasskeyRow, Person, ReservedName, StoreError, Time,
    Token, TokenKind,
};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(super) tokens: BTreeMap<String, Token>,
    pub(super) accounts: BTreeMap<String, Account>,
    recovery_codes: BTreeSet<(String, String)>,
    /// By hash: the owner and the expiry.
    mail_codes: BTreeMap<String, (String, Time)>,
    reserved: BTreeMap<String, ReservedName>,
}

impl Tables {
    fn is_taken(&self, folded: &str, by_other_than: &str) -> bool {
        self.accounts.values().any(|account| account.folded == folded && account.person != by_other_than)
    }

    fn is_like_another(&self, skeleton: Option<&str>, than: &str) -> bool {
        let mut others = self.accounts.values().filter(|account| account.person != than);
        skeleton.is_some_and(|skeleton| others.any(|other| other.skeleton.as_deref() == Some(skeleton)))
    }

    /// Whether the account can be opened without a passkey.
    pub(super) fn opens_without_passkey(&self, person: &str) -> bool {
        let has_password = self.accounts.get(person).is_some_and(|account| account.password.is_some());
        has_password || self.recovery_codes.iter().any(|(owner, _)| owner == person)
    }

    /// Whether a person still has this token.
    pub(crate) fn has_token(&self, person: &str, id: &str, now: Time) -> bool {
        let is_good = |token: &Token| token.expires.is_none_or(|expires| expires > now);
        self.tokens.values().any(|token| token.person == person && token.id == id && is_good(token))
    }

    /// A person and their bots.
    fn with_bots(&self, person: &str) -> BTreeSet<String> {
        let bots = self.accounts.values().filter(|account| account.owner.as_deref() == Some(person));
        bots.map(|bot| bot.person.clone()).chain([person.to_owned()]).collect()
    }

    fn insert_account(&mut self, account: &Account) -> bool {
        let is_new = !self.is_taken(&account.folded, "") && !self.accounts.contains_key(&account.person);
        if is_new {
            self.accounts.insert(account.person.clone(), account.clone());
        }
        is_new
    }

    /// Deletes all sessions and tokens of a person.
    pub(super) fn take_tokens(&mut self, person: &str) {
        self.tokens.retain(|_, token| token.person != person);
    }
}

impl super::Tables {
    /// Deletes pending challenges and mailed codes of a person.
    pub(super) fn forget_codes(&mut self, person: &str) {
        self.accounts.mail_codes.retain(|_, (owner, _)| owner != person);
        self.passkeys.forget_challenges(person);
    }

    /// Deletes the printed recovery codes of a person.
    fn forget_printed(&mut self, person: &str) {
        self.accounts.recovery_codes.retain(|(owner, _)| owner != person);
    }

    /// Deletes a person's tokens, except the one with the id `keep`, their bots' tokens, and the webhooks
    /// created with them.
    fn end_tokens(&mut self, person: &str, keep: &str) {
        let people = self.accounts.with_bots(person);
        self.accounts.tokens.retain(|_, token| {
            !people.contains(&token.person) || (token.person == person && token.id == keep)
        });
        self.webhooks.remove(|webhook| webhook.token.is_some() && people.contains(&webhook.person));
    }

    fn put_person(&mut self, person: &Person) {
        let known = self.people.entry(person.id.clone()).or_insert_with(|| person.clone());
        known.name = person.name.clone();
        known.guest = false;
    }
}

impl Memory {
    /// Sets a person's role; false if they have no account.
    pub(crate) fn set_role(&self, person: &str, role: &str) -> bool {
        let mut tables = self.tables();
        let account = tables.accounts.accounts.get_mut(person);
        account.map(|account| role.clone_into(&mut account.role)).is_some()
    }
}

/// The account as the databases return it.
pub(super) fn as_read(account: &Account) -> Account {
    Account { skeleton: None, ..account.clone() }
}

#[async_trait]
impl Accounts for Memory {
    async fn add_token(&self, token: &Token) -> Result<(), StoreError> {
        self.tables().accounts.tokens.insert(token.hash.clone(), token.clone());
        Ok(())
    }

    async fn add_personal_token(&self, token: &Token, most: u32, now: Time) -> Result<bool, StoreError> {
        let tokens = &mut self.tables().accounts.tokens;
        let counts = |one: &&Token| {
            one.person == token.person
                && one.kind == TokenKind::Personal
                && one.expires.is_none_or(|expires| expires > now)
        };
        let is_free = tokens.values().filter(counts).count() < most as usize;
        if is_free {
            tokens.insert(token.hash.clone(), token.clone());
        }
        Ok(is_free)
    }

    async fn replace_tokens(&self, token: &Token) -> Result<(), StoreError> {
        let mut tables = self.tables();
        tables.end_tokens(&token.person, "");
        tables.accounts.tokens.insert(token.hash.clone(), token.clone());
        Ok(())
    }

    async fn prove_token(&self, hash: &str, at: Time) -> Result<(), StoreError> {
        if let Some(token) = self.tables().accounts.tokens.get_mut(hash) {
            token.passkey = Some(at);
        }
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
        let mut tables = self.tables();
        let before = tables.accounts.tokens.len();
        tables.accounts.tokens.retain(|_, token| token.person != person || token.id != id);
        let gone = tables.accounts.tokens.len() < before;
        if gone {
            tables.webhooks.remove(|hook| hook.person == person && hook.token.as_deref() == Some(id));
        }
        Ok(gone)
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
            || own.is_like_another(account.skeleton.as_deref(), "")
            || own.accounts.contains_key(&account.person)
            || passkey.is_some_and(|passkey| !tables.passkeys.add(passkey))
        {
            return Ok(false);
        }
        own.insert_account(account);
        tables.put_person(person);
        Ok(true)
    }

    async fn add_bot(
        &self,
        account: &Account,
        person: &Person,
        token: &Token,
        most: u32,
    ) -> Result<BotAdded, StoreError> {
        let mut tables = self.tables();
        let own = tables.accounts.accounts.values();
        if own.filter(|other| other.owner == account.owner).count() >= most as usize {
            return Ok(BotAdded::TooMany);
        }
        if !tables.accounts.insert_account(account) {
            return Ok(BotAdded::Taken);
        }
        tables.put_person(person);
        tables.accounts.tokens.insert(token.hash.clone(), token.clone());
        Ok(BotAdded::Done)
    }

    async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        Ok(self.tables().accounts.accounts.get(person).map(as_read))
    }

    async fn account_by_name(&self, folded: &str) -> Result<Option<Account>, StoreError> {
        let tables = self.tables();
        Ok(tables.accounts.accounts.values().find(|account| account.folded == folded).map(as_read))
    }

    async fn rename_account(
        &self,
        person: &str,
        name: &str,
        folded: &str,
        skeleton: Option<&str>,
    ) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        if tables.accounts.is_taken(folded, person) || tables.accounts.is_like_another(skeleton, person) {
            return Ok(false);
        }
        if let Some(account) = tables.accounts.accounts.get_mut(person) {
            account.folded = folded.to_owned();
            account.skeleton = skeleton.map(str::to_owned);
        }
        if let Some(person) = tables.people.get_mut(person) {
            person.name = name.to_owned();
        }
        Ok(true)
    }

    async fn set_password(&self, person: &str, password: &str, keep: &str) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if let Some(account) = tables.accounts.accounts.get_mut(person) {
            account.password = Some(password.to_owned());
        }
        tables.forget_codes(person);
        tables.forget_printed(person);
        tables.end_tokens(person, keep);
        Ok(())
    }

    async fn set_email(&self, person: &str, email: Option<&str>) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if let Some(account) = tables.accounts.accounts.get_mut(person) {
            account.email = email.map(str::to_owned);
        }
        tables.forget_codes(person);
        tables.forget_printed(person);
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
        let mut tables = self.tables();
        let codes = &mut tables.accounts.recovery_codes;
        codes.retain(|(owner, _)| owner != person);
        codes.extend(hashes.iter().map(|hash| (person.to_owned(), hash.clone())));
        tables.forget_codes(person);
        Ok(())
    }

    async fn count_recovery_codes(&self, person: &str) -> Result<u64, StoreError> {
        let tables = self.tables();
        Ok(tables.accounts.recovery_codes.iter().filter(|(owner, _)| owner == person).count() as u64)
    }

    async fn recover(&self, person: &str, code: &str, password: &str, now: Time) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let accounts = &mut tables.accounts;
        let on_paper = accounts.recovery_codes.remove(&(person.to_owned(), code.to_owned()));
        let mailed = accounts.mail_codes.get(code);
        if !on_paper && !mailed.is_some_and(|(owner, expires)| owner == person && *expires > now) {
            return Ok(false);
        }
        if let Some(account) = accounts.accounts.get_mut(person) {
            account.password = Some(password.to_owned());
        }
        tables.forget_codes(person);
        tables.forget_printed(person);
        tables.end_tokens(person, "");
        tables.webhooks.remove(|webhook| webhook.person == person);
        Ok(true)
    }

    async fn add_mail_code(&self, code: &MailCode, now: Time, most: u32) -> Result<bool, StoreError> {
        let accounts = &mut self.tables().accounts;
        let account = accounts.accounts.get(&code.person);
        let is_same = account.is_some_and(|account| account.email.as_deref() == Some(&code.email));
        let codes = &mut accounts.mail_codes;
        codes.retain(|_, (_, expires)| *expires > now);
        let count = codes.values().filter(|(owner, _)| *owner == code.person).count();
        let is_free = is_same && count < most as usize;
        if is_free {
            codes.insert(code.hash.clone(), (code.person.clone(), code.expires));
        }
        Ok(is_free)
    }

    async fn reserve_name(&self, name: &ReservedName, now: Time) -> Result<(), StoreError> {
        let reserved = &mut self.tables().accounts.reserved;
        reserved.retain(|_, other| other.until > now);
        reserved.insert(name.name.clone(), name.clone());
        Ok(())
    }

    async fn reserved_name(&self, name: &str, now: Time) -> Result<Option<ReservedName>, StoreError> {
        let tables = self.tables();
        Ok(tables.accounts.reserved.get(name).filter(|reserved| reserved.until > now).cloned())
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
        overview: &str,
    ) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if let Some(event) = tables.events.get_mut(game).and_then(|log| log.get_mut(&seq)) {
            event.data = data.to_owned();
            event.about = about.map(str::to_owned);
        }
        if let Some(row) = tables.games.get_mut(game) {
            row.overview = overview.to_owned();
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
        tables.fair_use.forget(person);
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
