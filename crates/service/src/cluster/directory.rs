//! The people connected to other nodes. It may be outdated for seconds, in which case a push message is sent
//! although the person is connected, or the other way round.

use super::{Cluster, message::Message};
use crate::{
    Identity, Subscriber,
    bus::Recipient,
    error::GameError,
    subscribers::{Subscribers, json},
};
use ludoteca_protocol::FromServer;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// The most people in one message.
const AT_ONCE: usize = 5000;

#[derive(Debug, Default)]
pub(crate) struct Directory(Mutex<HashMap<String, HashSet<String>>>);

impl Directory {
    fn nodes(&self) -> MutexGuard<'_, HashMap<String, HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn here(&self, node: &str, people: Vec<String>) {
        self.nodes().entry(node.to_owned()).or_default().extend(people);
    }

    pub(super) fn gone(&self, node: &str, people: &[String]) {
        if let Some(known) = self.nodes().get_mut(node) {
            known.retain(|person| !people.contains(person));
        }
    }

    pub(super) fn all(&self, node: &str, people: Vec<String>, first: bool) {
        if first {
            self.nodes().remove(node);
        }
        self.here(node, people);
    }

    /// Removes nodes that are not among these.
    pub(super) fn keep(&self, peers: &[String]) {
        self.nodes().retain(|node, _| peers.contains(node));
    }

    /// The nodes to which a person is connected.
    fn of(&self, person: &str) -> Vec<String> {
        let nodes = self.nodes();
        let with = nodes.iter().filter(|(_, people)| people.contains(person));
        with.map(|(node, _)| node.clone()).collect()
    }
}

/// The connections of people, on all nodes.
#[derive(Clone, Debug)]
pub struct Connections {
    pub(crate) subscribers: Arc<Subscribers>,
    cluster: Option<Arc<Cluster>>,
    /// Another node has changed the seeks.
    seeks_changed: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(cluster: Option<Arc<Cluster>>) -> Connections {
        Connections { subscribers: Arc::default(), cluster, seeks_changed: Arc::default() }
    }

    /// Subscribes a connection to the messages for a person about any game.
    pub fn connect(&self, who: &Identity, subscriber: &Subscriber) {
        if self.subscribers.connect(&who.id, subscriber) {
            self.announce_presence(&who.id, true);
        }
    }

    pub fn disconnect(&self, person: Option<&str>, subscriber: &Subscriber) {
        let was_last = self.subscribers.disconnect(person, subscriber);
        if let Some(person) = person.filter(|_| was_last) {
            self.announce_presence(person, false);
        }
    }

    /// The number of people connected to this node.
    #[must_use]
    pub fn people(&self) -> usize {
        self.subscribers.people()
    }

    /// Whether other nodes serve people too.
    pub(crate) fn are_shared(&self) -> bool {
        self.cluster.is_some()
    }

    /// Tells the other nodes that the seeks in the store have changed.
    pub(crate) fn announce_seeks(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.tell(Recipient::All, &Message::Lobby);
        }
    }

    /// The seeks in the store may differ from those in memory.
    pub(crate) fn seeks_are_outdated(&self) {
        self.seeks_changed.notify_one();
    }

    /// Resolves when the seeks must be read again.
    pub(crate) async fn seeks_changed(&self) {
        self.seeks_changed.notified().await;
    }

    /// Sends a message to all connections of a person on all nodes; returns whether there are any.
    pub(crate) fn notify_person(&self, person: &str, message: &FromServer) -> bool {
        let here = self.subscribers.tell(person, message);
        let Some(cluster) = &self.cluster else { return here };
        let nodes = cluster.directory.of(person);
        if !nodes.is_empty() {
            let text = json(message).to_string();
            let notice = Message::Notice { person: person.to_owned(), text };
            nodes.iter().for_each(|node| cluster.tell(Recipient::Node(node), &notice));
        }
        here || !nodes.is_empty()
    }

    /// Reports to all connections of a person on all nodes that a prepared move could not be played.
    pub(crate) fn notify_plan_refused(&self, person: &str, game: &str, error: GameError) {
        if let Some(cluster) = &self.cluster {
            for node in cluster.directory.of(person) {
                let (person, game, error) = (person.to_owned(), game.to_owned(), error.clone());
                cluster.tell(Recipient::Node(&node), &Message::PlanRefused { person, game, error });
            }
        }
        self.subscribers.tell_plan_refused(person, game, error);
    }

    /// Closes all connections of a person on all nodes.
    pub(crate) fn cut(&self, person: &str) {
        self.subscribers.cut(person);
        if let Some(cluster) = &self.cluster {
            cluster.tell(Recipient::All, &Message::Cut { person: person.to_owned() });
        }
    }

    /// Announces that a person connected to this node, or left it.
    fn announce_presence(&self, person: &str, here: bool) {
        let Some(cluster) = &self.cluster else { return };
        let (node, people) = (cluster.name.clone(), vec![person.to_owned()]);
        let message = if here { Message::Here { node, people } } else { Message::Gone { node, people } };
        cluster.tell(Recipient::All, &message);
    }

    /// Announces all people connected to this node, in case a message was lost.
    pub(crate) fn broadcast_local(&self) {
        let Some(cluster) = &self.cluster else { return };
        let people = self.subscribers.all();
        let mut parts: Vec<&[String]> = people.chunks(AT_ONCE).collect();
        if parts.is_empty() {
            parts.push(&[]);
        }
        for (number, part) in parts.into_iter().enumerate() {
            let (node, people) = (cluster.name.clone(), part.to_vec());
            cluster.tell(Recipient::All, &Message::All { node, people, first: number == 0 });
        }
    }
}
