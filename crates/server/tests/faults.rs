//! Faults of the machine during play: a full disk, a locked database, a wall clock set back. Requests get
//! problem documents, no confirmed data is lost, and the server recovers when the cause is gone.

use crate::{
    simulation::disk::{Disk, Process},
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// A server on a disk that can be filled up.
async fn server_on_disk() -> (TestServer, Arc<Process>) {
    let disk = Disk::sound();
    let process = Arc::clone(&disk.process);
    let folder = tempfile::tempdir().unwrap();
    (TestServer::open_on(Arc::new(disk), folder, Arc::new(AtomicU64::new(1_000_000))).await, process)
}

fn is_problem(status: u16, problem: &Value, key: &str) {
    assert_eq!((status, &problem["key"]), (503, &json!(key)), "{problem}");
    assert_eq!(problem["status"], 503);
    assert!(problem["detail"].as_str().unwrap().len() > 10 && !problem["title"].is_null(), "{problem}");
}

#[tokio::test]
async fn with_a_full_disk_everything_is_refused_and_nothing_is_lost() {
    let (server, disk) = server_on_disk().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    assert_eq!(server.act(&id, &tokens[0], "before", json!({ "move": "Y1" })).await.0, 200);
    disk.full.store(true, Ordering::Relaxed);
    let (status, problem) = server.act(&id, &tokens[1], "full", json!({ "move": "R1" })).await;
    is_problem(status, &problem, "not-stored");
    let message = json!({ "room": "players", "text": "hello?" });
    for (method, path, body) in [
        (Method::POST, "/guests".to_owned(), json!({})),
        (Method::POST, "/games".to_owned(), squadro()),
        (Method::POST, "/seeks".to_owned(), json!({ "game": "peak" })),
        (Method::PUT, format!("/games/{id}/plan"), json!({ "premoves": ["Y2"] })),
        (Method::POST, format!("/games/{id}/messages"), message),
    ] {
        let (status, problem) = server.ask(method, &path, &tokens[0], Some(body)).await;
        assert_eq!((status, &problem["status"]), (503, &json!(503)), "{path}: {problem}");
    }
    let seen = server.see(&id, &tokens[1]).await;
    assert_eq!(seen["moves"], json!(["Y1"]), "what was stored is shown all the time");
    disk.full.store(false, Ordering::Relaxed);
    let (status, done) = server.act(&id, &tokens[1], "full", json!({ "move": "R1" })).await;
    assert_eq!(status, 200, "the same again, and no restart: {done}");
    assert_eq!(server.see(&id, "").await["moves"], json!(["Y1", "R1"]));
    assert_eq!(server.post("/games", &tokens[0], squadro()).await.0, 201);
    assert_eq!(server.get("/seeks", "").await.1["seeks"], json!([]), "rejected actions had no effect");
}

#[tokio::test]
async fn spectators_get_the_stored_events_after_the_disk_was_full() {
    let (server, disk) = server_on_disk().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let mut stream = server.stream(&format!("/games/{id}/events?since=4"), &tokens[0]).await;
    disk.full.store(true, Ordering::Relaxed);
    assert_eq!(server.act(&id, &tokens[0], "full", json!({ "move": "Y2" })).await.0, 503);
    disk.full.store(false, Ordering::Relaxed);
    assert_eq!(server.act(&id, &tokens[0], "again", json!({ "move": "Y1" })).await.0, 200);
    let event = stream.line().await;
    assert_eq!((&event["seq"], &event["move"]), (&json!(5), &json!("Y1")));
    assert_eq!(server.see(&id, &tokens[1]).await["seats"][0]["connected"], true, "and are still there");
}

#[tokio::test]
async fn a_seek_outlives_a_full_disk() {
    let (server, disk) = server_on_disk().await;
    let (ada, bob, cid) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Cid").await);
    let (status, seek) = server.post("/seeks", &ada, json!({ "game": "peak" })).await;
    assert_eq!(status, 201, "{seek}");
    let join = format!("/seeks/{}/join", seek["id"].as_str().unwrap());
    server.wait(10);
    let (_, three) = server.post("/seeks", &ada, json!({ "game": "number-one", "players": 3 })).await;
    let join_three = format!("/seeks/{}/join", three["id"].as_str().unwrap());
    disk.full.store(true, Ordering::Relaxed);
    for path in [&join, &join_three] {
        assert_eq!(server.post(path, &bob, json!({})).await.0, 503);
    }
    let seeks = server.get("/seeks", "").await.1;
    assert_eq!(seeks["seeks"].as_array().unwrap().len(), 2, "both still wait: {seeks}");
    assert_eq!((&seeks["seeks"][0]["missing"], &seeks["seeks"][1]["missing"]), (&json!(1), &json!(2)));
    disk.full.store(false, Ordering::Relaxed);
    assert_eq!(server.get("/me/games", &ada).await.1["games"], json!([]), "no game was half created");
    let (status, started) = server.post(&join, &cid, json!({})).await;
    assert_eq!(status, 201, "{started}");
    let game = server.see(started["started"].as_str().unwrap(), &cid).await;
    assert!(!game["you"].is_null() && !game["to_act"].is_null(), "{game}");
    assert_eq!(server.get("/seeks", "").await.1["seeks"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_another_program_holds_is_waited_for_and_used_again() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let path = server.folder.path().join("ludoteca.sqlite");
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let (status, problem) = server.act(&id, &tokens[0], "held", json!({ "move": "Y1" })).await;
    is_problem(status, &problem, "not-stored");
    assert!(problem["detail"].as_str().unwrap().contains("locked"), "{problem}");
    assert_eq!(server.see(&id, "").await["moves"], json!([]), "reading goes on");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    let (status, done) = server.act(&id, &tokens[0], "held", json!({ "move": "Y1" })).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(server.see(&id, "").await["moves"], json!(["Y1"]));
}

#[tokio::test]
async fn a_wall_clock_set_back_charges_no_clock() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        server.wait(2000);
        assert_eq!(server.act(&id, token, text, json!({ "move": text })).await.0, 200);
    }
    server.services.close().await;
    // An hour back while the server was stopped, and further than it has ever been up.
    server.now.fetch_sub(900_000, Ordering::Relaxed);
    let TestServer { folder, now, .. } = server;
    let server = TestServer::open_in(folder, now).await;
    let game = server.see(&id, "").await;
    assert_eq!(game["clocks"]["left_ms"], json!([60_000, 60_000]), "{game}");
    let (status, done) = server.act(&id, &tokens[0], "Y2", json!({ "move": "Y2" })).await;
    assert_eq!(status, 200, "{done}");
    let game = server.see(&id, "").await;
    assert_eq!(game["clocks"]["left_ms"], json!([60_000, 60_000]), "no player pays for it");
    let events = game["events"].as_array().unwrap();
    let times: Vec<u64> = events.iter().map(|event| event["at"].as_u64().unwrap()).collect();
    assert!(times.is_sorted(), "time goes on: {times:?}");
    assert!(events.iter().any(|event| event["type"] == "resumed"), "{events:?}");
    server.wait(70_000);
    server.services.games.keep_deadlines().await;
    assert_eq!(server.see(&id, "").await["termination"], "time forfeit", "and deadlines are kept");
}
