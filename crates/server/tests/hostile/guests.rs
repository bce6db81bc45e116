//! Unlimited guests, imports and open games.

use crate::test_server::{TestServer, squadro};
use axum::http::Method;
use ludoteca_server::{PerCaller, Rate, RequestLimits};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinSet;

const DAY: u64 = 24 * 60 * 60 * 1000;
const RECORD: &str = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Bob\"]\n[Termination \"resignation\"]\n\n\
                      1. Y3 R1 2. Y1 1-0\n";
const MAX_OPEN: usize = 20;
const MAX_IMPORTED: usize = 50;

fn import(number: usize) -> Value {
    json!({ "id": format!("local-{number}"), "record": RECORD, "seat": 0 })
}

/// The same request many times at once; returns how often each status was answered.
async fn at_once(
    server: &Arc<TestServer>,
    token: &str,
    requests: Vec<(&'static str, Value)>,
) -> Vec<(u16, Value)> {
    let mut asked = JoinSet::new();
    for (path, wanted) in requests {
        let (server, token) = (Arc::clone(server), token.to_owned());
        asked.spawn(async move { server.post(path, &token, wanted).await });
    }
    asked.join_all().await
}

fn count(answers: &[(u16, Value)], wanted: u16) -> usize {
    answers.iter().filter(|(status, _)| *status == wanted).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_games_are_limited_for_each_person() {
    let server = Arc::new(TestServer::open_capped().await);
    let gus = server.guest("Gus").await;
    let requests = (0..MAX_IMPORTED + 30).map(|number| ("/games/import", import(number))).collect();
    let answers = at_once(&server, &gus, requests).await;
    assert_eq!((count(&answers, 201), count(&answers, 422)), (MAX_IMPORTED, 30));
    let refused = answers.iter().find(|(status, _)| *status == 422).unwrap();
    assert_eq!(refused.1["key"], "too-many-imports", "{refused:?}");
    // A game that exists already is not imported again, and costs nothing.
    let again: Vec<_> = (0..MAX_IMPORTED + 30).map(|number| ("/games/import", import(number))).collect();
    let again = at_once(&server, &gus, again).await;
    assert_eq!((count(&again, 200), count(&again, 422)), (MAX_IMPORTED, 30));
    let ada = server.account("Ada").await;
    for number in 0..MAX_IMPORTED + 5 {
        assert_eq!(
            server.post("/games/import", &ada, import(number)).await.0,
            201,
            "an account has more room"
        );
    }
}

#[tokio::test]
async fn an_import_that_fails_does_not_count() {
    let server = TestServer::open_capped().await;
    let gus = server.guest("Gus").await;
    let bad = json!({ "id": "x", "record": "[Game \"squadro\"]\n\n1. Y1 *\n", "seat": 0 });
    for _ in 0..MAX_IMPORTED + 5 {
        assert_eq!(server.post("/games/import", &gus, bad.clone()).await.0, 422);
        assert_ne!(server.post("/games/import", &gus, import(0)).await.0, 422, "again and again the same");
    }
    assert_eq!(server.post("/games/import", &gus, import(1)).await.0, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_has_only_so_many_open_games() {
    let server = Arc::new(TestServer::open_capped().await);
    let (gus, bob) = (server.guest("Gus").await, server.account("Bob").await);
    let (_, other) = server.post("/games", &bob, squadro()).await;
    let join = json!({ "invitation": other["invitation"] });
    let join_path = format!("/games/{}/join", other["id"].as_str().unwrap());
    let answers = at_once(&server, &gus, vec![("/games", squadro()); MAX_OPEN + 20]).await;
    assert_eq!((count(&answers, 201), count(&answers, 422)), (MAX_OPEN, 20));
    let refused = answers.iter().find(|(status, _)| *status == 422).unwrap();
    assert_eq!(refused.1["key"], "too-many-games", "{refused:?}");
    assert_eq!(server.post(&join_path, &gus, join.clone()).await.1["key"], "too-many-games");
    assert_eq!(server.post("/seeks", &gus, json!({ "game": "peak" })).await.1["key"], "too-many-games");
    // A finished game makes room.
    let id = answers.iter().find(|(status, _)| *status == 201).unwrap().1["id"].as_str().unwrap();
    assert_eq!(server.act(id, &gus, "a", json!("abort")).await.0, 200);
    let (status, joined) = server.post(&join_path, &gus, join).await;
    assert_eq!(status, 200, "{joined}");
    for _ in 0..MAX_OPEN + 5 {
        assert_eq!(server.post("/games", &bob, squadro()).await.0, 201, "accounts may have more");
    }
}

/// Joins these seeks at once; returns the number of games that started.
async fn join_at_once(server: &Arc<TestServer>, joins: Vec<(String, String)>) -> usize {
    let mut asked = JoinSet::new();
    for (seek, token) in joins {
        let server = Arc::clone(server);
        asked.spawn(async move { server.post(&format!("/seeks/{seek}/join"), &token, json!({})).await });
    }
    let answers = asked.join_all().await;
    assert!(
        answers.iter().all(|(status, said)| *status < 300
            || said["key"] == "too-many-games"
            || said["key"] == "no-such-seek"),
        "{answers:?}"
    );
    answers.into_iter().filter(|(_, said)| said["started"].is_string()).count()
}

/// Seeks for the same seat do not fit each other.
async fn seek(server: &TestServer, token: &str) -> String {
    let (status, seek) = server.post("/seeks", token, json!({ "game": "peak", "seat": 0 })).await;
    assert_eq!(status, 201, "{seek}");
    seek["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_joins_only_so_many_seeks_at_once() {
    let server = Arc::new(TestServer::open_capped().await);
    let gus = server.guest("Gus").await;
    for _ in 0..MAX_OPEN - 1 {
        assert_eq!(server.post("/games", &gus, squadro()).await.0, 201);
    }
    let mut joins = Vec::new();
    for number in 0..40 {
        let host = server.account(&format!("Host{number}")).await;
        joins.push((seek(&server, &host).await, gus.clone()));
    }
    assert_eq!(join_at_once(&server, joins).await, 1);
    let id = server.id_of(&gus).await;
    assert_eq!(server.store.count_open_games(&id).await.unwrap(), MAX_OPEN as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_of_a_guests_seeks_are_accepted() {
    let server = Arc::new(TestServer::open_capped().await);
    let gus = server.guest("Gus").await;
    for _ in 0..MAX_OPEN - 1 {
        assert_eq!(server.post("/games", &gus, squadro()).await.0, 201);
    }
    let mut joins = Vec::new();
    for number in 0..4 {
        let id = seek(&server, &gus).await;
        joins.push((id, server.account(&format!("Bob{number}")).await));
    }
    assert_eq!(join_at_once(&server, joins).await, 1);
    let id = server.id_of(&gus).await;
    assert_eq!(server.store.count_open_games(&id).await.unwrap(), MAX_OPEN as u64);
    assert_eq!(server.get("/seeks", &gus).await.1["seeks"], json!([]), "the others are withdrawn");
}

#[tokio::test(start_paused = true)]
async fn unused_guests_are_gone_after_a_week() {
    let server = TestServer::open_in_memory().await;
    let unused = server.guest("Gus").await;
    let (_, seats) = server.game(squadro(), &["Ada", "Bob"]).await;
    let (unused_id, ada_id) = (server.id_of(&unused).await, server.id_of(&seats[0]).await);
    let back = server.guest("Cid").await;
    server.wait(6 * DAY);
    assert_eq!(server.get("/me", &back).await.0, 200);
    server.wait(2 * DAY);
    assert_eq!(server.get("/me", &unused).await.0, 401, "the token has expired");
    assert_eq!(server.get("/me", &seats[0]).await.1["user"]["id"], json!(ada_id), "a guest with a game");
    assert_eq!(server.get("/me", &back).await.0, 200, "a guest who came back");
    while server.store.person(&unused_id).await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
    assert!(server.store.person(&ada_id).await.unwrap().is_some());
    server.wait(31 * DAY);
    assert_eq!(server.get("/me", &back).await.0, 401);
    assert_eq!(server.get("/me", &seats[0]).await.0, 200);
    server.wait(366 * DAY);
    assert_eq!(server.get("/me", &seats[0]).await.0, 401, "a year later");
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert!(server.store.tokens_of(&ada_id).await.unwrap().is_empty());
    assert!(server.store.person(&ada_id).await.unwrap().is_some(), "the name stays in the game");
}

#[tokio::test]
async fn guests_see_when_their_token_expires() {
    let server = TestServer::open().await;
    let gus = server.guest("Gus").await;
    let (_, list) = server.ask(Method::GET, "/sessions", &gus, None).await;
    assert!(list["sessions"][0]["expires"].is_u64(), "{list}");
    assert_eq!(server.store.sweep_guests(1_000_000, 0, 10).await.unwrap(), 0);
}

#[tokio::test]
async fn imports_count_as_games() {
    let server = TestServer::open_with_limits(&RequestLimits {
        games: PerCaller { address: Rate::hourly(100, 1), person: Rate::hourly(3, 1) },
        ..RequestLimits::default()
    })
    .await;
    let gus = server.guest("Gus").await;
    for number in 0..3 {
        assert_eq!(server.post("/games/import", &gus, import(number)).await.0, 201);
    }
    for (path, wanted) in [("/games/import", import(3)), ("/games", squadro())] {
        let (status, problem) = server.post(path, &gus, wanted).await;
        assert_eq!((status, &problem["ratelimit"]["key"]), (429, &json!("games")), "{path}: {problem}");
    }
}
