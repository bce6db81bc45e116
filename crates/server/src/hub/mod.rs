//! Online play without HTTP: called by the HTTP handlers, by tests and by simulations.
//!
//! Every game has one owner, its slot: one request at a time makes a decision and stores it, and only then is
//! it sent to anyone. A game without players or spectators online is not in memory at all; its deadline is in
//! the store.

#![expect(clippy::result_large_err, reason = "a refusal is rare, and is written out at once")]

mod accounts;
mod active;
mod archive;
mod cluster;
mod computers;
mod consumers;
mod data_check;
mod deadlines;
mod environment;
mod errors;
mod fair_play;
mod fair_queue;
mod followers;
mod games;
mod imports;
mod lobby;
mod moderation;
mod notices;
mod people;
mod plans;
mod push_notices;
mod puzzles;
mod quotas;
mod random_games;
mod ratings;
mod rows;
mod scheduler;
mod settings;
mod slot;
mod subscribers;
mod vacation;
mod visibility;
mod webhooks;

pub(crate) use accounts::{BROWSER, Entry, Proof, QueueKey, Session, names};
pub use accounts::{Mail, Site};
pub(crate) use archive::wrong_question;
pub use cluster::{ClusterClock, Joining};
pub use computers::Computers;
pub use environment::Environment;
pub(crate) use errors::problem;
#[cfg(feature = "table")]
pub(crate) use fair_play::Decision;
pub(crate) use games::Rematch;
pub(crate) use imports::ImportedGame;
pub(crate) use moderation::ReportsWanted;
pub use moderation::Shell;
pub(crate) use people::Identity;
pub(crate) use plans::Plan;
pub use random_games::RandomGames;
pub(crate) use ratings::Boards;
pub(crate) use subscribers::{Frame, LONGEST_FRAME, Subscriber};

use crate::{
    bus::NoReply,
    http_client::{AllowedTargets, HttpPoster},
    metrics::Metrics,
    rate_limit::RateLimits,
};
use environment::Millis;
use lobby::Lobby;
use ludoteca_store::{Log, Store, StoreError};
use slot::Slot;
use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64},
    },
};
use subscribers::Subscribers;
use tokio::task::JoinHandle;

/// Why a hub cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The store cannot be read or written.
    Store(StoreError),
    /// The bus cannot be reached.
    Bus(NoReply),
}

/// All games of this server.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    log: Log,
    environment: Environment,
    computers: Option<Arc<dyn Computers>>,
    metrics: Arc<Metrics>,
    /// Games with a damaged log, which has been logged; their deadlines are ignored.
    damaged: Mutex<HashSet<String>>,
    /// The key that signs invitations.
    secret: [u8; 32],
    /// When this server started: a live game whose last event is older waits for its players first.
    begun: Millis,
    /// When the previous server was last known to be alive.
    alive: Option<Millis>,
    slots: Mutex<HashMap<Arc<str>, Arc<Slot>>>,
    subscribers: Subscribers,
    lobby: Lobby,
    deadlines: deadlines::Deadlines,
    /// Wakes the consumers of finished games, always in the same order, so that simulations can be repeated.
    ended: tokio::sync::Notify,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    shelves: puzzles::PuzzleLibrary,
    /// Serializes attempts at puzzles.
    attempts: tokio::sync::Mutex<()>,
    reminded: notices::SentReminders,
    poster: HttpPoster,
    pushing: push_notices::PushNotifier,
    sending: webhooks::Sending,
    passwords: accounts::Passwords,
    new_addresses: accounts::NewAddresses,
    thinking: quotas::Thinking,
    openings: quotas::Openings,
    /// Whether all live games of the previous server have been resumed.
    woken: AtomicBool,
    /// When `alive` was last stored.
    noted: AtomicU64,
    /// Whether the server is shutting down.
    stopping: tokio::sync::watch::Sender<bool>,
    /// Only if several servers share the database.
    cluster: Option<cluster::Cluster>,
    /// The rate limits, if there are any.
    rate_limits: OnceLock<Arc<RateLimits>>,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("store", &self.0.store).finish_non_exhaustive()
    }
}

const SECRET: &str = "secret";
const ALIVE: &str = "alive";

impl Hub {
    /// Starts the hub: restores state and background tasks.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
    ) -> Result<Hub, StoreError> {
        let hub = Hub::prepare(store, environment, computers, None).await?;
        hub.take_in_attempts().await?;
        hub.start_scheduler();
        hub.start_consumers(consumers::all());
        hub.start_sending();
        Ok(hub)
    }

    /// Starts the hub of one of several servers on the same database.
    ///
    /// # Errors
    /// When the store cannot be read or written, or the bus cannot be reached.
    pub async fn open_in_cluster(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
        joining: Joining,
    ) -> Result<Hub, OpenError> {
        let hub =
            Hub::prepare(store, environment, computers, Some(joining)).await.map_err(OpenError::Store)?;
        hub.start_cluster().await.map_err(OpenError::Bus)?;
        hub.take_in_attempts().await.map_err(OpenError::Store)?;
        hub.start_scheduler();
        hub.start_consumers(consumers::all());
        hub.start_sending();
        Ok(hub)
    }

    /// A hub without background tasks.
    async fn prepare(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
        joining: Option<Joining>,
    ) -> Result<Hub, StoreError> {
        let (cluster, standing) = match joining {
            Some(joining) => {
                let (cluster, standing) = cluster::Cluster::join(joining).await?;
                (Some(cluster), Some(standing))
            }
            None => (None, None),
        };
        let alive: Option<Millis> = store.fact(ALIVE).await?.and_then(|text| text.parse().ok());
        // The clock must not be before any stored event, whatever the wall clock says.
        let last = store.last_live_event().await?.map(|at| at.unsigned_abs() + 1);
        let environment = match cluster {
            // The database's clock is the same for all nodes.
            Some(_) => environment,
            None => environment.not_before(alive.max(last).unwrap_or(0)),
        };
        let secret = match store.fact(SECRET).await?.as_deref().and_then(from_hex) {
            Some(secret) => secret,
            None => {
                // Another server may create one at the same moment.
                let kept = store.add_fact(SECRET, &to_hex(&environment.bytes::<32>())).await?;
                from_hex(&kept)
                    .ok_or_else(|| StoreError::Damaged("the stored secret is malformed".to_owned()))?
            }
        };
        let now = environment.now();
        let (begun, alive) = match standing {
            None => (now, alive),
            // Other nodes have been running all the time.
            Some(standing) if standing.nodes.len() > 1 => (0, None),
            Some(standing) => (now, standing.last_seen.map(i64::unsigned_abs)),
        };
        let pushing = push_notices::PushNotifier::open(&*store, &environment).await?;
        let reach =
            if environment.pushes_here() { AllowedTargets::AlsoThisMachine } else { AllowedTargets::Public };
        let hosts = environment.webhook_hosts();
        let metrics = Arc::new(Metrics::default());
        let counted = Arc::clone(&metrics);
        let (log, writer) = Log::start_watched(Arc::clone(&store), move |commit| counted.committed(commit));
        let seeks = store.seeks().await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let inner = Inner {
            begun,
            alive,
            log,
            environment,
            computers,
            metrics,
            damaged: Mutex::default(),
            secret,
            slots: Mutex::default(),
            subscribers: Subscribers::default(),
            lobby: Lobby::new(seeks),
            deadlines: deadlines::Deadlines::default(),
            ended: tokio::sync::Notify::new(),
            tasks: Mutex::new(vec![writer]),
            shelves: puzzles::PuzzleLibrary::default(),
            attempts: tokio::sync::Mutex::default(),
            reminded: notices::SentReminders::default(),
            poster: HttpPoster::new(reach, hosts),
            pushing,
            sending: webhooks::Sending::default(),
            passwords: accounts::Passwords::default(),
            new_addresses: accounts::NewAddresses::default(),
            thinking: quotas::thinking(cores, computers::LONGEST),
            openings: quotas::Openings::default(),
            woken: AtomicBool::new(false),
            noted: AtomicU64::new(0),
            stopping: tokio::sync::watch::Sender::new(false),
            cluster,
            rate_limits: OnceLock::new(),
            store,
        };
        let hub = Hub(Arc::new(inner));
        hub.add_skeletons().await?;
        Ok(hub)
    }

    /// The server's time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.0.environment.now()
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    fn damaged(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Slot>>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes a connection to the messages for a person about any game.
    pub(crate) fn connect(&self, who: &Identity, subscriber: &Subscriber) {
        if self.0.subscribers.connect(&who.id, subscriber) {
            self.announce_presence(&who.id, true);
        }
    }

    pub(crate) fn disconnect(&self, person: Option<&str>, subscriber: &Subscriber) {
        let was_last = self.0.subscribers.disconnect(person, subscriber);
        if let Some(person) = person.filter(|_| was_last) {
            self.announce_presence(person, false);
        }
    }

    /// Sets the rate limits. In a cluster, requests to other nodes count too.
    pub(crate) fn set_rate_limits(&self, rate_limits: Arc<RateLimits>) {
        if self.0.cluster.is_some() {
            rate_limits.share();
        }
        let _ = self.0.rate_limits.set(rate_limits);
    }

    fn rate_limits(&self) -> Option<&RateLimits> {
        self.0.rate_limits.get().map(|rate_limits| &**rate_limits)
    }

    /// The public address of the page, if it is configured.
    pub(crate) fn site(&self) -> Option<&Site> {
        self.0.environment.site()
    }

    /// Resolves when the server shuts down, or steps aside for other nodes.
    pub(crate) async fn stopping(&self) {
        let mut stopping = self.0.stopping.subscribe();
        tokio::select! {
            biased;
            _ = stopping.wait_for(|stopping| *stopping) => {}
            () = self.unfit() => {}
        }
    }

    #[must_use]
    pub fn people_connected(&self) -> usize {
        self.0.subscribers.people()
    }

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
