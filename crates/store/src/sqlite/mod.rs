//! SQLite in a file: the default, for one machine.

mod append;
mod file;
mod import;
#[expect(clippy::duplicate_mod, reason = "once for each database")]
#[path = "../queries/mod.rs"]
mod queries;
mod tail;

pub use file::{BESIDE, create_private};

use crate::{Append, GameRow, StoreError, StoredEvent, Time, bigint, games::GAME_COLUMNS, migrations};
use append::WebhooksHint;
use file::Place;
use sqlx::{
    SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc, time::Duration};
use tail::Tail;

/// The largest number of rows that one statement inserts: SQLite takes at most 32,766 values in all.
const ROWS: usize = 2000;
/// Replaces a game's row by one that is at least as new.
const NEWER_ROW: &str = " ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, seq = excluded.seq, \
    changed = excluded.changed, to_act = excluded.to_act, deadline = excluded.deadline, \
    listed = excluded.listed, glance = excluded.glance WHERE games.seq <= excluded.seq";
/// The number of pages in the write-ahead log before it is moved into the file: pages that many commits
/// change, such as those of an index, are then moved once.
const LOG_PAGES: &str = "4000";
/// The number of concurrent readers.
const READERS: u32 = 4;
/// The page size in bytes.
const PAGE: u32 = 1024;
/// How long a statement waits for another program's lock on the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files up to this many bytes are vacuumed after a person is deleted: that takes less than a second, during
/// which nothing else is written.
const SMALL: i64 = 64 << 20;
/// Files up to this many bytes are checked completely when they are opened, which takes a few seconds at
/// most. In larger ones damage is found when the damaged part is read.
const CHECKED: u64 = 512 << 20;
/// During a bulk load there are no readers, and a long write-ahead log would be slow to read.
const FILLING_PATIENCE: Duration = Duration::from_secs(600);
/// The page cache during a bulk load, in KiB (negative by SQLite's convention).
const FILLING_CACHE: &str = "-400000";
/// The number of pages in the write-ahead log before it is moved into the file during a bulk load.
const FILLING_PAGES: &str = "400000";

/// The time of the last event of all live games.
const LAST_LIVE_EVENT: &str = "SELECT MAX(at) FROM events WHERE number IN \
    (SELECT number FROM event_numbers WHERE game IN (SELECT id FROM games WHERE stage = 'playing' AND live = 1)) \
    OR number > (SELECT value FROM counters WHERE name = 'indexed')";
/// Replaces the content of event `$2` of game `$1`.
const REWRITE_EVENT: &str = "UPDATE events SET data = $3, about = $4 WHERE number IN \
    (SELECT number FROM event_numbers WHERE game = $1 AND seq = $2 UNION SELECT number FROM events \
     WHERE number > (SELECT value FROM counters WHERE name = 'indexed') AND game = $1 AND seq = $2)";

type Db = sqlx::Sqlite;
type Row = sqlx::sqlite::SqliteRow;
type Backend = Sqlite;

#[derive(Clone, Debug)]
pub struct Sqlite {
    reading: SqlitePool,
    /// SQLite allows one writer at a time, so there is one connection: writers never wait inside the
    /// database.
    writing: SqlitePool,
    place: Place,
    webhooks: Arc<WebhooksHint>,
    tail: Arc<Tail>,
}

impl Sqlite {
    /// Opens the database in a file, creating it if necessary.
    ///
    /// # Errors
    /// If it cannot be opened, is not a database, belongs to another program, or is from a later version of
    /// this program.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_with(path, PATIENCE, |options| options).await
    }

    /// Opens a database for repeatable bulk writes: more is cached in memory, and commits do not wait for the
    /// disk. Nothing is lost if the program is killed, but the file may be lost if the machine fails.
    ///
    /// # Errors
    /// As for [`open`](Sqlite::open).
    pub async fn open_to_fill(path: &Path) -> Result<Sqlite, StoreError> {
        let filling = |options: SqliteConnectOptions| {
            options
                .synchronous(SqliteSynchronous::Off)
                .pragma("cache_size", FILLING_CACHE)
                .pragma("wal_autocheckpoint", FILLING_PAGES)
        };
        Sqlite::open_with(path, FILLING_PATIENCE, filling).await
    }

    /// Moves the write-ahead log into the file, after a bulk load.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn settle(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writing()).await?;
        Ok(())
    }

    async fn open_with(
        path: &Path,
        patience: Duration,
        change: impl FnOnce(SqliteConnectOptions) -> SqliteConnectOptions,
    ) -> Result<Sqlite, StoreError> {
        let cannot = |error: &dyn std::fmt::Display| {
            StoreError::CannotOpen(format!(
                "{}: {error}. Restore a backup with `ludoteca restore`, or move the file away to begin with an empty one.",
                path.display()
            ))
        };
        file::prepare(path).await.map_err(|error| cannot(&error))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            // The file exists by now. If it is deleted later, an empty one must not take its place.
            .create_if_missing(false)
            // A commit writes whole pages, and the moves of many games touch many of them: small pages are
            // written faster. An existing file keeps its page size.
            .page_size(PAGE)
            .journal_mode(SqliteJournalMode::Wal)
            // Confirmed writes are on disk, even if the machine fails.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(patience)
            .foreign_keys(true)
            // Deleted content is overwritten, so that it can no longer be read from the file.
            .pragma("secure_delete", "ON")
            .pragma("wal_autocheckpoint", LOG_PAGES);
        let options = change(options);
        // Connections to a file do not need to be recycled.
        let pool = |most| {
            let pool = SqlitePoolOptions::new().max_connections(most).acquire_timeout(2 * patience);
            // A test would be another call of the connection's thread.
            pool.idle_timeout(None).max_lifetime(None).test_before_acquire(false)
        };
        let writing = pool(1).connect_with(options.clone()).await.map_err(|error| cannot(&error))?;
        if fs::metadata(path).is_ok_and(|about| about.len() <= CHECKED) {
            let sound: String = sqlx::query_scalar("PRAGMA quick_check(1)")
                .fetch_one(&writing)
                .await
                .map_err(|error| cannot(&error))?;
            if sound != "ok" {
                return Err(cannot(&sound));
            }
        }
        file::stamp(&writing).await.map_err(|error| cannot(&error))?;
        migrations::for_sqlite().run(&writing).await.map_err(|error| cannot(&error))?;
        // A read-only file can be opened, but would fail at the first move. This changes nothing but needs
        // write access.
        let test = sqlx::query("DELETE FROM facts WHERE name = ''").execute(&writing).await;
        test.map_err(|error| cannot(&error))?;
        let tail = Arc::<Tail>::default();
        tail.index(&mut *writing.acquire().await?).await?;
        let reading =
            pool(READERS).connect_with(options.read_only(true)).await.map_err(|error| cannot(&error))?;
        let place = Place::of(path).map_err(|error| cannot(&error))?;
        Ok(Sqlite { reading, writing, place, webhooks: Arc::default(), tail })
    }

    pub(crate) fn reading(&self) -> SqlitePool {
        self.reading.clone()
    }

    fn searching(&self) -> SqlitePool {
        self.reading.clone()
    }

    fn writing(&self) -> SqlitePool {
        self.writing.clone()
    }

    /// Ends reading, and puts all events into the index, which the next start would otherwise do.
    async fn finish(&self) {
        self.reading.close().await;
        if !self.tail.is_empty()
            && let Ok(mut connection) = self.writing.acquire().await
            && let Err(error) = self.tail.index(&mut connection).await
        {
            tracing::warn!("the index of events cannot be written: {error}");
        }
    }

    /// A webhook is being added or enabled.
    fn note_webhook(&self) {
        self.webhooks.reset();
    }

    async fn events_after(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError> {
        self.tail.events(&self.reading, game, since).await
    }

    /// Inserts the events of a batch, which continue their games, and returns how many they are.
    async fn insert_events(
        connection: &mut SqliteConnection,
        batch: &[Append],
    ) -> Result<Option<u64>, StoreError> {
        let mut added = 0;
        let events: Vec<_> =
            batch.iter().flat_map(|append| append.events.iter().map(|event| (&append.game, event))).collect();
        for some in events.chunks(ROWS) {
            let mut insert = sqlx::QueryBuilder::<sqlx::Sqlite>::new(
                "INSERT INTO events (game, seq, at, actor, action, data, about) ",
            );
            insert.push_values(some, |mut row, (game, event)| {
                row.push_bind(game.as_str())
                    .push_bind(bigint(event.seq))
                    .push_bind(event.at)
                    .push_bind(event.actor.as_deref())
                    .push_bind(event.action.as_deref())
                    .push_bind(event.data.as_str())
                    .push_bind(event.about.as_deref());
            });
            added += insert.build().persistent(false).execute(&mut *connection).await?.rows_affected();
        }
        Ok(Some(added))
    }

    async fn put_rows(connection: &mut SqliteConnection, rows: &[&GameRow]) -> Result<(), StoreError> {
        for some in rows.chunks(ROWS) {
            let mut upsert =
                sqlx::QueryBuilder::<sqlx::Sqlite>::new(format!("INSERT INTO games ({GAME_COLUMNS}) "));
            upsert.push_values(some, |mut columns, row| {
                columns
                    .push_bind(row.id.as_str())
                    .push_bind(row.kind.as_str())
                    .push_bind(row.stage.word())
                    .push_bind(i64::from(row.live))
                    .push_bind(i64::from(row.listed))
                    .push_bind(bigint(row.seq))
                    .push_bind(row.created)
                    .push_bind(row.changed)
                    .push_bind(row.to_act.as_deref())
                    .push_bind(row.deadline)
                    .push_bind(row.overview.as_str());
            });
            upsert.push(NEWER_ROW);
            upsert.build().persistent(false).execute(&mut *connection).await?;
        }
        Ok(())
    }

    async fn put_seats(
        connection: &mut SqliteConnection,
        seats: &BTreeMap<(&str, u8), &str>,
    ) -> Result<(), StoreError> {
        for ((game, seat), person) in seats {
            sqlx::query(
                "INSERT INTO seats (game, seat, person) VALUES ($1, $2, $3) \
                 ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
            )
            .bind(game)
            .bind(i64::from(*seat))
            .bind(person)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }

    /// Assigns the next numbers to games that have ended.
    async fn put_ends(connection: &mut SqliteConnection, ends: &[(&str, Time)]) -> Result<(), StoreError> {
        let count = bigint(ends.len() as u64);
        let last: i64 = sqlx::query_scalar(
            "UPDATE counters SET value = value + $1 WHERE name = 'finished' RETURNING value",
        )
        .bind(count)
        .fetch_one(&mut *connection)
        .await?;
        for ((game, at), number) in ends.iter().zip(last - count + 1..) {
            sqlx::query("INSERT INTO finished (number, game, at) VALUES ($1, $2, $3)")
                .bind(number)
                .bind(game)
                .bind(at)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }

    /// Rearranging pages may leave copies of their old content. Vacuuming rewrites the file without them;
    /// then the write-ahead log, which holds the old pages, is emptied.
    async fn scrub_file(&self) -> Result<(), StoreError> {
        let mut connection = self.writing().acquire().await?;
        let size =
            sqlx::query_scalar("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
        let size: i64 = size.fetch_one(&mut *connection).await?;
        if size <= SMALL {
            sqlx::query("VACUUM").execute(&mut *connection).await?;
        }
        // It waits for readers; if they take too long, a later checkpoint does it.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *connection).await?;
        Ok(())
    }
}
