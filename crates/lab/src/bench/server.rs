use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_client::{Address, Client, Error, Socket};
use ludoteca_contest::Action;
use ludoteca_protocol::{
    ClockRequest, EventView, FromClient, FromServer, GameView, JoinRequest, NewAction, NewGame,
};
use ludoteca_shell::{
    Failure,
    data::runtime,
    output::{self, print, print_json},
    thinking::read_time,
};
use serde::Serialize;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

/// The number of pairs of players that join concurrently.
const JOINING: usize = 64;

/// Measure how many games a server carries, and how soon a move reaches the opponent
///
/// First all players join. Then the two players of each game, each with a socket, move when it is their turn
/// and the pause is over; a finished game is followed by the next. The time is from sending a move until the
/// opponent has it, stored on disk before. Moves and ends of games count if they reach the opponent in the
/// time that is measured. The server must have been started with `--limits off`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server's address; given more than once, games are spread over several servers of the site
    #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:7878")]
    server: Vec<Address>,
    /// Percentage of games whose players are on different servers
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    apart: u8,
    /// Game to play
    #[arg(long, value_name = "GAME", default_value = "squadro")]
    game: GameId,
    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Pause before each move; 0s for none
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = read_pause)]
    every: Duration,
    /// Length of the measurement
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
    /// The number of cores of this machine.
    cores: usize,
    /// CPU seconds used by this program.
    own_cpu_s: Option<f64>,
    /// CPU seconds used by all servers, where they report them.
    server_cpu_s: Option<f64>,
}

impl Report {
    fn text(&self) -> String {
        let cpu =
            |seconds: Option<f64>| seconds.map_or("unknown".to_owned(), |seconds| format!("{seconds:.1} s"));
        format!(
            "{} games, {} sockets, {:.1} s: {} moves, {:.0} a second; to the opponent: median {:.1} ms, 99 % {:.1} ms, worst {:.1} ms; {} games finished, {} errors\n\
             processor time of {} cores: this program {}, the server {}\n",
            self.games,
            self.sockets,
            self.seconds,
            self.moves,
            self.moves_per_second,
            self.median_ms,
            self.p99_ms,
            self.worst_ms,
            self.games_finished,
            self.errors,
            self.cores,
            cpu(self.own_cpu_s),
            cpu(self.server_cpu_s)
        )
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = runtime()?;
    let report = runtime.block_on(measure(arguments))?;
    runtime.shutdown_background();
    if arguments.output.json { print_json(&report) } else { print(&report.text()) }
}

/// The state shared by all players.
struct Shared {
    clients: Vec<Client>,
    apart: usize,
    game: GameId,
    every: Duration,
    /// Microseconds from sending a move to receiving it.
    times: Mutex<Vec<u32>>,
    errors: AtomicU64,
    finished: AtomicU64,
}

/// The state of a game shared by its two players.
struct SharedGame {
    id: String,
    play: Box<dyn AnyPlay>,
    seq: u64,
}

async fn measure(arguments: &Arguments) -> Result<Report, Failure> {
    let shared = Arc::new(Shared {
        clients: arguments.server.iter().cloned().map(Client::new).collect(),
        apart: arguments.apart.into(),
        game: arguments.game,
        every: arguments.every,
        times: Mutex::new(Vec::new()),
        errors: AtomicU64::new(0),
        finished: AtomicU64::new(0),
    });
    let pairs = join_all(arguments, &shared).await?;
    let before = ProcessorTime::now(&shared.clients).await;
    let begun = Instant::now();
    let until = begun + arguments.length;
    let mut players = JoinSet::new();
    for (number, pair) in pairs {
        players.spawn(pair.play(Arc::clone(&shared), number, until));
    }
    // Taken when the time is over, not when the last responses have arrived.
    let mut after = None;
    loop {
        tokio::select! {
            biased;
            () = sleep_until(until), if after.is_none() => {
                after = Some(ProcessorTime::now(&shared.clients).await);
            }
            ended = players.join_next() => match ended {
                Some(Ok(())) => {}
                Some(Err(_)) => {
                    shared.errors.fetch_add(1, Ordering::Relaxed);
                }
                None => break,
            },
        }
    }
    let seconds = begun.elapsed().min(arguments.length).as_secs_f64();
    let after = match after {
        Some(after) => after,
        None => ProcessorTime::now(&shared.clients).await,
    };
    let mut times = std::mem::take(&mut *shared.times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        f64::from(times.get(index).copied().unwrap_or(0)) / 1000.0
    };
    let used = |before: Option<f64>, after: Option<f64>| Some(after? - before?);
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
        cores: thread::available_parallelism().map_or(1, usize::from),
        own_cpu_s: used(before.own, after.own),
        server_cpu_s: used(before.servers, after.servers),
    })
}

/// CPU seconds used so far.
struct ProcessorTime {
    own: Option<f64>,
    /// All servers together; they report them to their own machine, or to all clients.
    servers: Option<f64>,
}

impl ProcessorTime {
    async fn now(clients: &[Client]) -> ProcessorTime {
        let mut servers = Some(0.0);
        for client in clients {
            let metrics = client.text("/metrics").await.unwrap_or_default();
            let used = metrics.lines().find_map(|line| line.strip_prefix("ludoteca_cpu_seconds "));
            let used = used.and_then(|used| used.trim().parse::<f64>().ok());
            servers = servers.zip(used).map(|(sum, used)| sum + used);
        }
        ProcessorTime { own: ludoteca_server::cpu_seconds(), servers }
    }
}

/// Joins the players of all games, some of them concurrently.
async fn join_all(arguments: &Arguments, shared: &Arc<Shared>) -> Result<Vec<(usize, Pair)>, Failure> {
    let mut numbers = 0..arguments.games;
    let mut joining = JoinSet::new();
    let mut pairs = Vec::with_capacity(arguments.games);
    loop {
        for number in numbers.by_ref().take(JOINING - joining.len()) {
            let shared = Arc::clone(shared);
            joining.spawn(async move { (number, Pair::join(&shared, number).await) });
        }
        let Some(joined) = joining.join_next().await else { break };
        let (number, pair) = joined.map_err(Failure::other)?;
        let server = &arguments.server[number % arguments.server.len()];
        let pair = pair.map_err(|error| Failure::Other(format!("{server}: game {}: {error}", number + 1)))?;
        pairs.push((number, pair));
    }
    Ok(pairs)
}

/// The two players of a game.
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

    async fn play(mut self, shared: Arc<Shared>, number: usize, until: Instant) {
        // Spreads the first moves over time.
        let pause = shared.every.mul_f64((number % 1000) as f64 / 1000.0);
        sleep_until(until.min(Instant::now() + pause)).await;
        while Instant::now() < until {
            if let Err(error) = self.turn(&shared, until).await {
                if shared.errors.fetch_add(1, Ordering::Relaxed) == 0 {
                    anstream::eprintln!("game {}: {error}", self.game.id);
                }
                return;
            }
        }
    }

    /// The player to move plays, and both receive the event.
    async fn turn(&mut self, shared: &Shared, until: Instant) -> Result<(), Error> {
        let ludoteca_catalog::Status::ToAct(seat) = self.game.play.status() else {
            self.game = new_game(shared, &self.players).await?;
            for socket in &mut self.sockets {
                subscribe(socket, &self.game.id, self.game.seq).await?;
            }
            return Ok(());
        };
        let moves = self.game.play.legal_moves();
        let text = moves[(self.game.seq as usize * 7 + self.game.play.steps()) % moves.len()].clone();
        let (seq, action) = (self.game.seq, Action::Move(text.clone()));
        let action = NewAction { id: seq.to_string(), seq, action };
        let act = FromClient::Act { game: self.game.id.clone(), action };
        let [mover, other] = [seat.index(), 1 - seat.index()];
        let sent = Instant::now();
        self.sockets[mover].say(&act).await?;
        let seq = hear_of(&mut self.sockets[other], &self.game.id, self.game.seq).await?;
        let arrived = Instant::now();
        hear_of(&mut self.sockets[mover], &self.game.id, self.game.seq).await?;
        self.game.play.play(&text).map_err(|error| Error::NotUnderstood(error.to_string()))?;
        self.game.seq = seq;
        if arrived <= until {
            let took = u32::try_from((arrived - sent).as_micros()).unwrap_or(u32::MAX);
            shared.times.lock().unwrap_or_else(PoisonError::into_inner).push(took);
            if !matches!(self.game.play.status(), ludoteca_catalog::Status::ToAct(_)) {
                shared.finished.fetch_add(1, Ordering::Relaxed);
            }
        }
        if !shared.every.is_zero() {
            sleep_until(until.min(sent + shared.every)).await;
        }
        Ok(())
    }
}

/// Waits until a player has received an event after this number, and returns the last number.
async fn hear_of(socket: &mut Socket, game: &str, seq: u64) -> Result<u64, Error> {
    loop {
        match socket.receive().await? {
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
    let clock = ClockRequest {
        system: "increment".to_owned(),
        initial_s: Some(3600.0),
        increment_s: Some(10.0),
        ..ClockRequest::default()
    };
    let request = NewGame { players: Some(2), clock: Some(clock), ..NewGame::of(shared.game.info().id) };
    let made = players[0].make_game(&request).await?;
    let join = JoinRequest { seat: None, invitation: made.invitation };
    let GameView { id, seq, .. } = players[1].join(&made.id, &join).await?;
    let setup = Setup { players: Some(2), ..Setup::default() };
    let play = open(shared.game, &setup).map_err(|error| Error::NotUnderstood(error.to_string()))?;
    Ok(SharedGame { id, play, seq })
}

async fn subscribe(socket: &mut Socket, game: &str, since: u64) -> Result<(), Error> {
    socket.say(&FromClient::Subscribe { game: game.to_owned(), since, invitation: None }).await
}
