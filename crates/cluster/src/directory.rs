//! The people connected to other nodes. It may be outdated for seconds, in which case a push message is sent
//! although the person is connected, or the other way round.

use super::{Cluster, message::Notification};
use ludoteca_service::ownership::Node;
use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The most people in one message.
const AT_ONCE: usize = 5000;

#[derive(Debug, Default)]
pub(crate) struct Directory(Mutex<HashMap<String, HashSet<String>>>);

impl Directory {
    fn nodes(&self) -> MutexGuard<'_, HashMap<String, HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn here(&self, node: &str, people: Vec<String>) {
        self.nodes().entry(node.to_owned()).or_default().extend(people);
    }

    pub(crate) fn gone(&self, node: &str, people: &[String]) {
        if let Some(known) = self.nodes().get_mut(node) {
            known.retain(|person| !people.contains(person));
        }
    }

    pub(crate) fn all(&self, node: &str, people: Vec<String>, first: bool) {
        if first {
            self.nodes().remove(node);
        }
        self.here(node, people);
    }

    /// Removes nodes that are not among these.
    pub(crate) fn keep(&self, peers: &[String]) {
        self.nodes().retain(|node, _| peers.contains(node));
    }

    /// The nodes to which a person is connected.
    pub(crate) fn of(&self, person: &str) -> Vec<String> {
        let nodes = self.nodes();
        let with = nodes.iter().filter(|(_, people)| people.contains(person));
        with.map(|(node, _)| node.clone()).collect()
    }
}

impl Cluster {
    /// Announces all people connected to this node, in case a message was lost.
    pub(crate) fn announce_people(&self, node: &Node) {
        let people = node.people();
        let mut parts: Vec<&[String]> = people.chunks(AT_ONCE).collect();
        if parts.is_empty() {
            parts.push(&[]);
        }
        for (number, part) in parts.into_iter().enumerate() {
            let (node, people) = (self.name.clone(), part.to_vec());
            self.notify_all(&Notification::All { node, people, first: number == 0 });
        }
    }
}
