//! The queries of both databases. A macro expands them once for each: sqlx's types are specific to one
//! database, and being generic over them takes more bounds than code.

use crate::{Append, GameRow, Message, Person, Seek, Stage, StoreError, StoredEvent, Time};

/// The largest number of rows that one statement inserts: SQLite takes at most 32,766 values in all.
pub(crate) const ROWS: usize = 2000;

pub(crate) const GAME_COLUMNS: &str =
    "id, kind, stage, live, listed, seq, created, changed, to_act, deadline, glance";

pub(crate) type EventColumns = (i64, Time, Option<String>, Option<String>, String, Option<String>);

pub(crate) fn event((seq, at, actor, action, data, about): EventColumns) -> StoredEvent {
    StoredEvent { seq: seq.unsigned_abs(), at, actor, action, data, about }
}

pub(crate) type GameColumns =
    (String, String, String, i64, i64, i64, Time, Time, Option<String>, Option<Time>, String);

pub(crate) fn game(columns: GameColumns) -> Result<GameRow, StoreError> {
    let (id, kind, stage, live, listed, seq, created, changed, to_act, deadline, overview) = columns;
    let unknown = || StoreError::Damaged(format!("the game {id} is at the stage {stage:?}"));
    let stage = Stage::of_word(&stage).ok_or_else(unknown)?;
    let seq = seq.unsigned_abs();
    Ok(GameRow {
        id,
        kind,
        stage,
        live: live != 0,
        listed: listed != 0,
        seq,
        created,
        changed,
        to_act,
        deadline,
        overview,
    })
}

pub(crate) const PERSON_COLUMNS: &str =
    "people.id, people.name, people.guest, people.created, people.vacation, people.bot";

pub(crate) type PersonColumns = (String, String, i64, Time, Option<String>, i64);

pub(crate) fn person((id, name, guest, created, vacation, bot): PersonColumns) -> Person {
    Person { id, name, guest: guest != 0, created, vacation, bot: bot != 0 }
}

pub(crate) fn seek((id, person, created, data): (String, String, Time, String)) -> Seek {
    Seek { id, person, created, data }
}

pub(crate) fn message((room, number, at, person, text): (String, i64, Time, String, String)) -> Message {
    Message { room, number: number.unsigned_abs(), at, person, text }
}

pub(crate) fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The number of events in a batch.
pub(crate) fn count(batch: &[Append]) -> usize {
    batch.iter().map(|append| append.events.len()).sum()
}

/// Implements [`Store`](crate::Store) for a type with the fields `reading` and `writing`, pools of this
/// database.
macro_rules! store_in_sql {
    ($store:ty, $database:ty) => {
        impl $store {
            /// Appends the whole batch or nothing; `false`: an event exists already, a game has another
            /// owner, or a seek is gone.
            async fn append_all(
                &self,
                batch: &[$crate::Append],
            ) -> Result<bool, $crate::StoreError> {
                // Writes to a deleted file would be confirmed and lost.
                if !self.in_place() {
                    return Err($crate::StoreError::Lost);
                }
                let mut connection = self.writing().acquire().await?;
                let added = Self::append_on(&mut connection, batch).await;
                if added.is_err() {
                    // After an error the database may or may not have ended the transaction by itself, so an
                    // apparent commit on this connection might not be one: replace the connection.
                    connection.close_on_drop();
                }
                added
            }

            async fn append_on(
                connection: &mut <$database as sqlx::Database>::Connection,
                batch: &[$crate::Append],
            ) -> Result<bool, $crate::StoreError> {
                use $crate::sql::count;
                let mut commit = sqlx::Connection::begin(connection).await?;
                let added = Self::insert_events(&mut commit, batch).await?;
                if added != Some(count(batch) as u64) {
                    commit.rollback().await?;
                    return Ok(false);
                }
                // In a fixed order, so that two transactions that want the same seeks cannot deadlock.
                let mut seeks: Vec<&str> =
                    batch.iter().flat_map(|append| &append.seeks).map(String::as_str).collect();
                seeks.sort_unstable();
                for seek in seeks {
                    let taken = sqlx::query("DELETE FROM seeks WHERE id = $1").bind(seek);
                    if taken.execute(&mut *commit).await?.rows_affected() == 0 {
                        commit.rollback().await?;
                        return Ok(false);
                    }
                }
                // If a game is in the batch twice, its last row counts.
                let mut rows: Vec<&$crate::GameRow> = Vec::with_capacity(batch.len());
                let mut seen = std::collections::HashSet::new();
                for row in batch.iter().rev().filter_map(|append| append.row.as_ref()) {
                    if seen.insert(row.id.as_str()) {
                        rows.push(row);
                    }
                }
                Self::put_rows(&mut commit, &rows).await?;
                // Likewise for the holder of a seat.
                let mut seats = std::collections::BTreeMap::new();
                for append in batch {
                    let game = append.game.as_str();
                    seats.extend(append.seats.iter().map(|seat| ((game, seat.seat), seat.person.as_str())));
                }
                Self::put_seats(&mut commit, &seats).await?;
                for append in batch {
                    if let Some((seat, plan)) = &append.plan {
                        Self::set_plan_on(&mut commit, &append.game, *seat, plan.as_deref()).await?;
                    }
                }
                let notices: Vec<_> = batch.iter().flat_map(|append| &append.notices).collect();
                Self::deliver_on(&mut commit, &notices).await?;
                let ends: Vec<(&str, $crate::Time)> = batch
                    .iter()
                    .filter(|append| append.finishes)
                    .map(|append| {
                        (append.game.as_str(), append.events.last().map_or(0, |event| event.at))
                    })
                    .collect();
                if !ends.is_empty() {
                    Self::put_ends(&mut commit, &ends).await?;
                }
                commit.commit().await?;
                Ok(true)
            }

            async fn set_plan_on(
                connection: &mut <$database as sqlx::Database>::Connection,
                game: &str,
                seat: u8,
                plan: Option<&str>,
            ) -> Result<(), $crate::StoreError> {
                let query = match plan {
                    Some(plan) => sqlx::query(
                        "INSERT INTO plans (game, seat, data) VALUES ($1, $2, $3) \
                         ON CONFLICT (game, seat) DO UPDATE SET data = excluded.data",
                    )
                    .bind(game)
                    .bind(i64::from(seat))
                    .bind(plan),
                    None => sqlx::query("DELETE FROM plans WHERE game = $1 AND seat = $2")
                        .bind(game)
                        .bind(i64::from(seat)),
                };
                query.execute(connection).await?;
                Ok(())
            }

            async fn games_where(
                &self,
                query: sqlx::QueryBuilder<$database>,
            ) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let mut query = query;
                let rows: Vec<$crate::sql::GameColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                rows.into_iter().map($crate::sql::game).collect()
            }
        }

        #[async_trait::async_trait]
        impl $crate::Store for $store {
            async fn append(
                &self,
                batch: &[$crate::Append],
            ) -> Result<Vec<$crate::Appended>, $crate::StoreError> {
                if self.append_all(batch).await? {
                    return Ok(vec![Ok(()); batch.len()]);
                }
                // One append conflicted; retry the rest individually.
                let mut appended = Vec::with_capacity(batch.len());
                for append in batch {
                    let added = self.append_all(std::slice::from_ref(append)).await?;
                    appended.push(if added { Ok(()) } else { Err($crate::Conflict) });
                }
                Ok(appended)
            }

            async fn events(
                &self,
                game: &str,
                since: u64,
            ) -> Result<Vec<$crate::StoredEvent>, $crate::StoreError> {
                let rows: Vec<$crate::sql::EventColumns> = sqlx::query_as(
                    "SELECT seq, at, actor, action, data, about FROM events WHERE game = $1 AND seq > $2 ORDER BY seq",
                )
                .bind(game)
                .bind($crate::sql::number(since))
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::sql::event).collect())
            }

            async fn events_of_action(
                &self,
                game: &str,
                person: &str,
                action: &str,
            ) -> Result<Vec<$crate::StoredEvent>, $crate::StoreError> {
                let rows: Vec<$crate::sql::EventColumns> = sqlx::query_as(
                    "SELECT seq, at, actor, action, data, about FROM events \
                     WHERE game = $1 AND actor = $2 AND action = $3 ORDER BY seq",
                )
                .bind(game)
                .bind(person)
                .bind(action)
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::sql::event).collect())
            }

            async fn game(&self, id: &str) -> Result<Option<$crate::GameRow>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE id = ",
                    $crate::sql::GAME_COLUMNS
                ));
                query.push_bind(id);
                Ok(self.games_where(query).await?.pop())
            }

            async fn games_of(
                &self,
                person: &str,
                limit: u32,
            ) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE id IN (SELECT game FROM seats WHERE person = ",
                    $crate::sql::GAME_COLUMNS
                ));
                query.push_bind(person).push(") ORDER BY changed DESC LIMIT ").push_bind(i64::from(limit));
                self.games_where(query).await
            }

            async fn current_games(&self, limit: u32) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE stage = 'playing' AND listed = 1 ORDER BY changed DESC LIMIT ",
                    $crate::sql::GAME_COLUMNS
                ));
                query.push_bind(i64::from(limit));
                self.games_where(query).await
            }

            async fn live_games(&self) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE stage = 'playing' AND live = 1 ORDER BY id",
                    $crate::sql::GAME_COLUMNS
                ));
                self.games_where(query).await
            }

            async fn last_live_event(&self) -> Result<Option<$crate::Time>, $crate::StoreError> {
                let last = sqlx::query_scalar(
                    "SELECT MAX(at) FROM events WHERE game IN \
                     (SELECT id FROM games WHERE stage = 'playing' AND live = 1)",
                );
                Ok(last.fetch_one(&self.reading()).await?)
            }

            async fn due(
                &self,
                (deadline, id): ($crate::Time, &str),
                until: $crate::Time,
                limit: u32,
            ) -> Result<Vec<$crate::GameRow>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::new(format!(
                    "SELECT {} FROM games WHERE deadline <= ",
                    $crate::sql::GAME_COLUMNS
                ));
                query.push_bind(until).push(" AND (deadline, id) > (").push_bind(deadline).push(", ");
                query.push_bind(id).push(") ORDER BY deadline, id LIMIT ").push_bind(i64::from(limit));
                self.games_where(query).await
            }

            async fn finished(
                &self,
                since: u64,
                limit: u32,
            ) -> Result<Vec<$crate::Finished>, $crate::StoreError> {
                let rows: Vec<(i64, String, $crate::Time)> = sqlx::query_as(
                    "SELECT number, game, at FROM finished WHERE number > $1 ORDER BY number LIMIT $2",
                )
                .bind($crate::sql::number(since))
                .bind(i64::from(limit))
                .fetch_all(&self.reading())
                .await?;
                let finished = |(number, game, at): (i64, String, $crate::Time)| $crate::Finished {
                    number: number.unsigned_abs(),
                    game,
                    at,
                };
                Ok(rows.into_iter().map(finished).collect())
            }

            async fn count_games(&self) -> Result<u64, $crate::StoreError> {
                let count: i64 =
                    sqlx::query_scalar("SELECT COUNT(*) FROM games").fetch_one(&self.reading()).await?;
                Ok(count.unsigned_abs())
            }

            async fn add_person(&self, person: &$crate::Person) -> Result<(), $crate::StoreError> {
                sqlx::query("INSERT INTO people (id, name, guest, created, vacation, bot) VALUES ($1, $2, $3, $4, $5, $6)")
                    .bind(person.id.as_str())
                    .bind(person.name.as_str())
                    .bind(i64::from(person.guest))
                    .bind(person.created)
                    .bind(person.vacation.as_deref())
                    .bind(i64::from(person.bot))
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }

            async fn person(&self, id: &str) -> Result<Option<$crate::Person>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM people WHERE id = ",
                    $crate::sql::PERSON_COLUMNS
                ));
                let row: Option<$crate::sql::PersonColumns> =
                    query.push_bind(id).build_query_as().fetch_optional(&self.reading()).await?;
                Ok(row.map($crate::sql::person))
            }

            async fn set_name(&self, person: &str, name: &str) -> Result<(), $crate::StoreError> {
                let change = sqlx::query("UPDATE people SET name = $2 WHERE id = $1");
                change.bind(person).bind(name).execute(&self.writing()).await?;
                Ok(())
            }

            async fn change_vacation(
                &self,
                person: &str,
                before: Option<&str>,
                after: Option<&str>,
            ) -> Result<bool, $crate::StoreError> {
                let change = sqlx::query(
                    "UPDATE people SET vacation = $3 WHERE id = $1 AND vacation IS NOT DISTINCT FROM $2",
                );
                let changed =
                    change.bind(person).bind(before).bind(after).execute(&self.writing()).await?;
                Ok(changed.rows_affected() > 0)
            }

            async fn change_seek(&self, before: &$crate::Seek, after: &$crate::Seek) -> Result<bool, $crate::StoreError> {
                let changed = sqlx::query("UPDATE seeks SET data = $3 WHERE id = $1 AND data = $2")
                    .bind(before.id.as_str())
                    .bind(before.data.as_str())
                    .bind(after.data.as_str())
                    .execute(&self.writing())
                    .await?;
                Ok(changed.rows_affected() > 0)
            }

            async fn put_seek(&self, seek: &$crate::Seek) -> Result<(), $crate::StoreError> {
                sqlx::query(
                    "INSERT INTO seeks (id, person, created, data) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (id) DO UPDATE SET data = excluded.data",
                )
                    .bind(seek.id.as_str())
                    .bind(seek.person.as_str())
                    .bind(seek.created)
                    .bind(seek.data.as_str())
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }

            async fn remove_seek(&self, id: &str) -> Result<bool, $crate::StoreError> {
                let gone = sqlx::query("DELETE FROM seeks WHERE id = $1").bind(id).execute(&self.writing()).await?;
                Ok(gone.rows_affected() > 0)
            }

            async fn seeks(&self) -> Result<Vec<$crate::Seek>, $crate::StoreError> {
                let rows = sqlx::query_as("SELECT id, person, created, data FROM seeks ORDER BY created, id");
                Ok(rows.fetch_all(&self.reading()).await?.into_iter().map($crate::sql::seek).collect())
            }

            async fn add_message(
                &self,
                game: &str,
                message: &$crate::Message,
            ) -> Result<u64, $crate::StoreError> {
                let number: i64 = sqlx::query_scalar(
                    "INSERT INTO messages (game, room, number, at, person, text) \
                     SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, $5 FROM messages \
                     WHERE game = $1 AND room = $2 RETURNING number",
                )
                .bind(game)
                .bind(message.room.as_str())
                .bind(message.at)
                .bind(message.person.as_str())
                .bind(message.text.as_str())
                .fetch_one(&self.writing())
                .await?;
                Ok(number.unsigned_abs())
            }

            async fn messages(
                &self,
                game: &str,
                room: &str,
                since: u64,
            ) -> Result<Vec<$crate::Message>, $crate::StoreError> {
                let rows = sqlx::query_as(
                    "SELECT room, number, at, person, text FROM messages \
                     WHERE game = $1 AND room = $2 AND number > $3 ORDER BY number",
                )
                .bind(game)
                .bind(room)
                .bind($crate::sql::number(since));
                Ok(rows.fetch_all(&self.reading()).await?.into_iter().map($crate::sql::message).collect())
            }

            async fn set_plan(
                &self,
                game: &str,
                seat: u8,
                plan: Option<&str>,
            ) -> Result<(), $crate::StoreError> {
                Self::set_plan_on(&mut *self.writing().acquire().await?, game, seat, plan).await
            }

            async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, $crate::StoreError> {
                let rows: Vec<(i64, String)> =
                    sqlx::query_as("SELECT seat, data FROM plans WHERE game = $1 ORDER BY seat")
                        .bind(game)
                        .fetch_all(&self.reading())
                        .await?;
                Ok(rows.into_iter().map(|(seat, data)| (seat.unsigned_abs() as u8, data)).collect())
            }

            async fn add_subscription(
                &self,
                endpoint: &str,
                person: &str,
                data: &str,
            ) -> Result<(), $crate::StoreError> {
                sqlx::query(
                    "INSERT INTO subscriptions (endpoint, person, data) VALUES ($1, $2, $3) \
                     ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, data = excluded.data",
                )
                .bind(endpoint)
                .bind(person)
                .bind(data)
                .execute(&self.writing())
                .await?;
                Ok(())
            }

            async fn remove_subscription(&self, endpoint: &str) -> Result<(), $crate::StoreError> {
                sqlx::query("DELETE FROM subscriptions WHERE endpoint = $1")
                    .bind(endpoint)
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }

            async fn subscriptions(&self, person: &str) -> Result<Vec<String>, $crate::StoreError> {
                let rows = sqlx::query_scalar("SELECT data FROM subscriptions WHERE person = $1 ORDER BY endpoint");
                Ok(rows.bind(person).fetch_all(&self.reading()).await?)
            }

            async fn note_reminder(
                &self,
                notice: &$crate::NoticeRow,
                deadline: $crate::Time,
                step: u8,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let noted = sqlx::query(
                    "INSERT INTO reminders (game, person, deadline, step, at) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(notice.game.as_str())
                .bind(notice.person.as_str())
                .bind(deadline)
                .bind(i64::from(step))
                .bind(notice.at)
                .execute(&mut *commit)
                .await?;
                if noted.rows_affected() > 0 {
                    Self::deliver_on(&mut commit, &[notice]).await?;
                }
                commit.commit().await?;
                Ok(noted.rows_affected() > 0)
            }

            async fn fact(&self, name: &str) -> Result<Option<String>, $crate::StoreError> {
                let found = sqlx::query_scalar("SELECT value FROM facts WHERE name = $1");
                Ok(found.bind(name).fetch_optional(&self.reading()).await?)
            }

            async fn add_fact(&self, name: &str, value: &str) -> Result<String, $crate::StoreError> {
                sqlx::query("INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(name)
                    .bind(value)
                    .execute(&self.writing())
                    .await?;
                // Another connection may not see the new value yet.
                let kept = sqlx::query_scalar("SELECT value FROM facts WHERE name = $1");
                Ok(kept.bind(name).fetch_one(&self.writing()).await?)
            }

            async fn set_fact(&self, name: &str, value: &str) -> Result<(), $crate::StoreError> {
                sqlx::query(
                    "INSERT INTO facts (name, value) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                )
                .bind(name)
                .bind(value)
                .execute(&self.writing())
                .await?;
                Ok(())
            }

            fn is_in_place(&self) -> bool {
                self.in_place()
            }

            async fn close(&self) {
                self.reading().close().await;
                // Closed last: only a connection that may write checkpoints the write-ahead log.
                self.writing().close().await;
            }
        }
    };
}
pub(crate) use store_in_sql;
