//! Several servers on one database. Each is a *node*; any node serves any client. A game in memory has one
//! owner (crate store, `leases`); other nodes forward requests to it and receive the game's events from it.
//! [`Cluster`] is the [`Ownership`] of such a server.
//!
//! A node that cannot be sure of its lease, or receives no messages while others do, steps aside: it unloads
//! all games and closes its connections, and other nodes take the games over. It rejoins automatically.

pub mod bus;
mod clock;
mod directory;
mod followers;
mod forward;
mod lease;
mod message;
mod receive;
mod row;

pub use clock::ClusterClock;

use async_trait::async_trait;
use bus::{Bus, Incoming, NoReply, Recipient};
use directory::Directory;
use futures_util::stream::BoxStream;
use ludoteca_service::{
    Crowd, GameError, Unavailable,
    ownership::{Message, Node, Operation, Ownership, Standing},
    rate_limit::RateLimits,
};
use ludoteca_store::{
    Append, ClaimOutcome, ClusterState, Fence, GameRow, Held, Leases, Log, LogError, Released, Store,
    StoreError,
};
use message::Notification;
use serde::Serialize;
use serde_json::value::RawValue;
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use thiserror::Error;
use tokio::{
    sync::{Notify, watch},
    task::JoinHandle,
    time::Instant,
};

/// Lifetime of a lease in milliseconds, by the database's clock.
const LEASE: i64 = 5000;
/// How long a node trusts its own lease after requesting it; a little less than `LEASE`.
const TRUSTED: Duration = Duration::from_millis(4000);
/// The most owners of other games kept in memory.
const MAX_KNOWN: usize = 200_000;

/// What a server needs to join a cluster.
#[derive(Clone)]
pub struct Joining {
    pub leases: Arc<dyn Leases>,
    pub bus: Arc<dyn Bus>,
    /// The name of this server in the cluster; names are never reused.
    pub name: String,
    pub clock: Arc<ClusterClock>,
}

impl fmt::Debug for Joining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Joining").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why a server cannot join a cluster.
#[derive(Debug, Error)]
pub enum JoinError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Bus(#[from] NoReply),
}

/// This node's view of the cluster.
pub struct Cluster {
    leases: Arc<dyn Leases>,
    bus: Arc<dyn Bus>,
    name: String,
    clock: Arc<ClusterClock>,
    /// The state of the cluster when this node joined.
    joined: ClusterState,
    /// Messages for this node, until they are handled.
    incoming: Mutex<Option<BoxStream<'static, Incoming>>>,
    lease: Mutex<Lease>,
    /// The number of leases started. Each has a name of its own, so that games of an earlier one are orphans.
    leases_begun: AtomicU64,
    /// Whether this node may own games.
    fit: watch::Sender<bool>,
    /// It is shutting down, and does not rejoin.
    leaving: AtomicBool,
    /// Last known owners of games that are not ours.
    owners: Mutex<HashMap<String, String>>,
    /// Games claimed but not loaded yet, and duties.
    claimed: Mutex<HashMap<String, Held>>,
    /// The other live nodes.
    peers: Mutex<Vec<String>>,
    directory: Directory,
    /// Signals that games may have been released.
    orphans: Notify,
    rate_limits: OnceLock<Arc<RateLimits>>,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("name", &self.name).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Lease {
    id: Arc<str>,
    until: Instant,
}

impl Cluster {
    /// Starts a lease, and to receive messages.
    ///
    /// # Errors
    /// When the database or the bus cannot be reached.
    pub async fn join(joining: Joining) -> Result<Arc<Cluster>, JoinError> {
        let Joining { leases, bus, name, clock } = joining;
        let id: Arc<str> = format!("{name}.1").into();
        let incoming = bus.listen(&name).await?;
        let asked = Instant::now();
        let joined = leases.begin(&id, LEASE).await?;
        clock.set(joined.now, asked);
        let cluster = Cluster {
            leases,
            bus,
            clock,
            incoming: Mutex::new(Some(incoming)),
            lease: Mutex::new(Lease { id, until: asked + TRUSTED }),
            leases_begun: AtomicU64::new(1),
            fit: watch::Sender::new(true),
            leaving: AtomicBool::new(false),
            owners: Mutex::default(),
            claimed: Mutex::default(),
            peers: Mutex::default(),
            directory: Directory::default(),
            orphans: Notify::new(),
            rate_limits: OnceLock::new(),
            name,
            joined,
        };
        cluster.meet(&cluster.joined);
        Ok(Arc::new(cluster))
    }

    fn lease(&self) -> MutexGuard<'_, Lease> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owner_of(&self, game: &str) -> Option<String> {
        self.owners().get(game).cloned()
    }

    fn claimed(&self) -> MutexGuard<'_, HashMap<String, Held>> {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn peers(&self) -> Vec<String> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Updates the list of live nodes. Requests to a node that is gone stop waiting.
    fn meet(&self, standing: &ClusterState) {
        let mut peers: Vec<String> = standing.nodes.iter().map(|node| name_of(&node.id).to_owned()).collect();
        peers.retain(|peer| *peer != self.name);
        peers.sort();
        peers.dedup();
        self.directory.keep(&peers);
        let mut known = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        if *known != peers {
            self.owners().retain(|_, owner| peers.iter().any(|peer| peer == name_of(owner)));
            *known = peers;
        }
    }

    fn know_owner(&self, game: &str, owner: &str) {
        let mut owners = self.owners();
        if owners.len() >= MAX_KNOWN {
            owners.clear();
        }
        owners.insert(game.to_owned(), owner.to_owned());
    }

    fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    fn notify(&self, to: Recipient<'_>, message: &impl Serialize) {
        self.bus.tell(to, serde_json::to_vec(message).unwrap_or_default());
    }

    fn notify_all(&self, notification: &Notification) {
        self.notify(Recipient::All, notification);
    }
}

/// The name of the server that has a lease.
fn name_of(lease: &str) -> &str {
    lease.rsplit_once('.').map_or(lease, |(name, _)| name)
}

const DUTY: &str = "duty:";

/// Whether this names a duty of one node, and not a game.
fn is_duty(name: &str) -> bool {
    name.starts_with(DUTY)
}

#[async_trait]
impl Ownership for Cluster {
    async fn standing(&self, _: &dyn Store) -> Result<Standing, StoreError> {
        let ClusterState { nodes, last_seen, .. } = &self.joined;
        Ok(Standing { others: nodes.len() > 1, last_seen: last_seen.map(i64::unsigned_abs) })
    }

    fn start(self: Arc<Self>, node: Node) -> Vec<JoinHandle<()>> {
        lease::start(self, &node)
    }

    async fn end(&self, node: &Node) {
        self.hand_over(node).await;
    }

    fn is_fit(&self) -> bool {
        cfg!(ludoteca_unfenced) || *self.fit.borrow() && self.lease().until > Instant::now()
    }

    fn fit(&self) -> watch::Receiver<bool> {
        self.fit.subscribe()
    }

    fn is_only_writer(&self) -> bool {
        false
    }

    fn fence_of_new(&self) -> Result<Option<Fence>, Unavailable> {
        match self.is_fit() {
            true => Ok(Some(Fence { node: Arc::clone(&self.lease().id), epoch: 1 })),
            false => Err(Unavailable::Isolated),
        }
    }

    async fn claim(&self, game: &str) -> Result<Option<Held>, GameError> {
        if !self.is_fit() {
            return Err(Unavailable::Isolated.into());
        }
        let node = Arc::clone(&self.lease().id);
        if let Some(held) = self.claimed().remove(game).filter(|held| held.fence.node == node) {
            return Ok(Some(held));
        }
        let claimed = self.leases.claim(game, &node).await.map_err(|error| {
            tracing::error!("the store cannot be read: {error}");
            Unavailable::NotRead
        })?;
        match claimed {
            ClaimOutcome::Ours(held) => {
                self.owners().remove(game);
                if held.fence.epoch > 1 {
                    self.notify_all(&Notification::Taken { games: vec![game.to_owned()] });
                }
                Ok(Some(held))
            }
            ClaimOutcome::Theirs(owner) => {
                self.know_owner(game, &owner);
                Err(GameError::Elsewhere(owner))
            }
        }
    }

    async fn append(&self, log: &Log, append: Append) -> Result<(), LogError> {
        let is_old = |fence: &Fence| fence.node != self.lease().id;
        if append.fence.as_ref().is_some_and(is_old) && !cfg!(ludoteca_unfenced) {
            return Err(LogError::Conflict);
        }
        let mut fit = self.fit.subscribe();
        tokio::select! {
            biased;
            done = log.append(append) => done,
            _ = fit.wait_for(|fit| !fit) => {
                Err(LogError::Store("this server has lost its lease".into()))
            }
        }
    }

    async fn release(&self, games: &[Released]) {
        if !games.is_empty()
            && let Err(error) = self.leases.release(games).await
        {
            tracing::warn!("games could not be released: {error}");
        }
    }

    async fn forward(
        &self,
        game: &str,
        operation: &(dyn Fn() -> Operation + Sync),
        deadline: Instant,
    ) -> Result<Option<Box<RawValue>>, GameError> {
        self.ask_owner(game, operation, deadline).await
    }

    async fn rows(&self, games: &[String]) -> Vec<GameRow> {
        self.rows_elsewhere(games).await
    }

    async fn has_duty(&self, duty: &str) -> bool {
        if !self.is_fit() {
            return false;
        }
        let (node, name) = (Arc::clone(&self.lease().id), format!("{DUTY}{duty}"));
        let known = self.claimed().get(&name).is_some_and(|held| held.fence.node == node);
        if known {
            return true;
        }
        match self.leases.claim(&name, &node).await {
            Ok(ClaimOutcome::Ours(held)) => {
                self.claimed().insert(name, held);
                true
            }
            Ok(ClaimOutcome::Theirs(_)) => false,
            Err(error) => {
                tracing::warn!(duty, "the holder of this duty is unknown: {error}");
                false
            }
        }
    }

    fn nodes_of(&self, person: &str) -> Vec<String> {
        self.directory.of(person)
    }

    fn tell(&self, nodes: &[&str], message: &Message) {
        let text = serde_json::to_vec(message).unwrap_or_default();
        for node in nodes {
            self.bus.tell(Recipient::Node(node), text.clone());
        }
    }

    fn broadcast(&self, message: &Message) {
        self.notify(Recipient::All, message);
    }

    fn presence_changed(&self, person: &str, is_here: bool) {
        let (node, people) = (self.name.clone(), vec![person.to_owned()]);
        self.notify_all(&match is_here {
            true => Notification::Here { node, people },
            false => Notification::Gone { node, people },
        });
    }

    fn followers_changed(&self, game: &str, followers_here: Crowd) {
        let Some(owner) = self.owner_of(game) else { return };
        let follows =
            Notification::Follows { node: self.name.clone(), game: game.to_owned(), followers_here };
        self.notify(Recipient::Node(name_of(&owner)), &follows);
    }

    fn share(&self, rate_limits: &Arc<RateLimits>) {
        rate_limits.share();
        let _ = self.rate_limits.set(Arc::clone(rate_limits));
    }
}
