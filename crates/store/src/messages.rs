//! Chat messages.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// A chat message of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Either `players` or `spectators`.
    pub room: String,
    /// 1, 2, 3 and so on within the room; ignored when a message is added.
    pub number: u64,
    pub at: Time,
    pub person: String,
    pub text: String,
}

#[async_trait]
pub trait Messages: fmt::Debug + Send + Sync + 'static {
    /// Adds a message to a room of a game and returns its number in that room.
    async fn add_message(&self, game: &str, message: &Message) -> Result<u64, StoreError>;
    /// The messages of a room after a number, in order.
    async fn messages(&self, game: &str, room: &str, since: u64) -> Result<Vec<Message>, StoreError>;
}
