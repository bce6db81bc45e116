//! The API for games, called without a socket.

use crate::test_server::{TestServer, squadro};
use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test]
async fn two_guests_play_by_link() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let game = server.see(&id, &tokens[0]).await;
    assert_eq!(game["you"], 0);
    assert_eq!(game["to_act"], 0);
    assert_eq!(game["legal_moves"], json!(["Y1", "Y2", "Y3", "Y4", "Y5"]));
    assert_eq!(
        game["clocks"],
        json!({ "at": 1_000_000, "left_ms": [60_000, 60_000], "running": null, "first_by": 1_030_000 })
    );
    assert_eq!(game["seats"][1]["user"]["name"], "Bob");
    assert_eq!(game["invitation"], Value::Null, "no seat is free any more");
    server.wait(2000);
    let (status, done) = server.act(&id, &tokens[0], "a1", json!({ "move": "Y3" })).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["events"][0]["type"], "moved");
    assert_eq!(done["events"][0]["left_ms"], json!([60_000, 60_000]), "a first decision is free");
    let other = server.see(&id, &tokens[1]).await;
    assert_eq!(other["moves"], json!(["Y3"]));
    assert_eq!(other["legal_moves"].as_array().unwrap().len(), 5);
    assert_eq!(server.see(&id, &tokens[0]).await["legal_moves"], json!([]), "not your turn");
    assert_eq!(server.act(&id, &tokens[1], "b0", json!({ "move": "R1" })).await.0, 200);
    let (status, done) = server.act(&id, &tokens[1], "b1", json!("resign")).await;
    assert_eq!((status, &done["events"][1]["result"]), (200, &json!("1-0")));
    let over = server.see(&id, "").await;
    assert_eq!((&over["result"], &over["termination"]), (&json!("1-0"), &json!("resignation")));
    let (status, record) = server.get(&format!("/games/{id}/record"), "").await;
    assert!(status == 200 && record.as_str().unwrap().contains("[Termination \"resignation\"]"), "{record}");
    assert_eq!(server.get(&format!("/games/{id}/record.json"), "").await.1["result"], "1-0");
}

#[tokio::test]
async fn an_action_sent_twice_is_done_once() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let seq = server.seq(&id).await;
    let request = json!({ "id": "once", "seq": seq, "do": { "move": "Y3" } });
    let path = format!("/games/{id}/actions");
    let first = server.post(&path, &tokens[0], request.clone()).await;
    assert_eq!(first.0, 200);
    server.wait(500);
    assert_eq!(
        server.post(&path, &tokens[0], request.clone()).await,
        first,
        "the same answer, and nothing more"
    );
    let server = server.restart(1000).await;
    assert_eq!(server.post(&path, &tokens[0], request).await, first, "after a restart too");
    assert_eq!(server.see(&id, "").await["moves"], json!(["Y3"]));
}

#[tokio::test]
async fn a_challenge_can_be_declined() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let eve = server.guest("Eve").await;
    let (_, me) = server.get("/me", &bob).await;
    let challenge =
        json!({ "game": "squadro", "listed": false, "seats": ["you", { "user": me["user"]["id"] }] });
    let (_, game) = server.post("/games", &ada, challenge).await;
    let id = game["id"].as_str().unwrap();
    let decline = format!("/games/{id}/decline");
    assert_eq!(server.post(&decline, &eve, json!(null)).await.0, 404, "it is not for her to see");
    assert_eq!(server.post(&decline, &ada, json!(null)).await.1["key"], "not-challenged");
    assert_eq!(server.get("/me/games", &bob).await.1["games"][0]["id"], id);
    assert_eq!(server.post(&decline, &bob, json!(null)).await.0, 200);
    assert_eq!(server.see(id, &ada).await["termination"], "aborted");
    assert_eq!(server.get("/me/games", &bob).await.1["games"], json!([]));
    let (status, again) = server.post(&format!("/games/{id}/join"), &bob, json!({})).await;
    assert_eq!(status, 422, "{again}");
}

#[tokio::test]
async fn an_old_number_is_refused_with_what_was_missed() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let old = server.seq(&id).await;
    server.act(&id, &tokens[0], "a1", json!({ "move": "Y3" })).await;
    let path = format!("/games/{id}/actions");
    let request = json!({ "id": "b1", "seq": old, "do": { "move": "R1" } });
    let (status, problem) = server.post(&path, &tokens[1], request).await;
    assert_eq!((status, &problem["key"]), (409, &json!("old-number")));
    assert_eq!(problem["events"][0]["move"], "Y3");
    assert_eq!(problem["seq"], old + 1);
    let resign = json!({ "id": "b2", "seq": old, "do": "resign" });
    assert_eq!(
        server.post(&path, &tokens[1], resign).await.0,
        200,
        "resigning is valid whatever has happened"
    );
}

#[tokio::test]
async fn refusals_say_why_and_by_which_ruling() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let (status, problem) = server.act(&id, &tokens[0], "x", json!({ "move": "R2" })).await;
    assert_eq!((status, &problem["ruling"], &problem["key"]), (422, &json!("SQ-4"), &json!("not-your-turn")));
    let (status, problem) = server.act(&id, &tokens[1], "x", json!({ "move": "R2" })).await;
    assert_eq!((status, &problem["ruling"]), (422, &json!("TB-6")));
    let stranger = server.guest("Eve").await;
    assert_eq!(server.act(&id, &stranger, "x", json!("resign")).await.0, 403);
    assert_eq!(server.act(&id, "", "x", json!("resign")).await.0, 401);
    assert_eq!(server.act(&id, "wrong", "x", json!("resign")).await.0, 401);
    for body in [
        json!({}),
        json!({ "id": "x", "seq": 1, "do": "dance" }),
        json!({ "id": "x", "seq": -1, "do": "resign" }),
    ] {
        let (status, problem) = server.post(&format!("/games/{id}/actions"), &tokens[0], body).await;
        assert_eq!((status, &problem["key"]), (400, &json!("bad-request")), "{problem}");
    }
    for (clock, why) in [
        (json!({ "system": "hourglass" }), "there is no clock \"hourglass\""),
        (json!({ "system": "increment", "initial": 1000 }), "the clock \"increment\" has no \"increment\""),
        (json!({ "system": "sudden-death", "initial": -1 }), "invalid value"),
        (json!({ "system": "sudden-death", "minutes": 1 }), "unknown field"),
    ] {
        let request = json!({ "game": "squadro", "clock": clock });
        let (status, problem) = server.post("/games", &tokens[0], request).await;
        assert_eq!((status, &problem["key"]), (400, &json!("bad-request")), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(why), "{problem}");
    }
    let places = json!({ "adjudicate": { "places": [1, 2] } });
    assert_eq!(server.act(&id, &tokens[0], "x", places).await.0, 403, "only the server decides so");
    for (request, key) in [
        (json!({ "game": "chess" }), "unknown-game"),
        (json!({ "game": "squadro", "clock": { "system": "sudden-death", "initial": 0 } }), "terms"),
        (json!({ "game": "squadro", "seats": ["you", "you"] }), "bad-seats"),
        (json!({ "game": "squadro", "seats": ["you", { "level": 3 }] }), "no-computers"),
        (json!({ "game": "squadro", "seats": ["you", { "user": "nemo" }] }), "no-such-user"),
        (json!({ "game": "squadro", "options": { "colour": "green" } }), "terms"),
        (json!({ "game": "number-one", "players": 9 }), "terms"),
        (json!({ "game": "squadro", "position": "nonsense" }), "terms"),
    ] {
        let (status, problem) = server.post("/games", &tokens[0], request).await;
        assert_eq!((status, problem["key"].as_str().unwrap()), (422, key), "{problem}");
        assert!(problem["detail"].as_str().unwrap().len() > 5);
    }
}

#[tokio::test]
async fn whatever_is_wrong_with_a_request_is_said_in_a_problem_document() {
    let server = TestServer::open().await;
    let token = server.guest("Ada").await;
    for path in [
        "/games?limit=many",
        "/games/x/events?since=-1",
        "/games/%ff",
        "/games/x/messages?room=bar",
        "/socket",
    ] {
        let (status, problem) = server.get(path, &token).await;
        assert_eq!((status, &problem["status"]), (400, &json!(400)), "{path}: {problem}");
        assert!(problem["key"].is_string() && problem["detail"].is_string(), "{path}: {problem}");
    }
}

#[tokio::test]
async fn players_waiting_elsewhere_are_notified_of_the_start() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    // Ada has the second move, so no other notice would come.
    let (_, game) = server.post("/games", &ada, json!({ "game": "squadro", "seats": ["open", "you"] })).await;
    let id = game["id"].as_str().unwrap();
    let mut heard = server.listen(&ada).await;
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &bob, join).await.0, 200);
    let notice = heard.line().await;
    assert_eq!((&notice["notice"], &notice["game"]), (&json!("game-start"), &game["id"]));
}

#[tokio::test]
async fn of_four_one_leaves_and_the_others_play_on() {
    let server = TestServer::open().await;
    let (id, tokens) =
        server.game(json!({ "game": "number-one", "players": 4 }), &["A", "B", "C", "D"]).await;
    for (token, setup) in tokens.iter().zip(["LMS", "LMS", "LMS", "LMS"]) {
        let (status, done) = server.act(&id, token, "setup", json!({ "move": setup })).await;
        assert_eq!(status, 200, "{done}");
    }
    let (status, done) = server.act(&id, &tokens[2], "leave", json!("resign")).await;
    assert_eq!((status, &done["events"][0]["type"]), (200, &json!("left")), "out of turn");
    let game = server.see(&id, &tokens[0]).await;
    assert_eq!(game["moves"][4], "c:resigns");
    assert_eq!((&game["result"], &game["to_act"]), (&Value::Null, &json!(0)));
    for token in [&tokens[1], &tokens[3]] {
        server.act(&id, token, "leave", json!("resign")).await;
    }
    assert_eq!(server.see(&id, "").await["result"], "a>d>b>c");
}

#[tokio::test]
async fn time_ends_games_without_spectators() {
    let server = TestServer::open().await;
    let (live, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        server.act(&live, token, text, json!({ "move": text })).await;
    }
    let days = json!({ "game": "peak", "clock": { "system": "correspondence", "perTurn": 172_800_000 } });
    let (slow, tokens) = server.game(days, &["Cid", "Dan"]).await;
    let first = server.see(&slow, &tokens[0]).await["legal_moves"][0].clone();
    server.act(&slow, &tokens[0], "1", json!({ "move": first })).await;
    server.wait(3 * 24 * 60 * 60 * 1000);
    server.services.games.keep_deadlines().await;
    let over = server.see(&live, "").await;
    assert_eq!((&over["result"], &over["termination"]), (&json!("0-1"), &json!("time forfeit")));
    let list = server.get("/me/games", &tokens[0]).await.1;
    assert_eq!(list["games"][0]["stage"], "over", "{list}");
    let server = server.restart(1000).await;
    assert_eq!(
        server.see(&slow, "").await["termination"],
        "aborted",
        "the second player never made a decision"
    );
}

#[tokio::test]
async fn while_the_server_is_away_no_clock_runs() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        server.act(&id, token, text, json!({ "move": text })).await;
    }
    server.wait(5000);
    let server = server.restart(600_000).await;
    let game = server.see(&id, "").await;
    assert_eq!(game["result"], Value::Null);
    let left = game["clocks"]["left_ms"][0].as_u64().unwrap();
    assert!((54_000..=55_000).contains(&left), "five seconds were used before: {left}");
    let resumed = game["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&resumed["type"], resumed["away"].as_u64() >= Some(600_000)), (&json!("resumed"), true));
    server.wait(10_000);
    let game = server.see(&id, "").await;
    assert!(game["clocks"]["left_ms"][0].as_u64().unwrap() >= 54_000, "no player is back yet");
    server.wait(15_000);
    assert!(
        server.see(&id, "").await["clocks"]["left_ms"][0].as_u64().unwrap() < 54_000,
        "after 20 s it runs"
    );
}

#[tokio::test]
async fn an_unlisted_game_is_for_its_players_and_the_invited() {
    let server = TestServer::open().await;
    let mut request = squadro();
    request["listed"] = json!(false);
    let ada = server.guest("Ada").await;
    let (_, game) = server.post("/games", &ada, request).await;
    let id = game["id"].as_str().unwrap();
    let eve = server.guest("Eve").await;
    for token in ["", eve.as_str()] {
        assert_eq!(server.get(&format!("/games/{id}"), token).await.0, 404);
        assert_eq!(server.get(&format!("/games/{id}/events"), token).await.0, 404);
        assert_eq!(server.get(&format!("/games/{id}/record"), token).await.0, 404);
        assert_eq!(server.get(&format!("/games/{id}/messages?room=spectators"), token).await.0, 404);
    }
    let join = format!("/games/{id}/join");
    let forged = json!({ "invitation": "0123456789abcdef01234567" });
    assert_eq!(server.post(&join, &eve, forged).await.0, 404);
    let other = server.post("/games", &ada, squadro()).await.1;
    let foreign = json!({ "invitation": other["invitation"] });
    assert_eq!(server.post(&join, &eve, foreign).await.0, 404, "an invitation is for one game");
    let invitation = game["invitation"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    assert_eq!(server.get(&format!("/games/{id}?invitation={invitation}"), "").await.0, 200);
    assert_eq!(server.post(&join, &eve, json!({ "invitation": invitation })).await.0, 200);
    assert_eq!(server.get("/games", "").await.1["games"], json!([]), "it is in no list");
}

#[tokio::test]
async fn the_lobby_brings_people_together() {
    let server = TestServer::open().await;
    let (ada, bob, cid) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Cid").await);
    let seek = json!({ "game": "peak", "clock": { "system": "increment", "initial": 300_000, "increment": 3000 }, "seat": 1 });
    let (status, waiting) = server.post("/seeks", &ada, seek.clone()).await;
    assert_eq!((status, &waiting["missing"]), (201, &json!(1)));
    assert_eq!(server.get("/seeks", "").await.1["seeks"][0]["user"]["name"], "Ada");
    let mut other = seek.clone();
    other["clock"]["initial"] = json!(60_000);
    other.as_object_mut().unwrap().remove("seat");
    assert_eq!(server.post("/seeks", &cid, other).await.1["started"], Value::Null, "other terms do not fit");
    let mut same = seek;
    same.as_object_mut().unwrap().remove("seat");
    let (_, started) = server.post("/seeks", &bob, same).await;
    let id = started["started"].as_str().unwrap();
    let game = server.see(id, &ada).await;
    assert_eq!((&game["you"], &game["to_act"]), (&json!(1), &json!(0)), "the seat that was asked for");
    assert_eq!(server.see(id, &bob).await["you"], 0);
    let seeks = server.get("/seeks", "").await.1;
    assert_eq!(seeks["seeks"].as_array().unwrap().len(), 1);
    let mine = seeks["seeks"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(server.ask(Method::DELETE, &format!("/seeks/{mine}"), &ada, None).await.0, 403);
    assert_eq!(server.ask(Method::DELETE, &format!("/seeks/{mine}"), &cid, None).await.0, 200);
    assert_eq!(server.ask(Method::DELETE, &format!("/seeks/{mine}"), &cid, None).await.0, 404);
    for (token, missing) in [(&ada, 2), (&bob, 1)] {
        let (_, seek) = server.post("/seeks", token, json!({ "game": "number-one", "players": 3 })).await;
        assert_eq!(seek["missing"], missing);
    }
    let (_, full) = server.post("/seeks", &cid, json!({ "game": "number-one", "players": 3 })).await;
    assert_eq!(server.see(full["started"].as_str().unwrap(), "").await["players"], 3);
}

#[tokio::test]
async fn prepared_moves_are_played_when_their_turn_comes() {
    let server = TestServer::open().await;
    let days = json!({ "game": "squadro", "clock": { "system": "correspondence", "perTurn": 172_800_000 } });
    let (id, tokens) = server.game(days, &["Ada", "Bob"]).await;
    let plan = json!({ "branches": [
        { "when": ["Y1"], "play": ["R1"], "then": [{ "when": ["Y2"], "play": ["R2"] }] },
        { "when": ["Y5"], "play": ["R5"] },
    ] });
    let path = format!("/games/{id}/plan");
    let (status, kept) = server.ask(Method::PUT, &path, &tokens[1], Some(plan.clone())).await;
    assert_eq!((status, &kept), (200, &plan));
    let server = server.restart(1000).await;
    let play = async |text: &str, expected: &[&str]| {
        server.act(&id, &tokens[0], text, json!({ "move": text })).await;
        for _ in 0..1000 {
            if server.see(&id, "").await["moves"] == json!(expected) {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("{text}: {}", server.see(&id, "").await["moves"]);
    };
    play("Y1", &["Y1", "R1"]).await;
    play("Y2", &["Y1", "R1", "Y2", "R2"]).await;
    assert_eq!(server.get(&path, &tokens[1]).await.1, json!({}), "the tree is at its end");
    assert_eq!(server.get(&path, &tokens[0]).await.1, json!({}), "and is private");
    let premoves = json!({ "premoves": ["R3", "R4"] });
    server.ask(Method::PUT, &path, &tokens[1], Some(premoves)).await;
    play("Y3", &["Y1", "R1", "Y2", "R2", "Y3", "R3"]).await;
    play("Y4", &["Y1", "R1", "Y2", "R2", "Y3", "R3", "Y4", "R4"]).await;
}

#[tokio::test]
async fn players_and_spectators_talk_apart() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let eve = server.guest("Eve").await;
    let path = format!("/games/{id}/messages");
    let say = |room: &str, text: &str| json!({ "room": room, "text": text });
    assert_eq!(server.post(&path, &tokens[0], say("players", "<b>hello</b>")).await.0, 200);
    assert_eq!(server.post(&path, &eve, say("spectators", "Y3 wins!")).await.0, 200);
    assert_eq!(server.post(&path, &eve, say("players", "Y3 wins!")).await.0, 403);
    assert_eq!(server.post(&path, &tokens[0], say("spectators", "what?")).await.0, 403);
    assert_eq!(server.post(&path, &tokens[0], say("players", &"x".repeat(501))).await.0, 422);
    let (_, heard) = server.get(&format!("{path}?room=players"), &tokens[1]).await;
    assert_eq!(heard["messages"][0]["text"], "<b>hello</b>", "text stays text");
    assert_eq!(
        server.get(&format!("{path}?room=spectators"), &tokens[0]).await.0,
        403,
        "not while they play"
    );
    assert_eq!(server.get(&format!("{path}?room=players"), &eve).await.0, 403);
    server.act(&id, &tokens[0], "x", json!("resign")).await;
    assert_eq!(server.get(&format!("{path}?room=spectators"), &tokens[0]).await.0, 200);
    assert_eq!(server.get(&format!("{path}?room=players"), &eve).await.0, 403, "nor afterwards");
}

#[tokio::test]
async fn a_rematch_changes_colours() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let path = format!("/games/{id}/rematch");
    assert_eq!(server.post(&path, &tokens[0], json!({})).await.0, 422, "not before there is a result");
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        server.act(&id, token, text, json!({ "move": text })).await;
    }
    server.act(&id, &tokens[0], "x", json!("resign")).await;
    let (status, next) = server.post(&path, &tokens[0], json!({})).await;
    assert_eq!(status, 201, "{next}");
    let next = next["id"].as_str().unwrap().to_owned();
    assert_eq!(server.post(&path, &tokens[1], json!({})).await, (200, json!({ "id": next })));
    assert_eq!(server.post(&format!("/games/{next}/join"), &tokens[1], json!({})).await.0, 200);
    let game = server.see(&next, &tokens[0]).await;
    assert_eq!((&game["you"], &game["to_act"]), (&json!(1), &json!(0)));
    let server = server.restart(1000).await;
    assert_eq!(server.post(&path, &tokens[1], json!({})).await.1["id"], json!(next), "it is known for ever");
}

#[tokio::test]
async fn another_site_may_not_act_in_a_visitors_name() {
    let server = TestServer::open().await;
    let ask = async |origin: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/v1/guests")
            .header("host", "house:7878")
            .header("origin", origin);
        server.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status().as_u16()
    };
    assert_eq!(ask("http://house:7878").await, 201);
    assert_eq!(ask("http://evil.example").await, 403);
    assert_eq!(ask("null").await, 403);
}

#[tokio::test]
async fn the_description_lists_every_route() {
    let server = TestServer::open().await;
    let (status, document) = server.get("/openapi.json", "").await;
    assert_eq!(status, 200);
    let paths = document["paths"].as_object().unwrap();
    for path in ["/guests", "/games", "/games/{id}/actions", "/games/{id}/events", "/seeks", "/socket"] {
        assert!(paths.contains_key(&format!("/api/v1{path}")), "{path}");
    }
    assert!(document["components"]["schemas"]["GameView"]["properties"]["legal_moves"].is_object());
}
