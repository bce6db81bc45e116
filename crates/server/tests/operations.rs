//! What an operator can see: metrics and the log.

use axum::{
    Router,
    body::Body,
    http::{Method, Request, header},
};
use http_body_util::BodyExt;
use ludoteca_server::{Limits, MetricsFor, Page, State, app, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Append, Events, GameRow, Sqlite, Stage, Store, StoredEvent};
use serde_json::{Value, json};
use std::{
    io,
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};
use tower::ServiceExt;
use tracing_subscriber::filter::LevelFilter;

struct TestServer {
    store: Arc<Sqlite>,
    services: Arc<Services>,
    state: State,
    app: Router,
    _folder: tempfile::TempDir,
}

impl TestServer {
    async fn open() -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap());
        let services =
            Services::open(Arc::clone(&store) as Arc<dyn Store>, Environment::real(), None).await.unwrap();
        let page = Page::new([("index.html".to_owned(), "page".into())]);
        let state = State::new(page).with_services(services.clone());
        TestServer { store, services, app: app(state.clone()), state, _folder: folder }
    }

    async fn post(&self, path: &str, token: &str, body: Value) -> (u16, Value) {
        let mut request = Request::builder().method(Method::POST).uri(format!("/api/v1{path}"));
        request = request.header("host", "house");
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    /// Two guests play one move each; then the first resigns, and a move after that is rejected.
    async fn play(&self) -> String {
        let mut tokens = Vec::new();
        for name in ["Ada", "Bob"] {
            let guest = self.post("/guests", "", json!({ "name": name })).await.1;
            tokens.push(guest["token"].as_str().unwrap().to_owned());
        }
        let clock = json!({ "system": "sudden-death", "initial": 600_000 });
        let (_, game) = self.post("/games", &tokens[0], json!({ "game": "squadro", "clock": clock })).await;
        let id = game["id"].as_str().unwrap().to_owned();
        let join = json!({ "invitation": game["invitation"] });
        self.post(&format!("/games/{id}/join"), &tokens[1], join).await;
        let actions = format!("/games/{id}/actions");
        for (seq, seat, action, status) in [
            (4, 0, json!({ "move": "Y1" }), 200),
            (5, 1, json!({ "move": "R1" }), 200),
            (6, 0, json!("resign"), 200),
            (8, 1, json!({ "move": "R2" }), 422),
        ] {
            let request = json!({ "id": seq.to_string(), "seq": seq, "do": action });
            let (got, answer) = self.post(&actions, &tokens[seat], request).await;
            assert_eq!(got, status, "{answer}");
        }
        id
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_say_what_has_happened() {
    let server = TestServer::open().await;
    server.play().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let server =
        tokio::spawn(serve(listener, server.state.clone(), Limits::default(), async { drop(stopped.await) }));
    let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
    for line in [
        "ludoteca_actions_total{outcome=\"accepted\"} 3",
        "ludoteca_actions_total{outcome=\"over\"} 1",
        "ludoteca_move_seconds_count 2",
        "ludoteca_events_total 8",
        "ludoteca_failed_commits_total 0",
        "ludoteca_deadlines_total 0",
        "ludoteca_games_in_memory{kind=\"over\"} 1",
        "ludoteca_games_in_memory{kind=\"live\"} 0",
        concat!("ludoteca_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        "ludoteca_sockets 0",
        "ludoteca_streams 0",
        "ludoteca_requests_total{route=\"/api/v1/guests\",method=\"POST\",status=\"201\"} 2",
        "ludoteca_requests_total{route=\"/api/v1/games/{id}/actions\",method=\"POST\",status=\"422\"} 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} is not there:\n{text}");
    }
    for begins in ["ludoteca_commit_seconds_count ", "ludoteca_commit_games_bucket{le=\"1.0\"} "] {
        assert!(text.lines().any(|line| line.starts_with(begins)), "{begins}: {text}");
    }
    drop(stop);
    server.await.unwrap();
}

#[tokio::test]
async fn the_numbers_are_for_the_machine_itself_unless_the_operator_says_otherwise() {
    let server = TestServer::open().await;
    let ask = async |state: State, from: Option<&str>| {
        let mut request = Request::builder().uri("/metrics").header("host", "house");
        if let Some(from) = from {
            request = request.header("x-forwarded-for", from);
        }
        app(state).oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status().as_u16()
    };
    let state = server.state.clone();
    assert_eq!(ask(state.clone(), None).await, 403, "the address is unknown");
    for from in ["192.0.2.1", "127.0.0.1"] {
        assert_eq!(ask(state.clone().behind_proxy(), Some(from)).await, 403, "through a proxy");
    }
    assert_eq!(ask(state.clone().with_metrics_for(MetricsFor::All), Some("192.0.2.1")).await, 200);
    assert_eq!(ask(state.with_metrics_for(MetricsFor::None), None).await, 403);
}

#[derive(Clone, Default)]
pub(crate) struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn logging() -> (Written, tracing::subscriber::DefaultGuard) {
    logging_at(LevelFilter::DEBUG)
}

pub(crate) fn logging_at(level: LevelFilter) -> (Written, tracing::subscriber::DefaultGuard) {
    let log = Written::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(move || writer.clone())
        .finish();
    (log, tracing::subscriber::set_default(subscriber))
}

#[tokio::test]
async fn the_log_names_the_game() {
    let (log, _logging) = logging();
    let server = TestServer::open().await;
    let id = server.play().await;
    let lines = log.lines();
    for (message, level) in [("a game was created", "INFO"), ("a game has ended", "INFO")] {
        let line = lines.iter().find(|line| line["message"] == message).expect(message);
        assert_eq!((&line["game"], &line["level"]), (&json!(id), &json!(level)), "{line}");
    }
    let refused = lines.iter().find(|line| line["key"] == "over").unwrap();
    assert_eq!((&refused["game"], &refused["level"]), (&json!(id), &json!("INFO")));
    let asked = lines.iter().find(|line| line["path"] == format!("/api/v1/games/{id}/join")).unwrap();
    assert_eq!((&asked["status"], &asked["level"]), (&json!(200), &json!("DEBUG")));
}

#[tokio::test]
async fn a_damaged_game_is_logged_once_and_blocks_no_other() {
    let (log, _logging) = logging();
    let server = TestServer::open().await;
    let event = StoredEvent {
        seq: 1,
        at: 1,
        actor: None,
        action: None,
        data: "{\"seq\":1,\"at\":1,\"type\":\"nonsense\"}".to_owned(),
        about: None,
    };
    let row = GameRow {
        id: "broken".to_owned(),
        kind: "squadro".to_owned(),
        stage: Stage::Playing,
        live: false,
        listed: true,
        seq: 1,
        created: 1,
        changed: 1,
        to_act: None,
        deadline: Some(2),
        overview: "{}".to_owned(),
    };
    let broken = Append { game: row.id.clone(), events: vec![event], row: Some(row), ..Append::default() };
    server.store.append(&[broken]).await.unwrap();
    for _ in 0..5 {
        server.services.games.keep_deadlines().await;
    }
    let about: Vec<Value> = log.lines().into_iter().filter(|line| line["game"] == "broken").collect();
    assert_eq!(about.len(), 1, "{about:#?}");
    assert!(about[0]["message"].as_str().unwrap().contains("damaged"), "{about:#?}");
}
