//! The composition root: builds all services from what they share, starts the background tasks and stops
//! them.

use super::{
    Accounts, Archive, Blocks, Computers, Connections, Counters, Environment, Games, Imports, Lobby,
    Moderation, Notifications, People, PersonalData, Puzzles, Ratings, Reminders, Settings, Site, Stopping,
    Unavailable, Vacations, Webhooks, accounts,
    archive::Archivist,
    computers,
    consumers::{Consumer, Consumers},
    data_check, from_hex, games,
    lobby::OpenSeeks,
    moderation::{Roles, Sanctions},
    ownership::{Local, Node, Ownership, Standing},
    people::Signer,
    quotas::{self, Quotas},
    rate_limit::RateLimits,
    ratings::RatingsConsumer,
    to_hex,
};
use ludoteca_store::{Log, Store, StoreError};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{
    spawn,
    sync::{Notify, watch},
    task::JoinHandle,
};

/// Interval of deadline checks.
const DEADLINES: Duration = Duration::from_millis(200);
const REMINDERS: Duration = Duration::from_secs(30);
const PAIRING: Duration = Duration::from_secs(1);
const SWEEP: Duration = Duration::from_secs(5);
/// Interval of the removal of unused guests.
const GUESTS: Duration = Duration::from_secs(60);

const SECRET: &str = "secret";

/// All services of a server.
#[derive(Debug)]
pub struct Services {
    pub people: People,
    pub accounts: Accounts,
    pub personal_data: PersonalData,
    pub settings: Settings,
    pub blocks: Blocks,
    pub vacations: Vacations,
    pub games: Games,
    pub imports: Imports,
    pub lobby: Lobby,
    pub moderation: Moderation,
    pub ratings: Ratings,
    pub puzzles: Puzzles,
    pub archive: Archive,
    pub webhooks: Webhooks,
    pub notifications: Notifications,
    pub reminders: Reminders,
    pub connections: Connections,
    pub counters: Counters,
    pub stopping: Stopping,
    store: Arc<dyn Store>,
    environment: Environment,
    pub(crate) consumers: Consumers,
    ownership: Arc<dyn Ownership>,
    rate_limits: Arc<OnceLock<Arc<RateLimits>>>,
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

/// Each service, for callers that need only one.
macro_rules! parts {
    ($($part:ident: $Part:ty),* $(,)?) => {
        $(impl AsRef<$Part> for Services {
            fn as_ref(&self) -> &$Part {
                &self.$part
            }
        })*
    };
}

parts! {
    people: People,
    accounts: Accounts,
    personal_data: PersonalData,
    settings: Settings,
    blocks: Blocks,
    vacations: Vacations,
    games: Games,
    imports: Imports,
    lobby: Lobby,
    moderation: Moderation,
    ratings: Ratings,
    puzzles: Puzzles,
    archive: Archive,
    webhooks: Webhooks,
    notifications: Notifications,
    connections: Connections,
    stopping: Stopping,
}

impl Services {
    /// Opens a server that has the store for itself: restores state and starts background tasks.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
    ) -> Result<Arc<Services>, StoreError> {
        Services::open_with(store, environment, computers, Arc::new(Local::default())).await
    }

    /// Opens a server that owns its games in a given way.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open_with(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
        ownership: Arc<dyn Ownership>,
    ) -> Result<Arc<Services>, StoreError> {
        let services = Services::prepare(store, environment, computers, ownership).await?;
        services.start().await?;
        Ok(Arc::new(services))
    }

    /// Opens the data of a stopped server, without background tasks.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn open_stopped(store: Arc<dyn Store>) -> Result<Arc<Services>, StoreError> {
        Ok(Arc::new(Services::prepare(store, Environment::real(), None, Arc::new(Local::default())).await?))
    }

    /// Rebuilds all data derived from finished games and puzzle attempts. Returns, for each kind of data, its
    /// name, the number of sources, and what the sources are.
    ///
    /// # Errors
    /// When the store cannot be read or written. The server resumes from there.
    pub async fn rebuild(
        store: Arc<dyn Store>,
    ) -> Result<Vec<(&'static str, u64, &'static str)>, StoreError> {
        let services = Services::open_stopped(store).await?;
        let mut rebuilt = Vec::new();
        for consumer in consumers() {
            rebuilt.push((consumer.name(), services.consumers.rebuild(&*consumer).await?, "finished games"));
        }
        rebuilt.push(("puzzles", services.puzzles.rebuild_puzzles().await?, "attempts"));
        services.close().await;
        Ok(rebuilt)
    }

    /// All services, without background tasks.
    pub(crate) async fn prepare(
        store: Arc<dyn Store>,
        environment: Environment,
        computers: Option<Arc<dyn Computers>>,
        ownership: Arc<dyn Ownership>,
    ) -> Result<Services, StoreError> {
        let Standing { others, last_seen } = ownership.standing(&*store).await?;
        // The clock must not be before any stored event, whatever the wall clock says.
        let last = store.last_live_event().await?.map(|at| at.unsigned_abs() + 1);
        let environment = environment.not_before(last_seen.max(last).unwrap_or(0));
        // With other servers running, nothing was interrupted.
        let (begun, alive) = if others { (0, None) } else { (environment.now(), last_seen) };
        let secret = secret(&*store, &environment).await?;
        let signer = Signer::new(secret);
        let stop = watch::Sender::new(false);
        let stopping = Stopping::new(stop.subscribe(), ownership.fit());
        let rate_limits = Arc::<OnceLock<Arc<RateLimits>>>::default();
        let counters = Counters::default();
        let counted = counters.clone();
        // The writer ends by itself when all its senders are gone.
        let (log, _) = Log::start_watched(Arc::clone(&store), move |commit| counted.committed(commit));

        let people = People::new(Arc::clone(&store));
        let roles = Roles::new(Arc::clone(&store), environment.clone());
        let sanctions = Sanctions::new(Arc::clone(&store), environment.clone());
        let connections = Connections::new(Arc::clone(&ownership));
        let settings = Settings::new(Arc::clone(&store), environment.clone(), roles.clone());
        let blocks = Blocks::new(Arc::clone(&store), people.clone());
        let ratings = Ratings::new(Arc::clone(&store), environment.clone(), people.clone());
        let puzzles = Puzzles::new(Arc::clone(&store), environment.clone(), people.clone());
        let notifications =
            Notifications::open(Arc::clone(&store), environment.clone(), stopping.clone()).await?;
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
        accounts.add_skeletons().await?;
        let webhooks =
            Webhooks::new(Arc::clone(&store), environment.clone(), accounts.clone(), stopping.clone());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let quotas = Quotas::new(
            Arc::clone(&store),
            people.clone(),
            Arc::clone(&rate_limits),
            quotas::thinking(cores, computers::LONGEST),
        );
        let ended = Arc::<Notify>::default();
        let games = Games(Arc::new(games::Inner {
            store: Arc::clone(&store),
            log: log.clone(),
            environment: environment.clone(),
            people: people.clone(),
            blocks: blocks.clone(),
            settings: settings.clone(),
            sanctions: sanctions.clone(),
            ratings: ratings.clone(),
            quotas: quotas.clone(),
            signer,
            connections: connections.clone(),
            notifications: notifications.clone(),
            webhooks: webhooks.clone(),
            computers,
            counters: counters.clone(),
            stopping: stopping.clone(),
            ownership: Arc::clone(&ownership),
            state: games::State { begun, alive, ended: Arc::clone(&ended), ..games::State::default() },
        }));
        let lobby = Lobby {
            store: Arc::clone(&store),
            environment: environment.clone(),
            people: people.clone(),
            blocks: blocks.clone(),
            ratings: ratings.clone(),
            quotas: quotas.clone(),
            connections: connections.clone(),
            ownership: Arc::clone(&ownership),
            games: games.clone(),
            seeks: OpenSeeks::load(&*store).await?,
        };
        let moderation = Moderation {
            store: Arc::clone(&store),
            environment: environment.clone(),
            people: people.clone(),
            accounts: accounts.clone(),
            roles,
            sanctions,
            settings: settings.clone(),
            blocks: blocks.clone(),
            connections: connections.clone(),
            games: games.clone(),
            lobby: lobby.clone(),
        };
        let consumers = Consumers { store: Arc::clone(&store), ownership: Arc::clone(&ownership), ended };
        Ok(Services {
            personal_data: PersonalData {
                store: Arc::clone(&store),
                environment: environment.clone(),
                connections: connections.clone(),
                accounts: accounts.clone(),
                webhooks: webhooks.clone(),
                games: games.clone(),
                lobby: lobby.clone(),
                moderation: moderation.clone(),
            },
            vacations: Vacations {
                store: Arc::clone(&store),
                environment: environment.clone(),
                games: games.clone(),
            },
            imports: Imports {
                store: Arc::clone(&store),
                log,
                environment: environment.clone(),
                signer,
                quotas,
            },
            archive: Archive {
                store: Arc::clone(&store),
                people: people.clone(),
                consumers: consumers.clone(),
            },
            reminders: Reminders {
                store: Arc::clone(&store),
                environment: environment.clone(),
                connections: connections.clone(),
                notifications: notifications.clone(),
                ownership: Arc::clone(&ownership),
                sent: Arc::default(),
            },
            people,
            accounts,
            settings,
            blocks,
            games,
            lobby,
            moderation,
            ratings,
            puzzles,
            webhooks,
            notifications,
            connections,
            counters,
            stopping,
            store,
            environment,
            consumers,
            ownership,
            rate_limits,
            stop,
            tasks: Mutex::default(),
        })
    }

    /// Starts the background tasks.
    async fn start(&self) -> Result<(), StoreError> {
        // First, since it may fail: a server that did not open must not resume games.
        self.puzzles.take_in_attempts().await?;
        self.keep(Arc::clone(&self.ownership).start(self.node()));
        let (games, lobby) = (self.games.clone(), self.lobby.clone());
        self.keep([
            spawn(every(DEADLINES, games.clone(), async |games| games.keep_deadlines().await)),
            spawn(every(REMINDERS, self.reminders.clone(), async |reminders| reminders.send_due().await)),
            spawn(every(PAIRING, lobby.clone(), async |lobby| lobby.pair_waiting().await)),
            spawn(every(SWEEP, (games, lobby), async |(games, lobby)| {
                games.sweep().await;
                lobby.sweep().await;
            })),
            spawn(every(GUESTS, self.accounts.clone(), async |accounts| accounts.sweep().await)),
        ]);
        self.keep(self.consumers.start(consumers()));
        self.keep([spawn(self.webhooks.clone().send_for_ever())]);
        Ok(())
    }

    /// Keeps a background task until the server is closed.
    fn keep(&self, tasks: impl IntoIterator<Item = JoinHandle<()>>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).extend(tasks);
    }

    /// The public address of the page, if it is configured.
    #[must_use]
    pub fn site(&self) -> Option<&Site> {
        self.environment.site()
    }

    /// Sets the rate limits, which count the requests to all servers.
    pub fn set_rate_limits(&self, rate_limits: Arc<RateLimits>) {
        self.ownership.share(&rate_limits);
        let _ = self.rate_limits.set(rate_limits);
    }

    /// Offers the puzzles in the `.txt` files of a folder too, now and whenever they change.
    pub async fn serve_puzzles_from(&self, folder: PathBuf) {
        let task = self.puzzles.watch(folder).await;
        self.keep([task]);
    }

    /// Rejects requests while this server cannot be sure that they would last.
    pub fn check_fit(&self) -> Result<(), Unavailable> {
        self.games.check_fit()
    }

    fn node(&self) -> Node {
        Node { games: self.games.clone(), lobby: self.lobby.clone() }
    }

    /// Gives up all games, so that other servers can take them over before this one stops.
    pub async fn hand_over_games(&self) {
        self.ownership.end(&self.node()).await;
    }

    /// Logs when the data disappears, and when it is back, until the server is closed.
    pub fn watch_data(&self) {
        self.keep([spawn(data_check::watch(Arc::clone(&self.store)))]);
    }

    /// Closes all sockets; the clients reconnect when the server is back.
    pub fn say_goodbye(&self) {
        self.stop.send_replace(true);
    }

    /// Shuts down: accepts nothing new, completes pending writes, and records the time.
    pub async fn close(&self) {
        self.say_goodbye();
        // Not needed, since the events contain everything; but it brings the database up to date for its
        // readers.
        self.games.sweep().await;
        self.hand_over_games().await;
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            task.abort();
        }
        self.store.close().await;
    }
}

/// The consumers of finished games that run on every server, and whose data `ludoteca admin rebuild`
/// rebuilds.
fn consumers() -> Vec<Arc<dyn Consumer>> {
    vec![Arc::new(RatingsConsumer), Arc::new(Archivist)]
}

async fn every<T>(pause: Duration, service: T, work: impl AsyncFn(&T)) {
    // Not at once: give clients time to reconnect after a restart.
    let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        work(&service).await;
    }
}

/// The key that signs invitations, created by the first server.
async fn secret(store: &dyn Store, environment: &Environment) -> Result<[u8; 32], StoreError> {
    if let Some(secret) = store.fact(SECRET).await?.as_deref().and_then(from_hex) {
        return Ok(secret);
    }
    // Another server may create one at the same moment.
    let kept = store.add_fact(SECRET, &to_hex(&environment.bytes::<32>())).await?;
    from_hex(&kept).ok_or_else(|| StoreError::Damaged("the stored secret is malformed".to_owned()))
}
