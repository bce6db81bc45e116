//! The file of a SQLite database: which program it belongs to, who may read it, and whether it is still where
//! it was opened.

use crate::{Sqlite, StoreError};
use sqlx::{
    Connection as _, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
};

/// `PRAGMA application_id` of our files: "Ludo" in ASCII.
pub(crate) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"Ludo");
/// Tables that exist in every version, by which files written before the id existed are recognised.
const TABLES: [&str; 3] = ["events", "games", "people"];
/// Where SQLite's file format stores the application id: the last four of the first 72 bytes.
const HEADER: usize = 72;

/// The files that SQLite may keep beside a database.
pub const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

impl Sqlite {
    /// Opens a database unchanged, to read and copy it: it is neither created nor upgraded.
    ///
    /// # Errors
    /// If it cannot be opened or is not a database of this program.
    pub async fn open_unchanged(path: &Path) -> Result<Sqlite, StoreError> {
        let mut connection = connect(path).await.map_err(|error| not_readable(path, &error))?;
        let tables = has_tables(&mut connection).await;
        let origin = origin(&mut connection).await;
        connection.close().await.map_err(|error| not_readable(path, &error))?;
        if origin.map_err(|error| not_readable(path, &error))? != Origin::Ours
            || !tables.map_err(|error| not_readable(path, &error))?
        {
            return Err(foreign(path));
        }
        let pool: SqlitePool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(plain(path))
            .await
            .map_err(|error| not_readable(path, &error))?;
        let place = Place::of(path).map_err(|error| not_readable(path, &error))?;
        Ok(Sqlite {
            reading: pool.clone(),
            writing: pool,
            place,
            webhooks: Arc::default(),
            tail: Arc::default(),
        })
    }

    /// Moves the contents of the files beside a database into its file, and removes them. The database must
    /// not be open elsewhere.
    ///
    /// # Errors
    /// If the database cannot be opened or written.
    pub async fn make_single_file(path: &Path) -> Result<(), StoreError> {
        let mut connection = connect(path).await?;
        let mode: String =
            sqlx::query_scalar("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await?;
        connection.close().await?;
        if mode != "delete" {
            return Err(StoreError::CannotOpen(format!("{}: another program has it open", path.display())));
        }
        File::open(path).and_then(|file| file.sync_all()).map_err(|error| not_readable(path, &error))
    }

    /// Writes a copy of the whole database to a new file that only its owner may read, without blocking
    /// readers and writers.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreError> {
        let name = path.to_str().ok_or_else(|| {
            StoreError::CannotOpen(format!("{}: the name of a backup must be text", path.display()))
        })?;
        // SQLite accepts an empty file. A dangling link counts as an existing file here.
        let file = create_private(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                StoreError::CannotOpen(format!("{}: exists already: choose another name", path.display()))
            }
            _ => StoreError::CannotOpen(format!("{}: {error}", path.display())),
        })?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&self.reading()).await;
        let synced = match copied {
            Ok(_) => file.sync_all().map_err(|error| not_readable(path, &error)),
            Err(error) => Err(error.into()),
        };
        if synced.is_err() {
            let _ = fs::remove_file(path);
        }
        synced
    }

    /// Whether the database is still the file that was opened: not deleted, moved or replaced.
    pub(crate) fn in_place(&self) -> bool {
        self.place.is_same()
    }
}

/// The identity of the file behind a path.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    path: PathBuf,
    file: Identity,
}

impl Place {
    pub(crate) fn of(path: &Path) -> io::Result<Place> {
        Ok(Place { path: path.to_owned(), file: identity(path)? })
    }

    fn is_same(&self) -> bool {
        identity(&self.path).is_ok_and(|file| file == self.file)
    }
}

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(path)?;
    Ok((about.dev(), about.ino()))
}

/// On other systems an open file cannot be deleted or replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(drop)
}

/// Creates a file that only its owner may read, whatever the umask. Links are not followed.
///
/// # Errors
/// If a file or link exists already, or the file cannot be created.
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    make_private(&file)?;
    Ok(file)
}

#[cfg(unix)]
fn make_private(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Makes sure that the file exists, and belongs to this program unless it is empty. Another program's file is
/// left untouched.
pub(crate) async fn prepare(path: &Path) -> Result<(), String> {
    match create_private(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error.to_string()),
    }
    let mut header = [0; HEADER];
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    if file.metadata().is_ok_and(|about| about.len() == 0) {
        return Ok(());
    }
    // Reads the header without opening the database, which is slower.
    if file.read_exact(&mut header).is_ok() && header.ends_with(&APPLICATION_ID.to_be_bytes()) {
        return Ok(());
    }
    drop(file);
    let text = |error: sqlx::Error| error.to_string();
    let mut connection = connect(path).await.map_err(text)?;
    let origin = origin(&mut connection).await;
    connection.close().await.map_err(text)?;
    match origin.map_err(text)? {
        Origin::Empty | Origin::Ours => Ok(()),
        Origin::Foreign => Err(FOREIGN.to_owned()),
    }
}

/// Sets the application id of a file.
pub(crate) async fn stamp(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(pool).await?;
    if id != i64::from(APPLICATION_ID) {
        let stamp = format!("PRAGMA application_id = {APPLICATION_ID}");
        sqlx::query(sqlx::AssertSqlSafe(stamp)).execute(pool).await?;
    }
    Ok(())
}

const FOREIGN: &str = "this database belongs to another program";

fn foreign(path: &Path) -> StoreError {
    StoreError::CannotOpen(format!("{}: {FOREIGN}", path.display()))
}

fn not_readable(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::CannotOpen(format!("{}: {error}", path.display()))
}

fn plain(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).create_if_missing(false)
}

async fn connect(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnection::connect_with(&plain(path)).await
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Empty,
    Ours,
    Foreign,
}

async fn origin(connection: &mut SqliteConnection) -> Result<Origin, sqlx::Error> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    Ok(match u32::try_from(id) {
        Ok(APPLICATION_ID) => Origin::Ours,
        Ok(0) if has_tables(connection).await? => Origin::Ours,
        // A file in which migrations had only just started counts as empty.
        Ok(0) if count_tables(connection).await? == 0 => Origin::Empty,
        _ => Origin::Foreign,
    })
}

/// The number of tables, except that of the migrations.
async fn count_tables(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND name <> '_sqlx_migrations'",
    )
    .fetch_one(connection)
    .await
}

async fn has_tables(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
        .fetch_all(connection)
        .await?;
    Ok(TABLES.iter().chain(&["_sqlx_migrations"]).all(|table| names.iter().any(|name| name == table)))
}
