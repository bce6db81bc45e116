//! The services of the server, without HTTP: games, lobby, accounts, moderation, ratings, puzzles, webhooks,
//! notifications. Called by the server's handlers, by tests and by simulations.
//!
//! Every game has one owner, its slot: one request at a time makes a decision and stores it, and only then is
//! it sent to anyone. A game without players or spectators online is not in memory at all; its deadline is in
//! the store.
//!
//! Errors are exact enums. The server turns them into responses.

mod accounts;
mod active;
mod archive;
mod computers;
mod connections;
mod consumers;
mod counters;
mod data_check;
mod deadlines;
mod directory;
mod environment;
mod error;
mod fair_play;
mod fair_queue;
mod followers;
mod following;
mod games;
mod imports;
mod lobby;
mod moderation;
pub mod network;
mod notices;
mod outgoing;
pub mod ownership;
mod people;
mod plans;
mod push;
mod push_notices;
mod puzzles;
mod quotas;
mod random_games;
pub mod rate_limit;
mod ratings;
mod rows;
mod scheduler;
mod settings;
mod slot;
mod stopping;
mod subscribers;
mod vacation;
mod visibility;
mod webhooks;

pub use accounts::{Accounts, BROWSER, Entry, KnownOwner, Mail, Proof, QueueKey, Session, Site, name_key};
pub use computers::Computers;
pub use counters::{Counters, times};
pub use directory::People;
pub use environment::{Environment, Millis};
pub use error::{
    AccountError, ChatError, GameError, ImportError, LobbyError, ModerationError, NameError, PasskeyError,
    PasswordError, PersonError, PushError, PuzzleError, RateLimited, RatingError, RoleError, RuleViolation,
    Sanctioned, SetupError, SiteError, TokenError, Unavailable, VacationError, WebhookError,
};
pub use fair_play::Decision;
pub use followers::{Audience, Crowd};
pub use games::Rematch;
pub use imports::ImportedGame;
pub use moderation::{Blocks, ReportFound, ReportedGame, ReportsWanted};
pub use outgoing::{CallOutcome, Poster, Purpose};
pub use people::Identity;
pub use plans::{Branch, Plan};
pub use push_notices::Notifications;
pub use puzzles::Puzzles;
pub use random_games::RandomGames;
pub use ratings::{Boards, Ratings};
pub use settings::Settings;
pub use subscribers::{Frame, LONGEST_FRAME, Subscriber};
pub use webhooks::Webhooks;

use connections::Connections;
use lobby::Lobby;
use ludoteca_store::{Log, Store, StoreError};
use moderation::{Roles, Sanctions};
use ownership::{Local, Node, Ownership, Standing};
use rate_limit::RateLimits;
use slot::Slot;
use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use stopping::Stopping;
use tokio::task::JoinHandle;

/// All games of this server.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    people: People,
    accounts: Accounts,
    roles: Roles,
    sanctions: Sanctions,
    connections: Connections,
    webhooks: Webhooks,
    blocks: Blocks,
    settings: Settings,
    ratings: Ratings,
    puzzles: Puzzles,
    notifications: Notifications,
    store: Arc<dyn Store>,
    log: Log,
    environment: Environment,
    computers: Option<Arc<dyn Computers>>,
    counters: Counters,
    /// Games with a damaged log, which has been logged; their deadlines are ignored.
    damaged: Mutex<HashSet<String>>,
    /// The key that signs invitations.
    secret: [u8; 32],
    /// When this server started: a live game whose last event is older waits for its players first.
    begun: Millis,
    /// When the previous server was last known to be alive.
    alive: Option<Millis>,
    slots: Mutex<HashMap<Arc<str>, Arc<Slot>>>,
    lobby: Lobby,
    deadlines: deadlines::Deadlines,
    /// Wakes the consumers of finished games, always in the same order, so that simulations can be repeated.
    ended: tokio::sync::Notify,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    reminded: notices::SentReminders,
    thinking: quotas::Thinking,
    openings: quotas::Openings,
    /// Whether the server is shutting down.
    stopping: tokio::sync::watch::Sender<bool>,
    stops: Stopping,
    ownership: Arc<dyn Ownership>,
    /// The rate limits, if there are any.
    rate_limits: Arc<OnceLock<Arc<RateLimits>>>,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("store", &self.0.store).finish_non_exhaustive()
    }
}

const SECRET: &str = "secret";

impl Hub {
    /// Starts the hub of a server that has the store for itself: restores state and background tasks.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
    ) -> Result<Hub, StoreError> {
        Hub::open_with(store, environment, computers, Arc::new(Local::default())).await
    }

    /// Starts the hub of a server that owns its games in a given way.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open_with(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
        ownership: Arc<dyn Ownership>,
    ) -> Result<Hub, StoreError> {
        let hub = Hub::prepare(store, environment, computers, Arc::clone(&ownership)).await?;
        let tasks = ownership.start(Node(hub.clone()));
        hub.0.tasks.lock().unwrap_or_else(PoisonError::into_inner).extend(tasks);
        hub.0.puzzles.take_in_attempts().await?;
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
        ownership: Arc<dyn Ownership>,
    ) -> Result<Hub, StoreError> {
        let Standing { others, last_seen } = ownership.standing(&*store).await?;
        // The clock must not be before any stored event, whatever the wall clock says.
        let last = store.last_live_event().await?.map(|at| at.unsigned_abs() + 1);
        let environment = environment.not_before(last_seen.max(last).unwrap_or(0));
        let secret = match store.fact(SECRET).await?.as_deref().and_then(from_hex) {
            Some(secret) => secret,
            None => {
                // Another server may create one at the same moment.
                let kept = store.add_fact(SECRET, &to_hex(&environment.bytes::<32>())).await?;
                from_hex(&kept)
                    .ok_or_else(|| StoreError::Damaged("the stored secret is malformed".to_owned()))?
            }
        };
        // With other servers running, nothing was interrupted.
        let (begun, alive) = if others { (0, None) } else { (environment.now(), last_seen) };
        let stopping = tokio::sync::watch::Sender::new(false);
        let stops = Stopping::new(stopping.subscribe(), ownership.fit());
        let notifications =
            Notifications::open(Arc::clone(&store), environment.clone(), stops.clone()).await?;
        let people = People::new(Arc::clone(&store));
        let roles = Roles::new(Arc::clone(&store), environment.clone());
        let counters = Counters::default();
        let counted = counters.clone();
        let (log, writer) = Log::start_watched(Arc::clone(&store), move |commit| counted.committed(commit));
        let seeks = store.seeks().await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let settings = Settings::new(Arc::clone(&store), environment.clone(), roles.clone());
        let sanctions = Sanctions::new(Arc::clone(&store), environment.clone());
        let connections = Connections::new(Arc::clone(&ownership));
        let rate_limits = Arc::<OnceLock<Arc<RateLimits>>>::default();
        let accounts = Accounts::new(accounts::Handles {
            store: Arc::clone(&store),
            environment: environment.clone(),
            secret,
            rate_limits: Arc::clone(&rate_limits),
            connections: connections.clone(),
            people: people.clone(),
            roles: roles.clone(),
            sanctions: sanctions.clone(),
            settings: settings.clone(),
            passwords: accounts::Passwords::default(),
            new_addresses: accounts::NewAddresses::default(),
        });
        let inner = Inner {
            blocks: Blocks::new(Arc::clone(&store), people.clone()),
            webhooks: Webhooks::new(Arc::clone(&store), environment.clone(), accounts.clone(), stops.clone()),
            accounts,
            sanctions,
            connections,
            settings,
            ratings: Ratings::new(Arc::clone(&store), environment.clone(), people.clone()),
            puzzles: Puzzles::new(Arc::clone(&store), environment.clone(), people.clone()),
            notifications,
            people,
            roles,
            stops,
            begun,
            alive,
            log,
            environment,
            computers,
            counters,
            damaged: Mutex::default(),
            secret,
            slots: Mutex::default(),
            lobby: Lobby::new(seeks),
            deadlines: deadlines::Deadlines::default(),
            ended: tokio::sync::Notify::new(),
            tasks: Mutex::new(vec![writer]),
            reminded: notices::SentReminders::default(),
            thinking: quotas::thinking(cores, computers::LONGEST),
            openings: quotas::Openings::default(),
            stopping,
            ownership,
            rate_limits,
            store,
        };
        let hub = Hub(Arc::new(inner));
        hub.0.accounts.add_skeletons().await?;
        Ok(hub)
    }

    /// The server's time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.0.environment.now()
    }

    /// Counts of what the services have done.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.0.counters
    }

    fn damaged(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Slot>>> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes a connection to the messages for a person about any game.
    pub fn connect(&self, who: &Identity, subscriber: &Subscriber) {
        if self.0.connections.subscribers.connect(&who.id, subscriber) {
            self.0.ownership.presence_changed(&who.id, true);
        }
    }

    pub fn disconnect(&self, person: Option<&str>, subscriber: &Subscriber) {
        let was_last = self.0.connections.subscribers.disconnect(person, subscriber);
        if let Some(person) = person.filter(|_| was_last) {
            self.0.ownership.presence_changed(person, false);
        }
    }

    /// Sets the rate limits, which count the requests to all servers.
    pub fn set_rate_limits(&self, rate_limits: Arc<RateLimits>) {
        self.0.ownership.share(&rate_limits);
        let _ = self.0.rate_limits.set(rate_limits);
    }

    fn rate_limits(&self) -> Option<&Arc<RateLimits>> {
        self.0.rate_limits.get()
    }

    /// The public address of the page, if it is configured.
    pub fn site(&self) -> Option<&Site> {
        self.0.environment.site()
    }

    /// Resolves when the server shuts down, or steps aside for other nodes.
    pub async fn stopping(&self) {
        self.0.stops.wait().await;
    }

    #[must_use]
    pub fn people(&self) -> &People {
        &self.0.people
    }

    #[must_use]
    pub fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    #[must_use]
    pub fn webhooks(&self) -> &Webhooks {
        &self.0.webhooks
    }

    /// Sends all webhooks that are due; resolves when all of them were tried. A background task does this
    /// every few seconds.
    pub async fn send_webhooks(&self) {
        self.0.webhooks.send_due().await;
    }

    fn start_sending(&self) {
        let task = tokio::spawn(self.0.webhooks.clone().send_for_ever());
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    #[must_use]
    pub fn blocks(&self) -> &Blocks {
        &self.0.blocks
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    #[must_use]
    pub fn ratings(&self) -> &Ratings {
        &self.0.ratings
    }

    #[must_use]
    pub fn puzzles(&self) -> &Puzzles {
        &self.0.puzzles
    }

    #[must_use]
    pub fn notifications(&self) -> &Notifications {
        &self.0.notifications
    }

    /// Offers the puzzles in the `.txt` files of a folder too, now and whenever they change.
    pub async fn serve_puzzles_from(&self, folder: std::path::PathBuf) {
        let task = self.0.puzzles.watch(folder).await;
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    #[must_use]
    pub fn people_connected(&self) -> usize {
        self.0.connections.subscribers.people()
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
