//! The folder with everything that must last: the database, and a lock, so that two programs never write it
//! at the same time.

use crate::hub::{Computers, Hub, Mail, Outside, Site};
use ludoteca_store::{Postgres, Sqlite, Store, StoreError};
use std::{
    fmt,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The database's file in the folder.
pub const DATABASE: &str = "ludoteca.sqlite";
/// The folder in it with the monthly dumps.
pub const DUMPS: &str = "dumps";
const LOCK: &str = "ludoteca.lock";

/// Where games are kept, and who plays for the computer.
#[derive(Debug)]
pub struct Data {
    /// The folder; made when it is missing.
    pub folder: PathBuf,
    /// `postgres://…` instead of the file in the folder.
    pub database: Option<String>,
    /// The computer's levels.
    pub computers: Option<Arc<dyn Computers>>,
    /// How mail is sent to those who have lost their password.
    pub mail: Option<Arc<Mail>>,
    /// Where people find the page; passkeys belong to its name.
    pub site: Option<Site>,
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
        }
    }
}

impl std::error::Error for DataError {}

/// A folder that nobody else uses while this lives.
#[derive(Debug)]
pub struct Locked {
    folder: PathBuf,
    _lock: File,
}

impl Locked {
    /// Makes the folder if it is missing, and locks it.
    ///
    /// # Errors
    /// When it cannot be written, or another program has locked it.
    pub fn new(folder: &Path) -> Result<Locked, DataError> {
        let failed = |error| DataError::Folder(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Locked { folder: folder.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(DataError::Locked(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// The database's file.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE)
    }
}

impl Data {
    /// Locks the folder, opens the database and the house.
    ///
    /// # Errors
    /// When one of them cannot be had.
    pub async fn open(&self) -> Result<(Locked, Hub), DataError> {
        let locked = Locked::new(&self.folder)?;
        let store: Arc<dyn Store> = match &self.database {
            Some(address) => Arc::new(Postgres::connect(address).await.map_err(DataError::Store)?),
            None => Arc::new(Sqlite::open(&locked.database()).await.map_err(DataError::Store)?),
        };
        let mut outside = Outside::real();
        if let Some(mail) = &self.mail {
            outside = outside.with_mail(Arc::clone(mail));
        }
        if let Some(site) = &self.site {
            outside = outside.with_site(site.clone());
        }
        let hub = Hub::open(store, outside, self.computers.clone()).await;
        Ok((locked, hub.map_err(DataError::Store)?))
    }
}
