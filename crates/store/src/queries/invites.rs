//! Invite codes.

use super::{Backend, Row, integer};
use crate::{InviteCode, Invites, StoreError, Time};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

impl FromRow<'_, Row> for InviteCode {
    fn from_row(row: &Row) -> sqlx::Result<InviteCode> {
        Ok(InviteCode {
            code: row.try_get("code")?,
            label: row.try_get("label")?,
            uses: integer(row, "uses")?,
            used: integer(row, "used")?,
            until: row.try_get("until")?,
            created: row.try_get("created")?,
            person: row.try_get("person")?,
        })
    }
}

#[async_trait]
impl Invites for Backend {
    async fn add_invite_code(&self, code: &InviteCode) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "INSERT INTO invite_codes (code, label, uses, used, until, created, person) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(code.code.as_str())
        .bind(code.label.as_str())
        .bind(i64::from(code.uses))
        .bind(i64::from(code.used))
        .bind(code.until)
        .bind(code.created)
        .bind(code.person.as_str())
        .execute(&self.writing())
        .await?;
        Ok(added.rows_affected() > 0)
    }

    async fn invite_codes(&self) -> Result<Vec<InviteCode>, StoreError> {
        let query = sqlx::query_as(
            "SELECT code, label, uses, used, until, created, person FROM invite_codes \
             ORDER BY created DESC, code",
        );
        Ok(query.fetch_all(&self.reading()).await?)
    }

    async fn remove_invite_code(&self, code: &str) -> Result<bool, StoreError> {
        let removed = sqlx::query("DELETE FROM invite_codes WHERE code = $1").bind(code);
        Ok(removed.execute(&self.writing()).await?.rows_affected() > 0)
    }

    async fn use_invite_code(&self, code: &str, now: Time) -> Result<bool, StoreError> {
        let used = sqlx::query(
            "UPDATE invite_codes SET used = used + 1 \
             WHERE code = $1 AND used < uses AND (until IS NULL OR until > $2)",
        );
        let used = used.bind(code).bind(now).execute(&self.writing()).await?;
        Ok(used.rows_affected() > 0)
    }

    async fn return_invite_code(&self, code: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE invite_codes SET used = used - 1 WHERE code = $1 AND used > 0")
            .bind(code)
            .execute(&self.writing())
            .await?;
        Ok(())
    }
}
