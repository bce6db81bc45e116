//! Several servers on one database. Each is a *node*; any node serves any client. A game in memory has one
//! owner (crate store, `leases`), and whoever is asked for something in a game of another node passes that on
//! to its owner and hears from it what happens.
//!
//! A node that cannot be sure of its lease, or does not hear the others while others do, steps aside: it
//! forgets all games and closes its connections, and others take the games over. It comes back by itself.

mod clock;
mod directory;
mod followers;
mod lease;
mod message;
mod receive;
mod requests;

pub use clock::ClusterClock;
pub(crate) use message::Message;
pub(crate) use requests::{ELSEWHERE, GameAsk, moved};

use super::{Hub, problem};
use crate::bus::{Bus, Recipient};
use directory::Directory;
use ludoteca_protocol::Problem;
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

/// How long a lease lasts, in milliseconds, by the clock of the database.
pub(crate) const LEASE: i64 = 5000;
/// How long a node trusts its own lease after it has asked for it: a little less.
const TRUSTED: Duration = Duration::from_millis(4000);
/// The most owners of games that are remembered.
const MAX_KNOWN: usize = 200_000;

/// What makes a server one of several.
#[derive(Clone)]
pub struct Joining {
    /// Who owns which game.
    pub leases: Arc<dyn Leases>,
    /// The way to the others.
    pub bus: Arc<dyn Bus>,
    /// The name of this server among the others; it is never used again.
    pub name: String,
    /// The time they share.
    pub clock: Arc<ClusterClock>,
}

impl fmt::Debug for Joining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Joining").field("name", &self.name).finish_non_exhaustive()
    }
}

/// This server as one of several.
pub(crate) struct Cluster {
    leases: Arc<dyn Leases>,
    bus: Arc<dyn Bus>,
    name: String,
    clock: Arc<ClusterClock>,
    lease: Mutex<Lease>,
    /// How often a lease was begun: each has a name of its own, so that games of an earlier one are orphans.
    leases_begun: AtomicU64,
    /// Whether this node may own games.
    fit: watch::Sender<bool>,
    /// It is being stopped, and does not come back.
    leaving: AtomicBool,
    /// Owners of games that are not ours, as they were last known.
    owners: Mutex<HashMap<String, String>>,
    /// Games that were claimed and are not loaded yet.
    claimed: Mutex<HashMap<String, Held>>,
    /// Other nodes that are there.
    peers: Mutex<Vec<String>>,
    directory: Directory,
    /// Somebody may have let go of games.
    orphans: Notify,
}

#[derive(Debug)]
struct Lease {
    id: Arc<str>,
    until: Instant,
}

impl Cluster {
    /// Begins a lease. The standing says who else is there.
    pub(super) async fn join(
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

    /// Remembers who else is there. Whoever waits for one that is gone need not wait any longer.
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

/// This node cannot do anything with games now.
fn unfit() -> Problem {
    problem(503, "not-now", "this server cannot reach the others now: come again, or ask another")
}

impl Hub {
    /// The right to write a game that is being made here.
    pub(crate) fn fence_of_new(&self) -> Result<Option<Fence>, Problem> {
        let Some(cluster) = &self.0.cluster else { return Ok(None) };
        match cluster.is_fit() {
            true => Ok(Some(Fence { node: Arc::clone(&cluster.lease().id), epoch: 1 })),
            false => Err(unfit()),
        }
    }

    /// Becomes the owner of a game; `None` where there are no others.
    pub(super) async fn hold(&self, id: &str) -> Result<Option<Held>, Problem> {
        let Some(cluster) = &self.0.cluster else { return Ok(None) };
        if !cluster.is_fit() {
            return Err(unfit());
        }
        let node = Arc::clone(&cluster.lease().id);
        if let Some(held) = cluster.claimed().remove(id).filter(|held| held.fence.node == node) {
            return Ok(Some(held));
        }
        match cluster.leases.claim(id, &node).await.map_err(|error| super::errors::not_read(&error))? {
            ClaimOutcome::Ours(held) => {
                cluster.owners().remove(id);
                if held.fence.epoch > 1 {
                    cluster.tell(Recipient::All, &Message::Taken { games: vec![id.to_owned()] });
                }
                Ok(Some(held))
            }
            ClaimOutcome::Theirs(owner) => Err(requests::elsewhere(&owner)),
        }
    }

    /// Adds events to the log; on a node that has lost its lease nobody waits for that.
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

    /// Lets go of games that are no longer in memory.
    pub(super) async fn release(&self, games: &[Released]) {
        let Some(cluster) = &self.0.cluster else { return };
        if !games.is_empty()
            && let Err(error) = cluster.leases.release(games).await
        {
            tracing::warn!("games could not be let go: {error}");
        }
    }

    /// Tells the nodes on which somebody follows a game.
    pub(super) fn notify_remote(&self, inside: &super::slot::SlotState, message: impl FnOnce() -> Message) {
        let Some(cluster) = self.0.cluster.as_ref().filter(|_| !inside.elsewhere.is_empty()) else { return };
        let text = serde_json::to_vec(&message()).unwrap_or_default();
        for node in inside.elsewhere.keys() {
            cluster.bus.tell(Recipient::Node(node), text.clone());
        }
    }

    /// Done when this node has stepped aside; never where there are no others.
    pub(super) async fn unfit(&self) {
        match &self.0.cluster {
            Some(cluster) => drop(cluster.fit.subscribe().wait_for(|fit| !fit).await),
            None => std::future::pending().await,
        }
    }

    /// Refuses everything while this node is not sure of its lease, or its data is gone.
    pub(crate) fn check_fit(&self) -> Result<(), Problem> {
        self.check_place()?;
        if self.is_fit() { Ok(()) } else { Err(unfit()) }
    }

    /// Whether this server can do its work.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.0.cluster.as_ref().is_none_or(Cluster::is_fit) && self.has_data()
    }

    /// Tells other nodes something, where there are any.
    pub(super) fn broadcast_to_nodes(&self, message: &Message) {
        if let Some(cluster) = &self.0.cluster {
            cluster.tell(Recipient::All, message);
        }
    }

    /// Whether something that one of several servers does is done by this one: the first that asks, until it
    /// goes away.
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
                tracing::warn!(duty, "nobody knows who has this duty: {error}");
                false
            }
        }
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.0.cluster.as_ref().is_some_and(|cluster| cluster.leaving.load(Ordering::Relaxed))
    }
}
