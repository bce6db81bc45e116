//! Rules of online play: first decisions, absence, rated pairing, challenges, chat, settings, help.

use crate::{
    accounts::account,
    moderation::{moderate, say, with_role},
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use futures_util::{SinkExt, StreamExt};
use ludoteca_protocol::{ChatPolicy, Registration, SettingsChange};
use ludoteca_server::{Limits, Page, State, serve};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

const DAY: u64 = 24 * 60 * 60 * 1000;

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A socket that follows a game.
async fn follow(server: &TestServer, game: &str, token: &str) -> Socket {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = State::new(Page::new([("index.html".to_owned(), "page".into())]))
        .with_services(server.services.clone());
    tokio::spawn(serve(listener, state, Limits::default(), std::future::pending()));
    let mut request = format!("ws://{address}/api/v1/socket?protocol=1").into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let subscribe = json!({ "type": "subscribe", "game": game, "since": 0 });
    socket.send(Message::text(subscribe.to_string())).await.unwrap();
    next(&mut socket, |message| message["type"] == "presence").await;
    socket
}

/// The next message that satisfies the predicate.
async fn next(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if wanted(&message) {
            return message;
        }
    }
}

fn blitz() -> Value {
    json!({ "game": "squadro", "clock": { "system": "increment", "initial": 300_000, "increment": 3000 } })
}

fn with(mut value: Value, field: &str, to: Value) -> Value {
    value[field] = to;
    value
}

#[tokio::test]
async fn tb_6_no_first_decision_ends_the_game_in_half_a_minute_and_the_innocent_may_play_again() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(blitz(), &["Ada", "Bob"]).await;
    let game = server.see(&id, &tokens[0]).await;
    assert_eq!((&game["clocks"]["running"], &game["clocks"]["first_by"]), (&Value::Null, &json!(1_030_000)));
    assert_eq!(game["rematch"], false);
    server.wait(20_000);
    assert_eq!(server.act(&id, &tokens[0], "a1", json!({ "move": "Y1" })).await.0, 200);
    assert_eq!(server.see(&id, "").await["clocks"]["left_ms"], json!([303_000, 300_000]));
    server.wait(31_000);
    server.services.games.keep_deadlines().await;
    let over = server.see(&id, &tokens[0]).await;
    assert_eq!((&over["termination"], &over["result"]), (&json!("aborted"), &json!("*")));
    assert_eq!(over["aborted"], json!({ "by": 1, "why": "first-decision" }));
    let ended = over["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&ended["type"], &ended["seat"], &ended["why"]),
        (&json!("ended"), &json!(1), &json!("first-decision"))
    );
    assert_eq!(server.get("/me/games", &tokens[0]).await.1["games"][0]["aborted"]["by"], 1);
    // Only the player who was present may start another game, on the same seats.
    assert_eq!(
        (over["rematch"].clone(), server.see(&id, &tokens[1]).await["rematch"].clone()),
        (json!(true), json!(false))
    );
    let (status, refused) = server.post(&format!("/games/{id}/rematch"), &tokens[1], json!({})).await;
    assert_eq!((status, &refused["key"]), (422, &json!("you-aborted")));
    let (status, made) = server.post(&format!("/games/{id}/rematch"), &tokens[0], json!({})).await;
    assert_eq!(status, 201, "{made}");
    let again = server.see(made["id"].as_str().unwrap(), &tokens[1]).await;
    assert_eq!((&again["previous"], &again["clock"]), (&json!(id), &game["clock"]));
    assert_eq!(again["seats"][0]["user"]["name"], "Ada");
    let challenge = &again["challenge"];
    assert_eq!((&challenge["by"]["name"], &challenge["to"][0]["name"]), (&json!("Ada"), &json!("Bob")));
    assert_eq!((&challenge["yours"], &challenge["rematch"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn tb_3_an_aborted_game_names_who_aborted_it() {
    let server = TestServer::open().await;
    for (seat, action, why) in [(1, "abort", "asked"), (0, "resign", "resignation")] {
        let (id, tokens) = server.game(blitz(), &["Ada", "Bob"]).await;
        assert_eq!(server.act(&id, &tokens[seat], "x", json!(action)).await.0, 200);
        assert_eq!(server.see(&id, "").await["aborted"], json!({ "by": seat, "why": why }), "{action}");
    }
}

#[tokio::test]
async fn tb_8_absence_is_announced_at_once() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(blitz(), &["Ada", "Bob"]).await;
    for (seat, text) in [(0, "Y1"), (1, "R1")] {
        assert_eq!(server.act(&id, &tokens[seat], text, json!({ "move": text })).await.0, 200);
    }
    let mut bob = follow(&server, &id, &tokens[1]).await;
    let ada = follow(&server, &id, &tokens[0]).await;
    let both = |message: &Value| message["connected"] == json!([true, true]);
    let there = next(&mut bob, both).await;
    assert_eq!(there["away_ms"], json!([0, 0]));
    drop(ada);
    // No time has passed by the server's clock.
    let gone = next(&mut bob, |message| message["connected"] == json!([false, true])).await;
    assert!(gone["away_ms"][0].as_u64().unwrap() >= 1 && gone["away_ms"][1] == 0, "{gone}");
    server.wait(60_000);
    let (status, claimed) = server.act(&id, &tokens[1], "claim", json!("claim")).await;
    assert_eq!((status, &claimed["events"][1]["termination"]), (200, &json!("absence")), "{claimed}");
}

#[tokio::test]
async fn tb_11_a_watching_opponent_is_notified_of_a_vacation() {
    let server = TestServer::open().await;
    let days = json!({ "game": "squadro", "clock": { "system": "correspondence", "perTurn": 259_200_000 } });
    let (id, tokens) = server.game(days, &["Ada", "Bob"]).await;
    let mut bob = follow(&server, &id, &tokens[1]).await;
    let until = 1_000_000 + 5 * DAY;
    let away = Some(json!({ "until": until }));
    assert_eq!(server.ask(Method::PUT, "/me/vacation", &tokens[0], away).await.0, 200);
    let told = next(&mut bob, |message| message["vacation"] == json!([until, null])).await;
    assert_eq!(told["type"], "presence");
    assert_eq!(server.see(&id, &tokens[1]).await["seats"][0]["vacation"], until);
    let back = Some(json!({ "until": null }));
    assert_eq!(server.ask(Method::PUT, "/me/vacation", &tokens[0], back).await.0, 200);
    next(&mut bob, |message| message["vacation"] == json!([null, null])).await;
}

#[tokio::test]
async fn one_press_pairing_is_rated_when_both_have_accounts_and_says_so_when_not() {
    let server = TestServer::open().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let guest = server.guest("Gus").await;
    let (status, seek) = server.post("/seeks", &ada, blitz()).await;
    assert_eq!((status, &seek["rated"], &seek["guest"]), (201, &Value::Null, &json!(false)), "{seek}");
    assert_eq!(seek["rating"], json!({ "value": 1500, "provisional": true }));
    let (_, started) = server.post("/seeks", &bob, blitz()).await;
    let game = server.see(started["started"].as_str().unwrap(), &ada).await;
    assert_eq!(game["rated"], true);
    // A guest's seek is unrated, and so is the resulting game.
    let (_, seek) = server.post("/seeks", &guest, blitz()).await;
    assert_eq!(
        (&seek["rated"], &seek["guest"], &seek["rating"]),
        (&json!(false), &json!(true), &Value::Null)
    );
    let (_, started) = server.post("/seeks", &ada, blitz()).await;
    assert_eq!(server.see(started["started"].as_str().unwrap(), &ada).await["rated"], false);
    // A rated-only seek is not paired with unrated ones or guests.
    let (_, rated) = server.post("/seeks", &ada, with(blitz(), "rated", json!(true))).await;
    assert_eq!(server.post("/seeks", &guest, blitz()).await.1["started"], Value::Null);
    let join = format!("/seeks/{}/join", rated["id"].as_str().unwrap());
    assert_eq!(server.post(&join, &guest, json!({})).await.1["key"], "rated-needs-account");
    let (_, started) = server.post("/seeks", &bob, blitz()).await;
    let started = started["started"].as_str().unwrap();
    assert!(server.see(started, &bob).await["rated"].is_boolean());
    // A game without a clock is not rated.
    let (_, slow) = server.post("/seeks", &ada, json!({ "game": "squadro" })).await;
    assert_eq!((&slow["rated"], &slow["rating"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn the_second_of_two_gets_the_seat_that_was_asked_for() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    for seat in [0, 1, 0, 1, 1, 0] {
        assert_eq!(server.post("/seeks", &ada, blitz()).await.1["started"], Value::Null);
        let started = server.post("/seeks", &bob, with(blitz(), "seat", json!(seat))).await.1;
        assert_eq!(server.see(started["started"].as_str().unwrap(), &bob).await["you"], seat);
    }
}

#[tokio::test]
async fn three_accounts_and_a_guest_are_rated_only_without_the_guest() {
    let server = TestServer::open().await;
    let names = ["Ada", "Bob"];
    let request = json!({ "game": "number-one", "players": 3,
        "clock": { "system": "increment", "initial": 300_000, "increment": 3000 } });
    let mut tokens = Vec::new();
    for name in names {
        tokens.push(account(&server, name).await);
    }
    let guest = server.guest("Gus").await;
    assert_eq!(server.post("/seeks", &tokens[0], request.clone()).await.1["rated"], Value::Null);
    let joined = server.post("/seeks", &guest, request.clone()).await.1;
    assert_eq!((&joined["rated"], &joined["missing"]), (&json!(false), &json!(1)), "it shows at once");
    let started = server.post("/seeks", &tokens[1], request).await.1;
    assert_eq!(server.see(started["started"].as_str().unwrap(), "").await["rated"], false);
}

#[tokio::test]
async fn ratings_far_apart_meet_when_they_have_waited() {
    let server = TestServer::open().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    // Ada wins until she is far ahead.
    for round in 0..8 {
        let rated = with(with(blitz(), "rated", json!(true)), "seats", json!(["you", { "user": "Bob" }]));
        let game = server.post("/games", &ada, rated).await.1;
        let id = game["id"].as_str().unwrap();
        assert_eq!(server.post(&format!("/games/{id}/join"), &bob, json!({})).await.0, 200);
        for (token, action) in
            [(&ada, json!({ "move": "Y1" })), (&bob, json!({ "move": "R1" })), (&bob, json!("resign"))]
        {
            let done = server.act(id, token, &format!("{round}{action}"), action).await;
            assert_eq!(done.0, 200, "{}", done.1);
        }
        server.rated().await;
    }
    let rating = async |token: &str| {
        let seek = server.post("/seeks", token, with(blitz(), "game", json!("squadro"))).await.1;
        (seek["rating"]["value"].as_i64().unwrap_or_default(), seek)
    };
    let (high, waiting) = rating(&ada).await;
    let (low, other) = rating(&bob).await;
    assert!(high - low > 300, "{high} and {low}");
    assert_eq!(other["started"], Value::Null, "too far apart at first");
    server.services.lobby.pair_waiting().await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"].as_array().unwrap().len(), 2);
    server.wait(60_000);
    server.services.lobby.pair_waiting().await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"], json!([]), "any rating fits after a minute");
    let mine = server.get("/me/games", &bob).await.1;
    assert_eq!((&mine["games"][0]["rated"], &mine["games"][0]["stage"]), (&json!(true), &json!("playing")));
    assert_ne!(waiting["id"], other["id"]);
    // A chosen range does not widen.
    let near = with(blitz(), "rating_range", json!({ "min": high - 50, "max": high + 50 }));
    let seek = server.post("/seeks", &ada, near).await.1;
    let (status, refused) =
        server.post(&format!("/seeks/{}/join", seek["id"].as_str().unwrap()), &bob, json!({})).await;
    assert_eq!((status, &refused["key"]), (403, &json!("rating-range")), "{refused}");
    assert_eq!(refused["args"], json!([(high - 50).to_string(), (high + 50).to_string()]));
    assert_eq!(server.post("/seeks", &bob, blitz()).await.1["started"], Value::Null);
    server.wait(600_000);
    server.services.lobby.pair_waiting().await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"].as_array().unwrap().len(), 2);
    for (token, range, key) in [
        (&bob, json!({ "min": 1600, "max": 1500 }), "bad-range"),
        (&bob, json!({ "min": 0, "max": 4001 }), "bad-range"),
        (&server.guest("Gus").await, json!({ "min": 1, "max": 2 }), "range-needs-account"),
    ] {
        let refused = server.post("/seeks", token, with(blitz(), "rating_range", range)).await;
        assert_eq!((refused.0, &refused.1["key"]), (422, &json!(key)));
    }
}

#[tokio::test]
async fn anyone_with_an_account_can_be_challenged_by_name_but_not_oneself() {
    let server = TestServer::open().await;
    let ada = account(&server, "Ada").await;
    let bob = account(&server, "Bob").await;
    let request = json!({ "name": "Robo", "password": crate::accounts::PASSWORD });
    let bot = server.post("/accounts/bot", &bob, request).await.1;
    assert_eq!(bot["user"]["bot"], true, "{bot}");
    for name in ["Bob", "bob", "Robo"] {
        let seats = json!(["you", { "user": name }]);
        let request = with(with(blitz(), "seats", seats), "take_back", json!(false));
        let (status, game) = server.post("/games", &ada, request).await;
        assert_eq!(status, 201, "{name}: {game}");
        assert_eq!(game["challenge"]["yours"], false);
        let token = if name == "Robo" { bot["token"].as_str().unwrap() } else { &bob };
        let id = game["id"].as_str().unwrap();
        let seen = server.see(id, token).await;
        assert_eq!(
            (&seen["challenge"]["by"]["name"], &seen["challenge"]["yours"]),
            (&json!("Ada"), &json!(true))
        );
        assert_eq!((&seen["take_back"], &seen["rated"]), (&json!(false), &json!(false)));
        assert_eq!(server.post(&format!("/games/{id}/decline"), token, json!({})).await.0, 200);
        let over = server.see(id, &ada).await;
        assert_eq!(over["aborted"], json!({ "by": 1, "why": "declined" }));
        assert_eq!((&over["rematch"], &over["challenge"]), (&json!(false), &Value::Null));
    }
    for seats in [
        json!(["you", { "user": "Ada" }]),
        json!([{ "user": "Bob" }, { "user": "bob" }]),
        json!(["you", "you"]),
    ] {
        let (status, refused) = server.post("/games", &ada, with(blitz(), "seats", seats)).await;
        assert_eq!((status, &refused["key"]), (422, &json!("bad-seats")), "{refused}");
    }
}

#[tokio::test]
async fn a_challenge_on_the_socket_names_the_challenger() {
    let server = TestServer::open().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let mut lines = server.listen(&bob).await;
    let seats = json!(["you", { "user": "Bob" }]);
    assert_eq!(server.post("/games", &ada, with(blitz(), "seats", seats)).await.0, 201);
    let notice = loop {
        let line = lines.line().await;
        if line["notice"] == "challenge" {
            break line;
        }
    };
    assert_eq!(notice["from"]["name"], "Ada");
}

async fn messages(server: &TestServer, game: &str, token: &str) -> (u16, Value) {
    server.get(&format!("/games/{game}/messages?room=players"), token).await
}

#[tokio::test]
async fn chat_is_private_to_the_players_unless_configured() {
    let server = TestServer::open().await;
    let admin = with_role(&server, "Anna", "admin").await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let chat = server.see(&id, &tokens[0]).await["chat"].clone();
    assert_eq!(chat, json!({ "write": ["players"], "after_game": "players" }));
    assert_eq!(server.see(&id, "").await["chat"]["write"], json!(["spectators"]));
    let eve = server.guest("Eve").await;
    let mut spectator = follow(&server, &id, &eve).await;
    assert_eq!(say(&server, &id, &tokens[0], "between us").await.0, 200);
    assert_eq!(server.act(&id, &tokens[0], "x", json!("abort")).await.0, 200);
    assert_eq!(say(&server, &id, &tokens[0], "still between us").await.0, 200);
    for token in ["", &eve] {
        let (status, refused) = messages(&server, &id, token).await;
        assert_eq!((status, &refused["key"]), (403, &json!("only-players")), "{refused}");
    }
    assert_eq!(messages(&server, &id, &tokens[1]).await.1["messages"].as_array().unwrap().len(), 2);
    // Spectators did not get the earlier messages either, only those after the change.
    let public = Some(json!({ "chat_after_game": "public" }));
    assert_eq!(server.ask(Method::PUT, "/admin/settings", &admin, public).await.0, 200);
    assert_eq!(say(&server, &id, &tokens[0], "for everyone").await.0, 200);
    let told = next(&mut spectator, |message| message["type"] == "message").await;
    assert_eq!(told["text"], "for everyone");
    assert_eq!(messages(&server, &id, "").await.0, 200);
}

#[tokio::test]
async fn chat_is_open_for_players_only_or_off() {
    let server = TestServer::open().await;
    let admin = with_role(&server, "Anna", "admin").await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let eve = server.guest("Eve").await;
    let set = async |chat: &str| {
        let change = Some(json!({ "chat": chat }));
        assert_eq!(server.ask(Method::PUT, "/admin/settings", &admin, change).await.0, 200);
        assert_eq!(server.get("/site", "").await.1["chat"], chat);
    };
    let shout = async |token: &str| {
        let text = json!({ "room": "spectators", "text": "hello" });
        let (status, said) = server.post(&format!("/games/{id}/messages"), token, text).await;
        (status, said["key"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(shout(&eve).await.0, 200);
    set("players").await;
    assert_eq!(shout(&eve).await, (403, "chat-players-only".to_owned()));
    assert_eq!(server.see(&id, &eve).await["chat"]["write"], json!([]));
    assert_eq!(say(&server, &id, &tokens[0], "hello").await.0, 200);
    set("off").await;
    assert_eq!(say(&server, &id, &tokens[0], "hello").await.1["key"], "chat-off");
    assert_eq!(server.see(&id, &tokens[0]).await["chat"]["write"], json!([]));
    set("open").await;
    assert_eq!(shout(&eve).await.0, 200);
}

#[tokio::test]
async fn admins_choose_who_may_come() {
    let server = TestServer::open().await;
    let admin = with_role(&server, "Anna", "admin").await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let open =
        json!({ "registration": "open", "guests": true, "chat": "open", "chat_after_game": "players" });
    let site = server.get("/site", "").await.1;
    assert_eq!(site["version"], env!("CARGO_PKG_VERSION"));
    open.as_object().unwrap().iter().for_each(|(name, value)| assert_eq!(site[name], *value));
    let set = async |token: &str, change: Value| {
        server.ask(Method::PUT, "/admin/settings", token, Some(change)).await
    };
    for token in [moderator.as_str(), &server.guest("Gus").await] {
        assert_eq!(set(token, json!({ "guests": false })).await.0, 403);
        assert_eq!(server.get("/admin/settings", token).await.0, 403);
        assert_eq!(server.post("/admin/invite-codes", token, json!({})).await.0, 403);
        assert_eq!(server.get("/admin/invite-codes", token).await.0, 403);
    }
    assert_eq!(set(&admin, json!({ "guests": "no" })).await.0, 400);
    assert_eq!(set(&admin, json!({ "colour": "red" })).await.0, 400);
    assert_eq!(set(&admin, json!({ "guests": false, "registration": "invite" })).await.0, 200);
    let (status, refused) = server.post("/guests", "", json!({})).await;
    assert_eq!((status, &refused["key"]), (403, &json!("guests-off")));
    let register = async |name: &str, code: Value| {
        let body = json!({ "name": name, "password": "a long walk in the rain", "invite_code": code });
        let (status, said) = server.post("/accounts", "", body).await;
        (status, said["key"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(register("Cora", Value::Null).await, (403, "invite-code-needed".to_owned()));
    let new = json!({ "label": "Class 5b", "uses": 2, "until": 1_000_000 + DAY });
    let (status, code) = server.post("/admin/invite-codes", &admin, new).await;
    assert_eq!((status, &code["used"], &code["by"]["name"]), (201, &json!(0), &json!("Anna")), "{code}");
    let text = code["code"].clone();
    assert_eq!(register("Anna", text.clone()).await.1, "name-taken", "the use is given back");
    assert_eq!(register("Cora", text.clone()).await.0, 201);
    assert_eq!(register("Dora", text.clone()).await.0, 201);
    assert_eq!(register("Flora", text.clone()).await, (403, "bad-invite-code".to_owned()));
    assert_eq!(server.get("/admin/invite-codes", &admin).await.1["codes"][0]["used"], 2);
    let late = server.post("/admin/invite-codes", &admin, json!({ "until": 1_000_000 + DAY })).await.1;
    server.wait(DAY);
    assert_eq!(register("Flora", late["code"].clone()).await.1, "bad-invite-code");
    let gone = server.post("/admin/invite-codes", &admin, json!({ "uses": 5 })).await.1["code"].clone();
    let path = format!("/admin/invite-codes/{}", gone.as_str().unwrap());
    assert_eq!(server.ask(Method::DELETE, &path, &admin, None).await.0, 200);
    assert_eq!(server.ask(Method::DELETE, &path, &admin, None).await.0, 404);
    assert_eq!(register("Flora", gone).await.1, "bad-invite-code");
    for (new, key) in [
        (json!({ "uses": 0 }), "bad-uses"),
        (json!({ "uses": 1001 }), "bad-uses"),
        (json!({ "until": 5 }), "bad-until"),
        (json!({ "label": "a\nb" }), "bad-label"),
    ] {
        let refused = server.post("/admin/invite-codes", &admin, new).await;
        assert_eq!((refused.0, &refused.1["key"]), (422, &json!(key)));
    }
    assert_eq!(set(&admin, json!({ "registration": "closed" })).await.0, 200);
    assert_eq!(register("Flora", text).await, (403, "registration-closed".to_owned()));
    let lines = server.get("/moderation/audit", &admin).await.1;
    let actions: Vec<&str> =
        lines["lines"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"settings") && actions.contains(&"invite-code"), "{actions:?}");
    // Settings survive a restart.
    let server = server.restart(1).await;
    assert_eq!(server.get("/site", "").await.1["registration"], "closed");
}

#[tokio::test]
async fn the_configuration_wins_over_what_admins_choose() {
    let fixed = SettingsChange {
        registration: Some(Registration::Open),
        chat: Some(ChatPolicy::Off),
        ..SettingsChange::default()
    };
    let server = TestServer::open_with_settings(fixed).await;
    let admin = with_role(&server, "Anna", "admin").await;
    let settings = server.get("/admin/settings", &admin).await.1;
    assert_eq!((&settings["chat"], &settings["fixed"]), (&json!("off"), &json!(["registration", "chat"])));
    let change = Some(json!({ "chat": "open" }));
    let (status, refused) = server.ask(Method::PUT, "/admin/settings", &admin, change).await;
    assert_eq!((status, &refused["key"]), (422, &json!("fixed-setting")));
    let change = Some(json!({ "guests": false }));
    assert_eq!(server.ask(Method::PUT, "/admin/settings", &admin, change).await.0, 200);
    let site = server.get("/site", "").await.1;
    assert_eq!((&site["guests"], &site["chat"]), (&json!(false), &json!("off")));
}

#[tokio::test]
async fn live_games_with_people_close_the_help_of_their_players() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(blitz(), &["Ada", "Bob"]).await;
    assert_eq!(server.see(&id, &tokens[0]).await["help"], "closed");
    assert_eq!(server.see(&id, "").await["help"], "open", "spectators need no protection");
    assert_eq!(server.act(&id, &tokens[0], "x", json!("abort")).await.0, 200);
    assert_eq!(server.see(&id, &tokens[0]).await["help"], "open");
    let days = json!({ "game": "squadro", "clock": { "system": "correspondence", "perTurn": 259_200_000 } });
    let (slow, tokens) = server.game(days, &["Ada", "Bob"]).await;
    assert_eq!(server.see(&slow, &tokens[0]).await["help"], "open");
}

#[tokio::test]
async fn leaving_is_no_move_in_lists() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    for (seat, action) in [(0, json!({ "move": "Y1" })), (1, json!({ "move": "R1" })), (0, json!("resign"))] {
        let done = server.act(&id, &tokens[seat], &action.to_string(), action).await;
        assert_eq!(done.0, 200, "{}", done.1);
    }
    assert_eq!(server.get("/me/games", &tokens[0]).await.1["games"][0]["plies"], 2);
    server.services.archive.fill().await.unwrap();
    let archived = server.get("/archive", "").await.1["games"][0].clone();
    assert_eq!(archived["plies"], 2, "{archived}");
}

#[tokio::test]
async fn a_guest_who_registers_is_one_opponent_in_lists() {
    let server = TestServer::open().await;
    let (_, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let body = json!({ "name": "BobB", "password": "a long walk in the rain" });
    let (status, made) = server.post("/accounts", &tokens[1], body).await;
    assert_eq!(status, 201, "{made}");
    let seats = json!(["you", { "user": "BobB" }]);
    let game = server.post("/games", &tokens[0], with(squadro(), "seats", seats)).await.1;
    let join = format!("/games/{}/join", game["id"].as_str().unwrap());
    assert_eq!(server.post(&join, made["token"].as_str().unwrap(), json!({})).await.0, 200);
    let mine = server.get("/me/games", &tokens[0]).await.1;
    let names: Vec<&Value> =
        mine["games"].as_array().unwrap().iter().map(|game| &game["seats"][1]["user"]["name"]).collect();
    assert_eq!(names, ["BobB", "BobB"]);
}

#[tokio::test]
async fn robots_txt_lists_what_search_engines_may_read() {
    let server = TestServer::open().await;
    let request = axum::http::Request::builder().uri("/robots.txt").body(axum::body::Body::empty()).unwrap();
    let response = tower::ServiceExt::oneshot(server.app.clone(), request).await.unwrap();
    assert_eq!(response.status(), 200);
    let bytes = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.starts_with("User-agent: *\n") && text.contains("Disallow: /api/"), "{text}");
}

#[tokio::test]
async fn a_banned_player_cannot_be_helped_by_a_code() {
    let server = TestServer::open().await;
    let admin = with_role(&server, "Anna", "admin").await;
    let eve = account(&server, "Eve").await;
    let ban = json!({ "do": "ban", "why": "cheats" });
    assert_eq!(moderate(&server, &admin, "Eve", ban).await.0, 200);
    let code = server.post("/admin/invite-codes", &admin, json!({})).await.1["code"].clone();
    let body = json!({ "name": "Eve", "password": "a long walk in the rain", "invite_code": code });
    assert_eq!(server.post("/accounts", "", body).await.1["key"], "name-taken");
    assert_eq!(server.get("/me/games", &eve).await.0, 401);
}
