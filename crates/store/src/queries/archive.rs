//! The archive of finished games.

use super::{Backend, Connection, QueryBuilder, Row, flag, integer};
use crate::{
    Archive, ArchiveBatch, ArchiveSearch, ArchivedGame, ArchivedSeat, PositionRow, StoreError, TallyRow,
    VisitPack, bigint,
};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

/// The maximum number of values bound by one statement (SQLite: 32,766).
const VALUES: usize = 32_000;

const GAME_COLUMNS: &str = "archive_games.number, game, archive_games.kind, players, options, position, clock, \
     speed, rated, result, termination, plies, began, ended, archive_games.rating";

impl FromRow<'_, Row> for ArchivedGame {
    fn from_row(row: &Row) -> sqlx::Result<ArchivedGame> {
        Ok(ArchivedGame {
            number: integer(row, "number")?,
            game: row.try_get("game")?,
            kind: row.try_get("kind")?,
            players: integer(row, "players")?,
            options: row.try_get("options")?,
            position: row.try_get("position")?,
            clock: row.try_get("clock")?,
            speed: row.try_get("speed")?,
            rated: flag(row, "rated")?,
            result: row.try_get("result")?,
            termination: row.try_get("termination")?,
            plies: integer(row, "plies")?,
            began: row.try_get("began")?,
            ended: row.try_get("ended")?,
            rating: row.try_get("rating")?,
            seats: Vec::new(),
        })
    }
}

/// A seat with the number of its game.
struct NumberedSeat {
    number: u64,
    seat: ArchivedSeat,
}

impl FromRow<'_, Row> for NumberedSeat {
    fn from_row(row: &Row) -> sqlx::Result<NumberedSeat> {
        Ok(NumberedSeat { number: integer(row, "number")?, seat: ArchivedSeat::from_row(row)? })
    }
}

impl FromRow<'_, Row> for ArchivedSeat {
    fn from_row(row: &Row) -> sqlx::Result<ArchivedSeat> {
        let level: Option<i64> = row.try_get("level")?;
        Ok(ArchivedSeat {
            person: row.try_get("person")?,
            level: level.map(|level| level as u8),
            name: row.try_get("name")?,
            rating: row.try_get("rating")?,
            place: integer(row, "place")?,
            outcome: row.try_get("outcome")?,
            first_move: row.try_get("first_move")?,
        })
    }
}

impl FromRow<'_, Row> for PositionRow {
    fn from_row(row: &Row) -> sqlx::Result<PositionRow> {
        Ok(PositionRow {
            position: row.try_get("position")?,
            counts: row.try_get("counts")?,
            games: row.try_get("games")?,
        })
    }
}

impl FromRow<'_, Row> for VisitPack {
    fn from_row(row: &Row) -> sqlx::Result<VisitPack> {
        Ok(VisitPack {
            position: row.try_get("position")?,
            first: integer(row, "first")?,
            games: row.try_get("games")?,
        })
    }
}

impl FromRow<'_, Row> for TallyRow {
    fn from_row(row: &Row) -> sqlx::Result<TallyRow> {
        Ok(TallyRow {
            kind: row.try_get("kind")?,
            seat: integer(row, "seat")?,
            outcome: row.try_get("outcome")?,
            first_move: row.try_get("first_move")?,
            games: integer(row, "games")?,
        })
    }
}

/// Attaches the seats, which are ordered by seat, to their games.
fn seated(mut games: Vec<ArchivedGame>, seats: Vec<NumberedSeat>) -> Vec<ArchivedGame> {
    games.sort_by_key(|game| std::cmp::Reverse(game.number));
    for NumberedSeat { number, seat } in seats {
        if let Ok(at) =
            games.binary_search_by_key(&std::cmp::Reverse(number), |game| std::cmp::Reverse(game.number))
        {
            games[at].seats.push(seat);
        }
    }
    games
}

async fn archive_on(commit: &mut Connection, batch: &ArchiveBatch) -> Result<(), StoreError> {
    for some in batch.games.chunks(VALUES / 15) {
        let mut insert = QueryBuilder::new(
            "INSERT INTO archive_games (number, game, kind, players, options, position, clock, \
             speed, rated, result, termination, plies, began, ended, rating) ",
        );
        insert.push_values(some, |mut row, game| {
            row.push_bind(bigint(game.number))
                .push_bind(game.game.as_str())
                .push_bind(game.kind.as_str())
                .push_bind(i64::from(game.players))
                .push_bind(game.options.as_str())
                .push_bind(game.position.as_deref())
                .push_bind(game.clock.as_deref())
                .push_bind(game.speed.as_str())
                .push_bind(i64::from(game.rated))
                .push_bind(game.result.as_str())
                .push_bind(game.termination.as_str())
                .push_bind(i64::from(game.plies))
                .push_bind(game.began)
                .push_bind(game.ended)
                .push_bind(game.rating);
        });
        insert.build().persistent(false).execute(&mut *commit).await?;
    }
    let seats: Vec<_> = batch
        .games
        .iter()
        .flat_map(|game| game.seats.iter().zip(0..).map(move |(seat, at)| (game, seat, at)))
        .collect();
    for some in seats.chunks(VALUES / 10) {
        let mut insert = QueryBuilder::new(
            "INSERT INTO archive_seats \
             (number, seat, kind, person, level, name, rating, place, outcome, first_move) ",
        );
        insert.push_values(some, |mut row, (game, seat, at)| {
            row.push_bind(bigint(game.number))
                .push_bind::<i64>(*at)
                .push_bind(game.kind.as_str())
                .push_bind(seat.person.as_deref())
                .push_bind(seat.level.map(i64::from))
                .push_bind(seat.name.as_str())
                .push_bind(seat.rating)
                .push_bind(i64::from(seat.place))
                .push_bind(seat.outcome.as_str())
                .push_bind(seat.first_move.as_deref());
        });
        insert.build().persistent(false).execute(&mut *commit).await?;
    }
    for some in batch.positions.chunks(VALUES / 3) {
        let mut upsert = QueryBuilder::new("INSERT INTO archive_positions (position, counts, games) ");
        upsert.push_values(some, |mut row, position| {
            row.push_bind(position.position)
                .push_bind(position.counts.as_slice())
                .push_bind(position.games.as_slice());
        });
        upsert.push(" ON CONFLICT (position) DO UPDATE SET counts = excluded.counts, games = excluded.games");
        upsert.build().persistent(false).execute(&mut *commit).await?;
    }
    for some in batch.visits.chunks(VALUES / 3) {
        let mut insert = QueryBuilder::new("INSERT INTO archive_visits (position, first, games) ");
        insert.push_values(some, |mut row, pack| {
            row.push_bind(pack.position).push_bind(bigint(pack.first)).push_bind(pack.games.as_slice());
        });
        insert.build().persistent(false).execute(&mut *commit).await?;
    }
    Ok(())
}

impl Backend {
    async fn archived_where(&self, mut query: QueryBuilder) -> Result<Vec<ArchivedGame>, StoreError> {
        let games: Vec<ArchivedGame> =
            query.build_query_as().persistent(false).fetch_all(&self.searching()).await?;
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new(
            "SELECT number, person, level, name, rating, place, outcome, first_move \
             FROM archive_seats WHERE number IN (",
        );
        let mut numbers = query.separated(", ");
        for game in &games {
            numbers.push_bind(bigint(game.number));
        }
        query.push(") ORDER BY number, seat");
        Ok(seated(games, query.build_query_as().persistent(false).fetch_all(&self.searching()).await?))
    }
}

#[async_trait]
impl Archive for Backend {
    async fn archive_place(&self) -> Result<u64, StoreError> {
        let place: i64 = sqlx::query_scalar("SELECT value FROM counters WHERE name = 'archive'")
            .fetch_one(&self.reading())
            .await?;
        Ok(place.unsigned_abs())
    }

    async fn archive(&self, from: u64, to: u64, batch: &ArchiveBatch) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        // Updating the place locks the row until the commit; concurrent writers then find it changed.
        let moved = sqlx::query("UPDATE counters SET value = $1 WHERE name = 'archive' AND value = $2")
            .bind(bigint(to))
            .bind(bigint(from))
            .execute(&mut *commit)
            .await?;
        if moved.rows_affected() == 0 {
            commit.rollback().await?;
            return Ok(false);
        }
        archive_on(&mut commit, batch).await?;
        commit.commit().await?;
        Ok(true)
    }

    async fn empty_archive(&self) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for query in [
            "UPDATE counters SET value = 0 WHERE name = 'archive'",
            "DELETE FROM archive_games",
            "DELETE FROM archive_seats",
            "DELETE FROM archive_positions",
            "DELETE FROM archive_visits",
        ] {
            sqlx::query(query).execute(&mut *commit).await?;
        }
        Ok(commit.commit().await?)
    }

    async fn search_archive(
        &self,
        search: &ArchiveSearch,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {GAME_COLUMNS} FROM archive_games"));
        // The index by player is ordered by game number.
        let number = match search.player {
            Some(_) => "own.number",
            None => "archive_games.number",
        };
        if let Some(player) = &search.player {
            query.push(" JOIN archive_seats own ON own.number = archive_games.number AND own.person = ");
            query.push_bind(player.as_str());
        }
        if let Some(other) = &search.with {
            query
                .push(" JOIN archive_seats other ON other.number = archive_games.number AND other.person = ");
            query.push_bind(other.as_str());
        }
        query.push(" WHERE 1 = 1");
        let texts = [
            ("archive_games.kind = ", &search.kind),
            ("options = ", &search.options),
            ("speed = ", &search.speed),
            ("result = ", &search.result),
            ("termination = ", &search.termination),
        ];
        for (condition, text) in texts {
            if let Some(text) = text {
                query.push(" AND ").push(condition).push_bind(text.as_str());
            }
        }
        if let (Some(_), Some(outcome)) = (&search.player, &search.outcome) {
            query.push(" AND own.outcome = ").push_bind(outcome.as_str());
        }
        let numbers = [
            ("players = ", search.players.map(i64::from)),
            ("rated = ", search.rated.map(i64::from)),
            ("plies >= ", search.min_plies.map(i64::from)),
            ("plies <= ", search.max_plies.map(i64::from)),
            ("ended >= ", search.from),
            ("ended < ", search.to),
            ("archive_games.rating >= ", search.min_rating),
            ("archive_games.rating <= ", search.max_rating),
        ];
        for (condition, value) in numbers {
            if let Some(value) = value {
                query.push(" AND ").push(condition).push_bind(value);
            }
        }
        if let Some(before) = search.before {
            query.push(" AND ").push(number).push(" < ").push_bind(bigint(before));
        }
        if let Some(least) = search.not_before {
            query.push(" AND ").push(number).push(" >= ").push_bind(bigint(least));
        }
        query.push(" ORDER BY ").push(number).push(" DESC LIMIT ").push_bind(i64::from(limit));
        self.archived_where(query).await
    }

    async fn archived(&self, numbers: &[u64]) -> Result<Vec<ArchivedGame>, StoreError> {
        let mut games = Vec::with_capacity(numbers.len());
        for some in numbers.chunks(VALUES) {
            let mut query =
                QueryBuilder::new(format!("SELECT {GAME_COLUMNS} FROM archive_games WHERE number IN ("));
            let mut list = query.separated(", ");
            for number in some {
                list.push_bind(bigint(*number));
            }
            query.push(")");
            games.extend(self.archived_where(query).await?);
        }
        games.sort_by_key(|game| std::cmp::Reverse(game.number));
        Ok(games)
    }

    async fn archived_position(&self, position: i64) -> Result<Option<PositionRow>, StoreError> {
        let row = sqlx::query_as("SELECT position, counts, games FROM archive_positions WHERE position = $1");
        Ok(row.bind(position).fetch_optional(&self.searching()).await?)
    }

    async fn archived_positions(&self, positions: &[i64]) -> Result<Vec<PositionRow>, StoreError> {
        let mut found = Vec::new();
        for some in positions.chunks(VALUES) {
            let mut query = QueryBuilder::new(
                "SELECT position, counts, games FROM archive_positions WHERE position IN (",
            );
            let mut list = query.separated(", ");
            for position in some {
                list.push_bind(*position);
            }
            query.push(")");
            found.extend(query.build_query_as().persistent(false).fetch_all(&self.reading()).await?);
        }
        Ok(found)
    }

    async fn archived_visits(&self, position: i64, before: u64) -> Result<Option<VisitPack>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT position, first, games FROM archive_visits WHERE position = $1 AND first < $2 \
             ORDER BY first DESC LIMIT 1",
        )
        .bind(position)
        .bind(bigint(before))
        .fetch_optional(&self.searching())
        .await?)
    }

    async fn archive_tally(&self, person: &str) -> Result<Vec<TallyRow>, StoreError> {
        let mut rows: Vec<TallyRow> = sqlx::query_as(
            "SELECT kind, seat, outcome, first_move, COUNT(*) AS games FROM archive_seats WHERE person = $1 \
             GROUP BY kind, seat, outcome, first_move",
        )
        .bind(person)
        .fetch_all(&self.searching())
        .await?;
        rows.sort();
        Ok(rows)
    }

    async fn forget_name(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        sqlx::query(
            "INSERT INTO archive_names (person, name) VALUES ($1, $2) \
             ON CONFLICT (person) DO UPDATE SET name = excluded.name",
        )
        .bind(person)
        .bind(name)
        .execute(&mut *commit)
        .await?;
        sqlx::query("UPDATE archive_seats SET name = $2 WHERE person = $1")
            .bind(person)
            .bind(name)
            .execute(&mut *commit)
            .await?;
        Ok(commit.commit().await?)
    }

    async fn forgotten_names(&self, people: &[&str]) -> Result<Vec<(String, String)>, StoreError> {
        let mut names = Vec::new();
        for some in people.chunks(VALUES) {
            let mut query = QueryBuilder::new("SELECT person, name FROM archive_names WHERE person IN (");
            let mut list = query.separated(", ");
            for person in some {
                list.push_bind(*person);
            }
            query.push(")");
            names.extend(query.build_query_as().persistent(false).fetch_all(&self.reading()).await?);
        }
        Ok(names)
    }

    async fn bots_among(&self, people: &[&str]) -> Result<Vec<String>, StoreError> {
        let mut bots = Vec::new();
        for some in people.chunks(VALUES) {
            let mut query = QueryBuilder::new("SELECT id FROM people WHERE bot = 1 AND id IN (");
            let mut list = query.separated(", ");
            for person in some {
                list.push_bind(*person);
            }
            query.push(")");
            bots.extend(query.build_query_scalar().persistent(false).fetch_all(&self.reading()).await?);
        }
        Ok(bots)
    }
}
