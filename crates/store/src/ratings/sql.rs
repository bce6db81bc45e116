//! Ratings in both databases; see `sql` on why this is a macro.

use super::{RatingLine, RatingRow};
use crate::Time;

pub(crate) type RatingColumns = (String, String, f64, f64, f64, i64, Time);

pub(crate) fn row((person, pool, rating, deviation, volatility, games, changed): RatingColumns) -> RatingRow {
    RatingRow { person, pool, rating, deviation, volatility, games: games.unsigned_abs(), changed }
}

pub(crate) type LineColumns = (i64, i64, String, String, String, Time, f64, f64, f64);

pub(crate) fn line(
    (number, seat, game, person, pool, at, before, rating, deviation): LineColumns,
) -> RatingLine {
    let (number, seat) = (number.unsigned_abs(), seat.unsigned_abs() as u8);
    RatingLine { number, seat, game, person, pool, at, before, rating, deviation }
}

/// Implements [`Ratings`](crate::Ratings) for a type with the fields `reading` and `writing`, pools of this
/// database.
macro_rules! ratings_in_sql {
    ($store:ty, $database:ty) => {
        impl $store {
            async fn change_ratings_on(
                connection: &mut <$database as sqlx::Database>::Connection,
                changes: &$crate::RatingChanges,
            ) -> Result<bool, $crate::StoreError> {
                use $crate::sql::number;
                let mut commit = sqlx::Connection::begin(connection).await?;
                let placed =
                    sqlx::query("UPDATE counters SET value = $1 WHERE name = 'ratings' AND value = $2")
                        .bind(number(changes.to))
                        .bind(number(changes.from))
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
                    .bind(number(row.games))
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
                    .bind(number(line.number))
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
                    .bind(number(score.games))
                    .bind(number(score.halves))
                    .execute(&mut *commit)
                    .await?;
                }
                for unit in &changes.opened {
                    sqlx::query("INSERT INTO rating_units (game, number, at) VALUES ($1, $2, $3)")
                        .bind(unit.game.as_str())
                        .bind(number(unit.number))
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
        }

        #[async_trait::async_trait]
        impl $crate::Ratings for $store {
            async fn ratings_place(&self) -> Result<u64, $crate::StoreError> {
                let place: i64 = sqlx::query_scalar("SELECT value FROM counters WHERE name = 'ratings'")
                    .fetch_one(&self.reading())
                    .await?;
                Ok(place.unsigned_abs())
            }

            async fn change_ratings(
                &self,
                changes: &$crate::RatingChanges,
            ) -> Result<bool, $crate::StoreError> {
                let mut connection = self.writing().acquire().await?;
                let changed = Self::change_ratings_on(&mut connection, changes).await;
                if changed.is_err() {
                    // As with the log: after an error, an apparent commit on this connection may not be one.
                    connection.close_on_drop();
                }
                changed
            }

            async fn clear_ratings(&self) -> Result<(), $crate::StoreError> {
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

            async fn ratings_of(
                &self,
                person: &str,
            ) -> Result<Vec<$crate::RatingRow>, $crate::StoreError> {
                let rows: Vec<$crate::ratings::RatingColumns> = sqlx::query_as(
                    "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
                     WHERE person = $1 ORDER BY pool",
                )
                .bind(person)
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::ratings::row).collect())
            }

            async fn rating(
                &self,
                person: &str,
                pool: &str,
            ) -> Result<Option<$crate::RatingRow>, $crate::StoreError> {
                let row: Option<$crate::ratings::RatingColumns> = sqlx::query_as(
                    "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
                     WHERE person = $1 AND pool = $2",
                )
                .bind(person)
                .bind(pool)
                .fetch_optional(&self.reading())
                .await?;
                Ok(row.map($crate::ratings::row))
            }

            async fn rating_history(
                &self,
                person: &str,
                pool: &str,
                since: u64,
                limit: u32,
            ) -> Result<Vec<$crate::RatingLine>, $crate::StoreError> {
                let rows: Vec<$crate::ratings::LineColumns> = sqlx::query_as(
                    "SELECT number, seat, game, person, pool, at, before, rating, deviation \
                     FROM rating_history WHERE person = $1 AND pool = $2 AND number > $3 \
                     ORDER BY number, at LIMIT $4",
                )
                .bind(person)
                .bind(pool)
                .bind($crate::sql::number(since))
                .bind(i64::from(limit))
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::ratings::line).collect())
            }

            async fn rating_lines(
                &self,
                game: &str,
            ) -> Result<Vec<$crate::RatingLine>, $crate::StoreError> {
                let rows: Vec<$crate::ratings::LineColumns> = sqlx::query_as(
                    "SELECT number, seat, game, person, pool, at, before, rating, deviation \
                     FROM rating_history WHERE game = $1 ORDER BY seat",
                )
                .bind(game)
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::ratings::line).collect())
            }

            async fn leaders(
                &self,
                pool: &str,
                deviation: f64,
                limit: u32,
            ) -> Result<Vec<$crate::RatingRow>, $crate::StoreError> {
                let rows: Vec<$crate::ratings::RatingColumns> = sqlx::query_as(
                    "SELECT person, pool, rating, deviation, volatility, games, changed FROM ratings \
                     WHERE pool = $1 AND deviation <= $2 ORDER BY rating DESC, person LIMIT $3",
                )
                .bind(pool)
                .bind(deviation)
                .bind(i64::from(limit))
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::ratings::row).collect())
            }

            async fn seat_scores(&self) -> Result<Vec<$crate::SeatScore>, $crate::StoreError> {
                let rows: Vec<(String, i64, i64, i64)> =
                    sqlx::query_as("SELECT pool, seat, games, halves FROM seat_scores ORDER BY pool, seat")
                        .fetch_all(&self.reading())
                        .await?;
                let score = |(pool, seat, games, halves): (String, i64, i64, i64)| $crate::SeatScore {
                    pool,
                    seat: seat.unsigned_abs() as u8,
                    games: games.unsigned_abs(),
                    halves: halves.unsigned_abs(),
                };
                Ok(rows.into_iter().map(score).collect())
            }

            async fn open_units(&self) -> Result<Vec<$crate::OpenUnit>, $crate::StoreError> {
                let rows: Vec<(String, i64, $crate::Time)> =
                    sqlx::query_as("SELECT game, number, at FROM rating_units ORDER BY number")
                        .fetch_all(&self.reading())
                        .await?;
                let unit = |(game, number, at): (String, i64, $crate::Time)| $crate::OpenUnit {
                    game,
                    number: number.unsigned_abs(),
                    at,
                };
                Ok(rows.into_iter().map(unit).collect())
            }

            async fn last_seats(
                &self,
                kind: &str,
                [one, other]: [&str; 2],
            ) -> Result<Option<[u8; 2]>, $crate::StoreError> {
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

            async fn playing(
                &self,
                person: &str,
                kind: &str,
            ) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE stage = 'playing' AND kind = ",
                    $crate::sql::GAME_COLUMNS
                ));
                query.push_bind(kind).push(" AND id IN (SELECT game FROM seats WHERE person = ");
                query.push_bind(person).push(") ORDER BY changed DESC");
                self.games_where(query).await
            }
        }
    };
}
pub(crate) use ratings_in_sql;
