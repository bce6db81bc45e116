//! Importing games played on a device, and renaming.

use crate::test_server::{TestServer, squadro};
use axum::http::Method;
use serde_json::{Value, json};

const RECORD: &str = "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Level 3\"]\n[Termination \"resignation\"]\n\n\
                      1. Y3 R1 2. Y1 1-0\n";

fn request(id: &str, record: &str) -> Value {
    json!({ "id": id, "record": record, "seat": 0 })
}

#[tokio::test]
async fn a_finished_game_is_imported_once() {
    let server = TestServer::open().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let (status, game) = server.post("/games/import", &ada, request("local-1", RECORD)).await;
    assert_eq!(status, 201, "{game}");
    assert_eq!(game["moves"], json!(["Y3", "R1", "Y1", "red:resigns"]));
    assert_eq!((&game["result"], &game["termination"]), (&json!("1-0"), &json!("resignation")));
    assert_eq!((&game["listed"], &game["rated"], &game["you"]), (&json!(false), &json!(false), &json!(0)));
    assert_eq!((&game["seats"][1]["name"], &game["seats"][1]["user"]), (&json!("Level 3"), &Value::Null));
    let moved: Vec<&Value> =
        game["events"].as_array().unwrap().iter().filter(|event| event["type"] == "moved").collect();
    assert_eq!(moved[0]["position"], "00200/00000 r", "as it was then");
    assert_ne!(moved[0]["position"], moved[2]["position"]);
    let server = server.restart(1000).await;
    let again = server.post("/games/import", &ada, request("local-1", RECORD)).await;
    assert_eq!(again, (200, game.clone()), "importing again changes nothing");
    let other = server.post("/games/import", &eve, request("local-1", RECORD)).await;
    assert_eq!(other.0, 201, "ids are per person");
    assert_ne!(other.1["id"], game["id"]);
    let list = server.get("/me/games", &ada).await.1;
    assert_eq!((list["games"].as_array().unwrap().len(), &list["games"][0]["stage"]), (1, &json!("over")));
    let id = game["id"].as_str().unwrap();
    assert_eq!(server.get(&format!("/games/{id}"), &eve).await.0, 404, "it is private");
    let (_, record) = server.get(&format!("/games/{id}/record"), &ada).await;
    assert!(record.as_str().unwrap().contains("[Red \"Level 3\"]"), "{record}");
}

#[tokio::test]
async fn only_finished_games_are_imported() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let long = format!("[Game \"squadro\"]\n\n{{{}}} 1. Y3 1-0\n", "x".repeat(70_000));
    for (record, status, key) in [
        ("", 422, "bad-record"),
        ("[Game \"chess\"]\n\n1. e4 1-0\n", 422, "bad-record"),
        ("[Game \"squadro\"]\n\n1. R1 1-0\n", 422, "bad-record"),
        ("[Game \"squadro\"]\n\n1. Y1 *\n", 422, "not-over"),
        (long.as_str(), 413, "bad-body"),
    ] {
        let (answered, problem) = server.post("/games/import", &ada, request("x", record)).await;
        assert_eq!((answered, problem["key"].as_str().unwrap()), (status, key), "{problem}");
    }
    let mut seat = request("x", RECORD);
    seat["seat"] = json!(2);
    assert_eq!(server.post("/games/import", &ada, seat).await.1["key"], "not-a-seat");
    assert_eq!(server.post("/games/import", &ada, request("", RECORD)).await.1["key"], "bad-game-id");
    assert_eq!(server.post("/games/import", "", request("x", RECORD)).await.0, 401);
    assert_eq!(server.get("/me/games", &ada).await.1["games"], json!([]));
}

#[tokio::test]
async fn a_guest_can_be_renamed() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let rename =
        async |name: &str| server.ask(Method::PUT, "/me", &tokens[0], Some(json!({ "name": name }))).await;
    let (status, me) = rename("  Ada L. ").await;
    assert_eq!((status, &me["user"]["name"]), (200, &json!("Ada L.")));
    for bad in ["", "  ", "two\nlines", &"x".repeat(31)] {
        let (status, problem) = rename(bad).await;
        assert_eq!((status, &problem["key"]), (422, &json!("bad-name")), "{bad:?}");
    }
    assert_eq!(server.ask(Method::PUT, "/me", "", Some(json!({ "name": "Eve" }))).await.0, 401);
    assert_eq!(server.see(&id, "").await["seats"][0]["user"]["name"], "Ada", "as when the seat was taken");
    let server = server.restart(1000).await;
    assert_eq!(server.get("/me", &tokens[0]).await.1["user"]["name"], "Ada L.");
    let (_, new) = server.post("/games", &tokens[0], squadro()).await;
    assert_eq!(new["seats"][0]["user"]["name"], "Ada L.");
}
