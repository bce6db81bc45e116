//! Connections of clients. Each has one bounded queue of outgoing messages; a client that does not read fast
//! enough is disconnected, and catches up when it reconnects.

use crate::error::GameError;
use ludoteca_protocol::FromServer;
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
