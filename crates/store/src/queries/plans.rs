//! Planned moves.

use super::{Backend, Connection};
use crate::{Plans, StoreError};
use async_trait::async_trait;

pub(super) async fn set_plan_on(
    connection: &mut Connection,
    game: &str,
    seat: u8,
    plan: Option<&str>,
) -> Result<(), StoreError> {
    let query = match plan {
        Some(plan) => sqlx::query(
            "INSERT INTO plans (game, seat, data) VALUES ($1, $2, $3) \
             ON CONFLICT (game, seat) DO UPDATE SET data = excluded.data",
        )
        .bind(game)
        .bind(i64::from(seat))
        .bind(plan),
        None => {
            sqlx::query("DELETE FROM plans WHERE game = $1 AND seat = $2").bind(game).bind(i64::from(seat))
        }
    };
    query.execute(connection).await?;
    Ok(())
}

#[async_trait]
impl Plans for Backend {
    async fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> Result<(), StoreError> {
        set_plan_on(&mut *self.writing().acquire().await?, game, seat, plan).await
    }

    async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, StoreError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT seat, data FROM plans WHERE game = $1 ORDER BY seat")
                .bind(game)
                .fetch_all(&self.reading())
                .await?;
        Ok(rows.into_iter().map(|(seat, data)| (seat.unsigned_abs() as u8, data)).collect())
    }
}
