//! Invite codes, for servers where registration is by invitation only.

use crate::{StoreError, Time};
use async_trait::async_trait;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InviteCode {
    pub code: String,
    /// A note for the administrator.
    pub label: String,
    /// The number of accounts that can be created with it in all.
    pub uses: u32,
    pub used: u32,
    /// When it expires; `None`: never.
    pub until: Option<Time>,
    pub created: Time,
    pub person: String,
}

impl InviteCode {
    /// Whether it can be used now.
    #[must_use]
    pub fn is_good(&self, now: Time) -> bool {
        self.used < self.uses && self.until.is_none_or(|until| until > now)
    }
}

/// The invite-code operations of a store.
#[async_trait]
pub trait Invites {
    /// Adds a code; false if it exists already.
    async fn add_invite_code(&self, code: &InviteCode) -> Result<bool, StoreError>;
    /// All codes, newest first.
    async fn invite_codes(&self) -> Result<Vec<InviteCode>, StoreError>;
    /// Revokes a code; false if there is none.
    async fn remove_invite_code(&self, code: &str) -> Result<bool, StoreError>;
    /// Counts one use of a code; false if it is unknown, used up or expired.
    async fn use_invite_code(&self, code: &str, now: Time) -> Result<bool, StoreError>;
    /// Returns one use, since no account was created with it.
    async fn return_invite_code(&self, code: &str) -> Result<(), StoreError>;
}

pub(crate) const COLUMNS: &str = "code, label, uses, used, until, created, person";

pub(crate) type Columns = (String, String, i64, i64, Option<Time>, Time, String);

pub(crate) fn invite_code(columns: Columns) -> InviteCode {
    let (code, label, uses, used, until, created, person) = columns;
    let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    InviteCode { code, label, uses: count(uses), used: count(used), until, created, person }
}

/// Implements [`Invites`] for a type with the fields `reading` and `writing`, pools of this database.
macro_rules! invites_in_sql {
    ($store:ty) => {
        #[async_trait::async_trait]
        impl $crate::Invites for $store {
            async fn add_invite_code(&self, code: &$crate::InviteCode) -> Result<bool, $crate::StoreError> {
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

            async fn invite_codes(&self) -> Result<Vec<$crate::InviteCode>, $crate::StoreError> {
                use $crate::invites::{COLUMNS, Columns, invite_code};
                let query = format!("SELECT {COLUMNS} FROM invite_codes ORDER BY created DESC, code");
                let query: sqlx::query::QueryAs<'_, _, Columns, _> =
                    sqlx::query_as(sqlx::AssertSqlSafe(query));
                let rows = query.fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map(invite_code).collect())
            }

            async fn remove_invite_code(&self, code: &str) -> Result<bool, $crate::StoreError> {
                let removed = sqlx::query("DELETE FROM invite_codes WHERE code = $1").bind(code);
                Ok(removed.execute(&self.writing()).await?.rows_affected() > 0)
            }

            async fn use_invite_code(
                &self,
                code: &str,
                now: $crate::Time,
            ) -> Result<bool, $crate::StoreError> {
                let used = sqlx::query(
                    "UPDATE invite_codes SET used = used + 1 \
                     WHERE code = $1 AND used < uses AND (until IS NULL OR until > $2)",
                );
                let used = used.bind(code).bind(now).execute(&self.writing()).await?;
                Ok(used.rows_affected() > 0)
            }

            async fn return_invite_code(&self, code: &str) -> Result<(), $crate::StoreError> {
                sqlx::query("UPDATE invite_codes SET used = used - 1 WHERE code = $1 AND used > 0")
                    .bind(code)
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }
        }
    };
}
pub(crate) use invites_in_sql;

#[cfg(feature = "memory")]
mod memory {
    use super::{InviteCode, Invites};
    use crate::{Memory, StoreError, Time};
    use async_trait::async_trait;

    #[async_trait]
    impl Invites for Memory {
        async fn add_invite_code(&self, code: &InviteCode) -> Result<bool, StoreError> {
            let codes = &mut self.tables().invite_codes;
            let is_new = !codes.contains_key(&code.code);
            codes.entry(code.code.clone()).or_insert_with(|| code.clone());
            Ok(is_new)
        }

        async fn invite_codes(&self) -> Result<Vec<InviteCode>, StoreError> {
            let mut codes: Vec<InviteCode> = self.tables().invite_codes.values().cloned().collect();
            codes.sort_by(|one, other| (other.created, &one.code).cmp(&(one.created, &other.code)));
            Ok(codes)
        }

        async fn remove_invite_code(&self, code: &str) -> Result<bool, StoreError> {
            Ok(self.tables().invite_codes.remove(code).is_some())
        }

        async fn use_invite_code(&self, code: &str, now: Time) -> Result<bool, StoreError> {
            let mut tables = self.tables();
            let Some(code) = tables.invite_codes.get_mut(code).filter(|code| code.is_good(now)) else {
                return Ok(false);
            };
            code.used += 1;
            Ok(true)
        }

        async fn return_invite_code(&self, code: &str) -> Result<(), StoreError> {
            if let Some(code) = self.tables().invite_codes.get_mut(code) {
                code.used = code.used.saturating_sub(1);
            }
            Ok(())
        }
    }
}
