//! Who is told what. A connection has one bounded queue for everything it hears; one that does not read fast
//! enough is closed, and catches up when it comes again.

use ludoteca_protocol::FromServer;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::sync::mpsc;

/// The most messages that wait for a connection.
const WAITING: usize = 256;

/// What a connection hears: JSON, written once for all who hear it.
pub(crate) type Frame = Arc<str>;

/// One connection, as those see it who have something to tell.
#[derive(Clone, Debug)]
pub(crate) struct Subscriber {
    pub(crate) id: u64,
    sender: mpsc::Sender<Frame>,
    /// It was too slow, and must come again.
    late: Arc<AtomicBool>,
}

impl Subscriber {
    pub(crate) fn new() -> (Subscriber, mpsc::Receiver<Frame>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (sender, receiver) = mpsc::channel(WAITING);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        (Subscriber { id, sender, late: Arc::default() }, receiver)
    }

    /// Tells something; a connection that is full hears nothing any more.
    pub(crate) fn tell(&self, heard: &Frame) {
        if !self.is_late() && self.sender.try_send(Arc::clone(heard)).is_err() {
            self.late.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn say(&self, message: &FromServer) {
        self.tell(&written(message));
    }

    pub(crate) fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Whether the connection is gone, or will be closed.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_late() || self.sender.is_closed()
    }
}

/// A message as JSON.
pub(crate) fn written(message: &FromServer) -> Frame {
    // No message has keys that are not text, which alone could fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Connections by person, for what concerns somebody in any game; and those that watch the lobby.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    people: Mutex<HashMap<String, Vec<Subscriber>>>,
    lobby: Mutex<Vec<Subscriber>>,
}

impl Subscribers {
    /// Whether it is the first connection of the person.
    pub(crate) fn connect(&self, person: &str, subscriber: &Subscriber) -> bool {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let own = people.entry(person.to_owned()).or_default();
        own.push(subscriber.clone());
        own.len() == 1
    }

    /// Whether it was the last connection of the person.
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

    /// Tells a person on all their connections; whether there were any.
    pub(crate) fn tell(&self, person: &str, message: &FromServer) -> bool {
        let people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(own) = people.get(person) else { return false };
        let heard = written(message);
        own.iter().for_each(|subscriber| subscriber.tell(&heard));
        true
    }

    /// Tells a person on all their connections what another node has written.
    pub(crate) fn send_frame(&self, person: &str, heard: &Frame) {
        let people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        people.get(person).into_iter().flatten().for_each(|subscriber| subscriber.tell(heard));
    }

    /// Everybody who is connected.
    pub(crate) fn all(&self) -> Vec<String> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Ends all connections of a person: those who may come again do, and say who they are.
    pub(crate) fn cut(&self, person: &str) {
        let own = self.people.lock().unwrap_or_else(PoisonError::into_inner).remove(person);
        for subscriber in own.into_iter().flatten() {
            subscriber.say(&FromServer::Bye { reason: "say again who you are".to_owned() });
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
            let heard = written(message);
            lobby.iter().for_each(|subscriber| subscriber.tell(&heard));
        }
    }

    /// How many people are connected.
    pub(crate) fn people(&self) -> usize {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
