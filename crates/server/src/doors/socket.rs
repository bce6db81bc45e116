//! The socket: the same things as over HTTP, for many games at once. The server measures the trip itself, by
//! pings of its own; what a client says about it is not believed.

use super::{
    Refused,
    caller::{Caller, Games},
    peer::{Peer, SocketPlace},
    reading::Query,
};
use crate::{
    State,
    hub::{Ears, Hub, Who, problem},
    pace::{OnSocket, Pace},
};
use axum::{
    extract::{
        self,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::{IntoResponse, Response},
};
use futures_util::{SinkExt, StreamExt};
use ludoteca_protocol::{FromClient, FromServer, PROTOCOL, Problem};
use serde::Deserialize;
use std::{
    collections::{BTreeSet, VecDeque},
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::mpsc, time::Instant};

/// How often the trip is measured.
const PING: Duration = Duration::from_secs(5);
/// A connection that has not answered for so long is gone.
const SILENCE: Duration = Duration::from_secs(20);
/// The longest message of a client, in bytes.
const LONGEST: usize = 32 * 1024;
/// What is read and written at once, in bytes.
const BUFFER: usize = 4 * 1024;
/// The most games that one connection follows.
const MOST_GAMES: usize = 500;
/// The most that may wait to be done for one connection; then nothing more is read from it.
const MOST_ASKED: usize = 64;
/// How many trips are remembered; the shortest of them counts.
const TRIPS: usize = 5;
/// The close code for clients that speak another version.
const OTHER_PROTOCOL: u16 = 4400;

#[derive(Deserialize)]
pub(crate) struct Spoken {
    protocol: Option<u32>,
}

/// The socket. The first message of the server is `hello`; `?protocol=1` says which version is spoken.
#[utoipa::path(get, path = "/api/v1/socket", tag = "games", 
    params(("protocol" = Option<u32>, Query, description = "The version that is spoken: 1.")),
    responses((status = 101, description = "Messages: FromClient to the server, FromServer to the client")))]
pub(crate) async fn open(
    Games(hub): Games,
    caller: Caller,
    Query(Spoken { protocol }): Query<Spoken>,
    Peer(address): Peer,
    place: SocketPlace,
    extract::State(state): extract::State<State>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let upgrade = upgrade.map_err(|error| problem(400, "no-socket", error.body_text()))?;
    let who = caller.who().cloned();
    let spoken = protocol.unwrap_or(PROTOCOL);
    // The usual buffers are of 128 KiB each, and are filled with zeros again and again.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let pace = state.pace().map(|pace| Paced { pace: Arc::clone(pace), address, own: pace.on_socket() });
    let talk = async move |socket| {
        converse(socket, hub, who, spoken, pace).await;
        drop(place);
    };
    Ok(upgrade.on_upgrade(talk).into_response())
}

/// How fast the client may speak.
struct Paced {
    pace: Arc<Pace>,
    address: Option<IpAddr>,
    own: OnSocket,
}

async fn converse(mut socket: WebSocket, hub: Hub, who: Option<Who>, spoken: u32, pace: Option<Paced>) {
    if spoken != PROTOCOL {
        let detail = format!(
            "this server speaks version {PROTOCOL} of the protocol, not {spoken}: load the page again"
        );
        let refused =
            FromServer::Refused { game: None, id: None, problem: problem(400, "other-protocol", detail) };
        let _ = socket.send(text(&refused)).await;
        let frame = CloseFrame { code: OTHER_PROTOCOL, reason: "other-protocol".into() };
        let _ = socket.send(Message::Close(Some(frame))).await;
        return;
    }
    let (ears, mut heard) = Ears::new();
    if let Some(who) = &who {
        hub.connect(who, &ears);
    }
    ears.say(&FromServer::Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        you: who.as_ref().map(Who::view),
        at: hub.now(),
    });
    let client = Client {
        hub: &hub,
        who: who.as_ref(),
        ears: &ears,
        pace,
        games: Mutex::default(),
        lag: AtomicU64::new(0),
    };
    let (mut sink, mut stream) = socket.split();
    let (asks, mut asked) = mpsc::channel(MOST_ASKED);
    // What is asked is done in its order. It may have to wait for another server; meanwhile the connection
    // hears, is heard, and answers pings.
    let mut working = std::pin::pin!(async {
        while let Some(message) = asked.recv().await {
            client.take(message).await;
        }
    });
    let mut stopping = std::pin::pin!(hub.stopping());
    let mut pings = tokio::time::interval(PING);
    let mut last = Instant::now();
    let mut trips = Trips::default();
    loop {
        // In this order, so that simulations can be repeated; whatever waits to be told goes first, as a
        // connection is closed when too much waits.
        tokio::select! {
            biased;
            () = &mut stopping => {
                let reason = "the server is being stopped".to_owned();
                let _ = sink.send(text(&FromServer::Bye { reason })).await;
                let _ = sink.send(Message::Close(None)).await;
                break;
            }
            message = heard.recv() => {
                let Some(message) = message else { break };
                if ears.is_late() || sink.feed(Message::Text(message.as_ref().into())).await.is_err() {
                    break;
                }
                // What else waits goes with it.
                while let Ok(message) = heard.try_recv() {
                    if sink.feed(Message::Text(message.as_ref().into())).await.is_err() {
                        break;
                    }
                }
                if sink.flush().await.is_err() {
                    break;
                }
            }
            () = &mut working => break,
            message = stream.next(), if asks.capacity() > 0 => {
                last = Instant::now();
                match message {
                    Some(Ok(Message::Text(message))) => {
                        if let Some(message) = client.read(&message) {
                            // There is room: nobody else sends.
                            let _ = asks.try_send(message);
                        }
                    }
                    Some(Ok(Message::Pong(stamp))) => {
                        trips.back(&stamp);
                        client.lag.store(trips.shortest(), Ordering::Relaxed);
                    }
                    Some(Ok(Message::Binary(_))) => {
                        client.refuse(None, None, problem(400, "bad-message", "messages are text"));
                    }
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
            }
            _ = pings.tick() => {
                if last.elapsed() > SILENCE {
                    break;
                }
                let stamp = trips.begin();
                if sink.send(Message::Ping(stamp.to_vec().into())).await.is_err() {
                    break;
                }
            }
        }
    }
    // What was asked before the connection ended is done.
    drop(asks);
    working.await;
    let games = std::mem::take(&mut *client.games());
    hub.disconnect(who.as_ref().map(|who| who.id.as_str()), &ears);
    for game in games {
        hub.unfollow(&game, &ears).await;
    }
}

fn text(message: &FromServer) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

struct Client<'a> {
    hub: &'a Hub,
    who: Option<&'a Who>,
    ears: &'a Ears,
    pace: Option<Paced>,
    games: Mutex<BTreeSet<String>>,
    /// The shortest trip, in milliseconds.
    lag: AtomicU64,
}

impl Client<'_> {
    /// What is to be done. Pings are answered and what cannot be done is refused here, at once.
    fn read(&self, message: &str) -> Option<FromClient> {
        let message: FromClient = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(error) => {
                let detail = format!("the message is not understood: {error}");
                self.refuse(None, None, problem(400, "bad-message", detail));
                return None;
            }
        };
        if let Some(pace) = &self.pace
            && let Err(problem) = pace.own.heard()
        {
            let (game, id) = message.about();
            self.refuse(game, id, *problem);
            return None;
        }
        match message {
            FromClient::Ping { id } => {
                self.ears.say(&FromServer::Pong { id, at: self.hub.now() });
                None
            }
            message => Some(message),
        }
    }

    fn games(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_too_many_games(&self, game: &str) -> bool {
        let games = self.games();
        games.len() >= MOST_GAMES && !games.contains(game)
    }

    async fn take(&self, message: FromClient) {
        match message {
            FromClient::Subscribe { game, since, invitation } => {
                if self.has_too_many_games(&game) {
                    let detail = format!("one connection follows at most {MOST_GAMES} games");
                    return self.refuse(Some(game), None, problem(422, "too-many-games", detail));
                }
                let followed =
                    self.hub.follow(&game, self.who, invitation.as_deref(), since, self.ears).await;
                match followed {
                    Ok(()) => drop(self.games().insert(game)),
                    Err(problem) => self.refuse(Some(game), None, problem),
                }
            }
            FromClient::Unsubscribe { game } => {
                let was_followed = self.games().remove(&game);
                if was_followed {
                    self.hub.unfollow(&game, self.ears).await;
                }
            }
            FromClient::Act { game, action } => {
                let id = Some(action.id.clone());
                let Some(who) = self.who else { return self.refuse(Some(game), id, stranger()) };
                let lag = self.lag.load(Ordering::Relaxed);
                match self.hub.act(&game, who, &action, lag).await {
                    Ok(done) => self.ears.say(&FromServer::Accepted { game, id: action.id, seq: done.seq }),
                    Err(problem) => self.refuse(Some(game), id, problem),
                }
            }
            FromClient::Say { game, room, text } => {
                let Some(who) = self.who else { return self.refuse(Some(game), None, stranger()) };
                if let Some(pace) = &self.pace
                    && let Err(problem) = pace.pace.said(pace.address, &who.id)
                {
                    return self.refuse(Some(game), None, *problem);
                }
                if let Err(problem) = self.hub.say(&game, who, room, &text).await {
                    self.refuse(Some(game), None, problem);
                }
            }
            FromClient::Lobby => self.hub.watch_lobby(self.ears),
            // Answered when it was read.
            FromClient::Ping { .. } => {}
        }
    }

    fn refuse(&self, game: Option<String>, id: Option<String>, problem: Problem) {
        self.ears.say(&FromServer::Refused { game, id, problem });
    }
}

fn stranger() -> Problem {
    problem(401, "who-are-you", "ask for a guest's token first: POST /api/v1/guests")
}

/// How long trips over the network take, there and back.
#[derive(Default)]
struct Trips {
    number: u64,
    sent: Option<(u64, Instant)>,
    last: VecDeque<Duration>,
}

impl Trips {
    fn begin(&mut self) -> [u8; 8] {
        self.number += 1;
        self.sent = Some((self.number, Instant::now()));
        self.number.to_be_bytes()
    }

    fn back(&mut self, stamp: &[u8]) {
        if let Some((number, sent)) = self.sent
            && stamp == number.to_be_bytes()
        {
            self.sent = None;
            self.last.push_back(sent.elapsed());
            if self.last.len() > TRIPS {
                self.last.pop_front();
            }
        }
    }

    /// In milliseconds. A client that answers late on purpose gains nothing: the shortest trip counts.
    fn shortest(&self) -> u64 {
        self.last.iter().min().map_or(0, |trip| trip.as_millis() as u64)
    }
}
