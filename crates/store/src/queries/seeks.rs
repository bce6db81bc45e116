//! Seeks.

use super::{Backend, Row};
use crate::{Seek, Seeks, StoreError};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

impl FromRow<'_, Row> for Seek {
    fn from_row(row: &Row) -> sqlx::Result<Seek> {
        Ok(Seek {
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            created: row.try_get("created")?,
            data: row.try_get("data")?,
        })
    }
}

#[async_trait]
impl Seeks for Backend {
    async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError> {
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

    async fn change_seek(&self, before: &Seek, after: &Seek) -> Result<bool, StoreError> {
        let changed = sqlx::query("UPDATE seeks SET data = $3 WHERE id = $1 AND data = $2")
            .bind(before.id.as_str())
            .bind(before.data.as_str())
            .bind(after.data.as_str())
            .execute(&self.writing())
            .await?;
        Ok(changed.rows_affected() > 0)
    }

    async fn remove_seek(&self, id: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM seeks WHERE id = $1").bind(id).execute(&self.writing()).await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let rows = sqlx::query_as("SELECT id, person, created, data FROM seeks ORDER BY created, id");
        Ok(rows.fetch_all(&self.reading()).await?)
    }
}
