//! Appends a batch with one call of the connection's thread: each call costs two switches between threads,
//! and others wait for the commit.

use super::{NEWER_ROW, ROWS, Sqlite, queries::append_on, tail::Tail};
use crate::{Append, StoreError, bigint, events::Changes, games::GAME_COLUMNS};
use sqlx::{AssertSqlSafe, SqliteConnection, pool::PoolConnection, query::Query, sqlite::SqliteArguments};
use std::{
    iter,
    sync::atomic::{AtomicBool, Ordering},
};

/// Batches of at most this many events, and nothing else, use a cached statement.
const CACHED: usize = 64;

/// Whether a webhook may be enabled. Every move has notices, and most servers have no webhooks.
#[derive(Debug)]
pub(super) struct WebhooksHint(AtomicBool);

impl Default for WebhooksHint {
    fn default() -> WebhooksHint {
        WebhooksHint(AtomicBool::new(true))
    }
}

impl WebhooksHint {
    /// A webhook is being added or enabled. The caller holds the connection that writes.
    pub(super) fn reset(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    async fn may_be_enabled(&self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        if !self.0.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let some = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM webhooks WHERE off_at IS NULL)");
        let some = some.fetch_one(connection).await?;
        self.0.store(some, Ordering::Relaxed);
        Ok(some)
    }
}

/// The connection that writes, with a transaction that sqlx does not know of. Unless it ended well, what was
/// stored is unknown, and the connection is closed.
struct Committing<'a> {
    connection: PoolConnection<sqlx::Sqlite>,
    tail: &'a Tail,
    ended: bool,
}

impl Drop for Committing<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.tail.forget();
            self.connection.close_on_drop();
        }
    }
}

impl Sqlite {
    /// Appends the whole batch or nothing; `false`: an event exists already, or a seek is gone.
    pub(super) async fn append_all(&self, batch: &[Append]) -> Result<bool, StoreError> {
        // Writes to a deleted file would be confirmed and lost.
        if !self.in_place() {
            return Err(StoreError::Lost);
        }
        let connection = self.writing().acquire().await?;
        let mut committing = Committing { connection, tail: &self.tail, ended: false };
        let appended = self.tail.is_continued(&mut committing.connection, batch).await?
            && self.append_on(&mut committing.connection, batch).await?;
        if appended
            && self.tail.note(batch)
            && let Err(error) = self.tail.index(&mut committing.connection).await
        {
            // The events are stored, and the next batch tries again.
            tracing::warn!("the index of events cannot be written: {error}");
            return Ok(true);
        }
        committing.ended = true;
        Ok(appended)
    }

    async fn append_on(
        &self,
        connection: &mut SqliteConnection,
        batch: &[Append],
    ) -> Result<bool, StoreError> {
        // These depend on what is stored.
        if batch.iter().any(|append| !append.seeks.is_empty() || append.plan.is_some())
            || batch.iter().any(|append| !append.notices.is_empty())
                && self.webhooks.may_be_enabled(connection).await?
        {
            return append_on(connection, batch).await;
        }
        Statements::of(batch).query().execute(connection).await?;
        Ok(true)
    }
}

/// The statements of a batch.
struct Statements<'a> {
    batch: &'a [Append],
    changes: Changes<'a>,
}

impl<'a> Statements<'a> {
    fn of(batch: &'a [Append]) -> Statements<'a> {
        Statements { batch, changes: Changes::of(batch) }
    }

    fn query(&self) -> Query<'a, sqlx::Sqlite, SqliteArguments> {
        let Changes { events, rows, seats, ends } = &self.changes;
        let is_plain = rows.is_empty() && seats.is_empty() && ends.is_empty();
        let query = sqlx::query(AssertSqlSafe(self.text()));
        self.bound(query.persistent(is_plain && *events <= CACHED))
    }

    fn text(&self) -> String {
        let changes = &self.changes;
        let mut text = "BEGIN IMMEDIATE;".to_owned();
        let events = "INSERT INTO events (game, seq, at, actor, action, data, about) VALUES ";
        insert(&mut text, events, changes.events, "(?, ?, ?, ?, ?, ?, ?)", "");
        let games = format!("INSERT INTO games ({GAME_COLUMNS}) VALUES ");
        insert(&mut text, &games, changes.rows.len(), "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", NEWER_ROW);
        let seats = "INSERT INTO seats (game, seat, person) VALUES ";
        let same_seat = " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person";
        insert(&mut text, seats, changes.seats.len(), "(?, ?, ?)", same_seat);
        if !changes.ends.is_empty() {
            text.push_str("UPDATE counters SET value = value + ? WHERE name = 'finished';");
            let number = "((SELECT value FROM counters WHERE name = 'finished') - ?, ?, ?)";
            insert(
                &mut text,
                "INSERT INTO finished (number, game, at) VALUES ",
                changes.ends.len(),
                number,
                "",
            );
        }
        text.push_str("COMMIT");
        text
    }

    /// Binds the values in the order of the text.
    fn bound(
        &self,
        mut query: Query<'a, sqlx::Sqlite, SqliteArguments>,
    ) -> Query<'a, sqlx::Sqlite, SqliteArguments> {
        let changes = &self.changes;
        for append in self.batch {
            for event in &append.events {
                query = query.bind(append.game.as_str()).bind(bigint(event.seq)).bind(event.at);
                query = query.bind(event.actor.as_deref()).bind(event.action.as_deref());
                query = query.bind(event.data.as_str()).bind(event.about.as_deref());
            }
        }
        for row in &changes.rows {
            query = query.bind(row.id.as_str()).bind(row.kind.as_str()).bind(row.stage.word());
            query = query.bind(i64::from(row.live)).bind(i64::from(row.listed)).bind(bigint(row.seq));
            query = query.bind(row.created).bind(row.changed).bind(row.to_act.as_deref());
            query = query.bind(row.deadline).bind(row.overview.as_str());
        }
        for ((game, seat), person) in &changes.seats {
            query = query.bind(*game).bind(i64::from(*seat)).bind(*person);
        }
        if !changes.ends.is_empty() {
            query = query.bind(bigint(changes.ends.len() as u64));
        }
        for ((game, at), after) in changes.ends.iter().zip((0..changes.ends.len() as i64).rev()) {
            query = query.bind(after).bind(*game).bind(*at);
        }
        query
    }
}

/// Adds statements that insert this many rows.
fn insert(text: &mut String, into: &str, count: usize, row: &str, on_conflict: &str) {
    let mut left = count;
    while left > 0 {
        let rows = left.min(ROWS);
        text.push_str(into);
        text.extend(iter::once(row).chain(iter::repeat_n([", ", row], rows - 1).flatten()));
        text.push_str(on_conflict);
        text.push(';');
        left -= rows;
    }
}
