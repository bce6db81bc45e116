//! Games: their current states and the list of finished games.

use super::{super::LAST_LIVE_EVENT, Backend, QueryBuilder, Row, damaged, flag, integer};
use crate::{Finished, GameRow, Games, Stage, StoreError, Time, bigint, games::GAME_COLUMNS};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

impl FromRow<'_, Row> for GameRow {
    fn from_row(row: &Row) -> sqlx::Result<GameRow> {
        Ok(GameRow {
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            stage: stage(row)?,
            live: flag(row, "live")?,
            listed: flag(row, "listed")?,
            seq: integer(row, "seq")?,
            created: row.try_get("created")?,
            changed: row.try_get("changed")?,
            to_act: row.try_get("to_act")?,
            deadline: row.try_get("deadline")?,
            overview: row.try_get("glance")?,
        })
    }
}

fn stage(row: &Row) -> sqlx::Result<Stage> {
    let word = row.try_get("stage")?;
    Stage::of_word(word).ok_or_else(|| damaged("stage", format!("{word:?} is not a stage of a game")))
}

impl FromRow<'_, Row> for Finished {
    fn from_row(row: &Row) -> sqlx::Result<Finished> {
        Ok(Finished { number: integer(row, "number")?, game: row.try_get("game")?, at: row.try_get("at")? })
    }
}

impl Backend {
    pub(super) async fn games_where(&self, mut query: QueryBuilder) -> Result<Vec<GameRow>, StoreError> {
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }
}

#[async_trait]
impl Games for Backend {
    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {GAME_COLUMNS} FROM games WHERE id = "));
        query.push_bind(id);
        Ok(self.games_where(query).await?.pop())
    }

    async fn games_of(&self, person: &str, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let mut query = QueryBuilder::new(format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE id IN (SELECT game FROM seats WHERE person = "
        ));
        query.push_bind(person).push(") ORDER BY changed DESC LIMIT ").push_bind(i64::from(limit));
        self.games_where(query).await
    }

    async fn current_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let mut query = QueryBuilder::new(format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE stage = 'playing' AND listed = 1 ORDER BY changed DESC LIMIT "
        ));
        query.push_bind(i64::from(limit));
        self.games_where(query).await
    }

    async fn live_games(&self) -> Result<Vec<GameRow>, StoreError> {
        let query = QueryBuilder::new(format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE stage = 'playing' AND live = 1 ORDER BY id"
        ));
        self.games_where(query).await
    }

    async fn last_live_event(&self) -> Result<Option<Time>, StoreError> {
        let last = sqlx::query_scalar(LAST_LIVE_EVENT);
        Ok(last.fetch_one(&self.reading()).await?)
    }

    async fn due(
        &self,
        (deadline, id): (Time, &str),
        until: Time,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut query = QueryBuilder::new(format!("SELECT {GAME_COLUMNS} FROM games WHERE deadline <= "));
        query.push_bind(until).push(" AND (deadline, id) > (").push_bind(deadline).push(", ");
        query.push_bind(id).push(") ORDER BY deadline, id LIMIT ").push_bind(i64::from(limit));
        self.games_where(query).await
    }

    async fn finished(&self, since: u64, limit: u32) -> Result<Vec<Finished>, StoreError> {
        Ok(sqlx::query_as("SELECT number, game, at FROM finished WHERE number > $1 ORDER BY number LIMIT $2")
            .bind(bigint(since))
            .bind(i64::from(limit))
            .fetch_all(&self.reading())
            .await?)
    }

    async fn count_games(&self) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM games").fetch_one(&self.reading()).await?;
        Ok(count.unsigned_abs())
    }
}
