use crate::{
    failure::Failure,
    output::{self, print, print_json},
    thinking::read_time,
};
use clap::Args;
use futures_util::{SinkExt, StreamExt};
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_protocol::{FromServer, PROTOCOL};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep_until,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// How many games a server carries, and how soon a move reaches the opponent
///
/// Two players a game, each with a socket, move whenever it is their turn and the pause is over; a finished
/// game is followed by the next. The time is from sending a move until the opponent has it, stored on disk
/// before. The server must have been started with `--limits off`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server's address and port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    server: SocketAddr,
    /// Which game is played
    #[arg(long, value_name = "GAME", default_value = "squadro")]
    game: GameId,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Pause before each move; 0s: back to back
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = read_pause)]
    every: Duration,
    /// How long to measure
    #[arg(long = "for", value_name = "TIME", default_value = "30s", value_parser = read_time)]
    length: Duration,
    #[command(flatten)]
    output: output::Arguments,
}

fn read_pause(text: &str) -> Result<Duration, String> {
    if text == "0s" || text == "0" { Ok(Duration::ZERO) } else { read_time(text) }
}

#[derive(Serialize)]
struct Report {
    games: usize,
    sockets: usize,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    /// From sending a move until the opponent has it, in milliseconds.
    median_ms: f64,
    p99_ms: f64,
    worst_ms: f64,
    errors: u64,
    games_finished: u64,
}

impl Report {
    fn text(&self) -> String {
        format!(
            "{} games, {} sockets, {:.1} s: {} moves, {:.0} a second; to the opponent: median {:.1} ms, 99 % {:.1} ms, worst {:.1} ms; {} games finished, {} errors\n",
            self.games,
            self.sockets,
            self.seconds,
            self.moves,
            self.moves_per_second,
            self.median_ms,
            self.p99_ms,
            self.worst_ms,
            self.games_finished,
            self.errors
        )
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::other)?;
    let report = runtime.block_on(measure(arguments))?;
    runtime.shutdown_background();
    if arguments.output.json { print_json(&report) } else { print(&report.text()) }
}

/// What all players share.
struct Shared {
    server: SocketAddr,
    game: GameId,
    every: Duration,
    begun: Instant,
    until: Mutex<Option<Instant>>,
    /// Microseconds from sending to arriving.
    times: Mutex<Vec<u32>>,
    errors: AtomicU64,
    finished: AtomicU64,
}

impl Shared {
    fn is_over(&self) -> bool {
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() >= until)
    }

    fn measuring(&self) -> bool {
        self.until.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// A game as both of its players see it.
struct SharedGame {
    id: String,
    play: Box<dyn AnyPlay>,
    seq: u64,
    /// When the last move was sent, in microseconds since the beginning.
    sent: AtomicU64,
}

async fn measure(arguments: &Arguments) -> Result<Report, Failure> {
    let shared = Arc::new(Shared {
        server: arguments.server,
        game: arguments.game,
        every: arguments.every,
        begun: Instant::now(),
        until: Mutex::new(None),
        times: Mutex::new(Vec::new()),
        errors: AtomicU64::new(0),
        finished: AtomicU64::new(0),
    });
    let mut players = Vec::new();
    for number in 0..arguments.games {
        let pair = Pair::join(&shared)
            .await
            .map_err(|error| Failure::Other(format!("{}: game {}: {error}", arguments.server, number + 1)))?;
        players.push(tokio::spawn(pair.play(Arc::clone(&shared), number)));
    }
    let begun = Instant::now();
    *shared.until.lock().unwrap_or_else(PoisonError::into_inner) = Some(begun + arguments.length);
    for player in players {
        if player.await.is_err() {
            shared.errors.fetch_add(1, Ordering::Relaxed);
        }
    }
    let seconds = begun.elapsed().min(arguments.length).as_secs_f64();
    let mut times = std::mem::take(&mut *shared.times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        f64::from(times.get(index).copied().unwrap_or(0)) / 1000.0
    };
    Ok(Report {
        games: arguments.games,
        sockets: 2 * arguments.games,
        seconds,
        moves: times.len(),
        moves_per_second: times.len() as f64 / seconds,
        median_ms: at(0.5),
        p99_ms: at(0.99),
        worst_ms: at(1.0),
        errors: shared.errors.load(Ordering::Relaxed),
        games_finished: shared.finished.load(Ordering::Relaxed),
    })
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Both players of a game.
struct Pair {
    tokens: [String; 2],
    sockets: [Socket; 2],
    game: SharedGame,
}

impl Pair {
    async fn join(shared: &Shared) -> Result<Pair, String> {
        let tokens = [guest(shared.server).await?, guest(shared.server).await?];
        let game = new_game(shared, &tokens).await?;
        let mut sockets =
            [connect(shared.server, &tokens[0]).await?, connect(shared.server, &tokens[1]).await?];
        for socket in &mut sockets {
            subscribe(socket, &game.id, game.seq).await?;
        }
        Ok(Pair { tokens, sockets, game })
    }

    async fn play(mut self, shared: Arc<Shared>, number: usize) {
        // Not all at the same moment.
        tokio::time::sleep(shared.every.mul_f64((number % 1000) as f64 / 1000.0)).await;
        while !shared.is_over() {
            if let Err(error) = self.turn(&shared).await {
                if shared.errors.fetch_add(1, Ordering::Relaxed) == 0 {
                    anstream::eprintln!("game {}: {error}", self.game.id);
                }
                return;
            }
        }
    }

    /// Whoever is to move moves, and both hear of it.
    async fn turn(&mut self, shared: &Shared) -> Result<(), String> {
        let ludoteca_catalog::Status::ToAct(seat) = self.game.play.status() else {
            shared.finished.fetch_add(1, Ordering::Relaxed);
            self.game = new_game(shared, &self.tokens).await?;
            for socket in &mut self.sockets {
                subscribe(socket, &self.game.id, self.game.seq).await?;
            }
            return Ok(());
        };
        let begun = tokio::time::Instant::now();
        let moves = self.game.play.legal_moves();
        let text = moves[(self.game.seq as usize * 7 + self.game.play.steps()) % moves.len()].clone();
        let act = json!({ "type": "act", "game": self.game.id, "id": self.game.seq.to_string(),
            "seq": self.game.seq, "do": { "move": text } });
        self.game.sent.store(shared.begun.elapsed().as_micros() as u64, Ordering::Relaxed);
        let [mover, other] = [seat.index(), 1 - seat.index()];
        self.sockets[mover].send(Message::text(act.to_string())).await.map_err(|error| error.to_string())?;
        let seq = hear_of(&mut self.sockets[other], &self.game.id, self.game.seq).await?;
        let took = shared.begun.elapsed().as_micros() as u64 - self.game.sent.load(Ordering::Relaxed);
        hear_of(&mut self.sockets[mover], &self.game.id, self.game.seq).await?;
        self.game.play.play(&text).map_err(|error| error.to_string())?;
        self.game.seq = seq;
        if shared.measuring() {
            let mut times = shared.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.push(u32::try_from(took).unwrap_or(u32::MAX));
        }
        if !shared.every.is_zero() {
            sleep_until(begun + shared.every).await;
        }
        Ok(())
    }
}

/// Waits until a player has heard of an event after this number; answers with the last number.
async fn hear_of(socket: &mut Socket, game: &str, seq: u64) -> Result<u64, String> {
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.map_err(|error| error.to_string())? else { continue };
        match serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))? {
            FromServer::Events { game: about, events, .. } if about == game => {
                let last = events.last().and_then(|event| event.fields()["seq"].as_u64());
                if let Some(last) = last.filter(|last| *last > seq) {
                    return Ok(last);
                }
            }
            FromServer::Refused { problem, .. } => return Err(problem.detail),
            FromServer::Bye { reason } => return Err(reason),
            _ => {}
        }
    }
    Err("the connection has ended".to_owned())
}

async fn guest(server: SocketAddr) -> Result<String, String> {
    let guest = post(server, "/guests", "", &json!({})).await?;
    guest["token"].as_str().map(str::to_owned).ok_or_else(|| guest.to_string())
}

async fn new_game(shared: &Shared, tokens: &[String; 2]) -> Result<SharedGame, String> {
    let clock = json!({ "system": "increment", "initial_s": 3600, "increment_s": 10 });
    let wish = json!({ "game": shared.game.info().id, "players": 2, "clock": clock });
    let game = post(shared.server, "/games", &tokens[0], &wish).await?;
    let id = game["id"].as_str().ok_or_else(|| game.to_string())?.to_owned();
    let join = json!({ "invitation": game["invitation"] });
    let game = post(shared.server, &format!("/games/{id}/join"), &tokens[1], &join).await?;
    let seq = game["seq"].as_u64().ok_or_else(|| game.to_string())?;
    let setup = Setup { players: Some(2), ..Setup::default() };
    let play = open(shared.game, &setup).map_err(|error| error.to_string())?;
    Ok(SharedGame { id, play, seq, sent: AtomicU64::new(0) })
}

async fn connect(server: SocketAddr, token: &str) -> Result<Socket, String> {
    let address = format!("ws://{server}/api/v1/socket?protocol={PROTOCOL}");
    let mut request = address.into_client_request().map_err(|error| error.to_string())?;
    let token = format!("Bearer {token}").parse().map_err(|_| "a token that is no header")?;
    request.headers_mut().insert("authorization", token);
    Ok(connect_async(request).await.map_err(|error| error.to_string())?.0)
}

async fn subscribe(socket: &mut Socket, game: &str, since: u64) -> Result<(), String> {
    let subscribe = json!({ "type": "subscribe", "game": game, "since": since });
    socket.send(Message::text(subscribe.to_string())).await.map_err(|error| error.to_string())
}

/// One request, one connection.
async fn post(server: SocketAddr, path: &str, token: &str, body: &Value) -> Result<Value, String> {
    let body = body.to_string();
    let who = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
    let request = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: {server}\r\n{who}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let failed = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(server).await.map_err(failed)?;
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(failed)?;
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    serde_json::from_str(body).map_err(|error| format!("{error}: {answer}"))
}
