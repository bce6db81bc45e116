//! The server's endpoints: bodies, paths, queries, headers, WebSocket messages, and events read back from the
//! store. No input may cause a panic, an unexpected 5xx response or a large response.

use axum::{
    Router,
    body::Body,
    http::{HeaderName, HeaderValue, Method, Request, Uri, header},
    response::Response,
};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use ludoteca_protocol::{FromServer, Problem};
use ludoteca_server::{Page, State, app};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Append, Events, Games, Memory, Store, StoredEvent};
use serde_json::{Value, json};
use std::{cell::RefCell, sync::Arc};
use tokio::{io::DuplexStream, runtime::Runtime};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};
use tower::ServiceExt;

/// The number of inputs per server, which is then dropped to free its memory.
const INPUTS: u32 = 500;
/// The largest allowed response.
const MAX_ANSWER_LENGTH: usize = 1 << 20;

/// A server with people, games and a seek.
struct Site {
    runtime: Runtime,
    store: Arc<Memory>,
    app: Router,
    token: String,
    game: String,
    seek: String,
    /// The log of a game with a few moves.
    log: Vec<StoredEvent>,
    inputs: u32,
}

thread_local! {
    static SITE: RefCell<Option<Site>> = const { RefCell::new(None) };
}

/// Runs a closure with a server, which is replaced from time to time.
fn with_site(work: impl FnOnce(&Site)) {
    SITE.with_borrow_mut(|kept| {
        let site = kept.take().filter(|site| site.inputs < INPUTS);
        let mut site = site.unwrap_or_else(Site::open);
        work(&site);
        // A server on which something panicked is not used again.
        site.inputs += 1;
        *kept = Some(site);
    });
}

impl Site {
    fn open() -> Site {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap_or_else(|error| panic!("no runtime: {error}"));
        let store = Arc::new(Memory::default());
        let (app, token, game, seek, log) = runtime.block_on(Site::fill(&store));
        Site { runtime, store, app, token, game, seek, log, inputs: 0 }
    }

    async fn fill(store: &Arc<Memory>) -> (Router, String, String, String, Vec<StoredEvent>) {
        let services = Services::open(
            Arc::clone(store) as Arc<dyn Store>,
            Environment::simulated(|| 1_000_000, 7),
            None,
        )
        .await
        .unwrap_or_else(|error| panic!("{error}"));
        let app =
            app(State::new(Page::new([("index.html".to_owned(), "page".into())])).with_services(services));
        let post = async |path: &str, token: &str, body: Value| {
            let mut request = Request::post(format!("/api/v1{path}")).header(header::HOST, "localhost");
            if !token.is_empty() {
                request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
            }
            let request = request.body(Body::from(body.to_string())).unwrap_or_default();
            read(answer(&app, request).await).await.1
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let ada = text(&post("/guests", "", json!({ "name": "Ada" })).await["token"]);
        let bob = text(&post("/guests", "", json!({ "name": "Bob" })).await["token"]);
        let request = json!({ "game": "squadro", "listed": false, "clock": { "system": "sudden-death", "initial": 60_000 } });
        let game = post("/games", &ada, request).await;
        let id = text(&game["id"]);
        post(&format!("/games/{id}/join"), &bob, json!({ "invitation": game["invitation"] })).await;
        for (seq, token, word) in [(4, &ada, "Y1"), (5, &bob, "R1"), (6, &ada, "Y2"), (7, &bob, "R2")] {
            let act = json!({ "id": word, "seq": seq, "do": { "move": word } });
            post(&format!("/games/{id}/actions"), token, act).await;
        }
        let seek = text(&post("/seeks", &bob, json!({ "game": "peak" })).await["id"]);
        let log = store.events(&id, 0).await.unwrap_or_default();
        assert_eq!(log.len(), 8, "the site is as it should be");
        (app, ada, id, seek, log)
    }

    fn send(&self, request: Request<Body>) {
        self.runtime.block_on(async { read(answer(&self.app, request).await).await });
    }
}

async fn answer(app: &Router, request: Request<Body>) -> Response {
    match app.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// Reads a response and checks that it is one of those documented.
async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let kind = response.headers().get(header::CONTENT_TYPE).cloned();
    let kind = kind.as_ref().and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    if kind == "application/x-ndjson" {
        return (status, Value::Null);
    }
    let bytes = response.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    assert!(bytes.len() <= MAX_ANSWER_LENGTH, "{} bytes", bytes.len());
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    if status >= 400 {
        assert_eq!(kind, "application/problem+json", "{bytes:?}");
        assert_eq!(value["status"], status, "{value}");
        assert!(value["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{value}");
    }
    assert!(status < 500 || value["key"] == "damaged", "{status} {value}");
    (status, value)
}

/// A body: the first byte selects the endpoint, the rest is sent to it.
pub fn api_body(data: &[u8]) {
    let Some((&endpoint, body)) = data.split_first() else { return };
    with_site(|site| {
        let game = &site.game;
        let (method, path) = match endpoint % 9 {
            0 => (Method::POST, "/guests".to_owned()),
            1 => (Method::POST, "/games".to_owned()),
            2 => (Method::POST, format!("/games/{game}/join")),
            3 => (Method::POST, format!("/games/{game}/actions")),
            4 => (Method::PUT, format!("/games/{game}/plan")),
            5 => (Method::POST, format!("/games/{game}/messages")),
            6 => (Method::POST, "/seeks".to_owned()),
            7 => (Method::POST, format!("/seeks/{}/join", site.seek)),
            _ => (Method::POST, format!("/games/{game}/rematch")),
        };
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, "localhost")
            .header(header::AUTHORIZATION, format!("Bearer {}", site.token))
            .body(Body::from(body.to_vec()));
        site.send(request.unwrap_or_default());
    });
}

/// A path: the first byte selects the method, the rest is appended to `/api/v1/`; `GAME` and `SEEK` are
/// replaced by existing ids.
pub fn api_path(data: &[u8]) {
    let Some((&method, path)) = data.split_first() else { return };
    with_site(|site| {
        let path = String::from_utf8_lossy(path).replace("GAME", &site.game).replace("SEEK", &site.seek);
        // An invalid URI never reaches an endpoint.
        let Ok(uri) = format!("/api/v1/{path}").parse::<Uri>() else { return };
        let method =
            [Method::GET, Method::POST, Method::PUT, Method::DELETE][usize::from(method) % 4].clone();
        let request = Request::builder()
            .method(method)
            .uri(uri)
            .header(header::HOST, "localhost")
            .header(header::AUTHORIZATION, format!("Bearer {}", site.token));
        site.send(request.body(Body::empty()).unwrap_or_default());
    });
}

/// Headers, one per line, `name: value`; `TOKEN` is replaced by a valid one.
pub fn api_headers(data: &[u8]) {
    with_site(|site| {
        let mut request = Request::new(Body::from("{}"));
        for line in data.split(|byte| *byte == b'\n').take(50) {
            let text = String::from_utf8_lossy(line).replace("TOKEN", &site.token);
            let Some((name, value)) = text.split_once(':') else { continue };
            let name = HeaderName::from_bytes(name.trim().to_ascii_lowercase().as_bytes());
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.trim().as_bytes())) {
                request.headers_mut().append(name, value);
            }
        }
        for (method, path) in [
            (Method::GET, "/api/v1/me/games"),
            (Method::POST, "/api/v1/seeks"),
            (Method::GET, "/api/v1/socket"),
        ] {
            let mut copy = Request::new(Body::from("{\"game\":\"nothing\"}"));
            *copy.headers_mut() = request.headers().clone();
            *copy.method_mut() = method;
            *copy.uri_mut() = Uri::from_static(path);
            site.send(copy);
        }
    });
}

/// WebSocket messages, one per line; `GAME` is replaced by an existing id.
pub fn socket_messages(data: &[u8]) {
    with_site(|site| {
        site.runtime.block_on(async {
            let Some(mut socket) = connect(site).await else { panic!("the socket was not opened") };
            let text = String::from_utf8_lossy(data).replace("GAME", &site.game);
            let asked = json!({ "type": "ping", "id": 4_711 }).to_string();
            for line in text.lines().take(50).chain([asked.as_str()]) {
                if socket.send(Message::text(line)).await.is_err() {
                    return;
                }
            }
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                assert!(text.len() <= MAX_ANSWER_LENGTH);
                match serde_json::from_str(&text) {
                    Ok(FromServer::Pong { id: 4_711, .. }) => return,
                    Ok(FromServer::Refused { problem: Problem { status, .. }, .. }) => {
                        assert!(status < 500, "{text}");
                    }
                    Ok(_) => {}
                    Err(error) => panic!("{error}: {text}"),
                }
            }
        });
    });
}

async fn connect(site: &Site) -> Option<WebSocketStream<DuplexStream>> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let app = site.app.clone();
    tokio::spawn(async move {
        let service =
            service_fn(move |request: Request<Incoming>| app.clone().oneshot(request.map(Body::new)));
        let _ = http1::Builder::new().serve_connection(TokioIo::new(far), service).with_upgrades().await;
    });
    let mut request = "ws://localhost/api/v1/socket".into_client_request().ok()?;
    let token = format!("Bearer {}", site.token).parse().ok()?;
    request.headers_mut().insert(header::AUTHORIZATION, token);
    Some(client_async(request, near).await.ok()?.0)
}

/// A damaged log: each line has the number of an event, which of its texts to replace, and the replacement.
pub fn stored_events(data: &[u8]) {
    with_site(|site| {
        let mut events = site.log.clone();
        for line in data.split(|byte| *byte == b'\n').take(8) {
            let [number, field, text @ ..] = line else { continue };
            let Some(event) = events.get_mut(usize::from(*number) % site.log.len()) else { continue };
            let text = String::from_utf8_lossy(text).into_owned();
            match field % 5 {
                0 => event.data = text,
                1 => event.about = Some(text),
                2 => event.about = None,
                3 => event.seq = event.seq.wrapping_add(text.len() as u64),
                _ => event.at = -event.at,
            }
        }
        site.runtime.block_on(async {
            let id = format!("damaged{}", site.inputs);
            let Ok(Some(mut row)) = site.store.game(&site.game).await else { return };
            row.id.clone_from(&id);
            if site
                .store
                .append(&[Append { game: row.id.clone(), events, row: Some(row), ..Append::default() }])
                .await
                .is_err()
            {
                return;
            }
            for (method, path, body) in [
                (Method::GET, "", ""),
                (Method::GET, "/record", ""),
                (Method::GET, "/events?since=0", ""),
                (Method::POST, "/actions", r#"{"id":"x","seq":8,"do":{"move":"Y3"}}"#),
                (Method::POST, "/join", "{}"),
            ] {
                let request = Request::builder()
                    .method(method)
                    .uri(format!("/api/v1/games/{id}{path}"))
                    .header(header::HOST, "localhost")
                    .header(header::AUTHORIZATION, format!("Bearer {}", site.token));
                let request = request.body(Body::from(body)).unwrap_or_default();
                read(answer(&site.app, request).await).await;
            }
        });
    });
}
