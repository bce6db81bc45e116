//! Webhooks against a receiver in the test, which verifies them as a user's program would.

use crate::{
    accounts::{PASSWORD, account},
    test_server::{TestServer, squadro},
};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode},
    response::IntoResponse,
    routing::post,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_server::HttpPoster;
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Memory, Store};
use serde_json::{Value, json};
use sha2::Sha256;
use std::{
    collections::BTreeSet,
    process::{Command, Stdio},
    sync::{Arc, Mutex, atomic::Ordering},
};
use tokio::{net::TcpListener, sync::mpsc};

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;

/// A delivery and its headers.
type Delivery = (HeaderMap, Bytes);

/// A program that receives notices, with planned responses, after which it accepts everything.
pub(crate) struct Receiver {
    pub(crate) url: String,
    came: mpsc::UnboundedReceiver<Delivery>,
    answers: Arc<Mutex<Vec<u16>>>,
}

type Desk = (mpsc::UnboundedSender<Delivery>, Arc<Mutex<Vec<u16>>>);

impl Receiver {
    pub(crate) async fn start() -> Receiver {
        let (sender, came) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<Vec<u16>>>::default();
        let take = async |State((came, answers)): State<Desk>, headers: HeaderMap, body: Bytes| {
            came.send((headers, body)).unwrap();
            let mut answers = answers.lock().unwrap();
            let status = if answers.is_empty() { 204 } else { answers.remove(0) };
            let status = StatusCode::from_u16(status).unwrap();
            // A client that follows this redirect calls again.
            (status, [("location", "/hook")], "much to say ".repeat(10_000)).into_response()
        };
        let app = Router::new().route("/hook", post(take)).with_state((sender, Arc::clone(&answers)));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Receiver { url, came, answers }
    }

    fn will_answer(&self, answers: &[u16]) {
        *self.answers.lock().unwrap() = answers.to_vec();
    }

    /// The next notice, verified.
    pub(crate) async fn next(&mut self, secret: &str) -> Value {
        let (headers, body) = self.came.recv().await.unwrap();
        checked(secret, &headers, &body)
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers[name].to_str().unwrap()
}

#[track_caller]
fn checked(secret: &str, headers: &HeaderMap, body: &[u8]) -> Value {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    assert_eq!(key.len(), 32);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let head = format!("{}.{}.", header(headers, "webhook-id"), header(headers, "webhook-timestamp"));
    mac.update(head.as_bytes());
    mac.update(body);
    let signature = header(headers, "webhook-signature").strip_prefix("v1,").unwrap();
    mac.verify_slice(&STANDARD.decode(signature).unwrap()).expect("it is signed");
    assert_eq!(header(headers, "content-type"), "application/json");
    let message: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(message["id"], header(headers, "webhook-id"));
    message
}

pub(crate) async fn add(server: &TestServer, token: &str, url: &str, notices: &[&str]) -> (String, String) {
    let mut request = json!({ "url": url, "notices": notices });
    // A bot has no password, and needs none.
    if server.get("/tokens", token).await.1["key"] != "scope" {
        request["password"] = json!(PASSWORD);
    }
    let (status, made) = server.post("/webhooks", token, request).await;
    assert_eq!(status, 201, "{made}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["webhook"]["id"]), text(&made["secret"]))
}

/// A user's only webhook.
pub(crate) async fn shown(server: &TestServer, token: &str) -> Value {
    let (status, list) = server.get("/webhooks", token).await;
    assert_eq!((status, list["webhooks"].as_array().map(Vec::len)), (200, Some(1)), "{list}");
    list["webhooks"][0].clone()
}

/// Waits until the newest delivery is as wanted.
pub(crate) async fn until(server: &TestServer, token: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let webhook = shown(server, token).await;
        if wanted(&webhook) {
            return webhook;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

pub(crate) fn challenge(id: &str) -> Value {
    let mut request = squadro();
    request["seats"] = json!(["you", { "user": id }]);
    request
}

#[tokio::test]
async fn everything_that_is_wanted_is_sent_and_signed() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let all = ["game-start", "my-turn", "challenge", "game-end", "rematch", "reminder"];
    let (_, secret) = add(&server, &bob, &receiver.url, &all).await;
    let me = server.id_of(&bob).await;
    let (_, game) = server.post("/games", &ada, challenge(&me)).await;
    let id = game["id"].as_str().unwrap();
    let first = receiver.next(&secret).await;
    let expected = json!({ "id": first["id"], "time": 1_000_000, "notice": "challenge", "user": me,
        "game": id, "kind": "squadro" });
    assert_eq!(first, expected);
    assert_eq!(server.post(&format!("/games/{id}/join"), &bob, json!({})).await.0, 200);
    assert_eq!(receiver.next(&secret).await["notice"], "game-start");
    assert_eq!(server.act(id, &ada, "1", json!({ "move": "Y1" })).await.0, 200);
    let turn = receiver.next(&secret).await;
    assert_eq!((&turn["notice"], &turn["game"]), (&json!("my-turn"), &json!(id)));
    assert_eq!(server.act(id, &bob, "1", json!({ "move": "R1" })).await.0, 200);
    assert_eq!(server.act(id, &ada, "2", json!({ "move": "Y2" })).await.0, 200);
    let again = receiver.next(&secret).await;
    assert_eq!(again["notice"], "my-turn", "Ada's turn is not Bob's business");
    assert_ne!(again["id"], turn["id"]);
    assert_eq!(server.act(id, &ada, "3", json!("resign")).await.0, 200);
    assert_eq!(receiver.next(&secret).await["notice"], "game-end");
    let (_, next) = server.post(&format!("/games/{id}/rematch"), &ada, json!({})).await;
    let rematch = receiver.next(&secret).await;
    assert_eq!((&rematch["notice"], &rematch["game"]), (&json!("rematch"), &next["id"]));
    let webhook = until(&server, &bob, |webhook| webhook["deliveries"][0]["taken"] == true).await;
    assert!(webhook["failing"].is_null() && webhook["off"].is_null(), "{webhook}");
    assert!(!server.get("/webhooks", &bob).await.1.to_string().contains("whsec"), "it is shown once");
    assert_eq!(webhook["deliveries"][0]["answer"], "204");
}

#[tokio::test]
async fn reminders_are_sent_and_nothing_that_was_not_asked_for() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (_, secret) = add(&server, &bob, &receiver.url, &["reminder"]).await;
    let days = json!({ "game": "squadro", "clock": { "system": "correspondence", "perTurn": 259_200_000 } });
    let (_, game) = server.post("/games", &ada, days).await;
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &bob, join).await.0, 200);
    assert_eq!(server.act(id, &ada, "1", json!({ "move": "Y1" })).await.0, 200);
    server.wait(2 * DAY + 1);
    server.services.reminders.send_due().await;
    server.wait(DAY - 2 * HOUR);
    server.services.reminders.send_due().await;
    server.services.reminders.send_due().await;
    server.services.webhooks.send_due().await;
    let (one, other) = (receiver.next(&secret).await, receiver.next(&secret).await);
    assert_eq!((&one["notice"], &other["notice"]), (&json!("reminder"), &json!("reminder")));
    assert_ne!(one["id"], other["id"]);
    server.services.webhooks.send_due().await;
    assert!(receiver.is_empty());
}

#[tokio::test]
async fn failed_deliveries_are_retried_with_the_same_id_after_a_restart() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (_, secret) = add(&server, &bob, &receiver.url, &["challenge"]).await;
    let me = server.id_of(&bob).await;
    receiver.will_answer(&[500, 302, 503, 404]);
    server.post("/games", &ada, challenge(&me)).await;
    let first = receiver.next(&secret).await;
    until(&server, &bob, |webhook| webhook["deliveries"][0]["tries"] == 1).await;
    // Read again: the webhook and its deliveries are not read at the same moment.
    let webhook = shown(&server, &bob).await;
    let delivery = &webhook["deliveries"][0];
    assert_eq!(webhook["failing"], 1_000_000);
    assert_eq!((&delivery["answer"], &delivery["taken"]), (&json!("500"), &json!(false)));
    assert_eq!(delivery["next"], 1_005_000, "five seconds later");
    server.wait(5_000);
    server.services.webhooks.send_due().await;
    assert_eq!(receiver.next(&secret).await, first, "a redirect is not followed");
    let webhook = until(&server, &bob, |webhook| webhook["deliveries"][0]["tries"] == 2).await;
    assert_eq!(webhook["deliveries"][0]["next"], 1_035_000);
    assert!(receiver.is_empty());
    let server = server.restart(30_000).await;
    for tries in 3..=5 {
        server.services.webhooks.send_due().await;
        assert_eq!(receiver.next(&secret).await, first);
        until(&server, &bob, |webhook| webhook["deliveries"][0]["tries"] == tries).await;
        server.wait(HOUR);
    }
    let webhook = shown(&server, &bob).await;
    assert_eq!((&webhook["deliveries"][0]["taken"], &webhook["failing"]), (&json!(true), &Value::Null));
    server.services.webhooks.send_due().await;
    assert!(receiver.is_empty(), "an accepted delivery is not repeated");
}

#[tokio::test]
async fn deliveries_of_a_killed_server_are_sent_later() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let bob = account(&server, "Bob").await;
    let (id, secret) = add(&server, &bob, &receiver.url, &["challenge"]).await;
    // Another server has reserved it, and never returns.
    let notice = ludoteca_store::NoticeRow {
        person: server.id_of(&bob).await,
        notice: "challenge".to_owned(),
        game: "g".to_owned(),
        kind: "peak".to_owned(),
        mark: 1,
        at: 999_000,
    };
    let lost =
        ludoteca_store::Delivery { due: Some(1_060_000), ..ludoteca_store::Delivery::new(&id, &notice) };
    server.store.turn_on_webhook(&lost).await.unwrap();
    server.services.webhooks.send_due().await;
    assert!(receiver.is_empty());
    server.wait(60_000);
    server.services.webhooks.send_due().await;
    assert_eq!(receiver.next(&secret).await["game"], "g");
}

#[tokio::test]
async fn an_address_that_never_takes_anything_is_switched_off_and_can_be_tried_again() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (id, secret) = add(&server, &bob, &receiver.url, &["challenge"]).await;
    let me = server.id_of(&bob).await;
    receiver.will_answer(&[500; 20]);
    server.post("/games", &ada, challenge(&me)).await;
    for tries in 1..=8 {
        server.services.webhooks.send_due().await;
        receiver.next(&secret).await;
        until(&server, &bob, |webhook| webhook["deliveries"][0]["tries"] == tries).await;
        server.wait(if tries < 7 { DAY / 2 } else { DAY });
    }
    let webhook = shown(&server, &bob).await;
    assert_eq!(
        (&webhook["deliveries"][0]["next"], &webhook["off"]),
        (&Value::Null, &Value::Null),
        "given up"
    );
    server.wait(DAY);
    server.post("/games", &ada, challenge(&me)).await;
    let webhook = until(&server, &bob, |webhook| !webhook["off"].is_null()).await;
    assert_eq!(webhook["off"]["why"], "failing");
    receiver.next(&secret).await;
    server.post("/games", &ada, challenge(&me)).await;
    server.wait(DAY);
    server.services.webhooks.send_due().await;
    assert!(receiver.is_empty(), "it is off");
    receiver.will_answer(&[]);
    let test = format!("/webhooks/{id}/test");
    assert_eq!(server.post(&test, &ada, json!({})).await.0, 404, "it belongs to another user");
    assert_eq!(server.post(&test, &bob, json!({})).await.0, 202);
    let message = receiver.next(&secret).await;
    assert_eq!((&message["notice"], message.get("game")), (&json!("test"), None));
    server.post("/games", &ada, challenge(&me)).await;
    assert_eq!(receiver.next(&secret).await["notice"], "challenge", "and on again");
    receiver.will_answer(&[410]);
    server.post("/games", &ada, challenge(&me)).await;
    let webhook = until(&server, &bob, |webhook| !webhook["off"].is_null()).await;
    assert_eq!(webhook["off"]["why"], "gone");
}

/// Two servers on one database.
#[tokio::test]
async fn several_servers_send_each_notice_once() {
    let server = TestServer::open_in_memory().await;
    let mut receiver = Receiver::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let store: Arc<dyn Store> = Arc::clone(&server.store);
    let now = Arc::clone(&server.now);
    let environment = Environment::simulated(move || now.load(Ordering::Relaxed), 5)
        .with_poster(Arc::new(HttpPoster::for_tests()));
    let other = Services::open(store, environment, None).await.unwrap();
    let (_, secret) = add(&server, &bob, &receiver.url, &["challenge"]).await;
    let me = server.id_of(&bob).await;
    for _ in 0..8 {
        assert_eq!(server.post("/games", &ada, challenge(&me)).await.0, 201);
        tokio::join!(server.services.webhooks.send_due(), other.webhooks.send_due());
    }
    let mut ids = BTreeSet::new();
    for _ in 0..8 {
        ids.insert(receiver.next(&secret).await["id"].to_string());
    }
    assert_eq!(ids.len(), 8);
    let all_taken =
        |webhook: &Value| webhook["deliveries"].as_array().unwrap().iter().all(|one| one["taken"] == true);
    until(&server, &bob, all_taken).await;
    assert!(receiver.is_empty(), "each once");
}

#[tokio::test]
async fn invalid_webhooks_are_refused() {
    let server = TestServer::open_strict(Arc::new(Memory::default())).await;
    let ada = account(&server, "Ada").await;
    let refused = async |token: &str, url: &str, notices: Value| {
        let (status, problem) = server
            .post("/webhooks", token, json!({ "url": url, "notices": notices, "password": PASSWORD }))
            .await;
        (status, problem["key"].as_str().unwrap_or_default().to_owned())
    };
    let key = |status: u16, key: &str| (status, key.to_owned());
    for url in [
        "https://10.0.0.7/x",
        "https://[fd00::1]/x",
        "http://192.168.1.1/x",
        "http://example.org/",
        "https://169.254.169.254/latest/meta-data",
        "https://u:p@example.org/",
        "https://192.88.99.1/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "file:///etc",
        "x",
    ] {
        assert_eq!(refused(&ada, url, json!(["my-turn"])).await, key(422, "bad-url"), "{url}");
    }
    let url = "https://example.org/hook";
    assert_eq!(refused(&ada, url, json!(["my-turn", "lunch"])).await, key(422, "unknown-notice"));
    assert_eq!(refused(&ada, url, json!([])).await, key(422, "no-notices"));
    assert_eq!(refused(&ada, url, json!("my-turn")).await, key(400, "bad-request"));
    assert_eq!(
        refused(&server.guest("Guest").await, url, json!(["my-turn"])).await,
        key(403, "needs-account")
    );
    assert_eq!(refused("", url, json!(["my-turn"])).await.0, 401);
    for _ in 0..5 {
        add(&server, &ada, url, &["my-turn", "my-turn"]).await;
    }
    assert_eq!(refused(&ada, url, json!(["my-turn"])).await, key(422, "too-many-webhooks"));
    let list = server.get("/webhooks", &ada).await.1;
    assert_eq!(list["webhooks"][0]["notices"], json!(["my-turn"]));
    let gone = format!("/webhooks/{}", list["webhooks"][0]["id"].as_str().unwrap());
    assert_eq!(server.ask(Method::DELETE, &gone, &ada, None).await.0, 200);
    assert_eq!(server.ask(Method::DELETE, &gone, &ada, None).await.0, 404);
}

/// The address that a name resolves to is checked at every call, whatever it was at registration.
#[tokio::test]
async fn a_name_that_leads_into_our_own_network_is_not_called() {
    let server = TestServer::open_strict(Arc::new(Memory::default())).await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let local = json!({ "url": "https://localhost/hook", "notices": ["challenge"] });
    let (status, refused) = server.post("/webhooks", &bob, local).await;
    assert_eq!(
        (status, &refused["key"]),
        (422, &json!("bad-url")),
        "one that cannot be public is refused at once"
    );
    add(&server, &bob, "https://example.org/hook", &["challenge"]).await;
    let me = server.id_of(&bob).await;
    // The name resolves to a local address from now on.
    let stored = server.store.webhooks_of(&me).await.unwrap().remove(0);
    server.store.remove_webhook(&me, &stored.id).await.unwrap();
    let home = ludoteca_store::Webhook { url: "https://localhost/hook".to_owned(), ..stored };
    assert!(server.store.add_webhook(&home, 5).await.unwrap());
    server.post("/games", &ada, challenge(&me)).await;
    let webhook = until(&server, &bob, |webhook| webhook["deliveries"][0]["tries"] == 1).await;
    assert_eq!(webhook["deliveries"][0]["answer"], "no-answer", "do not reveal which names resolve");
}

#[tokio::test]
async fn a_bot_has_its_own_and_they_go_with_the_account() {
    let server = TestServer::open().await;
    let mut receiver = Receiver::start().await;
    let ada = account(&server, "Ada").await;
    let (_, bot) =
        server.post("/accounts/bot", &ada, json!({ "name": "Ada-Bot", "password": PASSWORD })).await;
    let (bot, id) = (bot["token"].as_str().unwrap(), bot["user"]["id"].as_str().unwrap());
    let (_, secret) = add(&server, bot, &receiver.url, &["challenge"]).await;
    let (own, _) = add(&server, &ada, "https://example.org/hook", &["my-turn"]).await;
    let bob = account(&server, "Bob").await;
    server.post("/games", &bob, challenge(id)).await;
    assert_eq!(receiver.next(&secret).await["user"], id);
    let (_, export) = server.get("/me/export", &ada).await;
    let export = export.as_str().unwrap();
    let line = export.lines().find(|line| line.contains(r#""type":"webhook""#)).unwrap();
    assert!(line.contains(&own) && line.contains("https://example.org/hook"), "{line}");
    assert!(!export.contains("whsec"), "no secret");
    let gone = Some(json!({ "password": PASSWORD }));
    let me = server.id_of(&ada).await;
    assert_eq!(server.ask(Method::DELETE, "/me", &ada, gone).await.0, 200);
    assert!(server.store.webhooks_of(id).await.unwrap().is_empty());
    assert!(server.store.webhooks_of(&me).await.unwrap().is_empty());
}

/// The code in the users' guide agrees with the server.
#[tokio::test]
async fn the_example_in_python_checks_what_is_sent() {
    let server = TestServer::open_real().await;
    let mut receiver = Receiver::start().await;
    let bob = account(&server, "Bob").await;
    let (id, secret) = add(&server, &bob, &receiver.url, &["my-turn"]).await;
    assert_eq!(server.post(&format!("/webhooks/{id}/test"), &bob, json!({})).await.0, 202);
    let (headers, body) = receiver.came.recv().await.unwrap();
    let page = include_str!("../../../docs/webhooks.md");
    let example = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let said: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), json!(header(&headers, name)))).collect();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let ask = |secret: &str, body: &str| {
        let asked = json!([secret, said, body]).to_string();
        let program = format!(
            "{example}\nimport sys\nsecret, headers, body = json.loads(sys.argv[1])\n\
             print(verified(secret, headers, body.encode())['notice'])\n"
        );
        let mut python = Command::new("python3");
        let python = python.args(["-c", &program, &asked]).stdin(Stdio::null()).output();
        let output = python.expect("this test needs python3");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    assert_eq!(ask(&secret, &body), (true, "test".to_owned()));
    assert!(!ask(&secret, &body.replace("test", "tost")).0, "another body");
    assert!(!ask(&format!("whsec_{}", STANDARD.encode([7; 32])), &body).0, "another secret");
}
