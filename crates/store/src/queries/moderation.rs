//! Restrictions, reports, decisions and blocks.

use super::{Backend, Connection, QueryBuilder, Row, accounts::hold_person, integer};
use crate::{
    AuditLine, Block, Change, Decision, Moderation, Report, ReportSearch, ReportState, Sanction,
    SanctionKind, StoreError, Time, bigint,
};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

const REPORT_COLUMNS: &str =
    "id, at, author, about, game, reason, text, taken_by, taken_at, done_by, done_at";

impl FromRow<'_, Row> for Sanction {
    fn from_row(row: &Row) -> sqlx::Result<Sanction> {
        Ok(Sanction {
            person: row.try_get("person")?,
            kind: SanctionKind::of_word(row.try_get("kind")?),
            until: row.try_get("until")?,
            by: row.try_get("author")?,
            at: row.try_get("at")?,
        })
    }
}

impl FromRow<'_, Row> for Report {
    fn from_row(row: &Row) -> sqlx::Result<Report> {
        Ok(Report {
            id: row.try_get("id")?,
            at: row.try_get("at")?,
            by: row.try_get("author")?,
            about: row.try_get("about")?,
            game: row.try_get("game")?,
            reason: row.try_get("reason")?,
            text: row.try_get("text")?,
            taken: by_at(row, "taken_by", "taken_at")?,
            done: by_at(row, "done_by", "done_at")?,
        })
    }
}

/// A moderator and a time, which are stored together or not at all.
fn by_at(row: &Row, by: &str, at: &str) -> sqlx::Result<Option<(String, Time)>> {
    let by: Option<String> = row.try_get(by)?;
    Ok(by.zip(row.try_get(at)?))
}

impl FromRow<'_, Row> for AuditLine {
    fn from_row(row: &Row) -> sqlx::Result<AuditLine> {
        Ok(AuditLine {
            number: integer(row, "number")?,
            at: row.try_get("at")?,
            by: row.try_get("author")?,
            action: row.try_get("action")?,
            person: row.try_get("person")?,
            detail: row.try_get("detail")?,
        })
    }
}

impl FromRow<'_, Row> for Block {
    fn from_row(row: &Row) -> sqlx::Result<Block> {
        Ok(Block { person: row.try_get("person")?, other: row.try_get("other")?, at: row.try_get("at")? })
    }
}

/// The SQL condition for reports in this state.
fn in_state(state: ReportState) -> &'static str {
    match state {
        ReportState::Open => " AND done_at IS NULL AND taken_at IS NULL",
        ReportState::Taken => " AND done_at IS NULL AND taken_at IS NOT NULL",
        ReportState::Closed => " AND done_at IS NOT NULL",
    }
}

/// Whether there was anything to change.
async fn change_on(commit: &mut Connection, decision: &Decision) -> Result<bool, StoreError> {
    let person = decision.person.as_str();
    let changed = match &decision.change {
        Change::Nothing => return Ok(true),
        Change::Sanction(kind, until) => {
            sqlx::query(
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
            .await?
        }
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
            sqlx::query("UPDATE reports SET done_by = $2, done_at = $3 WHERE id = $1 AND done_at IS NULL")
                .bind(id.as_str())
                .bind(decision.by.as_str())
                .bind(decision.at)
                .execute(&mut *commit)
                .await?
        }
    };
    Ok(changed.rows_affected() > 0)
}

impl Backend {
    async fn reports_where(&self, mut query: QueryBuilder, limit: i64) -> Result<Vec<Report>, StoreError> {
        query.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(limit);
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }
}

#[async_trait]
impl Moderation for Backend {
    async fn decide(&self, decision: &Decision) -> Result<bool, StoreError> {
        let mut commit = self.writing().begin().await?;
        if !change_on(&mut commit, decision).await? {
            commit.rollback().await?;
            return Ok(false);
        }
        let number: i64 =
            sqlx::query_scalar("UPDATE counters SET value = value + 1 WHERE name = 'audit' RETURNING value")
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

    async fn sanctions_of(&self, person: &str) -> Result<Vec<Sanction>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT person, kind, until, author, at FROM sanctions WHERE person = $1 ORDER BY kind",
        )
        .bind(person)
        .fetch_all(&self.reading())
        .await?)
    }

    async fn audit(
        &self,
        person: Option<&str>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<AuditLine>, StoreError> {
        let mut query =
            QueryBuilder::new("SELECT number, at, author, action, person, detail FROM audit WHERE number < ");
        query.push_bind(bigint(before));
        if let Some(person) = person {
            query.push(" AND person = ").push_bind(person);
        }
        query.push(" ORDER BY number DESC LIMIT ").push_bind(i64::from(limit));
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn add_report(&self, report: &Report) -> Result<(), StoreError> {
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

    async fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {REPORT_COLUMNS} FROM reports WHERE id = "));
        query.push_bind(id);
        Ok(self.reports_where(query, 1).await?.pop())
    }

    async fn reports(&self, search: &ReportSearch, limit: u32) -> Result<Vec<Report>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {REPORT_COLUMNS} FROM reports WHERE 1 = 1"));
        if let Some(state) = search.state {
            query.push(in_state(state));
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

    async fn add_block(&self, block: &Block, most: u32) -> Result<bool, StoreError> {
        let (person, other) = (block.person.as_str(), block.other.as_str());
        let mut commit = self.writing().begin().await?;
        hold_person(&mut commit, person).await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM blocks WHERE person = $1 AND other <> $2");
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

    async fn remove_block(&self, person: &str, other: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM blocks WHERE person = $1 AND other = $2");
        Ok(gone.bind(person).bind(other).execute(&self.writing()).await?.rows_affected() > 0)
    }

    async fn blocks_of(&self, person: &str) -> Result<Vec<Block>, StoreError> {
        Ok(sqlx::query_as("SELECT person, other, at FROM blocks WHERE person = $1 ORDER BY at, other")
            .bind(person)
            .fetch_all(&self.reading())
            .await?)
    }

    async fn blockers_of(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query_scalar("SELECT person FROM blocks WHERE other = $1 ORDER BY person");
        Ok(rows.bind(person).fetch_all(&self.reading()).await?)
    }
}
