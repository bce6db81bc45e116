//! The event log.

use super::{Backend, Connection, Row, integer, plans::set_plan_on, webhooks::deliver_on};
use crate::{Append, Appended, Conflict, Events, GameRow, StoreError, StoredEvent, Time, bigint};
use async_trait::async_trait;
use sqlx::{Connection as _, FromRow, Row as _};
use std::collections::{BTreeMap, HashSet};

impl FromRow<'_, Row> for StoredEvent {
    fn from_row(row: &Row) -> sqlx::Result<StoredEvent> {
        Ok(StoredEvent {
            seq: integer(row, "seq")?,
            at: row.try_get("at")?,
            actor: row.try_get("actor")?,
            action: row.try_get("action")?,
            data: row.try_get("data")?,
            about: row.try_get("about")?,
        })
    }
}

impl Backend {
    /// Appends the whole batch or nothing; `false`: an event exists already, a game has another owner,
    /// or a seek is gone.
    pub(in super::super) async fn append_stepwise(&self, batch: &[Append]) -> Result<bool, StoreError> {
        // Writes to a deleted file would be confirmed and lost.
        if !self.in_place() {
            return Err(StoreError::Lost);
        }
        let mut connection = self.writing().acquire().await?;
        let added = append_on(&mut connection, batch).await;
        if added.is_err() {
            // After an error the database may or may not have ended the transaction by itself, so an
            // apparent commit on this connection might not be one: replace the connection.
            connection.close_on_drop();
        }
        added
    }
}

async fn append_on(connection: &mut Connection, batch: &[Append]) -> Result<bool, StoreError> {
    let mut commit = connection.begin().await?;
    let added = Backend::insert_events(&mut commit, batch).await?;
    if added != Some(batch.iter().map(|append| append.events.len() as u64).sum()) {
        commit.rollback().await?;
        return Ok(false);
    }
    // In a fixed order, so that two transactions that want the same seeks cannot deadlock.
    let mut seeks: Vec<&str> = batch.iter().flat_map(|append| &append.seeks).map(String::as_str).collect();
    seeks.sort_unstable();
    for seek in seeks {
        let taken = sqlx::query("DELETE FROM seeks WHERE id = $1").bind(seek);
        if taken.execute(&mut *commit).await?.rows_affected() == 0 {
            commit.rollback().await?;
            return Ok(false);
        }
    }
    // If a game is in the batch twice, its last row counts.
    let mut rows: Vec<&GameRow> = Vec::with_capacity(batch.len());
    let mut seen = HashSet::new();
    for row in batch.iter().rev().filter_map(|append| append.row.as_ref()) {
        if seen.insert(row.id.as_str()) {
            rows.push(row);
        }
    }
    Backend::put_rows(&mut commit, &rows).await?;
    // Likewise for the holder of a seat.
    let mut seats = BTreeMap::new();
    for append in batch {
        let game = append.game.as_str();
        seats.extend(append.seats.iter().map(|seat| ((game, seat.seat), seat.person.as_str())));
    }
    Backend::put_seats(&mut commit, &seats).await?;
    for append in batch {
        if let Some((seat, plan)) = &append.plan {
            set_plan_on(&mut commit, &append.game, *seat, plan.as_deref()).await?;
        }
    }
    let notices: Vec<_> = batch.iter().flat_map(|append| &append.notices).collect();
    deliver_on(&mut commit, &notices).await?;
    let ends: Vec<(&str, Time)> = batch
        .iter()
        .filter(|append| append.finishes)
        .map(|append| (append.game.as_str(), append.events.last().map_or(0, |event| event.at)))
        .collect();
    if !ends.is_empty() {
        Backend::put_ends(&mut commit, &ends).await?;
    }
    commit.commit().await?;
    Ok(true)
}

#[async_trait]
impl Events for Backend {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        if self.append_all(batch).await? {
            return Ok(vec![Ok(()); batch.len()]);
        }
        // One append conflicted; retry the rest individually.
        let mut appended = Vec::with_capacity(batch.len());
        for append in batch {
            let added = self.append_all(std::slice::from_ref(append)).await?;
            appended.push(if added { Ok(()) } else { Err(Conflict) });
        }
        Ok(appended)
    }

    async fn events(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT seq, at, actor, action, data, about FROM events WHERE game = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(game)
        .bind(bigint(since))
        .fetch_all(&self.reading())
        .await?)
    }

    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT seq, at, actor, action, data, about FROM events \
             WHERE game = $1 AND actor = $2 AND action = $3 ORDER BY seq",
        )
        .bind(game)
        .bind(person)
        .bind(action)
        .fetch_all(&self.reading())
        .await?)
    }
}
