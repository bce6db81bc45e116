//! Push subscriptions and reminders.

use super::{Backend, webhooks::deliver_on};
use crate::{NoticeRow, Reminders, StoreError, Time};
use async_trait::async_trait;

#[async_trait]
impl Reminders for Backend {
    async fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> Result<(), StoreError> {
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

    async fn remove_subscription(&self, endpoint: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM subscriptions WHERE endpoint = $1")
            .bind(endpoint)
            .execute(&self.writing())
            .await?;
        Ok(())
    }

    async fn subscriptions(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query_scalar("SELECT data FROM subscriptions WHERE person = $1 ORDER BY endpoint");
        Ok(rows.bind(person).fetch_all(&self.reading()).await?)
    }

    async fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> Result<bool, StoreError> {
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
            deliver_on(&mut commit, &[notice]).await?;
        }
        commit.commit().await?;
        Ok(noted.rows_affected() > 0)
    }
}
