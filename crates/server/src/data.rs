//! Where the server's persistent data lies, and how it is opened.

use crate::{
    Locked,
    http_client::{HttpPoster, WebhookHost},
};
use ludoteca_cluster::{
    Cluster, ClusterClock, JoinError, Joining,
    bus::{Nats, NoReply},
};
use ludoteca_protocol::SettingsChange;
use ludoteca_service::{Computers, Environment, Mail, Services, Site};
use ludoteca_store::{Facts, Leases, Postgres, Sqlite, Store, StoreError};
use std::{fmt, io, path::PathBuf, sync::Arc};

/// What a server needs to open its services: storage, computer players, mail and settings.
#[derive(Debug)]
pub struct Data {
    /// The data folder; created if it is missing.
    pub folder: PathBuf,
    /// `postgres://…` instead of the SQLite file in the folder.
    pub database: Option<String>,
    /// A read replica of that database, used for the archive.
    pub replica: Option<String>,
    /// `nats://…`: connects the servers that share the database.
    pub nats: Option<String>,
    pub computers: Option<Arc<dyn Computers>>,
    /// A folder with additional puzzle files; the built-in puzzles need none.
    pub puzzles: Option<PathBuf>,
    /// Sends the mail for password recovery.
    pub mail: Option<Arc<Mail>>,
    /// The public address of the site; passkeys are bound to its domain.
    pub site: Option<Site>,
    /// Hosts outside the public internet that webhooks may call.
    pub webhook_hosts: Vec<WebhookHost>,
    /// The settings that the configuration fixes; admins choose the others.
    pub settings: SettingsChange,
}

/// Why the data cannot be used.
#[derive(Debug)]
pub enum DataError {
    /// The folder cannot be created or written.
    Folder(PathBuf, io::Error),
    /// Another program uses the folder.
    Locked(PathBuf),
    Store(StoreError),
    Bus(NoReply),
    /// Several servers need a database that they can share.
    NotShared,
    /// Other servers use the database, and this one has no bus to talk to them.
    OthersThere(usize),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Folder(path, error) => {
                write!(f, "{}: {error}: choose another folder for the games with --data", path.display())
            }
            DataError::Locked(path) => write!(
                f,
                "{}: another ludoteca uses this folder: stop that one, or choose another folder with --data",
                path.display()
            ),
            DataError::Store(error) => error.fmt(f),
            DataError::Bus(error) => error.fmt(f),
            DataError::OthersThere(count) => write!(
                f,
                "{count} servers share this database by --nats: start this one with --nats too, or stop them"
            ),
            DataError::NotShared => {
                f.write_str("--nats needs --database postgres://…: several servers cannot share a file")
            }
        }
    }
}

impl std::error::Error for DataError {}

impl Data {
    /// Locks the folder, opens the database and starts the services.
    ///
    /// # Errors
    /// When one of them cannot be opened.
    pub async fn open(&self) -> Result<(Locked, Arc<Services>), DataError> {
        let locked = Locked::new(&self.folder)?;
        let services = match (&self.database, &self.nats) {
            (Some(database), Some(nats)) => self.join(database, nats).await?,
            (None, Some(_)) => return Err(DataError::NotShared),
            (Some(address), None) => {
                let store = self.postgres(address).await?;
                // Writes of a server outside the cluster would not be fenced.
                let others = store.standing().await.map_err(DataError::Store)?.nodes.len();
                if others > 0 {
                    return Err(DataError::OthersThere(others));
                }
                self.open_alone(Arc::new(store)).await?
            }
            (None, None) => {
                let store = Sqlite::open(&locked.database()).await.map_err(DataError::Store)?;
                self.open_alone(Arc::new(store)).await?
            }
        };
        if let Some(folder) = &self.puzzles {
            services.serve_puzzles_from(folder.clone()).await;
        }
        Ok((locked, services))
    }

    async fn postgres(&self, address: &str) -> Result<Postgres, DataError> {
        let store = Postgres::connect(address).await.map_err(DataError::Store)?;
        match &self.replica {
            Some(replica) => store.with_replica(replica).await.map_err(DataError::Store),
            None => Ok(store),
        }
    }

    /// Adds mail and the site's address.
    fn furnished(&self, mut environment: Environment) -> Environment {
        if let Some(mail) = &self.mail {
            environment = environment.with_mail(Arc::clone(mail));
        }
        if let Some(site) = &self.site {
            environment = environment.with_site(site.clone());
        }
        let poster = HttpPoster::new(self.webhook_hosts.clone());
        environment.with_poster(Arc::new(poster)).with_settings(self.settings)
    }

    async fn open_alone(&self, store: Arc<dyn Store>) -> Result<Arc<Services>, DataError> {
        let environment = self.furnished(Environment::real());
        Services::open(store, environment, self.computers.clone()).await.map_err(DataError::Store)
    }

    /// Joins the cluster as one of its nodes.
    async fn join(&self, database: &str, nats: &str) -> Result<Arc<Services>, DataError> {
        let store = Arc::new(self.postgres(database).await?);
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| DataError::Bus(NoReply(error.to_string())))?;
        let name = u64::from_le_bytes(bytes);
        // The same for all servers that share this database, and unique to it.
        let cluster = store.add_fact("cluster", &format!("{name:016x}")).await.map_err(DataError::Store)?;
        let bus = Nats::connect(nats, cluster).await.map_err(DataError::Bus)?;
        let clock = Arc::new(ClusterClock::default());
        let now = Arc::clone(&clock);
        let environment = self.furnished(Environment::with_shared_clock(move || now.now()));
        let leases: Arc<dyn Leases> = Arc::clone(&store) as Arc<dyn Leases>;
        let joining = Joining { leases, bus: Arc::new(bus), name: format!("{name:016x}"), clock };
        let cluster = Cluster::join(joining).await.map_err(|error| match error {
            JoinError::Store(error) => DataError::Store(error),
            JoinError::Bus(error) => DataError::Bus(error),
        })?;
        let services = Services::open_with(store, environment, self.computers.clone(), cluster).await;
        services.map_err(DataError::Store)
    }
}
