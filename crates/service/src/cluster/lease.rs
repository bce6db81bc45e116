//! Renewing the lease, stepping aside when that fails, and taking over games whose owners are gone.

use super::{Cluster, LEASE, TRUSTED, message::Message};
use crate::{
    Games,
    bus::{NoReply, Recipient},
    cluster::message::Question,
    error::GameError,
};
use futures_util::StreamExt;
use ludoteca_store::{ClusterState, Held};
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::task::JoinHandle;

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
const LOCAL_BROADCAST_INTERVAL: Duration = Duration::from_secs(10);
/// The most rate limit charges in one message.
const SPENT_AT_ONCE: usize = 2000;
const SPENT: Duration = Duration::from_millis(250);
/// The most games claimed at once, and loaded concurrently.
const CLAIMED: u32 = 200;
const LOADING: usize = 32;

impl Games {
    /// Starts receiving messages and renewing the lease.
    pub(crate) async fn start_cluster(&self) -> Result<Vec<JoinHandle<()>>, NoReply> {
        let Some(cluster) = &self.0.cluster else { return Ok(Vec::new()) };
        let incoming = cluster.bus.listen(&cluster.name).await?;
        Ok(vec![
            tokio::spawn(self.clone().listen(incoming)),
            tokio::spawn(keep_lease(self.clone())),
            tokio::spawn(take_up_orphans(self.clone())),
            tokio::spawn(every(CROWDS, self.clone(), async |hub| hub.announce_followers().await)),
            tokio::spawn(every(LOCAL_BROADCAST_INTERVAL, self.clone(), async |hub| {
                hub.0.connections.broadcast_local()
            })),
            tokio::spawn(every(SPENT, self.clone(), async |hub| hub.share_usage())),
        ])
    }

    /// Unloads all games, which other nodes take over, and disconnects their clients, who reconnect there.
    fn step_aside(&self, cluster: &Cluster, why: &str) {
        if cfg!(ludoteca_unfenced) && !hub_is_leaving(cluster) {
            return;
        }
        if !cluster.fit.send_replace(false) {
            return;
        }
        tracing::warn!("this node steps aside: {why}");
        self.0.counters.stepped_aside.inc();
        self.slots().clear();
        self.0.state.deadlines.clear();
        cluster.owners().clear();
        cluster.claimed().clear();
    }

    /// Hands all games over to the other nodes, before this one stops.
    pub async fn hand_over_games(&self) {
        let Some(cluster) = &self.0.cluster else { return };
        cluster.leaving.store(true, Ordering::Relaxed);
        let slots: Vec<_> = self.slots().values().map(Arc::clone).collect();
        // Finish the pending writes, so that clients get their responses.
        let all_stored = async {
            for slot in slots {
                drop(slot.inside().await);
            }
        };
        let _ = tokio::time::timeout(PATIENCE, all_stored).await;
        self.step_aside(cluster, "it is shutting down");
        self.release_games(cluster).await;
    }

    async fn release_games(&self, cluster: &Cluster) {
        let id = Arc::clone(&cluster.lease().id);
        match tokio::time::timeout(PATIENCE, cluster.leases.end(&id)).await {
            Ok(Ok(())) => cluster.tell(Recipient::All, &Message::Leaving { node: cluster.name.clone() }),
            _ => tracing::warn!("the lease could not be ended: it will expire"),
        }
    }

    fn share_usage(&self) {
        let Some(cluster) = &self.0.cluster else { return };
        let Some(rate_limits) = self.0.rate_limits.get() else { return };
        let usage = rate_limits.take_usage();
        if cluster.peers().is_empty() {
            return;
        }
        for some in usage.chunks(SPENT_AT_ONCE) {
            let (node, usage) = (cluster.name.clone(), some.to_vec());
            cluster.tell(Recipient::All, &Message::Spent { node, usage });
        }
    }

    /// Loads a claimed game, so that its clocks run and its computers move.
    async fn take_over(&self, id: String, held: Held) {
        let Some(cluster) = &self.0.cluster else { return };
        cluster.claimed().insert(id.clone(), held);
        let taken = self
            .with_game(&id, async |inside| {
                self.after(inside);
                Ok(())
            })
            .await;
        if let Err(error) = taken
            && !matches!(error, GameError::Elsewhere(_))
        {
            tracing::warn!(game = id, "the game could not be resumed: {error}");
        }
    }
}

fn hub_is_leaving(cluster: &Cluster) -> bool {
    cluster.leaving.load(Ordering::Relaxed)
}

async fn keep_lease(hub: Games) {
    let Some(cluster) = &hub.0.cluster else { return };
    let mut deaf = 0;
    let mut ticks = tokio::time::interval(RENEW);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if hub.is_leaving() {
            return;
        }
        let echo = serde_json::to_vec(&Question::Ping).unwrap_or_default();
        let hears = cluster.bus.ask(&cluster.name, echo, ECHO).await.is_ok();
        deaf = if hears { 0 } else { deaf + 1 };
        if *cluster.fit.borrow() {
            renew(&hub, cluster, deaf).await;
        } else if hears || deaf > DEAF {
            come_back(&hub, cluster, hears).await;
        }
    }
}

async fn renew(hub: &Games, cluster: &Cluster, deaf: u32) {
    let (asked, id) = (Instant::now(), Arc::clone(&cluster.lease().id));
    let renewed = tokio::time::timeout(PATIENCE, cluster.leases.renew(&id, deaf == 0, LEASE)).await;
    match renewed {
        Ok(Ok(Some(standing))) => {
            cluster.clock.set(standing.now, asked);
            cluster.lease().until = asked + TRUSTED;
            cluster.meet(&standing);
            // If no node receives anything, stepping aside would not help.
            if deaf >= DEAF && others_hear(&standing, &id) {
                hub.step_aside(cluster, "it receives no messages from the other nodes");
                hub.release_games(cluster).await;
            }
        }
        Ok(Ok(None)) => hub.step_aside(cluster, "its lease has expired"),
        Ok(Err(error)) => tracing::warn!("the lease could not be renewed: {error}"),
        Err(_) => tracing::warn!("the lease could not be renewed in time"),
    }
    if cluster.lease().until <= Instant::now() {
        hub.step_aside(cluster, "it cannot renew its lease");
    }
}

fn others_hear(standing: &ClusterState, own: &str) -> bool {
    standing.nodes.iter().any(|node| node.hears && node.id != own)
}

/// Starts a new lease. Existing database connections may hang.
async fn come_back(hub: &Games, cluster: &Cluster, hears: bool) {
    let _ = cluster.leases.reconnect().await;
    let number = cluster.leases_begun.fetch_add(1, Ordering::Relaxed) + 1;
    let id: Arc<str> = format!("{}.{number}", cluster.name).into();
    let asked = Instant::now();
    match tokio::time::timeout(PATIENCE, cluster.leases.begin(&id, LEASE)).await {
        Ok(Ok(standing)) if hears || !others_hear(&standing, &id) => {
            cluster.clock.set(standing.now, asked);
            *cluster.lease() = super::Lease { id, until: asked + TRUSTED };
            cluster.meet(&standing);
            hub.slots().clear();
            hub.0.connections.seeks_are_outdated();
            cluster.fit.send_replace(true);
            tracing::info!("this node is back");
        }
        Ok(Ok(_)) => drop(tokio::time::timeout(PATIENCE, cluster.leases.end(&id)).await),
        Ok(Err(error)) => tracing::debug!("no lease could be started: {error}"),
        Err(_) => tracing::debug!("no lease could be started in time"),
    }
}

/// Looks for games whose owners are gone, at once when a node announces that it leaves.
async fn take_up_orphans(hub: Games) {
    let Some(cluster) = &hub.0.cluster else { return };
    loop {
        drop(tokio::time::timeout(ORPHANS, cluster.orphans.notified()).await);
        while cluster.is_fit() && !hub.is_leaving() {
            let node = Arc::clone(&cluster.lease().id);
            let claimed = match cluster.leases.claim_orphans(&node, CLAIMED).await {
                Ok(claimed) => claimed,
                Err(error) => {
                    tracing::warn!("the search for games without an owner failed: {error}");
                    break;
                }
            };
            // Duties of a dead node go to the next node that asks for them.
            let (games, duties): (Vec<_>, Vec<_>) =
                claimed.into_iter().partition(|(game, _)| !super::super::consumers::is_duty(game));
            for (duty, held) in duties {
                cluster.claimed().insert(duty, held);
            }
            if games.is_empty() {
                break;
            }
            tracing::info!(games = games.len(), "taking over games of a dead node");
            hub.0.counters.taken_over.inc_by(games.len() as u64);
            let ids = games.iter().map(|(id, _)| id.clone()).collect();
            cluster.tell(Recipient::All, &Message::Taken { games: ids });
            futures_util::stream::iter(games)
                .for_each_concurrent(LOADING, |(id, held)| hub.take_over(id, held))
                .await;
        }
    }
}

async fn every(pause: Duration, hub: Games, work: impl AsyncFn(&Games)) {
    let mut ticks = tokio::time::interval(pause);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if hub.is_fit() {
            work(&hub).await;
        }
    }
}
