//! Renewing the lease, stepping aside when that fails, and taking over games whose owners are gone.

use super::{
    Cluster, LEASE, Lease, TRUSTED, is_duty,
    message::{Notification, Question},
};
use futures_util::StreamExt;
use ludoteca_service::{
    GameError,
    ownership::{Node, Ownership},
};
use ludoteca_store::{ClusterState, Held};
use std::{
    sync::{Arc, PoisonError, atomic::Ordering},
    time::Duration,
};
use tokio::{
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

/// Interval of lease renewals.
const RENEW: Duration = Duration::from_millis(1000);
/// Time limit for a renewal in the database.
const PATIENCE: Duration = Duration::from_millis(2000);
/// Time limit for a message from this node to itself over the bus.
const ECHO: Duration = Duration::from_millis(1000);
/// After this many failed messages to itself the node steps aside, provided that others receive theirs.
const DEAF: u32 = 3;
/// Interval of crowd reports, and of the search for games without an owner.
const CROWDS: Duration = Duration::from_millis(2000);
const ORPHANS: Duration = Duration::from_millis(1000);
/// Interval of lists of all connected people.
const PEOPLE: Duration = Duration::from_secs(10);
/// The most rate limit charges in one message.
const SPENT_AT_ONCE: usize = 2000;
const SPENT: Duration = Duration::from_millis(250);
/// The most games claimed at once, and loaded concurrently.
const CLAIMED: u32 = 200;
const LOADING: usize = 32;

/// Starts receiving messages and renewing the lease.
pub(crate) fn start(cluster: Arc<Cluster>, node: &Node) -> Vec<JoinHandle<()>> {
    let both = || (Arc::clone(&cluster), node.clone());
    let mut tasks = Vec::new();
    if let Some(incoming) = cluster.incoming.lock().unwrap_or_else(PoisonError::into_inner).take() {
        tasks.push(tokio::spawn(Arc::clone(&cluster).listen(node.clone(), incoming)));
    }
    tasks.extend([
        tokio::spawn(keep_lease(both())),
        tokio::spawn(take_up_orphans(both())),
        tokio::spawn(every(CROWDS, both(), async |cluster, node| cluster.announce_followers(node).await)),
        tokio::spawn(every(PEOPLE, both(), async |cluster, node| {
            cluster.announce_people(node);
            cluster.announce_open(true);
        })),
        tokio::spawn(every(SPENT, both(), async |cluster, _| cluster.share_usage())),
    ]);
    tasks
}

impl Cluster {
    /// Unloads all games, which other nodes take over, and disconnects their clients, who reconnect there.
    fn step_aside(&self, node: &Node, why: &str) {
        if cfg!(ludoteca_unfenced) && !self.is_leaving() {
            return;
        }
        if !self.fit.send_replace(false) {
            return;
        }
        tracing::warn!("this node steps aside: {why}");
        node.counters().stepped_aside.inc();
        node.unload();
        self.owners().clear();
        self.claimed().clear();
    }

    /// Hands all games over to the other nodes, before this one stops.
    pub(crate) async fn hand_over(&self, node: &Node) {
        self.leaving.store(true, Ordering::Relaxed);
        let _ = timeout(PATIENCE, node.settle()).await;
        self.step_aside(node, "it is shutting down");
        self.release_games().await;
    }

    async fn release_games(&self) {
        let id = Arc::clone(&self.lease().id);
        match timeout(PATIENCE, self.leases.end(&id)).await {
            Ok(Ok(())) => self.notify_all(&Notification::Leaving { node: self.name.clone() }),
            _ => tracing::warn!("the lease could not be ended: it will expire"),
        }
    }

    fn share_usage(&self) {
        let Some(rate_limits) = self.rate_limits.get() else { return };
        let usage = rate_limits.take_usage();
        if self.peers().is_empty() {
            return;
        }
        for some in usage.chunks(SPENT_AT_ONCE) {
            self.notify_all(&Notification::Spent { node: self.name.clone(), usage: some.to_vec() });
        }
        self.announce_open(false);
    }

    /// Announces what is open on this node, all of it or only changes. Not even nothing is left out: the
    /// others forget a silent node.
    fn announce_open(&self, all: bool) {
        let Some(rate_limits) = self.rate_limits.get() else { return };
        let open = rate_limits.take_open(all);
        let mut parts: Vec<_> = open.chunks(SPENT_AT_ONCE).collect();
        if parts.is_empty() {
            parts.push(&[]);
        }
        for (number, part) in parts.into_iter().enumerate() {
            let (node, all) = (self.name.clone(), all && number == 0);
            self.notify_all(&Notification::Open { node, all, open: part.to_vec() });
        }
    }

    /// Loads a claimed game, so that its clocks run and its computers move.
    async fn take_over(&self, node: &Node, id: String, held: Held) {
        self.claimed().insert(id.clone(), held);
        if let Err(error) = node.resume(&id).await
            && !matches!(error, GameError::Elsewhere(_))
        {
            tracing::warn!(game = id, "the game could not be resumed: {error}");
        }
    }

    async fn renew(&self, node: &Node, deaf: u32) {
        let (asked, id) = (Instant::now(), Arc::clone(&self.lease().id));
        let renewed = timeout(PATIENCE, self.leases.renew(&id, deaf == 0, LEASE)).await;
        match renewed {
            Ok(Ok(Some(standing))) => {
                self.clock.set(standing.now, asked);
                self.lease().until = asked + TRUSTED;
                self.meet(&standing);
                // If no node receives anything, stepping aside would not help.
                if deaf >= DEAF && others_hear(&standing, &id) {
                    self.step_aside(node, "it receives no messages from the other nodes");
                    self.release_games().await;
                }
            }
            Ok(Ok(None)) => self.step_aside(node, "its lease has expired"),
            Ok(Err(error)) => tracing::warn!("the lease could not be renewed: {error}"),
            Err(_) => tracing::warn!("the lease could not be renewed in time"),
        }
        if self.lease().until <= Instant::now() {
            self.step_aside(node, "it cannot renew its lease");
        }
    }

    /// Starts a new lease. Existing database connections may hang.
    async fn come_back(&self, node: &Node, hears: bool) {
        let _ = self.leases.reconnect().await;
        let number = self.leases_begun.fetch_add(1, Ordering::Relaxed) + 1;
        let id: Arc<str> = format!("{}.{number}", self.name).into();
        let asked = Instant::now();
        match timeout(PATIENCE, self.leases.begin(&id, LEASE)).await {
            Ok(Ok(standing)) if hears || !others_hear(&standing, &id) => {
                self.clock.set(standing.now, asked);
                *self.lease() = Lease { id, until: asked + TRUSTED };
                self.meet(&standing);
                node.unload();
                node.read_seeks().await;
                self.fit.send_replace(true);
                tracing::info!("this node is back");
            }
            Ok(Ok(_)) => drop(timeout(PATIENCE, self.leases.end(&id)).await),
            Ok(Err(error)) => tracing::debug!("no lease could be started: {error}"),
            Err(_) => tracing::debug!("no lease could be started in time"),
        }
    }
}

type ClusterNode = (Arc<Cluster>, Node);

async fn keep_lease((cluster, node): ClusterNode) {
    let mut deaf = 0;
    let mut ticks = interval(RENEW);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if cluster.is_leaving() {
            return;
        }
        let echo = serde_json::to_vec(&Question::Ping).unwrap_or_default();
        let hears = cluster.bus.ask(&cluster.name, echo, ECHO).await.is_ok();
        deaf = if hears { 0 } else { deaf + 1 };
        if *cluster.fit.borrow() {
            cluster.renew(&node, deaf).await;
        } else if hears || deaf > DEAF {
            cluster.come_back(&node, hears).await;
        }
    }
}

fn others_hear(standing: &ClusterState, own: &str) -> bool {
    standing.nodes.iter().any(|node| node.hears && node.id != own)
}

/// Looks for games whose owners are gone, at once when a node announces that it leaves.
async fn take_up_orphans((cluster, node): ClusterNode) {
    loop {
        drop(timeout(ORPHANS, cluster.orphans.notified()).await);
        while cluster.is_fit() && !cluster.is_leaving() {
            let own = Arc::clone(&cluster.lease().id);
            let claimed = match cluster.leases.claim_orphans(&own, CLAIMED).await {
                Ok(claimed) => claimed,
                Err(error) => {
                    tracing::warn!("the search for games without an owner failed: {error}");
                    break;
                }
            };
            // Duties of a dead node go to the next node that asks for them.
            let (games, duties): (Vec<_>, Vec<_>) = claimed.into_iter().partition(|(game, _)| !is_duty(game));
            cluster.claimed().extend(duties);
            if games.is_empty() {
                break;
            }
            tracing::info!(games = games.len(), "taking over games of a dead node");
            node.counters().taken_over.inc_by(games.len() as u64);
            let ids = games.iter().map(|(id, _)| id.clone()).collect();
            cluster.notify_all(&Notification::Taken { games: ids });
            futures_util::stream::iter(games)
                .for_each_concurrent(LOADING, |(id, held)| cluster.take_over(&node, id, held))
                .await;
        }
    }
}

async fn every(pause: Duration, (cluster, node): ClusterNode, work: impl AsyncFn(&Arc<Cluster>, &Node)) {
    let mut ticks = interval(pause);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if node.is_fit() {
            work(&cluster, &node).await;
        }
    }
}
