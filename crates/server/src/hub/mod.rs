//! Games over a network: who plays what, and who is told. No HTTP here: the doors ask, and so do tests and
//! simulations.
//!
//! Every game has one owner, its slot: one request at a time decides, stores, and only then tells anybody.
//! A game that nobody plays or watches is not in memory at all; its deadline is in the store.

#![expect(clippy::result_large_err, reason = "a refusal is rare, and is written out at once")]

mod accounts;
mod active;
mod archive;
mod bringing;
mod computers;
mod consumers;
mod deadlines;
mod fair_play;
mod games;
mod generating;
mod hearing;
mod lobby;
mod moderation;
mod notices;
mod outside;
mod people;
mod plans;
mod pushing;
mod ratings;
mod resting;
mod rows;
mod seeing;
mod slot;
mod trouble;
mod vacation;

pub use accounts::{Mail, Site};
pub(crate) use accounts::{Proof, Session, names};
pub(crate) use archive::wrong_question;
pub(crate) use bringing::Brought;
pub use computers::Computers;
#[cfg(feature = "table")]
pub(crate) use fair_play::Decision;
pub(crate) use games::Rematch;
pub use generating::MadeUpGames;
pub(crate) use hearing::{Ears, Heard};
pub use moderation::Shell;
pub use outside::Outside;
pub(crate) use people::Who;
pub(crate) use plans::Plan;
pub(crate) use ratings::Boards;
pub(crate) use trouble::problem;

use crate::metrics::Metrics;
use hearing::Hearing;
use lobby::Lobby;
use ludoteca_store::{Log, Store, StoreError};
use outside::Millis;
use slot::Slot;
use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64},
    },
};
use tokio::task::JoinHandle;

/// All games of this server.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    log: Log,
    outside: Outside,
    computers: Option<Arc<dyn Computers>>,
    metrics: Arc<Metrics>,
    /// Games whose log is damaged: that was logged, and nobody waits for their deadlines.
    damaged: Mutex<HashSet<String>>,
    /// Signs invitations: whoever does not know it cannot make one.
    secret: [u8; 32],
    /// When this server began: a live game whose last event is older waits for its players first.
    begun: Millis,
    /// When the server before it was last seen alive.
    alive: Option<Millis>,
    slots: Mutex<HashMap<Arc<str>, Arc<Slot>>>,
    hearing: Hearing,
    lobby: Lobby,
    deadlines: deadlines::Deadlines,
    /// Wakes those who take in finished games, always in the same order, so that simulations can be repeated.
    ended: tokio::sync::Notify,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Whoever changes a vacation: one after the other.
    vacations: tokio::sync::Mutex<()>,
    reminded: notices::Reminded,
    pushing: pushing::Pushing,
    passwords: accounts::Passwords,
    thinking: tokio::sync::Semaphore,
    /// Whether all live games of the server before have been taken up.
    woken: AtomicBool,
    /// When it was last noted that the server is alive.
    noted: AtomicU64,
    /// Whether the server is being stopped.
    stopping: tokio::sync::watch::Sender<bool>,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("store", &self.0.store).finish_non_exhaustive()
    }
}

const SECRET: &str = "secret";
const ALIVE: &str = "alive";

impl Hub {
    /// Opens the house: takes up what the store holds, and lets time run.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open(
        store: Arc<dyn Store>,
        outside: Outside,
        computers: Option<Arc<dyn Computers>>,
    ) -> Result<Hub, StoreError> {
        let hub = Hub::prepare(store, outside, computers).await?;
        hub.start_resting();
        hub.start_consumers(consumers::all());
        Ok(hub)
    }

    /// A house in which time does not run yet.
    async fn prepare(
        store: Arc<dyn Store>,
        outside: Outside,
        computers: Option<Arc<dyn Computers>>,
    ) -> Result<Hub, StoreError> {
        let alive: Option<Millis> = store.fact(ALIVE).await?.and_then(|text| text.parse().ok());
        // Whatever the wall clock says now: what happened before happened before.
        let last = store.last_live_event().await?.map(|at| at.unsigned_abs() + 1);
        let outside = outside.not_before(alive.max(last).unwrap_or(0));
        let secret = match store.fact(SECRET).await?.as_deref().and_then(from_hex) {
            Some(secret) => secret,
            None => {
                let secret: [u8; 32] = outside.bytes();
                store.set_fact(SECRET, &to_hex(&secret)).await?;
                secret
            }
        };
        let pushing = pushing::Pushing::open(&*store, &outside).await?;
        let metrics = Arc::new(Metrics::default());
        let counted = Arc::clone(&metrics);
        let (log, writer) = Log::start_watched(Arc::clone(&store), move |commit| counted.committed(commit));
        let seeks = store.seeks().await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let inner = Inner {
            begun: outside.now(),
            alive,
            log,
            outside,
            computers,
            metrics,
            damaged: Mutex::default(),
            secret,
            slots: Mutex::default(),
            hearing: Hearing::default(),
            lobby: Lobby::new(seeks),
            deadlines: deadlines::Deadlines::default(),
            ended: tokio::sync::Notify::new(),
            tasks: Mutex::new(vec![writer]),
            vacations: tokio::sync::Mutex::default(),
            reminded: notices::Reminded::default(),
            pushing,
            passwords: accounts::Passwords::default(),
            thinking: tokio::sync::Semaphore::new(cores.max(2) - 1),
            woken: AtomicBool::new(false),
            noted: AtomicU64::new(0),
            stopping: tokio::sync::watch::Sender::new(false),
            store,
        };
        Ok(Hub(Arc::new(inner)))
    }

    /// The server's time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.0.outside.now()
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The games whose log is damaged.
    fn damaged(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Slot>>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What concerns a person in any game is told to this connection from now on.
    pub(crate) fn connect(&self, who: &Who, ears: &Ears) {
        self.0.hearing.connect(&who.id, ears);
    }

    pub(crate) fn disconnect(&self, person: Option<&str>, ears: &Ears) {
        self.0.hearing.disconnect(person, ears);
    }

    /// Done when the server is being stopped.
    pub(crate) async fn stopping(&self) {
        let mut stopping = self.0.stopping.subscribe();
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// How many people are connected.
    #[must_use]
    pub fn people_connected(&self) -> usize {
        self.0.hearing.people()
    }

    /// How many games are in memory.
    #[must_use]
    pub fn games_in_memory(&self) -> usize {
        self.slots().len()
    }
}

fn to_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    (text.len() == 64).then_some(bytes)
}
