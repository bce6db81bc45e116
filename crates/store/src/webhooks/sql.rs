//! Webhooks in both databases; see `sql` on why this is a macro.

use super::{Delivery, Webhook};
use crate::Time;

pub(crate) const WEBHOOK_COLUMNS: &str =
    "id, person, token, url, notices, secret, created, failing, off_at, off_why, expires";

pub(crate) type WebhookColumns = (
    String,
    String,
    Option<String>,
    String,
    String,
    String,
    Time,
    Option<Time>,
    Option<Time>,
    Option<String>,
    Option<Time>,
);

/// Webhooks that have expired, or whose token is deleted or expired, with their deliveries. Each statement
/// binds the time.
pub(crate) const REMOVE_ORPHANED: [&str; 2] = [
    "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE expires <= $1 OR (token IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = webhooks.token \
     AND tokens.person = webhooks.person AND (tokens.expires IS NULL OR tokens.expires > $1))))",
    "DELETE FROM webhooks WHERE expires <= $1 OR (token IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = webhooks.token \
     AND tokens.person = webhooks.person AND (tokens.expires IS NULL OR tokens.expires > $1)))",
];

pub(crate) fn webhook(columns: WebhookColumns) -> Webhook {
    let (id, person, token, url, notices, secret, created, failing, off_at, off_why, expires) = columns;
    let off = off_at.map(|at| (at, off_why.unwrap_or_default()));
    Webhook { id, person, token, url, notices, secret, created, expires, failing, off }
}

pub(crate) const DELIVERY_COLUMNS: &str =
    "id, webhook, notice, game, kind, at, tries, due, tried, answer, taken";

pub(crate) type DeliveryColumns =
    (String, String, String, String, String, Time, i64, Option<Time>, Option<Time>, Option<String>, i64);

pub(crate) fn delivery(columns: DeliveryColumns) -> Delivery {
    let (id, webhook, notice, game, kind, at, tries, due, tried, answer, taken) = columns;
    Delivery {
        id,
        webhook,
        notice,
        game,
        kind,
        at,
        tries: u32::try_from(tries).unwrap_or(u32::MAX),
        due,
        tried: tried.map(|at| (at, answer.unwrap_or_default())),
        taken: taken != 0,
    }
}

/// Implements [`Webhooks`](crate::Webhooks) for a type with the fields `reading` and `writing`.
macro_rules! webhooks_in_sql {
    ($store:ty, $database:ty) => {
        impl $store {
            /// Adds the deliveries of these notices, in the commit of the events they report.
            async fn deliver_on(
                commit: &mut <$database as sqlx::Database>::Connection,
                notices: &[&$crate::NoticeRow],
            ) -> Result<(), $crate::StoreError> {
                use $crate::webhooks::{MAX_WAITING, WEBHOOK_COLUMNS, WebhookColumns, webhook};
                if notices.is_empty() {
                    return Ok(());
                }
                // Every move passes through here, and most servers have no webhooks.
                let some: Option<i64> =
                    sqlx::query_scalar("SELECT created FROM webhooks WHERE off_at IS NULL LIMIT 1")
                        .fetch_optional(&mut *commit)
                        .await?;
                if some.is_none() {
                    return Ok(());
                }
                let people: std::collections::BTreeSet<&str> =
                    notices.iter().map(|notice| notice.person.as_str()).collect();
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {WEBHOOK_COLUMNS} FROM webhooks WHERE off_at IS NULL AND person IN ("
                ));
                let mut list = query.separated(", ");
                for person in people {
                    list.push_bind(person);
                }
                query.push(") ORDER BY id");
                let rows: Vec<WebhookColumns> =
                    query.build_query_as().persistent(false).fetch_all(&mut *commit).await?;
                for webhook in rows.into_iter().map(webhook) {
                    let waiting: i64 = sqlx::query_scalar(
                        "SELECT COUNT(*) FROM deliveries WHERE webhook = $1 AND due IS NOT NULL",
                    )
                    .bind(webhook.id.as_str())
                    .fetch_one(&mut *commit)
                    .await?;
                    let room = MAX_WAITING.saturating_sub(usize::try_from(waiting).unwrap_or(0));
                    let wanted = notices.iter().filter(|notice| webhook.wants(notice));
                    for notice in wanted.take(room) {
                        Self::add_delivery_on(commit, &$crate::Delivery::new(&webhook.id, notice)).await?;
                    }
                }
                Ok(())
            }

            /// Adding the same delivery again has no effect.
            async fn add_delivery_on(
                commit: &mut <$database as sqlx::Database>::Connection,
                delivery: &$crate::Delivery,
            ) -> Result<(), $crate::StoreError> {
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
        }

        #[async_trait::async_trait]
        impl $crate::Webhooks for $store {
            async fn add_webhook(
                &self,
                webhook: &$crate::Webhook,
                most: u32,
            ) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                // So that two concurrent additions are both counted.
                Self::hold_person(&mut *commit, &webhook.person).await?;
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

            async fn remove_orphaned_webhooks(&self, now: $crate::Time) -> Result<(), $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                for statement in $crate::webhooks::REMOVE_ORPHANED {
                    sqlx::query(statement).bind(now).execute(&mut *commit).await?;
                }
                Ok(commit.commit().await?)
            }

            async fn webhooks_of(&self, person: &str) -> Result<Vec<$crate::Webhook>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM webhooks WHERE person = ",
                    $crate::webhooks::WEBHOOK_COLUMNS
                ));
                query.push_bind(person).push(" ORDER BY created, id");
                let rows: Vec<$crate::webhooks::WebhookColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::webhooks::webhook).collect())
            }

            async fn remove_webhook(&self, person: &str, id: &str) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let gone = sqlx::query("DELETE FROM webhooks WHERE person = $1 AND id = $2")
                    .bind(person)
                    .bind(id)
                    .execute(&mut *commit)
                    .await?;
                if gone.rows_affected() > 0 {
                    sqlx::query("DELETE FROM deliveries WHERE webhook = $1")
                        .bind(id)
                        .execute(&mut *commit)
                        .await?;
                }
                commit.commit().await?;
                Ok(gone.rows_affected() > 0)
            }

            async fn turn_on_webhook(&self, first: &$crate::Delivery) -> Result<(), $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                let there = sqlx::query(
                    "UPDATE webhooks SET failing = NULL, off_at = NULL, off_why = NULL WHERE id = $1",
                )
                .bind(first.webhook.as_str())
                .execute(&mut *commit)
                .await?;
                if there.rows_affected() > 0 {
                    Self::add_delivery_on(&mut commit, first).await?;
                }
                Ok(commit.commit().await?)
            }

            async fn deliveries_to(
                &self,
                webhook: &str,
                limit: u32,
            ) -> Result<Vec<$crate::Delivery>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM deliveries WHERE webhook = ",
                    $crate::webhooks::DELIVERY_COLUMNS
                ));
                query
                    .push_bind(webhook)
                    .push(" ORDER BY at DESC, id DESC LIMIT ")
                    .push_bind(i64::from(limit));
                let rows: Vec<$crate::webhooks::DeliveryColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::webhooks::delivery).collect())
            }

            async fn has_due_deliveries(&self, now: $crate::Time) -> Result<bool, $crate::StoreError> {
                let due: Option<i64> =
                    sqlx::query_scalar("SELECT due FROM deliveries WHERE due <= $1 LIMIT 1")
                        .bind(now)
                        .fetch_optional(&self.reading())
                        .await?;
                Ok(due.is_some())
            }

            async fn claim_deliveries(
                &self,
                now: $crate::Time,
                until: $crate::Time,
                but: &[String],
                each: u32,
                most: u32,
            ) -> Result<Vec<($crate::Webhook, $crate::Delivery)>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new("UPDATE deliveries SET due = ");
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
                query.push(format!(" RETURNING {}", $crate::webhooks::DELIVERY_COLUMNS));
                let rows: Vec<$crate::webhooks::DeliveryColumns> =
                    query.build_query_as().persistent(false).fetch_all(&self.writing()).await?;
                let mut claimed: Vec<$crate::Delivery> =
                    rows.into_iter().map($crate::webhooks::delivery).collect();
                claimed.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
                if claimed.is_empty() {
                    return Ok(Vec::new());
                }
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM webhooks WHERE off_at IS NULL AND id IN (",
                    $crate::webhooks::WEBHOOK_COLUMNS
                ));
                let ids: std::collections::BTreeSet<&str> =
                    claimed.iter().map(|delivery| delivery.webhook.as_str()).collect();
                let mut list = query.separated(", ");
                for id in ids {
                    list.push_bind(id);
                }
                query.push(")");
                let rows: Vec<$crate::webhooks::WebhookColumns> =
                    query.build_query_as().persistent(false).fetch_all(&self.reading()).await?;
                let webhooks: std::collections::BTreeMap<String, $crate::Webhook> = rows
                    .into_iter()
                    .map($crate::webhooks::webhook)
                    .map(|webhook| (webhook.id.clone(), webhook))
                    .collect();
                let with = |delivery: $crate::Delivery| {
                    webhooks.get(&delivery.webhook).cloned().map(|webhook| (webhook, delivery))
                };
                Ok(claimed.into_iter().filter_map(with).collect())
            }

            async fn note_try(
                &self,
                delivery: &$crate::Delivery,
                tried: &$crate::DeliveryOutcome,
            ) -> Result<bool, $crate::StoreError> {
                use $crate::Followup;
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
                        sqlx::query(
                            "UPDATE webhooks SET failing = NULL WHERE id = $1 AND failing IS NOT NULL",
                        )
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
                    sqlx::query(
                        "UPDATE webhooks SET off_at = $2, off_why = $3 WHERE id = $1 AND off_at IS NULL",
                    )
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

            async fn release_delivery(
                &self,
                delivery: &$crate::Delivery,
                due: $crate::Time,
            ) -> Result<(), $crate::StoreError> {
                sqlx::query("UPDATE deliveries SET due = $3 WHERE id = $1 AND due = $2")
                    .bind(delivery.id.as_str())
                    .bind(delivery.due)
                    .bind(due)
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }

            async fn forget_deliveries(&self, before: $crate::Time) -> Result<(), $crate::StoreError> {
                sqlx::query("DELETE FROM deliveries WHERE due IS NULL AND at < $1")
                    .bind(before)
                    .execute(&self.writing())
                    .await?;
                Ok(())
            }
        }
    };
}
pub(crate) use webhooks_in_sql;
