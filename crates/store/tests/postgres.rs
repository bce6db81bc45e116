use crate::server::PostgresServer;
use ludoteca_store::{
    Archive, ArchiveBatch, ArchiveSearch, Events, Facts, Games, People, Person, Postgres, Sqlite,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::{sync::Arc, time::Duration};

#[tokio::test(flavor = "multi_thread")]
async fn postgres_does_what_a_store_must() {
    let mut server = PostgresServer::start().await;
    // The suite counts from an empty database, so it runs before the lease tests.
    let store = Arc::new(server.connect().await);
    crate::suite::run(store).await;
    let store = server.connect().await;
    crate::suite::leases::run(&store, &store).await;
}

#[tokio::test]
async fn a_wrong_address_is_named_without_its_password() {
    let other = Postgres::connect("mysql://ada:secret@host/none").await.unwrap_err();
    assert!(other.to_string().ends_with("its address must begin with postgres://"), "{other}");
    let error = Postgres::connect("postgres://ada:secret@127.0.0.1:1/none").await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("PostgreSQL") && !text.contains("secret"), "{text}");
}

/// A query for all rows of a table as text; `hex` formats the bytes X in this database.
fn rows(table: &str, columns: &[(String, String)], hex: &str) -> AssertSqlSafe<String> {
    let columns = columns.iter().map(|(name, kind)| match kind.as_str() {
        "BYTEA" => hex.replace('X', name),
        // The two format fractions differently.
        "DOUBLE PRECISION" => format!("CAST(CAST(ROUND({name} * 1000000) AS BIGINT) AS TEXT)"),
        _ => format!("COALESCE(CAST({name} AS TEXT), 'null')"),
    });
    let text = columns.collect::<Vec<_>>().join(" || '|' || ");
    AssertSqlSafe(format!("SELECT {text} AS row FROM {table}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_taken_over_with_every_row_of_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ludoteca.sqlite");
    crate::suite::run(Arc::new(Sqlite::open(&path).await.unwrap())).await;
    let file = Sqlite::open(&path).await.unwrap();
    let mut server = PostgresServer::start().await;
    let store = server.connect().await;
    let mut told = 0;
    let taken = store.take_over(&file, &mut |_, _, _| told += 1).await.unwrap();
    let mut old = SqliteConnection::connect(&path.display().to_string()).await.unwrap();
    let mut new = PgConnection::connect(&server.address()).await.unwrap();
    // Events have numbers only in a file.
    let query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sql%' \
                 AND name <> 'event_numbers'";
    let tables: Vec<String> = sqlx::query_scalar(query).fetch_all(&mut old).await.unwrap();
    let (mut counted, mut filled) = (0, 0);
    for table in &tables {
        let query = format!(
            "SELECT name, type FROM pragma_table_info('{table}') WHERE type <> 'INTEGER' ORDER BY cid"
        );
        let columns: Vec<_> = sqlx::query_as(AssertSqlSafe(query)).fetch_all(&mut old).await.unwrap();
        let before = sqlx::query_scalar(rows(table, &columns, "lower(hex(X))")).fetch_all(&mut old);
        let mut before: Vec<String> = before.await.unwrap();
        let after = sqlx::query_scalar(rows(table, &columns, "encode(X, 'hex')")).fetch_all(&mut new);
        let mut after: Vec<String> = after.await.unwrap();
        before.sort();
        after.sort();
        assert_eq!(before, after, "{table}");
        counted += before.len() as u64;
        filled += usize::from(!before.is_empty());
    }
    assert_eq!(taken, counted);
    assert!(told > filled, "the largest table goes over in several parts");
    assert!(filled > 20, "the suite leaves rows in {filled} of {} tables", tables.len());
    // The imported games can be continued.
    assert_eq!(store.events("order", 0).await.unwrap().len(), 4);
    assert_eq!(store.count_games().await.unwrap(), file.count_games().await.unwrap());

    // An import into a non-empty database is refused.
    let again = store.take_over(&file, &mut |_, _, _| ()).await.unwrap_err().to_string();
    assert!(again.contains("used by a server already"), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_migration_copies_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = Sqlite::open(&folder.path().join("ludoteca.sqlite")).await.unwrap();
    let person = |id: &str, name: &str| Person {
        id: id.to_owned(),
        name: name.to_owned(),
        guest: true,
        bot: false,
        created: 1,
        vacation: None,
    };
    file.set_fact("first", "one").await.unwrap();
    file.add_person(&person("ada", "Ada")).await.unwrap();
    // PostgreSQL's text cannot hold a NUL.
    file.add_person(&person("nul", "N\0l")).await.unwrap();
    let mut server = PostgresServer::start().await;
    let store = server.connect().await;
    store.take_over(&file, &mut |_, _, _| ()).await.unwrap_err();
    assert_eq!(store.fact("first").await.unwrap(), None);
    assert_eq!(store.person("ada").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_is_behind_is_searched_and_never_built_upon() {
    use crate::suite::archive::{games, row};
    let mut primary = PostgresServer::start().await;
    let alone = primary.connect().await;
    let standby = primary.standby();
    let store = loop {
        match primary.connect().await.with_replica(&standby.address()).await {
            Ok(store) => break store,
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    standby.pause(true).await;
    let (all, everything) = (games(), ArchiveSearch::default());
    let batch =
        |games: &[_], positions| ArchiveBatch { games: games.to_vec(), positions, visits: Vec::new() };
    assert!(store.archive(0, 2, &batch(&all[..2], vec![row(-7, &[1])])).await.unwrap());
    // Searches read the replica, which is paused.
    assert!(store.search_archive(&everything, 9).await.unwrap().is_empty(), "it is behind");
    assert_eq!(store.archived_position(-7).await.unwrap(), None);
    assert_eq!(alone.search_archive(&everything, 9).await.unwrap().len(), 2);
    // Reads before writes use the primary.
    assert_eq!(store.archive_place().await.unwrap(), 2);
    assert_eq!(store.archived_positions(&[-7]).await.unwrap(), [row(-7, &[1])]);
    assert!(store.archive(2, 4, &batch(&all[2..], vec![row(-7, &[1, 2])])).await.unwrap());
    // The replica catches up.
    standby.pause(false).await;
    while store.search_archive(&everything, 9).await.unwrap().len() < 4 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(store.archived_position(-7).await.unwrap(), Some(row(-7, &[1, 2])));
    // Without its replica, only the archive's searches fail.
    drop(standby);
    store.search_archive(&everything, 9).await.unwrap_err();
    assert_eq!(store.archive_place().await.unwrap(), 4);
}
