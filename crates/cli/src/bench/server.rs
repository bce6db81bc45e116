use crate::{
    failure::Failure,
    output::{self, print, print_json},
    thinking::read_time,
};
use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_client::{Address, Client, Error, Socket};
use ludoteca_contest::Action;
use ludoteca_protocol::{
    ActionWish, ClockWish, EventView, FromClient, FromServer, GameView, JoinWish, NewGame,
};
use serde::Serialize;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::sleep_until;

/// How many games a server carries, and how soon a move reaches the opponent
///
/// Two players a game, each with a socket, move whenever it is their turn and the pause is over; a finished
/// game is followed by the next. The time is from sending a move until the opponent has it, stored on disk
/// before. The server must have been started with `--limits off`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server's address; given more than once, games are spread over several servers of the site
    #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:7878")]
    server: Vec<Address>,
    /// Of 100 games on several servers, so many have their players on different ones
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    apart: u8,
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
    clients: Vec<Client>,
    apart: usize,
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
        clients: arguments.server.iter().cloned().map(Client::new).collect(),
        apart: arguments.apart.into(),
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
        let server = &arguments.server[number % arguments.server.len()];
        let pair = Pair::join(&shared, number)
            .await
            .map_err(|error| Failure::Other(format!("{server}: game {}: {error}", number + 1)))?;
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

/// Both players of a game.
struct Pair {
    players: [Client; 2],
    sockets: [Socket; 2],
    game: SharedGame,
}

impl Pair {
    async fn join(shared: &Shared, number: usize) -> Result<Pair, Error> {
        let servers = shared.clients.len();
        let client = |number: usize| &shared.clients[number % servers];
        let apart = number / servers * 37 % 100 < shared.apart;
        let players = [guest(client(number)).await?, guest(client(number + usize::from(apart))).await?];
        let game = new_game(shared, &players).await?;
        let mut sockets = [Socket::open(&players[0]).await?, Socket::open(&players[1]).await?];
        for socket in &mut sockets {
            subscribe(socket, &game.id, game.seq).await?;
        }
        Ok(Pair { players, sockets, game })
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
    async fn turn(&mut self, shared: &Shared) -> Result<(), Error> {
        let ludoteca_catalog::Status::ToAct(seat) = self.game.play.status() else {
            shared.finished.fetch_add(1, Ordering::Relaxed);
            self.game = new_game(shared, &self.players).await?;
            for socket in &mut self.sockets {
                subscribe(socket, &self.game.id, self.game.seq).await?;
            }
            return Ok(());
        };
        let begun = tokio::time::Instant::now();
        let moves = self.game.play.legal_moves();
        let text = moves[(self.game.seq as usize * 7 + self.game.play.steps()) % moves.len()].clone();
        let (seq, action) = (self.game.seq, Action::Move(text.clone()));
        let action = ActionWish { id: seq.to_string(), seq, action };
        let act = FromClient::Act { game: self.game.id.clone(), action };
        self.game.sent.store(shared.begun.elapsed().as_micros() as u64, Ordering::Relaxed);
        let [mover, other] = [seat.index(), 1 - seat.index()];
        self.sockets[mover].say(&act).await?;
        let seq = hear_of(&mut self.sockets[other], &self.game.id, self.game.seq).await?;
        let took = shared.begun.elapsed().as_micros() as u64 - self.game.sent.load(Ordering::Relaxed);
        hear_of(&mut self.sockets[mover], &self.game.id, self.game.seq).await?;
        self.game.play.play(&text).map_err(|error| Error::NotUnderstood(error.to_string()))?;
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
async fn hear_of(socket: &mut Socket, game: &str, seq: u64) -> Result<u64, Error> {
    loop {
        match socket.hear().await? {
            Some(FromServer::Events { game: about, events, .. }) if about == game => {
                if let Some(last) = events.last().map(EventView::seq).filter(|last| *last > seq) {
                    return Ok(last);
                }
            }
            Some(FromServer::Refused { problem, .. }) => return Err(Error::Refused(Box::new(problem))),
            Some(FromServer::Bye { reason }) => return Err(Error::Unreachable(reason)),
            _ => {}
        }
    }
}

async fn guest(client: &Client) -> Result<Client, Error> {
    Ok(client.with_token(&client.guest(None).await?.token))
}

async fn new_game(shared: &Shared, players: &[Client; 2]) -> Result<SharedGame, Error> {
    let clock = ClockWish {
        system: "increment".to_owned(),
        initial_s: Some(3600.0),
        increment_s: Some(10.0),
        ..ClockWish::default()
    };
    let wish = NewGame { players: Some(2), clock: Some(clock), ..NewGame::of(shared.game.info().id) };
    let made = players[0].make_game(&wish).await?;
    let join = JoinWish { seat: None, invitation: made.invitation };
    let GameView { id, seq, .. } = players[1].join(&made.id, &join).await?;
    let setup = Setup { players: Some(2), ..Setup::default() };
    let play = open(shared.game, &setup).map_err(|error| Error::NotUnderstood(error.to_string()))?;
    Ok(SharedGame { id, play, seq, sent: AtomicU64::new(0) })
}

async fn subscribe(socket: &mut Socket, game: &str, since: u64) -> Result<(), Error> {
    socket.say(&FromClient::Subscribe { game: game.to_owned(), since, invitation: None }).await
}
