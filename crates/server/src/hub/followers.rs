//! Those who follow a game on this server, whoever owns the game. Everybody hears each event once and in
//! order: whoever has missed one is told from the store.

use super::{
    active::Holder,
    environment::Millis,
    subscribers::{Frame, Subscriber},
};
use ludoteca_protocol::{EventView, FromServer};
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(crate) struct Followers(Mutex<Vec<Follower>>);

#[derive(Debug)]
struct Follower {
    subscriber: Subscriber,
    /// Who it is; `None`: a stranger.
    person: Option<String>,
    /// The number of the last event it was told; `None`: it is being told what it has missed.
    told: Option<u64>,
    /// The number of the last event that has happened meanwhile.
    seen: u64,
}

/// Who hears a message.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Audience {
    /// Who sits on the seats, and whether they hear it or all others; `None`: everybody does.
    pub(crate) room: Option<(Vec<String>, bool)>,
    /// Those who do not want to hear the speaker.
    pub(crate) deaf: Vec<String>,
}

impl Audience {
    fn has(&self, person: Option<&str>) -> bool {
        let among = |people: &[String]| person.is_some_and(|person| people.iter().any(|one| one == person));
        let in_room = self.room.as_ref().is_none_or(|(seated, players)| among(seated) == *players);
        in_room && !among(&self.deaf)
    }
}

/// How many follow a game somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Crowd {
    /// Those who are known, once for each of their connections.
    pub(crate) people: Vec<String>,
    pub(crate) strangers: u32,
}

impl Crowd {
    pub(crate) fn has(&self, person: &str) -> bool {
        self.people.iter().any(|one| one == person)
    }

    /// How many of them do not play.
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

    /// Adds a connection that must be told first what it has missed.
    pub(crate) fn announce(&self, subscriber: &Subscriber, person: Option<&str>) {
        let mut all = self.all();
        let person = person.map(str::to_owned);
        match all.iter_mut().find(|follower| follower.subscriber.id == subscriber.id) {
            Some(follower) => follower.told = None,
            None => all.push(Follower { subscriber: subscriber.clone(), person, told: None, seen: 0 }),
        }
    }

    /// Adds a connection that was told everything up to this number; false when it was there already.
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

    /// An announced connection was told everything up to this number; false when more has happened since.
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

    /// Takes a connection away; false when it was not there.
    pub(crate) fn remove(&self, subscriber: &Subscriber) -> bool {
        let mut all = self.all();
        let before = all.len();
        all.retain(|follower| follower.subscriber.id != subscriber.id);
        all.len() < before
    }

    /// Takes away those that are gone.
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

    /// Tells of events with these numbers; false when somebody has missed others before them.
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

    /// The last number that everybody was told, where somebody has missed an event up to this one.
    pub(crate) fn behind(&self, last: u64) -> Option<u64> {
        self.all().iter().filter_map(|follower| follower.told).min().filter(|told| *told < last)
    }

    /// Tells everybody what they have missed of these events, which begin after `since`.
    pub(crate) fn catch_up(&self, game: &str, since: u64, events: &[EventView], at: Millis) {
        let last = since + events.len() as u64;
        for follower in self.all().iter_mut() {
            let Some(told) = follower.told.filter(|told| (since..last).contains(told)) else { continue };
            let events = events[(told - since) as usize..].to_vec();
            follower.subscriber.say(&FromServer::Events { game: game.to_owned(), events, at });
            follower.told = Some(last);
        }
    }
}
