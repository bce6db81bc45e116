//! What an [`Ownership`](super::Ownership) may ask of the services of its server.

use super::{Message, Operation};
use crate::{Counters, Games, Lobby, error::GameError, followers::Crowd, subscribers::Frame};
use ludoteca_store::GameRow;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The services of one server, for its [`Ownership`](super::Ownership).
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) games: Games,
    pub(crate) lobby: Lobby,
}

impl Node {
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.games.0.counters
    }

    /// Whether this server can serve requests.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.games.check_fit().is_ok()
    }

    /// Runs an operation for a client of another server. The result is JSON.
    pub async fn run(&self, game: &str, operation: Operation) -> Result<Box<RawValue>, GameError> {
        self.games.run_here(game, operation).await
    }

    /// Passes on a message of another server to the clients of this one.
    pub fn receive(&self, message: Message) {
        let (games, subscribers) = (&self.games, &self.games.0.connections.subscribers);
        match message {
            Message::Told { game, audience, text } => {
                if let Some(slot) = games.slot_if_there(&game) {
                    slot.followers.tell(&Frame::Json(text.into()), &audience);
                }
            }
            Message::Events { game, first, last, text } => {
                if let Some(slot) = games.slot_if_there(&game)
                    && !slot.followers.notify_events(first, last, &Frame::Json(text.into()))
                {
                    games.catch_up_soon(&game);
                }
            }
            Message::Notice { person, text } => subscribers.send_frame(&person, &Frame::Json(text.into())),
            Message::PlanRefused { person, game, error } => {
                subscribers.tell_plan_refused(&person, &game, error);
            }
            Message::Cut { person } => subscribers.cut(&person),
            Message::Lobby => self.lobby.changed_elsewhere(),
        }
    }

    /// The followers of a game on another server have changed. Returns the number of the game's last event;
    /// `None`: this server does not own the game.
    pub async fn followers_elsewhere(&self, game: &str, node: &str, followers: Crowd) -> Option<u64> {
        self.games.followers_elsewhere(game, node, followers).await
    }

    /// The followers here of a game that this server does not own, if there are any.
    #[must_use]
    pub fn followers_of(&self, game: &str) -> Option<Crowd> {
        let slot = self.games.slot_if_there(game)?;
        let followers = slot.followers.followers_here();
        (followers != Crowd::default() && !slot.is_owned()).then_some(followers)
    }

    /// All games of other servers that are followed here.
    #[must_use]
    pub fn followed(&self) -> Vec<(String, Crowd)> {
        let slots: Vec<_> =
            self.games.slots().iter().map(|(id, slot)| (id.to_string(), slot.clone())).collect();
        slots.iter().for_each(|(_, slot)| slot.followers.clean());
        slots.into_iter().filter_map(|(id, _)| self.followers_of(&id).map(|crowd| (id, crowd))).collect()
    }

    /// Sends the followers here what they lack of the events up to this number.
    pub async fn catch_up(&self, game: &str, seq: u64) {
        self.games.catch_up_to(game, seq).await;
    }

    /// Loads a game that this server owns or can claim, and sends its followers what they have missed.
    pub async fn load(&self, game: &str) -> Result<(), GameError> {
        self.games.with_game(game, async |_| Ok(())).await
    }

    /// Loads a game whose owner is gone, so that its clocks run and its computers move.
    pub async fn resume(&self, game: &str) -> Result<(), GameError> {
        let resume = async |inside: &mut tokio::sync::MutexGuard<'_, _>| {
            self.games.after(inside);
            Ok(())
        };
        self.games.with_game(game, resume).await
    }

    /// The row of a game that is in memory here.
    pub async fn row(&self, game: &str) -> Option<GameRow> {
        self.games.row_here(game).await
    }

    /// The ids of all people connected to this server.
    #[must_use]
    pub fn people(&self) -> Vec<String> {
        self.games.0.connections.subscribers.all()
    }

    /// Resolves when all operations in progress are stored, so that clients get their responses.
    pub async fn settle(&self) {
        let slots: Vec<_> = self.games.slots().values().map(Arc::clone).collect();
        for slot in slots {
            drop(slot.inside().await);
        }
    }

    /// Unloads all games. Their next requests load them again, here or at another server.
    pub fn unload(&self) {
        self.games.slots().clear();
        self.games.0.state.deadlines.clear();
    }

    /// Reads the seeks again, which other servers may have changed.
    pub async fn read_seeks(&self) {
        self.lobby.reload().await;
    }
}
