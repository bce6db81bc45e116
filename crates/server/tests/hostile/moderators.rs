//! Moderators who look where they should not, and roles without a second factor.

use crate::{
    accounts::{PASSWORD, account, log_in},
    authenticator::Authenticator,
    moderation::{give_role, moderate, say, with_role},
    passkeys::Page,
    test_server::{TestServer, squadro},
};
use axum::http::Method;
use serde_json::{Value, json};

async fn report(server: &TestServer, token: &str, body: Value) {
    let (status, said) = server.post("/reports", token, body).await;
    assert_eq!(status, 201, "{said}");
}

async fn ids(server: &TestServer, moderator: &str) -> Vec<String> {
    let (status, list) = server.get("/moderation/reports", moderator).await;
    assert_eq!(status, 200, "{list}");
    let reports = list["reports"].as_array().unwrap();
    reports.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_moderators_own_report_opens_no_chat_of_others() {
    let server = TestServer::open().await;
    let (mo, may) =
        (with_role(&server, "Mo", "moderator").await, with_role(&server, "May", "moderator").await);
    let (game, tokens) = server.game(squadro(), &["Ada", "Eve"]).await;
    let eve = server.id_of(&tokens[1]).await;
    assert_eq!(say(&server, &game, &tokens[0], "between us").await.0, 200);
    let open = json!({ "room": "spectators", "text": "for all" });
    assert_eq!(server.post(&format!("/games/{game}/messages"), &mo, open).await.0, 200);
    report(&server, &mo, json!({ "user": eve, "game": game, "reason": "spam" })).await;
    let [id] = &ids(&server, &mo).await[..] else { panic!("one") };
    let path = format!("/moderation/reports/{id}");
    let (status, own) = server.get(&path, &mo).await;
    assert_eq!(status, 200, "{own}");
    assert!(!own.to_string().contains("between us"), "{own}");
    assert!(own.to_string().contains("for all"), "public chat: {own}");
    assert!(!own["link"].as_str().unwrap().contains("invitation"), "{own}");
    let (_, other) = server.get(&path, &may).await;
    assert!(other.to_string().contains("between us"), "another moderator judges it: {other}");

    // Players of the game have seen its chat anyway.
    let (_, made) = server.post("/games", &mo, squadro()).await;
    let own_game = made["id"].as_str().unwrap();
    let join = json!({ "invitation": made["invitation"] });
    assert_eq!(server.post(&format!("/games/{own_game}/join"), &tokens[1], join).await.0, 200);
    assert_eq!(say(&server, own_game, &tokens[1], "you again").await.0, 200);
    report(&server, &mo, json!({ "user": eve, "game": own_game, "reason": "insults" })).await;
    let newest = ids(&server, &mo).await.into_iter().find(|other| other != id).unwrap();
    let (_, own) = server.get(&format!("/moderation/reports/{newest}"), &mo).await;
    assert!(own.to_string().contains("you again"), "{own}");
}

#[tokio::test]
async fn moderators_do_not_see_reports_about_themselves() {
    let server = TestServer::open().await;
    let (mo, may) = (with_role(&server, "Mo", "moderator").await, with_role(&server, "May", "admin").await);
    let ada = account(&server, "Ada").await;
    report(&server, &ada, json!({ "user": "Mo", "reason": "other", "text": "said by Ada" })).await;
    assert!(ids(&server, &mo).await.is_empty());
    let (_, list) = server.get("/moderation/reports?user=Mo", &mo).await;
    assert_eq!(list["reports"], json!([]));
    let [id] = &ids(&server, &may).await[..] else { panic!("one") };
    let (status, refused) = server.get(&format!("/moderation/reports/{id}"), &mo).await;
    assert_eq!((status, &refused["key"]), (403, &json!("yourself")));
    for deed in ["take", "release", "done"] {
        let path = format!("/moderation/reports/{id}/{deed}");
        let (status, refused) = server.post(&path, &mo, json!({})).await;
        assert_eq!((status, &refused["key"]), (403, &json!("yourself")), "{deed}");
    }
    assert_eq!(server.get(&format!("/moderation/reports/{id}"), &may).await.0, 200);
}

/// The routes of moderators and admins, with a request for each.
const ROUTES: [(&str, &str); 14] = [
    ("GET", "/moderation/reports"),
    ("GET", "/moderation/reports/nothing"),
    ("POST", "/moderation/reports/nothing/take"),
    ("POST", "/moderation/reports/nothing/release"),
    ("POST", "/moderation/reports/nothing/done"),
    ("GET", "/moderation/users/Eve"),
    ("POST", "/moderation/users/Eve"),
    ("GET", "/moderation/audit"),
    ("GET", "/moderation/audit?user=Eve"),
    ("GET", "/admin/settings"),
    ("PUT", "/admin/settings"),
    ("GET", "/admin/invite-codes"),
    ("POST", "/admin/invite-codes"),
    ("DELETE", "/admin/invite-codes/nothing"),
];

async fn tried(server: &TestServer, token: &str) -> Vec<(u16, Value)> {
    let mut all = Vec::new();
    for (method, path) in ROUTES {
        let body = match (method, path) {
            ("GET" | "DELETE", _) => None,
            (_, "/admin/settings") => Some(json!({ "chat": "off" })),
            (_, "/admin/invite-codes") => Some(json!({})),
            _ => Some(json!({ "do": "mute", "why": "shouts" })),
        };
        let (status, said) = server.ask(method.parse().unwrap(), path, token, body).await;
        all.push((status, said["key"].clone()));
    }
    all
}

#[tokio::test]
async fn a_password_alone_moderates_nothing_where_there_are_passkeys() {
    let server = TestServer::open_at("http://localhost:7878").await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    account(&server, "Eve").await;
    let anna = account(&server, "Anna").await;
    // By the operator on the command line, before she has a passkey.
    give_role(&server, &anna, "admin").await;
    for answer in tried(&server, &anna).await {
        assert_eq!(answer, (403, json!("needs-passkey")));
    }
    let added = page.add(&anna, json!({ "password": PASSWORD }), "phone", &mut phone).await;
    assert_eq!(added.0, 201, "{added:?}");
    for answer in tried(&server, &anna).await {
        assert_eq!(answer, (403, json!("prove-passkey")), "the session was begun with a password");
    }
    let stolen = log_in(&server, "Anna", PASSWORD).await.1["token"].as_str().unwrap().to_owned();
    // A log-in with the passkey may moderate, and so may a session confirmed by it.
    let (status, signed_in) = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(status, 201, "{signed_in}");
    let by_passkey = signed_in["token"].as_str().unwrap();
    assert_eq!(server.get("/moderation/audit", by_passkey).await.0, 200);
    let proof = page.proof(&anna, &mut phone).await;
    let (status, said) = page.ask(Method::POST, "/me/proof", &anna, proof.clone()).await;
    assert_eq!(status, 200, "{said}");
    assert_eq!(page.ask(Method::POST, "/me/proof", &anna, proof).await.1["key"], "challenge-over", "once");
    for token in [by_passkey, anna.as_str()] {
        for (status, key) in tried(&server, token).await {
            assert_ne!(status, 403, "{key}");
        }
    }
    assert_eq!(server.get("/moderation/audit", &stolen).await.1["key"], "prove-passkey", "no other session");
    // A password cannot create a second factor, nor remove one.
    let key = json!({ "for": "key", "password": PASSWORD });
    let refused = page.ask(Method::POST, "/passkeys/challenges", &stolen, key).await;
    assert_eq!((refused.0, &refused.1["key"]), (403, &json!("prove-passkey")));
    let path = format!("/me/passkeys/{}", added.1["id"].as_str().unwrap());
    let refused = page.ask(Method::DELETE, &path, &stolen, json!({ "password": PASSWORD })).await;
    assert_eq!((refused.0, &refused.1["key"]), (403, &json!("prove-passkey")));
    let mut key = Authenticator::new(3);
    let proof = json!({ "passkey": page.proof(&anna, &mut phone).await });
    assert_eq!(page.add(&anna, proof, "key", &mut key).await.0, 201, "a passkey does");
    // Roles are not given to other users without one either.
    let role = json!({ "do": "role", "role": "moderator", "why": "helps" });
    let (status, refused) = moderate(&server, &anna, "Eve", role.clone()).await;
    assert_eq!((status, &refused["key"]), (422, &json!("role-needs-passkey")));
    assert!(refused["detail"].as_str().unwrap().contains("passkey"), "{refused}");
    let mut laptop = Authenticator::new(2);
    page.register("", "Paul", &mut laptop).await;
    assert_eq!(moderate(&server, &anna, "Paul", role).await.0, 200);
    // The confirmation expires.
    server.wait(12 * 60 * 60 * 1000);
    for token in [by_passkey, anna.as_str()] {
        assert_eq!(server.get("/moderation/audit", token).await.1["key"], "prove-passkey");
    }
}

#[tokio::test]
async fn where_passkeys_are_not_possible_a_role_works_with_the_password() {
    let server = TestServer::open_at("http://192.168.1.7:7878").await;
    let anna = with_role(&server, "Anna", "admin").await;
    account(&server, "Eve").await;
    assert_eq!(server.get("/moderation/audit", &anna).await.0, 200);
    let role = json!({ "do": "role", "role": "moderator", "why": "helps" });
    assert_eq!(moderate(&server, &anna, "Eve", role).await.0, 200);
}
