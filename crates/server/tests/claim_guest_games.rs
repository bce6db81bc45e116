//! Transferring a guest's games to an existing account at log-in.

use crate::{
    accounts::{PASSWORD, account},
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use serde_json::{Value, json};

/// Logs in as the guest with this token; returns the account's token and what the response says of the guest.
async fn log_in_as(server: &TestServer, guest: &str, name: &str) -> (String, Value) {
    let request = json!({ "name": name, "password": PASSWORD });
    let (status, signed_in) = server.post("/sessions", guest, request).await;
    assert_eq!(status, 201, "{signed_in}");
    (signed_in["token"].as_str().unwrap().to_owned(), signed_in["guest"].clone())
}

fn key(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["key"].as_str().unwrap_or_default())
}

async fn take(server: &TestServer, token: &str, guest: &str) -> (u16, Value) {
    server.post("/me/guests", token, json!({ "token": guest })).await
}

#[tokio::test]
async fn the_games_of_a_guest_become_those_of_the_account_and_go_on() {
    let server = TestServer::open().await;
    account(&server, "Ada-L").await;
    let (over, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let (guest, bob) = (&tokens[0], &tokens[1]);
    let was = server.id_of(guest).await;
    server.act(&over, guest, "a", json!({ "move": "Y1" })).await;
    server.act(&over, bob, "b", json!({ "move": "R1" })).await;
    server.act(&over, bob, "c", json!("resign")).await;
    server.services.archive.fill().await.unwrap();
    // A game in progress, with premoves and chat; an open one; a challenge; and a seek.
    let (status, game) = server.post("/games", guest, squadro()).await;
    assert_eq!(status, 201, "{game}");
    let running = game["id"].as_str().unwrap().to_owned();
    let join = json!({ "invitation": game["invitation"] });
    server.post(&format!("/games/{running}/join"), bob, join).await;
    server.act(&running, guest, "a", json!({ "move": "Y1" })).await;
    let plan = json!({ "premoves": ["Y2"] });
    server.ask(Method::PUT, &format!("/games/{running}/plan"), guest, Some(plan.clone())).await;
    let say = json!({ "room": "players", "text": "hello" });
    let (status, said) = server.post(&format!("/games/{running}/messages"), guest, say).await;
    assert_eq!(status, 200, "{said}");
    let unlisted = json!({ "game": "squadro", "listed": false });
    let waiting = server.post("/games", guest, unlisted).await.1["id"].as_str().unwrap().to_owned();
    let challenge = json!({ "game": "squadro", "seats": ["you", { "user": was }] });
    let challenged = server.post("/games", bob, challenge).await.1["id"].as_str().unwrap().to_owned();
    assert_eq!(server.post("/seeks", guest, json!({ "game": "peak" })).await.0, 201);
    // Bob follows it meanwhile.
    let mut stream = server.stream(&format!("/games/{running}/events?since=0"), bob).await;

    let (ada, before) = log_in_as(&server, guest, "ada-l").await;
    assert_eq!((&before["user"]["id"], &before["games"]), (&json!(was), &json!(4)));
    assert_eq!(before["token"], guest.as_str());
    assert_eq!(server.get("/me/games", guest).await.0, 200, "nothing has happened yet");
    let (status, taken) = take(&server, &ada, guest).await;
    assert_eq!((status, &taken["games"]), (200, &json!(4)), "{taken}");

    assert_eq!(server.get("/me/games", guest).await.0, 401, "the guest's token is invalid");
    assert_eq!(server.act(&running, guest, "x", json!("resign")).await.0, 401);
    assert_eq!(take(&server, &ada, guest).await.0, 422);
    let own = server.id_of(&ada).await;
    let games = server.get("/me/games", &ada).await.1;
    let ids: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    for id in [&over, &running, &waiting, &challenged] {
        assert!(ids.contains(&id.as_str()), "{id} in {ids:?}");
    }
    let ada_l = json!({ "id": own, "name": "Ada-L" });
    for id in [&over, &running] {
        let game = server.see(id, &ada).await;
        assert_eq!((&game["seats"][0]["user"], &game["you"]), (&ada_l, &json!(0)), "{game}");
    }
    let record = server.get(&format!("/games/{over}/record"), "").await.1;
    assert!(record.as_str().unwrap().contains("Ada-L"), "{record}");
    assert_eq!(server.see(&waiting, &ada).await["you"], 0, "an unlisted game is theirs to see");
    // The game continues: Bob answers, Ada's premove is played, Ada moves.
    let (_, planned) = server.get(&format!("/games/{running}/plan"), &ada).await;
    assert_eq!(planned["premoves"], plan["premoves"], "{planned}");
    assert_eq!(server.act(&running, bob, "c", json!({ "move": "R2" })).await.0, 200);
    let moves = async || server.see(&running, &ada).await["moves"].as_array().unwrap().len();
    while moves().await < 3 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(server.act(&running, bob, "d", json!({ "move": "R3" })).await.0, 200);
    assert_eq!(server.act(&running, &ada, "e", json!({ "move": "Y3" })).await.0, 200);
    // Followers have received all events.
    let mut heard = Vec::new();
    while heard.last().is_none_or(|event: &Value| event["move"] != "Y3") {
        heard.push(stream.line().await);
    }
    // The challenge is theirs, and the archive knows them.
    let (status, joined) = server.post(&format!("/games/{challenged}/join"), &ada, json!({})).await;
    assert_eq!(status, 200, "{joined}");
    let archived = server.get(&format!("/users/{own}/games"), "").await.1;
    assert_eq!(archived["games"][0]["id"], over.as_str(), "{archived}");
    let profile = server.get(&format!("/users/{was}"), "").await.1;
    assert_eq!(profile["user"], ada_l, "the guest's id leads to the account: {profile}");
    let export = server.get("/me/export", &ada).await.1;
    assert!(export.as_str().unwrap().contains("hello"), "their messages are transferred");
    assert_eq!(server.get("/seeks", "").await.1["seeks"], json!([]));
    // All of it is in the log, not just in memory.
    let server = server.restart(1000).await;
    let game = server.see(&running, &ada).await;
    assert_eq!((&game["seats"][0]["user"], &game["you"]), (&ada_l, &json!(0)));
    assert_eq!(server.act(&running, &ada, "f", json!("resign")).await.0, 200);
}

#[tokio::test]
async fn claiming_guest_games_needs_both_tokens_and_a_guest() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    let eve = account(&server, "Eve").await;
    let (_, tokens) = server.game(squadro(), &["Gus", "Bob"]).await;
    assert_eq!(key(&take(&server, &tokens[1], &tokens[0]).await), (403, "needs-account"));
    assert_eq!(take(&server, "", &tokens[0]).await.0, 401);
    for other in [&eve, &ada, "nothing"] {
        assert_eq!(key(&take(&server, &ada, other).await), (422, "not-a-guest"));
    }
    let (_, made) = server
        .post(
            "/tokens",
            &ada,
            json!({ "label": "x", "scopes": ["play"], "password": crate::accounts::PASSWORD }),
        )
        .await;
    assert_eq!(take(&server, made["token"].as_str().unwrap(), &tokens[0]).await.0, 403);
    let unused = server.guest("Nemo").await;
    assert_eq!(log_in_as(&server, &unused, "Ada").await.1, Value::Null, "there are no games to claim");
    assert_eq!(log_in_as(&server, "", "Ada").await.1, Value::Null);
    assert_eq!(log_in_as(&server, &eve, "Ada").await.1, Value::Null, "no guest");
}

#[tokio::test]
async fn playing_against_oneself_ends_the_other_game_first() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    let (_, game) = server.post("/games", &ada, squadro()).await;
    let id = game["id"].as_str().unwrap();
    let guest = server.guest("Gus").await;
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &guest, join).await.0, 200);
    let refused = take(&server, &ada, &guest).await;
    assert_eq!((key(&refused), &refused.1["args"]), ((422, "plays-itself"), &json!([id])));
    assert_eq!(server.get("/me/games", &guest).await.0, 200, "the guest is still there");
    server.act(id, &ada, "a", json!({ "move": "Y1" })).await;
    server.act(id, &guest, "b", json!({ "move": "R1" })).await;
    server.act(id, &guest, "c", json!("resign")).await;
    let (status, taken) = take(&server, &ada, &guest).await;
    assert_eq!((status, &taken["games"]), (200, &json!(0)), "that game stays as it was: {taken}");
    let seen = server.see(id, &ada).await;
    assert_eq!(
        (&seen["seats"][0]["user"]["name"], &seen["seats"][1]["user"]["name"]),
        (&json!("Ada"), &json!("Gus"))
    );
    assert_eq!(server.get("/me/games", &guest).await.0, 401);
}

#[tokio::test]
async fn a_guest_takes_no_seat_in_a_rated_game() {
    let server = TestServer::open().await;
    let (ada, guest) = (account(&server, "Ada").await, server.guest("Gus").await);
    let rated = || json!({ "game": "squadro", "rated": true, "clock": { "system": "sudden-death", "initial": 300_000 } });
    let refused = |answer: (u16, Value)| assert_eq!(key(&answer), (403, "rated-needs-account"), "{answer:?}");
    refused(server.post("/games", &guest, rated()).await);
    refused(server.post("/seeks", &guest, rated()).await);
    let (_, game) = server.post("/games", &ada, rated()).await;
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    refused(server.post(&format!("/games/{id}/join"), &guest, join.clone()).await);
    let (_, seek) = server.post("/seeks", &ada, rated()).await;
    let take_up = format!("/seeks/{}/join", seek["id"].as_str().unwrap());
    refused(server.post(&take_up, &guest, json!({})).await);
    let mut challenge = rated();
    challenge["seats"] = json!(["you", { "user": server.id_of(&guest).await }]);
    assert_eq!(key(&server.post("/games", &ada, challenge.clone()).await), (422, "challenged-guest"));
    challenge["rated"] = json!(false);
    assert_eq!(server.post("/games", &ada, challenge).await.0, 201);
    // With an account the same link works; bots have one.
    let request = json!({ "name": "Gus-G", "password": PASSWORD });
    let gus = server.post("/accounts", &guest, request).await.1["token"].as_str().unwrap().to_owned();
    assert_eq!(server.post(&format!("/games/{id}/join"), &gus, join).await.0, 200);
    let (_, bot) = server
        .post("/accounts/bot", &gus, json!({ "name": "Gus-Bot", "password": crate::accounts::PASSWORD }))
        .await;
    let (status, started) = server.post(&take_up, bot["token"].as_str().unwrap(), json!({})).await;
    assert_eq!(status, 201, "{started}");
}
