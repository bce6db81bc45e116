//! SQLite in a file: the default, for one machine.

use crate::{StoreError, accounts_sql, archive_sql, moderation, passkeys, ratings, sql};
use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{path::Path, time::Duration};

/// How many may read at the same time.
const READERS: u32 = 4;
/// The size of a page, in bytes.
const PAGE: u32 = 1024;
/// How long a statement waits for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// A file of at most so many bytes is written anew when somebody was forgotten: that takes less than a
/// second, during which nothing else is written.
const SMALL: i64 = 64 << 20;

/// A database in a file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    reading: SqlitePool,
    /// SQLite has one writer at a time: one connection, so that nobody waits inside the database.
    writing: SqlitePool,
}

impl Sqlite {
    /// Opens the database in a file, which is made when it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, is no database, or is one of a later version of this program.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let cannot = |error: &dyn std::fmt::Display| {
            StoreError::CannotOpen(format!(
                "{}: {error}. Restore a backup with `ludoteca restore`, or move the file away to begin with an empty one.",
                path.display()
            ))
        };
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            // A commit writes whole pages, and the moves of many games touch many: small pages are written
            // sooner. A file that is there already keeps its own.
            .page_size(PAGE)
            .journal_mode(SqliteJournalMode::Wal)
            // What is confirmed is on disk, whatever happens to the machine.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .foreign_keys(true)
            // What is deleted is overwritten, so that it cannot be read in the file any more.
            .pragma("secure_delete", "ON");
        let pool = |most| SqlitePoolOptions::new().max_connections(most).acquire_timeout(2 * PATIENCE);
        let writing = pool(1).connect_with(options.clone()).await.map_err(|error| cannot(&error))?;
        let sound: String = sqlx::query_scalar("PRAGMA quick_check(1)")
            .fetch_one(&writing)
            .await
            .map_err(|error| cannot(&error))?;
        if sound != "ok" {
            return Err(cannot(&sound));
        }
        sql::migrator().run(&writing).await.map_err(|error| cannot(&error))?;
        // A file that may only be read can be opened all the same, and would fail at the first move. This
        // changes nothing, but needs the right to.
        let test = sqlx::query("DELETE FROM facts WHERE name = ''").execute(&writing).await;
        test.map_err(|error| cannot(&error))?;
        let reading =
            pool(READERS).connect_with(options.read_only(true)).await.map_err(|error| cannot(&error))?;
        Ok(Sqlite { reading, writing })
    }

    /// Writes a copy of the whole database, as it is now, to a new file, while others go on reading and
    /// writing.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreError> {
        let name = path.to_str().ok_or_else(|| {
            StoreError::CannotOpen(format!("{}: the name of a backup must be text", path.display()))
        })?;
        sqlx::query("VACUUM INTO $1").bind(name).execute(&self.reading).await?;
        Ok(())
    }

    /// When pages were rearranged, copies of what stood on them may be left. Writing the file anew leaves
    /// none; then the log beside it, which holds the pages as they were, is emptied.
    async fn scrub_file(&self) -> Result<(), StoreError> {
        let mut connection = self.writing.acquire().await?;
        let size =
            sqlx::query_scalar("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
        let size: i64 = size.fetch_one(&mut *connection).await?;
        if size <= SMALL {
            sqlx::query("VACUUM").execute(&mut *connection).await?;
        }
        // It waits for those who read, and is done by a later one when they take too long.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *connection).await?;
        Ok(())
    }
}

sql::store_in_sql!(Sqlite, sqlx::Sqlite);
accounts_sql::accounts_in_sql!(Sqlite, sqlx::Sqlite);
ratings::ratings_in_sql!(Sqlite, sqlx::Sqlite);
archive_sql::archive_in_sql!(Sqlite, sqlx::Sqlite);
moderation::moderation_in_sql!(Sqlite, sqlx::Sqlite);
passkeys::passkeys_in_sql!(Sqlite, sqlx::Sqlite);
