//! Reports, blocks, and moderators' actions.

use crate::{
    accounts::{PASSWORD, account, log_in},
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use futures_util::{SinkExt, StreamExt};
use ludoteca_server::{Limits, Page, State, serve};
use ludoteca_store::{Change, Decision};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Creates an account with a role, as the operator would; returns its token.
pub(crate) async fn with_role(server: &TestServer, name: &str, role: &str) -> String {
    let token = account(server, name).await;
    give_role(server, &token, role).await;
    token
}

pub(crate) async fn give_role(server: &TestServer, token: &str, role: &str) {
    let decision = Decision {
        at: 1,
        by: "shell".to_owned(),
        action: "role".to_owned(),
        person: server.id_of(token).await,
        detail: "a test".to_owned(),
        change: Change::Role(role.to_owned()),
    };
    assert!(server.store.decide(&decision).await.unwrap());
}

pub(crate) async fn moderate(server: &TestServer, token: &str, user: &str, act: Value) -> (u16, Value) {
    server.post(&format!("/moderation/users/{user}"), token, act).await
}

pub(crate) async fn say(server: &TestServer, game: &str, token: &str, text: &str) -> (u16, Value) {
    server.post(&format!("/games/{game}/messages"), token, json!({ "room": "players", "text": text })).await
}

async fn block(server: &TestServer, token: &str, other: &str) {
    let (status, said) = server.ask(Method::PUT, &format!("/blocks/{other}"), token, None).await;
    assert_eq!(status, 200, "{said}");
}

/// A game between two existing users; returns its id.
async fn game_of(server: &TestServer, tokens: [&str; 2]) -> String {
    let game = server.post("/games", tokens[0], squadro()).await.1;
    let id = game["id"].as_str().unwrap().to_owned();
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), tokens[1], join).await.0, 200);
    id
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A socket that has subscribed to a game.
async fn follow(server: &TestServer, game: &str, token: &str) -> Socket {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let page = Page::new([("index.html".to_owned(), "page".into())]);
    let state = State::new(page).with_services(server.services.clone());
    tokio::spawn(serve(listener, state, Limits::default(), std::future::pending()));
    let mut request = format!("ws://{address}/api/v1/socket?protocol=1").into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let request = json!({ "type": "subscribe", "game": game, "since": 0 });
    socket.send(Message::text(request.to_string())).await.unwrap();
    next(&mut socket, "presence").await;
    socket
}

/// The next message of a type.
async fn next(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

#[tokio::test]
async fn only_moderators_moderate_and_only_admins_give_roles() {
    let server = TestServer::open().await;
    let admin = with_role(&server, "Anna", "admin").await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let (eve, guest) = (account(&server, "Eve").await, server.guest("Guest").await);
    let mute = json!({ "do": "mute", "why": "shouts" });
    for (token, expected) in [("", 401), (eve.as_str(), 403), (guest.as_str(), 403)] {
        assert_eq!(moderate(&server, token, "Eve", mute.clone()).await.0, expected);
        for operation in ["/moderation/reports", "/moderation/audit"] {
            assert_eq!(server.get(operation, token).await.0, expected, "{operation}");
        }
        assert_eq!(server.post("/moderation/reports/nothing/done", token, json!({})).await.0, expected);
    }
    let key = async |token: &str, user: &str, act: Value| {
        let (status, said) = moderate(&server, token, user, act).await;
        (status, said["key"].as_str().unwrap_or_default().to_owned())
    };
    let role = |role: &str| json!({ "do": "role", "role": role, "why": "helps" });
    let is = |status: u16, key: &str| (status, key.to_owned());
    assert_eq!(key(&moderator, "Mo", mute.clone()).await, is(403, "yourself"));
    assert_eq!(key(&admin, "anna", role("none")).await, is(403, "yourself"));
    assert_eq!(key(&moderator, "Anna", mute.clone()).await, is(403, "only-admins"));
    assert_eq!(key(&moderator, "Eve", role("moderator")).await, is(403, "only-admins"));
    assert_eq!(key(&moderator, "Nemo", mute.clone()).await, is(404, "no-such-user"));
    assert_eq!(key(&admin, "Eve", role("king")).await, is(422, "bad-role"));
    assert_eq!(key(&admin, &server.id_of(&guest).await, role("moderator")).await, is(422, "needs-account"));
    for (act, expected) in [
        (json!({ "do": "shout", "why": "x" }), "bad-act"),
        (json!({ "do": "mute", "why": " " }), "bad-text"),
        (json!({ "do": "mute", "why": "x".repeat(501) }), "bad-text"),
        (json!({ "do": "mute", "until_days": 0, "why": "x" }), "bad-days"),
        (json!({ "do": "close", "until_days": 3, "why": "x" }), "bad-days"),
        (json!({ "do": "mute", "name": "Ada", "why": "x" }), "bad-name"),
        (json!({ "do": "rename", "why": "x" }), "bad-name"),
        (json!({ "do": "rename", "name": "anna", "why": "x" }), "name-taken"),
        (json!({ "do": "unban", "why": "x" }), "nothing-to-do"),
    ] {
        assert_eq!(key(&moderator, "Eve", act.clone()).await, is(422, expected), "{act}");
    }
    let lines = server.get("/moderation/audit", &moderator).await.1;
    assert_eq!(lines["lines"].as_array().unwrap().len(), 2, "nothing was applied: {lines}");

    let (status, made) = moderate(&server, &admin, "Eve", role("moderator")).await;
    assert_eq!((status, &made["role"]), (200, &json!("moderator")), "{made}");
    assert_eq!(server.get("/moderation/audit", &eve).await.0, 200, "at once");
    assert_eq!(moderate(&server, &admin, "Eve", role("none")).await.0, 200);
    assert_eq!(server.get("/moderation/audit", &eve).await.0, 403);
    let personal = json!({ "label": "program", "scopes": ["play", "read"], "password": PASSWORD });
    let personal = server.post("/tokens", &admin, personal).await.1["token"].as_str().unwrap().to_owned();
    assert_eq!(server.get("/moderation/audit", &personal).await.1["key"], "scope");
}

#[tokio::test]
async fn everything_moderators_do_is_written_down() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let eve = account(&server, "Eve").await;
    let act = json!({ "do": "mute", "until_days": 3, "why": "shouts" });
    assert_eq!(moderate(&server, &moderator, "Eve", act).await.0, 200);
    let act = json!({ "do": "rename", "name": "Quiet", "why": "insulting" });
    assert_eq!(moderate(&server, &moderator, "Eve", act).await.0, 200);
    assert_eq!(server.get("/me", &eve).await.1["user"]["name"], "Quiet");
    let page = server.get("/moderation/audit", &moderator).await.1;
    let said = |number: usize| {
        let line = &page["lines"][number];
        let user = [&line["by"]["name"], &line["user"]["name"]].map(|name| name.as_str().unwrap_or("shell"));
        format!("{} {} {} {} {}", line["number"], user[0], line["action"], user[1], line["detail"])
    };
    assert_eq!(said(0), "3 Mo \"rename\" Quiet \"Eve to Quiet: insulting\"");
    assert_eq!(said(1), "2 Mo \"mute\" Quiet \"for 3 days: shouts\"");
    assert_eq!(said(2), "1 shell \"role\" Mo \"a test\"");
    assert_eq!(page.get("before"), None);
    let earlier = server.get("/moderation/audit?before=3", &moderator).await.1;
    assert_eq!(earlier["lines"][0]["number"], 2);
}

#[tokio::test]
async fn muted_players_cannot_write_until_the_mute_ends() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    // Also for guests.
    let (id, tokens) = server.game(squadro(), &["Ada", "Eve"]).await;
    let eve = server.id_of(&tokens[1]).await;
    let act = json!({ "do": "mute", "until_days": 2, "why": "shouts" });
    let (_, muted) = moderate(&server, &moderator, &eve, act).await;
    let until = 1_000_000 + 2 * DAY;
    assert_eq!(muted["sanctions"], json!([{ "kind": "mute", "until": until, "at": 1_000_000 }]));
    let (status, refused) = say(&server, &id, &tokens[1], "HELLO").await;
    assert_eq!((status, &refused["key"]), (403, &json!("muted")));
    assert_eq!(refused["args"], json!([until.to_string()]));
    assert!(refused["detail"].as_str().unwrap().ends_with("until 1970-01-03 00:16 UTC"), "{refused}");
    assert_eq!(say(&server, &id, &tokens[0], "hello").await.0, 200);
    assert_eq!(server.act(&id, &tokens[0], "1", json!({ "move": "Y1" })).await.0, 200);
    assert_eq!(server.act(&id, &tokens[1], "1", json!({ "move": "R1" })).await.0, 200, "they play on");
    let export = server.get("/me/export", &tokens[1]).await.1;
    assert!(export.as_str().unwrap().contains("\"type\":\"sanction\""), "{export}");
    server.wait(2 * DAY);
    assert_eq!(say(&server, &id, &tokens[1], "hello").await.0, 200, "it is over");
    moderate(&server, &moderator, &eve, json!({ "do": "mute", "why": "shouts again" })).await;
    assert_eq!(say(&server, &id, &tokens[1], "HELLO").await.0, 403);
    moderate(&server, &moderator, &eve, json!({ "do": "unmute", "why": "is sorry" })).await;
    assert_eq!(say(&server, &id, &tokens[1], "hello").await.0, 200);
}

#[tokio::test]
async fn a_ban_ends_sessions_and_blocks_log_in() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let (eve, ada) = (account(&server, "Eve").await, account(&server, "Ada").await);
    let game = game_of(&server, [&eve, &ada]).await;
    let personal = json!({ "label": "program", "scopes": ["play"], "password": PASSWORD });
    let personal = server.post("/tokens", &eve, personal).await.1["token"].as_str().unwrap().to_owned();
    let bot = server.post("/accounts/bot", &eve, json!({ "name": "Robo", "password": PASSWORD })).await.1;
    let bot = bot["token"].as_str().unwrap().to_owned();
    assert_eq!(server.post("/seeks", &eve, json!({ "game": "peak" })).await.0, 201);
    let _stream = server.listen(&eve).await;
    assert_eq!(server.services.connections.people(), 1);
    let act = json!({ "do": "ban", "until_days": 7, "why": "cheats" });
    assert_eq!(moderate(&server, &moderator, "Eve", act).await.0, 200);
    assert_eq!(server.services.connections.people(), 0, "their connections are cut");
    for token in [&eve, &personal, &bot] {
        assert_eq!(server.get("/me/games", token).await.0, 401);
    }
    assert!(server.get("/seeks", "").await.1["seeks"].as_array().unwrap().is_empty());
    assert_eq!(server.see(&game, &ada).await["result"], Value::Null, "the clock decides");
    let (status, refused) = log_in(&server, "Eve", PASSWORD).await;
    assert_eq!((status, &refused["key"]), (403, &json!("banned")));
    assert!(refused["detail"].as_str().unwrap().contains("1970-01-08"), "{refused}");
    let wrong = log_in(&server, "Eve", "a long walk in the sun").await;
    assert_eq!(wrong, log_in(&server, "Nemo", PASSWORD).await, "only the owner learns of the ban");
    let person = server.store.account_by_name("eve").await.unwrap().unwrap().person;
    assert!(server.store.tokens_of(&person).await.unwrap().is_empty(), "a refused log-in leaves no token");
    server.wait(7 * DAY);
    let again = log_in(&server, "Eve", PASSWORD).await;
    assert_eq!(again.0, 201, "{}", again.1);
    moderate(&server, &moderator, "Eve", json!({ "do": "close", "why": "asked for it" })).await;
    assert_eq!(server.get("/me/games", again.1["token"].as_str().unwrap()).await.0, 401);
    assert_eq!(log_in(&server, "Eve", PASSWORD).await.1["key"], "closed");
    moderate(&server, &moderator, "Eve", json!({ "do": "reopen", "why": "asked for it" })).await;
    assert_eq!(log_in(&server, "Eve", PASSWORD).await.0, 201);
}

#[tokio::test]
async fn a_report_waits_for_a_moderator() {
    let server = TestServer::open().await;
    let moderator = with_role(&server, "Mo", "moderator").await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Eve"]).await;
    let eve = server.id_of(&tokens[1]).await;
    let report = async |body: Value| server.post("/reports", &tokens[0], body).await;
    for (body, key) in [
        (json!({ "user": "Nemo", "text": "x" }), "no-such-user"),
        (json!({ "user": eve, "text": "" }), "bad-text"),
        (json!({ "user": eve, "text": "x".repeat(501) }), "bad-text"),
        (json!({ "user": eve, "game": "nothing", "text": "x" }), "no-such-game"),
        (json!({ "user": server.id_of(&tokens[0]).await, "text": "x" }), "yourself"),
    ] {
        assert_eq!(report(body).await.1["key"], key);
    }
    assert_eq!(report(json!({ "user": eve, "game": id, "text": "shouts\nand worse" })).await.0, 201);
    let open = server.get("/moderation/reports?open=true", &moderator).await.1;
    let [one] = open["reports"].as_array().unwrap().as_slice() else { panic!("{open}") };
    assert_eq!((&one["by"]["name"], &one["about"]["name"]), (&json!("Ada"), &json!("Eve")));
    assert_eq!((&one["game"], &one["text"]), (&json!(id), &json!("shouts\nand worse")));
    let done = format!("/moderation/reports/{}/done", one["id"].as_str().unwrap());
    for _ in 0..2 {
        assert_eq!(server.post(&done, &moderator, json!({})).await.0, 200);
    }
    assert_eq!(server.post("/moderation/reports/nothing/done", &moderator, json!({})).await.0, 404);
    let open = server.get("/moderation/reports?open=true", &moderator).await.1;
    assert_eq!(open, json!({ "reports": [] }));
    let all = server.get("/moderation/reports", &moderator).await.1;
    assert_eq!(all["reports"][0]["done_by"]["name"], "Mo");
    let audit = server.get("/moderation/audit", &moderator).await.1;
    assert_eq!(audit["lines"][0]["action"], "report-done");
    assert_eq!(audit["lines"].as_array().unwrap().len(), 2, "once");
    let export = server.get("/me/export", &tokens[0]).await.1;
    assert!(export.as_str().unwrap().contains("shouts\\nand worse"), "{export}");
    assert_eq!(server.ask(Method::DELETE, "/me", &tokens[0], None).await.0, 200);
    let all = server.get("/moderation/reports", &moderator).await.1;
    assert_eq!(all["reports"][0]["text"], "", "the texts of deleted users are deleted");
}

#[tokio::test]
async fn two_are_not_paired_when_one_blocks_the_other() {
    for ada_blocks in [true, false] {
        let server = TestServer::open().await;
        let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
        match ada_blocks {
            true => block(&server, &ada, &server.id_of(&eve).await).await,
            false => block(&server, &eve, &server.id_of(&ada).await).await,
        }
        let seek = server.post("/seeks", &ada, json!({ "game": "peak" })).await.1;
        let other = server.post("/seeks", &eve, json!({ "game": "peak" })).await.1;
        assert_eq!(other.get("started"), None, "each waits for another opponent: {other}");
        let join = format!("/seeks/{}/join", seek["id"].as_str().unwrap());
        let (status, refused) = server.post(&join, &eve, json!({})).await;
        assert_eq!((status, &refused["key"]), (403, &json!("blocked")));
        let gone = server.post("/seeks/nothing/join", &eve, json!({})).await.1;
        assert_eq!(refused["detail"], gone["detail"], "the block is not revealed");
        let bob = server.guest("Bob").await;
        let paired = server.post(&join, &bob, json!({})).await;
        assert_eq!(paired.0, 201, "others may: {}", paired.1);
    }
}

#[tokio::test]
async fn blocked_players_are_not_paired_in_a_shared_seek() {
    let server = TestServer::open().await;
    let (ada, eve, bob) = (server.guest("Ada").await, server.guest("Eve").await, server.guest("Bob").await);
    let seek = server.post("/seeks", &bob, json!({ "game": "number-one", "players": 4 })).await.1;
    let join = format!("/seeks/{}/join", seek["id"].as_str().unwrap());
    assert_eq!(server.post(&join, &ada, json!({})).await.0, 201);
    assert_eq!(server.post(&join, &eve, json!({})).await.1["missing"], 1);
    block(&server, &ada, &server.id_of(&eve).await).await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"][0]["missing"], 2, "Ada has left");
    block(&server, &bob, &server.id_of(&eve).await).await;
    assert_eq!(server.get("/seeks", "").await.1["seeks"][0]["missing"], 3, "Bob's stays, without Eve");
}

#[tokio::test]
async fn blocking_hides_messages_and_challenges() {
    let server = TestServer::open().await;
    let (ada, eve) = (account(&server, "Ada").await, account(&server, "Eve").await);
    let game = game_of(&server, [&ada, &eve]).await;
    block(&server, &ada, "eve").await;
    let list = server.get("/blocks", &ada).await.1;
    assert_eq!(
        (&list["blocks"][0]["user"]["name"], &list["blocks"][0]["at"]),
        (&json!("Eve"), &json!(1_000_000))
    );
    assert_eq!(server.get("/blocks", &eve).await.1, json!({ "blocks": [] }), "blocks are private");

    let mut socket = follow(&server, &game, &ada).await;
    assert_eq!(say(&server, &game, &eve, "can you hear me?").await.0, 200);
    assert_eq!(say(&server, &game, &ada, "no").await.0, 200);
    assert_eq!(next(&mut socket, "message").await["text"], "no", "the first that comes");
    let path = format!("/games/{game}/messages?room=players");
    let texts = async |token: &str| {
        let said = server.get(&path, token).await.1;
        said["messages"].as_array().unwrap().iter().map(|one| one["text"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&ada).await, ["no"]);
    assert_eq!(texts(&eve).await, ["can you hear me?", "no"], "the other receives all");

    let challenge = async |token: &str, user: &str| {
        let mut request = squadro();
        request["seats"] = json!(["you", { "user": user }]);
        server.post("/games", token, request).await
    };
    let mut notices = server.listen(&ada).await;
    let (status, refused) = challenge(&eve, "Ada").await;
    let unknown = challenge(&eve, "Zoe").await;
    assert_eq!((status, refused["key"].as_str()), (422, Some("no-such-user")));
    let same = |problem: &Value| problem["detail"].as_str().unwrap().replace("Ada", "Zoe");
    assert_eq!(same(&refused), same(&unknown.1));
    assert_eq!(challenge(&ada, "Eve").await.1["key"], "you-block-them");
    assert_eq!(server.act(&game, &ada, "1", json!({ "move": "Y1" })).await.0, 200);
    assert_eq!(server.act(&game, &eve, "1", json!({ "move": "R1" })).await.0, 200);
    assert_eq!(server.act(&game, &eve, "2", json!("resign")).await.0, 200);
    assert_eq!(server.post(&format!("/games/{game}/rematch"), &eve, json!({})).await.0, 422);
    while notices.line().await["notice"] != "game-end" {}

    let open = server.post("/games", &ada, squadro()).await.1;
    let join = json!({ "invitation": open["invitation"] });
    let join = (format!("/games/{}/join", open["id"].as_str().unwrap()), join);
    assert_eq!(server.post(&join.0, &eve, join.1.clone()).await.1["key"], "not-invited");
    assert_eq!(server.ask(Method::DELETE, "/blocks/Eve", &ada, None).await.0, 200);
    assert_eq!(server.ask(Method::DELETE, "/blocks/Eve", &ada, None).await.1["key"], "not-blocked");
    assert_eq!(server.post(&join.0, &eve, join.1).await.0, 200);
    assert_eq!(texts(&ada).await, ["can you hear me?", "no"], "all of it");
    assert_eq!(challenge(&eve, "Ada").await.0, 201);
}

#[tokio::test]
async fn blocks_are_in_the_export_and_go_with_the_person() {
    let server = TestServer::open().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let [ada_id, eve_id] = [server.id_of(&ada).await, server.id_of(&eve).await];
    assert_eq!(server.ask(Method::PUT, &format!("/blocks/{ada_id}"), &ada, None).await.1["key"], "yourself");
    assert_eq!(server.ask(Method::PUT, "/blocks/nemo", &ada, None).await.0, 404);
    block(&server, &ada, &eve_id).await;
    let export = server.get("/me/export", &ada).await.1;
    let lines = export.as_str().unwrap().lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let blocks: Vec<Value> = lines.filter(|line| line["type"] == "block").collect();
    assert_eq!(blocks.len(), 1);
    assert_eq!(blocks[0]["user"]["id"], eve_id.as_str());
    let export = server.get("/me/export", &eve).await.1;
    assert!(!export.as_str().unwrap().contains(&ada_id), "do not reveal the blocker");
    assert_eq!(server.ask(Method::DELETE, "/me", &eve, None).await.0, 200);
    assert_eq!(server.get("/blocks", &ada).await.1, json!({ "blocks": [] }));
}
