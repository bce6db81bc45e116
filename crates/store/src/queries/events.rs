//! The event log.

use super::{Backend, Connection, Row, integer, plans::set_plan_on, webhooks::deliver_on};
use crate::{Append, Appended, Conflict, Events, StoreError, StoredEvent, events::Changes};
use async_trait::async_trait;
use sqlx::{Connection as _, FromRow, Row as _};

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

/// Appends the whole batch or nothing; `false`: an event exists already, a game has another owner, or a seek
/// is gone. After an error the connection must be closed: the database may or may not have ended the
/// transaction by itself, so an apparent commit might not be one.
pub(in super::super) async fn append_on(
    connection: &mut Connection,
    batch: &[Append],
) -> Result<bool, StoreError> {
    let mut commit = connection.begin().await?;
    let added = Backend::insert_events(&mut commit, batch).await?;
    let changes = Changes::of(batch);
    if added != Some(changes.events as u64) {
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
    Backend::put_rows(&mut commit, &changes.rows).await?;
    Backend::put_seats(&mut commit, &changes.seats).await?;
    for append in batch {
        if let Some((seat, plan)) = &append.plan {
            set_plan_on(&mut commit, &append.game, *seat, plan.as_deref()).await?;
        }
    }
    let notices: Vec<_> = batch.iter().flat_map(|append| &append.notices).collect();
    deliver_on(&mut commit, &notices).await?;
    if !changes.ends.is_empty() {
        Backend::put_ends(&mut commit, &changes.ends).await?;
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
        self.events_after(game, since).await
    }

    async fn events_of_action(
        &self,
        game: &str,
        person: &str,
        action: &str,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events = self.events_after(game, 0).await?;
        events.retain(|event| {
            event.actor.as_deref() == Some(person) && event.action.as_deref() == Some(action)
        });
        Ok(events)
    }
}
