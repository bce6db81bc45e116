//! Ownership of games, where several servers share one database.
//!
//! A server is a *node* and holds a lease, which it renews every second; expiry is measured by the database's
//! clock only. A game in memory has exactly one owner. Once the owner's lease has expired, or the owner has
//! released the game, another node may claim it, which increments the game's epoch. Every write to a game
//! carries the epoch ([`Fence`](crate::Fence)), so a node that was paused and has lost its lease without
//! noticing cannot write.

use crate::{Fence, StoreError, Time};
use async_trait::async_trait;
use std::{fmt, sync::Arc};

/// Leases of nodes and games.
#[async_trait]
pub trait Leases: fmt::Debug + Send + Sync + 'static {
    async fn standing(&self) -> Result<ClusterState, StoreError>;

    /// Starts a node's lease, which lasts this many milliseconds.
    async fn begin(&self, node: &str, lasts: Time) -> Result<ClusterState, StoreError>;

    /// Renews the lease; `None` if it has expired, in which case games may have new owners. `hears` says
    /// whether the node receives messages from the others.
    async fn renew(&self, node: &str, hears: bool, lasts: Time) -> Result<Option<ClusterState>, StoreError>;

    /// Ends the lease: other nodes may claim all games of this node at once.
    async fn end(&self, node: &str) -> Result<(), StoreError>;

    /// Makes a node the owner of a game unless another live node owns it.
    async fn claim(&self, game: &str, node: &Arc<str>) -> Result<ClaimOutcome, StoreError>;

    /// Claims some games whose owners' leases have expired.
    async fn claim_orphans(&self, node: &Arc<str>, limit: u32) -> Result<Vec<(String, Held)>, StoreError>;

    /// Releases games that leave their owner's memory; finished games no longer need an epoch.
    async fn release(&self, games: &[Released]) -> Result<(), StoreError>;

    /// The live owners of these games, where there is one.
    async fn owners(&self, games: &[String]) -> Result<Vec<(String, String)>, StoreError>;

    /// Drops all connections and opens new ones: connections that hang after a network failure would keep
    /// hanging.
    async fn reconnect(&self) -> Result<(), StoreError>;
}

/// The state of all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterState {
    /// The time by the database's clock.
    pub now: Time,
    /// The nodes with a valid lease.
    pub nodes: Vec<Node>,
    /// When the most recent of the expired leases was last renewed.
    pub last_seen: Option<Time>,
}

/// A server of the cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The name of its lease.
    pub id: String,
    /// Whether it receives messages from the others.
    pub hears: bool,
}

/// The result of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// This node owns the game.
    Ours(Held),
    /// Another live node owns the game.
    Theirs(String),
}

/// A game that this node owns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub fence: Fence,
    /// When the previous owner was last alive, if it disappeared without releasing the game.
    pub away_since: Option<Time>,
}

/// A game that its owner releases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Released {
    pub game: String,
    /// The fence under which it was owned.
    pub fence: Fence,
    pub over: bool,
}
