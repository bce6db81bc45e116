//! The whole server in a temporary folder, called without a socket.

use axum::{
    Router,
    body::Body,
    extract::MatchedPath,
    http::{Method, Request, header},
    middleware::{self, Next},
    response::Response,
};
use http_body_util::BodyExt;
use ludoteca_server::{HttpPoster, Page, PerCaller, Rate, RequestLimits, State, app};
use ludoteca_service::{Computers, Environment, Mail, Services, Site};
use ludoteca_store::{Memory, Person, Sqlite, Store, Token, TokenKind};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tempfile::TempDir;
use tower::ServiceExt;

/// A server with a clock and a folder of its own.
pub(crate) struct TestServer {
    pub(crate) app: Router,
    pub(crate) services: Arc<Services>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) now: Arc<AtomicU64>,
    pub(crate) folder: TempDir,
}

impl TestServer {
    pub(crate) async fn open() -> TestServer {
        TestServer::open_in(tempfile::tempdir().unwrap(), Arc::new(AtomicU64::new(1_000_000))).await
    }

    pub(crate) async fn open_in(folder: TempDir, now: Arc<AtomicU64>) -> TestServer {
        let store = Arc::new(Sqlite::open(&folder.path().join("ludoteca.sqlite")).await.unwrap());
        TestServer::open_on(store, folder, now).await
    }

    /// Without files or database threads: for tests that simulate time.
    pub(crate) async fn open_in_memory() -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        TestServer::open_on(Arc::new(Memory::default()), tempfile::tempdir().unwrap(), now).await
    }

    pub(crate) async fn open_with_mail(mail: Arc<Mail>) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let store: Arc<dyn Store> = Arc::new(Memory::default());
        TestServer::open_with(store, tempfile::tempdir().unwrap(), now, |environment| {
            environment.with_mail(mail)
        })
        .await
    }

    /// With this public address.
    pub(crate) async fn open_at(site: &str) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let (store, site): (Arc<dyn Store>, _) = (Arc::new(Memory::default()), Site::new(site).unwrap());
        TestServer::open_with(store, tempfile::tempdir().unwrap(), now, |environment| {
            environment.with_site(site)
        })
        .await
    }

    /// With settings that the configuration fixes.
    pub(crate) async fn open_with_settings(settings: ludoteca_protocol::SettingsChange) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let store: Arc<dyn Store> = Arc::new(Memory::default());
        TestServer::open_with(store, tempfile::tempdir().unwrap(), now, |environment| {
            environment.with_settings(settings)
        })
        .await
    }

    /// On the test's own store.
    pub(crate) async fn open_on(store: Arc<dyn Store>, folder: TempDir, now: Arc<AtomicU64>) -> TestServer {
        TestServer::open_with(store, folder, now, |environment| {
            environment.with_poster(Arc::new(HttpPoster::for_tests()))
        })
        .await
    }

    /// Calls public addresses only, as in production.
    pub(crate) async fn open_strict(store: Arc<dyn Store>) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        TestServer::open_with(store, tempfile::tempdir().unwrap(), now, |environment| environment).await
    }

    /// With the real clock.
    pub(crate) async fn open_real() -> TestServer {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let now = Arc::new(AtomicU64::new(since.as_millis() as u64));
        TestServer::open_on(Arc::new(Memory::default()), tempfile::tempdir().unwrap(), now).await
    }

    pub(crate) async fn open_with_computers(computers: Arc<dyn Computers>) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let (store, folder) = (Arc::new(Memory::default()), tempfile::tempdir().unwrap());
        TestServer::open_playing(
            store,
            folder,
            now,
            |environment| environment,
            Some(computers),
            Some(patient()),
        )
        .await
    }

    /// With limits on what one person may have, but not on the rate of requests.
    pub(crate) async fn open_capped() -> TestServer {
        TestServer::open_with_limits(&patient()).await
    }

    pub(crate) async fn open_with_limits(limits: &RequestLimits) -> TestServer {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("ludoteca.sqlite")).await.unwrap());
        TestServer::open_playing(store, folder, now, |environment| environment, None, Some(*limits)).await
    }

    async fn open_with(
        store: Arc<dyn Store>,
        folder: TempDir,
        now: Arc<AtomicU64>,
        also: impl FnOnce(Environment) -> Environment,
    ) -> TestServer {
        TestServer::open_playing(store, folder, now, also, None, None).await
    }

    async fn open_playing(
        store: Arc<dyn Store>,
        folder: TempDir,
        now: Arc<AtomicU64>,
        also: impl FnOnce(Environment) -> Environment,
        computers: Option<Arc<dyn Computers>>,
        limits: Option<RequestLimits>,
    ) -> TestServer {
        let time = Arc::clone(&now);
        let seed = now.load(Ordering::Relaxed);
        let environment = Environment::simulated(move || time.load(Ordering::Relaxed), seed)
            .with_poster(Arc::new(HttpPoster::new(Vec::new())));
        let services = Services::open(Arc::clone(&store), also(environment), computers).await.unwrap();
        let page = Page::new([("index.html".to_owned(), "page".into())]);
        let state = State::new(page).with_services(services.clone());
        let state = match &limits {
            Some(limits) => state.with_request_limits(limits),
            None => state,
        };
        TestServer { app: checked(app(state)), services, store, now, folder }
    }

    /// On the test's own services.
    pub(crate) fn of_services(services: Arc<Services>, store: Arc<dyn Store>) -> TestServer {
        let page = Page::new([("index.html".to_owned(), "page".into())]);
        let app = checked(app(State::new(page).with_services(services.clone())));
        let now = Arc::new(AtomicU64::new(1_000_000));
        TestServer { app, services, store, now, folder: tempfile::tempdir().unwrap() }
    }

    /// Stops the server and starts it again some time later.
    pub(crate) async fn restart(self, away: u64) -> TestServer {
        self.services.close().await;
        self.now.fetch_add(away, Ordering::Relaxed);
        TestServer::open_in(self.folder, self.now).await
    }

    pub(crate) fn wait(&self, millis: u64) {
        self.now.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let mut request =
            Request::builder().method(method).uri(format!("/api/v1{path}")).header("host", "house");
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
        let response = self.app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (
            status,
            serde_json::from_slice(&bytes).unwrap_or(Value::String(String::from_utf8_lossy(&bytes).into())),
        )
    }

    /// Opens an NDJSON stream.
    pub(crate) async fn stream(&self, path: &str, token: &str) -> Lines {
        let request = Request::builder().uri(format!("/api/v1{path}")).header("host", "house");
        let request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        let response = self.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        Lines { body: response.into_body(), text: String::new() }
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> (u16, Value) {
        self.ask(Method::GET, path, token, None).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> (u16, Value) {
        self.ask(Method::POST, path, token, Some(body)).await
    }

    pub(crate) async fn guest(&self, name: &str) -> String {
        let (status, guest) = self.post("/guests", "", json!({ "name": name })).await;
        assert_eq!(status, 201, "{guest}");
        assert_eq!(guest["user"]["name"], name);
        guest["token"].as_str().unwrap().to_owned()
    }

    /// Creates an account, whose id is its name; returns its token.
    pub(crate) async fn account(&self, name: &str) -> String {
        let token = format!("token of {name}");
        let hash: String =
            Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let (id, created) = (name.to_owned(), 1);
        let person = Person { id, name: name.to_owned(), guest: false, created, vacation: None, bot: false };
        self.store.add_person(&person).await.unwrap();
        let token_row = Token {
            hash,
            id: format!("id of {name}"),
            person: name.to_owned(),
            kind: TokenKind::Session,
            label: String::new(),
            scopes: String::new(),
            created,
            used: created,
            expires: None,
            passkey: None,
        };
        self.store.add_token(&token_row).await.unwrap();
        token
    }

    /// Resolves when every finished game has been rated, or found not to count.
    pub(crate) async fn rated(&self) {
        let ended = self.store.finished(0, u32::MAX).await.unwrap().len() as u64;
        while self.store.ratings_place().await.unwrap() < ended {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    /// Creates a game with new guests on all seats; returns its id and their tokens, by seat.
    pub(crate) async fn game(&self, request: Value, people: &[&str]) -> (String, Vec<String>) {
        let mut tokens = vec![self.guest(people[0]).await];
        let (status, game) = self.post("/games", &tokens[0], request).await;
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().unwrap().to_owned();
        for name in &people[1..] {
            let token = self.guest(name).await;
            let join = json!({ "invitation": game["invitation"] });
            let (status, joined) = self.post(&format!("/games/{id}/join"), &token, join).await;
            assert_eq!(status, 200, "{joined}");
            tokens.push(token);
        }
        (id, tokens)
    }

    pub(crate) async fn seq(&self, id: &str) -> u64 {
        self.see(id, "").await["seq"].as_u64().unwrap()
    }

    pub(crate) async fn see(&self, id: &str, token: &str) -> Value {
        self.get(&format!("/games/{id}"), token).await.1
    }

    pub(crate) async fn act(&self, id: &str, token: &str, name: &str, action: Value) -> (u16, Value) {
        let seq = self.seq(id).await;
        self.post(&format!("/games/{id}/actions"), token, json!({ "id": name, "seq": seq, "do": action }))
            .await
    }

    pub(crate) async fn id_of(&self, token: &str) -> String {
        self.get("/me", token).await.1["user"]["id"].as_str().unwrap().to_owned()
    }

    /// The stream of a user's notices.
    pub(crate) async fn listen(&self, token: &str) -> Lines {
        self.stream("/events", token).await
    }
}

/// The server, which checks of every answer of the API that the OpenAPI document describes its status.
fn checked(app: Router) -> Router {
    app.layer(middleware::from_fn(check_status))
}

async fn check_status(request: Request<Body>, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().as_str().to_ascii_lowercase();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let operation = path.as_ref().and_then(|path| ludoteca_server::openapi()["paths"][path].get(&method));
    if let (Some(operation), Some(path)) = (operation, path) {
        let is_described = operation["responses"].get(status.to_string()).is_some();
        assert!(is_described, "{method} {path}: the answer {status} is not described");
    }
    response
}

/// Limits on what one person may have, and none on the rate.
fn patient() -> RequestLimits {
    let fast = PerCaller { address: Rate::new(100_000, 100_000), person: Rate::new(100_000, 100_000) };
    RequestLimits { requests: fast, games: fast, guests: fast, seeks: fast, ..RequestLimits::default() }
}

/// The lines of a stream.
pub(crate) struct Lines {
    body: Body,
    text: String,
}

impl Lines {
    /// The next line that is not blank.
    pub(crate) async fn line(&mut self) -> Value {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.text = rest;
                if !line.is_empty() {
                    return serde_json::from_str(&line).unwrap();
                }
                continue;
            }
            let frame = self.body.frame().await.expect("the stream has ended").unwrap();
            self.text += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
        }
    }
}

/// The game that most tests play.
pub(crate) fn squadro() -> Value {
    json!({ "game": "squadro", "clock": { "system": "increment", "initial": 60_000, "increment": 0 } })
}
