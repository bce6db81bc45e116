//! A store in memory, for simulations and fuzzing. A simulation's clock advances when all tasks wait, and its
//! result depends only on its seed; SQLite, also in memory, answers from a thread of its own, for which
//! neither would hold.

mod accounts;
mod archive;
mod fair_use;
mod invites;
mod leases;
mod moderation;
mod passkeys;
mod puzzles;
mod ratings;
mod webhooks;

use crate::{
    Append, Appended, Conflict, Events, Facts, Finished, GameRow, Games, Message, Messages, NoticeRow,
    People, Person, Plans, Reminders, Seek, Seeks, Stage, Store, StoreError, StoredEvent, Time,
};
use async_trait::async_trait;
use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{Mutex, MutexGuard, PoisonError},
};

#[derive(Debug, Default)]
pub struct Memory {
    tables: Mutex<Tables>,
    ratings: Mutex<ratings::Tables>,
    moderation: Mutex<moderation::Tables>,
    puzzles: Mutex<puzzles::Tables>,
}

#[derive(Debug, Default)]
pub(crate) struct Tables {
    events: BTreeMap<String, BTreeMap<u64, StoredEvent>>,
    games: BTreeMap<String, GameRow>,
    seats: BTreeMap<(String, u8), String>,
    pub(crate) people: BTreeMap<String, Person>,
    pub(crate) accounts: accounts::Tables,
    passkeys: passkeys::Tables,
    fair_use: fair_use::Tables,
    seeks: BTreeMap<String, Seek>,
    messages: BTreeMap<(String, String), Vec<Message>>,
    plans: BTreeMap<(String, u8), String>,
    subscriptions: BTreeMap<String, (String, String)>,
    reminders: BTreeMap<(String, String, Time, u8), Time>,
    facts: BTreeMap<String, String>,
    finished: Vec<Finished>,
    pub(crate) leases: leases::Tables,
    pub(crate) webhooks: webhooks::Tables,
    pub(crate) invite_codes: BTreeMap<String, crate::InviteCode>,
    pub(crate) archive: archive::ArchiveTables,
}

impl Tables {
    fn append(&mut self, append: &Append) -> Appended {
        let log = self.events.entry(append.game.clone()).or_default();
        if append.events.iter().any(|event| log.contains_key(&event.seq)) {
            return Err(Conflict);
        }
        if append.seeks.iter().any(|seek| !self.seeks.contains_key(seek)) || !self.leases.allow(append) {
            return Err(Conflict);
        }
        append.seeks.iter().for_each(|seek| drop(self.seeks.remove(seek)));
        log.extend(append.events.iter().map(|event| (event.seq, event.clone())));
        if let Some(row) = &append.row
            && self.games.get(&row.id).is_none_or(|known| known.seq <= row.seq)
        {
            self.games.insert(row.id.clone(), row.clone());
        }
        for seat in &append.seats {
            self.seats.insert((append.game.clone(), seat.seat), seat.person.clone());
        }
        if let Some((seat, plan)) = &append.plan {
            self.set_plan(&append.game, *seat, plan.as_deref());
        }
        self.webhooks.deliver(&append.notices);
        if append.finishes {
            let (number, game) = (self.finished.len() as u64 + 1, append.game.clone());
            let at = append.events.last().map_or(0, |event| event.at);
            self.finished.push(Finished { number, game, at });
        }
        Ok(())
    }

    fn set_plan(&mut self, game: &str, seat: u8, plan: Option<&str>) {
        match plan {
            Some(plan) => drop(self.plans.insert((game.to_owned(), seat), plan.to_owned())),
            None => drop(self.plans.remove(&(game.to_owned(), seat))),
        }
    }

    /// The matching games, most recently changed first.
    fn latest(&self, limit: u32, wanted: impl Fn(&GameRow) -> bool) -> Vec<GameRow> {
        let mut rows: Vec<GameRow> = self.games.values().filter(|row| wanted(row)).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.changed));
        rows.truncate(limit as usize);
        rows
    }
}

impl Memory {
    pub(crate) fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn ratings(&self) -> MutexGuard<'_, ratings::Tables> {
        self.ratings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn moderation(&self) -> MutexGuard<'_, moderation::Tables> {
        self.moderation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn puzzles(&self) -> MutexGuard<'_, puzzles::Tables> {
        self.puzzles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All games with the holders of their seats.
    pub(crate) fn games_with_seats(&self) -> Vec<(GameRow, Vec<(u8, String)>)> {
        let tables = self.tables();
        let seats = |row: &GameRow| {
            let own = tables.seats.range((row.id.clone(), 0)..=(row.id.clone(), u8::MAX));
            own.map(|((_, seat), person)| (*seat, person.clone())).collect()
        };
        tables.games.values().map(|row| (row.clone(), seats(row))).collect()
    }

    /// Changes a stored event, simulating disk corruption.
    pub fn damage(&self, game: &str, seq: u64, change: impl FnOnce(&mut StoredEvent)) {
        if let Some(event) = self.tables().events.get_mut(game).and_then(|log| log.get_mut(&seq)) {
            change(event);
        }
    }
}

#[async_trait]
impl Events for Memory {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut tables = self.tables();
        Ok(batch.iter().map(|append| tables.append(append)).collect())
    }

    async fn events(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError> {
        let tables = self.tables();
        let log = tables.events.get(game).into_iter().flat_map(BTreeMap::values);
        Ok(log.filter(|event| event.seq > since).cloned().collect())
    }

    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let tables = self.tables();
        let log = tables.events.get(game).into_iter().flat_map(BTreeMap::values);
        let is_of = |event: &&StoredEvent| {
            event.actor.as_deref() == Some(person) && event.action.as_deref() == Some(action)
        };
        Ok(log.filter(is_of).cloned().collect())
    }
}

#[async_trait]
impl Games for Memory {
    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        Ok(self.tables().games.get(id).cloned())
    }

    async fn games_of(&self, person: &str, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let tables = self.tables();
        let plays = |row: &GameRow| {
            let seats = tables.seats.range((row.id.clone(), 0)..=(row.id.clone(), u8::MAX));
            seats.into_iter().any(|(_, holder)| holder == person)
        };
        Ok(tables.latest(limit, plays))
    }

    async fn current_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        Ok(self.tables().latest(limit, |row| row.stage == Stage::Playing && row.listed))
    }

    async fn live_games(&self) -> Result<Vec<GameRow>, StoreError> {
        let tables = self.tables();
        let live = |row: &&GameRow| row.stage == Stage::Playing && row.live;
        Ok(tables.games.values().filter(live).cloned().collect())
    }

    async fn last_live_event(&self) -> Result<Option<Time>, StoreError> {
        let live = self.live_games().await?;
        let tables = self.tables();
        let logs = live.iter().filter_map(|row| tables.events.get(&row.id));
        Ok(logs.flat_map(BTreeMap::values).map(|event| event.at).max())
    }

    async fn due(
        &self,
        (deadline, id): (Time, &str),
        until: Time,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let tables = self.tables();
        let is_due = |row: &&GameRow| {
            row.deadline.is_some_and(|due| due <= until && (due, row.id.as_str()) > (deadline, id))
        };
        let mut rows: Vec<GameRow> = tables.games.values().filter(is_due).cloned().collect();
        rows.sort_by(|a, b| (a.deadline, &a.id).cmp(&(b.deadline, &b.id)));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    async fn finished(&self, since: u64, limit: u32) -> Result<Vec<Finished>, StoreError> {
        let after = |finished: &&Finished| finished.number > since;
        Ok(self.tables().finished.iter().filter(after).take(limit as usize).cloned().collect())
    }

    async fn count_games(&self) -> Result<u64, StoreError> {
        Ok(self.tables().games.len() as u64)
    }
}

#[async_trait]
impl People for Memory {
    async fn add_person(&self, person: &Person) -> Result<(), StoreError> {
        match self.tables().people.entry(person.id.clone()) {
            Entry::Occupied(_) => Err(StoreError::Damaged(format!("the id {} is taken", person.id))),
            Entry::Vacant(free) => {
                free.insert(person.clone());
                Ok(())
            }
        }
    }

    async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        Ok(self.tables().people.get(id).cloned())
    }

    async fn set_name(&self, person: &str, name: &str) -> Result<(), StoreError> {
        if let Some(person) = self.tables().people.get_mut(person) {
            person.name = name.to_owned();
        }
        Ok(())
    }

    async fn change_vacation(
        &self,
        person: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let found = tables.people.get_mut(person).filter(|person| person.vacation.as_deref() == before);
        Ok(found.map(|person| person.vacation = after.map(str::to_owned)).is_some())
    }
}

#[async_trait]
impl Seeks for Memory {
    async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        self.tables().seeks.insert(seek.id.clone(), seek.clone());
        Ok(())
    }

    async fn change_seek(&self, before: &Seek, after: &Seek) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let found = tables.seeks.get_mut(&before.id).filter(|seek| seek.data == before.data);
        Ok(found.map(|seek| seek.data.clone_from(&after.data)).is_some())
    }

    async fn remove_seek(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.tables().seeks.remove(id).is_some())
    }

    async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let mut seeks: Vec<Seek> = self.tables().seeks.values().cloned().collect();
        seeks.sort_by_key(|seek| seek.created);
        Ok(seeks)
    }
}

#[async_trait]
impl Messages for Memory {
    async fn add_message(&self, game: &str, message: &Message) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let room = tables.messages.entry((game.to_owned(), message.room.clone())).or_default();
        let number = room.len() as u64 + 1;
        room.push(Message { number, ..message.clone() });
        Ok(number)
    }

    async fn messages(&self, game: &str, room: &str, since: u64) -> Result<Vec<Message>, StoreError> {
        let tables = self.tables();
        let all = tables.messages.get(&(game.to_owned(), room.to_owned())).into_iter().flatten();
        Ok(all.filter(|message| message.number > since).cloned().collect())
    }
}

#[async_trait]
impl Plans for Memory {
    async fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> Result<(), StoreError> {
        self.tables().set_plan(game, seat, plan);
        Ok(())
    }

    async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, StoreError> {
        let tables = self.tables();
        let own = tables.plans.range((game.to_owned(), 0)..=(game.to_owned(), u8::MAX));
        Ok(own.map(|((_, seat), plan)| (*seat, plan.clone())).collect())
    }
}

#[async_trait]
impl Reminders for Memory {
    async fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> Result<(), StoreError> {
        let kept = (person.to_owned(), data.to_owned());
        self.tables().subscriptions.insert(endpoint.to_owned(), kept);
        Ok(())
    }

    async fn remove_subscription(&self, endpoint: &str) -> Result<(), StoreError> {
        self.tables().subscriptions.remove(endpoint);
        Ok(())
    }

    async fn subscriptions(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let tables = self.tables();
        let own = tables.subscriptions.values().filter(|(owner, _)| owner == person);
        Ok(own.map(|(_, data)| data.clone()).collect())
    }

    async fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> Result<bool, StoreError> {
        let reminder = (notice.game.clone(), notice.person.clone(), deadline, step);
        let mut tables = self.tables();
        if tables.reminders.insert(reminder, notice.at).is_some() {
            return Ok(false);
        }
        tables.webhooks.deliver(std::slice::from_ref(notice));
        Ok(true)
    }
}

#[async_trait]
impl Facts for Memory {
    async fn fact(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.tables().facts.get(name).cloned())
    }

    async fn add_fact(&self, name: &str, value: &str) -> Result<String, StoreError> {
        Ok(self.tables().facts.entry(name.to_owned()).or_insert_with(|| value.to_owned()).clone())
    }

    async fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.tables().facts.insert(name.to_owned(), value.to_owned());
        Ok(())
    }
}

#[async_trait]
impl Store for Memory {
    async fn close(&self) {}
}
