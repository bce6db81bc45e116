//! Moderation in both databases; see `sql` on why this is a macro.

use super::{AuditLine, Report, ReportState, Sanction, SanctionKind};
use crate::Time;

pub(crate) const REPORT_COLUMNS: &str =
    "id, at, author, about, game, reason, text, taken_by, taken_at, done_by, done_at";

pub(crate) type SanctionColumns = (String, String, Option<Time>, String, Time);

pub(crate) fn sanction((person, kind, until, by, at): SanctionColumns) -> Sanction {
    Sanction { person, kind: SanctionKind::of_word(&kind), until, by, at }
}

pub(crate) type ReportColumns = (
    String,
    Time,
    String,
    String,
    Option<String>,
    String,
    String,
    Option<String>,
    Option<Time>,
    Option<String>,
    Option<Time>,
);

pub(crate) fn report(
    (id, at, by, about, game, reason, text, taken_by, taken_at, done_by, done_at): ReportColumns,
) -> Report {
    let (taken, done) = (taken_by.zip(taken_at), done_by.zip(done_at));
    Report { id, at, by, about, game, reason, text, taken, done }
}

/// The SQL condition for reports in this state.
pub(crate) fn in_state(state: ReportState) -> &'static str {
    match state {
        ReportState::Open => " AND done_at IS NULL AND taken_at IS NULL",
        ReportState::Taken => " AND done_at IS NULL AND taken_at IS NOT NULL",
        ReportState::Closed => " AND done_at IS NOT NULL",
    }
}

pub(crate) type AuditColumns = (i64, Time, String, String, String, String);

pub(crate) fn audit_line((number, at, by, action, person, detail): AuditColumns) -> AuditLine {
    AuditLine { number: number.unsigned_abs(), at, by, action, person, detail }
}

/// Implements [`Moderation`](crate::Moderation) for a type with the fields `reading` and `writing`, pools of
/// this database.
macro_rules! moderation_in_sql {
    ($store:ty, $database:ty) => {
        impl $store {
            /// Whether there was anything to change.
            async fn change_on(
                commit: &mut <$database as sqlx::Database>::Connection,
                decision: &$crate::Decision,
            ) -> Result<bool, $crate::StoreError> {
                use $crate::Change;
                let person = decision.person.as_str();
                let changed = match &decision.change {
                    Change::Nothing => return Ok(true),
                    Change::Sanction(kind, until) => sqlx::query(
                        "INSERT INTO sanctions (person, kind, until, author, at) VALUES ($1, $2, $3, $4, $5) \
                             ON CONFLICT (person, kind) DO UPDATE SET until = excluded.until, \
                             author = excluded.author, at = excluded.at",
                    )
                    .bind(person)
                    .bind(kind.word())
                    .bind(*until)
                    .bind(decision.by.as_str())
                    .bind(decision.at)
                    .execute(&mut *commit)
                    .await?,
                    Change::Lift(kind) => {
                        sqlx::query("DELETE FROM sanctions WHERE person = $1 AND kind = $2")
                            .bind(person)
                            .bind(kind.word())
                            .execute(&mut *commit)
                            .await?
                    }
                    Change::Role(role) => {
                        sqlx::query("UPDATE accounts SET role = $2 WHERE person = $1")
                            .bind(person)
                            .bind(role.as_str())
                            .execute(&mut *commit)
                            .await?
                    }
                    Change::Take(id) => {
                        sqlx::query(
                            "UPDATE reports SET taken_by = $2, taken_at = $3 \
                             WHERE id = $1 AND done_at IS NULL AND taken_at IS NULL",
                        )
                        .bind(id.as_str())
                        .bind(decision.by.as_str())
                        .bind(decision.at)
                        .execute(&mut *commit)
                        .await?
                    }
                    Change::Release(id) => {
                        sqlx::query(
                            "UPDATE reports SET taken_by = NULL, taken_at = NULL \
                             WHERE id = $1 AND done_at IS NULL AND taken_at IS NOT NULL",
                        )
                        .bind(id.as_str())
                        .execute(&mut *commit)
                        .await?
                    }
                    Change::Done(id) => {
                        sqlx::query(
                            "UPDATE reports SET done_by = $2, done_at = $3 WHERE id = $1 AND done_at IS NULL",
                        )
                        .bind(id.as_str())
                        .bind(decision.by.as_str())
                        .bind(decision.at)
                        .execute(&mut *commit)
                        .await?
                    }
                };
                Ok(changed.rows_affected() > 0)
            }

            async fn reports_where(
                &self,
                mut query: sqlx::QueryBuilder<$database>,
                limit: i64,
            ) -> Result<Vec<$crate::Report>, $crate::StoreError> {
                query.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(limit);
                let rows: Vec<$crate::moderation::ReportColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::moderation::report).collect())
            }
        }

        #[async_trait::async_trait]
        impl $crate::Moderation for $store {
            async fn decide(&self, decision: &$crate::Decision) -> Result<bool, $crate::StoreError> {
                let mut commit = self.writing().begin().await?;
                if !Self::change_on(&mut commit, decision).await? {
                    commit.rollback().await?;
                    return Ok(false);
                }
                let number: i64 = sqlx::query_scalar(
                    "UPDATE counters SET value = value + 1 WHERE name = 'audit' RETURNING value",
                )
                .fetch_one(&mut *commit)
                .await?;
                sqlx::query(
                    "INSERT INTO audit (number, at, author, action, person, detail) \
                     VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(number)
                .bind(decision.at)
                .bind(decision.by.as_str())
                .bind(decision.action.as_str())
                .bind(decision.person.as_str())
                .bind(decision.detail.as_str())
                .execute(&mut *commit)
                .await?;
                commit.commit().await?;
                Ok(true)
            }

            async fn sanctions_of(&self, person: &str) -> Result<Vec<$crate::Sanction>, $crate::StoreError> {
                let rows: Vec<$crate::moderation::SanctionColumns> = sqlx::query_as(
                    "SELECT person, kind, until, author, at FROM sanctions WHERE person = $1 ORDER BY kind",
                )
                .bind(person)
                .fetch_all(&self.reading())
                .await?;
                Ok(rows.into_iter().map($crate::moderation::sanction).collect())
            }

            async fn audit(
                &self,
                person: Option<&str>,
                before: u64,
                limit: u32,
            ) -> Result<Vec<$crate::AuditLine>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(
                    "SELECT number, at, author, action, person, detail FROM audit WHERE number < ",
                );
                query.push_bind($crate::sql::number(before));
                if let Some(person) = person {
                    query.push(" AND person = ").push_bind(person);
                }
                query.push(" ORDER BY number DESC LIMIT ").push_bind(i64::from(limit));
                let rows: Vec<$crate::moderation::AuditColumns> =
                    query.build_query_as().fetch_all(&self.reading()).await?;
                Ok(rows.into_iter().map($crate::moderation::audit_line).collect())
            }

            async fn add_report(&self, report: &$crate::Report) -> Result<(), $crate::StoreError> {
                sqlx::query(
                    "INSERT INTO reports (id, at, author, about, game, reason, text, taken_by, taken_at, \
                     done_by, done_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                )
                .bind(report.id.as_str())
                .bind(report.at)
                .bind(report.by.as_str())
                .bind(report.about.as_str())
                .bind(report.game.as_deref())
                .bind(report.reason.as_str())
                .bind(report.text.as_str())
                .bind(report.taken.as_ref().map(|(by, _)| by.as_str()))
                .bind(report.taken.as_ref().map(|(_, at)| *at))
                .bind(report.done.as_ref().map(|(by, _)| by.as_str()))
                .bind(report.done.as_ref().map(|(_, at)| *at))
                .execute(&self.writing())
                .await?;
                Ok(())
            }

            async fn report(&self, id: &str) -> Result<Option<$crate::Report>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM reports WHERE id = ",
                    $crate::moderation::REPORT_COLUMNS
                ));
                query.push_bind(id);
                Ok(self.reports_where(query, 1).await?.pop())
            }

            async fn reports(
                &self,
                search: &$crate::ReportSearch,
                limit: u32,
            ) -> Result<Vec<$crate::Report>, $crate::StoreError> {
                let mut query = sqlx::QueryBuilder::<$database>::new(format!(
                    "SELECT {} FROM reports WHERE 1 = 1",
                    $crate::moderation::REPORT_COLUMNS
                ));
                if let Some(state) = search.state {
                    query.push($crate::moderation::in_state(state));
                }
                if search.unfinished {
                    query.push(" AND done_at IS NULL");
                }
                if let Some(about) = &search.about {
                    query.push(" AND about = ").push_bind(about.as_str());
                }
                if let Some(about) = &search.not_about {
                    query.push(" AND about <> ").push_bind(about.as_str());
                }
                if let Some(by) = &search.by {
                    query.push(" AND author = ").push_bind(by.as_str());
                }
                if let Some((at, id)) = &search.before {
                    query.push(" AND (at < ").push_bind(*at).push(" OR at = ").push_bind(*at);
                    query.push(" AND id < ").push_bind(id.as_str()).push(")");
                }
                self.reports_where(query, i64::from(limit)).await
            }

            async fn add_block(&self, block: &$crate::Block, most: u32) -> Result<bool, $crate::StoreError> {
                let (person, other) = (block.person.as_str(), block.other.as_str());
                let mut commit = self.writing().begin().await?;
                Self::hold_person(&mut *commit, person).await?;
                let count =
                    sqlx::query_scalar("SELECT COUNT(*) FROM blocks WHERE person = $1 AND other <> $2");
                let count: i64 = count.bind(person).bind(other).fetch_one(&mut *commit).await?;
                let is_free = count < i64::from(most);
                if is_free {
                    let add = sqlx::query(
                        "INSERT INTO blocks (person, other, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    );
                    add.bind(person).bind(other).bind(block.at).execute(&mut *commit).await?;
                }
                commit.commit().await?;
                Ok(is_free)
            }

            async fn remove_block(&self, person: &str, other: &str) -> Result<bool, $crate::StoreError> {
                let gone = sqlx::query("DELETE FROM blocks WHERE person = $1 AND other = $2");
                Ok(gone.bind(person).bind(other).execute(&self.writing()).await?.rows_affected() > 0)
            }

            async fn blocks_of(&self, person: &str) -> Result<Vec<$crate::Block>, $crate::StoreError> {
                let rows: Vec<(String, String, $crate::Time)> = sqlx::query_as(
                    "SELECT person, other, at FROM blocks WHERE person = $1 ORDER BY at, other",
                )
                .bind(person)
                .fetch_all(&self.reading())
                .await?;
                let block = |(person, other, at)| $crate::Block { person, other, at };
                Ok(rows.into_iter().map(block).collect())
            }

            async fn blockers_of(&self, person: &str) -> Result<Vec<String>, $crate::StoreError> {
                let rows = sqlx::query_scalar("SELECT person FROM blocks WHERE other = $1 ORDER BY person");
                Ok(rows.bind(person).fetch_all(&self.reading()).await?)
            }
        }
    };
}
pub(crate) use moderation_in_sql;
