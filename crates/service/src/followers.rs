//! The followers of a game on this node, whichever node owns it. Each connection gets every event once and in
//! order; missed events are read from the store.

use super::{
    active::Holder,
    environment::Millis,
    subscribers::{Frame, Subscriber},
};
use ludoteca_protocol::EventView;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(crate) struct Followers(Mutex<Vec<Follower>>);

#[derive(Debug)]
struct Follower {
    subscriber: Subscriber,
    /// The user; `None` if anonymous.
    person: Option<String>,
    /// The number of the last event sent; `None` while missed events are being sent.
    told: Option<u64>,
    /// The number of the last event that has happened meanwhile.
    seen: u64,
}

/// The recipients of a message.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Audience {
    /// The players' ids, and whether they or all others receive it; `None`: everyone does.
    pub(crate) room: Option<(Vec<String>, bool)>,
    /// Users who have blocked the sender.
    pub(crate) deaf: Vec<String>,
}

impl Audience {
    fn has(&self, person: Option<&str>) -> bool {
        let among = |people: &[String]| person.is_some_and(|person| people.iter().any(|one| one == person));
        let in_room = self.room.as_ref().is_none_or(|(seated, players)| among(seated) == *players);
        in_room && !among(&self.deaf)
    }
}

/// The followers of a game on one node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Crowd {
    /// Authenticated followers, once for each of their connections.
    pub(crate) people: Vec<String>,
    pub(crate) strangers: u32,
}

impl Crowd {
    pub(crate) fn has(&self, person: &str) -> bool {
        self.people.iter().any(|one| one == person)
    }

    /// The number of followers who are not players.
    pub(crate) fn spectators(&self, holders: &[Holder]) -> u32 {
        let plays = |person: &&String| {
            holders.iter().any(|holder| matches!(holder, Holder::User(user) if user.id == **person))
        };
        self.strangers + (self.people.len() - self.people.iter().filter(plays).count()) as u32
    }
}

impl Followers {
    fn all(&self) -> MutexGuard<'_, Vec<Follower>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Adds a connection that must first receive what it has missed.
    pub(crate) fn announce(&self, subscriber: &Subscriber, person: Option<&str>) {
        let mut all = self.all();
        let person = person.map(str::to_owned);
        match all.iter_mut().find(|follower| follower.subscriber.id == subscriber.id) {
            Some(follower) => follower.told = None,
            None => all.push(Follower { subscriber: subscriber.clone(), person, told: None, seen: 0 }),
        }
    }

    /// Adds a connection that has all events up to this number; false if it was there already.
    pub(crate) fn add(&self, subscriber: &Subscriber, person: Option<&str>, told: u64) -> bool {
        let mut all = self.all();
        match all.iter_mut().find(|follower| follower.subscriber.id == subscriber.id) {
            Some(follower) => follower.told.replace(told).is_none(),
            None => {
                let person = person.map(str::to_owned);
                all.push(Follower { subscriber: subscriber.clone(), person, told: Some(told), seen: told });
                true
            }
        }
    }

    /// An announced connection has all events up to this number; false if more have happened since.
    pub(crate) fn arrived(&self, subscriber: &Subscriber, told: u64) -> bool {
        match self.all().iter_mut().find(|follower| follower.subscriber.id == subscriber.id) {
            Some(follower) if follower.seen > told => false,
            Some(follower) => {
                follower.told = Some(told);
                true
            }
            None => true,
        }
    }

    /// Removes a connection; false if it was not there.
    pub(crate) fn remove(&self, subscriber: &Subscriber) -> bool {
        let mut all = self.all();
        let before = all.len();
        all.retain(|follower| follower.subscriber.id != subscriber.id);
        all.len() < before
    }

    /// Removes connections that are closed.
    pub(crate) fn clean(&self) {
        self.all().retain(|follower| !follower.subscriber.is_gone());
    }

    pub(crate) fn followers_here(&self) -> Crowd {
        let all = self.all();
        let people: Vec<String> = all.iter().filter_map(|follower| follower.person.clone()).collect();
        let strangers = (all.len() - people.len()) as u32;
        Crowd { people, strangers }
    }

    pub(crate) fn has(&self, person: &str) -> bool {
        self.all().iter().any(|follower| follower.person.as_deref() == Some(person))
    }

    pub(crate) fn tell(&self, heard: &Frame, audience: &Audience) {
        let all = self.all();
        let those = all.iter().filter(|follower| audience.has(follower.person.as_deref()));
        those.for_each(|follower| follower.subscriber.tell(heard));
    }

    /// Sends events with these numbers; false if a follower lacks earlier ones.
    pub(crate) fn notify_events(&self, first: u64, last: u64, heard: &Frame) -> bool {
        let mut complete = true;
        for follower in self.all().iter_mut() {
            follower.seen = follower.seen.max(last);
            match follower.told {
                Some(told) if told + 1 == first => {
                    follower.subscriber.tell(heard);
                    follower.told = Some(last);
                }
                Some(told) if told < last => complete = false,
                _ => {}
            }
        }
        complete
    }

    /// The last number that all followers have, if one of them lacks an event up to `last`.
    pub(crate) fn behind(&self, last: u64) -> Option<u64> {
        self.all().iter().filter_map(|follower| follower.told).min().filter(|told| *told < last)
    }

    /// Sends each follower what it lacks of these events, which begin after `since`.
    pub(crate) fn catch_up(&self, game: &str, since: u64, events: &[EventView], at: Millis) {
        let last = since + events.len() as u64;
        for follower in self.all().iter_mut() {
            let Some(told) = follower.told.filter(|told| (since..last).contains(told)) else { continue };
            follower.subscriber.say_events(game, &events[(told - since) as usize..], at);
            follower.told = Some(last);
        }
    }
}
