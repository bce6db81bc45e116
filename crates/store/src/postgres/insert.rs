//! Inserts events and what belongs to them, with one statement for all games of a batch: each statement is a
//! round trip to the server, and others wait for the commit.

use super::{Columns, Postgres};
use crate::{Append, GameRow, StoreError, Time, bigint, events::Changes, games::GAME_COLUMNS};
use sqlx::{AssertSqlSafe, PgConnection};
use std::collections::BTreeMap;

/// Inserts the events of a batch with everything that belongs to them, unless there is a webhook, and returns
/// whether it did. It fails if an event exists already.
const AT_ONCE: &str = "\
    WITH may AS (SELECT NOT $10 OR NOT EXISTS (SELECT 1 FROM webhooks WHERE off_at IS NULL) AS go_on), \
    new_events AS (INSERT INTO events (game, seq, at, actor, action, data, about) \
        SELECT v.* FROM may, UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], \
        $6::text[], $7::text[]) AS v(game, seq, at, actor, action, data, about) WHERE go_on), \
    new_seats AS (INSERT INTO seats (game, seat, person) \
        SELECT v.* FROM may, UNNEST($11::text[], $12::bigint[], $13::text[]) AS v(game, seat, person) \
        WHERE go_on ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person), \
    last AS (UPDATE counters SET value = value + $14 FROM may \
        WHERE name = 'finished' AND go_on AND $14 > 0 RETURNING value), \
    new_ends AS (INSERT INTO finished (number, game, at) \
        SELECT last.value - $14 + v.place, v.game, v.at \
        FROM last, UNNEST($8::text[], $9::bigint[]) WITH ORDINALITY AS v(game, at, place)), \
    new_rows AS (INSERT INTO games (COLUMNS) \
        SELECT v.* FROM may, UNNEST($15::text[], $16::text[], $17::text[], $18::bigint[], $19::bigint[], \
        $20::bigint[], $21::bigint[], $22::bigint[], $23::text[], $24::bigint[], $25::text[]) AS v(COLUMNS) \
        WHERE go_on NEWER_ROW) \
    SELECT go_on FROM may";
/// Replaces a game's row by one that is at least as new.
const NEWER_ROW: &str = "ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, seq = excluded.seq, \
    changed = excluded.changed, to_act = excluded.to_act, deadline = excluded.deadline, \
    listed = excluded.listed, glance = excluded.glance WHERE games.seq <= excluded.seq";

/// The values of one column.
fn column<'a, T>(rows: &[&'a GameRow], value: impl Fn(&'a GameRow) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

impl Postgres {
    /// Appends the whole batch in one round trip; `false`: nothing was appended, since an event exists
    /// already or a part of the batch depends on what is stored.
    pub(super) async fn append_at_once(
        connection: &mut PgConnection,
        batch: &[Append],
    ) -> Result<bool, StoreError> {
        let depends =
            |append: &Append| append.fence.is_some() || append.plan.is_some() || !append.seeks.is_empty();
        if batch.iter().any(depends) {
            return Ok(false);
        }
        let (mut events, Changes { rows, seats, ends, .. }) = (Columns::default(), Changes::of(batch));
        batch.iter().for_each(|append| events.take(append));
        let text = AT_ONCE.replace("COLUMNS", GAME_COLUMNS).replace("NEWER_ROW", NEWER_ROW);
        let query = sqlx::query_scalar(AssertSqlSafe(text));
        let query = query.bind(&events.games).bind(&events.seqs).bind(&events.ats).bind(&events.actors);
        let query = query.bind(&events.actions).bind(&events.data).bind(&events.abouts);
        let query = query.bind(ends.iter().map(|(game, _)| *game).collect::<Vec<_>>());
        let query = query.bind(ends.iter().map(|(_, at)| *at).collect::<Vec<_>>());
        let query = query.bind(batch.iter().any(|append| !append.notices.is_empty()));
        let query = query.bind(seats.keys().map(|(game, _)| *game).collect::<Vec<_>>());
        let query = query.bind(seats.keys().map(|(_, seat)| i64::from(*seat)).collect::<Vec<_>>());
        let query = query.bind(seats.values().copied().collect::<Vec<_>>()).bind(bigint(ends.len() as u64));
        let query = query
            .bind(column(&rows, |row| row.id.as_str()))
            .bind(column(&rows, |row| row.kind.as_str()))
            .bind(column(&rows, |row| row.stage.word()))
            .bind(column(&rows, |row| i64::from(row.live)))
            .bind(column(&rows, |row| i64::from(row.listed)))
            .bind(column(&rows, |row| bigint(row.seq)))
            .bind(column(&rows, |row| row.created))
            .bind(column(&rows, |row| row.changed))
            .bind(column(&rows, |row| row.to_act.as_deref()))
            .bind(column(&rows, |row| row.deadline))
            .bind(column(&rows, |row| row.overview.as_str()));
        match query.fetch_one(connection).await {
            Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
                Ok(false)
            }
            appended => Ok(appended?),
        }
    }

    pub(crate) async fn put_rows(connection: &mut PgConnection, rows: &[&GameRow]) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let query = format!(
            "INSERT INTO games ({GAME_COLUMNS}) SELECT * FROM UNNEST($1::text[], $2::text[], $3::text[], \
             $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[], \
             $11::text[]) {NEWER_ROW}"
        );
        sqlx::query(AssertSqlSafe(query))
            .bind(column(rows, |row| row.id.as_str()))
            .bind(column(rows, |row| row.kind.as_str()))
            .bind(column(rows, |row| row.stage.word()))
            .bind(column(rows, |row| i64::from(row.live)))
            .bind(column(rows, |row| i64::from(row.listed)))
            .bind(column(rows, |row| bigint(row.seq)))
            .bind(column(rows, |row| row.created))
            .bind(column(rows, |row| row.changed))
            .bind(column(rows, |row| row.to_act.as_deref()))
            .bind(column(rows, |row| row.deadline))
            .bind(column(rows, |row| row.overview.as_str()))
            .execute(connection)
            .await?;
        Ok(())
    }

    pub(crate) async fn put_seats(
        connection: &mut PgConnection,
        seats: &BTreeMap<(&str, u8), &str>,
    ) -> Result<(), StoreError> {
        if seats.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "INSERT INTO seats (game, seat, person) SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::text[]) \
             ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
        )
        .bind(seats.keys().map(|(game, _)| *game).collect::<Vec<_>>())
        .bind(seats.keys().map(|(_, seat)| i64::from(*seat)).collect::<Vec<_>>())
        .bind(seats.values().copied().collect::<Vec<_>>())
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Assigns the next numbers to games that have ended.
    pub(crate) async fn put_ends(
        connection: &mut PgConnection,
        ends: &[(&str, Time)],
    ) -> Result<(), StoreError> {
        sqlx::query(
            "WITH last AS (UPDATE counters SET value = value + $3 WHERE name = 'finished' RETURNING value) \
             INSERT INTO finished (number, game, at) SELECT last.value - $3 + ended.place, ended.game, ended.at \
             FROM last, UNNEST($1::text[], $2::bigint[]) WITH ORDINALITY AS ended(game, at, place)",
        )
        .bind(ends.iter().map(|(game, _)| *game).collect::<Vec<_>>())
        .bind(ends.iter().map(|(_, at)| *at).collect::<Vec<_>>())
        .bind(bigint(ends.len() as u64))
        .execute(connection)
        .await?;
        Ok(())
    }
}
