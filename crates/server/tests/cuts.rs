//! Cuts the socket at every message of a game: before it is sent, after it is sent, and after one is
//! received. Whatever is cut, both players end with the same game, and no move is lost or doubled.

use futures_util::{SinkExt, StreamExt};
use ludoteca_protocol::{FromServer, PROTOCOL};
use ludoteca_server::{Limits, Page, State, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Sqlite;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::oneshot,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// A short game of both colours; then Red resigns.
const MOVES: [&str; 6] = ["Y1", "R2", "Y3", "R4", "Y5", "R1"];
/// Far longer than any step takes; reaching it means that a message never came.
const PATIENCE: Duration = Duration::from_secs(60);

struct TestServer {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
    folder: tempfile::TempDir,
}

impl TestServer {
    async fn open() -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap());
        let services = Services::open(store, Environment::real(), None).await.unwrap();
        let state = State::new(Page::new([("index.html".to_owned(), "page".into())])).with_services(services);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(serve(listener, state, Limits::default(), async { drop(stopped.await) }));
        TestServer { address, _stop: stop, folder }
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let client = ludoteca_client::Client::new(self.address.to_string().parse().unwrap());
        let client = if token.is_empty() { client } else { client.with_token(token) };
        client.ask("POST", path, Some(body)).await.unwrap().1
    }

    /// A new game and the tokens of its two players.
    async fn game(&self) -> (String, [String; 2]) {
        let mut tokens = Vec::new();
        for _ in 0..2 {
            let guest = self.post("/guests", "", &json!({})).await;
            tokens.push(guest["token"].as_str().unwrap().to_owned());
        }
        let game = self.post("/games", &tokens[0], &json!({ "game": "squadro" })).await;
        let id = game["id"].as_str().unwrap().to_owned();
        self.post(&format!("/games/{id}/join"), &tokens[1], &json!({ "invitation": game["invitation"] }))
            .await;
        (id, tokens.try_into().unwrap())
    }
}

/// Where a connection is cut, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Never,
    /// Before the client's message with this number.
    BeforeSending(usize),
    /// After it, without waiting for an answer.
    AfterSending(usize),
    /// After receiving the server's message with this number.
    AfterReceiving(usize),
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A player that follows the rules of reconnecting: catch up by number, resend what was not confirmed.
struct Client {
    address: SocketAddr,
    game: String,
    token: String,
    seat: u64,
    cut: Cut,
    sent: usize,
    received: usize,
    socket: Option<Socket>,
    /// All events, by number.
    events: Vec<Value>,
    /// Sent, but not confirmed yet.
    pending: Option<Value>,
}

impl Client {
    fn moves(&self) -> Vec<&str> {
        self.events.iter().filter_map(|event| event["move"].as_str()).collect()
    }

    fn is_over(&self) -> bool {
        self.events.last().is_some_and(|event| event["type"] == "ended")
    }

    async fn connect(&mut self) {
        let mut request =
            format!("ws://{}/api/v1/socket?protocol={PROTOCOL}", self.address).into_client_request().unwrap();
        let token = format!("Bearer {}", self.token);
        request.headers_mut().insert("authorization", token.parse().unwrap());
        self.socket = Some(connect_async(request).await.unwrap().0);
        let subscribe = json!({ "type": "subscribe", "game": self.game, "since": self.events.len() });
        if self.send(&subscribe).await
            && let Some(pending) = self.pending.clone()
        {
            self.send(&pending).await;
        }
    }

    /// Sends a message, or is cut; returns whether it is still connected.
    async fn send(&mut self, message: &Value) -> bool {
        self.sent += 1;
        if self.cut == Cut::BeforeSending(self.sent) {
            self.socket = None;
            return false;
        }
        let text = Message::text(message.to_string());
        let gone = match &mut self.socket {
            Some(socket) => socket.send(text).await.is_err(),
            None => true,
        };
        if gone || self.cut == Cut::AfterSending(self.sent) {
            self.socket = None;
            return false;
        }
        true
    }

    /// Plays until the game is over.
    async fn play(mut self) -> Client {
        while !self.is_over() {
            if self.socket.is_none() {
                self.connect().await;
                continue;
            }
            let next = self.socket.as_mut().unwrap().next().await;
            let text = match next {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => {
                    self.socket = None;
                    continue;
                }
            };
            self.received += 1;
            self.hear(&serde_json::from_str(&text).unwrap());
            if self.cut == Cut::AfterReceiving(self.received) {
                self.socket = None;
                continue;
            }
            self.act().await;
        }
        self
    }

    fn hear(&mut self, message: &FromServer) {
        match message {
            FromServer::Events { events, .. } => {
                for event in events.iter().map(|event| event.fields()) {
                    let seq = event["seq"].as_u64().unwrap() as usize;
                    // Known events may come again after a subscription, but only then.
                    if seq <= self.events.len() {
                        assert_eq!(self.events[seq - 1], event, "an event has changed");
                    } else {
                        assert_eq!(seq, self.events.len() + 1, "an event is missing");
                        self.events.push(event);
                    }
                }
            }
            FromServer::Accepted { id, .. }
                if self.pending.as_ref().is_some_and(|pending| pending["id"] == id.as_str()) =>
            {
                self.pending = None;
            }
            FromServer::Refused { problem, .. } => panic!("{problem:?}"),
            _ => {}
        }
    }

    async fn act(&mut self) {
        let played = self.moves().len();
        let started = self.events.iter().any(|event| event["type"] == "started");
        if !started || self.pending.is_some() || self.is_over() || played as u64 % 2 != self.seat {
            return;
        }
        let action = match MOVES.get(played) {
            Some(text) => json!({ "move": text }),
            None if self.seat == 0 => json!("resign"),
            None => return,
        };
        let act = json!({ "type": "act", "game": self.game, "id": format!("ply {played}"),
            "seq": self.events.len(), "do": action });
        self.pending = Some(act.clone());
        self.send(&act).await;
    }
}

/// Plays a game in which one client's connection is cut; returns both clients in their final state.
async fn played(server: &TestServer, seat: u64, cut: Cut) -> [Client; 2] {
    let (game, tokens) = server.game().await;
    let client = |number: u64| Client {
        address: server.address,
        game: game.clone(),
        token: tokens[number as usize].clone(),
        seat: number,
        cut: if number == seat { cut } else { Cut::Never },
        sent: 0,
        received: 0,
        socket: None,
        events: Vec::new(),
        pending: None,
    };
    let both = async { tokio::join!(client(0).play(), client(1).play()) };
    let (first, second) =
        tokio::time::timeout(PATIENCE, both).await.unwrap_or_else(|_| panic!("{seat} {cut:?}"));
    [first, second]
}

#[tokio::test(flavor = "multi_thread")]
async fn wherever_the_socket_is_cut_the_game_is_the_same() {
    let server = TestServer::open().await;
    let whole = played(&server, 0, Cut::Never).await;
    assert_eq!(whole[0].moves(), MOVES);
    let [first, second] = &whole;
    assert!(first.sent >= 5 && first.received >= 10, "{} {}", first.sent, first.received);
    let mut cuts = 0;
    for (seat, client) in [(0, first), (1, second)] {
        let sending =
            (1..=client.sent).flat_map(|number| [Cut::BeforeSending(number), Cut::AfterSending(number)]);
        let receiving = (1..=client.received).map(Cut::AfterReceiving);
        for cut in sending.chain(receiving) {
            let [one, other] = played(&server, seat, cut).await;
            assert_eq!(one.events, other.events, "{seat} {cut:?}");
            assert_eq!(one.moves(), MOVES, "{seat} {cut:?}");
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
    assert!(cuts >= 40);
}

/// A move that waits for the disk or for another server does not make the server look dead.
#[tokio::test]
async fn pings_are_answered_while_a_move_waits() {
    let server = TestServer::open().await;
    let (id, [token, _]) = server.game().await;
    let mut request = format!("ws://{}/api/v1/socket", server.address).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    // Another writer locks the database for a while.
    let path = server.folder.path().join("games.sqlite");
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    for said in [
        json!({ "type": "act", "game": id, "id": "1", "seq": 4, "do": { "move": "Y1" } }),
        json!({ "type": "ping", "id": 7 }),
    ] {
        socket.send(Message::text(said.to_string())).await.unwrap();
    }
    let mut heard = Vec::new();
    while !heard.contains(&json!("accepted")) {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let said: Value = serde_json::from_str(&text).unwrap();
        assert_ne!(said["type"], "refused", "{said}");
        heard.push(said["type"].clone());
        if said["type"] == "pong" {
            sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        }
    }
    assert_eq!(heard.iter().filter(|kind| **kind == "pong").count(), 1, "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_another_version_gets_an_error() {
    let server = TestServer::open().await;
    let address = format!("ws://{}/api/v1/socket?protocol=99", server.address);
    let (mut socket, _) = connect_async(address).await.unwrap();
    let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("nothing was said") };
    let said: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said["problem"]["key"], "other-protocol");
    let Some(Ok(Message::Close(Some(frame)))) = socket.next().await else { panic!("it was not closed") };
    assert_eq!(u16::from(frame.code), 4400);
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_on_the_socket_is_refused_and_costs_nothing() {
    let server = TestServer::open().await;
    let (mut socket, _) = connect_async(format!("ws://{}/api/v1/socket", server.address)).await.unwrap();
    for text in ["", "{}", "[]", "null", "{\"type\":\"act\"}", "{\"type\":\"subscribe\",\"game\":\"none\"}"] {
        socket.send(Message::text(text)).await.unwrap();
    }
    socket.send(Message::text("{\"type\":\"ping\",\"id\":7}")).await.unwrap();
    // A ping overtakes pending requests.
    let (mut refused, mut answered) = (0, false);
    while refused < 6 || !answered {
        let Some(Ok(message)) = socket.next().await else { panic!("the connection has ended") };
        let Message::Text(text) = message else { continue };
        match serde_json::from_str(&text).unwrap() {
            FromServer::Refused { .. } => refused += 1,
            FromServer::Pong { id: 7, .. } => answered = true,
            _ => {}
        }
    }
    assert_eq!(refused, 6);
}
