//! Who owns which game, where several servers share one database.
//!
//! A server is a *node* and has a lease, which it renews every second; by the clock of the database, so that
//! no other clock matters. A game that is in memory has one owner. When the lease of the owner has run out,
//! or the owner has let go of the game, another node may claim it, and the game's epoch grows. Whatever is
//! written into a game carries the epoch ([`Fence`](crate::Fence)), so a node that was away for a while and
//! does not know it cannot write.

#[cfg(feature = "memory")]
pub(crate) mod memory;
mod postgres;

use crate::{Fence, StoreError, Time};
use async_trait::async_trait;
use std::{fmt, sync::Arc};

/// Leases of nodes and games.
#[async_trait]
pub trait Leases: fmt::Debug + Send + Sync + 'static {
    async fn standing(&self) -> Result<ClusterState, StoreError>;

    /// Begins the lease of a node, for so many milliseconds.
    async fn begin(&self, node: &str, lasts: Time) -> Result<ClusterState, StoreError>;

    /// Goes on with it; `None` when it has run out, and games may have other owners by now. `hears` says
    /// whether the node hears the others.
    async fn renew(&self, node: &str, hears: bool, lasts: Time) -> Result<Option<ClusterState>, StoreError>;

    /// Ends it: others may claim all games of this node at once.
    async fn end(&self, node: &str) -> Result<(), StoreError>;

    /// Makes a node the owner of a game if it has no other that is there.
    async fn claim(&self, game: &str, node: &Arc<str>) -> Result<ClaimOutcome, StoreError>;

    /// Makes a node the only owner of some games whose owners are gone.
    async fn claim_orphans(&self, node: &Arc<str>, limit: u32) -> Result<Vec<(String, Held)>, StoreError>;

    /// Lets go of games that leave the memory of their owner; those that are over need no epoch any more.
    async fn release(&self, games: &[Released]) -> Result<(), StoreError>;

    /// The owners of some games, as far as they have one that is there.
    async fn owners(&self, games: &[String]) -> Result<Vec<(String, String)>, StoreError>;

    /// Gives up all connections and makes new ones: those that hang since the network was cut would hang on.
    async fn reconnect(&self) -> Result<(), StoreError>;
}

/// How the nodes stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterState {
    /// The time of the database.
    pub now: Time,
    /// All nodes whose lease lasts.
    pub nodes: Vec<Node>,
    /// When the last of all whose leases have run out was there.
    pub last_seen: Option<Time>,
}

/// A server among others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The name of its lease.
    pub id: String,
    /// Whether it hears the others.
    pub hears: bool,
}

/// What came of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// The game is ours.
    Ours(Held),
    /// It has this owner, who is there.
    Theirs(String),
}

/// A game that is ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub fence: Fence,
    /// When its owner before was last there, where it went away without letting go of the game.
    pub away_since: Option<Time>,
}

/// A game that its owner lets go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Released {
    pub game: String,
    /// As whom it was held.
    pub fence: Fence,
    pub over: bool,
}
