//! Inserts what belongs to events, with one statement for all games of a batch: each statement is a round
//! trip to the server, and others wait for the commit.

use super::Postgres;
use crate::{GameRow, StoreError, Time, bigint, games::GAME_COLUMNS};
use sqlx::{AssertSqlSafe, PgConnection};
use std::collections::BTreeMap;

/// The values of one column.
fn column<'a, T>(rows: &[&'a GameRow], value: impl Fn(&'a GameRow) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

impl Postgres {
    pub(crate) async fn put_rows(connection: &mut PgConnection, rows: &[&GameRow]) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let query = format!(
            "INSERT INTO games ({GAME_COLUMNS}) SELECT * FROM UNNEST($1::text[], $2::text[], $3::text[], \
             $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[], \
             $11::text[]) ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, seq = excluded.seq, \
             changed = excluded.changed, to_act = excluded.to_act, deadline = excluded.deadline, \
             listed = excluded.listed, glance = excluded.glance WHERE games.seq <= excluded.seq"
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
