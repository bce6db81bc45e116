//! Ownership by a server that has the store for itself. Instead of a lease it has a fact in the store: when
//! it was last alive.

use super::{Message, Node, Operation, Ownership, Standing};
use crate::{
    Games,
    error::{GameError, Unavailable},
    followers::Crowd,
    rate_limit::RateLimits,
};
use async_trait::async_trait;
use ludoteca_store::{Append, Fence, GameRow, Held, Log, LogError, Released, Store, StoreError};
use serde_json::value::RawValue;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval_at, sleep},
};

const ALIVE: &str = "alive";
/// How often the server records that it is alive; after a crash, at most this much time could be charged to a
/// player.
const ALIVE_EVERY: Duration = Duration::from_secs(1);
/// The same while no game is in memory, in milliseconds.
const IDLE: u64 = 60_000;

/// This server owns every game.
#[derive(Debug)]
pub struct Local {
    fit: watch::Sender<bool>,
    /// Whether all live games of the previous server have been resumed.
    woken: AtomicBool,
    /// When `ALIVE` was last stored.
    noted: AtomicU64,
}

impl Default for Local {
    fn default() -> Local {
        Local { fit: watch::Sender::new(true), woken: AtomicBool::default(), noted: AtomicU64::default() }
    }
}

#[async_trait]
impl Ownership for Local {
    async fn standing(&self, store: &dyn Store) -> Result<Standing, StoreError> {
        let last_seen = store.fact(ALIVE).await?.and_then(|text| text.parse().ok());
        Ok(Standing { others: false, last_seen })
    }

    fn start(self: Arc<Self>, node: Node) -> Vec<JoinHandle<()>> {
        let alive = tokio::spawn(Arc::clone(&self).note_alive(node.clone()));
        vec![alive, tokio::spawn(self.wake(node))]
    }

    async fn end(&self, Node { games, .. }: &Node) {
        if self.woken.load(Ordering::Relaxed)
            && let Err(error) = games.0.store.set_fact(ALIVE, &games.now().to_string()).await
        {
            tracing::error!("the server cannot record when it stopped: {error}");
        }
    }

    fn is_fit(&self) -> bool {
        true
    }

    fn fit(&self) -> watch::Receiver<bool> {
        self.fit.subscribe()
    }

    fn is_only_writer(&self) -> bool {
        true
    }

    fn fence_of_new(&self) -> Result<Option<Fence>, Unavailable> {
        Ok(None)
    }

    async fn claim(&self, _: &str) -> Result<Option<Held>, GameError> {
        Ok(None)
    }

    async fn append(&self, log: &Log, append: Append) -> Result<(), LogError> {
        log.append(append).await
    }

    async fn release(&self, _: &[Released]) {}

    async fn forward(
        &self,
        _: &str,
        _: &(dyn Fn() -> Operation + Sync),
        _: Instant,
    ) -> Result<Option<Box<RawValue>>, GameError> {
        Ok(None)
    }

    async fn rows(&self, _: &[String]) -> Vec<GameRow> {
        Vec::new()
    }

    async fn has_duty(&self, _: &str) -> bool {
        true
    }

    fn nodes_of(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn tell(&self, _: &[&str], _: &Message) {}

    fn broadcast(&self, _: &Message) {}

    fn presence_changed(&self, _: &str, _: bool) {}

    fn followers_changed(&self, _: &str, _: Crowd) {}

    fn share(&self, _: &Arc<RateLimits>) {}
}

impl Local {
    /// Not before all live games have been resumed: the others would be charged for the time before.
    async fn note_alive(self: Arc<Self>, Node { games, .. }: Node) {
        let mut ticks = interval_at(Instant::now() + ALIVE_EVERY, ALIVE_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let (now, noted) = (games.now(), self.noted.load(Ordering::Relaxed));
            let due = games.games_in_memory() > 0 || now.saturating_sub(noted) >= IDLE;
            if !due || !self.woken.load(Ordering::Relaxed) {
                continue;
            }
            match games.0.store.set_fact(ALIVE, &now.to_string()).await {
                Ok(()) => self.noted.store(now, Ordering::Relaxed),
                Err(error) => tracing::error!("the server cannot record that it is alive: {error}"),
            }
        }
    }

    /// Resumes the live games of the previous server at once: their players may be waiting, and computers
    /// have to move.
    async fn wake(self: Arc<Self>, node: Node) {
        let mut asleep = loop {
            match live_games(&node.games).await {
                Ok(games) => break games,
                Err(error) => tracing::error!("live games cannot be read: {error}"),
            }
            sleep(ALIVE_EVERY).await;
        };
        loop {
            let mut not_now = Vec::new();
            for game in asleep {
                if let Err(error) = node.resume(&game).await {
                    tracing::warn!(game, "the game could not be resumed: {error}");
                    // A full disk may recover; a damaged log stays damaged.
                    if error.is_temporary() {
                        not_now.push(game);
                    }
                }
            }
            if not_now.is_empty() {
                break;
            }
            asleep = not_now;
            sleep(ALIVE_EVERY).await;
        }
        self.woken.store(true, Ordering::Relaxed);
    }
}

async fn live_games(games: &Games) -> Result<Vec<String>, StoreError> {
    Ok(games.0.store.live_games().await?.into_iter().map(|row| row.id).collect())
}
