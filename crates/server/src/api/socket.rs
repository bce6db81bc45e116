//! The WebSocket: the same functions as over HTTP, for many games at once. The server measures the round-trip
//! time with its own pings and does not trust figures from the client.

use super::{
    ApiError,
    caller::{Caller, Service},
    extract::Query,
    frame_text,
    games::perform,
    peer::{Peer, SocketPlace},
    scopes::Play,
};
use crate::{
    State,
    metrics::Metrics,
    problem::{ToProblem, problem},
};
use axum::{
    extract::{
        self,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::{IntoResponse, Response},
};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use ludoteca_protocol::{FromClient, FromServer, PROTOCOL, Problem};
use ludoteca_service::{
    Connections, Frame, Games, Identity, LONGEST_FRAME, Lobby, Stopping, Subscriber,
    rate_limit::{FrameLimiter, RateLimits},
};
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
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};
use utoipa::IntoParams;

/// Interval of the pings that measure the round-trip time.
const PING: Duration = Duration::from_secs(5);
/// A client that has answered no ping for this long, or has not accepted what was sent, is disconnected.
const SILENCE: Duration = Duration::from_secs(20);
/// The longest message from a client, in bytes.
const LONGEST: usize = 32 * 1024;
/// Size of the read and write buffers, in bytes.
const BUFFER: usize = 4 * 1024;
/// The write buffer's limit in bytes. A socket that exceeds it is closed.
const MAX_UNSENT: usize = LONGEST_FRAME;
/// The most games that one connection can follow.
const MAX_GAMES: usize = 500;
/// The most pending requests of one connection; beyond that, nothing more is read from it.
const MAX_ASKED: usize = 64;
/// The number of round trips to remember; the shortest of them counts.
const TRIPS: usize = 5;
/// The close code for clients that use another protocol version.
const OTHER_PROTOCOL: u16 = 4400;
/// Time limit for closing a socket, and for dropping the frames that arrive meanwhile.
const CLOSING: Duration = Duration::from_secs(1);
const MAX_AFTER_CLOSE: usize = 1000;
/// The close code after too many rejected frames: policy violation (RFC 6455, 7.4.1).
const POLICY: u16 = 1008;

#[derive(Deserialize, IntoParams)]
pub(crate) struct SocketQuery {
    /// The version of the protocol: 1.
    protocol: Option<u32>,
}

/// Opens the socket. The first message from the server is `hello`.
/// `?protocol=1` names the protocol version of the client.
#[utoipa::path(get, path = "/api/v1/socket", tag = "games", responses((status = 101, description = "Messages: FromClient to the server, FromServer to the client")))]
pub(crate) async fn open(
    Service(games): Service<Games>,
    Service(lobby): Service<Lobby>,
    Service(connections): Service<Connections>,
    Service(stopping): Service<Stopping>,
    caller: Caller<Play>,
    Query(SocketQuery { protocol }): Query<SocketQuery>,
    Peer(address): Peer,
    place: SocketPlace,
    extract::State(state): extract::State<State>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| problem(400, "no-socket", error.body_text()))?;
    let who = caller.who().cloned();
    let spoken = protocol.unwrap_or(PROTOCOL);
    // The default buffers are 128 KiB each, and are filled with zeros again and again.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let upgrade = upgrade.max_write_buffer_size(MAX_UNSENT);
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let rate_limits = state.rate_limits().map(|rate_limits| SocketLimits {
        rate_limits: Arc::clone(rate_limits),
        address,
        own: rate_limits.on_socket(),
    });
    let metrics = state.metrics_shared();
    let services = Services { games, lobby, connections, stopping };
    let talk = async move |socket| {
        converse(socket, services, who, spoken, rate_limits, metrics).await;
        drop(place);
    };
    Ok(upgrade.on_upgrade(talk).into_response())
}

/// Rate limits for the client.
struct SocketLimits {
    rate_limits: Arc<RateLimits>,
    address: Option<IpAddr>,
    own: FrameLimiter,
}

/// The services that clients reach over the socket.
struct Services {
    games: Games,
    lobby: Lobby,
    connections: Connections,
    stopping: Stopping,
}

async fn converse(
    mut socket: WebSocket,
    services: Services,
    who: Option<Identity>,
    spoken: u32,
    rate_limits: Option<SocketLimits>,
    metrics: Option<Arc<Metrics>>,
) {
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
    let (subscriber, mut heard) = Subscriber::new();
    if let Some(who) = &who {
        services.connections.connect(who, &subscriber);
    }
    subscriber.say(&FromServer::Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        you: who.as_ref().map(Identity::view),
        at: services.games.now(),
    });
    let client = Client {
        services: &services,
        who: who.as_ref(),
        subscriber: &subscriber,
        rate_limits,
        metrics: metrics.as_deref(),
        games: Mutex::default(),
        lag: AtomicU64::new(0),
    };
    let (mut sink, mut stream) = socket.split();
    let (asks, mut asked) = mpsc::channel(MAX_ASKED);
    // Requests are handled in order. One may have to wait for another node; meanwhile the connection still
    // sends, receives, and answers pings.
    let mut working = std::pin::pin!(async {
        while let Some(message) = asked.recv().await {
            client.take(message).await;
            // Send the responses before the next request adds to them.
            tokio::task::yield_now().await;
        }
    });
    let mut stopping = std::pin::pin!(services.stopping.wait());
    let mut pings = tokio::time::interval(PING);
    let mut heard_at = Instant::now();
    let mut trips = RoundTrips::default();
    loop {
        // Biased, so that simulations can be repeated. Pending messages go first, since a connection with too
        // many of them is closed.
        tokio::select! {
            biased;
            () = &mut stopping => {
                let reason = "the server is shutting down".to_owned();
                let _ = send(&mut sink, text(&FromServer::Bye { reason })).await;
                let _ = send(&mut sink, Message::Close(None)).await;
                break;
            }
            message = heard.recv() => {
                let Some(message) = message else { break };
                if subscriber.is_late() {
                    break;
                }
                // Send all pending messages together, and those that the same commit is about to add.
                tokio::task::yield_now().await;
                let mut sending = vec![message];
                sending.extend(std::iter::from_fn(|| heard.try_recv().ok()));
                if send_all(&mut sink, sending).await.is_err() {
                    break;
                }
            }
            () = &mut working => break,
            message = stream.next(), if asks.capacity() > 0 => {
                let Some(Ok(message)) = message else { break };
                if let Message::Pong(stamp) = &message
                    && trips.back(stamp)
                {
                    heard_at = Instant::now();
                    client.lag.store(trips.shortest(), Ordering::Relaxed);
                }
                if matches!(message, Message::Close(_)) {
                    break;
                }
                match client.hear(&message) {
                    // There is room: nothing else is sent there.
                    Ok(Some(message)) => drop(asks.try_send(message)),
                    Ok(None) => {}
                    Err(TooMany) => {
                        close(&mut sink, &mut stream, POLICY, "too many refused messages").await;
                        break;
                    }
                }
            }
            _ = pings.tick() => {
                // Only pongs count: a client that sends but never reads answers no pings.
                if heard_at.elapsed() > SILENCE {
                    break;
                }
                let stamp = trips.begin();
                if send(&mut sink, Message::Ping(stamp.to_vec().into())).await.is_err() {
                    break;
                }
            }
        }
    }
    // Complete the requests that arrived before the connection ended.
    drop(asks);
    working.await;
    let games = std::mem::take(&mut *client.games());
    services.connections.disconnect(who.as_ref().map(|who| who.id.as_str()), &subscriber);
    for game in games {
        services.games.unfollow(&game, &subscriber).await;
    }
}

type Outgoing = SplitSink<WebSocket, Message>;

/// The client does not accept what is sent to it.
struct Stalled;

async fn send(sink: &mut Outgoing, message: Message) -> Result<(), Stalled> {
    match timeout(SILENCE, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Stalled),
    }
}

/// Sends messages, and waits until they are written.
async fn send_all(sink: &mut Outgoing, messages: Vec<Frame>) -> Result<(), Stalled> {
    let sending = async {
        for message in messages {
            sink.feed(Message::Text(frame_text(&message).as_ref().into())).await?;
        }
        sink.flush().await
    };
    match timeout(SILENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Stalled),
    }
}

/// Too many of the client's frames were rejected.
struct TooMany;

/// Closes the socket, and drops frames that the client has sent meanwhile: closing a connection with unread
/// bytes would reset it, and the client would not receive the reason.
async fn close(sink: &mut Outgoing, stream: &mut SplitStream<WebSocket>, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let closing = async {
        if sink.send(Message::Close(Some(frame))).await.is_ok() {
            let left = stream.by_ref().take(MAX_AFTER_CLOSE);
            left.take_while(|message| std::future::ready(message.is_ok())).for_each(async |_| {}).await;
        }
    };
    let _ = timeout(CLOSING, closing).await;
}

fn text(message: &FromServer) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

struct Client<'a> {
    services: &'a Services,
    who: Option<&'a Identity>,
    subscriber: &'a Subscriber,
    rate_limits: Option<SocketLimits>,
    metrics: Option<&'a Metrics>,
    games: Mutex<BTreeSet<String>>,
    /// The shortest round trip, in milliseconds.
    lag: AtomicU64,
}

impl Client<'_> {
    /// Charges a frame and returns the request in it. The page's own pings are answered here, and invalid
    /// requests rejected.
    fn hear(&self, frame: &Message) -> Result<Option<FromClient>, TooMany> {
        let bytes = match frame {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        let too_fast = self.rate_limits.as_ref().and_then(|rate_limits| rate_limits.own.heard(bytes).err());
        let (about, problem) = match (read(frame), too_fast) {
            (Ok(Some(FromClient::Ping { id })), None) => {
                self.subscriber.say(&FromServer::Pong { id, at: self.services.games.now() });
                return Ok(None);
            }
            (Ok(message), None) => return Ok(message),
            (Ok(Some(message)), Some(error)) => (message.about(), Some(error.to_problem())),
            // WebSocket control frames need no answer.
            (Ok(None), Some(_)) => ((None, None), None),
            (Err(problem), _) => ((None, None), Some(*problem)),
        };
        if self.rate_limits.as_ref().is_some_and(|rate_limits| !rate_limits.own.may_go_on()) {
            return Err(TooMany);
        }
        if let Some(problem) = problem {
            let (game, id) = about;
            self.refuse(game, id, problem);
        }
        Ok(None)
    }

    fn games(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_too_many_games(&self, game: &str) -> bool {
        let games = self.games();
        games.len() >= MAX_GAMES && !games.contains(game)
    }

    async fn take(&self, message: FromClient) {
        match message {
            FromClient::Subscribe { game, since, invitation } => {
                if self.has_too_many_games(&game) {
                    let detail = format!("one connection can follow at most {MAX_GAMES} games");
                    return self.refuse(Some(game), None, problem(422, "too-many-games", detail));
                }
                let followed = self
                    .services
                    .games
                    .follow(&game, self.who, invitation.as_deref(), since, self.subscriber)
                    .await;
                match followed {
                    Ok(()) => drop(self.games().insert(game)),
                    Err(error) => self.refuse(Some(game), None, error.to_problem()),
                }
            }
            FromClient::Unsubscribe { game } => {
                let was_followed = self.games().remove(&game);
                if was_followed {
                    self.services.games.unfollow(&game, self.subscriber).await;
                }
            }
            FromClient::Act { game, action } => {
                let id = Some(action.id.clone());
                let Some(who) = self.who else { return self.refuse(Some(game), id, stranger()) };
                let lag = self.lag.load(Ordering::Relaxed);
                match perform(&self.services.games, self.metrics, &game, who, &action, lag).await {
                    Ok(done) => {
                        self.subscriber.say(&FromServer::Accepted { game, id: action.id, seq: done.seq })
                    }
                    Err(problem) => self.refuse(Some(game), id, problem),
                }
            }
            FromClient::Say { game, room, text } => {
                let Some(who) = self.who else { return self.refuse(Some(game), None, stranger()) };
                if let Some(rate_limits) = &self.rate_limits
                    && let Err(error) = rate_limits.rate_limits.said(rate_limits.address, &who.id)
                {
                    return self.refuse(Some(game), None, error.to_problem());
                }
                if let Err(error) = self.services.games.send_message(&game, who, room, &text).await {
                    self.refuse(Some(game), None, error.to_problem());
                }
            }
            FromClient::Lobby => self.services.lobby.watch(self.subscriber),
            // Answered in `hear`.
            FromClient::Ping { .. } => {}
        }
    }

    fn refuse(&self, game: Option<String>, id: Option<String>, problem: Problem) {
        self.subscriber.say(&FromServer::Refused { game, id, problem });
    }
}

fn stranger() -> Problem {
    problem(401, "who-are-you", "log in, or create a guest: POST /api/v1/guests")
}

#[derive(Default)]
struct RoundTrips {
    number: u64,
    /// The last ping that was answered.
    answered: u64,
    sent: Option<(u64, Instant)>,
    last: VecDeque<Duration>,
}

impl RoundTrips {
    fn begin(&mut self) -> [u8; 8] {
        self.number += 1;
        self.sent = Some((self.number, Instant::now()));
        self.number.to_be_bytes()
    }

    /// Whether this answers a pending ping, perhaps late.
    fn back(&mut self, stamp: &[u8]) -> bool {
        let Ok(number) = stamp.try_into().map(u64::from_be_bytes) else { return false };
        if number <= self.answered || number > self.number {
            return false;
        }
        self.answered = number;
        if let Some((last, sent)) = self.sent
            && last == number
        {
            self.sent = None;
            self.last.push_back(sent.elapsed());
            if self.last.len() > TRIPS {
                self.last.pop_front();
            }
        }
        true
    }

    /// In milliseconds. Answering late on purpose gains nothing: the shortest round trip counts.
    fn shortest(&self) -> u64 {
        self.last.iter().min().map_or(0, |trip| trip.as_millis() as u64)
    }
}

/// Parses the request in a frame, if there is one.
fn read(frame: &Message) -> Result<Option<FromClient>, Box<Problem>> {
    match frame {
        Message::Text(text) => serde_json::from_str(text).map(Some).map_err(|error| {
            let why: String = error.to_string().chars().take(200).collect();
            Box::new(problem(400, "bad-message", format!("malformed message: {why}")))
        }),
        Message::Binary(_) => Err(Box::new(problem(400, "bad-message", "messages must be text frames"))),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(None),
    }
}
