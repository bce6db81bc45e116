//! Where everything is that must last, and how it is opened.

use crate::{
    Locked,
    bus::{Nats, NoReply},
    http_client::WebhookHost,
    hub::{ClusterClock, Computers, Environment, Hub, Joining, Mail, OpenError, Site},
};
use ludoteca_protocol::SettingsChange;
use ludoteca_store::{Leases, Postgres, Sqlite, Store, StoreError};
use std::{fmt, io, path::PathBuf, sync::Arc};

/// Where games are kept, and who plays for the computer.
#[derive(Debug)]
pub struct Data {
    /// The folder; made when it is missing.
    pub folder: PathBuf,
    /// `postgres://…` instead of the file in the folder.
    pub database: Option<String>,
    /// A copy of that database, from which the archive is read.
    pub replica: Option<String>,
    /// `nats://…`: other servers share the database, and this is the way to them.
    pub nats: Option<String>,
    /// The computer's levels.
    pub computers: Option<Arc<dyn Computers>>,
    /// A folder with files of puzzles; those that every program has are there without it.
    pub puzzles: Option<PathBuf>,
    /// How mail is sent to those who have lost their password.
    pub mail: Option<Arc<Mail>>,
    /// Where people find the page; passkeys belong to its name.
    pub site: Option<Site>,
    /// Hosts that webhooks may call although they are none of the public internet.
    pub webhook_hosts: Vec<WebhookHost>,
    /// The site's settings that the configuration fixes; admins choose the others.
    pub settings: SettingsChange,
}

/// Why the data cannot be used.
#[derive(Debug)]
pub enum DataError {
    /// The folder cannot be made or written.
    Folder(PathBuf, io::Error),
    /// Another program uses the folder.
    Locked(PathBuf),
    /// The database cannot be opened.
    Store(StoreError),
    /// The other servers cannot be reached.
    Bus(NoReply),
    /// Several servers need a database that they can share.
    NotShared,
    /// Others share the database, and this one would not speak with them.
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
    /// Locks the folder, opens the database and the house.
    ///
    /// # Errors
    /// When one of them cannot be had.
    pub async fn open(&self) -> Result<(Locked, Hub), DataError> {
        let locked = Locked::new(&self.folder)?;
        let hub = match (&self.database, &self.nats) {
            (Some(database), Some(nats)) => self.join(database, nats).await?,
            (None, Some(_)) => return Err(DataError::NotShared),
            (Some(address), None) => {
                let store = self.postgres(address).await?;
                // What it wrote would not be fenced.
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
            hub.serve_puzzles_from(folder.clone()).await;
        }
        Ok((locked, hub))
    }

    async fn postgres(&self, address: &str) -> Result<Postgres, DataError> {
        let store = Postgres::connect(address).await.map_err(DataError::Store)?;
        match &self.replica {
            Some(replica) => store.with_replica(replica).await.map_err(DataError::Store),
            None => Ok(store),
        }
    }

    /// What this server knows of its surroundings: mail, and where people find the page.
    fn furnished(&self, mut environment: Environment) -> Environment {
        if let Some(mail) = &self.mail {
            environment = environment.with_mail(Arc::clone(mail));
        }
        if let Some(site) = &self.site {
            environment = environment.with_site(site.clone());
        }
        environment.with_webhook_hosts(self.webhook_hosts.clone()).with_settings(self.settings)
    }

    async fn open_alone(&self, store: Arc<dyn Store>) -> Result<Hub, DataError> {
        let hub = Hub::open(store, self.furnished(Environment::real()), self.computers.clone()).await;
        hub.map_err(DataError::Store)
    }

    /// Becomes one of several servers.
    async fn join(&self, database: &str, nats: &str) -> Result<Hub, DataError> {
        let store = Arc::new(self.postgres(database).await?);
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| DataError::Bus(NoReply(error.to_string())))?;
        let name = u64::from_le_bytes(bytes);
        // The same for all who share the database, and for nobody else.
        let cluster = store.add_fact("cluster", &format!("{name:016x}")).await.map_err(DataError::Store)?;
        let bus = Nats::connect(nats, cluster).await.map_err(DataError::Bus)?;
        let clock = Arc::new(ClusterClock::default());
        let environment = self.furnished(Environment::in_cluster(Arc::clone(&clock)));
        let leases: Arc<dyn Leases> = Arc::clone(&store) as Arc<dyn Leases>;
        let joining = Joining { leases, bus: Arc::new(bus), name: format!("{name:016x}"), clock };
        Hub::open_in_cluster(store, environment, self.computers.clone(), joining).await.map_err(|error| {
            match error {
                OpenError::Store(error) => DataError::Store(error),
                OpenError::Bus(error) => DataError::Bus(error),
            }
        })
    }
}
