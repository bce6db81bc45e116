//! PostgreSQL: for more than one machine.

use crate::{StoreError, accounts_sql, archive_sql, moderation, passkeys, ratings, sql};
use sqlx::{
    ConnectOptions, Connection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{str::FromStr, time::Duration};

/// The most connections that read.
const READERS: u32 = 8;
/// The most that write: the log and what is not in it.
const WRITERS: u32 = 4;
const PATIENCE: Duration = Duration::from_secs(10);

/// A database on a server.
#[derive(Clone, Debug)]
pub struct Postgres {
    reading: PgPool,
    writing: PgPool,
}

impl Postgres {
    /// Connects to `postgres://…` and makes the tables that are missing.
    ///
    /// # Errors
    /// When the address is wrong, nobody answers, or the tables are of a later version of this program.
    pub async fn connect(address: &str) -> Result<Postgres, StoreError> {
        // The address holds a password, so no message may show it.
        let cannot = |error: &dyn std::fmt::Display| {
            StoreError::CannotOpen(format!("the PostgreSQL database cannot be used: {error}"))
        };
        if !(address.starts_with("postgres://") || address.starts_with("postgresql://")) {
            return Err(cannot(&"its address must begin with postgres://"));
        }
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| cannot(&error))?
            .application_name("ludoteca")
            .options([("synchronous_commit", "on")]);
        // A pool tries again and again for as long as it has patience; a wrong address should be told at
        // once.
        let first = options.connect().await.map_err(|error| cannot(&error))?;
        first.close().await.map_err(|error| cannot(&error))?;
        let pool = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
        let writing = pool(WRITERS).connect_with(options.clone()).await.map_err(|error| cannot(&error))?;
        sql::migrator().run(&writing).await.map_err(|error| cannot(&error))?;
        let reading = pool(READERS).connect_with(options).await.map_err(|error| cannot(&error))?;
        Ok(Postgres { reading, writing })
    }

    /// Rows that are gone leave the files when the database cleans up, which it does by itself; here it is
    /// asked to do so now.
    async fn scrub_file(&self) -> Result<(), StoreError> {
        sqlx::query("VACUUM people, accounts, passkeys, events, games, messages, reports, audit")
            .execute(&self.writing)
            .await?;
        Ok(())
    }
}

sql::store_in_sql!(Postgres, sqlx::Postgres);
accounts_sql::accounts_in_sql!(Postgres, sqlx::Postgres);
ratings::ratings_in_sql!(Postgres, sqlx::Postgres);
archive_sql::archive_in_sql!(Postgres, sqlx::Postgres);
moderation::moderation_in_sql!(Postgres, sqlx::Postgres);
passkeys::passkeys_in_sql!(Postgres, sqlx::Postgres);
