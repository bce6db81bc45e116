//! Rate limits per address and per person, and the responses beyond them.

use axum::{
    Router,
    body::Body,
    http::{Method, Request, Response, header},
};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use ludoteca_protocol::FromServer;
use ludoteca_server::{Limits, Page, PerCaller, Rate, RequestLimits, State, app, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Sqlite;
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

const HERE: &str = "192.0.2.1";
const THERE: &str = "192.0.2.2";

/// A server behind a proxy, so that a request can state its address.
struct TestServer {
    app: Router,
    _folder: tempfile::TempDir,
}

async fn state(limits: &RequestLimits, folder: &tempfile::TempDir) -> State {
    let store = Arc::new(Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap());
    let services = Services::open(store, Environment::real(), None).await.unwrap();
    let page = Page::new([("index.html".to_owned(), "page".into())]);
    State::new(page).with_services(services).with_request_limits(limits)
}

impl TestServer {
    async fn open(limits: &RequestLimits) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        TestServer { app: app(state(limits, &folder).await.behind_proxy()), _folder: folder }
    }

    async fn answer(
        &self,
        from: &str,
        method: Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> Response<Body> {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        request = request.header("host", "house").header("x-forwarded-for", from);
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        use tower::ServiceExt;
        self.app.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap()
    }

    async fn post(&self, from: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
        let response = self.answer(from, Method::POST, path, token, body).await;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    async fn guest(&self, from: &str) -> String {
        let (status, guest) = self.post(from, "/guests", "", json!({})).await;
        assert_eq!(status, 201, "{guest}");
        guest["token"].as_str().unwrap().to_owned()
    }

    async fn get(&self, from: &str, path: &str, token: &str) -> Response<Body> {
        self.answer(from, Method::GET, path, token, json!({})).await
    }
}

/// So slow that nothing is allowed again during a test.
fn few(address: u32, person: u32) -> PerCaller<Rate> {
    PerCaller { address: Rate::hourly(address, 1), person: Rate::hourly(person, 1) }
}

#[tokio::test]
async fn too_many_guests_of_one_address_get_retry_after() {
    let server = TestServer::open(&RequestLimits { guests: few(3, 3), ..RequestLimits::default() }).await;
    for _ in 0..3 {
        server.guest(HERE).await;
    }
    let response = server.answer(HERE, Method::POST, "/guests", "", json!({})).await;
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
    let wait: u64 = response.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
    let problem: Value =
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap();
    assert_eq!(problem["key"], "slower");
    assert_eq!(problem["ratelimit"], json!({ "key": "guests", "seconds": wait }));
    assert!((1..=3600).contains(&wait), "{wait}");
    server.guest(THERE).await;
    assert_eq!(server.get(HERE, "/seeks", "").await.status(), 200, "other endpoints are available");
}

#[tokio::test]
async fn every_kind_is_limited_for_a_person_wherever_they_are() {
    let limits = RequestLimits {
        games: few(100, 2),
        seeks: few(100, 2),
        messages: few(100, 2),
        ..RequestLimits::default()
    };
    let server = TestServer::open(&limits).await;
    let ada = server.guest(HERE).await;
    let (_, game) = server.post(HERE, "/games", &ada, json!({ "game": "squadro" })).await;
    let say = format!("/games/{}/messages", game["id"].as_str().unwrap());
    assert_eq!(server.post(THERE, "/games", &ada, json!({ "game": "squadro" })).await.0, 201);
    for path in ["/games", "/games/none/rematch"] {
        let (status, problem) = server.post(HERE, path, &ada, json!({ "game": "squadro" })).await;
        assert_eq!((status, &problem["ratelimit"]["key"]), (429, &json!("games")), "{problem}");
    }
    let bob = server.guest(HERE).await;
    assert_eq!(server.post(HERE, "/games", &bob, json!({ "game": "squadro" })).await.0, 201);
    for (path, body, key) in [
        ("/seeks", json!({ "game": "peak" }), "seeks"),
        (say.as_str(), json!({ "room": "players", "text": "hello" }), "messages"),
    ] {
        for from in [HERE, THERE] {
            let (status, answer) = server.post(from, path, &ada, body.clone()).await;
            assert!(status < 300, "{path}: {answer}");
        }
        let (status, problem) = server.post(HERE, path, &ada, body).await;
        assert_eq!((status, &problem["ratelimit"]["key"]), (429, &json!(key)), "{problem}");
    }
}

#[tokio::test]
async fn requests_of_all_kinds_have_a_limit_also_where_nothing_is() {
    let server = TestServer::open(&RequestLimits { requests: few(4, 2), ..RequestLimits::default() }).await;
    let ada = server.guest(THERE).await;
    for path in ["/seeks", "/nowhere", "/games/none", "/openapi.json"] {
        assert_ne!(server.get(HERE, path, "").await.status(), 429, "{path}");
    }
    for path in ["/seeks", "/nowhere"] {
        assert_eq!(server.get(HERE, path, "").await.status(), 429, "{path}");
    }
    assert_eq!(server.get(THERE, "/me", &ada).await.status(), 200);
    assert_eq!(server.get(THERE, "/me", &ada).await.status(), 200);
    assert_eq!(server.get(THERE, "/me", &ada).await.status(), 429, "the person's own limit");
    assert_eq!(server.get(THERE, "/nowhere", "").await.status(), 429, "the address's limit");
}

#[tokio::test]
async fn a_stream_holds_a_place_until_its_reader_goes() {
    let open_streams = PerCaller { address: 2, person: 1 };
    let server = TestServer::open(&RequestLimits { open_streams, ..RequestLimits::default() }).await;
    let [ada, bob] = [server.guest(HERE).await, server.guest(HERE).await];
    let first = server.get(HERE, "/events", &ada).await;
    assert_eq!(first.status(), 200);
    assert_eq!(server.get(THERE, "/lobby/events", &ada).await.status(), 429, "the person has one");
    let second = server.get(HERE, "/events", &bob).await;
    assert_eq!(second.status(), 200);
    assert_eq!(server.get(HERE, "/lobby/events", "").await.status(), 429, "the address has two");
    drop(first);
    assert_eq!(server.get(HERE, "/lobby/events", "").await.status(), 200);
}

/// Thirty children behind one address load the page, begin games and move, all at once.
#[tokio::test]
async fn a_school_class_behind_one_address_is_not_held_up() {
    let server = TestServer::open(&RequestLimits::default()).await;
    for _ in 0..15 {
        let [ada, bob] = [server.guest(HERE).await, server.guest(HERE).await];
        let (status, game) = server.post(HERE, "/games", &ada, json!({ "game": "squadro" })).await;
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().unwrap();
        let join = json!({ "invitation": game["invitation"] });
        assert_eq!(server.post(HERE, &format!("/games/{id}/join"), &bob, join).await.0, 200);
        for token in [&ada, &bob] {
            for path in ["/me", "/me/games", "/seeks", "/games"] {
                assert_eq!(server.get(HERE, path, token).await.status(), 200);
            }
        }
        for (ply, token) in [&ada, &bob, &ada, &bob].into_iter().enumerate() {
            let game = server.get(HERE, &format!("/games/{id}"), token).await;
            let game: Value =
                serde_json::from_slice(&game.into_body().collect().await.unwrap().to_bytes()).unwrap();
            let act = json!({ "id": ply.to_string(), "seq": game["seq"], "do": { "move": game["legal_moves"][0] } });
            assert_eq!(server.post(HERE, &format!("/games/{id}/actions"), token, act).await.0, 200);
        }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server on a socket of its own, without a proxy.
async fn listen(limits: RequestLimits) -> (SocketAddr, oneshot::Sender<()>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&limits, &folder).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(serve(listener, state, Limits::default(), async { drop(stopped.await) }));
    (address, stop, folder)
}

async fn socket(address: SocketAddr) -> Result<Socket, u16> {
    let request = format!("ws://{address}/api/v1/socket").into_client_request().unwrap();
    match connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_sockets_are_open_at_the_same_time() {
    let open_sockets = PerCaller { address: 2, person: 2 };
    let (address, _stop, _folder) = listen(RequestLimits { open_sockets, ..RequestLimits::default() }).await;
    let mut first = socket(address).await.unwrap();
    let _second = socket(address).await.unwrap();
    assert_eq!(socket(address).await.err(), Some(429), "two are open");
    first.close(None).await.unwrap();
    while first.next().await.is_some() {}
    // The place is free once the server has noticed that the first socket is closed.
    while let Err(status) = socket(address).await {
        assert_eq!(status, 429);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_not_opened_again_and_again() {
    let (address, _stop, _folder) =
        listen(RequestLimits { sockets: few(2, 2), ..RequestLimits::default() }).await;
    for _ in 0..2 {
        drop(socket(address).await.unwrap());
    }
    assert_eq!(socket(address).await.err(), Some(429));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_fast_socket_messages_are_refused_by_id() {
    let limits = RequestLimits { on_socket: Rate::hourly(3, 1), ..RequestLimits::default() };
    let (address, _stop, _folder) = listen(limits).await;
    let mut socket = socket(address).await.unwrap();
    for id in 0..3 {
        socket.send(Message::text(json!({ "type": "ping", "id": id }).to_string())).await.unwrap();
    }
    let act = json!({ "type": "act", "game": "g", "id": "mine", "seq": 4, "do": "resign" });
    socket.send(Message::text(act.to_string())).await.unwrap();
    let mut pongs = 0;
    loop {
        let Some(Ok(message)) = socket.next().await else { panic!("the connection has ended") };
        let Message::Text(text) = message else { continue };
        match serde_json::from_str(&text).unwrap() {
            FromServer::Pong { .. } => pongs += 1,
            FromServer::Refused { game, id, problem } => {
                assert_eq!((game.as_deref(), id.as_deref()), (Some("g"), Some("mine")));
                assert_eq!((problem.status, problem.key.as_str()), (429, "slower"));
                assert_eq!(problem.ratelimit.unwrap().key, "on-socket");
                break;
            }
            _ => {}
        }
    }
    assert_eq!(pongs, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_proxy_forwarded_addresses_are_ignored() {
    let (address, _stop, _folder) =
        listen(RequestLimits { requests: few(2, 2), ..RequestLimits::default() }).await;
    let mut statuses = Vec::new();
    for number in 1..=3 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /api/v1/seeks HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.{number}\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        statuses.push(answer.split(' ').nth(1).unwrap().to_owned());
    }
    assert_eq!(statuses, ["200", "200", "429"]);
}

/// Every endpoint rejects excess requests in the same way, with the waiting time in the header and in the
/// body.
#[tokio::test]
async fn every_route_sends_retry_after() {
    let server = TestServer::open(&RequestLimits { requests: few(2, 100), ..RequestLimits::default() }).await;
    let document =
        server.get(HERE, "/openapi.json", "").await.into_body().collect().await.unwrap().to_bytes();
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(server.get(HERE, "/seeks", "").await.status(), 200, "the last that is allowed");
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let what = format!("{method} {path}");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let path = path.strip_prefix("/api/v1").unwrap().replace(['{', '}'], "");
            let response = server.answer(HERE, method, &path, "", json!({})).await;
            assert_eq!(response.status(), 429, "{what}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json", "{what}");
            let wait: u64 = response.headers()[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let problem: Value = serde_json::from_slice(&body).unwrap();
            let limit = json!({ "key": "requests", "seconds": wait });
            assert_eq!((&problem["key"], &problem["ratelimit"]), (&json!("slower"), &limit), "{what}");
            assert!((1..=3600).contains(&wait), "{what}: {wait}");
            operations += 1;
        }
    }
    assert!(operations > 60, "{operations} operations");
}
