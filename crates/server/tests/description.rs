//! The OpenAPI description is true: every example is tried, and every response matches its schema.

use crate::{authenticator::Authenticator, test_server::TestServer};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use ludoteca_server::{Limits, Page, State, serve};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::AtomicU64},
};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tower::ServiceExt;

/// The time in the examples.
const BEGUN: u64 = 1_789_000_000_000;

pub(crate) struct Description(pub(crate) Value);

impl Description {
    /// All endpoints: method and path.
    pub(crate) fn operations(&self) -> BTreeSet<(String, String)> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        let of_path = |(path, methods): (&String, &Value)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(|method| (method.to_uppercase(), path.clone())).collect::<Vec<_>>()
        };
        paths.flat_map(of_path).collect()
    }

    pub(crate) fn operation(&self, method: &str, path: &str) -> &Value {
        &self.0["paths"][path][method.to_lowercase()]
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(path) => self.0.pointer(path.trim_start_matches('#')).unwrap(),
            None => schema,
        }
    }

    /// The examples of a body, or else those of its type.
    fn examples<'a>(&'a self, body: &'a Value) -> Vec<&'a Value> {
        let of = |value: &'a Value| -> Vec<&'a Value> {
            let many = value["examples"].as_array().into_iter().flatten();
            value.get("example").into_iter().chain(many).collect()
        };
        let own = of(body);
        if own.is_empty() { of(self.resolved(&body["schema"])) } else { own }
    }

    #[track_caller]
    fn check(&self, schema: &Value, value: &Value, what: &str) {
        let mut whole = schema.clone();
        whole["components"] = self.0["components"].clone();
        let validator = jsonschema::validator_for(&whole).unwrap();
        let faults: Vec<String> =
            validator.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{what}: {faults:#?}\n{value:#}");
    }
}

/// A server at the time of the examples, with its description.
pub(crate) async fn described() -> (TestServer, Description) {
    let server = TestServer::open_in(tempfile::tempdir().unwrap(), Arc::new(AtomicU64::new(BEGUN))).await;
    let (status, document) = server.get("/openapi.json", "").await;
    assert_eq!(status, 200);
    (server, Description(document))
}

#[tokio::test]
async fn every_body_and_every_answer_has_an_example_that_fits_its_type() {
    let (_, description) = described().await;
    for (method, path) in description.operations() {
        let operation = description.operation(&method, &path);
        let what = format!("{method} {path}");
        assert!(operation["summary"].as_str().is_some_and(|words| words.len() > 5), "{what}: no words");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{what}: {parameter}");
        }
        let answers = operation["responses"].as_object().unwrap().values();
        let bodies = [&operation["requestBody"]]
            .into_iter()
            .chain(answers)
            .filter_map(|one| one["content"].as_object());
        for body in bodies.flat_map(|content| content.values()) {
            let examples = description.examples(body);
            assert!(!examples.is_empty(), "{what}: no example for {}", body["schema"]);
            examples.iter().for_each(|example| description.check(&body["schema"], example, &what));
        }
    }
}

/// Calls the endpoints as users would, with the examples as bodies.
struct Walk<'a> {
    server: &'a TestServer,
    description: &'a Description,
    left: BTreeSet<(String, String)>,
    /// The server's host name.
    host: &'static str,
}

impl Walk<'_> {
    /// Calls an endpoint with the example of its body, in which the given fields are replaced, and checks the
    /// response.
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        id: &str,
        token: &str,
        change: impl FnOnce(&mut Value),
        expected: u16,
    ) -> Value {
        let what = format!("{method} {path}");
        self.left.remove(&(method.to_owned(), path.to_owned()));
        let operation = self.description.operation(method, path);
        let body = operation["requestBody"]["content"]["application/json"].as_object().map(|_| {
            let body = &operation["requestBody"]["content"]["application/json"];
            let mut example = self.description.examples(body)[0].clone();
            change(&mut example);
            self.description.check(&body["schema"], &example, &what);
            example
        });
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(
                path.replace("{game}", "squadro")
                    .replace("{id}", id)
                    .replace("{form}", id)
                    .replace("{name}", id)
                    .replace("{code}", id),
            )
            .header(header::HOST, self.host)
            // The cookie of the browser that requested the passkey challenge.
            .header(header::COOKIE, "ludoteca_passkey=browserbrowserbrowserbrowser2345");
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
        let response = self.server.app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let kind = response.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned();
        let answer = &operation["responses"][status.to_string()];
        assert!(answer.is_object(), "{what}: the answer {status} is not described");
        let (media, body) = answer["content"].as_object().unwrap().iter().next().unwrap();
        let plain = kind.split(';').next().unwrap().to_owned();
        assert_eq!(&plain, media, "{what}");
        if path.ends_with("/events") && !path.contains("{id}") {
            // Endless streams.
            return Value::Null;
        }
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let value = match plain.as_str() {
            "application/json" | "application/problem+json" => serde_json::from_slice(&bytes).unwrap(),
            _ => Value::String(String::from_utf8_lossy(&bytes).into()),
        };
        assert_eq!(status, expected, "{what}: {value}");
        self.description.check(&body["schema"], &value, &what);
        value
    }
}

fn same(_: &mut Value) {}

#[tokio::test]
async fn every_example_works_and_every_answer_is_as_described() {
    let (server, description) = described().await;
    let left = description.operations();
    let mut walk = Walk { server: &server, description: &description, left, host: "127.0.0.1:7878" };
    let v1 = |path: &str| format!("/api/v1{path}");
    let token = |guest: &Value| guest["token"].as_str().unwrap().to_owned();
    let ada = token(&walk.ask("POST", &v1("/guests"), "", "", same, 201).await);
    let bob = token(&walk.ask("POST", &v1("/guests"), "", "", |body| body["name"] = json!("Bob"), 201).await);
    walk.ask("GET", &v1("/me"), "", &ada, same, 200).await;
    walk.ask("PUT", &v1("/me"), "", &ada, same, 200).await;

    let game = walk.ask("POST", &v1("/games"), "", &ada, same, 201).await;
    let id = game["id"].as_str().unwrap();
    let invitation = game["invitation"].clone();
    let join = |body: &mut Value| body["invitation"] = invitation.clone();
    walk.ask("POST", &v1("/games/{id}/join"), id, &bob, join, 200).await;
    walk.ask("GET", &v1("/games/{id}"), id, &bob, same, 200).await;
    let act = v1("/games/{id}/actions");
    let done = walk.ask("POST", &act, id, &ada, same, 200).await;
    assert_eq!(done["events"][0]["move"], "Y3");
    walk.ask("PUT", &v1("/games/{id}/plan"), id, &ada, same, 200).await;
    walk.ask("GET", &v1("/games/{id}/plan"), id, &ada, same, 200).await;
    walk.ask("POST", &v1("/games/{id}/messages"), id, &ada, same, 200).await;
    walk.ask("GET", &v1("/games/{id}/messages"), id, &bob, same, 200).await;
    walk.ask("GET", &v1("/games"), "", "", same, 200).await;
    walk.ask("GET", &v1("/me/games"), "", &ada, same, 200).await;
    let ada_id = server.id_of(&ada).await;
    let playing = walk.ask("GET", &v1("/users/{id}/current-games"), &ada_id, "", same, 200).await;
    assert_eq!((&playing["games"][0]["id"], &playing["games"][1]), (&game["id"], &Value::Null));
    let mut old = |body: &mut Value| body["id"] = json!("old");
    walk.ask("POST", &act, id, &bob, &mut old, 409).await;
    let other = walk.ask("POST", &act, "nothing", &bob, same, 404).await;
    assert_eq!(other["key"], "no-such-game");
    for (seq, who, name, action) in
        [(5, &bob, "b1", json!({ "move": "R2" })), (6, &ada, "a2", json!("resign"))]
    {
        let change = |body: &mut Value| *body = json!({ "id": name, "seq": seq, "do": action });
        walk.ask("POST", &act, id, who, change, 200).await;
    }
    let playing = walk.ask("GET", &v1("/users/{id}/current-games"), &ada_id, "", same, 200).await;
    assert_eq!(playing["games"], json!([]));
    walk.ask("GET", &v1("/users/{id}/current-games"), "stranger", "", same, 404).await;
    walk.ask("GET", &v1("/games/{id}/events"), id, "", same, 200).await;
    walk.ask("GET", &v1("/games/{id}/record"), id, "", same, 200).await;
    walk.ask("GET", &v1("/games/{id}/record.json"), id, "", same, 200).await;
    server.services.archive.fill().await.unwrap();
    let found = walk.ask("GET", &v1("/archive"), "", "", same, 200).await;
    assert_eq!(found["games"][0]["id"], id);
    walk.ask("GET", &v1("/archive/dump/{form}"), "jsonl", "", same, 200).await;
    walk.ask("GET", &v1("/archive/dumps"), "", "", same, 200).await;
    walk.ask("GET", &v1("/archive/dumps/{name}"), "sha256sums", "", same, 404).await;
    walk.ask("GET", &v1("/explorer"), "", "", same, 422).await;
    walk.ask("GET", &v1("/users/{id}"), &server.id_of(&ada).await, "", same, 200).await;
    walk.ask("GET", &v1("/users/{id}/games"), &server.id_of(&ada).await, "", same, 200).await;
    let next = walk.ask("POST", &v1("/games/{id}/rematch"), id, &ada, same, 201).await;
    walk.ask("POST", &v1("/games/{id}/rematch"), id, &bob, same, 200).await;
    walk.ask("POST", &v1("/games/{id}/decline"), next["id"].as_str().unwrap(), &bob, same, 200).await;
    walk.ask("POST", &v1("/games/import"), "", &ada, same, 201).await;
    walk.ask("POST", &v1("/games/import"), "", &ada, same, 200).await;

    walk.ask("POST", &v1("/seeks"), "", &ada, same, 201).await;
    let seek = walk.ask("GET", &v1("/seeks"), "", "", same, 200).await["seeks"][0]["id"].clone();
    walk.ask("POST", &v1("/seeks/{id}/join"), seek.as_str().unwrap(), &bob, same, 201).await;
    let again = walk.ask("POST", &v1("/seeks"), "", &ada, same, 201).await;
    walk.ask("DELETE", &v1("/seeks/{id}"), again["id"].as_str().unwrap(), &ada, same, 200).await;

    let own = server.id_of(&ada).await;
    walk.ask("GET", &v1("/users/{id}/ratings"), &own, "", same, 200).await;
    // It needs a pool; other tests cover it.
    walk.ask("GET", &v1("/users/{id}/ratings/history"), &own, "", same, 422).await;
    walk.ask("GET", &v1("/leaderboards"), "", "", same, 200).await;
    walk.ask("GET", &v1("/colours"), "", "", same, 200).await;

    walk_puzzles(&mut walk, &ada, &own).await;
    walk.ask("PUT", &v1("/me/vacation"), "", &ada, same, 200).await;
    walk.ask("GET", &v1("/me/vacation"), "", &ada, same, 200).await;
    walk.ask("GET", &v1("/push/key"), "", "", same, 200).await;
    walk.ask("POST", &v1("/push/subscriptions"), "", &ada, same, 201).await;
    walk.ask("DELETE", &v1("/push/subscriptions"), "", &ada, same, 200).await;
    let eve = crate::accounts::account(&server, "Eve").await;
    let hook = walk.ask("POST", &v1("/webhooks"), "", &eve, same, 201).await;
    let hook = hook["webhook"]["id"].as_str().unwrap();
    walk.ask("POST", &v1("/webhooks/{id}/test"), hook, &eve, same, 202).await;
    walk.ask("GET", &v1("/webhooks"), "", &eve, same, 200).await;
    walk.ask("DELETE", &v1("/webhooks/{id}"), hook, &eve, same, 200).await;
    walk.ask("POST", &v1("/webhooks"), "", &ada, same, 403).await;

    walk_moderation(&mut walk, &ada, &server.id_of(&bob).await).await;
    walk_site(&mut walk).await;
    walk_accounts(&mut walk).await;

    walk.ask("GET", &v1("/events"), "", &ada, same, 200).await;
    walk.ask("GET", &v1("/lobby/events"), "", "", same, 200).await;
    walk.ask("GET", &v1("/openapi.json"), "", "", same, 200).await;
    walk.ask("GET", &v1(""), "", "", same, 200).await;
    walk.ask("GET", &v1("/handbook.css"), "", "", same, 200).await;
    walk.left.remove(&("GET".to_owned(), v1("/socket")));
    // This server has no table; other tests cover it.
    if cfg!(feature = "table") {
        walk.ask("GET", &v1("/squadro/table"), "", "", same, 404).await;
        walk.ask("GET", &v1("/games/{id}/accuracy"), id, &ada, same, 403).await;
    }
    assert!(walk.left.is_empty(), "not tried: {:?}", walk.left);
}

/// Puzzles, attempts, and puzzle ratings.
async fn walk_puzzles(walk: &mut Walk<'_>, guest: &str, own: &str) {
    let v1 = |path: &str| format!("/api/v1{path}");
    walk.ask("GET", &v1("/puzzles/{game}"), "", "", same, 200).await;
    walk.ask("GET", &v1("/puzzles/{game}/next"), "", "", same, 200).await;
    walk.ask("GET", &v1("/puzzles/{game}/daily"), "", guest, same, 200).await;
    // The examples are from this puzzle.
    walk.ask("GET", &v1("/puzzles/{game}/{id}"), "1-8", "", same, 200).await;
    let operation = v1("/puzzles/{game}/{id}/attempts");
    let done = walk.ask("POST", &operation, "1-8", guest, same, 200).await;
    assert_eq!((&done["solved"], &done["counted"]), (&json!(true), &json!(false)));
    let paul = walk.server.account("paul").await;
    let done = walk.ask("POST", &operation, "1-8", &paul, same, 200).await;
    assert_eq!((&done["solved"], &done["counted"]), (&json!(true), &json!(true)));
    let tried = walk.ask("GET", &v1("/users/{id}/puzzles"), "paul", "", same, 200).await;
    assert_eq!(tried["ratings"][0]["attempts"], 1);
    walk.ask("POST", &operation, "1-8", "", same, 401).await;
    walk.ask("POST", &operation, "nothing", guest, same, 404).await;
    // These need a game; other tests cover them.
    walk.ask("GET", &v1("/me/puzzles"), "", guest, same, 422).await;
    walk.ask("GET", &v1("/users/{id}/puzzles/history"), own, "", same, 422).await;
    walk.ask("GET", &v1("/leaderboards/puzzles"), "", "", same, 200).await;
}

/// Reports, blocks, and moderators' actions.
async fn walk_moderation(walk: &mut Walk<'_>, ada: &str, bob: &str) {
    let v1 = |path: &str| format!("/api/v1{path}");
    let about = |body: &mut Value| body["user"] = json!(bob);
    walk.ask("POST", &v1("/reports"), "", ada, about, 201).await;
    walk.ask("PUT", &v1("/blocks/{id}"), bob, ada, same, 200).await;
    walk.ask("GET", &v1("/blocks"), "", ada, same, 200).await;
    walk.ask("DELETE", &v1("/blocks/{id}"), bob, ada, same, 200).await;
    walk.ask("GET", &v1("/moderation/audit"), "", ada, same, 403).await;
    let moderator = crate::moderation::with_role(walk.server, "Mo", "moderator").await;
    let list = walk.ask("GET", &v1("/moderation/reports"), "", &moderator, same, 200).await;
    let report = list["reports"][0]["id"].as_str().unwrap();
    for what in ["take", "release", "done"] {
        walk.ask("GET", &v1("/moderation/reports/{id}"), report, &moderator, same, 200).await;
        let path = format!("/moderation/reports/{{id}}/{what}");
        walk.ask("POST", &v1(&path), report, &moderator, same, 200).await;
    }
    walk.ask("GET", &v1("/moderation/reports"), "", &moderator, same, 200).await;
    walk.ask("POST", &v1("/moderation/users/{id}"), bob, &moderator, same, 200).await;
    walk.ask("GET", &v1("/moderation/users/{id}"), bob, &moderator, same, 200).await;
    walk.ask("GET", &v1("/moderation/audit"), "", &moderator, same, 200).await;
}

/// Accounts, sessions and tokens, from registration to deletion.
async fn walk_accounts(walk: &mut Walk<'_>) {
    let v1 = |path: &str| format!("/api/v1{path}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let ada = text(&walk.ask("POST", &v1("/accounts"), "", "", same, 201).await["token"]);
    walk.ask("POST", &v1("/accounts"), "", "", same, 422).await;
    walk.ask("GET", &v1("/me"), "", &ada, same, 200).await;
    let other = text(&walk.ask("POST", &v1("/sessions"), "", "", same, 201).await["token"]);
    let wrong = |body: &mut Value| body["password"] = json!("something else");
    walk.ask("POST", &v1("/sessions"), "", "", wrong, 401).await;
    let list = walk.ask("GET", &v1("/sessions"), "", &other, same, 200).await;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 2);
    walk.ask("DELETE", &v1("/sessions"), "", &other, same, 200).await;
    walk.ask("DELETE", &v1("/sessions/{id}"), "nothing", &ada, same, 404).await;
    let made = walk.ask("POST", &v1("/tokens"), "", &ada, same, 201).await;
    walk.ask("GET", &v1("/tokens"), "", &ada, same, 200).await;
    walk.ask("POST", &v1("/tokens"), "", made["token"].as_str().unwrap(), same, 403).await;
    walk.ask("DELETE", &v1("/tokens/{id}"), made["id"].as_str().unwrap(), &ada, same, 200).await;
    let bot = walk.ask("POST", &v1("/accounts/bot"), "", &ada, same, 201).await;
    walk.ask("GET", &v1("/accounts/bot"), "", &ada, same, 200).await;
    let bot = bot["user"]["id"].as_str().unwrap();
    walk.ask("POST", &v1("/accounts/bot/{id}/token"), bot, &ada, same, 201).await;
    walk.ask("POST", &v1("/accounts/bot/{id}/token"), "nothing", &ada, same, 404).await;
    walk.ask("DELETE", &v1("/accounts/bot/{id}"), bot, &ada, same, 200).await;
    walk.ask("PUT", &v1("/me/email"), "", &ada, same, 200).await;
    walk.ask("POST", &v1("/recovery/mail"), "", "", same, 503).await;
    walk.ask("PUT", &v1("/me/password"), "", &ada, same, 200).await;
    let new = |body: &mut Value| body["password"] = json!("a short nap in the sun");
    let codes = walk.ask("POST", &v1("/me/recovery-codes"), "", &ada, new, 201).await;
    let code = |body: &mut Value| body["code"] = codes["codes"][0].clone();
    let ada = text(&walk.ask("POST", &v1("/recovery"), "", "", code, 201).await["token"]);
    walk_passkeys(walk, &ada).await;
    walk.ask("GET", &v1("/me/export"), "", &ada, same, 200).await;
    walk.ask("DELETE", &v1("/me"), "", &ada, same, 403).await;
    let right = |body: &mut Value| body["password"] = json!("a short nap in the sun");
    walk.ask("DELETE", &v1("/me"), "", &ada, right, 200).await;
}

async fn walk_site(walk: &mut Walk<'_>) {
    let v1 = |path: &str| format!("/api/v1{path}");
    let admin = crate::moderation::with_role(walk.server, "Olga", "admin").await;
    walk.ask("GET", &v1("/site"), "", "", same, 200).await;
    walk.ask("GET", &v1("/admin/settings"), "", "", same, 401).await;
    let code = walk.ask("POST", &v1("/admin/invite-codes"), "", &admin, |_| {}, 201).await["code"].clone();
    walk.ask("GET", &v1("/admin/invite-codes"), "", &admin, same, 200).await;
    walk.ask("DELETE", &v1("/admin/invite-codes/{code}"), code.as_str().unwrap(), &admin, same, 200).await;
    let open = |body: &mut Value| body["registration"] = json!("open");
    walk.ask("PUT", &v1("/admin/settings"), "", &admin, open, 200).await;
    walk.ask("GET", &v1("/admin/settings"), "", &admin, same, 200).await;
}

/// Passkeys of a user with an account and of a stranger, and a guest's games.
async fn walk_passkeys(walk: &mut Walk<'_>, ada: &str) {
    let v1 = |path: &str| format!("/api/v1{path}");
    let answer = |asked: &Value, credential: Value| {
        let challenge = asked["challenge"].clone();
        move |body: &mut Value| (body["challenge"], body["credential"]) = (challenge, credential)
    };
    let (mut phone, mut laptop) = (Authenticator::new(1), Authenticator::new(2));
    let challenges = v1("/passkeys/challenges");
    walk.ask("POST", &challenges, "", "", |body| body["name"] = json!("Ada-L"), 422).await;
    // Passkeys need a host name.
    walk.ask("GET", &v1("/passkeys/origin"), "", "", same, 200).await;
    walk.host = "localhost:7878";
    walk.ask("GET", &v1("/passkeys/origin"), "", "", same, 200).await;
    let other = |body: &mut Value| body["name"] = json!("Paula");
    let asked = walk.ask("POST", &challenges, "", "", other, 201).await;
    let made = answer(&asked, phone.create(&asked["options"]));
    walk.ask("POST", &v1("/accounts/passkey"), "", "", made, 201).await;
    walk.ask("POST", &v1("/accounts/passkey"), "", "", same, 422).await;
    let log_in = |body: &mut Value| *body = json!({ "for": "log-in" });
    let asked = walk.ask("POST", &challenges, "", "", log_in, 201).await;
    let known = answer(&asked, phone.get(&asked["options"]));
    walk.ask("POST", &v1("/sessions/passkey"), "", "", known, 201).await;
    walk.ask("POST", &v1("/sessions/passkey"), "", "", same, 422).await;
    let password = "a short nap in the sun";
    let key = |body: &mut Value| *body = json!({ "for": "key", "password": password });
    let asked = walk.ask("POST", &challenges, "", ada, key, 201).await;
    let added = answer(&asked, laptop.create(&asked["options"]));
    let passkey = walk.ask("POST", &v1("/me/passkeys"), "", ada, added, 201).await;
    walk.ask("POST", &v1("/me/passkeys"), "", ada, same, 422).await;
    walk.ask("GET", &v1("/me/passkeys"), "", ada, same, 200).await;
    let proof = |body: &mut Value| *body = json!({ "for": "proof" });
    let asked = walk.ask("POST", &challenges, "", ada, proof, 201).await;
    let proved = answer(&asked, laptop.get(&asked["options"]));
    walk.ask("POST", &v1("/me/proof"), "", ada, proved, 200).await;
    walk.ask("POST", &v1("/me/proof"), "", ada, same, 422).await;
    let id = passkey["id"].as_str().unwrap();
    walk.ask("PUT", &v1("/me/passkeys/{id}"), id, ada, same, 200).await;
    walk.ask("DELETE", &v1("/me/passkeys/{id}"), id, ada, same, 403).await;
    let right = |body: &mut Value| body["password"] = json!(password);
    walk.ask("DELETE", &v1("/me/passkeys/{id}"), id, ada, right, 200).await;
    let guest = walk.server.guest("Gus").await;
    let whose = |body: &mut Value| body["token"] = json!(guest);
    walk.ask("POST", &v1("/me/guests"), "", ada, whose, 200).await;
    walk.ask("POST", &v1("/me/guests"), "", ada, same, 422).await;
}

#[tokio::test]
async fn every_message_of_the_socket_is_as_described() {
    let (server, description) = described().await;
    let (id, tokens) = server.game(crate::test_server::squadro(), &["Ada", "Bob"]).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let page = Page::new([("index.html".to_owned(), "page".into())]);
    let state = State::new(page).with_services(server.services.clone());
    tokio::spawn(serve(listener, state, Limits::default(), std::future::pending()));
    let mut request = format!("ws://{address}/api/v1/socket?protocol=1").into_client_request().unwrap();
    let authorization = format!("Bearer {}", tokens[0]).parse().unwrap();
    request.headers_mut().insert(header::AUTHORIZATION, authorization);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let schemas = &description.0["components"]["schemas"];
    for (name, schema) in [("FromServer", &schemas["FromServer"]), ("FromClient", &schemas["FromClient"])] {
        for example in schema["examples"].as_array().unwrap() {
            description.check(schema, example, name);
        }
    }
    let said: BTreeSet<&str> = schemas["FromServer"]["examples"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["type"].as_str().unwrap())
        .collect();
    assert_eq!(said.len(), schemas["FromServer"]["oneOf"].as_array().unwrap().len(), "one for each");
    for (example, answered) in schemas["FromClient"]["examples"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["presence", "accepted", "message", "lobby", "pong", ""])
    {
        let mut example = example.clone();
        if example["game"].is_string() {
            example["game"] = json!(id);
        }
        socket.send(Message::text(example.to_string())).await.unwrap();
        while !answered.is_empty() {
            let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            description.check(&schemas["FromServer"], &message, "FromServer");
            assert_ne!(message["type"], "refused", "{example}: {message}");
            if message["type"] == answered {
                break;
            }
        }
    }
}

#[tokio::test]
async fn the_reference_page_lists_every_route_without_script() {
    let (server, description) = described().await;
    let request = Request::builder().uri("/api/v1").body(Body::empty()).unwrap();
    let response = server.app.clone().oneshot(request).await.unwrap();
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(policy.contains("style-src 'self'") && policy.contains("default-src 'none'"), "{policy}");
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let page = String::from_utf8(bytes.to_vec()).unwrap();
    for (method, path) in description.operations() {
        let operation = format!("<span class=\"method\">{method}</span> {path}</code></h3>");
        assert!(page.contains(&operation), "{method} {path}");
    }
    for name in description.0["components"]["schemas"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("<h3 id=\"{name}\">")), "{name}");
    }
    for link in page.split("href=\"#").skip(1) {
        let anchor = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{anchor}\"")), "a link to nothing: {anchor}");
    }
    assert!(
        !page.contains("<script") && !page.contains("style=") && !page.contains("http://cdn"),
        "nothing inline"
    );
}
