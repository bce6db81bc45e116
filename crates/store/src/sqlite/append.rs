//! Appends a batch with one call of the connection's thread: each call costs two switches between threads,
//! and others wait for the commit.

use super::{NEWER_ROW, ROWS, Sqlite};
use crate::{Append, GameRow, StoreError, Time, bigint, games::GAME_COLUMNS};
use sqlx::{AssertSqlSafe, SqliteConnection, pool::PoolConnection, query::Query, sqlite::SqliteArguments};
use std::{
    collections::{BTreeMap, HashSet},
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

/// A connection with a transaction that sqlx does not know of: it is closed unless the transaction has ended.
struct Committing {
    connection: PoolConnection<sqlx::Sqlite>,
    ended: bool,
}

impl Drop for Committing {
    fn drop(&mut self) {
        if !self.ended {
            self.connection.close_on_drop();
        }
    }
}

impl Sqlite {
    /// Appends the whole batch or nothing; `false`: an event exists already, or a seek is gone.
    pub(super) async fn append_all(&self, batch: &[Append]) -> Result<bool, StoreError> {
        match self.append_at_once(batch).await? {
            true => Ok(true),
            false => self.append_stepwise(batch).await,
        }
    }

    /// Appends the whole batch, unless an event exists already or a part of it depends on what is stored.
    async fn append_at_once(&self, batch: &[Append]) -> Result<bool, StoreError> {
        if batch.iter().any(|append| !append.seeks.is_empty() || append.plan.is_some()) {
            return Ok(false);
        }
        // Writes to a deleted file would be confirmed and lost.
        if !self.in_place() {
            return Err(StoreError::Lost);
        }
        let connection = self.writing().acquire().await?;
        let mut committing = Committing { connection, ended: true };
        if batch.iter().any(|append| !append.notices.is_empty())
            && self.webhooks.may_be_enabled(&mut committing.connection).await?
        {
            return Ok(false);
        }
        let statements = Statements::of(batch);
        committing.ended = false;
        match statements.query().execute(&mut *committing.connection).await {
            Ok(_) => {
                committing.ended = true;
                Ok(true)
            }
            Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
                sqlx::raw_sql("ROLLBACK").execute(&mut *committing.connection).await?;
                committing.ended = true;
                Ok(false)
            }
            // The database may or may not have ended the transaction.
            Err(error) => Err(error.into()),
        }
    }
}

/// What a batch writes.
struct Statements<'a> {
    batch: &'a [Append],
    events: usize,
    /// The last row of each game, as with `seats`.
    rows: Vec<&'a GameRow>,
    seats: BTreeMap<(&'a str, u8), &'a str>,
    ends: Vec<(&'a str, Time)>,
}

impl<'a> Statements<'a> {
    fn of(batch: &'a [Append]) -> Statements<'a> {
        let mut seen = HashSet::new();
        let rows = batch.iter().rev().filter_map(|append| append.row.as_ref());
        let rows = rows.filter(|row| seen.insert(row.id.as_str())).collect();
        let seats = batch.iter().flat_map(|append| {
            append.seats.iter().map(|seat| ((append.game.as_str(), seat.seat), seat.person.as_str()))
        });
        let ends = batch.iter().filter(|append| append.finishes);
        let ended_at = |append: &Append| append.events.last().map_or(0, |event| event.at);
        Statements {
            batch,
            events: batch.iter().map(|append| append.events.len()).sum(),
            rows,
            seats: seats.collect(),
            ends: ends.map(|append| (append.game.as_str(), ended_at(append))).collect(),
        }
    }

    fn query(&self) -> Query<'a, sqlx::Sqlite, SqliteArguments> {
        let is_plain = self.rows.is_empty() && self.seats.is_empty() && self.ends.is_empty();
        let query = sqlx::query(AssertSqlSafe(self.text()));
        self.bound(query.persistent(is_plain && self.events <= CACHED))
    }

    fn text(&self) -> String {
        let mut text = "BEGIN IMMEDIATE;".to_owned();
        let events = "INSERT INTO events (game, seq, at, actor, action, data, about) VALUES ";
        insert(&mut text, events, self.events, "(?, ?, ?, ?, ?, ?, ?)", "");
        let games = format!("INSERT INTO games ({GAME_COLUMNS}) VALUES ");
        insert(&mut text, &games, self.rows.len(), "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", NEWER_ROW);
        let seats = "INSERT INTO seats (game, seat, person) VALUES ";
        let same_seat = " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person";
        insert(&mut text, seats, self.seats.len(), "(?, ?, ?)", same_seat);
        if !self.ends.is_empty() {
            text.push_str("UPDATE counters SET value = value + ? WHERE name = 'finished';");
            let number = "((SELECT value FROM counters WHERE name = 'finished') - ?, ?, ?)";
            insert(&mut text, "INSERT INTO finished (number, game, at) VALUES ", self.ends.len(), number, "");
        }
        text.push_str("COMMIT");
        text
    }

    /// Binds the values in the order of the text.
    fn bound(
        &self,
        mut query: Query<'a, sqlx::Sqlite, SqliteArguments>,
    ) -> Query<'a, sqlx::Sqlite, SqliteArguments> {
        for append in self.batch {
            for event in &append.events {
                query = query.bind(append.game.as_str()).bind(bigint(event.seq)).bind(event.at);
                query = query.bind(event.actor.as_deref()).bind(event.action.as_deref());
                query = query.bind(event.data.as_str()).bind(event.about.as_deref());
            }
        }
        for row in &self.rows {
            query = query.bind(row.id.as_str()).bind(row.kind.as_str()).bind(row.stage.word());
            query = query.bind(i64::from(row.live)).bind(i64::from(row.listed)).bind(bigint(row.seq));
            query = query.bind(row.created).bind(row.changed).bind(row.to_act.as_deref());
            query = query.bind(row.deadline).bind(row.overview.as_str());
        }
        for ((game, seat), person) in &self.seats {
            query = query.bind(*game).bind(i64::from(*seat)).bind(*person);
        }
        if !self.ends.is_empty() {
            query = query.bind(bigint(self.ends.len() as u64));
        }
        for ((game, at), after) in self.ends.iter().zip((0..self.ends.len() as i64).rev()) {
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
