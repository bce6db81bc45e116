//! Connections of clients. Each has one bounded queue of outgoing messages; a client that does not read fast
//! enough is disconnected, and catches up when it reconnects.

use crate::{environment::Millis, error::GameError};
use ludoteca_protocol::{EventView, FromServer, SeekView};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::sync::mpsc;

/// The most messages queued for a connection.
const WAITING: usize = 256;

/// A message to a client is shorter than this, in bytes: a socket with more unsent data is closed.
pub const LONGEST_FRAME: usize = 512 * 1024;
/// The most events, and the most seeks, in one message.
const MAX_EVENTS: usize = 1000;
const MAX_SEEKS: usize = 700;

/// A message to clients.
#[derive(Clone, Debug)]
pub enum Frame {
    /// JSON of a `FromServer`, serialized once for all recipients.
    Json(Arc<str>),
    /// A prepared move of the recipient could not be played.
    PlanRefused { game: Arc<str>, error: Arc<GameError> },
}

/// The sending half of one client connection.
#[derive(Clone, Debug)]
pub struct Subscriber {
    pub(crate) id: u64,
    sender: mpsc::Sender<Frame>,
    /// The queue overflowed, so the client must reconnect.
    late: Arc<AtomicBool>,
}

impl Subscriber {
    #[must_use]
    pub fn new() -> (Subscriber, mpsc::Receiver<Frame>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (sender, receiver) = mpsc::channel(WAITING);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        (Subscriber { id, sender, late: Arc::default() }, receiver)
    }

    /// Queues a message; if the queue is full, marks the connection to be closed instead.
    pub(crate) fn tell(&self, heard: &Frame) {
        if !self.is_late() && self.sender.try_send(heard.clone()).is_err() {
            self.late.store(true, Ordering::Relaxed);
        }
    }

    pub fn say(&self, message: &FromServer) {
        self.tell(&Frame::Json(json(message)));
    }

    /// Sends events of a game, at least one message.
    pub(crate) fn say_events(&self, game: &str, events: &[EventView], at: Millis) {
        let mut rest = events;
        loop {
            let (some, more) = rest.split_at(rest.len().min(MAX_EVENTS));
            self.say(&FromServer::Events { game: game.to_owned(), events: some.to_vec(), at });
            if more.is_empty() {
                return;
            }
            rest = more;
        }
    }

    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Whether the connection is closed, or about to be.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_late() || self.sender.is_closed()
    }
}

pub(crate) fn json(message: &FromServer) -> Arc<str> {
    // Only maps with keys that are not text fail to serialize, and no message has one.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The newest seeks of the lobby, in order.
pub(crate) fn lobby_message(mut seeks: Vec<SeekView>) -> FromServer {
    seeks.drain(..seeks.len().saturating_sub(MAX_SEEKS));
    FromServer::Lobby { seeks }
}

/// Connections by person, for messages about any of their games; and those that watch the lobby.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    people: Mutex<HashMap<String, Vec<Subscriber>>>,
    lobby: Mutex<Vec<Subscriber>>,
}

impl Subscribers {
    /// Returns whether it is the first connection of the person.
    pub(crate) fn connect(&self, person: &str, subscriber: &Subscriber) -> bool {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let own = people.entry(person.to_owned()).or_default();
        own.push(subscriber.clone());
        own.len() == 1
    }

    /// Returns whether it was the last connection of the person.
    pub(crate) fn disconnect(&self, person: Option<&str>, subscriber: &Subscriber) -> bool {
        let mut last = false;
        if let Some(person) = person {
            let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(own) = people.get_mut(person) {
                own.retain(|other| other.id != subscriber.id);
                last = own.is_empty();
                if last {
                    people.remove(person);
                }
            }
        }
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other.id != subscriber.id);
        last
    }

    /// Sends a message to all connections of a person; returns whether there are any.
    pub(crate) fn tell(&self, person: &str, message: &FromServer) -> bool {
        let people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(own) = people.get(person) else { return false };
        let heard = Frame::Json(json(message));
        own.iter().for_each(|subscriber| subscriber.tell(&heard));
        true
    }

    /// Sends a message serialized by another node to all connections of a person.
    pub(crate) fn send_frame(&self, person: &str, heard: &Frame) {
        let people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        people.get(person).into_iter().flatten().for_each(|subscriber| subscriber.tell(heard));
    }

    pub(crate) fn tell_plan_refused(&self, person: &str, game: &str, error: GameError) {
        self.send_frame(person, &Frame::PlanRefused { game: game.into(), error: Arc::new(error) });
    }

    /// The ids of all connected people.
    pub(crate) fn all(&self) -> Vec<String> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Closes all connections of a person; those with a valid token reconnect and authenticate again.
    pub(crate) fn cut(&self, person: &str) {
        let own = self.people.lock().unwrap_or_else(PoisonError::into_inner).remove(person);
        for subscriber in own.into_iter().flatten() {
            subscriber.say(&FromServer::Bye { reason: "authenticate again".to_owned() });
            subscriber.late.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn watch_lobby(&self, subscriber: &Subscriber) {
        let mut lobby = self.lobby.lock().unwrap_or_else(PoisonError::into_inner);
        lobby.retain(|other| other.id != subscriber.id && !other.is_gone());
        lobby.push(subscriber.clone());
    }

    pub(crate) fn notify_lobby(&self, message: &FromServer) {
        let mut lobby = self.lobby.lock().unwrap_or_else(PoisonError::into_inner);
        lobby.retain(|subscriber| !subscriber.is_gone());
        if !lobby.is_empty() {
            let heard = Frame::Json(json(message));
            lobby.iter().for_each(|subscriber| subscriber.tell(&heard));
        }
    }

    /// The number of connected people.
    pub(crate) fn people(&self) -> usize {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_protocol::{RatingView, UserView};
    use serde_json::{Value, json};

    #[test]
    fn a_long_game_is_sent_in_messages_that_a_socket_has_room_for() {
        let event = |seq: u64| {
            let event = json!({ "seq": seq, "at": 1_789_000_000_000_u64, "type": "moved", "seat": 1,
                "move": "a long move of some game", "spent": 3_600_000, "left": [86_400_000, 86_400_000],
                "actor": "r7xw3kqj5vda", "text": "and more than any event has".repeat(4) });
            EventView::new(event.to_string()).unwrap()
        };
        let events: Vec<EventView> = (1..=2500).map(event).collect();
        let (subscriber, mut heard) = Subscriber::new();
        subscriber.say_events("game", &events, 7);
        subscriber.say_events("game", &[], 8);
        let mut numbers = Vec::new();
        while let Ok(Frame::Json(frame)) = heard.try_recv() {
            assert!(frame.len() < LONGEST_FRAME, "{} bytes", frame.len());
            let message: Value = serde_json::from_str(&frame).unwrap();
            assert_eq!((&message["type"], &message["game"]), (&json!("events"), &json!("game")));
            let events = message["events"].as_array().unwrap();
            numbers.push(events.iter().map(|event| event["seq"].as_u64().unwrap()).collect::<Vec<_>>());
        }
        assert_eq!(numbers.iter().map(Vec::len).collect::<Vec<_>>(), [1000, 1000, 500, 0]);
        assert!(numbers.concat().into_iter().eq(1..=2500));
    }

    #[test]
    fn a_full_lobby_is_a_message_that_a_socket_has_room_for() {
        let seek = |number: usize| {
            let seek = json!({
                "game": "one-piece-for-two", "players": 2, "options": { "columns": "10", "rows": "10", "pieces": "50" },
                "clock": { "system": "byo-yomi", "initial": 86_400_500, "periods": 10,
                    "period": 3_600_500 },
                "rated": true, "rating_range": { "min": 1000, "max": 4000 }, "seat": 1, "match": 2 });
            let name = "\u{1f600}".repeat(20);
            SeekView {
                id: format!("seek-{number:05}"),
                user: UserView { id: "r7xw3kqj5vda".to_owned(), name, bot: false },
                seek: serde_json::from_value(seek).unwrap(),
                guest: false,
                rating: Some(RatingView { value: 1800, provisional: true }),
                missing: 1,
                started: None,
            }
        };
        let message = lobby_message((0..5000).map(seek).collect());
        let frame = super::json(&message);
        assert!(frame.len() < LONGEST_FRAME, "{} bytes", frame.len());
        let FromServer::Lobby { seeks } = message else { panic!("{message:?}") };
        assert_eq!((seeks.len(), seeks[0].id.as_str()), (MAX_SEEKS, "seek-04300"));
        assert_eq!(seeks.last().unwrap().id, "seek-04999", "the newest");
    }
}
