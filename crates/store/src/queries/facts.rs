//! Settings and facts.

use super::Backend;
use crate::{Facts, StoreError};
use async_trait::async_trait;

#[async_trait]
impl Facts for Backend {
    async fn fact(&self, name: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_scalar("SELECT value FROM facts WHERE name = $1");
        Ok(found.bind(name).fetch_optional(&self.reading()).await?)
    }

    async fn add_fact(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.writing())
            .await?;
        // Another connection may not see the new value yet.
        let kept = sqlx::query_scalar("SELECT value FROM facts WHERE name = $1");
        Ok(kept.bind(name).fetch_one(&self.writing()).await?)
    }

    async fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError> {
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
}
