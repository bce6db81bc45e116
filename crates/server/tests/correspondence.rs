//! Correspondence games: vacation (TB-11) and reminders. The test controls the clock.

use crate::test_server::TestServer;
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;

fn three_days() -> Value {
    json!({ "game": "squadro", "clock": { "system": "correspondence", "perTurn": 259_200_000 } })
}

impl TestServer {
    fn time(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    async fn vacation(&self, token: &str, until: Value) -> (u16, Value) {
        self.ask(Method::PUT, "/me/vacation", token, Some(json!({ "until": until }))).await
    }

    async fn deadline(&self, token: &str) -> u64 {
        self.get("/me/games", token).await.1["games"][0]["deadline"].as_u64().unwrap()
    }

    /// All players make a first decision, so that running out of time loses.
    async fn begun(&self) -> (String, Vec<String>) {
        let (id, tokens) = self.game(three_days(), &["Ada", "Bob"]).await;
        for (token, text) in tokens.iter().zip(["Y1", "R1"]) {
            assert_eq!(self.act(&id, token, text, json!({ "move": text })).await.0, 200);
        }
        (id, tokens)
    }
}

#[tokio::test]
async fn tb_11_games_wait_for_players_on_vacation() {
    let server = TestServer::open().await;
    let (id, tokens) = server.begun().await;
    let begun = server.time();
    assert_eq!(server.deadline(&tokens[0]).await, begun + 3 * DAY);
    server.wait(DAY);
    let until = begun + 11 * DAY;
    let (status, away) = server.vacation(&tokens[0], json!(until)).await;
    assert_eq!((status, away), (200, json!({ "until": until, "days_left": 20, "days_a_year": 30 })));
    assert_eq!(server.deadline(&tokens[0]).await, until + 2 * DAY);
    let game = server.see(&id, &tokens[1]).await;
    assert_eq!((&game["seats"][0]["vacation"], &game["clocks"]["runs_from"]), (&json!(until), &json!(until)));
    assert_eq!(game["events"].as_array().unwrap().last().unwrap()["type"], "vacation");
    let seq = server.seq(&id).await;
    assert_eq!(server.vacation(&tokens[0], json!(until)).await.0, 200);
    assert_eq!(server.seq(&id).await, seq, "the same again is nothing new");
    // Neither deadlines nor a restart change that.
    let server = server.restart(5 * DAY).await;
    server.services.games.keep_deadlines().await;
    assert_eq!(server.see(&id, "").await["result"], Value::Null);
    assert_eq!(server.deadline(&tokens[0]).await, until + 2 * DAY);
    assert_eq!(server.get("/me/vacation", &tokens[0]).await.1["until"], json!(until));
    // Moving is allowed on vacation; then the opponent's clock runs.
    assert_eq!(server.act(&id, &tokens[0], "a2", json!({ "move": "Y2" })).await.0, 200);
    assert_eq!(server.deadline(&tokens[1]).await, server.time() + 3 * DAY);
    assert_eq!(server.act(&id, &tokens[1], "b2", json!({ "move": "R2" })).await.0, 200);
    assert_eq!(server.deadline(&tokens[0]).await, until + 3 * DAY);
    // Ended early, after a bit more than six days, which count as seven.
    let (status, problem) = server.ask(Method::PUT, "/me/vacation", &tokens[0], Some(json!({}))).await;
    assert_eq!(status, 400, "an empty request must not end a vacation: {problem}");
    let (_, back) = server.vacation(&tokens[0], Value::Null).await;
    assert_eq!((&back["until"], &back["days_left"]), (&Value::Null, &json!(25)));
    assert_eq!(server.deadline(&tokens[0]).await, server.time() + 3 * DAY);
    server.wait(3 * DAY);
    server.services.games.keep_deadlines().await;
    assert_eq!(server.see(&id, "").await["termination"], "time forfeit");
}

#[tokio::test]
async fn tb_11_days_are_bounded_and_a_new_game_waits_too() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let now = server.time();
    let (status, problem) = server.vacation(&ada, json!(now + 31 * DAY)).await;
    assert_eq!((status, &problem["ruling"]), (422, &json!("TB-11")), "{problem}");
    assert_eq!(server.vacation(&ada, json!(now)).await.0, 422);
    assert_eq!(server.vacation(&ada, json!("soon")).await.0, 400);
    assert_eq!(server.vacation("", json!(now + DAY)).await.0, 401);
    let until = now + 5 * DAY;
    assert_eq!(server.vacation(&ada, json!(until)).await.0, 200);
    let (_, game) = server.post("/games", &ada, three_days()).await;
    let path = format!("/games/{}/join", game["id"].as_str().unwrap());
    let bob = server.guest("Bob").await;
    server.post(&path, &bob, json!({ "invitation": game["invitation"] })).await;
    assert_eq!(server.deadline(&ada).await, until + 3 * DAY, "a game that begins during the vacation");
    let (live, _) = server.post("/games", &ada, json!({ "game": "squadro" })).await;
    assert_eq!(live, 201, "other games have nothing to do with it");
}

/// The server was killed after the vacation was stored and before the games were informed.
#[tokio::test]
async fn tb_11_an_unreported_vacation_counts_when_time_is_up() {
    let server = TestServer::open().await;
    let (id, tokens) = server.begun().await;
    let me = server.id_of(&tokens[0]).await;
    let now = server.time();
    let vacation = json!({ "from": now + DAY, "until": now + 10 * DAY, "year": 0, "used": 0 });
    server.store.change_vacation(&me, None, Some(&vacation.to_string())).await.unwrap();
    let server = server.restart(5 * DAY).await;
    server.services.games.keep_deadlines().await;
    assert_eq!(server.see(&id, "").await["result"], Value::Null);
    assert_eq!(server.deadline(&tokens[0]).await, now + 13 * DAY, "no day was used: the server was away");
}

#[tokio::test]
async fn reminders_are_sent_once_for_each_step_even_over_restarts() {
    let server = TestServer::open().await;
    let (id, tokens) = server.begun().await;
    let mut ada = server.listen(&tokens[0]).await;
    server.services.reminders.send_due().await;
    server.wait(2 * DAY);
    server.services.reminders.send_due().await;
    server.services.reminders.send_due().await;
    let reminder = json!({ "type": "notice", "notice": "reminder", "game": id });
    assert_eq!(ada.line().await, reminder, "a day is left");
    server.act(&id, &tokens[0], "draw", json!("offer-draw")).await;
    let server = server.restart(0).await;
    let mut ada = server.listen(&tokens[0]).await;
    server.services.reminders.send_due().await;
    server.wait(21 * HOUR);
    server.services.reminders.send_due().await;
    assert_eq!(ada.line().await, reminder, "three hours are left");
    let server = server.restart(0).await;
    let (mut ada, mut bob) = (server.listen(&tokens[0]).await, server.listen(&tokens[1]).await);
    server.services.reminders.send_due().await;
    server.act(&id, &tokens[0], "y", json!("resign")).await;
    assert_eq!(ada.line().await["notice"], "game-end", "none was sent twice");
    assert_eq!(bob.line().await["notice"], "game-end", "and none to the other");
}

#[tokio::test]
async fn one_reminder_is_enough_when_two_are_late() {
    let server = TestServer::open().await;
    let (id, tokens) = server.begun().await;
    let server = server.restart(2 * DAY + 23 * HOUR).await;
    let mut ada = server.listen(&tokens[0]).await;
    server.services.reminders.send_due().await;
    server.services.reminders.send_due().await;
    server.act(&id, &tokens[0], "y", json!("resign")).await;
    for expected in ["reminder", "game-end"] {
        assert_eq!(ada.line().await["notice"], expected);
    }
}
