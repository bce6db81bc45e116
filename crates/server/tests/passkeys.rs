//! The passkeys API.

use crate::{
    accounts::{PASSWORD, account, log_in},
    authenticator::Authenticator,
    test_server::{TestServer, squadro},
};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// The cookie of these tests' browser when it logs in with a passkey.
const BROWSER: &str = "ludoteca_passkey=browserbrowserbrowserbrowser2345";

/// Calls the server as a page at http://localhost:7878 would.
pub(crate) struct Page<'a>(pub(crate) &'a TestServer);

impl Page<'_> {
    pub(crate) async fn ask(&self, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
        self.ask_at("localhost:7878", method, path, token, body).await
    }

    async fn ask_at(&self, host: &str, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
        self.ask_with(BROWSER, host, method, path, token, body).await.0
    }

    /// Sends a request with these cookies; returns the response's cookies too.
    async fn ask_with(
        &self,
        cookies: &str,
        host: &str,
        method: Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> ((u16, Value), String) {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("host", host)
            .header(header::COOKIE, cookies);
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = self.0.app.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let set = response.headers().get(header::SET_COOKIE);
        let set = set.map_or("", |cookie| cookie.to_str().unwrap()).to_owned();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        ((status, serde_json::from_slice(&bytes).unwrap()), set)
    }

    /// Requests a challenge; returns its id and the options.
    pub(crate) async fn challenge(&self, token: &str, request: Value) -> (Value, Value) {
        let (status, asked) = self.ask(Method::POST, "/passkeys/challenges", token, request).await;
        assert_eq!(status, 201, "{asked}");
        (asked["challenge"].clone(), asked["options"].clone())
    }

    /// Creates an account with a passkey; returns its token.
    pub(crate) async fn register(&self, token: &str, name: &str, device: &mut Authenticator) -> String {
        let (challenge, options) = self.challenge(token, json!({ "for": "account", "name": name })).await;
        let request = json!({ "challenge": challenge, "credential": device.create(&options) });
        let (status, made) = self.ask(Method::POST, "/accounts/passkey", token, request).await;
        assert_eq!(status, 201, "{made}");
        assert_eq!(made["user"]["name"], name);
        made["token"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn log_in(&self, request: Value, device: &mut Authenticator) -> (u16, Value) {
        let (challenge, options) = self.challenge("", request).await;
        let answer = json!({ "challenge": challenge, "credential": device.get(&options) });
        self.ask(Method::POST, "/sessions/passkey", "", answer).await
    }

    /// A proof of ownership by passkey.
    pub(crate) async fn proof(&self, token: &str, device: &mut Authenticator) -> Value {
        let (challenge, options) = self.challenge(token, json!({ "for": "proof" })).await;
        assert!(device.is_asked(&options), "{options}");
        json!({ "challenge": challenge, "credential": device.get(&options) })
    }

    pub(crate) async fn add(
        &self,
        token: &str,
        proof: Value,
        label: &str,
        device: &mut Authenticator,
    ) -> (u16, Value) {
        let mut request = json!({ "for": "key" });
        request.as_object_mut().unwrap().extend(proof.as_object().unwrap().clone());
        let (challenge, options) = self.challenge(token, request).await;
        let request =
            json!({ "challenge": challenge, "credential": device.create(&options), "label": label });
        self.ask(Method::POST, "/me/passkeys", token, request).await
    }

    async fn passkeys(&self, token: &str) -> Vec<Value> {
        let (_, list) = self.ask(Method::GET, "/me/passkeys", token, json!(null)).await;
        list["passkeys"].as_array().unwrap().clone()
    }
}

fn key(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["key"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn registering_and_logging_in_works_without_a_password() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    let token = page.register("", "Ada", &mut phone).await;
    let me = server.get("/me", &token).await.1;
    assert_eq!(
        me["account"],
        json!({ "email": null, "recovery_codes": 0, "password": false, "passkeys": 1 })
    );
    let (status, signed_in) = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!((status, &signed_in["user"]), (201, &me["user"]), "without a name: {signed_in}");
    assert_eq!(server.get("/me/games", signed_in["token"].as_str().unwrap()).await.0, 200);
    let (status, signed_in) = page.log_in(json!({ "for": "log-in", "name": "ADA" }), &mut phone).await;
    assert_eq!((status, &signed_in["user"]), (201, &me["user"]), "with it: {signed_in}");
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 401, "there is no password");
    assert_eq!(log_in(&server, "Ada", "").await.0, 401);

    let taken =
        page.ask(Method::POST, "/passkeys/challenges", "", json!({ "for": "account", "name": "ada" })).await;
    assert_eq!(key(&taken), (422, "name-taken"));
    let again = json!({ "for": "account", "name": "Other" });
    let again = page.ask(Method::POST, "/passkeys/challenges", &token, again).await;
    assert_eq!(key(&again), (422, "has-account"));
    let server = server.restart(1000).await;
    let (status, signed_in) = Page(&server).log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(status, 201, "also after a restart: {signed_in}");
}

#[tokio::test]
async fn a_guest_who_registers_by_a_passkey_stays_the_same_person() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let before = server.id_of(&tokens[0]).await;
    let mut phone = Authenticator::new(1).synced();
    // A challenge for the guest cannot be answered by another user.
    let (challenge, options) = page.challenge(&tokens[0], json!({ "for": "account", "name": "Ada-L" })).await;
    let request = json!({ "challenge": challenge, "credential": phone.create(&options) });
    let stolen = page.ask(Method::POST, "/accounts/passkey", &tokens[1], request).await;
    assert_eq!(key(&stolen), (422, "challenge-over"));
    let token = page.register(&tokens[0], "Ada-L", &mut phone).await;
    assert_eq!(server.id_of(&token).await, before);
    assert_eq!(server.get("/me/games", &tokens[0]).await.0, 401, "the guest's token is revoked");
    assert_eq!(server.act(&id, &token, "a", json!({ "move": "Y1" })).await.0, 200, "the seat is theirs");
    assert_eq!(page.passkeys(&token).await[0]["synced"], true);
}

#[tokio::test]
async fn an_answer_is_good_once_and_for_five_minutes() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    page.register("", "Ada", &mut phone).await;
    let (challenge, options) = page.challenge("", json!({ "for": "log-in" })).await;
    let answer = json!({ "challenge": challenge, "credential": phone.get(&options) });
    // Of two concurrent answers, one is accepted.
    let send = || page.ask(Method::POST, "/sessions/passkey", "", answer.clone());
    let (one, other) = tokio::join!(send(), send());
    let mut statuses = [one.0, other.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422], "{one:?} {other:?}");
    assert_eq!(key(&send().await), (422, "challenge-over"));

    let (challenge, options) = page.challenge("", json!({ "for": "log-in" })).await;
    let answer = json!({ "challenge": challenge, "credential": phone.get(&options) });
    server.wait(5 * 60 * 1000);
    let late = page.ask(Method::POST, "/sessions/passkey", "", answer).await;
    assert_eq!(key(&late), (422, "challenge-over"));
    // A challenge for one purpose does not serve another.
    let (challenge, options) = page.challenge("", json!({ "for": "log-in" })).await;
    let request =
        json!({ "challenge": challenge, "credential": phone.create(&options_of_creation(&options)) });
    let other = page.ask(Method::POST, "/accounts/passkey", "", request).await;
    assert_eq!(key(&other), (422, "challenge-over"));
}

#[tokio::test]
async fn a_challenge_for_logging_in_is_good_only_in_the_browser_that_asked() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    let ada = page.register("", "Ada", &mut phone).await;
    let asks = async |cookies: &str, token: &str, path: &str, body: Value| {
        page.ask_with(cookies, "localhost:7878", Method::POST, path, token, body).await
    };
    let challenge = async |cookies: &str, token: &str| {
        let ((status, asked), set) =
            asks(cookies, token, "/passkeys/challenges", json!({ "for": "log-in" })).await;
        assert_eq!(status, 201, "{asked}");
        assert!(set.starts_with("ludoteca_passkey="), "{set}");
        for wanted in ["HttpOnly", "SameSite=Strict", "Path=/api/v1", "Max-Age=300"] {
            assert!(set.contains(wanted), "{set}");
        }
        (asked, set.split(';').next().unwrap().to_owned())
    };
    let other = format!("ludoteca_passkey={}", "x".repeat(32));
    // Requested by one browser, answered by another, by a program without cookies, or in a session.
    for (cookies, token) in [(other.as_str(), ""), ("", ""), ("ludoteca_passkey=", ada.as_str())] {
        let (asked, own) = challenge("", "").await;
        let answer = json!({ "challenge": asked["challenge"], "credential": phone.get(&asked["options"]) });
        let (refused, _) = asks(cookies, token, "/sessions/passkey", answer.clone()).await;
        assert_eq!(key(&refused), (422, "challenge-over"), "{cookies}");
        let (late, _) = asks(&own, "", "/sessions/passkey", answer).await;
        assert_eq!(key(&late), (422, "challenge-over"), "a wrong answer uses up the challenge");
    }
    let (first, own) = challenge("", "").await;
    let (_, again) = challenge(&format!("a=b; {own}"), &ada).await;
    assert_eq!(again, own, "two tabs are one browser");
    let answer = json!({ "challenge": first["challenge"], "credential": phone.get(&first["options"]) });
    let ((status, said), _) = asks(&own, "", "/sessions/passkey", answer).await;
    assert_eq!(status, 201, "{said}");
}

#[tokio::test]
async fn a_passkey_that_was_asked_inside_another_sites_page_is_refused() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    let ada = page.register("", "Ada", &mut phone).await;
    phone.cross_origin = true;
    let refused = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(key(&refused), (401, "wrong-passkey"));
    let request = json!({ "email": "ada@example.org", "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(key(&page.ask(Method::PUT, "/me/email", &ada, request).await), (403, "wrong-passkey"));
    let mut laptop = Authenticator::new(2);
    laptop.cross_origin = true;
    let (challenge, options) = page.challenge("", json!({ "for": "account", "name": "Eve" })).await;
    let request = json!({ "challenge": challenge, "credential": laptop.create(&options) });
    let refused = page.ask(Method::POST, "/accounts/passkey", "", request).await;
    assert_eq!(key(&refused), (422, "bad-passkey"));
    phone.cross_origin = false;
    assert_eq!(page.log_in(json!({ "for": "log-in" }), &mut phone).await.0, 201);
}

/// Options for `create` with the challenge of other options.
fn options_of_creation(options: &Value) -> Value {
    json!({ "challenge": options["challenge"], "rp": { "id": options["rpId"] }, "user": { "id": "AAAA" },
        "authenticatorSelection": { "residentKey": "required", "userVerification": "required" } })
}

#[tokio::test]
async fn passkeys_of_other_sites_and_unknown_passkeys_are_refused() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let (mut phone, mut laptop) = (Authenticator::new(1), Authenticator::new(2));
    page.register("", "Ada", &mut phone).await;
    let bob = page.register("", "Bob", &mut laptop).await;
    let discover = || json!({ "for": "log-in" });
    let refused = |answer: &(u16, Value)| assert_eq!(key(answer), (401, "wrong-passkey"), "{answer:?}");

    refused(&page.log_in(discover(), &mut Authenticator::new(3)).await);
    refused(&page.log_in(json!({ "for": "log-in", "name": "Ada" }), &mut laptop).await);
    refused(&page.log_in(json!({ "for": "log-in", "name": "Eve" }), &mut laptop).await);
    // Phishing: a page elsewhere forwards the answer of Ada's passkey.
    for origin in ["https://evil.example", "http://localhost:9999", "https://localhost:7878"] {
        phone.origin = origin.to_owned();
        refused(&page.log_in(discover(), &mut phone).await);
    }
    phone.origin = "http://localhost:7878".to_owned();
    // No user verification.
    let (challenge, options) = page.challenge("", discover()).await;
    let answer = json!({ "challenge": challenge, "credential": phone.get_unseen(&options) });
    refused(&page.ask(Method::POST, "/sessions/passkey", "", answer).await);
    // The answer to another challenge.
    let (_, options) = page.challenge("", discover()).await;
    let (challenge, _) = page.challenge("", discover()).await;
    let answer = json!({ "challenge": challenge, "credential": phone.get(&options) });
    refused(&page.ask(Method::POST, "/sessions/passkey", "", answer).await);
    assert_eq!(page.log_in(discover(), &mut phone).await.0, 201, "it is still valid");
    // A cloned key whose counter is behind.
    phone.counter -= 2;
    refused(&page.log_in(discover(), &mut phone).await);
    phone.counter += 5;
    assert_eq!(page.log_in(discover(), &mut phone).await.0, 201);
    // Another user's passkey proves nothing.
    let (challenge, options) = page.challenge(&bob, json!({ "for": "proof" })).await;
    assert!(!phone.is_asked(&options));
    let proof = json!({ "challenge": challenge, "credential": phone.get(&options) });
    let request = json!({ "email": "bob@example.org", "passkey": proof });
    assert_eq!(key(&page.ask(Method::PUT, "/me/email", &bob, request).await), (403, "wrong-passkey"));
    for nonsense in [json!({}), json!([]), json!({ "id": "x", "rawId": "!", "type": "public-key" })] {
        let (challenge, _) = page.challenge("", discover()).await;
        let request = json!({ "challenge": challenge, "credential": nonsense });
        assert_eq!(page.ask(Method::POST, "/sessions/passkey", "", request).await.0, 400);
    }
}

#[tokio::test]
async fn registration_does_not_reveal_accounts() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    page.register("", "Ada", &mut phone).await;
    account(&server, "Paula").await;
    let asked = async |name: &str| {
        let (_, options) = page.challenge("", json!({ "for": "log-in", "name": name })).await;
        options["allowCredentials"].clone()
    };
    assert_eq!(asked("Ada").await.as_array().unwrap().len(), 1);
    for name in ["Eve", "Paula", "eve", "EVE"] {
        let list = asked(name).await;
        assert!(!list.as_array().unwrap().is_empty(), "{name}");
        assert_eq!(list, asked(name).await, "{name}: always the same");
        let fields: Vec<&String> = list[0].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["type", "id"]);
    }
    assert_eq!(asked("Eve").await, asked("eve").await);
}

#[tokio::test]
async fn passkeys_are_added_named_listed_and_removed_but_never_the_last_way_in() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let (mut phone, mut laptop) = (Authenticator::new(1), Authenticator::new(2));
    let ada = page.register("", "Ada", &mut phone).await;
    let eve = account(&server, "Eve").await;
    let first = page.passkeys(&ada).await[0]["id"].as_str().unwrap().to_owned();
    let remove = async |token: &str, id: &str, proof: Value| {
        let (status, said) = page.ask(Method::DELETE, &format!("/me/passkeys/{id}"), token, proof).await;
        (status, said["key"].clone())
    };
    let proof = json!({ "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(remove(&ada, &first, proof).await, (422, json!("last-way-in")));
    assert_eq!(remove(&ada, &first, json!({})).await, (422, json!("needs-password")));

    // Adding one needs a proof again.
    for (proof, expected) in
        [(json!({}), (422, "needs-password")), (json!({ "password": PASSWORD }), (403, "wrong-password"))]
    {
        let mut request = json!({ "for": "key" });
        request.as_object_mut().unwrap().extend(proof.as_object().unwrap().clone());
        assert_eq!(key(&page.ask(Method::POST, "/passkeys/challenges", &ada, request).await), expected);
    }
    let proof = json!({ "passkey": page.proof(&ada, &mut phone).await });
    let (status, added) = page.add(&ada, proof, "my laptop", &mut laptop).await;
    assert_eq!(
        (status, &added["label"], &added["synced"]),
        (201, &json!("my laptop"), &json!(false)),
        "{added}"
    );
    let second = added["id"].as_str().unwrap();
    let proof = json!({ "passkey": page.proof(&ada, &mut laptop).await });
    let again = page.add(&ada, proof, "again", &mut laptop).await;
    assert_eq!(key(&again), (422, "passkey-known"));
    let mut same = Authenticator::new(2);
    let stolen = page.add(&eve, json!({ "password": PASSWORD }), "another's", &mut same).await;
    assert_eq!(key(&stolen), (422, "passkey-known"));
    let (_, signed_in) = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(signed_in["user"]["name"], "Ada");

    let rename = async |token: &str, label: &str| {
        let path = format!("/me/passkeys/{second}");
        let (status, said) = page.ask(Method::PUT, &path, token, json!({ "label": label })).await;
        (status, said["key"].clone())
    };
    assert_eq!(rename(&ada, " work ").await.0, 200);
    assert_eq!(rename(&ada, " ").await, (422, json!("bad-label")));
    assert_eq!(rename(&eve, "mine").await, (404, json!("no-such-passkey")));
    let labels: Vec<Value> = page.passkeys(&ada).await.iter().map(|one| one["label"].clone()).collect();
    assert_eq!(labels, [json!("passkey"), json!("work")]);
    assert_eq!(remove(&eve, second, json!({ "password": PASSWORD })).await, (404, json!("no-such-passkey")));

    // A passkey may prove its own removal.
    let proof = json!({ "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(remove(&ada, &first, proof).await.0, 200);
    let gone = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(key(&gone), (401, "wrong-passkey"));
    let proof = json!({ "passkey": page.proof(&ada, &mut laptop).await });
    assert_eq!(remove(&ada, second, proof).await, (422, json!("last-way-in")));
    // With recovery codes it may be removed.
    let request = json!({ "passkey": page.proof(&ada, &mut laptop).await });
    assert_eq!(page.ask(Method::POST, "/me/recovery-codes", &ada, request).await.0, 201);
    let proof = json!({ "passkey": page.proof(&ada, &mut laptop).await });
    assert_eq!(remove(&ada, second, proof).await.0, 200);
}

#[tokio::test]
async fn a_passkey_replaces_the_password_everywhere() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    let ada = page.register("", "Ada", &mut phone).await;
    // A challenge of one session cannot be answered in another.
    let (_, other) = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    let other = other["token"].as_str().unwrap();
    let proof = page.proof(other, &mut phone).await;
    let request = json!({ "email": "ada@example.org", "passkey": proof });
    assert_eq!(key(&page.ask(Method::PUT, "/me/email", &ada, request).await), (422, "challenge-over"));
    let request = json!({ "email": "ada@example.org", "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(page.ask(Method::PUT, "/me/email", &ada, request.clone()).await.0, 200);
    assert_eq!(
        key(&page.ask(Method::PUT, "/me/email", &ada, request).await),
        (422, "challenge-over"),
        "once"
    );

    let request = json!({ "passkey": page.proof(&ada, &mut phone).await });
    let (status, codes) = page.ask(Method::POST, "/me/recovery-codes", &ada, request).await;
    assert_eq!((status, codes["codes"].as_array().unwrap().len()), (201, 10));
    let request = json!({ "new": PASSWORD, "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(page.ask(Method::PUT, "/me/password", &ada, request).await.0, 200);
    assert_eq!(server.get("/me/games", other).await.0, 401, "the others are logged out");
    assert_eq!(log_in(&server, "Ada", PASSWORD).await.0, 201, "there is a password now");

    let export = server.get("/me/export", &ada).await.1;
    let export = export.as_str().unwrap();
    let line = export.lines().find(|line| line.contains("\"passkey\"")).unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["type"], &line["label"]), (&json!("passkey"), &json!("passkey")));
    assert!(!export.contains("cred") && !export.contains("counter"), "{export}");
    let request = json!({ "passkey": page.proof(&ada, &mut phone).await });
    assert_eq!(page.ask(Method::DELETE, "/me", &ada, request).await.0, 200);
    assert_eq!(key(&page.log_in(json!({ "for": "log-in" }), &mut phone).await), (401, "wrong-passkey"));
    page.register("", "Ada-2", &mut phone).await;
}

#[tokio::test]
async fn passkeys_are_for_the_servers_own_name_alone() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let origin = async |page: &Page<'_>, host: &str| {
        page.ask_at(host, Method::GET, "/passkeys/origin", "", json!(null)).await.1["origin"].clone()
    };
    assert_eq!(origin(&page, "localhost:7878").await, "http://localhost:7878");
    for host in ["127.0.0.1:7878", "192.168.1.7", "games.local", "house"] {
        assert_eq!(origin(&page, host).await, Value::Null, "{host}");
        let request = json!({ "for": "log-in" });
        let refused = page.ask_at(host, Method::POST, "/passkeys/challenges", "", request).await;
        assert_eq!(key(&refused), (422, "no-passkeys"), "{host}");
    }
    let server = TestServer::open_at("https://games.example.org").await;
    let page = Page(&server);
    for host in ["games.example.org", "localhost:7878", "house"] {
        assert_eq!(origin(&page, host).await, "https://games.example.org", "whatever the request says");
    }
    let mut phone = Authenticator::new(1);
    phone.origin = "https://games.example.org".to_owned();
    page.register("", "Ada", &mut phone).await;
    assert_eq!(page.log_in(json!({ "for": "log-in" }), &mut phone).await.0, 201);
    phone.origin = "http://localhost:7878".to_owned();
    let elsewhere = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(key(&elsewhere), (401, "wrong-passkey"), "where the site is known, nothing else is");
}

#[tokio::test]
async fn banned_accounts_cannot_log_in_by_passkey() {
    let server = TestServer::open().await;
    let page = Page(&server);
    let mut phone = Authenticator::new(1);
    let ada = page.register("", "Ada", &mut phone).await;
    let id = server.id_of(&ada).await;
    let moderator = crate::moderation::with_role(&server, "Mo", "moderator").await;
    let act = json!({ "do": "ban", "why": "cheats" });
    let (status, said) = server.post(&format!("/moderation/users/{id}"), &moderator, act).await;
    assert_eq!(status, 200, "{said}");
    let refused = page.log_in(json!({ "for": "log-in" }), &mut phone).await;
    assert_eq!(key(&refused), (403, "banned"));
}
