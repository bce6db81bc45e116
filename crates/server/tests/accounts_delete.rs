//! Exporting and deleting personal data.

use crate::{
    accounts::{PASSWORD, log_in},
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use serde_json::{Value, json};

const NAME: &str = "Adalovelace";
const EMAIL: &str = "ada.unique@example.org";

/// A user with data of every kind: a finished game, a game in progress, an open game, a seek, messages,
/// premoves, a subscription, codes, a token, a bot.
struct Traces {
    server: TestServer,
    token: String,
    bob: String,
    /// Finished, in progress, open.
    games: [String; 3],
}

async fn traces() -> Traces {
    let server = TestServer::open().await;
    let request = json!({ "name": NAME, "password": PASSWORD, "email": EMAIL });
    let (_, made) = server.post("/accounts", "", request).await;
    let token = made["token"].as_str().unwrap().to_owned();
    let bob = server.guest("Bob").await;
    let mut games = Vec::new();
    for number in 0..3 {
        let (_, game) = server.post("/games", &token, squadro()).await;
        let id = game["id"].as_str().unwrap().to_owned();
        if number < 2 {
            let join = json!({ "invitation": game["invitation"] });
            assert_eq!(server.post(&format!("/games/{id}/join"), &bob, join).await.0, 200);
            assert_eq!(server.act(&id, &token, "1", json!({ "move": "Y1" })).await.0, 200);
            assert_eq!(server.act(&id, &bob, "1", json!({ "move": "R1" })).await.0, 200);
            let hello = json!({ "room": "players", "text": "hello from the analytical engine" });
            assert_eq!(server.post(&format!("/games/{id}/messages"), &token, hello).await.0, 200);
            let hello = json!({ "room": "players", "text": "hi" });
            assert_eq!(server.post(&format!("/games/{id}/messages"), &bob, hello).await.0, 200);
        }
        games.push(id);
    }
    assert_eq!(server.act(&games[0], &bob, "2", json!("resign")).await.0, 200);
    let plan = Some(json!({ "branches": [{ "when": ["R2"], "play": ["Y2"], "then": [] }] }));
    assert_eq!(server.act(&games[1], &token, "2", json!({ "move": "Y3" })).await.0, 200);
    assert_eq!(server.ask(Method::PUT, &format!("/games/{}/plan", games[1]), &token, plan).await.0, 200);
    assert_eq!(server.post("/seeks", &token, json!({ "game": "peak" })).await.0, 201);
    let three = server.post("/seeks", &bob, json!({ "game": "number-one", "players": 3 })).await.1;
    let join = format!("/seeks/{}/join", three["id"].as_str().unwrap());
    assert_eq!(server.post(&join, &token, json!({})).await.0, 201);
    let subscription = json!({ "endpoint": "https://push.example.org/send/abc", "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg" } });
    assert_eq!(server.post("/push/subscriptions", &token, subscription).await.0, 201);
    assert_eq!(server.post("/me/recovery-codes", &token, json!({ "password": PASSWORD })).await.0, 201);
    let personal = json!({ "label": "program", "scopes": ["play"], "password": PASSWORD });
    assert_eq!(server.post("/tokens", &token, personal).await.0, 201);
    let bot = json!({ "name": "Analytical-Engine", "password": PASSWORD });
    assert_eq!(server.post("/accounts/bot", &token, bot).await.0, 201);
    Traces { server, token, bob, games: games.try_into().unwrap() }
}

#[tokio::test]
async fn an_export_holds_everything_and_no_secrets() {
    let Traces { server, token, bob, games } = traces().await;
    let (status, text) = server.get("/me/export", &token).await;
    assert_eq!(status, 200);
    let text = text.as_str().unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let all = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    assert_eq!(all("profile")[0]["user"]["name"], NAME);
    assert_eq!(all("profile")[0]["account"]["email"], EMAIL);
    assert_eq!((all("session").len(), all("token").len(), all("bot").len()), (1, 1, 1));
    assert_eq!((all("seek").len(), all("subscription").len()), (1, 1));
    assert_eq!(all("message").len(), 2);
    assert_eq!(all("message")[0]["text"], "hello from the analytical engine");
    let exported = all("game");
    assert_eq!(exported.len(), 3);
    let game = |id: &str| *exported.iter().find(|game| game["id"] == id).unwrap();
    assert!(
        game(&games[0])["record"].as_str().unwrap().contains("1. Y1 {[%clk 0:01:00]} 1... R1"),
        "{}",
        game(&games[0])
    );
    assert_eq!((&game(&games[0])["stage"], &game(&games[0])["seat"]), (&json!("over"), &json!(0)));
    assert!(game(&games[1])["plan"].to_string().contains("Y2"), "{}", game(&games[1]));
    for secret in [token.as_str(), PASSWORD, "$argon2", "p256dh", "BTBZMqHH6r4Tts7J_aSIgg"] {
        assert!(!text.contains(secret), "{secret}");
    }
    let (_, others) = server.get("/me/export", &bob).await;
    assert!(!others.as_str().unwrap().contains(EMAIL), "a guest's own data only");
}

fn is_in_files(server: &TestServer, words: &str) -> bool {
    let files = std::fs::read_dir(server.folder.path()).unwrap();
    files.into_iter().any(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(words.len()).any(|window| window.eq_ignore_ascii_case(words.as_bytes()))
    })
}

#[tokio::test]
async fn a_deleted_account_is_gone_everywhere_and_its_games_stay() {
    let Traces { server, token, bob, games } = traces().await;
    let id = server.id_of(&token).await;
    let stream = server.listen(&token).await;
    assert!(is_in_files(&server, NAME) && is_in_files(&server, EMAIL), "the search finds what is there");
    let delete = async |body: Value| server.ask(Method::DELETE, "/me", &token, Some(body)).await;
    assert_eq!(delete(json!({})).await.1["key"], "needs-password");
    assert_eq!(delete(json!({ "password": "wrong password" })).await.1["key"], "wrong-password");
    assert_eq!(server.get("/me/games", &token).await.0, 200, "nothing has happened yet");
    let (status, said) = delete(json!({ "password": PASSWORD })).await;
    assert_eq!(status, 200, "{said}");

    assert_eq!(server.get("/me/games", &token).await.0, 401);
    assert_eq!(log_in(&server, NAME, PASSWORD).await.0, 401);
    let over = server.see(&games[0], &bob).await;
    let name = over["seats"][0]["user"]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("deleted-"), "{name}");
    assert_eq!(over["seats"][0]["user"]["id"], id.as_str());
    assert_eq!((&over["result"], &over["moves"]), (&json!("1-0"), &json!(["Y1", "R1", "red:resigns"])));
    assert_eq!(over["events"][1]["name"], name.as_str());
    let record = server.get(&format!("/games/{}/record", games[0]), &bob).await.1;
    assert!(record.as_str().unwrap().contains(&name), "{record}");
    let playing = server.see(&games[1], &bob).await;
    assert_eq!((&playing["result"], &playing["termination"]), (&json!("0-1"), &json!("resignation")));
    assert_eq!(server.see(&games[2], "").await["termination"], "aborted");
    for game in &games {
        assert!(!server.see(game, &bob).await.to_string().contains(NAME));
    }
    let said = server.get(&format!("/games/{}/messages?room=players", games[0]), &bob).await.1;
    assert_eq!((&said["messages"][0]["text"], &said["messages"][1]["text"]), (&json!(""), &json!("hi")));
    let seeks = server.get("/seeks", "").await.1;
    assert_eq!(seeks["seeks"].as_array().unwrap().len(), 1, "Bob's: {seeks}");
    assert_eq!(seeks["seeks"][0]["missing"], 2);
    let lists = server.get("/me/games", &bob).await.1.to_string();
    assert!(lists.contains(&name) && !lists.contains(NAME), "{lists}");

    for words in [NAME, EMAIL, "analytical", "$argon2", "push.example.org"] {
        assert!(!is_in_files(&server, words), "{words} while the server runs");
    }
    drop(stream);
    let server = server.restart(1000).await;
    for words in [NAME, EMAIL, "analytical"] {
        assert!(!is_in_files(&server, words), "{words}");
    }
    assert_eq!(server.see(&games[0], &bob).await["seats"][0]["user"]["name"], name.as_str());
    // The name is reserved for half a year, against guests too.
    let again = json!({ "name": NAME.to_uppercase(), "password": PASSWORD });
    assert_eq!(server.post("/accounts", "", again.clone()).await.1["key"], "name-taken");
    assert_eq!(server.post("/guests", "", json!({ "name": NAME })).await.1["key"], "name-taken");
    let eve = crate::accounts::account(&server, "Eve").await;
    let bot = json!({ "name": NAME, "password": PASSWORD });
    assert_eq!(server.post("/accounts/bot", &eve, bot).await.1["key"], "name-taken");
    let rename = Some(json!({ "name": NAME }));
    assert_eq!(server.ask(Method::PUT, "/me", &eve, rename).await.1["key"], "name-taken");
    server.wait(180 * 24 * 60 * 60 * 1000);
    assert_eq!(server.post("/accounts", "", again).await.0, 201, "the name is free");
}

#[tokio::test]
async fn a_guest_is_deleted_without_a_password() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Gustav-the-guest", "Bob"]).await;
    assert_eq!(server.ask(Method::DELETE, "/me", &tokens[0], None).await.0, 200);
    assert_eq!(server.get("/me/games", &tokens[0]).await.0, 401);
    assert_eq!(server.see(&id, "").await["result"], "*", "no move was made: TB-3");
    assert!(!is_in_files(&server, "Gustav-the-guest"));
}
