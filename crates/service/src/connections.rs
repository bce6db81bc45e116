//! The connections of people, on all servers.

use crate::{
    Identity, Subscriber,
    error::GameError,
    ownership::{Message, Ownership},
    subscribers::{Subscribers, json},
};
use ludoteca_protocol::FromServer;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Connections {
    pub(crate) subscribers: Arc<Subscribers>,
    ownership: Arc<dyn Ownership>,
}

impl Connections {
    pub(crate) fn new(ownership: Arc<dyn Ownership>) -> Connections {
        Connections { subscribers: Arc::default(), ownership }
    }

    /// Subscribes a connection to the messages for a person about any game.
    pub fn connect(&self, who: &Identity, subscriber: &Subscriber) {
        if self.subscribers.connect(&who.id, subscriber) {
            self.ownership.presence_changed(&who.id, true);
        }
    }

    pub fn disconnect(&self, person: Option<&str>, subscriber: &Subscriber) {
        let was_last = self.subscribers.disconnect(person, subscriber);
        if let Some(person) = person.filter(|_| was_last) {
            self.ownership.presence_changed(person, false);
        }
    }

    /// The number of people connected to this server.
    #[must_use]
    pub fn people(&self) -> usize {
        self.subscribers.people()
    }

    /// Sends a message to all connections of a person; returns whether there are any.
    pub(crate) fn notify_person(&self, person: &str, message: &FromServer) -> bool {
        let here = self.subscribers.tell(person, message);
        let text = || json(message).to_string();
        let elsewhere =
            self.tell_nodes_of(person, || Message::Notice { person: person.to_owned(), text: text() });
        here || elsewhere
    }

    /// Reports to all connections of a person that a prepared move could not be played.
    pub(crate) fn notify_plan_refused(&self, person: &str, game: &str, error: GameError) {
        self.tell_nodes_of(person, || Message::PlanRefused {
            person: person.to_owned(),
            game: game.to_owned(),
            error: error.clone(),
        });
        self.subscribers.tell_plan_refused(person, game, error);
    }

    /// Returns whether the person is connected to other servers.
    fn tell_nodes_of(&self, person: &str, message: impl FnOnce() -> Message) -> bool {
        let nodes = self.ownership.nodes_of(person);
        if !nodes.is_empty() {
            let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
            self.ownership.tell(&nodes, &message());
        }
        !nodes.is_empty()
    }

    /// Closes all connections of a person.
    pub(crate) fn cut(&self, person: &str) {
        self.subscribers.cut(person);
        self.ownership.broadcast(&Message::Cut { person: person.to_owned() });
    }
}
