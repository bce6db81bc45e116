//! PostgreSQL: for more than one machine.

mod insert;
mod leases;
#[expect(clippy::duplicate_mod, reason = "once for each database")]
#[path = "../queries/mod.rs"]
mod queries;

use crate::{Append, Fence, StoreError, StoredEvent, Time, bigint, migrations};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, PgConnection, PgPool,
    postgres::{PgArguments, PgConnectOptions, PgPoolOptions},
    query::Query,
};
use std::{
    str::FromStr,
    sync::{PoisonError, RwLock, RwLockReadGuard},
    time::Duration,
};

/// The largest number of connections for reading.
const READERS: u32 = 8;
/// The largest number for writing: the log and everything else.
const WRITERS: u32 = 4;
/// The largest number for renewing this server's lease, which must not wait for other work.
const LEASERS: u32 = 2;
const PATIENCE: Duration = Duration::from_secs(10);
/// Idle transactions are cancelled after this many milliseconds, since others wait for their locks.
const SILENT: &str = "3000";

/// The time of the last event of all live games.
const LAST_LIVE_EVENT: &str = "SELECT MAX(at) FROM events WHERE game IN \
    (SELECT id FROM games WHERE stage = 'playing' AND live = 1)";
/// Replaces the content of event `$2` of game `$1`.
const REWRITE_EVENT: &str = "UPDATE events SET data = $3, about = $4 WHERE game = $1 AND seq = $2";

type Db = sqlx::Postgres;
type Row = sqlx::postgres::PgRow;
type Backend = Postgres;

#[derive(Debug)]
pub struct Postgres {
    options: PgConnectOptions,
    replica: Option<PgConnectOptions>,
    pools: RwLock<Pools>,
}

#[derive(Clone, Debug)]
struct Pools {
    reading: PgPool,
    writing: PgPool,
    leasing: PgPool,
    /// Where the archive is searched: possibly a replica.
    searching: PgPool,
}

impl Pools {
    /// The pools connect lazily.
    fn new(options: &PgConnectOptions, replica: Option<&PgConnectOptions>) -> Pools {
        let pool = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
        let lazy = |most| pool(most).connect_lazy_with(options.clone());
        // Writes look rows up by key, so a new plan for each statement would not be better.
        let writing = options.clone().options([("plan_cache_mode", "force_generic_plan")]);
        let reading = lazy(READERS);
        let searching = match replica {
            Some(replica) => pool(READERS).connect_lazy_with(replica.clone()),
            None => reading.clone(),
        };
        Pools {
            reading,
            writing: pool(WRITERS).connect_lazy_with(writing),
            leasing: lazy(LEASERS),
            searching,
        }
    }
}

impl Postgres {
    /// Connects to `postgres://…` and runs pending migrations.
    ///
    /// # Errors
    /// If the address is wrong, the server does not respond, or the tables are from a later version of this
    /// program.
    pub async fn connect(address: &str) -> Result<Postgres, StoreError> {
        let options = options(address)?
            .options([("synchronous_commit", "on"), ("idle_in_transaction_session_timeout", SILENT)]);
        // A pool retries until its timeout, but a wrong address should be reported at once.
        let first = options.connect().await.map_err(|error| cannot(&error))?;
        first.close().await.map_err(|error| cannot(&error))?;
        let pools = Pools::new(&options, None);
        migrations::for_postgres().run(&pools.writing).await.map_err(|error| cannot(&error))?;
        Ok(Postgres { options, replica: None, pools: RwLock::new(pools) })
    }

    /// Reads the archive from a replica, which may be some seconds behind.
    ///
    /// # Errors
    /// If the address is wrong or the server does not respond.
    pub async fn with_replica(self, address: &str) -> Result<Postgres, StoreError> {
        let replica = options(address)?;
        let first = replica.connect().await.map_err(|error| cannot(&error))?;
        first.close().await.map_err(|error| cannot(&error))?;
        let pools = Pools::new(&self.options, Some(&replica));
        Ok(Postgres { replica: Some(replica), pools: RwLock::new(pools), ..self })
    }

    /// A remote server cannot be moved or deleted like a file.
    #[expect(clippy::unused_self, reason = "a file is asked")]
    pub(crate) fn in_place(&self) -> bool {
        true
    }

    pub(crate) fn searching(&self) -> PgPool {
        self.pools().searching.clone()
    }

    fn pools(&self) -> RwLockReadGuard<'_, Pools> {
        self.pools.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn reading(&self) -> PgPool {
        self.pools().reading.clone()
    }

    pub(crate) fn writing(&self) -> PgPool {
        self.pools().writing.clone()
    }

    pub(crate) fn leasing(&self) -> PgPool {
        self.pools().leasing.clone()
    }

    /// Opens new connections without waiting for the old ones, which may hang.
    pub(crate) fn connect_again(&self) {
        *self.pools.write().unwrap_or_else(PoisonError::into_inner) =
            Pools::new(&self.options, self.replica.as_ref());
    }

    /// Appends the whole batch or nothing; `false`: an event exists already, a game has another owner, or a
    /// seek is gone.
    async fn append_all(&self, batch: &[Append]) -> Result<bool, StoreError> {
        let mut connection = self.writing().acquire().await?;
        if Postgres::append_at_once(&mut connection, batch).await? {
            return Ok(true);
        }
        let added = queries::append_on(&mut connection, batch).await;
        if added.is_err() {
            connection.close_on_drop();
        }
        added
    }

    async fn events_after(&self, game: &str, since: u64) -> Result<Vec<StoredEvent>, StoreError> {
        let query = sqlx::query_as(
            "SELECT seq, at, actor, action, data, about FROM events WHERE game = $1 AND seq > $2 ORDER BY seq",
        );
        Ok(query.bind(game).bind(bigint(since)).fetch_all(&self.reading()).await?)
    }

    async fn finish(&self) {
        self.reading().close().await;
    }

    /// Deliveries look for webhooks in the database, which other servers change too.
    #[expect(clippy::unused_self, reason = "a file is told")]
    fn note_webhook(&self) {}

    /// Inserts the events of a batch, and returns how many were inserted: those that exist already or whose
    /// fence is invalid are skipped. `None`: a game of which only the row is written has another owner.
    async fn insert_events(
        connection: &mut PgConnection,
        batch: &[Append],
    ) -> Result<Option<u64>, StoreError> {
        let fenced = batch.iter().filter_map(|append| Some((append, append.fence.as_ref()?)));
        let is_new = |append: &Append| append.events.first().is_some_and(|event| event.seq == 1);
        let new = Fences::of(fenced.clone().filter(|(append, _)| is_new(append)));
        new.execute(
            connection,
            "INSERT INTO owners (game, node, epoch) SELECT * FROM",
            " ON CONFLICT DO NOTHING",
        )
        .await?;
        let rows_only = Fences::of(fenced.filter(|(append, _)| append.events.is_empty()));
        let held = rows_only
            .execute(
                connection,
                "SELECT 1 FROM owners o JOIN",
                " ON o.game = f.game AND o.node = f.node AND o.epoch = f.epoch FOR SHARE OF o",
            )
            .await?;
        if held != rows_only.games.len() as u64 && !cfg!(ludoteca_unfenced) {
            return Ok(None);
        }
        let mut events = Columns::default();
        batch.iter().for_each(|append| events.take(append));
        if events.games.is_empty() {
            return Ok(Some(0));
        }
        if cfg!(ludoteca_unfenced) {
            return events.insert_unfenced(connection).await.map(Some);
        }
        // A claim of one of these games waits for this commit, or this statement waits for the claim and then
        // finds another epoch.
        let added = sqlx::query(
            "INSERT INTO events (game, seq, at, actor, action, data, about, epoch) \
             SELECT v.game, v.seq, v.at, v.actor, v.action, v.data, v.about, v.epoch \
             FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], \
                 $7::text[], $8::text[], $9::bigint[]) \
                 AS v(game, seq, at, actor, action, data, about, node, epoch) \
             JOIN owners o ON o.game = v.game AND o.node = v.node AND o.epoch = v.epoch \
             FOR SHARE OF o ON CONFLICT DO NOTHING",
        );
        let fenced = events.execute(added, connection, true).await?;
        let added = sqlx::query(
            "INSERT INTO events (game, seq, at, actor, action, data, about) \
             SELECT v.game, v.seq, v.at, v.actor, v.action, v.data, v.about \
             FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], \
                 $7::text[], $8::text[], $9::bigint[]) \
                 AS v(game, seq, at, actor, action, data, about, node, epoch) \
             WHERE v.node IS NULL ON CONFLICT DO NOTHING",
        );
        let free = events.execute(added, connection, false).await?;
        Ok(Some(fenced + free))
    }

    /// Vacuuming removes deleted rows from the files. The database does it eventually by itself; this
    /// requests it now.
    async fn scrub_file(&self) -> Result<(), StoreError> {
        sqlx::query("VACUUM people, accounts, passkeys, events, games, messages, reports, audit, webhooks, deliveries")
            .execute(&self.writing())
            .await?;
        Ok(())
    }
}

/// The address contains a password, so no message may show it.
fn cannot(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::CannotOpen(format!("the PostgreSQL database cannot be used: {error}"))
}

fn options(address: &str) -> Result<PgConnectOptions, StoreError> {
    if !(address.starts_with("postgres://") || address.starts_with("postgresql://")) {
        return Err(cannot(&"its address must begin with postgres://"));
    }
    let options = PgConnectOptions::from_str(address).map_err(|error| cannot(&error))?;
    Ok(options.application_name("ludoteca"))
}

/// Fences, column by column.
#[derive(Default)]
struct Fences<'a> {
    games: Vec<&'a str>,
    nodes: Vec<&'a str>,
    epochs: Vec<i64>,
}

impl<'a> Fences<'a> {
    fn of(fenced: impl Iterator<Item = (&'a Append, &'a Fence)>) -> Fences<'a> {
        let mut fences = Fences::default();
        for (append, fence) in fenced {
            fences.games.push(&append.game);
            fences.nodes.push(&fence.node);
            fences.epochs.push(bigint(fence.epoch));
        }
        fences
    }

    /// Runs a query that reads them as rows `f(game, node, epoch)`, and returns the number of affected rows.
    async fn execute(
        &self,
        connection: &mut PgConnection,
        before: &str,
        after: &str,
    ) -> Result<u64, StoreError> {
        if self.games.is_empty() {
            return Ok(0);
        }
        let rows = "UNNEST($1::text[], $2::text[], $3::bigint[]) AS f(game, node, epoch)";
        let query = sqlx::query(AssertSqlSafe(format!("{before} {rows}{after}")));
        let query = query.bind(&self.games).bind(&self.nodes).bind(&self.epochs);
        Ok(query.execute(connection).await?.rows_affected())
    }
}

/// Events, column by column.
#[derive(Default)]
struct Columns<'a> {
    games: Vec<&'a str>,
    seqs: Vec<i64>,
    ats: Vec<Time>,
    actors: Vec<Option<&'a str>>,
    actions: Vec<Option<&'a str>>,
    data: Vec<&'a str>,
    abouts: Vec<Option<&'a str>>,
    nodes: Vec<Option<&'a str>>,
    epochs: Vec<Option<i64>>,
}

impl<'a> Columns<'a> {
    fn take(&mut self, append: &'a Append) {
        for event in &append.events {
            self.games.push(&append.game);
            self.seqs.push(bigint(event.seq));
            self.ats.push(event.at);
            self.actors.push(event.actor.as_deref());
            self.actions.push(event.action.as_deref());
            self.data.push(&event.data);
            self.abouts.push(event.about.as_deref());
            self.nodes.push(append.fence.as_ref().map(|fence| &*fence.node));
            self.epochs.push(append.fence.as_ref().map(|fence| bigint(fence.epoch)));
        }
    }

    async fn insert_unfenced(&self, connection: &mut PgConnection) -> Result<u64, StoreError> {
        let query = sqlx::query(
            "INSERT INTO events (game, seq, at, actor, action, data, about, epoch) \
             SELECT v.game, v.seq, v.at, v.actor, v.action, v.data, v.about, v.epoch \
             FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], \
                 $7::text[], $8::text[], $9::bigint[]) \
                 AS v(game, seq, at, actor, action, data, about, node, epoch) ON CONFLICT DO NOTHING",
        );
        let fenced = self.nodes.iter().any(Option::is_some);
        self.execute(query, connection, fenced).await
    }

    /// Runs a query with all columns, which inserts either the fenced events or the others; skipped if there
    /// are none.
    async fn execute(
        &self,
        query: Query<'_, Db, PgArguments>,
        connection: &mut PgConnection,
        fenced: bool,
    ) -> Result<u64, StoreError> {
        if !self.nodes.iter().any(|node| node.is_some() == fenced) {
            return Ok(0);
        }
        let query = query.bind(&self.games).bind(&self.seqs).bind(&self.ats).bind(&self.actors);
        let query = query.bind(&self.actions).bind(&self.data).bind(&self.abouts).bind(&self.nodes);
        Ok(query.bind(&self.epochs).execute(connection).await?.rows_affected())
    }
}
