//! Webhooks and their deliveries.

use super::{Backend, Connection, QueryBuilder, Row, accounts::hold_person, flag, integer};
use crate::{
    Delivery, DeliveryOutcome, Followup, MAX_WAITING, NoticeRow, StoreError, Time, Webhook, Webhooks,
};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};
use std::collections::{BTreeMap, BTreeSet};

const WEBHOOK_COLUMNS: &str =
    "id, person, token, url, notices, secret, created, failing, off_at, off_why, expires";

/// Webhooks that have expired, or whose token is deleted or expired, with their deliveries. Each statement
/// binds the time.
const REMOVE_ORPHANED: [&str; 2] = [
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE expires <= $1 OR (token IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = webhooks.token \
     AND tokens.person = webhooks.person AND (tokens.expires IS NULL OR tokens.expires > $1))))",
    "DELETE FROM webhooks WHERE expires <= $1 OR (token IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = webhooks.token \
     AND tokens.person = webhooks.person AND (tokens.expires IS NULL OR tokens.expires > $1)))",
];

const DELIVERY_COLUMNS: &str = "id, webhook, notice, game, kind, at, tries, due, tried, answer, taken";

impl FromRow<'_, Row> for Webhook {
    fn from_row(row: &Row) -> sqlx::Result<Webhook> {
        let (off_at, off_why): (Option<Time>, Option<String>) =
            (row.try_get("off_at")?, row.try_get("off_why")?);
        Ok(Webhook {
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            token: row.try_get("token")?,
            url: row.try_get("url")?,
            notices: row.try_get("notices")?,
            secret: row.try_get("secret")?,
            created: row.try_get("created")?,
            expires: row.try_get("expires")?,
            failing: row.try_get("failing")?,
            off: off_at.map(|at| (at, off_why.unwrap_or_default())),
        })
    }
}

impl FromRow<'_, Row> for Delivery {
    fn from_row(row: &Row) -> sqlx::Result<Delivery> {
        let (tried, answer): (Option<Time>, Option<String>) = (row.try_get("tried")?, row.try_get("answer")?);
        Ok(Delivery {
            id: row.try_get("id")?,
            webhook: row.try_get("webhook")?,
            notice: row.try_get("notice")?,
            game: row.try_get("game")?,
            kind: row.try_get("kind")?,
            at: row.try_get("at")?,
            tries: integer(row, "tries")?,
            due: row.try_get("due")?,
            tried: tried.map(|at| (at, answer.unwrap_or_default())),
            taken: flag(row, "taken")?,
        })
    }
}

/// Adds the deliveries of these notices, in the commit of the events they report.
pub(super) async fn deliver_on(commit: &mut Connection, notices: &[&NoticeRow]) -> Result<(), StoreError> {
    if notices.is_empty() {
        return Ok(());
    }
    // Every move passes through here, and most servers have no webhooks.
    let some: Option<i64> = sqlx::query_scalar("SELECT created FROM webhooks WHERE off_at IS NULL LIMIT 1")
        .fetch_optional(&mut *commit)
        .await?;
    if some.is_none() {
        return Ok(());
    }
    let people: BTreeSet<&str> = notices.iter().map(|notice| notice.person.as_str()).collect();
    let mut query = QueryBuilder::new(format!(
        "SELECT {WEBHOOK_COLUMNS} FROM webhooks WHERE off_at IS NULL AND person IN ("
    ));
    let mut list = query.separated(", ");
    for person in people {
        list.push_bind(person);
    }
    query.push(") ORDER BY id");
    let webhooks: Vec<Webhook> = query.build_query_as().persistent(false).fetch_all(&mut *commit).await?;
    for webhook in webhooks {
        let waiting: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM deliveries WHERE webhook = $1 AND due IS NOT NULL")
                .bind(webhook.id.as_str())
                .fetch_one(&mut *commit)
                .await?;
        let room = MAX_WAITING.saturating_sub(usize::try_from(waiting).unwrap_or(0));
        let wanted = notices.iter().filter(|notice| webhook.wants(notice));
        for notice in wanted.take(room) {
            add_delivery_on(commit, &Delivery::new(&webhook.id, notice)).await?;
        }
    }
    Ok(())
}

/// Adding the same delivery again has no effect.
async fn add_delivery_on(commit: &mut Connection, delivery: &Delivery) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO deliveries (id, webhook, notice, game, kind, at, tries, due, taken) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(delivery.id.as_str())
    .bind(delivery.webhook.as_str())
    .bind(delivery.notice.as_str())
    .bind(delivery.game.as_str())
    .bind(delivery.kind.as_str())
    .bind(delivery.at)
    .bind(i64::from(delivery.tries))
    .bind(delivery.due)
    .bind(i64::from(delivery.taken))
    .execute(commit)
    .await?;
    Ok(())
}

#[async_trait]
impl Webhooks for Backend {
    async fn add_webhook(&self, webhook: &Webhook, most: u32) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        self.note_webhook();
        // So that two concurrent additions are both counted.
        hold_person(&mut commit, &webhook.person).await?;
        let added = sqlx::query(
            "INSERT INTO webhooks (id, person, url, notices, secret, created, token, expires) \
             SELECT $1, $2, $3, $4, $5, $6, $8, $9 \
             WHERE (SELECT COUNT(*) FROM webhooks WHERE person = $2) < $7",
        )
        .bind(webhook.id.as_str())
        .bind(webhook.person.as_str())
        .bind(webhook.url.as_str())
        .bind(webhook.notices.as_str())
        .bind(webhook.secret.as_str())
        .bind(webhook.created)
        .bind(i64::from(most))
        .bind(webhook.token.as_deref())
        .bind(webhook.expires)
        .execute(&mut *commit)
        .await?;
        commit.commit().await?;
        Ok(added.rows_affected() > 0)
    }

    async fn remove_orphaned_webhooks(&self, now: Time) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for statement in REMOVE_ORPHANED {
            sqlx::query(statement).bind(now).execute(&mut *commit).await?;
        }
        Ok(commit.commit().await?)
    }

    async fn webhooks_of(&self, person: &str) -> Result<Vec<Webhook>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {WEBHOOK_COLUMNS} FROM webhooks WHERE person = "));
        query.push_bind(person).push(" ORDER BY created, id");
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn remove_webhook(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let gone = sqlx::query("DELETE FROM webhooks WHERE person = $1 AND id = $2")
            .bind(person)
            .bind(id)
            .execute(&mut *commit)
            .await?;
        if gone.rows_affected() > 0 {
            sqlx::query("DELETE FROM deliveries WHERE webhook = $1").bind(id).execute(&mut *commit).await?;
        }
        commit.commit().await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn turn_on_webhook(&self, first: &Delivery) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        self.note_webhook();
        let there =
            sqlx::query("UPDATE webhooks SET failing = NULL, off_at = NULL, off_why = NULL WHERE id = $1")
                .bind(first.webhook.as_str())
                .execute(&mut *commit)
                .await?;
        if there.rows_affected() > 0 {
            add_delivery_on(&mut commit, first).await?;
        }
        Ok(commit.commit().await?)
    }

    async fn deliveries_to(&self, webhook: &str, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let mut query =
            QueryBuilder::new(format!("SELECT {DELIVERY_COLUMNS} FROM deliveries WHERE webhook = "));
        query.push_bind(webhook).push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn has_due_deliveries(&self, now: Time) -> Result<bool, StoreError> {
        let due: Option<i64> = sqlx::query_scalar("SELECT due FROM deliveries WHERE due <= $1 LIMIT 1")
            .bind(now)
            .fetch_optional(&self.reading())
            .await?;
        Ok(due.is_some())
    }

    async fn claim_deliveries(
        &self,
        now: Time,
        until: Time,
        but: &[String],
        each: u32,
        most: u32,
    ) -> Result<Vec<(Webhook, Delivery)>, StoreError> {
        let mut query = QueryBuilder::new("UPDATE deliveries SET due = ");
        query.push_bind(until).push(
            " WHERE id IN (SELECT id FROM (SELECT id, due, \
             ROW_NUMBER() OVER (PARTITION BY webhook ORDER BY at, id) AS place \
             FROM deliveries WHERE due <= ",
        );
        query.push_bind(now);
        if !but.is_empty() {
            query.push(" AND webhook NOT IN (");
            let mut list = query.separated(", ");
            for webhook in but {
                list.push_bind(webhook.as_str());
            }
            query.push(")");
        }
        query.push(") AS first WHERE place <= ").push_bind(i64::from(each));
        query.push(" ORDER BY due, id LIMIT ").push_bind(i64::from(most));
        // Repeated here: rows leased by another sender in the meantime are checked again.
        query.push(") AND due <= ").push_bind(now);
        query.push(format!(" RETURNING {DELIVERY_COLUMNS}"));
        let mut claimed: Vec<Delivery> =
            query.build_query_as().persistent(false).fetch_all(&self.writing()).await?;
        claimed.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        if claimed.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new(format!(
            "SELECT {WEBHOOK_COLUMNS} FROM webhooks WHERE off_at IS NULL AND id IN ("
        ));
        let ids: BTreeSet<&str> = claimed.iter().map(|delivery| delivery.webhook.as_str()).collect();
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(")");
        let webhooks: Vec<Webhook> =
            query.build_query_as().persistent(false).fetch_all(&self.reading()).await?;
        let webhooks: BTreeMap<String, Webhook> =
            webhooks.into_iter().map(|webhook| (webhook.id.clone(), webhook)).collect();
        let with =
            |delivery: Delivery| webhooks.get(&delivery.webhook).cloned().map(|webhook| (webhook, delivery));
        Ok(claimed.into_iter().filter_map(with).collect())
    }

    async fn note_try(&self, delivery: &Delivery, tried: &DeliveryOutcome) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        let due = match &tried.then {
            Followup::Again(at) => Some(*at),
            _ => None,
        };
        let noted = sqlx::query(
            "UPDATE deliveries SET tries = tries + 1, due = $3, tried = $4, answer = $5, taken = $6 \
             WHERE id = $1 AND due = $2",
        )
        .bind(delivery.id.as_str())
        .bind(delivery.due)
        .bind(due)
        .bind(tried.at)
        .bind(tried.answer.as_str())
        .bind(i64::from(tried.then == Followup::Taken))
        .execute(&mut *commit)
        .await?;
        if noted.rows_affected() == 0 {
            commit.rollback().await?;
            return Ok(false);
        }
        let webhook = delivery.webhook.as_str();
        match &tried.then {
            Followup::Taken => {
                sqlx::query("UPDATE webhooks SET failing = NULL WHERE id = $1 AND failing IS NOT NULL")
                    .bind(webhook)
                    .execute(&mut *commit)
                    .await?;
            }
            Followup::Again(_) | Followup::GivenUp | Followup::Off(_) => {
                sqlx::query("UPDATE webhooks SET failing = COALESCE(failing, $2) WHERE id = $1")
                    .bind(webhook)
                    .bind(tried.at)
                    .execute(&mut *commit)
                    .await?;
            }
        }
        if let Followup::Off(why) = &tried.then {
            sqlx::query("UPDATE webhooks SET off_at = $2, off_why = $3 WHERE id = $1 AND off_at IS NULL")
                .bind(webhook)
                .bind(tried.at)
                .bind(why.as_str())
                .execute(&mut *commit)
                .await?;
            sqlx::query("UPDATE deliveries SET due = NULL WHERE webhook = $1 AND due IS NOT NULL")
                .bind(webhook)
                .execute(&mut *commit)
                .await?;
        }
        commit.commit().await?;
        Ok(true)
    }

    async fn release_delivery(&self, delivery: &Delivery, due: Time) -> Result<(), StoreError> {
        sqlx::query("UPDATE deliveries SET due = $3 WHERE id = $1 AND due = $2")
            .bind(delivery.id.as_str())
            .bind(delivery.due)
            .bind(due)
            .execute(&self.writing())
            .await?;
        Ok(())
    }

    async fn forget_deliveries(&self, before: Time) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM deliveries WHERE due IS NULL AND at < $1")
            .bind(before)
            .execute(&self.writing())
            .await?;
        Ok(())
    }
}
