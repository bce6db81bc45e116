//! The accounts API: registration, log-in and log-out, changes.

use crate::test_server::{TestServer, squadro};
use axum::{
    body::Body,
    http::{HeaderMap, Method, Request, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

pub(crate) const PASSWORD: &str = "a long walk in the rain";

/// Creates an account; returns its token.
pub(crate) async fn account(server: &TestServer, name: &str) -> String {
    let (status, made) = server.post("/accounts", "", json!({ "name": name, "password": PASSWORD })).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["user"]["name"], name);
    made["token"].as_str().unwrap().to_owned()
}

pub(crate) async fn log_in(server: &TestServer, name: &str, password: &str) -> (u16, Value) {
    server.post("/sessions", "", json!({ "name": name, "password": password })).await
}

/// Sends a request like a browser; returns the headers too.
async fn browse(
    server: &TestServer,
    method: Method,
    path: &str,
    cookie: &str,
    encrypted: bool,
    body: Value,
) -> (u16, HeaderMap, Value) {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header("host", "house")
        .header(header::COOKIE, cookie)
        .header(header::USER_AGENT, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    if encrypted {
        request = request.header("x-forwarded-proto", "https");
    }
    let request = request.body(Body::from(body.to_string())).unwrap();
    let response = server.app.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, headers, serde_json::from_slice(&bytes).unwrap())
}

fn cookie(headers: &HeaderMap) -> String {
    headers[header::SET_COOKIE].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_guest_who_registers_stays_the_same_person() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let before = server.id_of(&tokens[0]).await;
    let plan = json!({ "premoves": ["Y2"] });
    server.ask(Method::PUT, &format!("/games/{id}/plan"), &tokens[1], Some(plan.clone())).await;
    let request = json!({ "name": "Ada-L", "password": PASSWORD, "email": "ada@example.org" });
    let (status, made) = server.post("/accounts", &tokens[0], request).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["user"], json!({ "id": before, "name": "Ada-L" }));
    let token = made["token"].as_str().unwrap();
    assert_eq!(server.get("/me/games", &tokens[0]).await.0, 401, "the guest's token is revoked");
    let games = server.get("/me/games", token).await.1;
    assert_eq!((&games["games"][0]["id"], &games["games"][0]["you"]), (&json!(id), &json!(0)));
    assert_eq!(server.act(&id, token, "a", json!({ "move": "Y1" })).await.0, 200, "the seat is theirs");
    let me = server.get("/me", token).await.1;
    assert_eq!(
        me["account"],
        json!({ "email": "ada@example.org", "recovery_codes": 0, "password": true, "passkeys": 0 })
    );
    let again = server.post("/accounts", token, json!({ "name": "Other", "password": PASSWORD })).await;
    assert_eq!((again.0, &again.1["key"]), (422, &json!("has-account")));
    assert_eq!(server.get("/me", &tokens[1]).await.1.get("account"), None, "guests have none");
}

#[tokio::test]
async fn a_stranger_registers_and_logs_in_elsewhere() {
    let server = TestServer::open().await;
    let token = account(&server, "Ada").await;
    let id = server.id_of(&token).await;
    for name in ["Ada", "ada", "ＡＤＡ", " Ada "] {
        let (status, signed_in) = log_in(&server, name, PASSWORD).await;
        assert_eq!(status, 201, "{name}: {signed_in}");
        assert_eq!(signed_in["user"]["id"], id.as_str());
        assert_ne!(signed_in["token"], token.as_str());
    }
    let server = server.restart(1000).await;
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 201, "also after a restart");
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_look_the_same() {
    let server = TestServer::open().await;
    account(&server, "Ada").await;
    let bot = json!({ "name": "Robo", "password": PASSWORD });
    let owner = account(&server, "Owner").await;
    assert_eq!(server.post("/accounts/bot", &owner, bot).await.0, 201);
    let wrong = log_in(&server, "Ada", "a long walk in the sun").await;
    assert_eq!((wrong.0, &wrong.1["key"]), (401, &json!("wrong-log-in")));
    for (name, password) in
        [("Eve", PASSWORD), ("", ""), ("Robo", ""), ("Robo", "dummy password"), ("Ada' --", PASSWORD)]
    {
        assert_eq!(log_in(&server, name, password).await, wrong, "{name}");
    }
}

#[tokio::test]
async fn bad_account_requests_are_explained() {
    let server = TestServer::open().await;
    account(&server, "Ada").await;
    for (name, password, email, key, words) in [
        ("A", PASSWORD, None, "bad-name", "2 to 30 characters"),
        ("Ada L", PASSWORD, None, "bad-name", "letters, digits"),
        ("4da", PASSWORD, None, "bad-name", "begin with a letter"),
        ("aDA", PASSWORD, None, "name-taken", "belongs to an account"),
        ("Bob", "short", None, "bad-password", "at least 12"),
        ("Bob-Bobson-Bob", "bob-bobson-bob", None, "bad-password", "differ from the name"),
        ("Bob", "Password1234", None, "bad-password", "easy to guess"),
        ("Bob", PASSWORD, Some("nowhere"), "bad-email", "not a valid e-mail address"),
        ("Bob", PASSWORD, Some("a@b.org\r\nBcc: c@d.org"), "bad-email", "not a valid e-mail address"),
    ] {
        let request = json!({ "name": name, "password": password, "email": email });
        let (status, problem) = server.post("/accounts", "", request).await;
        assert_eq!((status, &problem["key"]), (422, &json!(key)), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(words), "{problem}");
    }
    assert_eq!(server.post("/accounts", "", json!({ "name": "Bob", "role": "admin" })).await.0, 400);
}

#[tokio::test]
async fn a_guest_cannot_be_called_like_an_account() {
    let server = TestServer::open().await;
    let before = server.guest("Ada").await;
    let ada = account(&server, "Ada").await;
    for (name, key) in [
        ("Ada", "name-taken"),
        ("ADA", "name-taken"),
        ("Ａda", "name-taken"),
        ("A d a", "name-taken"),
        ("A\u{200b}da", "bad-name"),
    ] {
        let (status, problem) = server.post("/guests", "", json!({ "name": name })).await;
        assert_eq!((status, &problem["key"]), (422, &json!(key)), "{name}: {problem}");
    }
    let bob = server.guest("Bob").await;
    let rename = async |token: &str, name: &str| {
        let (status, said) = server.ask(Method::PUT, "/me", token, Some(json!({ "name": name }))).await;
        (status, said["key"].clone())
    };
    assert_eq!(rename(&bob, "ada").await, (422, json!("name-taken")));
    assert_eq!(server.get("/me", &before).await.0, 200, "the earlier guest keeps the name");
    account(&server, "Carl").await;
    assert_eq!(rename(&ada, "carl").await, (422, json!("name-taken")));
    assert_eq!(rename(&ada, "Ada L").await, (422, json!("bad-name")), "an account keeps to its rules");
    assert_eq!(rename(&ada, "ADA").await.0, 200);
    assert_eq!(rename(&ada, "Ada-Lovelace").await.0, 200);
    assert_eq!(log_in(&server, "ada-lovelace", PASSWORD).await.0, 201);
    assert_eq!(log_in(&server, "ada", PASSWORD).await.0, 401);
    assert_eq!(rename(&bob, "Ada").await.0, 200, "the name is free");
}

#[tokio::test]
async fn an_account_is_challenged_by_name() {
    let server = TestServer::open().await;
    let (ada, bob) = (account(&server, "Ada").await, server.guest("Bob").await);
    let challenge = |name: &str| json!({ "game": "squadro", "seats": ["you", { "user": name }] });
    let (status, game) = server.post("/games", &bob, challenge("ADA")).await;
    assert_eq!(status, 201, "{game}");
    assert_eq!(game["seats"][1]["invited"], server.id_of(&ada).await.as_str());
    let (status, problem) = server.post("/games", &ada, challenge("Bob")).await;
    assert_eq!((status, &problem["key"]), (422, &json!("no-such-user")), "guests' names are not unique");
}

#[tokio::test]
async fn two_who_want_the_same_name_at_once_do_not_both_get_it() {
    let server = TestServer::open().await;
    let request = || server.post("/accounts", "", json!({ "name": "Ada", "password": PASSWORD }));
    let (one, other, third) = tokio::join!(request(), request(), request());
    let mut statuses = [one.0, other.0, third.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422, 422]);
}

#[tokio::test]
async fn the_cookie_is_for_the_browser_alone_and_ends_with_the_session() {
    let server = TestServer::open().await;
    let request = json!({ "name": "Ada", "password": PASSWORD });
    let (status, headers, _) = browse(&server, Method::POST, "/accounts", "", false, request.clone()).await;
    assert_eq!(status, 201);
    let set = cookie(&headers);
    assert!(set.starts_with("ludoteca_session=") && !set.contains("Secure"), "{set}");
    assert!(set.contains("; HttpOnly; SameSite=Lax;") && set.contains("Path=/"), "{set}");
    let (status, headers, _) = browse(&server, Method::POST, "/sessions", "", true, request).await;
    let set = cookie(&headers);
    assert_eq!(status, 201);
    assert!(set.contains("; Secure") && set.contains("; HttpOnly; SameSite=Lax;"), "{set}");
    let own = set.split(';').next().unwrap().to_owned();
    let (_, _, list) = browse(&server, Method::GET, "/sessions", &own, true, json!(null)).await;
    let sessions = list["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    assert_eq!(
        (&sessions[0]["client"], &sessions[1]["client"]),
        (&json!("Firefox on Linux"), &json!("Firefox on Linux"))
    );
    let this: Vec<bool> = sessions.iter().map(|one| one["this"].as_bool().unwrap()).collect();
    assert_eq!(this.iter().filter(|it| **it).count(), 1);
    let (status, headers, _) = browse(&server, Method::DELETE, "/sessions", &own, true, json!({})).await;
    assert_eq!(status, 200);
    assert!(cookie(&headers).contains("Max-Age=0"));
    let (status, _, _) = browse(&server, Method::GET, "/sessions", &own, true, json!(null)).await;
    assert_eq!(status, 401, "the token is gone, not only the cookie");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_all() {
    let server = TestServer::open().await;
    let first = account(&server, "Ada").await;
    let token = |answer: (u16, Value)| answer.1["token"].as_str().unwrap().to_owned();
    let second = token(log_in(&server, "Ada", PASSWORD).await);
    let third = token(log_in(&server, "Ada", PASSWORD).await);
    let list = server.get("/sessions", &second).await.1;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 3);
    assert!(!list.to_string().contains(&first), "no secrets: {list}");
    let own = |list: &Value| {
        let this = list["sessions"].as_array().unwrap().iter().find(|one| one["this"] == true);
        this.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let first_id = own(&server.get("/sessions", &first).await.1);
    let eve = account(&server, "Eve").await;
    let end = format!("/sessions/{first_id}");
    assert_eq!(
        server.ask(Method::DELETE, &end, &eve, None).await.0,
        404,
        "other users' sessions are not listed"
    );
    assert_eq!(server.get("/me/games", &first).await.0, 200);
    assert_eq!(server.ask(Method::DELETE, &end, &second, None).await.0, 200);
    assert_eq!(server.get("/me/games", &first).await.0, 401);
    assert_eq!(server.ask(Method::DELETE, &end, &second, None).await.0, 404);
    assert_eq!(server.ask(Method::DELETE, "/sessions?all=true", &second, None).await.0, 200);
    for token in [&second, &third] {
        assert_eq!(server.get("/me/games", token).await.0, 401);
    }
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 201);
}

#[tokio::test]
async fn a_session_that_is_used_lasts_and_one_that_is_not_ends() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let server = TestServer::open().await;
    let (used, unused) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let guest = server.guest("Guest of old").await;
    server.wait(30 * 60 * 1000);
    let made = server.get("/sessions", &used).await.1["sessions"][0].clone();
    assert_eq!(made["used"], made["created"], "recorded at most once an hour");
    for _ in 0..2 {
        server.wait(100 * DAY);
        assert_eq!(server.get("/me/games", &used).await.0, 200);
    }
    let now = server.get("/sessions", &used).await.1["sessions"][0].clone();
    assert!(now["used"].as_u64() > now["created"].as_u64(), "{now}");
    assert_eq!(server.get("/me/games", &unused).await.0, 401, "unused for half a year");
    assert_eq!(server.get("/me/games", &guest).await.0, 401, "nor has the guest, who played nothing");
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions_and_connections() {
    let server = TestServer::open().await;
    let token = account(&server, "Ada").await;
    let (_, other) = log_in(&server, "Ada", PASSWORD).await;
    let other = other["token"].as_str().unwrap();
    let change = async |old: &str, new: &str| {
        let body = json!({ "old": old, "new": new });
        let (status, said) = server.ask(Method::PUT, "/me/password", &token, Some(body)).await;
        (status, said["key"].clone())
    };
    assert_eq!(change("wrong password", "a short nap in the sun").await, (403, json!("wrong-password")));
    assert_eq!(change(PASSWORD, "short").await, (422, json!("bad-password")));
    assert_eq!(server.get("/me/games", other).await.0, 200);
    let _stream = server.listen(other).await;
    assert_eq!(server.services.connections.people(), 1);
    assert_eq!(change(PASSWORD, "a short nap in the sun").await.0, 200);
    assert_eq!(server.services.connections.people(), 0, "all connections must authenticate again");
    assert_eq!(server.get("/me/games", other).await.0, 401);
    assert_eq!(server.get("/me/games", &token).await.0, 200, "the calling session stays");
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 401);
    assert_eq!(log_in(&server, "Ada", "a short nap in the sun").await.0, 201);
    let guest = server.guest("Gus").await;
    let body = json!({ "old": "", "new": "a short nap in the sun" });
    let (status, said) = server.ask(Method::PUT, "/me/password", &guest, Some(body)).await;
    assert_eq!((status, &said["key"]), (403, &json!("needs-account")));
}

#[tokio::test]
async fn a_password_is_nowhere_in_the_file() {
    let server = TestServer::open().await;
    account(&server, "Ada").await;
    server.services.close().await;
    for entry in std::fs::read_dir(server.folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(PASSWORD.len()).any(|window| window == PASSWORD.as_bytes()));
    }
}
