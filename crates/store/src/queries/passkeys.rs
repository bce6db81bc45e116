//! Passkeys, challenges and merged guests.

use super::{
    super::REWRITE_EVENT, Backend, Connection, QueryBuilder, Row, account_statements::FORGET_CODES,
    accounts::execute_for,
};
use crate::{ChallengeRow, PasskeyRow, Passkeys, Removal, Rewritten, StoreError, Time, bigint};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

const PASSKEY_COLUMNS: &str = "credential, id, person, label, data, created, used";

/// Transfers a guest's ($1) data to the account ($2). Where both have the same entry, the account's is kept.
const MERGE: [&str; 16] = [
    "UPDATE messages SET person = $2 WHERE person = $1",
    "UPDATE subscriptions SET person = $2 WHERE person = $1",
    "UPDATE reminders SET person = $2 WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM reminders own \
     WHERE own.game = reminders.game AND own.person = $2 AND own.deadline = reminders.deadline \
     AND own.step = reminders.step)",
    "UPDATE reports SET author = $2 WHERE author = $1",
    "UPDATE reports SET about = $2 WHERE about = $1",
    "DELETE FROM blocks WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
    "UPDATE blocks SET person = $2 WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM blocks own \
     WHERE own.person = $2 AND own.other = blocks.other)",
    "UPDATE blocks SET other = $2 WHERE other = $1 AND NOT EXISTS (SELECT 1 FROM blocks own \
     WHERE own.other = $2 AND own.person = blocks.person)",
    // Rows that were not moved, because the account has the same.
    "DELETE FROM blocks WHERE (person = $1 OR other = $1) AND $2 <> ''",
    "UPDATE sanctions SET person = $2 WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM sanctions own \
     WHERE own.person = $2 AND own.kind = sanctions.kind)",
    "DELETE FROM passkey_challenges WHERE person = $1 AND $2 <> ''",
    "DELETE FROM tokens WHERE person = $1 AND $2 <> ''",
    "DELETE FROM seeks WHERE person = $1 AND $2 <> ''",
    "UPDATE people SET imported = imported + (SELECT guests.imported FROM people guests WHERE guests.id = $1) \
     WHERE id = $2",
    "UPDATE people SET vacation = NULL, merged_into = $2 WHERE id = $1",
    // Guests merged into this guest earlier are merged too.
    "UPDATE people SET merged_into = $2 WHERE merged_into = $1",
];

impl FromRow<'_, Row> for PasskeyRow {
    fn from_row(row: &Row) -> sqlx::Result<PasskeyRow> {
        Ok(PasskeyRow {
            credential: row.try_get("credential")?,
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            label: row.try_get("label")?,
            data: row.try_get("data")?,
            created: row.try_get("created")?,
            used: row.try_get("used")?,
        })
    }
}

impl FromRow<'_, Row> for ChallengeRow {
    fn from_row(row: &Row) -> sqlx::Result<ChallengeRow> {
        Ok(ChallengeRow {
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            data: row.try_get("data")?,
            expires: row.try_get("expires")?,
        })
    }
}

pub(super) async fn insert_passkey(
    commit: &mut Connection,
    passkey: &PasskeyRow,
) -> Result<bool, sqlx::Error> {
    let added = sqlx::query(
        "INSERT INTO passkeys (credential, id, person, label, data, created, used) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(passkey.credential.as_str())
    .bind(passkey.id.as_str())
    .bind(passkey.person.as_str())
    .bind(passkey.label.as_str())
    .bind(passkey.data.as_str())
    .bind(passkey.created)
    .bind(passkey.used)
    .execute(commit)
    .await?;
    Ok(added.rows_affected() > 0)
}

/// Locks the account's log-in methods until the commit.
pub(super) async fn hold_account(commit: &mut Connection, person: &str) -> Result<(), sqlx::Error> {
    let hold = sqlx::query("UPDATE accounts SET person = person WHERE person = $1");
    hold.bind(person).execute(commit).await?;
    Ok(())
}

#[async_trait]
impl Passkeys for Backend {
    async fn add_challenge(&self, challenge: &ChallengeRow, now: Time) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        let old = sqlx::query("DELETE FROM passkey_challenges WHERE expires <= $1");
        old.bind(now).execute(&mut *commit).await?;
        sqlx::query("INSERT INTO passkey_challenges (id, person, data, expires) VALUES ($1, $2, $3, $4)")
            .bind(challenge.id.as_str())
            .bind(challenge.person.as_str())
            .bind(challenge.data.as_str())
            .bind(challenge.expires)
            .execute(&mut *commit)
            .await?;
        commit.commit().await?;
        Ok(())
    }

    async fn take_challenge(&self, id: &str, now: Time) -> Result<Option<ChallengeRow>, StoreError> {
        let taken = sqlx::query_as(
            "DELETE FROM passkey_challenges WHERE id = $1 AND expires > $2 \
             RETURNING id, person, data, expires",
        );
        Ok(taken.bind(id).bind(now).fetch_optional(&self.writing()).await?)
    }

    async fn add_passkey(&self, passkey: &PasskeyRow, most: u32) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        hold_account(&mut commit, &passkey.person).await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM passkeys WHERE person = $1");
        let count: i64 = count.bind(passkey.person.as_str()).fetch_one(&mut *commit).await?;
        let added = count < i64::from(most) && insert_passkey(&mut commit, passkey).await?;
        if added {
            let codes = &FORGET_CODES;
            execute_for(&mut commit, codes, &passkey.person).await?;
        }
        commit.commit().await?;
        Ok(added)
    }

    async fn passkey(&self, credential: &str) -> Result<Option<PasskeyRow>, StoreError> {
        let mut query =
            QueryBuilder::new(format!("SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE credential = "));
        Ok(query.push_bind(credential).build_query_as().fetch_optional(&self.reading()).await?)
    }

    async fn passkeys_of(&self, person: &str) -> Result<Vec<PasskeyRow>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE person = "));
        query.push_bind(person).push(" ORDER BY created, id");
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn use_passkey(
        &self,
        credential: &str,
        before: &str,
        after: &str,
        at: Time,
    ) -> Result<bool, StoreError> {
        let change =
            sqlx::query("UPDATE passkeys SET data = $3, used = $4 WHERE credential = $1 AND data = $2");
        let change = change.bind(credential).bind(before).bind(after).bind(at);
        Ok(change.execute(&self.writing()).await?.rows_affected() > 0)
    }

    async fn label_passkey(&self, person: &str, id: &str, label: &str) -> Result<bool, StoreError> {
        let change = sqlx::query("UPDATE passkeys SET label = $3 WHERE person = $1 AND id = $2");
        let change = change.bind(person).bind(id).bind(label);
        Ok(change.execute(&self.writing()).await?.rows_affected() > 0)
    }

    async fn remove_passkey(&self, person: &str, id: &str) -> Result<Removal, StoreError> {
        let mut commit = self.writing().begin().await?;
        hold_account(&mut commit, person).await?;
        let gone = sqlx::query(
            "DELETE FROM passkeys WHERE person = $1 AND id = $2 AND (\
             EXISTS (SELECT 1 FROM accounts WHERE accounts.person = $1 AND password IS NOT NULL) \
             OR EXISTS (SELECT 1 FROM passkeys other WHERE other.person = $1 AND other.id <> $2) \
             OR EXISTS (SELECT 1 FROM recovery_codes WHERE recovery_codes.person = $1))",
        );
        let gone = gone.bind(person).bind(id).execute(&mut *commit).await?.rows_affected() > 0;
        let left = sqlx::query_scalar("SELECT COUNT(*) FROM passkeys WHERE person = $1 AND id = $2");
        let left: i64 = left.bind(person).bind(id).fetch_one(&mut *commit).await?;
        if gone {
            execute_for(&mut commit, &FORGET_CODES, person).await?;
        }
        commit.commit().await?;
        Ok(match (gone, left) {
            (true, _) => Removal::Done,
            (false, 0) => Removal::Unknown,
            (false, _) => Removal::Last,
        })
    }

    async fn hand_over(
        &self,
        game: &str,
        from: &str,
        to: &str,
        events: &[Rewritten],
        overview: &str,
    ) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for event in events {
            sqlx::query(REWRITE_EVENT)
                .bind(game)
                .bind(bigint(event.seq))
                .bind(event.data.as_str())
                .bind(event.about.as_deref())
                .execute(&mut *commit)
                .await?;
        }
        let change = sqlx::query("UPDATE seats SET person = $3 WHERE game = $1 AND person = $2");
        change.bind(game).bind(from).bind(to).execute(&mut *commit).await?;
        let change = sqlx::query("UPDATE games SET glance = $2 WHERE id = $1");
        change.bind(game).bind(overview).execute(&mut *commit).await?;
        let change = sqlx::query("UPDATE games SET to_act = $3 WHERE id = $1 AND to_act = $2");
        change.bind(game).bind(from).bind(to).execute(&mut *commit).await?;
        commit.commit().await?;
        Ok(())
    }

    async fn merge_guest(&self, guest: &str, into: &str, name: &str) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for statement in MERGE {
            sqlx::query(statement).bind(guest).bind(into).execute(&mut *commit).await?;
        }
        // A game in which both play is left unchanged.
        sqlx::query(
            "UPDATE archive_seats SET person = $2, name = $3 WHERE person = $1 AND NOT EXISTS \
             (SELECT 1 FROM archive_seats own WHERE own.number = archive_seats.number \
             AND own.person = $2)",
        )
        .bind(guest)
        .bind(into)
        .bind(name)
        .execute(&mut *commit)
        .await?;
        commit.commit().await?;
        Ok(())
    }

    async fn merged_into(&self, guest: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_scalar("SELECT merged_into FROM people WHERE id = $1");
        let found: Option<Option<String>> = found.bind(guest).fetch_optional(&self.reading()).await?;
        Ok(found.flatten())
    }
}
