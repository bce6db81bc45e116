//! The API for games, called without a socket.

use crate::house::{House, squadro};
use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test]
async fn two_guests_play_by_link() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let game = house.see(&id, &tokens[0]).await;
    assert_eq!(game["you"], 0);
    assert_eq!(game["to_act"], 0);
    assert_eq!(game["legal_moves"], json!(["Y1", "Y2", "Y3", "Y4", "Y5"]));
    assert_eq!(
        game["clocks"],
        json!({ "at": 1_000_000, "left_ms": [60_000, 60_000], "running": null, "first_by": 1_030_000 })
    );
    assert_eq!(game["seats"][1]["user"]["name"], "Bob");
    assert_eq!(game["invitation"], Value::Null, "no seat is free any more");
    house.wait(2000);
    let (status, done) = house.act(&id, &tokens[0], "a1", json!({ "move": "Y3" })).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["events"][0]["type"], "moved");
    assert_eq!(done["events"][0]["left_ms"], json!([60_000, 60_000]), "a first decision is free");
    let other = house.see(&id, &tokens[1]).await;
    assert_eq!(other["moves"], json!(["Y3"]));
    assert_eq!(other["legal_moves"].as_array().unwrap().len(), 5);
    assert_eq!(house.see(&id, &tokens[0]).await["legal_moves"], json!([]), "not your turn");
    assert_eq!(house.act(&id, &tokens[1], "b0", json!({ "move": "R1" })).await.0, 200);
    let (status, done) = house.act(&id, &tokens[1], "b1", json!("resign")).await;
    assert_eq!((status, &done["events"][1]["result"]), (200, &json!("1-0")));
    let over = house.see(&id, "").await;
    assert_eq!((&over["result"], &over["termination"]), (&json!("1-0"), &json!("resignation")));
    let (status, record) = house.get(&format!("/games/{id}/record"), "").await;
    assert!(status == 200 && record.as_str().unwrap().contains("[Termination \"resignation\"]"), "{record}");
    assert_eq!(house.get(&format!("/games/{id}/record.json"), "").await.1["result"], "1-0");
}

#[tokio::test]
async fn an_action_sent_twice_is_done_once() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let seq = house.seq(&id).await;
    let wish = json!({ "id": "once", "seq": seq, "do": { "move": "Y3" } });
    let path = format!("/games/{id}/actions");
    let first = house.post(&path, &tokens[0], wish.clone()).await;
    assert_eq!(first.0, 200);
    house.wait(500);
    assert_eq!(house.post(&path, &tokens[0], wish.clone()).await, first, "the same answer, and nothing more");
    let house = house.restart(1000).await;
    assert_eq!(house.post(&path, &tokens[0], wish).await, first, "after a restart too");
    assert_eq!(house.see(&id, "").await["moves"], json!(["Y3"]));
}

#[tokio::test]
async fn a_challenge_can_be_declined_by_whoever_is_challenged() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let eve = house.guest("Eve").await;
    let (_, me) = house.get("/me", &bob).await;
    let challenge =
        json!({ "game": "squadro", "listed": false, "seats": ["you", { "user": me["user"]["id"] }] });
    let (_, game) = house.post("/games", &ada, challenge).await;
    let id = game["id"].as_str().unwrap();
    let decline = format!("/games/{id}/decline");
    assert_eq!(house.post(&decline, &eve, json!(null)).await.0, 404, "it is not for her to see");
    assert_eq!(house.post(&decline, &ada, json!(null)).await.1["key"], "not-challenged");
    assert_eq!(house.get("/me/games", &bob).await.1["games"][0]["id"], id);
    assert_eq!(house.post(&decline, &bob, json!(null)).await.0, 200);
    assert_eq!(house.see(id, &ada).await["termination"], "aborted");
    assert_eq!(house.get("/me/games", &bob).await.1["games"], json!([]));
    let (status, again) = house.post(&format!("/games/{id}/join"), &bob, json!({})).await;
    assert_eq!(status, 422, "{again}");
}

#[tokio::test]
async fn an_old_number_is_refused_with_what_was_missed() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let old = house.seq(&id).await;
    house.act(&id, &tokens[0], "a1", json!({ "move": "Y3" })).await;
    let path = format!("/games/{id}/actions");
    let wish = json!({ "id": "b1", "seq": old, "do": { "move": "R1" } });
    let (status, problem) = house.post(&path, &tokens[1], wish).await;
    assert_eq!((status, &problem["key"]), (409, &json!("old-number")));
    assert_eq!(problem["events"][0]["move"], "Y3");
    assert_eq!(problem["seq"], old + 1);
    let resign = json!({ "id": "b2", "seq": old, "do": "resign" });
    assert_eq!(
        house.post(&path, &tokens[1], resign).await.0,
        200,
        "resigning is valid whatever has happened"
    );
}

#[tokio::test]
async fn refusals_say_why_and_by_which_ruling() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let (status, problem) = house.act(&id, &tokens[0], "x", json!({ "move": "R2" })).await;
    assert_eq!((status, &problem["ruling"], &problem["key"]), (422, &json!("SQ-4"), &json!("not-your-turn")));
    let (status, problem) = house.act(&id, &tokens[1], "x", json!({ "move": "R2" })).await;
    assert_eq!((status, &problem["ruling"]), (422, &json!("TB-6")));
    let stranger = house.guest("Eve").await;
    assert_eq!(house.act(&id, &stranger, "x", json!("resign")).await.0, 403);
    assert_eq!(house.act(&id, "", "x", json!("resign")).await.0, 401);
    assert_eq!(house.act(&id, "wrong", "x", json!("resign")).await.0, 401);
    for body in [
        json!({}),
        json!({ "id": "x", "seq": 1, "do": "dance" }),
        json!({ "id": "x", "seq": -1, "do": "resign" }),
    ] {
        let (status, problem) = house.post(&format!("/games/{id}/actions"), &tokens[0], body).await;
        assert_eq!((status, &problem["key"]), (400, &json!("bad-request")), "{problem}");
    }
    let places = json!({ "adjudicate": { "places": [1, 2] } });
    assert_eq!(house.act(&id, &tokens[0], "x", places).await.0, 403, "only the server decides so");
    for (wish, key) in [
        (json!({ "game": "chess" }), "unknown-game"),
        (json!({ "game": "squadro", "clock": { "system": "hourglass" } }), "bad-clock"),
        (json!({ "game": "squadro", "seats": ["you", "you"] }), "bad-seats"),
        (json!({ "game": "squadro", "seats": ["you", { "level": 3 }] }), "no-computers"),
        (json!({ "game": "squadro", "seats": ["you", { "user": "nemo" }] }), "no-such-user"),
        (json!({ "game": "squadro", "options": { "colour": "green" } }), "terms"),
        (json!({ "game": "number-one", "players": 9 }), "terms"),
        (json!({ "game": "squadro", "position": "nonsense" }), "terms"),
    ] {
        let (status, problem) = house.post("/games", &tokens[0], wish).await;
        assert_eq!((status, problem["key"].as_str().unwrap()), (422, key), "{problem}");
        assert!(problem["detail"].as_str().unwrap().len() > 5);
    }
}

#[tokio::test]
async fn whatever_is_wrong_with_a_request_is_said_in_a_problem_document() {
    let house = House::open().await;
    let token = house.guest("Ada").await;
    for path in [
        "/games?limit=many",
        "/games/x/events?since=-1",
        "/games/%ff",
        "/games/x/messages?room=bar",
        "/socket",
    ] {
        let (status, problem) = house.get(path, &token).await;
        assert_eq!((status, &problem["status"]), (400, &json!(400)), "{path}: {problem}");
        assert!(problem["key"].is_string() && problem["detail"].is_string(), "{path}: {problem}");
    }
}

#[tokio::test]
async fn whoever_waits_elsewhere_is_told_that_the_game_begins() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    // Ada has the second move, so no other notice would come.
    let (_, game) = house.post("/games", &ada, json!({ "game": "squadro", "seats": ["open", "you"] })).await;
    let id = game["id"].as_str().unwrap();
    let mut heard = house.listen(&ada).await;
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(house.post(&format!("/games/{id}/join"), &bob, join).await.0, 200);
    let notice = heard.line().await;
    assert_eq!((&notice["notice"], &notice["game"]), (&json!("game-start"), &game["id"]));
}

#[tokio::test]
async fn of_four_one_leaves_and_the_others_play_on() {
    let house = House::open().await;
    let (id, tokens) = house.game(json!({ "game": "number-one", "players": 4 }), &["A", "B", "C", "D"]).await;
    for (token, setup) in tokens.iter().zip(["LMS", "LMS", "LMS", "LMS"]) {
        let (status, done) = house.act(&id, token, "setup", json!({ "move": setup })).await;
        assert_eq!(status, 200, "{done}");
    }
    let (status, done) = house.act(&id, &tokens[2], "leave", json!("resign")).await;
    assert_eq!((status, &done["events"][0]["type"]), (200, &json!("left")), "out of turn");
    let game = house.see(&id, &tokens[0]).await;
    assert_eq!(game["moves"][4], "c:resigns");
    assert_eq!((&game["result"], &game["to_act"]), (&Value::Null, &json!(0)));
    for token in [&tokens[1], &tokens[3]] {
        house.act(&id, token, "leave", json!("resign")).await;
    }
    assert_eq!(house.see(&id, "").await["result"], "a>d>b>c");
}

#[tokio::test]
async fn time_ends_games_by_itself_also_when_nobody_looks() {
    let house = House::open().await;
    let (live, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        house.act(&live, token, text, json!({ "move": text })).await;
    }
    let days = json!({ "game": "peak", "clock": { "system": "correspondence", "days": 2 } });
    let (slow, tokens) = house.game(days, &["Cid", "Dan"]).await;
    let first = house.see(&slow, &tokens[0]).await["legal_moves"][0].clone();
    house.act(&slow, &tokens[0], "1", json!({ "move": first })).await;
    house.wait(3 * 24 * 60 * 60 * 1000);
    house.hub.keep_deadlines().await;
    let over = house.see(&live, "").await;
    assert_eq!((&over["result"], &over["termination"]), (&json!("0-1"), &json!("time forfeit")));
    let list = house.get("/me/games", &tokens[0]).await.1;
    assert_eq!(list["games"][0]["stage"], "over", "{list}");
    let house = house.restart(1000).await;
    assert_eq!(
        house.see(&slow, "").await["termination"],
        "aborted",
        "the second player never made a decision"
    );
}

#[tokio::test]
async fn while_the_server_is_away_no_clock_runs() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        house.act(&id, token, text, json!({ "move": text })).await;
    }
    house.wait(5000);
    let house = house.restart(600_000).await;
    let game = house.see(&id, "").await;
    assert_eq!(game["result"], Value::Null);
    let left = game["clocks"]["left_ms"][0].as_u64().unwrap();
    assert!((54_000..=55_000).contains(&left), "five seconds were used before: {left}");
    let resumed = game["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&resumed["type"], resumed["away"].as_u64() >= Some(600_000)), (&json!("resumed"), true));
    house.wait(10_000);
    let game = house.see(&id, "").await;
    assert!(game["clocks"]["left_ms"][0].as_u64().unwrap() >= 54_000, "no player is back yet");
    house.wait(15_000);
    assert!(
        house.see(&id, "").await["clocks"]["left_ms"][0].as_u64().unwrap() < 54_000,
        "after 20 s it runs"
    );
}

#[tokio::test]
async fn an_unlisted_game_is_for_its_players_and_the_invited() {
    let house = House::open().await;
    let mut wish = squadro();
    wish["listed"] = json!(false);
    let ada = house.guest("Ada").await;
    let (_, game) = house.post("/games", &ada, wish).await;
    let id = game["id"].as_str().unwrap();
    let eve = house.guest("Eve").await;
    for token in ["", eve.as_str()] {
        assert_eq!(house.get(&format!("/games/{id}"), token).await.0, 404);
        assert_eq!(house.get(&format!("/games/{id}/events"), token).await.0, 404);
        assert_eq!(house.get(&format!("/games/{id}/record"), token).await.0, 404);
        assert_eq!(house.get(&format!("/games/{id}/messages?room=spectators"), token).await.0, 404);
    }
    let join = format!("/games/{id}/join");
    let forged = json!({ "invitation": "0123456789abcdef01234567" });
    assert_eq!(house.post(&join, &eve, forged).await.0, 404);
    let other = house.post("/games", &ada, squadro()).await.1;
    let foreign = json!({ "invitation": other["invitation"] });
    assert_eq!(house.post(&join, &eve, foreign).await.0, 404, "an invitation is for one game");
    let invitation = game["invitation"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    assert_eq!(house.get(&format!("/games/{id}?invitation={invitation}"), "").await.0, 200);
    assert_eq!(house.post(&join, &eve, json!({ "invitation": invitation })).await.0, 200);
    assert_eq!(house.get("/games", "").await.1["games"], json!([]), "it is in no list");
}

#[tokio::test]
async fn the_lobby_brings_people_together() {
    let house = House::open().await;
    let (ada, bob, cid) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Cid").await);
    let seek = json!({ "game": "peak", "clock": { "system": "increment", "initial_s": 300, "increment_s": 3 }, "seat": 1 });
    let (status, waiting) = house.post("/seeks", &ada, seek.clone()).await;
    assert_eq!((status, &waiting["missing"]), (201, &json!(1)));
    assert_eq!(house.get("/seeks", "").await.1["seeks"][0]["user"]["name"], "Ada");
    let mut other = seek.clone();
    other["clock"]["initial_s"] = json!(60);
    other.as_object_mut().unwrap().remove("seat");
    assert_eq!(house.post("/seeks", &cid, other).await.1["started"], Value::Null, "other terms do not fit");
    let mut same = seek;
    same.as_object_mut().unwrap().remove("seat");
    let (_, started) = house.post("/seeks", &bob, same).await;
    let id = started["started"].as_str().unwrap();
    let game = house.see(id, &ada).await;
    assert_eq!((&game["you"], &game["to_act"]), (&json!(1), &json!(0)), "the seat that was asked for");
    assert_eq!(house.see(id, &bob).await["you"], 0);
    let seeks = house.get("/seeks", "").await.1;
    assert_eq!(seeks["seeks"].as_array().unwrap().len(), 1);
    let mine = seeks["seeks"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(house.ask(Method::DELETE, &format!("/seeks/{mine}"), &ada, None).await.0, 403);
    assert_eq!(house.ask(Method::DELETE, &format!("/seeks/{mine}"), &cid, None).await.0, 200);
    assert_eq!(house.ask(Method::DELETE, &format!("/seeks/{mine}"), &cid, None).await.0, 404);
    for (token, missing) in [(&ada, 2), (&bob, 1)] {
        let (_, seek) = house.post("/seeks", token, json!({ "game": "number-one", "players": 3 })).await;
        assert_eq!(seek["missing"], missing);
    }
    let (_, full) = house.post("/seeks", &cid, json!({ "game": "number-one", "players": 3 })).await;
    assert_eq!(house.see(full["started"].as_str().unwrap(), "").await["players"], 3);
}

#[tokio::test]
async fn prepared_moves_are_played_when_their_turn_comes() {
    let house = House::open().await;
    let days = json!({ "game": "squadro", "clock": { "system": "correspondence", "days": 2 } });
    let (id, tokens) = house.game(days, &["Ada", "Bob"]).await;
    let plan = json!({ "branches": [
        { "when": ["Y1"], "play": ["R1"], "then": [{ "when": ["Y2"], "play": ["R2"] }] },
        { "when": ["Y5"], "play": ["R5"] },
    ] });
    let path = format!("/games/{id}/plan");
    let (status, kept) = house.ask(Method::PUT, &path, &tokens[1], Some(plan.clone())).await;
    assert_eq!((status, &kept), (200, &plan));
    let house = house.restart(1000).await;
    let play = async |text: &str, expected: &[&str]| {
        house.act(&id, &tokens[0], text, json!({ "move": text })).await;
        for _ in 0..1000 {
            if house.see(&id, "").await["moves"] == json!(expected) {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("{text}: {}", house.see(&id, "").await["moves"]);
    };
    play("Y1", &["Y1", "R1"]).await;
    play("Y2", &["Y1", "R1", "Y2", "R2"]).await;
    assert_eq!(house.get(&path, &tokens[1]).await.1, json!({}), "the tree is at its end");
    assert_eq!(house.get(&path, &tokens[0]).await.1, json!({}), "and is private");
    let premoves = json!({ "premoves": ["R3", "R4"] });
    house.ask(Method::PUT, &path, &tokens[1], Some(premoves)).await;
    play("Y3", &["Y1", "R1", "Y2", "R2", "Y3", "R3"]).await;
    play("Y4", &["Y1", "R1", "Y2", "R2", "Y3", "R3", "Y4", "R4"]).await;
}

#[tokio::test]
async fn players_and_spectators_talk_apart() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let eve = house.guest("Eve").await;
    let path = format!("/games/{id}/messages");
    let say = |room: &str, text: &str| json!({ "room": room, "text": text });
    assert_eq!(house.post(&path, &tokens[0], say("players", "<b>hello</b>")).await.0, 200);
    assert_eq!(house.post(&path, &eve, say("spectators", "Y3 wins!")).await.0, 200);
    assert_eq!(house.post(&path, &eve, say("players", "Y3 wins!")).await.0, 403);
    assert_eq!(house.post(&path, &tokens[0], say("spectators", "what?")).await.0, 403);
    assert_eq!(house.post(&path, &tokens[0], say("players", &"x".repeat(501))).await.0, 422);
    let (_, heard) = house.get(&format!("{path}?room=players"), &tokens[1]).await;
    assert_eq!(heard["messages"][0]["text"], "<b>hello</b>", "text stays text");
    assert_eq!(house.get(&format!("{path}?room=spectators"), &tokens[0]).await.0, 403, "not while they play");
    assert_eq!(house.get(&format!("{path}?room=players"), &eve).await.0, 403);
    house.act(&id, &tokens[0], "x", json!("resign")).await;
    assert_eq!(house.get(&format!("{path}?room=spectators"), &tokens[0]).await.0, 200);
    assert_eq!(house.get(&format!("{path}?room=players"), &eve).await.0, 403, "nor afterwards");
}

#[tokio::test]
async fn a_rematch_changes_colours() {
    let house = House::open().await;
    let (id, tokens) = house.game(squadro(), &["Ada", "Bob"]).await;
    let path = format!("/games/{id}/rematch");
    assert_eq!(house.post(&path, &tokens[0], json!({})).await.0, 422, "not before there is a result");
    for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
        house.act(&id, token, text, json!({ "move": text })).await;
    }
    house.act(&id, &tokens[0], "x", json!("resign")).await;
    let (status, next) = house.post(&path, &tokens[0], json!({})).await;
    assert_eq!(status, 201, "{next}");
    let next = next["id"].as_str().unwrap().to_owned();
    assert_eq!(house.post(&path, &tokens[1], json!({})).await, (200, json!({ "id": next })));
    assert_eq!(house.post(&format!("/games/{next}/join"), &tokens[1], json!({})).await.0, 200);
    let game = house.see(&next, &tokens[0]).await;
    assert_eq!((&game["you"], &game["to_act"]), (&json!(1), &json!(0)));
    let house = house.restart(1000).await;
    assert_eq!(house.post(&path, &tokens[1], json!({})).await.1["id"], json!(next), "it is known for ever");
}

#[tokio::test]
async fn another_site_may_not_act_in_a_visitors_name() {
    let house = House::open().await;
    let ask = async |origin: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/v1/guests")
            .header("host", "house:7878")
            .header("origin", origin);
        house.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status().as_u16()
    };
    assert_eq!(ask("http://house:7878").await, 201);
    assert_eq!(ask("http://evil.example").await, 403);
    assert_eq!(ask("null").await, 403);
}

#[tokio::test]
async fn the_description_names_every_door() {
    let house = House::open().await;
    let (status, document) = house.get("/openapi.json", "").await;
    assert_eq!(status, 200);
    let paths = document["paths"].as_object().unwrap();
    for path in ["/guests", "/games", "/games/{id}/actions", "/games/{id}/events", "/seeks", "/socket"] {
        assert!(paths.contains_key(&format!("/api/v1{path}")), "{path}");
    }
    assert!(document["components"]["schemas"]["GameView"]["properties"]["legal_moves"].is_object());
}
