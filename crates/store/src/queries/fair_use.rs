//! Known networks, names, counts and unused guests.

use super::{
    Backend, QueryBuilder, Row,
    account_statements::FORGET,
    accounts::{ACCOUNT_COLUMNS, is_taken},
    flag,
};
use crate::{Account, FairUse, KnownNetwork, NameForms, StoreError, Time};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

/// Deletes a guest that nothing else refers to.
const UNREFERENCED: &str = "DELETE FROM people WHERE id = $1 AND guest = 1 AND merged_into IS NULL \
     AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM puzzle_attempts WHERE puzzle_attempts.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM sanctions WHERE sanctions.person = $1) \
     AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.author = $1 OR reports.about = $1) \
     AND NOT EXISTS (SELECT 1 FROM people other WHERE other.merged_into = $1)";

impl FromRow<'_, Row> for KnownNetwork {
    fn from_row(row: &Row) -> sqlx::Result<KnownNetwork> {
        Ok(KnownNetwork {
            network: row.try_get("network")?,
            seen: row.try_get("seen")?,
            logged_in: flag(row, "logged_in")?,
        })
    }
}

#[async_trait]
impl FairUse for Backend {
    async fn note_network(
        &self,
        person: &str,
        known: &KnownNetwork,
        since: Time,
        most: u32,
    ) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        sqlx::query(
            "INSERT INTO known_networks (person, network, seen, logged_in) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (person, network) DO UPDATE SET seen = excluded.seen, \
             logged_in = CASE WHEN excluded.logged_in = 1 THEN 1 ELSE known_networks.logged_in END",
        )
        .bind(person)
        .bind(known.network.as_str())
        .bind(known.seen)
        .bind(i64::from(known.logged_in))
        .execute(&mut *commit)
        .await?;
        sqlx::query(
            "DELETE FROM known_networks WHERE person = $1 AND (seen < $2 OR (logged_in = $4 \
             AND network NOT IN (SELECT network FROM known_networks \
             WHERE person = $1 AND logged_in = $4 ORDER BY seen DESC, network LIMIT $3)))",
        )
        .bind(person)
        .bind(since)
        .bind(i64::from(most))
        .bind(i64::from(known.logged_in))
        .execute(&mut *commit)
        .await?;
        commit.commit().await?;
        Ok(())
    }

    async fn networks_of(&self, person: &str, since: Time) -> Result<Vec<KnownNetwork>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT network, seen, logged_in FROM known_networks WHERE person = $1 AND seen >= $2 \
             ORDER BY seen DESC, network",
        )
        .bind(person)
        .bind(since)
        .fetch_all(&self.reading())
        .await?)
    }

    async fn forget_networks(&self, since: Time) -> Result<(), StoreError> {
        let old = sqlx::query("DELETE FROM known_networks WHERE seen < $1");
        old.bind(since).execute(&self.writing()).await?;
        Ok(())
    }

    async fn account_resembling(
        &self,
        name: &NameForms,
        other_than: &str,
    ) -> Result<Option<Account>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE person <> "));
        query.push_bind(other_than).push(" AND (folded IN (''");
        for folded in &name.folded {
            query.push(", ").push_bind(folded.as_str());
        }
        query.push(") OR skeleton IN (''");
        for skeleton in &name.skeletons {
            query.push(", ").push_bind(skeleton.as_str());
        }
        query.push(")) LIMIT 1");
        Ok(query.build_query_as().fetch_optional(&self.reading()).await?)
    }

    async fn accounts_without_skeleton(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT accounts.person, people.name FROM accounts \
             JOIN people ON people.id = accounts.person WHERE accounts.skeleton IS NULL \
             ORDER BY accounts.created, accounts.person",
        );
        Ok(rows.fetch_all(&self.reading()).await?)
    }

    async fn set_skeleton(&self, person: &str, skeleton: &str) -> Result<bool, StoreError> {
        let change = sqlx::query("UPDATE accounts SET skeleton = $2 WHERE person = $1");
        match change.bind(person).bind(skeleton).execute(&self.writing()).await {
            Ok(changed) => Ok(changed.rows_affected() > 0),
            Err(error) if is_taken(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn count_open_games(&self, person: &str) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar(
            "SELECT COUNT(DISTINCT games.id) FROM seats JOIN games ON games.id = seats.game \
             WHERE seats.person = $1 AND games.stage <> 'over'",
        );
        let count: i64 = count.bind(person).fetch_one(&self.reading()).await?;
        Ok(count.unsigned_abs())
    }

    async fn count_import(&self, person: &str, most: u32) -> Result<bool, StoreError> {
        let change = sqlx::query("UPDATE people SET imported = imported + 1 WHERE id = $1 AND imported < $2");
        let change = change.bind(person).bind(i64::from(most));
        Ok(change.execute(&self.writing()).await?.rows_affected() > 0)
    }

    async fn uncount_import(&self, person: &str) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE people SET imported = imported - 1 WHERE id = $1 AND imported > 0");
        change.bind(person).execute(&self.writing()).await?;
        Ok(())
    }

    async fn sweep_guests(&self, now: Time, since: Time, limit: u32) -> Result<u64, StoreError> {
        let expired: Vec<(String, String)> = sqlx::query_as(
            "SELECT hash, person FROM tokens WHERE kind = 'guest' AND expires <= $1 AND (used < $2 \
             OR NOT EXISTS (SELECT 1 FROM seats WHERE seats.person = tokens.person)) \
             ORDER BY expires LIMIT $3",
        )
        .bind(now)
        .bind(since)
        .bind(i64::from(limit))
        .fetch_all(&self.reading())
        .await?;
        if expired.is_empty() {
            return Ok(0);
        }
        let mut ended = 0;
        let mut commit = self.writing().begin().await?;
        for (hash, person) in &expired {
            // It may have been used in the meantime.
            let gone = sqlx::query("DELETE FROM tokens WHERE hash = $1 AND expires <= $2");
            ended += gone.bind(hash).bind(now).execute(&mut *commit).await?.rows_affected();
            let gone = sqlx::query(UNREFERENCED).bind(person);
            if gone.execute(&mut *commit).await?.rows_affected() > 0 {
                for statement in FORGET {
                    sqlx::query(statement).bind(person).execute(&mut *commit).await?;
                }
            }
        }
        commit.commit().await?;
        Ok(ended)
    }
}
