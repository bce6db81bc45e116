//! The queries of both databases.
//!
//! `sqlite` and `postgres` each mount these modules beside their own `Db`, `Row` and `Backend`: sqlx's types
//! are specific to one database, and being generic over them takes more bounds than code.
//!
//! Rows are read by hand-written [`FromRow`](sqlx::FromRow) implementations. The derive would compile both
//! drivers, SQLite's C included, a second time for the macro, and does not read a `u64` or `bool` from a
//! `BIGINT`.

mod account_statements;
mod accounts;
mod archive;
mod events;
mod facts;
mod fair_use;
mod games;
mod invites;
mod messages;
mod moderation;
mod passkeys;
mod people;
mod plans;
mod puzzles;
mod ratings;
mod reminders;
mod seeks;
mod webhooks;

pub(super) use events::append_on;

use super::{Backend, Db, Row};
use crate::Store;
use async_trait::async_trait;
use sqlx::{Database, Row as _};
use std::error::Error;

type Connection = <Db as Database>::Connection;
type QueryBuilder = sqlx::QueryBuilder<Db>;

#[async_trait]
impl Store for Backend {
    fn is_in_place(&self) -> bool {
        self.in_place()
    }

    async fn close(&self) {
        self.finish().await;
        // Closed last: only a connection that may write checkpoints the write-ahead log.
        self.writing().close().await;
    }
}

/// Reads a number, which both databases store as a `BIGINT`.
fn integer<T>(row: &Row, column: &str) -> sqlx::Result<T>
where
    T: TryFrom<i64, Error: Error + Send + Sync + 'static>,
{
    let number: i64 = row.try_get(column)?;
    number.try_into().map_err(|error| damaged(column, error))
}

/// Reads a truth value, which both databases store as a `BIGINT`.
fn flag(row: &Row, column: &str) -> sqlx::Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

fn damaged(column: &str, error: impl Into<Box<dyn Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: error.into() }
}
