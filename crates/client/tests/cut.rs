//! Two clients play while the wire between them and the server is cut after every action, and the server is
//! restarted. Both end with the same game, and no move is lost or doubled.

use ludoteca_client::{Address, Client, Connection, Error, Socket, Update};
use ludoteca_contest::Action;
use ludoteca_protocol::{EventView, FromServer, JoinRequest, NewGame};
use ludoteca_server::{Limits, Page, Rate, RequestLimits, State, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Sqlite;
use serde_json::json;
use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::{oneshot, watch},
    task::JoinHandle,
};

/// Far longer than any step takes; reaching it means that a message never came.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
    services: Arc<Services>,
}

impl TestServer {
    pub(crate) async fn open(folder: &Path, address: &str, limits: Option<RequestLimits>) -> TestServer {
        let store = Arc::new(Sqlite::open(&folder.join("games.sqlite")).await.unwrap());
        let services = Services::open(store, Environment::real(), None).await.unwrap();
        let page = Page::new([("index.html".to_owned(), "page".into())]);
        let mut state = State::new(page).with_services(services.clone());
        if let Some(limits) = limits {
            state = state.with_request_limits(&limits);
        }
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let goodbye = services.clone();
        let served = tokio::spawn(serve(listener, state, Limits::default(), async move {
            drop(stopped.await);
            goodbye.say_goodbye();
        }));
        TestServer { address, stop, served, services }
    }

    pub(crate) async fn close(self) {
        drop(self.stop);
        self.served.await.unwrap();
        self.services.close().await;
    }
}

/// A TCP proxy that can be cut.
struct Wire {
    address: SocketAddr,
    cut: watch::Sender<u32>,
}

impl Wire {
    async fn to(server: SocketAddr) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (cut, cuts) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut cuts = cuts.clone();
                cuts.mark_unchanged();
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(server).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = cuts.changed() => {}
                    }
                });
            }
        });
        Wire { address, cut }
    }

    fn cut(&self) {
        self.cut.send_modify(|cuts| *cuts += 1);
    }
}

fn client(address: SocketAddr) -> Client {
    Client::new(address.to_string().parse::<Address>().unwrap())
}

fn squadro() -> NewGame {
    serde_json::from_value(
        json!({ "game": "squadro", "clock": { "system": "sudden-death", "initial": 600_000 } }),
    )
    .unwrap()
}

/// A new game, and the clients of its two players.
async fn game(client: &Client) -> (String, [Client; 2]) {
    let ada = client.with_token(&client.guest(Some("Ada")).await.unwrap().token);
    let bob = client.with_token(&client.guest(Some("Bob")).await.unwrap().token);
    assert_eq!(ada.me().await.unwrap().unwrap().name, "Ada");
    let made = ada.make_game(&squadro()).await.unwrap();
    let join = JoinRequest { seat: None, invitation: made.invitation };
    let joined = bob.join(&made.id, &join).await.unwrap();
    assert_eq!(joined.you, Some(1));
    (made.id, [ada, bob])
}

struct Player {
    connection: Connection,
    events: Vec<EventView>,
    accepted: Vec<String>,
    lost: u32,
}

impl Player {
    fn new(client: &Client, game: &str) -> Player {
        let connection = client.connect();
        connection.follow(game, 0, None);
        Player { connection, events: Vec::new(), accepted: Vec::new(), lost: 0 }
    }

    async fn receive(&mut self) {
        match self.connection.next_update().await.unwrap() {
            Update::Connected => {}
            Update::Lost(_) => self.lost += 1,
            Update::Message(message) => match *message {
                FromServer::Events { events, .. } => {
                    for event in events {
                        assert_eq!(event.seq(), self.events.len() as u64 + 1, "in order, each once");
                        self.events.push(event);
                    }
                }
                FromServer::Accepted { id, .. } => self.accepted.push(id),
                FromServer::Refused { problem, .. } => panic!("{problem:?}"),
                _ => {}
            },
        }
    }

    async fn hear_until(&mut self, done: impl Fn(&Player) -> bool) {
        let waited = tokio::time::timeout(PATIENCE, async {
            while !done(self) {
                self.receive().await;
            }
        });
        waited
            .await
            .unwrap_or_else(|_| panic!("{} events, {} accepted", self.events.len(), self.accepted.len()));
    }

    fn moves(&self) -> Vec<String> {
        let moved = |event: &EventView| event.fields()["move"].as_str().map(str::to_owned);
        self.events.iter().filter_map(moved).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_cut_both_have_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = TestServer::open(folder.path(), "127.0.0.1:0", None).await;
    let address = server.address;
    let wire = Wire::to(address).await;
    let (id, clients) = game(&client(wire.address)).await;
    let mut players = clients.map(|client| Player::new(&client, &id));
    let moves = ["Y1", "R1", "Y2", "R2", "Y3", "R3", "Y4", "R4", "Y5", "R5", "Y1", "R1"];
    for (ply, text) in moves.iter().enumerate() {
        let mover = &mut players[ply % 2];
        mover.hear_until(|player| player.events.len() >= 4 && player.moves().len() == ply).await;
        let seq = mover.events.len() as u64;
        let name = mover.connection.act(&id, seq, Action::Move((*text).to_owned()));
        match ply % 4 {
            // Before or after it has reached the server, whichever happens first.
            0 => wire.cut(),
            1 => {
                tokio::task::yield_now().await;
                wire.cut();
            }
            2 => {
                server.close().await;
                server = TestServer::open(folder.path(), &address.to_string(), None).await;
            }
            _ => {}
        }
        mover.hear_until(|player| player.accepted.contains(&name)).await;
    }
    for player in &mut players {
        player.hear_until(|player| player.moves().len() == moves.len()).await;
        assert_eq!(player.moves(), moves);
        assert!(player.lost >= 3, "{}", player.lost);
    }
    let seen = client(address).see(&id).await.unwrap();
    assert_eq!(seen.moves, moves);
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limited_messages_are_sent_again_later() {
    let folder = tempfile::tempdir().unwrap();
    // Two messages at once, then one a second.
    let limits = RequestLimits { on_socket: Rate::new(2, 60), ..RequestLimits::default() };
    let server = TestServer::open(folder.path(), "127.0.0.1:0", Some(limits)).await;
    let (id, [ada, bob]) = game(&client(server.address)).await;
    let mut players = [Player::new(&ada, &id), Player::new(&bob, &id)];
    for (ply, text) in ["Y1", "R1", "Y2", "R2", "Y3", "R3"].into_iter().enumerate() {
        let mover = &mut players[ply % 2];
        mover.hear_until(|player| player.events.len() >= 4 && player.moves().len() == ply).await;
        let name = mover.connection.act(&id, mover.events.len() as u64, Action::Move(text.to_owned()));
        mover.hear_until(|player| player.accepted.contains(&name)).await;
    }
    assert_eq!(server.services.games.games_in_memory(), 1);
}

#[tokio::test]
async fn refusals_and_timeouts_differ() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(folder.path(), "127.0.0.1:0", None).await;
    let client = client(server.address);
    let Err(Error::Refused(problem)) = client.see("none").await else { panic!("there is no such game") };
    assert_eq!((problem.status, problem.key.as_str()), (404, "no-such-game"));
    let Err(Error::Refused(problem)) = client.make_game(&squadro()).await else { panic!("a stranger") };
    assert_eq!(problem.status, 401);
    assert_eq!(client.me().await.unwrap(), None);
    let Err(Error::Refused(problem)) = Socket::open(&client.with_token("wrong")).await else {
        panic!("a wrong token")
    };
    assert_eq!(problem.key, "bad-token");
    server.close().await;
    assert!(matches!(client.me().await, Err(Error::Unreachable(_))));
    assert!(matches!(Socket::open(&client).await, Err(Error::Unreachable(_))));
}
