//! Chat messages.

use super::{Backend, Row, integer};
use crate::{Message, Messages, StoreError, bigint};
use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

impl FromRow<'_, Row> for Message {
    fn from_row(row: &Row) -> sqlx::Result<Message> {
        Ok(Message {
            room: row.try_get("room")?,
            number: integer(row, "number")?,
            at: row.try_get("at")?,
            person: row.try_get("person")?,
            text: row.try_get("text")?,
        })
    }
}

#[async_trait]
impl Messages for Backend {
    async fn add_message(&self, game: &str, message: &Message) -> Result<u64, StoreError> {
        let number: i64 = sqlx::query_scalar(
            "INSERT INTO messages (game, room, number, at, person, text) \
             SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, $5 FROM messages \
             WHERE game = $1 AND room = $2 RETURNING number",
        )
        .bind(game)
        .bind(message.room.as_str())
        .bind(message.at)
        .bind(message.person.as_str())
        .bind(message.text.as_str())
        .fetch_one(&self.writing())
        .await?;
        Ok(number.unsigned_abs())
    }

    async fn messages(&self, game: &str, room: &str, since: u64) -> Result<Vec<Message>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT room, number, at, person, text FROM messages \
             WHERE game = $1 AND room = $2 AND number > $3 ORDER BY number",
        )
        .bind(game)
        .bind(room)
        .bind(bigint(since));
        Ok(rows.fetch_all(&self.reading()).await?)
    }
}
