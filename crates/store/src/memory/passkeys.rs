use super::Memory;
use crate::{ChallengeRow, PasskeyRow, Passkeys, Removal, Rewritten, StoreError, Time};
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Tables {
    passkeys: BTreeMap<String, PasskeyRow>,
    challenges: BTreeMap<String, ChallengeRow>,
    /// Merged guests, and the account each was merged into.
    merged: BTreeMap<String, String>,
}

impl Tables {
    /// Adds a passkey; false if it is already registered.
    pub(super) fn add(&mut self, passkey: &PasskeyRow) -> bool {
        let is_new = !self.passkeys.contains_key(&passkey.credential);
        if is_new {
            self.passkeys.insert(passkey.credential.clone(), passkey.clone());
        }
        is_new
    }

    pub(super) fn forget(&mut self, person: &str) {
        self.passkeys.retain(|_, passkey| passkey.person != person);
        self.forget_challenges(person);
    }

    pub(super) fn forget_challenges(&mut self, person: &str) {
        self.challenges.retain(|_, challenge| challenge.person != person);
    }

    /// Whether this guest was merged into an account, or guests were merged into this person.
    pub(super) fn is_merged(&self, person: &str) -> bool {
        self.merged.contains_key(person) || self.merged.values().any(|owner| owner == person)
    }

    fn count(&self, person: &str) -> usize {
        self.passkeys.values().filter(|passkey| passkey.person == person).count()
    }

    fn called(&mut self, person: &str, id: &str) -> Option<&mut PasskeyRow> {
        self.passkeys.values_mut().find(|passkey| passkey.person == person && passkey.id == id)
    }
}

#[async_trait]
impl Passkeys for Memory {
    async fn add_challenge(&self, challenge: &ChallengeRow, now: Time) -> Result<(), StoreError> {
        let challenges = &mut self.tables().passkeys.challenges;
        challenges.retain(|_, challenge| challenge.expires > now);
        challenges.insert(challenge.id.clone(), challenge.clone());
        Ok(())
    }

    async fn take_challenge(&self, id: &str, now: Time) -> Result<Option<ChallengeRow>, StoreError> {
        let challenges = &mut self.tables().passkeys.challenges;
        let is_good = challenges.get(id).is_some_and(|challenge| challenge.expires > now);
        Ok(if is_good { challenges.remove(id) } else { None })
    }

    async fn add_passkey(&self, passkey: &PasskeyRow, most: u32) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let added = tables.passkeys.count(&passkey.person) < most as usize && tables.passkeys.add(passkey);
        if added {
            tables.forget_codes(&passkey.person);
        }
        Ok(added)
    }

    async fn passkey(&self, credential: &str) -> Result<Option<PasskeyRow>, StoreError> {
        Ok(self.tables().passkeys.passkeys.get(credential).cloned())
    }

    async fn passkeys_of(&self, person: &str) -> Result<Vec<PasskeyRow>, StoreError> {
        let tables = self.tables();
        let own = tables.passkeys.passkeys.values().filter(|passkey| passkey.person == person);
        let mut own: Vec<PasskeyRow> = own.cloned().collect();
        own.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(own)
    }

    async fn use_passkey(
        &self,
        credential: &str,
        before: &str,
        after: &str,
        at: Time,
    ) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let known = tables.passkeys.passkeys.get_mut(credential);
        let same = known.filter(|passkey| passkey.data == before);
        Ok(same.map(|passkey| (passkey.data, passkey.used) = (after.to_owned(), at)).is_some())
    }

    async fn label_passkey(&self, person: &str, id: &str, label: &str) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let known = tables.passkeys.called(person, id);
        Ok(known.map(|passkey| label.clone_into(&mut passkey.label)).is_some())
    }

    async fn remove_passkey(&self, person: &str, id: &str) -> Result<Removal, StoreError> {
        let mut tables = self.tables();
        let has_other = tables.passkeys.count(person) > 1 || tables.accounts.opens_without_passkey(person);
        let Some(credential) = tables.passkeys.called(person, id).map(|passkey| passkey.credential.clone())
        else {
            return Ok(Removal::Unknown);
        };
        if !has_other {
            return Ok(Removal::Last);
        }
        tables.passkeys.passkeys.remove(&credential);
        tables.forget_codes(person);
        Ok(Removal::Done)
    }

    async fn hand_over(
        &self,
        game: &str,
        from: &str,
        to: &str,
        events: &[Rewritten],
        overview: &str,
    ) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let tables = &mut *tables;
        for event in events {
            if let Some(known) = tables.events.get_mut(game).and_then(|log| log.get_mut(&event.seq)) {
                (known.data, known.about) = (event.data.clone(), event.about.clone());
            }
        }
        let seats = tables.seats.range_mut((game.to_owned(), 0)..=(game.to_owned(), u8::MAX));
        seats.filter(|(_, holder)| *holder == from).for_each(|(_, holder)| to.clone_into(holder));
        if let Some(row) = tables.games.get_mut(game) {
            overview.clone_into(&mut row.overview);
            if row.to_act.as_deref() == Some(from) {
                row.to_act = Some(to.to_owned());
            }
        }
        Ok(())
    }

    async fn merge_guest(&self, guest: &str, into: &str, name: &str) -> Result<(), StoreError> {
        self.moderation().merge(guest, into);
        let mut tables = self.tables();
        let tables = &mut *tables;
        let said = tables.messages.values_mut().flatten().filter(|message| message.person == guest);
        said.for_each(|message| into.clone_into(&mut message.person));
        let subscriptions = tables.subscriptions.values_mut().filter(|(owner, _)| owner == guest);
        subscriptions.for_each(|(owner, _)| into.clone_into(owner));
        for ((game, mut owner, deadline, step), at) in std::mem::take(&mut tables.reminders) {
            if owner == guest {
                into.clone_into(&mut owner);
            }
            tables.reminders.entry((game, owner, deadline, step)).or_insert(at);
        }
        tables.passkeys.challenges.retain(|_, challenge| challenge.person != guest);
        tables.accounts.take_tokens(guest);
        tables.seeks.retain(|_, seek| seek.person != guest);
        tables.archive.merge(guest, into, name);
        tables.fair_use.merge(guest, into);
        if let Some(known) = tables.people.get_mut(guest) {
            known.vacation = None;
        }
        let before = tables.passkeys.merged.values_mut().filter(|owner| *owner == guest);
        before.for_each(|owner| into.clone_into(owner));
        tables.passkeys.merged.insert(guest.to_owned(), into.to_owned());
        Ok(())
    }

    async fn merged_into(&self, guest: &str) -> Result<Option<String>, StoreError> {
        Ok(self.tables().passkeys.merged.get(guest).cloned())
    }
}
