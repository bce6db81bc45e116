//! Names that look like other names.

use crate::{
    accounts::{PASSWORD, account, log_in},
    test_server::TestServer,
};
use axum::http::Method;
use ludoteca_store::{Account, Person};
use serde_json::{Value, json};
use sqlx::{Connection, sqlite::SqliteConnectOptions};
use std::sync::{Arc, atomic::AtomicU64};

async fn register(server: &TestServer, name: &str) -> (u16, Value) {
    server.post("/accounts", "", json!({ "name": name, "password": PASSWORD })).await
}

async fn guest(server: &TestServer, name: &str) -> (u16, Value) {
    server.post("/guests", "", json!({ "name": name })).await
}

#[tokio::test]
async fn no_two_accounts_look_alike() {
    let server = TestServer::open().await;
    for name in ["Adaaa", "οδος", "straße", "caca", "modern", "ludo", "Bob0"] {
        account(&server, name).await;
    }
    for name in ["ADAAA", "ΟΔΟΣ", "STRASSE", "саса", "rnodern", "Iudo", "BobO", "ａｄａａａ"] {
        let (status, problem) = register(&server, name).await;
        assert_eq!((status, &problem["key"]), (422, &json!("name-taken")), "{name}: {problem}");
        let (status, problem) = guest(&server, name).await;
        assert_eq!((status, &problem["key"]), (422, &json!("name-taken")), "guest {name}: {problem}");
    }
    let eve = account(&server, "Eve").await;
    let (status, problem) = server.ask(Method::PUT, "/me", &eve, Some(json!({ "name": "rnodern" }))).await;
    assert_eq!((status, &problem["key"]), (422, &json!("name-taken")), "{problem}");
    let bot = json!({ "name": "Iudo", "password": PASSWORD });
    let (status, problem) = server.post("/accounts/bot", &eve, bot).await;
    assert_eq!((status, &problem["key"]), (422, &json!("name-taken")), "{problem}");
    // An owner can respell the name, and log in by any spelling.
    assert_eq!(log_in(&server, "STRASSE", PASSWORD).await.0, 201);
    let token = log_in(&server, "straße", PASSWORD).await.1["token"].as_str().unwrap().to_owned();
    assert_eq!(server.ask(Method::PUT, "/me", &token, Some(json!({ "name": "Strasse" }))).await.0, 200);
}

#[tokio::test]
async fn names_of_the_server_and_its_operators_are_reserved() {
    let server = TestServer::open().await;
    for name in ["mоderator", "аdmin", "Admіn", "Аdaaa", "Admin", "AdmIn", "Computer", "Level7", "Ludoteca"]
    {
        let (status, problem) = register(&server, name).await;
        assert_eq!((status, &problem["key"]), (422, &json!("bad-name")), "{name}: {problem}");
    }
    let marks = format!("A{}", "\u{301}\u{300}\u{302}".repeat(9));
    for name in [
        "Admin",
        "moderator",
        "аdmin",
        "Computer",
        "Level 7",
        "Ludoteca",
        "Iudoteca",
        "deleted-abc",
        "Guest 12345",
        "\u{202e}adA",
        "\u{200b}",
        "\u{2800}",
        &marks,
    ] {
        let (status, problem) = guest(&server, name).await;
        assert_eq!((status, &problem["key"]), (422, &json!("bad-name")), "guest {name:?}: {problem}");
        assert!(problem["detail"].as_str().unwrap().len() > 20, "{problem}");
    }
    let gus = server.guest("Gus").await;
    let (status, problem) = server.ask(Method::PUT, "/me", &gus, Some(json!({ "name": "Level 7" }))).await;
    assert_eq!((status, &problem["key"]), (422, &json!("bad-name")), "{problem}");
    for name in ["Żółw", "王将", "Ada王", "김철수", "Ελένη", "Алёна", "Nguyễn"] {
        assert_eq!(register(&server, name).await.0, 201, "{name}");
    }
}

#[tokio::test]
async fn parallel_accounts_that_look_alike_are_one() {
    let server = Arc::new(TestServer::open().await);
    let mut made = tokio::task::JoinSet::new();
    for name in ["modern", "rnodern", "MODERN", "RNODERN"] {
        let server = Arc::clone(&server);
        made.spawn(async move { register(&server, name).await.0 });
    }
    let statuses = made.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
}

/// The data of the previous version: no skeletons, names that look alike, and case folded by character.
#[tokio::test]
async fn accounts_of_the_last_version_keep_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ludoteca.sqlite");
    let now = Arc::new(AtomicU64::new(1_000_000));
    let server = TestServer::open_in(folder, Arc::clone(&now)).await;
    account(&server, "Zoe").await;
    let password = server.store.account_by_name("zoe").await.unwrap().unwrap().password;
    for (at, (name, folded)) in [
        ("modern", "modern"),
        ("rnodern", "rnodern"),
        ("straße", "straße"),
        ("οδος", "οδος"),
        ("ΟΔΟΣ", "οδοσ"),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("old-{at}");
        let person = Person {
            id: id.clone(),
            name: name.to_owned(),
            guest: false,
            created: 1,
            vacation: None,
            bot: false,
        };
        let (folded, password) = (folded.to_owned(), password.clone());
        let account = Account { person: id, folded, password, created: at as i64, ..Account::default() };
        assert!(server.store.add_account(&account, &person, None).await.unwrap());
    }
    let TestServer { services, store, folder, .. } = server;
    services.close().await;
    drop(store);
    let mut database =
        sqlx::SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&path)).await.unwrap();
    for statement in [
        "DROP INDEX accounts_by_skeleton",
        "ALTER TABLE accounts DROP COLUMN skeleton",
        "DROP TABLE known_networks",
        "ALTER TABLE people DROP COLUMN imported",
        "DROP INDEX guest_tokens_by_end",
        "DELETE FROM _sqlx_migrations WHERE version IN (15, 17)",
    ] {
        sqlx::query(statement).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();

    let server = TestServer::open_in(folder, now).await;
    for (name, id) in [
        ("Zoe", None),
        ("modern", Some("old-0")),
        ("rnodern", Some("old-1")),
        ("straße", Some("old-2")),
        ("οδος", Some("old-3")),
        ("ΟΔΟΣ", Some("old-4")),
    ] {
        let (status, answer) = log_in(&server, name, PASSWORD).await;
        assert_eq!(status, 201, "{name}: {answer}");
        assert!(id.is_none_or(|id| answer["user"]["id"] == id), "{name}: {answer}");
    }
    for name in ["Modern", "RNODERN", "STRASSE", "ZOE"] {
        let (status, problem) = register(&server, name).await;
        assert_eq!((status, &problem["key"]), (422, &json!("name-taken")), "{name}: {problem}");
    }
}
