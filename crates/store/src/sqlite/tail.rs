//! Finding the events of a game. They are stored in the order of commits, so that a commit with the moves of
//! many games writes few pages. The index by game is written for many commits at once; until then, the
//! numbers of the last events, the tail, are in memory.

use crate::{Append, StoreError, StoredEvent, bigint};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The number of events whose numbers are written together.
const AT_ONCE: usize = 4096;
/// The events of game `$1` after `$2`, of which `$3` are in memory.
const EVENTS: &str = "SELECT seq, at, actor, action, data, about FROM events WHERE number IN \
    (SELECT number FROM event_numbers WHERE game = $1 AND seq > $2 UNION SELECT value FROM json_each($3)) \
    AND seq > $2 ORDER BY seq";
/// The same where the tail is not known.
const EVENTS_SCANNED: &str = "SELECT seq, at, actor, action, data, about FROM events WHERE number IN \
    (SELECT number FROM event_numbers WHERE game = $1 AND seq > $2 UNION SELECT number FROM events \
     WHERE number > (SELECT value FROM counters WHERE name = 'indexed') AND game = $1) \
    AND seq > $2 ORDER BY seq";

/// The numbers of events that are not in the index.
#[derive(Debug, Default)]
pub(super) struct Tail(Mutex<Option<Numbers>>);

#[derive(Debug)]
struct Numbers {
    /// The number of the next event.
    next: i64,
    /// The number of events in the tail.
    events: usize,
    games: HashMap<String, GameTail>,
}

#[derive(Debug)]
struct GameTail {
    /// The last event's number in its game.
    last: u64,
    numbers: Vec<i64>,
}

impl Tail {
    fn lock(&self) -> MutexGuard<'_, Option<Numbers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no event is known to be missing in the index.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().as_ref().is_none_or(|tail| tail.events == 0)
    }

    /// It is unknown what was stored.
    pub(super) fn forget(&self) {
        *self.lock() = None;
    }

    /// Puts all events into the index. The connection is the only one that writes.
    pub(super) async fn index(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let mut commit = connection.begin().await?;
        sqlx::query(
            "INSERT INTO event_numbers (game, seq, number) SELECT game, seq, number FROM events \
             WHERE number > (SELECT value FROM counters WHERE name = 'indexed') ORDER BY game, seq",
        )
        .execute(&mut *commit)
        .await?;
        let last: i64 = sqlx::query_scalar(
            "UPDATE counters SET value = (SELECT COALESCE(MAX(number), 0) FROM events) \
             WHERE name = 'indexed' RETURNING value",
        )
        .fetch_one(&mut *commit)
        .await?;
        commit.commit().await?;
        let mut tail = self.lock();
        let mut games = tail.take().map(|numbers| numbers.games).unwrap_or_default();
        // Games that go on are remembered, so that their last event need not be looked up.
        games.retain(|_, game| !std::mem::take(&mut game.numbers).is_empty());
        *tail = Some(Numbers { next: last + 1, events: 0, games });
        Ok(())
    }

    /// Whether a batch continues its games: no event has a number that its game has already.
    pub(super) async fn is_continued(
        &self,
        connection: &mut SqliteConnection,
        batch: &[Append],
    ) -> Result<bool, StoreError> {
        if self.lock().is_none() {
            self.index(connection).await?;
        }
        let mut unknown: Vec<&str> = {
            let tail = self.lock();
            let is_known = |game: &str| tail.as_ref().is_some_and(|tail| tail.games.contains_key(game));
            let games = batch.iter().filter(|append| !append.events.is_empty());
            games.map(|append| append.game.as_str()).filter(|game| !is_known(game)).collect()
        };
        unknown.dedup();
        for game in unknown {
            let last = sqlx::query_scalar("SELECT COALESCE(MAX(seq), 0) FROM event_numbers WHERE game = $1");
            let last: i64 = last.bind(game).fetch_one(&mut *connection).await?;
            if let Some(tail) = &mut *self.lock() {
                let game_tail = GameTail { last: last.unsigned_abs(), numbers: Vec::new() };
                tail.games.entry(game.to_owned()).or_insert(game_tail);
            }
        }
        let tail = self.lock();
        let mut last: HashMap<&str, u64> = HashMap::with_capacity(batch.len());
        Ok(batch.iter().all(|append| {
            let known =
                || tail.as_ref().and_then(|tail| tail.games.get(&append.game)).map_or(0, |game| game.last);
            let last = last.entry(&append.game).or_insert_with(known);
            append.events.iter().all(|event| std::mem::replace(last, event.seq) < event.seq)
        }))
    }

    /// A batch was stored. Returns whether the tail should be put into the index.
    pub(super) fn note(&self, batch: &[Append]) -> bool {
        let mut tail = self.lock();
        let Some(tail) = &mut *tail else { return true };
        for append in batch {
            let (Some(last), Some(game)) = (append.events.last(), tail.games.get_mut(&append.game)) else {
                continue;
            };
            game.last = last.seq;
            game.numbers.extend(tail.next..tail.next + bigint(append.events.len() as u64));
            tail.next += bigint(append.events.len() as u64);
            tail.events += append.events.len();
        }
        tail.events >= AT_ONCE
    }

    /// Reads the events of a game after a number.
    pub(super) async fn events(
        &self,
        reading: &SqlitePool,
        game: &str,
        since: u64,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        // If they are put into the index meanwhile, they are still found by their numbers.
        let numbers = self.lock().as_ref().map(|tail| {
            tail.games.get(game).map_or(String::new(), |game| {
                game.numbers.iter().fold(String::new(), |mut text, number| {
                    let _ = write!(text, "{}{number}", if text.is_empty() { "" } else { "," });
                    text
                })
            })
        });
        let query = sqlx::query_as(if numbers.is_some() { EVENTS } else { EVENTS_SCANNED });
        let query = query.bind(game).bind(bigint(since));
        let query = match numbers {
            Some(numbers) => query.bind(format!("[{numbers}]")),
            None => query,
        };
        Ok(query.fetch_all(reading).await?)
    }
}
