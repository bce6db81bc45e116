//! Log-in floods, and guesses that try to lock an owner out.

use crate::accounts::PASSWORD;
use axum::{
    Router,
    body::Body,
    http::{Method, Request, header},
};
use http_body_util::BodyExt;
use ludoteca_server::{Page, PerCaller, Rate, RequestLimits, State, app};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{FairUse, Sqlite};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tower::ServiceExt;
use tracing_subscriber::filter::LevelFilter;

/// A server behind a proxy, with the default limits.
#[derive(Clone)]
struct Proxied {
    app: Router,
    services: Arc<Services>,
    store: Arc<Sqlite>,
    folder: Arc<TempDir>,
}

impl Proxied {
    async fn open() -> Proxied {
        Proxied::open_in(Arc::new(tempfile::tempdir().unwrap())).await
    }

    async fn open_in(folder: Arc<TempDir>) -> Proxied {
        Proxied::open_with(folder, &RequestLimits::default()).await
    }

    async fn open_with(folder: Arc<TempDir>, limits: &RequestLimits) -> Proxied {
        let store = Arc::new(Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap());
        let services = Services::open(Arc::clone(&store) as _, Environment::real(), None).await.unwrap();
        let page = Page::new([("index.html".to_owned(), "page".into())]);
        let state = State::new(page).with_services(services.clone()).with_request_limits(limits);
        Proxied { app: app(state.behind_proxy()), services, store, folder }
    }

    async fn restart(self) -> Proxied {
        self.services.close().await;
        Proxied::open_in(self.folder).await
    }

    async fn ask(&self, from: &str, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        request = request.header("host", "house").header("x-forwarded-for", from);
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    async fn register(&self, from: &str) -> (String, String) {
        let account = json!({ "name": "Ada", "password": PASSWORD });
        let (status, made) = self.ask(from, Method::POST, "/accounts", "", account).await;
        assert_eq!(status, 201, "{made}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&made["user"]["id"]), text(&made["token"]))
    }

    async fn log_in(&self, from: &str, name: &str, password: &str) -> (u16, Value) {
        let wanted = json!({ "name": name, "password": password });
        self.ask(from, Method::POST, "/sessions", "", wanted).await
    }

    /// Tries a wrong password for the owner's account from each of these addresses; returns how many were
    /// checked.
    async fn guess(&self, addresses: impl Iterator<Item = String>) -> usize {
        let mut guesses = JoinSet::new();
        for from in addresses {
            let server = self.clone();
            guesses.spawn(async move { server.log_in(&from, "Ada", "some guess").await.0 });
        }
        let statuses = guesses.join_all().await;
        assert!(statuses.iter().all(|status| matches!(status, 401 | 429)), "{statuses:?}");
        statuses.into_iter().filter(|status| *status == 401).count()
    }
}

const HOME: &str = "2001:db8:77:1::5";
const ELSEWHERE: &str = "203.0.113.9";

fn all_over_the_world(count: u8) -> impl Iterator<Item = String> {
    (1..=count).map(|number| format!("198.51.{number}.7"))
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_all_over_the_world_keep_the_owner_out_of_neither_log_in_nor_recovery() {
    let server = Proxied::open().await;
    let (_, token) = server.register(HOME).await;
    let proof = json!({ "password": PASSWORD });
    let codes = server.ask(HOME, Method::POST, "/me/recovery-codes", &token, proof).await.1;
    let checked = server.guess(all_over_the_world(200)).await;
    assert!((32..=100).contains(&checked), "{checked} passwords were checked");
    // Repeatedly, and from any address of the home's network.
    for number in 0..8 {
        let (status, answer) = server.log_in(&format!("2001:db8:77:1::{number}"), "Ada", PASSWORD).await;
        assert_eq!(status, 201, "{answer}");
    }
    let (status, refused) = server.log_in(ELSEWHERE, "Ada", PASSWORD).await;
    assert_eq!((status, &refused["ratelimit"]["key"]), (429, &json!("log-in")), "{refused}");
    let wanted = json!({ "name": "Ada", "code": codes["codes"][0], "password": "another long walk" });
    let (status, answer) = server.ask(ELSEWHERE, Method::POST, "/recovery", "", wanted).await;
    assert_eq!(status, 201, "{answer}");
    // Recovery makes the network known.
    assert_eq!(server.log_in(ELSEWHERE, "Ada", "another long walk").await.0, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_session_guesses_the_password_only_a_few_times() {
    let server = Proxied::open().await;
    let (_, stolen) = server.register(HOME).await;
    let own = server.log_in(HOME, "Ada", PASSWORD).await.1["token"].as_str().unwrap().to_owned();
    let change = |old: String| json!({ "old": old, "new": "another long walk" });
    let mut statuses = Vec::new();
    for number in 0..8 {
        let wanted = change(format!("some guess {number}"));
        statuses.push(server.ask(ELSEWHERE, Method::PUT, "/me/password", &stolen, wanted).await.0);
    }
    assert_eq!(statuses, [403, 403, 403, 403, 403, 403, 429, 429]);
    let (status, answer) =
        server.ask(HOME, Method::PUT, "/me/password", &own, change(PASSWORD.to_owned())).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn known_networks_last_through_a_restart() {
    let server = Proxied::open().await;
    server.register(HOME).await;
    let server = server.restart().await;
    server.guess(all_over_the_world(120)).await;
    let (status, answer) = server.log_in(HOME, "Ada", PASSWORD).await;
    assert_eq!(status, 201, "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_network_of_a_session_is_known() {
    let server = Proxied::open().await;
    let (person, token) = server.register(HOME).await;
    assert_eq!(server.ask(ELSEWHERE, Method::GET, "/me", &token, Value::Null).await.0, 200);
    while server.store.networks_of(&person, 0).await.unwrap().len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.guess(all_over_the_world(120)).await;
    assert_eq!(server.log_in(ELSEWHERE, "Ada", PASSWORD).await.0, 201);
}

/// A stolen token can be used from any number of networks.
#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_session_makes_no_room_for_guesses_and_does_not_lock_the_owner_out() {
    let server = Proxied::open().await;
    let (person, stolen) = server.register(HOME).await;
    let networks: Vec<String> = (0..60).map(|number| format!("2001:db8:{:x}::1", 0x100 + number)).collect();
    let mut checked = 0;
    for from in &networks {
        let before = server.store.networks_of(&person, 0).await.unwrap();
        assert_eq!(server.ask(from, Method::GET, "/me", &stolen, Value::Null).await.0, 200);
        // Recorded in the background.
        while server.store.networks_of(&person, 0).await.unwrap() == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        checked += server.guess(std::iter::repeat_n(from.clone(), 5)).await;
        let proof = json!({ "old": "some guess", "new": "another long walk" });
        let (status, _) = server.ask(from, Method::PUT, "/me/password", &stolen, proof).await;
        checked += usize::from(status == 403);
    }
    assert!(checked <= 100, "{checked} passwords were checked");
    let (status, answer) = server.log_in(HOME, "Ada", PASSWORD).await;
    assert_eq!(status, 201, "{answer}");
    assert!(server.store.networks_of(&person, 0).await.unwrap().iter().any(|known| known.logged_in));
}

#[tokio::test(flavor = "multi_thread")]
async fn few_networks_are_remembered_and_none_by_its_address() {
    let server = Proxied::open().await;
    let (person, _) = server.register(HOME).await;
    for from in all_over_the_world(12) {
        assert_eq!(server.log_in(&from, "Ada", PASSWORD).await.0, 201, "{from}");
    }
    let known = server.store.networks_of(&person, 0).await.unwrap();
    assert_eq!(known.len(), 8);
    for known in known {
        assert_eq!(known.network.len(), 32);
        assert!(known.network.chars().all(|sign| sign.is_ascii_hexdigit()), "{}", known.network);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_provider_s_networks_do_not_use_up_what_all_have() {
    let server = Proxied::open().await;
    server.register(HOME).await;
    let checked = server.guess((0..150).map(|number| format!("2001:db8:9:{number:x}00::1"))).await;
    assert!(checked <= 25, "{checked} passwords were checked for one /48");
    let (status, answer) = server.log_in(ELSEWHERE, "Ada", PASSWORD).await;
    assert_eq!(status, 201, "{answer}");
}

/// Logs in with as many names at once, one from each of these addresses.
fn flood(server: &Proxied, addresses: impl Iterator<Item = String>) -> JoinSet<(u16, Value)> {
    let mut flood = JoinSet::new();
    for (number, from) in addresses.enumerate() {
        let server = server.clone();
        flood.spawn(async move { server.log_in(&from, &format!("nemo-{number}"), "some guess").await });
    }
    flood
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_cannot_stop_the_log_ins_of_others() {
    const CLIENTS: usize = 60;
    // Only the queue limits the flood.
    let many = PerCaller { address: Rate::new(1_000_000, 1_000_000), person: Rate::new(100, 100) };
    let limits = RequestLimits { requests: many, log_ins: many, ..RequestLimits::default() };
    let server = Proxied::open_with(Arc::new(tempfile::tempdir().unwrap()), &limits).await;
    server.register(HOME).await;
    // One /48, which goes on until the end of the test.
    let (refusals, mut refused) = tokio::sync::mpsc::unbounded_channel();
    let mut flood = JoinSet::new();
    for client in 0..CLIENTS {
        let (server, refusals) = (server.clone(), refusals.clone());
        flood.spawn(async move {
            for number in (client..).step_by(CLIENTS) {
                let (from, name) =
                    (format!("2001:db8:9:{:x}::1", number % 0x10000), format!("nemo-{number}"));
                let (status, answer) = server.log_in(&from, &name, "some guess").await;
                if status == 429 && answer["ratelimit"]["key"] == "passwords" {
                    let _ = refusals.send(answer);
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        });
    }
    for number in 1..=3 {
        // The flood's line is full.
        while refused.try_recv().is_ok() {}
        assert_eq!(refused.recv().await.unwrap()["ratelimit"]["seconds"], 2);
        let (status, answer) = server.log_in(&format!("203.0.113.{number}"), "Ada", PASSWORD).await;
        assert_eq!(status, 201, "{answer}");
    }
    flood.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_networks_take_turns() {
    let server = Proxied::open().await;
    server.register(HOME).await;
    let mut flood = flood(&server, (0..160).map(|number| format!("198.51.100.{}", number % 40)));
    // All of them wait before the first is done.
    flood.join_next().await.unwrap().unwrap();
    let (status, answer) = server.log_in(ELSEWHERE, "Ada", PASSWORD).await;
    assert_eq!(status, 201, "{answer}");
    while let Some(answer) = flood.join_next().await {
        assert_eq!(answer.unwrap().0, 401);
    }
}

/// On one thread, which has its own log.
#[tokio::test]
async fn log_ins_are_logged_with_their_address_and_without_the_name_as_typed() {
    let (log, _logging) = crate::operations::logging_at(LevelFilter::INFO);
    let server = Proxied::open().await;
    let (person, _) = server.register(HOME).await;
    assert_eq!(server.log_in(HOME, "Ada", PASSWORD).await.0, 201);
    assert_eq!(server.log_in(ELSEWHERE, "Ada", "some guess").await.0, 401);
    // Some people type their password there.
    assert_eq!(server.log_in(ELSEWHERE, "my secret words", "some guess").await.0, 401);
    let lines = log.lines();
    let about = |message: &str| -> Vec<(Value, Value, Value)> {
        let found = lines.iter().filter(|line| line["message"] == message);
        found.map(|line| (line["level"].clone(), line["person"].clone(), line["address"].clone())).collect()
    };
    let address = |text: &str| json!(format!("Some({text})"));
    assert_eq!(about("a log-in by password succeeded"), [(json!("INFO"), json!(person), address(HOME))]);
    assert_eq!(
        about("a log-in by password failed"),
        [
            (json!("INFO"), json!(person), address(ELSEWHERE)),
            (json!("INFO"), Value::Null, address(ELSEWHERE))
        ]
    );
    let text = json!(lines).to_string();
    for secret in ["my secret words", "some guess", PASSWORD] {
        assert!(!text.contains(secret), "{text}");
    }
}
