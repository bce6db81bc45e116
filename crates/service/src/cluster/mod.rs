//! Several servers on one database. Each is a *node*; any node serves any client. A game in memory has one
//! owner (crate store, `leases`); other nodes forward requests to it and receive the game's events from it.
//!
//! A node that cannot be sure of its lease, or receives no messages while others do, steps aside: it unloads
//! all games and closes its connections, and other nodes take the games over. It rejoins automatically.

mod clock;
mod directory;
mod followers;
mod lease;
mod message;
mod receive;
mod requests;

pub use clock::ClusterClock;
pub use directory::Connections;
pub(crate) use message::Message;
pub(crate) use requests::GameAsk;

use crate::{
    Games,
    bus::{Bus, Recipient},
    error::{GameError, Unavailable, not_read},
};
use directory::Directory;
use ludoteca_store::{Append, ClaimOutcome, ClusterState, Fence, Held, Leases, LogError, Released};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{Notify, watch};

/// Lifetime of a lease in milliseconds, by the database's clock.
pub(crate) const LEASE: i64 = 5000;
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

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("name", &self.name).finish_non_exhaustive()
    }
}

/// This node's view of the cluster.
pub(crate) struct Cluster {
    leases: Arc<dyn Leases>,
    bus: Arc<dyn Bus>,
    name: String,
    clock: Arc<ClusterClock>,
    lease: Mutex<Lease>,
    /// The number of leases started. Each has a name of its own, so that games of an earlier one are orphans.
    leases_begun: AtomicU64,
    /// Whether this node may own games.
    fit: watch::Sender<bool>,
    /// It is shutting down, and does not rejoin.
    leaving: AtomicBool,
    /// Last known owners of games that are not ours.
    owners: Mutex<HashMap<String, String>>,
    /// Games claimed but not loaded yet.
    claimed: Mutex<HashMap<String, Held>>,
    /// The other live nodes.
    peers: Mutex<Vec<String>>,
    directory: Directory,
    /// Signals that games may have been released.
    orphans: Notify,
}

#[derive(Debug)]
struct Lease {
    id: Arc<str>,
    until: Instant,
}

impl Cluster {
    /// Starts a lease. The standing contains the other live nodes.
    pub(crate) async fn join(
        joining: Joining,
    ) -> Result<(Cluster, ClusterState), ludoteca_store::StoreError> {
        let Joining { leases, bus, name, clock } = joining;
        let id: Arc<str> = format!("{name}.1").into();
        let asked = Instant::now();
        let standing = leases.begin(&id, LEASE).await?;
        clock.set(standing.now, asked);
        let cluster = Cluster {
            leases,
            bus,
            clock,
            lease: Mutex::new(Lease { id, until: asked + TRUSTED }),
            leases_begun: AtomicU64::new(1),
            fit: watch::Sender::new(true),
            leaving: AtomicBool::new(false),
            owners: Mutex::default(),
            claimed: Mutex::default(),
            peers: Mutex::default(),
            directory: Directory::default(),
            orphans: Notify::new(),
            name,
        };
        cluster.meet(&standing);
        Ok((cluster, standing))
    }

    fn lease(&self) -> MutexGuard<'_, Lease> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Changes to false when this node steps aside.
    pub(crate) fn fit(&self) -> watch::Receiver<bool> {
        self.fit.subscribe()
    }

    /// Whether this node is sure of its lease.
    pub(super) fn is_fit(&self) -> bool {
        cfg!(ludoteca_unfenced) || *self.fit.borrow() && self.lease().until > Instant::now()
    }

    fn know_owner(&self, game: &str, owner: &str) {
        let mut owners = self.owners();
        if owners.len() >= MAX_KNOWN {
            owners.clear();
        }
        owners.insert(game.to_owned(), owner.to_owned());
    }

    fn tell(&self, to: Recipient<'_>, message: &Message) {
        self.bus.tell(to, serde_json::to_vec(message).unwrap_or_default());
    }
}

/// The name of the server that has a lease.
fn name_of(lease: &str) -> &str {
    lease.rsplit_once('.').map_or(lease, |(name, _)| name)
}

impl Games {
    /// The fencing token for a game that is being created here.
    pub(crate) fn fence_of_new(&self) -> Result<Option<Fence>, Unavailable> {
        let Some(cluster) = &self.0.cluster else { return Ok(None) };
        match cluster.is_fit() {
            true => Ok(Some(Fence { node: Arc::clone(&cluster.lease().id), epoch: 1 })),
            false => Err(Unavailable::Isolated),
        }
    }

    /// Claims a game; `None` without a cluster.
    pub(super) async fn hold(&self, id: &str) -> Result<Option<Held>, GameError> {
        let Some(cluster) = &self.0.cluster else { return Ok(None) };
        if !cluster.is_fit() {
            return Err(Unavailable::Isolated.into());
        }
        let node = Arc::clone(&cluster.lease().id);
        if let Some(held) = cluster.claimed().remove(id).filter(|held| held.fence.node == node) {
            return Ok(Some(held));
        }
        match cluster.leases.claim(id, &node).await.map_err(not_read)? {
            ClaimOutcome::Ours(held) => {
                cluster.owners().remove(id);
                if held.fence.epoch > 1 {
                    cluster.tell(Recipient::All, &Message::Taken { games: vec![id.to_owned()] });
                }
                Ok(Some(held))
            }
            ClaimOutcome::Theirs(owner) => Err(GameError::Elsewhere(owner)),
        }
    }

    /// Appends events to the log; fails at once if this node has lost its lease.
    pub(super) async fn store_events(&self, append: Append) -> Result<(), LogError> {
        let Some(cluster) = &self.0.cluster else { return self.0.log.append(append).await };
        let is_old = |fence: &Fence| fence.node != cluster.lease().id;
        if append.fence.as_ref().is_some_and(is_old) && !cfg!(ludoteca_unfenced) {
            return Err(LogError::Conflict);
        }
        let mut fit = cluster.fit.subscribe();
        tokio::select! {
            biased;
            done = self.0.log.append(append) => done,
            _ = fit.wait_for(|fit| !fit) => {
                Err(LogError::Store("this server has lost its lease".into()))
            }
        }
    }

    /// Releases games that are no longer in memory.
    pub(super) async fn release(&self, games: &[Released]) {
        let Some(cluster) = &self.0.cluster else { return };
        if !games.is_empty()
            && let Err(error) = cluster.leases.release(games).await
        {
            tracing::warn!("games could not be released: {error}");
        }
    }

    /// Sends a message to the nodes on which a game is followed.
    pub(super) fn notify_remote(&self, inside: &super::slot::SlotState, message: impl FnOnce() -> Message) {
        let Some(cluster) = self.0.cluster.as_ref().filter(|_| !inside.elsewhere.is_empty()) else { return };
        let text = serde_json::to_vec(&message()).unwrap_or_default();
        for node in inside.elsewhere.keys() {
            cluster.bus.tell(Recipient::Node(node), text.clone());
        }
    }

    /// Rejects requests while this node is not sure of its lease, or has lost its data.
    pub fn check_fit(&self) -> Result<(), Unavailable> {
        if !self.0.store.is_in_place() {
            return Err(Unavailable::DataGone);
        }
        if self.0.cluster.as_ref().is_none_or(|cluster| cluster.is_fit()) {
            Ok(())
        } else {
            Err(Unavailable::Isolated)
        }
    }

    /// Whether this server can serve requests.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.0.cluster.as_ref().is_none_or(|cluster| cluster.is_fit()) && self.0.store.is_in_place()
    }

    /// Whether this node has a duty that only one node performs: the first that asks gets it, until it
    /// leaves.
    pub(super) async fn has_duty(&self, duty: &str) -> bool {
        let Some(cluster) = &self.0.cluster else { return true };
        if !cluster.is_fit() {
            return false;
        }
        let node = Arc::clone(&cluster.lease().id);
        let known = cluster.claimed().get(duty).is_some_and(|held| held.fence.node == node);
        if known {
            return true;
        }
        match cluster.leases.claim(duty, &node).await {
            Ok(ClaimOutcome::Ours(held)) => {
                cluster.claimed().insert(duty.to_owned(), held);
                true
            }
            Ok(ClaimOutcome::Theirs(_)) => false,
            Err(error) => {
                tracing::warn!(duty, "the holder of this duty is unknown: {error}");
                false
            }
        }
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.0.cluster.as_ref().is_some_and(|cluster| cluster.leaving.load(Ordering::Relaxed))
    }
}
