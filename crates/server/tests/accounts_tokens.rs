//! Personal tokens, their scopes at every endpoint, and bots.

use crate::{
    accounts::{PASSWORD, account},
    test_server::{TestServer, squadro},
};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

async fn token(server: &TestServer, owner: &str, scopes: &[&str]) -> String {
    let request = json!({ "label": "test", "scopes": scopes, "password": PASSWORD });
    let (status, made) = server.post("/tokens", owner, request).await;
    assert_eq!(status, 201, "{made}");
    made["token"].as_str().unwrap().to_owned()
}

/// Status and error key of a response, without waiting for streams.
async fn tried(server: &TestServer, method: &str, path: &str, token: &str) -> (u16, Value) {
    let request = Request::builder()
        .method(Method::from_bytes(method.to_uppercase().as_bytes()).unwrap())
        .uri(path.replace("{id}", "nothing"))
        .header("host", "house")
        .header(header::AUTHORIZATION, format!("Bearer {token}"));
    let response = server.app.clone().oneshot(request.body(Body::from("{}")).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    if status < 400 {
        return (status, Value::Null);
    }
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test]
async fn every_route_has_a_scope_and_enforces_it() {
    let server = TestServer::open().await;
    let owner = account(&server, "Ada").await;
    let (read, play) = (token(&server, &owner, &["read"]).await, token(&server, &owner, &["play"]).await);
    let document = server.get("/openapi.json", "").await.1;
    let mut counts = [0; 4];
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let what = format!("{method} {path}");
            let scope =
                operation["x-scope"].as_str().unwrap_or_else(|| panic!("{what}: no scope was chosen"));
            let place = ["none", "read", "play", "session"].iter().position(|word| *word == scope);
            counts[place.unwrap()] += 1;
            for (token, allowed) in [(&read, ["none", "read"].as_slice()), (&play, &["none", "read", "play"])]
            {
                let (status, problem) = tried(&server, method, path, token).await;
                let refused = problem["key"] == "scope";
                assert_eq!(refused, !allowed.contains(&scope), "{what}: {status} {problem}");
                if refused {
                    assert_eq!((status, &problem["args"]), (403, &json!([scope])), "{what}");
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
    assert_eq!(server.get("/me/games", &owner).await.0, 200, "nothing was ended by it");
}

#[tokio::test]
async fn a_personal_token_is_shown_once_listed_without_it_and_taken_away() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let server = TestServer::open().await;
    let owner = account(&server, "Ada").await;
    let request = json!({ "label": " my program ", "scopes": ["read", "play", "read"], "days": 2,
        "password": PASSWORD });
    let (status, made) = server.post("/tokens", &owner, request).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!((&made["label"], &made["scopes"]), (&json!("my program"), &json!(["play", "read"])));
    let token = made["token"].as_str().unwrap();
    let list = server.get("/tokens", &owner).await.1;
    let mut expected = made.clone();
    expected.as_object_mut().unwrap().remove("token");
    assert_eq!(list, json!({ "tokens": [expected] }));
    assert_eq!(server.get("/sessions", &owner).await.1["sessions"].as_array().unwrap().len(), 1);
    let me = server.get("/me", token).await.1;
    assert_eq!((&me["user"]["name"], &me["account"]["email"]), (&json!("Ada"), &Value::Null));
    assert_eq!(server.post("/games", token, squadro()).await.0, 201);
    let session = format!("/sessions/{}", made["id"].as_str().unwrap());
    assert_eq!(server.ask(Method::DELETE, &session, &owner, None).await.0, 404, "it is no session");
    server.wait(2 * DAY);
    assert_eq!(server.get("/me/games", token).await.0, 401, "two days have passed");
    let request = json!({ "label": "x", "scopes": ["read"], "password": PASSWORD });
    let (_, other) = server.post("/tokens", &owner, request).await;
    let lasts = other["expires"].as_i64().unwrap() - other["created"].as_i64().unwrap();
    assert_eq!(lasts.unsigned_abs(), 90 * DAY, "undecided endpoint");
    let path = format!("/tokens/{}", other["id"].as_str().unwrap());
    let eve = account(&server, "Eve").await;
    assert_eq!(server.ask(Method::DELETE, &path, &eve, None).await.0, 404);
    assert_eq!(server.ask(Method::DELETE, &path, &owner, None).await.0, 200);
    assert_eq!(server.get("/me/games", other["token"].as_str().unwrap()).await.0, 401);
}

#[tokio::test]
async fn bad_token_requests_are_explained() {
    let server = TestServer::open().await;
    let (owner, guest) = (account(&server, "Ada").await, server.guest("Gus").await);
    for (label, scopes, days, key) in [
        ("", json!(["read"]), json!(null), "bad-label"),
        ("a\nb", json!(["read"]), json!(null), "bad-label"),
        (&"x".repeat(61), json!(["read"]), json!(null), "bad-label"),
        ("x", json!([]), json!(null), "bad-scope"),
        ("x", json!(["read", "admin"]), json!(null), "bad-scope"),
        ("x", json!(["read"]), json!(0), "bad-days"),
        ("x", json!(["read"]), json!(367), "bad-days"),
    ] {
        let request = json!({ "label": label, "scopes": scopes, "days": days, "password": PASSWORD });
        let (status, problem) = server.post("/tokens", &owner, request).await;
        assert_eq!((status, &problem["key"]), (422, &json!(key)), "{problem}");
    }
    let request = json!({ "label": "x", "scopes": ["read"], "password": PASSWORD });
    assert_eq!(server.post("/tokens", &guest, request.clone()).await.1["key"], "needs-account");
    for _ in 0..20 {
        assert_eq!(server.post("/tokens", &owner, request.clone()).await.0, 201);
    }
    assert_eq!(server.post("/tokens", &owner, request).await.1["key"], "too-many-tokens");
}

#[tokio::test]
async fn a_bot_is_created_in_one_call_and_marked_as_a_bot() {
    let server = TestServer::open().await;
    let (owner, guest) = (account(&server, "Ada").await, server.guest("Gus").await);
    let make = async |token: &str, name: &str| {
        let request = json!({ "name": name, "password": PASSWORD });
        server.post("/accounts/bot", token, request).await
    };
    assert_eq!(make(&guest, "Robo").await.1["key"], "needs-account");
    let (status, bot) = make(&owner, "Robo").await;
    assert_eq!(status, 201, "{bot}");
    let user = json!({ "id": bot["user"]["id"], "name": "Robo", "bot": true });
    assert_eq!(bot["user"], user);
    let robo = bot["token"].as_str().unwrap();
    assert_eq!(server.get("/me", robo).await.1["user"], user);
    assert_eq!(make(&owner, "ROBO").await.1["key"], "name-taken");
    assert_eq!(make(robo, "Robo2").await.1["key"], "scope", "a bot makes no bots");
    let mut listed = user.clone();
    listed["expires"] = json!(1_000_000 + 366 * 24 * 60 * 60 * 1000_u64);
    assert_eq!(server.get("/accounts/bot", &owner).await.1, json!({ "bots": [listed] }));

    let (_, game) = server.post("/games", robo, squadro()).await;
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &guest, join).await.0, 200);
    let seen = server.see(id, "").await;
    assert_eq!(seen["seats"][0]["user"], user);
    assert_eq!(seen["seats"][1]["user"].get("bot"), None);
    assert_eq!(seen["events"][1]["user"], user, "in the log too");
    assert_eq!(server.get("/games", "").await.1["games"][0]["seats"][0]["user"], user);
    let hello = json!({ "room": "players", "text": "beep" });
    assert_eq!(server.post(&format!("/games/{id}/messages"), robo, hello).await.0, 200);
    let said = server.get(&format!("/games/{id}/messages"), &guest).await.1;
    assert_eq!(said["messages"][0]["user"], user);
    server.post("/seeks", robo, json!({ "game": "peak" })).await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"][0]["user"], user);
    let (_, started) = server
        .post(
            &format!("/seeks/{}/join", server.get("/seeks", "").await.1["seeks"][0]["id"].as_str().unwrap()),
            &guest,
            json!({}),
        )
        .await;
    let from_seek = server.see(started["started"].as_str().unwrap(), "").await;
    assert!(from_seek["seats"].as_array().unwrap().iter().any(|seat| seat["user"] == user));

    for number in 2..=5 {
        assert_eq!(make(&owner, &format!("Robo{number}")).await.0, 201);
    }
    assert_eq!(make(&owner, "Robo6").await.1["key"], "too-many-bots");
    let path = format!("/accounts/bot/{}", user["id"].as_str().unwrap());
    let eve = account(&server, "Eve").await;
    assert_eq!(server.ask(Method::DELETE, &path, &eve, None).await.0, 404);
    assert_eq!(server.ask(Method::DELETE, &path, &owner, None).await.0, 200);
    assert_eq!(server.get("/me/games", robo).await.0, 401);
    assert_eq!(make(&eve, "Robo").await.1["key"], "name-taken", "its name is its owner's for some time");
    assert_eq!(make(&owner, "Robo").await.0, 201);
}

#[tokio::test]
async fn games_with_ones_own_bot_are_not_rated() {
    let server = TestServer::open().await;
    let (ada, eve) = (account(&server, "Ada").await, account(&server, "Eve").await);
    let mut bots = Vec::new();
    for name in ["Robo-1", "Robo-2"] {
        let request = json!({ "name": name, "password": PASSWORD });
        let bot = server.post("/accounts/bot", &ada, request).await.1;
        bots.push(bot["token"].as_str().unwrap().to_owned());
    }
    let rated = |seats: Value| {
        let mut request = squadro();
        request["rated"] = json!(true);
        request["seats"] = seats;
        request
    };
    // By a challenge, an invitation, or a seek; against the owner, or another bot of theirs.
    let challenge = server.post("/games", &ada, rated(json!(["you", { "user": "Robo-1" }]))).await;
    assert_eq!((challenge.0, &challenge.1["key"]), (422, &json!("own-bot")));
    let challenge = server.post("/games", &bots[0], rated(json!([{ "user": "Robo-2" }, "you"]))).await;
    assert_eq!((challenge.0, &challenge.1["key"]), (422, &json!("own-bot")));
    let (_, game) = server.post("/games", &ada, rated(json!(["you", "open"]))).await;
    let path = format!("/games/{}/join", game["id"].as_str().unwrap());
    let invitation = json!({ "invitation": game["invitation"] });
    let joined = server.post(&path, &bots[1], invitation.clone()).await;
    assert_eq!((joined.0, &joined.1["key"]), (422, &json!("own-bot")));
    assert_eq!(server.post(&path, &eve, invitation).await.0, 200, "other users may");
    let seek = json!({ "game": "squadro", "rated": true, "clock": squadro()["clock"] });
    let (status, own) = server.post("/seeks", &ada, seek.clone()).await;
    assert_eq!(status, 201, "{own}");
    let path = format!("/seeks/{}/join", own["id"].as_str().unwrap());
    assert_eq!(server.post(&path, &bots[0], json!({})).await.1["key"], "own-bot");
    let (_, other) = server.post("/seeks", &bots[0], seek).await;
    assert!(other["started"].is_null() && other["id"] != own["id"], "they are not paired: {other}");
    let mut casual = squadro();
    casual["seats"] = json!(["you", { "user": "Robo-1" }]);
    assert_eq!(server.post("/games", &ada, casual).await.0, 201, "casual ones are fine");
}

#[tokio::test]
async fn a_bot_gets_a_new_token_from_its_owner_alone() {
    let server = TestServer::open().await;
    let (ada, eve) = (account(&server, "Ada").await, account(&server, "Eve").await);
    let (_, bot) = server.post("/accounts/bot", &ada, json!({ "name": "Robo", "password": PASSWORD })).await;
    let path = format!("/accounts/bot/{}/token", bot["user"]["id"].as_str().unwrap());
    assert_eq!(server.post(&path, &ada, json!({})).await.1["key"], "needs-password");
    assert_eq!(
        server.post(&path, &ada, json!({ "password": PASSWORD, "days": 367 })).await.1["key"],
        "bad-days"
    );
    assert_eq!(server.post(&path, &eve, json!({ "password": PASSWORD })).await.1["key"], "no-such-bot");
    let (status, made) = server.post(&path, &ada, json!({ "password": PASSWORD, "days": 10 })).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["scopes"], json!(["play", "read"]));
    assert_eq!(server.get("/me/games", bot["token"].as_str().unwrap()).await.0, 401, "the old one is void");
    assert_eq!(server.get("/me", made["token"].as_str().unwrap()).await.1["user"]["name"], "Robo");
    assert_eq!(server.get("/accounts/bot", &ada).await.1["bots"][0]["expires"], made["expires"]);
    server.wait(10 * 24 * 60 * 60 * 1000);
    assert_eq!(server.get("/accounts/bot", &ada).await.1["bots"][0]["expires"], Value::Null);
}
