//! Imports a whole SQLite database into an empty PostgreSQL database.

use crate::{Postgres, Sqlite, StoreError};
use sqlx::{
    AssertSqlSafe, Connection as _, Postgres as Server, Row as _,
    postgres::PgArguments,
    query::Query,
    sqlite::{SqlitePool, SqliteRow},
};

/// The number of rows per batch.
const ROWS: i64 = 5_000;

impl Postgres {
    /// Copies all tables of a file that is not being written, completely or not at all, and returns the
    /// number of rows. `tell` is called with the progress: the table, its rows copied so far, and its total.
    ///
    /// # Errors
    /// If this database already has games or people, or one of the two databases fails.
    pub async fn take_over(
        &self,
        file: &Sqlite,
        tell: &mut (dyn FnMut(&str, u64, u64) + Send),
    ) -> Result<u64, StoreError> {
        let old = file.reading();
        let mut connection = self.writing().acquire().await?;
        let mut commit = connection.begin().await?;
        let used: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM people) OR EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM nodes)",
        )
        .fetch_one(&mut *commit)
        .await?;
        if used {
            return Err(StoreError::CannotOpen(
                "the PostgreSQL database has been used by a server already: make an empty one".to_owned(),
            ));
        }
        let mut all = 0;
        for table in tables(&old).await? {
            // A new database has some rows of its own, such as counters set to zero.
            let empty = format!("TRUNCATE {}", table.name);
            sqlx::query(AssertSqlSafe(empty)).execute(&mut *commit).await?;
            let (mut taken, mut last) = (0, i64::MIN);
            loop {
                let rows = table.rows_after(&old, last).await?;
                let Some(end) = rows.last() else { break };
                last = end.try_get(0)?;
                taken += table.insert(&rows)?.execute(&mut *commit).await?.rows_affected();
                tell(&table.name, taken, table.rows);
            }
            if taken != table.rows {
                let TableSchema { name, rows, .. } = table;
                return Err(StoreError::Damaged(format!(
                    "{name}: {rows} rows, of which {taken} can be read"
                )));
            }
            all += taken;
        }
        commit.commit().await?;
        Ok(all)
    }
}

struct TableSchema {
    name: String,
    rows: u64,
    columns: Vec<Column>,
    insert: String,
}

struct Column {
    name: String,
    kind: Kind,
}

/// The type of a column; both databases use the same names.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Real,
    Bytes,
}

impl Kind {
    const ALL: [(&str, Kind); 4] = [
        ("TEXT", Kind::Text),
        ("BIGINT", Kind::Number),
        ("DOUBLE PRECISION", Kind::Real),
        ("BYTEA", Kind::Bytes),
    ];
}

async fn tables(old: &SqlitePool) -> Result<Vec<TableSchema>, StoreError> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND name NOT LIKE '\\_sqlx\\_%' ESCAPE '\\' AND name <> 'event_numbers' ORDER BY name",
    )
    .fetch_all(old)
    .await?;
    let mut tables = Vec::new();
    for name in names {
        // An INTEGER is the row's place in the file.
        let columns: Vec<(String, String)> = sqlx::query_as(
            "SELECT name, type FROM pragma_table_info($1) WHERE type <> 'INTEGER' ORDER BY cid",
        )
        .bind(&name)
        .fetch_all(old)
        .await?;
        let columns = columns.into_iter().map(|(column, kind)| {
            match Kind::ALL.into_iter().find(|(known, _)| kind.eq_ignore_ascii_case(known)) {
                Some((_, kind)) => Ok(Column { name: column, kind }),
                None => Err(StoreError::Damaged(format!("{name}.{column} holds {kind}"))),
            }
        });
        let columns: Vec<Column> = columns.collect::<Result<_, _>>()?;
        let count = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {name}")));
        let rows: i64 = count.fetch_one(old).await?;
        let places = columns.iter().zip(1..).map(|(column, place)| {
            let (kind, _) = Kind::ALL[column.kind as usize];
            format!("${place}::{kind}[]")
        });
        let places: Vec<String> = places.collect();
        let list = list(&columns);
        let insert = format!("INSERT INTO {name} ({list}) SELECT * FROM UNNEST({})", places.join(", "));
        tables.push(TableSchema { name, rows: rows.unsigned_abs(), columns, insert });
    }
    Ok(tables)
}

fn list(columns: &[Column]) -> String {
    columns.iter().map(|column| &*column.name).collect::<Vec<_>>().join(", ")
}

impl TableSchema {
    /// The next rows; the first column is their position in the file.
    async fn rows_after(&self, old: &SqlitePool, last: i64) -> Result<Vec<SqliteRow>, StoreError> {
        let TableSchema { name, columns, .. } = self;
        let query = format!(
            "SELECT rowid, {} FROM {name} WHERE rowid > $1 ORDER BY rowid LIMIT {ROWS}",
            list(columns)
        );
        Ok(sqlx::query(AssertSqlSafe(query)).bind(last).fetch_all(old).await?)
    }

    /// The statement that inserts these rows, column by column.
    fn insert(&self, rows: &[SqliteRow]) -> Result<Query<'_, Server, PgArguments>, StoreError> {
        let mut query = sqlx::query(AssertSqlSafe(self.insert.as_str()));
        for (column, place) in self.columns.iter().zip(1..) {
            query = match column.kind {
                Kind::Text => query.bind(values::<String>(rows, place)?),
                Kind::Number => query.bind(values::<i64>(rows, place)?),
                Kind::Real => query.bind(values::<f64>(rows, place)?),
                Kind::Bytes => query.bind(values::<Vec<u8>>(rows, place)?),
            };
        }
        Ok(query)
    }
}

fn values<'r, T>(rows: &'r [SqliteRow], place: usize) -> Result<Vec<Option<T>>, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    rows.iter().map(|row| Ok(row.try_get(place)?)).collect()
}
