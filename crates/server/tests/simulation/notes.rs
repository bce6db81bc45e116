//! The answers that the devices of a world got, to be compared with what is stored.

use ludoteca_contest::Event;
use ludoteca_protocol::Problem;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

/// An action that was confirmed to a device.
#[derive(Clone, Debug)]
pub(crate) struct Confirmed {
    pub(crate) game: String,
    pub(crate) person: String,
    pub(crate) id: String,
    pub(crate) action: Value,
    /// The number that the server returned.
    pub(crate) seq: u64,
    /// When it was first sent and when the answer arrived, by the world's age.
    pub(crate) sent: u64,
    pub(crate) confirmed: u64,
}

/// An action that was rejected.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) game: String,
    pub(crate) person: String,
    pub(crate) id: String,
    pub(crate) action: Value,
    pub(crate) problem: Problem,
}

/// A working connection, from when to when by the world's age.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    pub(crate) person: String,
    pub(crate) game: String,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Noted>);

#[derive(Debug, Default)]
pub(crate) struct Noted {
    pub(crate) confirmed: Vec<Confirmed>,
    pub(crate) presence: Vec<Presence>,
    /// The events that each device had of each game when it left the game.
    pub(crate) held: Vec<(String, String, Vec<Event>)>,
    pub(crate) next: BTreeMap<String, String>,
    pub(crate) refused: Vec<Refused>,
    /// The number of rejections, by reason.
    pub(crate) reasons: BTreeMap<String, u32>,
}

impl Notes {
    pub(crate) fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap()
    }

    pub(crate) fn confirmed(&self, confirmed: Confirmed) {
        self.noted().confirmed.push(confirmed);
    }

    pub(crate) fn present(&self, presence: Presence) {
        self.noted().presence.push(presence);
    }

    pub(crate) fn held(&self, device: &str, game: &str, events: Vec<Event>) {
        self.noted().held.push((device.to_owned(), game.to_owned(), events));
    }

    pub(crate) fn refused(&self, key: &str, refused: Option<Refused>) {
        let mut noted = self.noted();
        *noted.reasons.entry(key.to_owned()).or_default() += 1;
        noted.refused.extend(refused);
    }

    /// A game has one next game.
    pub(crate) fn rematch(&self, game: &str, next: &str) {
        let mut noted = self.noted();
        let known = noted.next.entry(game.to_owned()).or_insert_with(|| next.to_owned());
        assert_eq!(known, next, "the next game of {game}");
    }
}

/// An event as the contest knows it, without what the server adds.
pub(crate) fn plain(mut event: Value) -> Event {
    if let Some(fields) = event.as_object_mut() {
        for added in ["made", "user", "level", "position", "left_ms", "result"] {
            fields.remove(added);
        }
    }
    serde_json::from_value(event).unwrap()
}
