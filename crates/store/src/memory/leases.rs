//! Leases in memory, for nodes that all run in one process, as in tests.

use super::Memory;
use crate::{Append, ClaimOutcome, ClusterState, Fence, Held, Leases, Node, Released, StoreError, Time};
use async_trait::async_trait;
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::time::Instant;

#[derive(Debug, Default)]
pub(crate) struct Tables {
    nodes: BTreeMap<String, Known>,
    owners: BTreeMap<String, (Option<Arc<str>>, u64)>,
}

#[derive(Debug)]
struct Known {
    expires: Time,
    seen: Time,
    hears: bool,
}

impl Tables {
    fn renew(&mut self, node: &str, hears: bool, lasts: Time) {
        let seen = now();
        self.nodes.insert(node.to_owned(), Known { expires: seen + lasts, seen, hears });
    }

    /// Whether the append's fence is valid; a new game gets its owner here.
    pub(crate) fn allow(&mut self, append: &Append) -> bool {
        let Some(fence) = &append.fence else { return true };
        if append.events.first().is_some_and(|event| event.seq == 1) {
            let owner = (Some(Arc::clone(&fence.node)), fence.epoch);
            self.owners.entry(append.game.clone()).or_insert(owner);
        }
        self.owners
            .get(&append.game)
            .is_some_and(|(node, epoch)| node.as_deref() == Some(&*fence.node) && *epoch == fence.epoch)
    }

    fn standing(&self) -> ClusterState {
        let now = now();
        let there = self.nodes.iter().filter(|(_, known)| known.expires > now);
        let nodes = there.map(|(id, known)| Node { id: id.clone(), hears: known.hears }).collect();
        let gone = self.nodes.values().filter(|known| known.expires <= now);
        ClusterState { now, nodes, last_seen: gone.map(|known| known.seen).max() }
    }

    fn is_there(&self, node: &str) -> bool {
        self.nodes.get(node).is_some_and(|known| known.expires > now())
    }

    fn take(&mut self, game: &str, node: &Arc<str>) -> Held {
        let before = self.owners.get(game).cloned();
        let epoch = before.as_ref().map_or(1, |(_, epoch)| epoch + 1);
        self.owners.insert(game.to_owned(), (Some(Arc::clone(node)), epoch));
        let gone = before.and_then(|(owner, _)| owner).filter(|owner| owner != node);
        let away_since = gone.map(|owner| self.nodes.get(&*owner).map_or(0, |known| known.seen));
        Held { fence: Fence { node: Arc::clone(node), epoch }, away_since }
    }
}

/// By tokio's clock, which tests can pause.
fn now() -> Time {
    static BEGUN: OnceLock<(Duration, Instant)> = OnceLock::new();
    let wall = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (wall, begun) = BEGUN.get_or_init(|| (wall(), Instant::now()));
    (*wall + begun.elapsed()).as_millis() as Time
}

#[async_trait]
impl Leases for Memory {
    async fn standing(&self) -> Result<ClusterState, StoreError> {
        Ok(self.tables().leases.standing())
    }

    async fn begin(&self, node: &str, lasts: Time) -> Result<ClusterState, StoreError> {
        let leases = &mut self.tables().leases;
        leases.renew(node, true, lasts);
        Ok(leases.standing())
    }

    async fn renew(&self, node: &str, hears: bool, lasts: Time) -> Result<Option<ClusterState>, StoreError> {
        let leases = &mut self.tables().leases;
        if !leases.is_there(node) {
            return Ok(None);
        }
        leases.renew(node, hears, lasts);
        Ok(Some(leases.standing()))
    }

    async fn end(&self, node: &str) -> Result<(), StoreError> {
        let leases = &mut self.tables().leases;
        if leases.is_there(node) {
            leases.renew(node, false, 0);
        }
        Ok(())
    }

    async fn claim(&self, game: &str, node: &Arc<str>) -> Result<ClaimOutcome, StoreError> {
        let leases = &mut self.tables().leases;
        if let Some((Some(owner), _)) = leases.owners.get(game)
            && owner != node
            && leases.is_there(owner)
        {
            return Ok(ClaimOutcome::Theirs(owner.to_string()));
        }
        Ok(ClaimOutcome::Ours(leases.take(game, node)))
    }

    async fn claim_orphans(&self, node: &Arc<str>, limit: u32) -> Result<Vec<(String, Held)>, StoreError> {
        let leases = &mut self.tables().leases;
        let gone = |(game, (owner, _)): (&String, &(Option<Arc<str>>, u64))| {
            owner.as_ref().is_some_and(|owner| !leases.is_there(owner)).then(|| game.clone())
        };
        let games: Vec<String> = leases.owners.iter().filter_map(gone).take(limit as usize).collect();
        Ok(games.into_iter().map(|game| (game.clone(), leases.take(&game, node))).collect())
    }

    async fn release(&self, games: &[Released]) -> Result<(), StoreError> {
        let leases = &mut self.tables().leases;
        for Released { game, fence, over } in games {
            let held = (Some(Arc::clone(&fence.node)), fence.epoch);
            match leases.owners.get_mut(game) {
                Some(owner) if *owner == held && !over => owner.0 = None,
                Some(owner) if *owner == held => drop(leases.owners.remove(game)),
                _ => {}
            }
        }
        Ok(())
    }

    async fn owners(&self, games: &[String]) -> Result<Vec<(String, String)>, StoreError> {
        let leases = &self.tables().leases;
        let owner = |game: &String| {
            let owner = leases.owners.get(game)?.0.as_deref().filter(|owner| leases.is_there(owner))?;
            Some((game.clone(), owner.to_owned()))
        };
        Ok(games.iter().filter_map(owner).collect())
    }

    async fn reconnect(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
