//! The archive's queries, written once for both databases.

/// The maximum number of values bound by one statement (SQLite: 32,766).
pub(crate) const VALUES: usize = 32_000;

/// Implements [`Archive`](crate::Archive) for a type with the fields `reading` and `writing`.
macro_rules! archive_in_sql {
    ($store:ty, $database:ty) => {
        impl $store {
            async fn archive_on(
                commit: &mut <$database as sqlx::Database>::Connection,
                batch: &$crate::ArchiveBatch,
            ) -> Result<(), $crate::StoreError> {
                use $crate::{archive_sql::VALUES, sql::number};
                for some in batch.games.chunks(VALUES / 15) {
                    let mut insert = sqlx::QueryBuilder::<$database>::new(
                        "INSERT INTO archive_games (number, game, kind, players, options, position, clock, \
                         speed, rated, result, termination, plies, began, ended, rating) ",
                    );
                    insert.push_values(some, |mut row, game| {
                        row.push_bind(number(game.number))
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
                    let mut insert = sqlx::QueryBuilder::<$database>::new(
                        "INSERT INTO archive_seats \
                         (number, seat, kind, person, level, name, rating, place, outcome, first_move) ",
                    );
                    insert.push_values(some, |mut row, (game, seat, at)| {
                        row.push_bind(number(game.number))
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
                    let mut upsert = sqlx::QueryBuilder::<$database>::new(
                        "INSERT INTO archive_positions (position, counts, games) ",
                    );
                    upsert.push_values(some, |mut row, position| {
                        row.push_bind(position.position)
                            .push_bind(position.counts.as_slice())
                            .push_bind(position.games.as_slice());
                    });
                    upsert.push(
                        " ON CONFLICT (position) DO UPDATE SET counts = excluded.counts, games = excluded.games",
                    );
                    upsert.build().persistent(false).execute(&mut *commit).await?;
                }
                for some in batch.visits.chunks(VALUES / 3) {
                    let mut insert = sqlx::QueryBuilder::<$database>::new(
                        "INSERT INTO archive_visits (position, first, games) ",
                    );
                    insert.push_values(some, |mut row, pack| {
                        row.push_bind(pack.position).push_bind(number(pack.first)).push_bind(pack.games.as_slice());
                    });
                    insert.build().persistent(false).execute(&mut *commit).await?;
                }
                Ok(())
            }

            async fn archived_where(
                &self,
                mut query: sqlx::QueryBuilder<$database>,
            ) -> Result<Vec<$crate::ArchivedGame>, $crate::StoreError> {
                use $crate::archive::{GameColumns, SeatColumns, game, seat, seated};
                let rows: Vec<GameColumns> =
                    query.build_query_as().persistent(false).fetch_all(&self.searching()).await?;
                if rows.is_empty() {
                    return Ok(Vec::new());
                }
                let mut query = sqlx::QueryBuilder::<$database>::new(
                    "SELECT number, person, level, name, rating, place, outcome, first_move \
                     FROM archive_seats WHERE number IN (",
                );
                let mut numbers = query.separated(", ");
                for row in &rows {
                    numbers.push_bind(row.0);
                }
                query.push(") ORDER BY number, seat");
                let seats: Vec<SeatColumns> =
                    query.build_query_as().persistent(false).fetch_all(&self.searching()).await?;
                Ok(seated(rows.into_iter().map(game).collect(), seats.into_iter().map(seat)))
            }
        }

        #[async_trait::async_trait]
        impl $crate::Archive for $store {
            async fn archive_place(&self) -> Result<u64, $crate::StoreError> {
                let place: i64 = sqlx::query_scalar("SELECT value FROM counters WHERE name = 'archive'")
                    .fetch_one(&self.reading())
                    .await?;
                Ok(place.unsigned_abs())
            }

            async fn archive(
                &self,
                from: u64,
                to: u64,
                batch: &$crate::ArchiveBatch,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                // Updating the place locks the row until the commit; concurrent writers then find it changed.
                let moved = sqlx::query("UPDATE counters SET value = $1 WHERE name = 'archive' AND value = $2")
                    .bind($crate::sql::number(to))
                    .bind($crate::sql::number(from))
                    .execute(&mut *commit)
                    .await?;
                if moved.rows_affected() == 0 {
                    commit.rollback().await?;
                    return Ok(false);
                }
                Self::archive_on(&mut commit, batch).await?;
                commit.commit().await?;
                Ok(true)
            }

            async fn empty_archive(&self) -> Result<(), $crate::StoreError> {
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
                search: &$crate::ArchiveSearch,
                limit: u32,
            ) -> Result<Vec<$crate::ArchivedGame>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM archive_games",
                    $crate::archive::GAME
                ));
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
                    query.push(" JOIN archive_seats other ON other.number = archive_games.number AND other.person = ");
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
                    query.push(" AND ").push(number).push(" < ").push_bind($crate::sql::number(before));
                }
                if let Some(least) = search.not_before {
                    query.push(" AND ").push(number).push(" >= ").push_bind($crate::sql::number(least));
                }
                query.push(" ORDER BY ").push(number).push(" DESC LIMIT ").push_bind(i64::from(limit));
                self.archived_where(query).await
            }

            async fn archived(&self, numbers: &[u64]) -> Result<Vec<$crate::ArchivedGame>, $crate::StoreError> {
                let mut games = Vec::with_capacity(numbers.len());
                for some in numbers.chunks($crate::archive_sql::VALUES) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                        "SELECT {} FROM archive_games WHERE number IN (",
                        $crate::archive::GAME
                    ));
                    let mut list = query.separated(", ");
                    for number in some {
                        list.push_bind($crate::sql::number(*number));
                    }
                    query.push(")");
                    games.extend(self.archived_where(query).await?);
                }
                games.sort_by_key(|game| std::cmp::Reverse(game.number));
                Ok(games)
            }

            async fn archived_position(
                &self,
                position: i64,
            ) -> Result<Option<$crate::PositionRow>, $crate::StoreError> {
                let row = sqlx::query_as("SELECT counts, games FROM archive_positions WHERE position = $1");
                let row: Option<(Vec<u8>, Vec<u8>)> =
                    row.bind(position).fetch_optional(&self.searching()).await?;
                Ok(row.map(|(counts, games)| $crate::PositionRow { position, counts, games }))
            }

            async fn archived_positions(
                &self,
                positions: &[i64],
            ) -> Result<Vec<$crate::PositionRow>, $crate::StoreError> {
                let mut found = Vec::new();
                for some in positions.chunks($crate::archive_sql::VALUES) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(
                        "SELECT position, counts, games FROM archive_positions WHERE position IN (",
                    );
                    let mut list = query.separated(", ");
                    for position in some {
                        list.push_bind(*position);
                    }
                    query.push(")");
                    let rows: Vec<(i64, Vec<u8>, Vec<u8>)> =
                        query.build_query_as().persistent(false).fetch_all(&self.reading()).await?;
                    found.extend(rows.into_iter().map(|(position, counts, games)| $crate::PositionRow {
                        position,
                        counts,
                        games,
                    }));
                }
                Ok(found)
            }

            async fn archived_visits(
                &self,
                position: i64,
                before: u64,
            ) -> Result<Option<$crate::VisitPack>, $crate::StoreError> {
                let row: Option<(i64, Vec<u8>)> = sqlx::query_as(
                    "SELECT first, games FROM archive_visits WHERE position = $1 AND first < $2 \
                     ORDER BY first DESC LIMIT 1",
                )
                .bind(position)
                .bind($crate::sql::number(before))
                .fetch_optional(&self.searching())
                .await?;
                Ok(row.map(|(first, games)| $crate::VisitPack { position, first: first.unsigned_abs(), games }))
            }

            async fn archive_tally(
                &self,
                person: &str,
            ) -> Result<Vec<$crate::TallyRow>, $crate::StoreError> {
                let rows: Vec<(String, i64, String, Option<String>, i64)> = sqlx::query_as(
                    "SELECT kind, seat, outcome, first_move, COUNT(*) FROM archive_seats WHERE person = $1 \
                     GROUP BY kind, seat, outcome, first_move",
                )
                .bind(person)
                .fetch_all(&self.searching())
                .await?;
                let row = |(kind, seat, outcome, first_move, games): (_, i64, _, _, i64)| $crate::TallyRow {
                    kind,
                    seat: seat as u8,
                    outcome,
                    first_move,
                    games: games.unsigned_abs(),
                };
                let mut rows: Vec<$crate::TallyRow> = rows.into_iter().map(row).collect();
                rows.sort();
                Ok(rows)
            }

            async fn forget_name(&self, person: &str, name: &str) -> Result<(), $crate::StoreError> {
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

            async fn forgotten_names(
                &self,
                people: &[&str],
            ) -> Result<Vec<(String, String)>, $crate::StoreError> {
                let mut names = Vec::new();
                for some in people.chunks($crate::archive_sql::VALUES) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(
                        "SELECT person, name FROM archive_names WHERE person IN (",
                    );
                    let mut list = query.separated(", ");
                    for person in some {
                        list.push_bind(*person);
                    }
                    query.push(")");
                    names.extend(query.build_query_as().persistent(false).fetch_all(&self.reading()).await?);
                }
                Ok(names)
            }

            async fn bots_among(&self, people: &[&str]) -> Result<Vec<String>, $crate::StoreError> {
                let mut bots = Vec::new();
                for some in people.chunks($crate::archive_sql::VALUES) {
                    let mut query =
                        sqlx::QueryBuilder::<$database>::new("SELECT id FROM people WHERE bot = 1 AND id IN (");
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
    };
}
pub(crate) use archive_in_sql;
