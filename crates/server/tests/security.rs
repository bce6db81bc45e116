//! Forbidden requests, tried at every endpoint.

use crate::test_server::{TestServer, squadro};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, header},
};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use ludoteca_server::{Limits, Page, State, serve};
use serde_json::{Value, json};
use std::{fs, net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, sync::oneshot, time::timeout};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest,
        protocol::frame::{
            Frame,
            coding::{Data, OpCode},
        },
    },
};
use tower::ServiceExt;

/// All requests about a game, with valid bodies.
fn operations(id: &str, seq: u64) -> Vec<(Method, String, Value)> {
    let act = |action: Value| json!({ "id": "x", "seq": seq, "do": action });
    let say = |room: &str| json!({ "room": room, "text": "hello" });
    vec![
        (Method::GET, format!("/games/{id}"), Value::Null),
        (Method::GET, format!("/games/{id}/events?since=0"), Value::Null),
        (Method::GET, format!("/games/{id}/record"), Value::Null),
        (Method::GET, format!("/games/{id}/record.json"), Value::Null),
        (Method::GET, format!("/games/{id}/messages?room=players"), Value::Null),
        (Method::GET, format!("/games/{id}/messages?room=spectators"), Value::Null),
        (Method::GET, format!("/games/{id}/plan"), Value::Null),
        (Method::PUT, format!("/games/{id}/plan"), json!({ "premoves": ["Y1"] })),
        (Method::POST, format!("/games/{id}/actions"), act(json!({ "move": "Y1" }))),
        (Method::POST, format!("/games/{id}/actions"), act(json!("resign"))),
        (Method::POST, format!("/games/{id}/actions"), act(json!("abort"))),
        (Method::POST, format!("/games/{id}/rematch"), json!({})),
        (Method::POST, format!("/games/{id}/join"), json!({})),
        (Method::POST, format!("/games/{id}/messages"), say("players")),
        (Method::POST, format!("/games/{id}/messages"), say("spectators")),
    ]
}

#[tokio::test]
async fn an_unlisted_game_looks_to_strangers_like_one_that_never_was() {
    let server = TestServer::open().await;
    let mut request = squadro();
    request["listed"] = json!(false);
    let (id, _) = server.game(request, &["Ada", "Bob"]).await;
    let eve = server.guest("Eve").await;
    for ((method, path, body), (_, other, _)) in
        operations(&id, 4).into_iter().zip(operations("abcdefghijkm", 4))
    {
        let body = (!body.is_null()).then_some(body);
        let (status, said) = server.ask(method.clone(), &path, &eve, body.clone()).await;
        let (never, words) = server.ask(method.clone(), &other, &eve, body).await;
        assert_eq!((status, never), (404, 404), "{method} {path}: {said}");
        assert_eq!(said.to_string().replace(&id, "abcdefghijkm"), words.to_string(), "{method} {path}");
    }
    assert_eq!(server.get("/games", &eve).await.1["games"], json!([]));
    let seen = server.services.games.games_in_memory();
    assert!(seen <= 1, "games that never were take no memory: {seen}");
}

#[tokio::test]
async fn acting_for_another_seat_is_refused() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let before = server.see(&id, "").await["events"].clone();
    let eve = server.guest("Eve").await;
    for token in ["", &eve] {
        for (method, path, body) in
            operations(&id, 4).into_iter().filter(|(method, ..)| *method != Method::GET)
        {
            if body["room"] == "spectators" {
                continue;
            }
            let (status, said) = server.ask(method, &path, token, Some(body)).await;
            assert_eq!(status, if token.is_empty() { 401 } else { 403 }, "{path}: {said}");
        }
    }
    let (status, said) = server.act(&id, &tokens[1], "b", json!({ "move": "Y1" })).await;
    assert_eq!((status, &said["key"]), (422, &json!("not-to-act")), "not for the other player either");
    assert_eq!(server.see(&id, "").await["events"], before);
}

#[tokio::test]
async fn invitations_cannot_be_forged() {
    let server = TestServer::open().await;
    let mut request = squadro();
    request["listed"] = json!(false);
    let ada = server.guest("Ada").await;
    let (_, game) = server.post("/games", &ada, request.clone()).await;
    let (_, other) = server.post("/games", &ada, request).await;
    let id = game["id"].as_str().unwrap();
    let last = |game: &Value| game["invitation"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    let right = last(&game);
    assert_eq!(right.len(), 24, "96 bits");
    let mut wrong =
        vec![String::new(), "0".repeat(24), last(&other), right[..22].to_owned(), right.clone() + "00"];
    for place in 0..right.len() {
        let mut forged = right.clone().into_bytes();
        forged[place] = if forged[place] == b'0' { b'1' } else { b'0' };
        wrong.push(String::from_utf8(forged).unwrap());
    }
    let eve = server.guest("Eve").await;
    for shown in wrong {
        assert_eq!(server.get(&format!("/games/{id}?invitation={shown}"), &eve).await.0, 404, "{shown}");
        let join = json!({ "invitation": shown });
        assert_eq!(server.post(&format!("/games/{id}/join"), &eve, join).await.0, 404);
    }
    assert_eq!(server.get(&format!("/games/{id}?invitation={right}"), &eve).await.0, 200);
}

#[tokio::test]
async fn a_token_is_known_by_its_hash_alone() {
    let server = TestServer::open().await;
    let token = server.guest("Ada").await;
    assert_eq!(token.len(), 32, "160 bits");
    for wrong in ["", &token[1..], &format!("{token}x"), &token.to_uppercase(), "' OR 1=1 --"] {
        let (status, said) = server.ask(Method::GET, "/me/games", &format!(" {wrong}"), None).await;
        assert_eq!(status, 401, "{wrong}: {said}");
    }
    assert_eq!(server.get("/me", &token).await.1["user"]["name"], "Ada");
    server.services.close().await;
    let mut read = 0;
    for entry in fs::read_dir(server.folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        read += bytes.len();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()), "it is in the file");
    }
    assert!(read > 4096);
}

async fn answered(server: &TestServer, request: Request<Body>) -> (u16, HeaderMap, Bytes) {
    let response = server.app.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.into_body().collect().await.unwrap().to_bytes())
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &["Ada", "Bob"]).await;
    let ask = async |method: &Method, path: &str, body: &Value, origin: &str| {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, "house:7878")
            .header(header::ORIGIN, origin)
            .header(header::COOKIE, format!("ludoteca_session={}", tokens[0]));
        answered(&server, request.body(Body::from(body.to_string())).unwrap()).await.0
    };
    let changing = operations(&id, 4).into_iter().filter(|(method, ..)| *method != Method::GET).chain([
        (Method::POST, "/games".to_owned(), squadro()),
        (Method::POST, "/guests".to_owned(), json!({})),
        (Method::POST, "/seeks".to_owned(), json!({ "game": "peak" })),
        (Method::DELETE, "/seeks/x".to_owned(), Value::Null),
    ]);
    for (method, path, body) in changing {
        for origin in ["http://evil.example", "http://house", "https://house:7878.evil.example", "null", ""] {
            assert_eq!(ask(&method, &path, &body, origin).await, 403, "{method} {path} from {origin:?}");
        }
    }
    let act = json!({ "id": "x", "seq": 4, "do": { "move": "Y1" } });
    let status = ask(&Method::POST, &format!("/games/{id}/actions"), &act, "http://house:7878").await;
    assert_eq!(status, 200, "its own page may");
}

#[tokio::test]
async fn script_in_names_and_messages_stays_text() {
    const SCRIPT: &str = "<script>alert(1)</script>";
    let server = TestServer::open().await;
    let (id, tokens) = server.game(squadro(), &[SCRIPT, "Bob"]).await;
    let message = json!({ "room": "players", "text": SCRIPT });
    assert_eq!(server.post(&format!("/games/{id}/messages"), &tokens[0], message).await.0, 200);
    server.act(&id, &tokens[0], "x", json!("resign")).await;
    for (path, kind) in [
        (format!("/games/{id}"), "application/json"),
        (format!("/games/{id}/record"), "text/plain; charset=utf-8"),
        (format!("/games/{id}/record.json"), "application/json"),
        (format!("/games/{id}/messages"), "application/json"),
        (format!("/games/{id}/events"), "application/x-ndjson"),
        ("/me".to_owned(), "application/json"),
        (format!("/games/{SCRIPT}"), "application/problem+json"),
    ] {
        let path = path.replace('<', "%3C").replace('>', "%3E");
        let request = Request::builder().uri(format!("/api/v1{path}")).header(header::HOST, "house");
        let request = request.header(header::AUTHORIZATION, format!("Bearer {}", tokens[0]));
        let (_, headers, body) = answered(&server, request.body(Body::empty()).unwrap()).await;
        let body = String::from_utf8_lossy(&body);
        assert!(body.contains("script"), "{path}: {body}");
        assert_eq!(headers[header::CONTENT_TYPE], kind, "{path}");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{path}");
    }
    for name in ["a\nb", "a\0b", &"x".repeat(31)] {
        assert_eq!(server.post("/guests", "", json!({ "name": name })).await.0, 422);
    }
}

#[tokio::test]
async fn bodies_are_bounded() {
    let server = TestServer::open().await;
    let token = server.guest("Ada").await;
    let (status, said) = server.post("/games", &token, json!({ "game": "x".repeat(70_000) })).await;
    assert_eq!((status, &said["key"]), (413, &json!("bad-body")));
    let deep = "[".repeat(60_000);
    let request = Request::builder().method(Method::POST).uri("/api/v1/guests").header(header::HOST, "house");
    assert_eq!(answered(&server, request.body(Body::from(deep)).unwrap()).await.0, 400);
}

/// Time is simulated, so the test need not wait for the time limit.
#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_not_waited_for() {
    let server = TestServer::open_in_memory().await;
    let endless = futures_util::stream::unfold((), async |()| {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, std::io::Error>(Bytes::from_static(b" ")), ()))
    });
    let request = Request::builder().method(Method::POST).uri("/api/v1/guests").header(header::HOST, "house");
    let (status, _, body) = answered(&server, request.body(Body::from_stream(endless)).unwrap()).await;
    assert_eq!(status, 408, "{body:?}");
}

/// A server on a real socket, with short time limits.
async fn listening(server: &TestServer) -> (SocketAddr, oneshot::Sender<()>) {
    let state = State::new(Page::new([("index.html".to_owned(), "page".into())]))
        .with_services(server.services.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let limits = Limits { stalled: Duration::from_millis(500), ..Limits::default() };
    tokio::spawn(serve(listener, state, limits, async { drop(stopped.await) }));
    (address, stop)
}

/// Far longer than any step takes; reaching it means that it never happens.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_of_another_site_is_refused() {
    let server = TestServer::open().await;
    let (address, _stop) = listening(&server).await;
    for (origin, accepted) in [
        ("http://evil.example".to_owned(), false),
        ("null".to_owned(), false),
        (format!("http://{address}"), true),
    ] {
        let mut request = format!("ws://{address}/api/v1/socket").into_client_request().unwrap();
        request.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
        match connect_async(request).await {
            Ok(_) => assert!(accepted, "{origin}"),
            Err(Error::Http(response)) => assert_eq!((response.status().as_u16(), accepted), (403, false)),
            Err(error) => panic!("{origin}: {error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_without_end_end_the_socket() {
    let server = TestServer::open().await;
    let (address, _stop) = listening(&server).await;
    let large = vec![Message::text("x".repeat(33 << 10))];
    let part = |opcode, last| Message::Frame(Frame::message(vec![b'x'; 1 << 10], OpCode::Data(opcode), last));
    let mut endless = vec![part(Data::Text, false)];
    endless.extend((0..100).map(|_| part(Data::Continue, false)));
    for messages in [large, endless] {
        let (mut socket, _) = connect_async(format!("ws://{address}/api/v1/socket")).await.unwrap();
        for message in messages {
            if socket.send(message).await.is_err() {
                break;
            }
        }
        let closed = async { while let Some(Ok(_)) = socket.next().await {} };
        timeout(PATIENCE, closed).await.expect("it is still open");
    }
    assert_eq!(server.get("/me", "").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_cut_off() {
    let server = TestServer::open().await;
    let (address, _stop) = listening(&server).await;
    let token = server.guest("Ada").await;
    let mut request = format!("ws://{address}/api/v1/socket").into_client_request().unwrap();
    request.headers_mut().insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let flood = async {
        let ping = json!({ "type": "ping", "id": u64::MAX }).to_string();
        while socket.send(Message::text(ping.as_str())).await.is_ok() {}
    };
    timeout(PATIENCE, flood).await.expect("it is still open");
    let gone = async {
        while server.services.connections.people() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("nothing is kept for them");
}
