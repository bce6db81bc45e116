//! Ratings.

use super::{Backend, Connection, QueryBuilder, Row, integer};
use crate::{
    GameRow, OpenUnit, RatingChanges, RatingLine, RatingRow, Ratings, SeatScore, StoreError, bigint,
    games::GAME_COLUMNS,
};
use async_trait::async_trait;
use sqlx::{Connection as _, FromRow, Row as _};

impl FromRow<'_, Row> for RatingRow {
    fn from_row(row: &Row) -> sqlx::Result<RatingRow> {
        Ok(RatingRow {
            person: row.try_get("person")?,
            pool: row.try_get("pool")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: integer(row, "games")?,
            changed: row.try_get("changed")?,
        })
    }
}

impl FromRow<'_, Row> for RatingLine {
    fn from_row(row: &Row) -> sqlx::Result<RatingLine> {
        Ok(RatingLine {
            number: integer(row, "number")?,
            seat: integer(row, "seat")?,
            game: row.try_get("game")?,
            person: row.try_get("person")?,
            pool: row.try_get("pool")?,
            at: row.try_get("at")?,
            before: row.try_get("before")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
        })
    }
}

impl FromRow<'_, Row> for SeatScore {
    fn from_row(row: &Row) -> sqlx::Result<SeatScore> {
        Ok(SeatScore {
            pool: row.try_get("pool")?,
            seat: integer(row, "seat")?,
            games: integer(row, "games")?,
            halves: integer(row, "halves")?,
        })
    }
}

impl FromRow<'_, Row> for OpenUnit {
    fn from_row(row: &Row) -> sqlx::Result<OpenUnit> {
        Ok(OpenUnit { game: row.try_get("game")?, number: integer(row, "number")?, at: row.try_get("at")? })
    }
}

async fn change_ratings_on(connection: &mut Connection, changes: &RatingChanges) -> Result<bool, StoreError> {
    let mut commit = connection.begin().await?;
    let placed = sqlx::query("UPDATE counters SET value = $1 WHERE name = 'ratings' AND value = $2")
        .bind(bigint(changes.to))
        .bind(bigint(changes.from))
        .execute(&mut *commit)
        .await?;
    if placed.rows_affected() != 1 {
        commit.rollback().await?;
        return Ok(false);
    }
    for row in &changes.ratings {
        sqlx::query(
            "INSERT INTO ratings (person, pool, rating, deviation, volatility, games, changed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (person, pool) DO UPDATE SET \
             rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, changed = excluded.changed",
        )
        .bind(row.person.as_str())
        .bind(row.pool.as_str())
        .bind(row.rating)
        .bind(row.deviation)
        .bind(row.volatility)
        .bind(bigint(row.games))
        .bind(row.changed)
        .execute(&mut *commit)
        .await?;
    }
    for line in &changes.lines {
        sqlx::query(
            "INSERT INTO rating_history \
             (number, seat, game, person, pool, at, before, rating, deviation) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(bigint(line.number))
        .bind(i64::from(line.seat))
        .bind(line.game.as_str())
        .bind(line.person.as_str())
        .bind(line.pool.as_str())
        .bind(line.at)
        .bind(line.before)
        .bind(line.rating)
        .bind(line.deviation)
        .execute(&mut *commit)
        .await?;
    }
    for score in &changes.seats {
        sqlx::query(
            "INSERT INTO seat_scores (pool, seat, games, halves) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (pool, seat) DO UPDATE SET games = seat_scores.games + excluded.games, \
             halves = seat_scores.halves + excluded.halves",
        )
        .bind(score.pool.as_str())
        .bind(i64::from(score.seat))
        .bind(bigint(score.games))
        .bind(bigint(score.halves))
        .execute(&mut *commit)
        .await?;
    }
    for unit in &changes.opened {
        sqlx::query("INSERT INTO rating_units (game, number, at) VALUES ($1, $2, $3)")
            .bind(unit.game.as_str())
            .bind(bigint(unit.number))
            .bind(unit.at)
            .execute(&mut *commit)
            .await?;
    }
    for game in &changes.closed {
        let close = sqlx::query("DELETE FROM rating_units WHERE game = $1");
        close.bind(game.as_str()).execute(&mut *commit).await?;
    }
    commit.commit().await?;
    Ok(true)
}

#[async_trait]
impl Ratings for Backend {
    async fn ratings_place(&self) -> Result<u64, StoreError> {
        let place: i64 = sqlx::query_scalar("SELECT value FROM counters WHERE name = 'ratings'")
            .fetch_one(&self.reading())
            .await?;
        Ok(place.unsigned_abs())
    }

    async fn change_ratings(&self, changes: &RatingChanges) -> Result<bool, StoreError> {
        let mut connection = self.writing().acquire().await?;
        let changed = change_ratings_on(&mut connection, changes).await;
        if changed.is_err() {
            // As with the log: after an error, an apparent commit on this connection may not be one.
            connection.close_on_drop();
        }
        changed
    }

    async fn clear_ratings(&self) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for table in [
            "DELETE FROM ratings",
            "DELETE FROM rating_history",
            "DELETE FROM seat_scores",
            "DELETE FROM rating_units",
            "UPDATE counters SET value = 0 WHERE name = 'ratings'",
        ] {
            sqlx::query(table).execute(&mut *commit).await?;
        }
        commit.commit().await?;
        Ok(())
    }

    async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
             WHERE person = $1 ORDER BY pool",
        )
        .bind(person)
        .fetch_all(&self.reading())
        .await?)
    }

    async fn rating(&self, person: &str, pool: &str) -> Result<Option<RatingRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
             WHERE person = $1 AND pool = $2",
        )
        .bind(person)
        .bind(pool)
        .fetch_optional(&self.reading())
        .await?)
    }

    async fn rating_history(
        &self,
        person: &str,
        pool: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<RatingLine>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT number, seat, game, person, pool, at, before, rating, deviation \
             FROM rating_history WHERE person = $1 AND pool = $2 AND number > $3 \
             ORDER BY number, at LIMIT $4",
        )
        .bind(person)
        .bind(pool)
        .bind(bigint(since))
        .bind(i64::from(limit))
        .fetch_all(&self.reading())
        .await?)
    }

    async fn rating_lines(&self, game: &str) -> Result<Vec<RatingLine>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT number, seat, game, person, pool, at, before, rating, deviation \
             FROM rating_history WHERE game = $1 ORDER BY seat",
        )
        .bind(game)
        .fetch_all(&self.reading())
        .await?)
    }

    async fn leaders(&self, pool: &str, deviation: f64, limit: u32) -> Result<Vec<RatingRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
             WHERE pool = $1 AND deviation <= $2 ORDER BY rating DESC, person LIMIT $3",
        )
        .bind(pool)
        .bind(deviation)
        .bind(i64::from(limit))
        .fetch_all(&self.reading())
        .await?)
    }

    async fn seat_scores(&self) -> Result<Vec<SeatScore>, StoreError> {
        Ok(sqlx::query_as("SELECT pool, seat, games, halves FROM seat_scores ORDER BY pool, seat")
            .fetch_all(&self.reading())
            .await?)
    }

    async fn open_units(&self) -> Result<Vec<OpenUnit>, StoreError> {
        Ok(sqlx::query_as("SELECT game, number, at FROM rating_units ORDER BY number")
            .fetch_all(&self.reading())
            .await?)
    }

    async fn last_seats(&self, kind: &str, [one, other]: [&str; 2]) -> Result<Option<[u8; 2]>, StoreError> {
        let found: Option<(i64, i64)> = sqlx::query_as(
            "SELECT mine.seat, theirs.seat FROM seats mine \
             JOIN seats theirs ON theirs.game = mine.game JOIN games ON games.id = mine.game \
             WHERE mine.person = $1 AND theirs.person = $2 AND games.kind = $3 \
             AND games.stage <> 'waiting' \
             AND NOT EXISTS (SELECT 1 FROM seats third WHERE third.game = mine.game \
             AND third.person <> $1 AND third.person <> $2) \
             ORDER BY games.created DESC, games.id DESC LIMIT 1",
        )
        .bind(one)
        .bind(other)
        .bind(kind)
        .fetch_optional(&self.reading())
        .await?;
        Ok(found.map(|(one, other)| [one, other].map(|seat| seat.unsigned_abs() as u8)))
    }

    async fn playing(&self, person: &str, kind: &str) -> Result<Vec<GameRow>, StoreError> {
        let mut query = QueryBuilder::new(format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE stage = 'playing' AND kind = "
        ));
        query.push_bind(kind).push(" AND id IN (SELECT game FROM seats WHERE person = ");
        query.push_bind(person).push(") ORDER BY changed DESC");
        self.games_where(query).await
    }
}
