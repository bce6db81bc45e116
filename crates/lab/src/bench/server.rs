use super::{
    started::StartedServer,
    usage::{CallCounter, Cost, Usage},
};
use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_client::{Address, Client, Error, Socket};
use ludoteca_contest::{Action, Clock};
use ludoteca_protocol::{EventView, FromClient, FromServer, GameView, JoinRequest, NewAction, NewGame};
use ludoteca_shell::{
    Failure,
    data::runtime,
    output::{self, print, print_json},
    thinking::read_time,
};
use serde::Serialize;
use std::{
    path::PathBuf,
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
/// time that is measured. The server must have been started with `--limits off`; with `--program` it is
/// started here, with a temporary folder. Several programs take turns.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server's address; given more than once, games are spread over several servers of the site
    #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:7878")]
    server: Vec<Address>,
    /// Programs to start as servers and to measure one after the other, in place of `--server`
    #[arg(long, value_name = "PROGRAM", conflicts_with = "server", group = "process")]
    program: Vec<PathBuf>,
    /// The PostgreSQL database of the programs; without it they use SQLite
    #[arg(long, value_name = "URL", requires = "program")]
    database: Option<String>,
    /// Number of times that each program is measured
    #[arg(long, value_name = "N", default_value_t = 1, requires = "program")]
    rounds: u32,
    /// The process of the server, whose processor time is reported for each move
    #[arg(long, value_name = "PID", group = "process")]
    pid: Option<u32>,
    /// Count the server's system calls too, by Linux's `perf`
    #[arg(long, requires = "process")]
    calls: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<PathBuf>,
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
    /// What the server needs for a move, where its process is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

impl Report {
    fn text(&self) -> String {
        let cpu =
            |seconds: Option<f64>| seconds.map_or("unknown".to_owned(), |seconds| format!("{seconds:.1} s"));
        let program = self.program.as_ref().map_or(String::new(), |path| format!("{}\n", path.display()));
        let cost = self.cost.as_ref().map_or(String::new(), Cost::text);
        format!(
            "{program}{} games, {} sockets, {:.1} s: {} moves, {:.0} a second; to the opponent: median {:.1} ms, 99 % {:.1} ms, worst {:.1} ms; {} games finished, {} errors\n\
             processor time of {} cores: this program {}, the server {}\n{cost}",
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
    let result = runtime.block_on(measure_all(arguments));
    runtime.shutdown_background();
    result
}

/// Measures the given servers, or each program in turn.
async fn measure_all(arguments: &Arguments) -> Result<(), Failure> {
    let tell = |report: &Report| match arguments.output.json {
        true => print_json(report),
        false => print(&report.text()),
    };
    if arguments.program.is_empty() {
        return tell(&measure(arguments, &arguments.server, arguments.pid).await?);
    }
    for _ in 0..arguments.rounds {
        for program in &arguments.program {
            let folder = tempfile::tempdir().map_err(Failure::other)?;
            let database = arguments.database.as_deref();
            let server = StartedServer::start(program, folder.path(), database).await?;
            let address = server.client.address().clone();
            let report = measure(arguments, &[address], Some(server.pid())).await?;
            tell(&Report { program: Some(program.clone()), ..report })?;
        }
    }
    Ok(())
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

impl Shared {
    /// Counts a move, and the game that it ends, if it arrived in the time that is measured.
    fn note(&self, sent: Instant, arrived: Instant, until: Instant, ends_game: bool) {
        if arrived > until {
            return;
        }
        let took = u32::try_from((arrived - sent).as_micros()).unwrap_or(u32::MAX);
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(took);
        self.finished.fetch_add(u64::from(ends_game), Ordering::Relaxed);
    }
}

/// The state of a game shared by its two players.
struct SharedGame {
    id: String,
    play: Box<dyn AnyPlay>,
    seq: u64,
}

async fn measure(arguments: &Arguments, servers: &[Address], pid: Option<u32>) -> Result<Report, Failure> {
    let shared = Arc::new(Shared {
        clients: servers.iter().cloned().map(Client::new).collect(),
        apart: arguments.apart.into(),
        game: arguments.game,
        every: arguments.every,
        times: Mutex::new(Vec::new()),
        errors: AtomicU64::new(0),
        finished: AtomicU64::new(0),
    });
    let pairs = join_all(arguments.games, servers, &shared).await?;
    let before = ProcessorTime::now(&shared.clients).await;
    let usage = || pid.and_then(Usage::of);
    let used_before = usage();
    let calls = match pid.filter(|_| arguments.calls) {
        Some(pid) => Some(CallCounter::start(pid, arguments.length)?),
        None => None,
    };
    let begun = Instant::now();
    let until = begun + arguments.length;
    let mut players = JoinSet::new();
    for (number, pair) in pairs {
        players.spawn(pair.play(Arc::clone(&shared), number, until));
    }
    // Taken when the time is over, not when the last responses have arrived.
    let (mut after, mut used_after) = (None, None);
    loop {
        tokio::select! {
            biased;
            () = sleep_until(until), if after.is_none() => {
                used_after = usage();
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
    let calls = calls.map_or(Ok(Vec::new()), CallCounter::counts)?;
    let mut times = std::mem::take(&mut *shared.times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        f64::from(times.get(index).copied().unwrap_or(0)) / 1000.0
    };
    let used = |before: Option<f64>, after: Option<f64>| Some(after? - before?);
    let cost = used_before.zip(used_after.or_else(usage));
    Ok(Report {
        program: None,
        cost: cost.map(|(before, after)| Cost::new(before, after, calls, times.len())),
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

/// Joins the players of all games.
async fn join_all(
    games: usize,
    servers: &[Address],
    shared: &Arc<Shared>,
) -> Result<Vec<(usize, Pair)>, Failure> {
    concurrently(games, |number| {
        let shared = Arc::clone(shared);
        let server = servers[number % servers.len()].clone();
        async move {
            let pair = Pair::join(&shared, number).await;
            pair.map_err(|error| Failure::Other(format!("{server}: game {}: {error}", number + 1)))
        }
    })
    .await
}

/// Runs as many tasks, a limited number of them at a time. Ends with the first that fails.
async fn concurrently<T: Send + 'static, F: Future<Output = Result<T, Failure>> + Send + 'static>(
    count: usize,
    task: impl Fn(usize) -> F,
) -> Result<Vec<(usize, T)>, Failure> {
    let mut numbers = 0..count;
    let mut running = JoinSet::new();
    let mut results = Vec::with_capacity(count);
    loop {
        for number in numbers.by_ref().take(JOINING - running.len()) {
            let task = task(number);
            running.spawn(async move { (number, task.await) });
        }
        let Some(done) = running.join_next().await else { return Ok(results) };
        let (number, result) = done.map_err(Failure::other)?;
        results.push((number, result?));
    }
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
        let ends_game = !matches!(self.game.play.status(), ludoteca_catalog::Status::ToAct(_));
        shared.note(sent, arrived, until, ends_game);
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
    let clock = Clock::Increment { initial: 3_600_000, increment: 10_000 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn only_what_arrives_in_time_counts() {
        let shared = Shared {
            clients: Vec::new(),
            apart: 0,
            game: GameId::Squadro,
            every: Duration::ZERO,
            times: Mutex::default(),
            errors: AtomicU64::new(0),
            finished: AtomicU64::new(0),
        };
        let (sent, millis) = (Instant::now(), Duration::from_millis);
        let until = sent + millis(10);
        for (after, ends_game) in [(3, false), (10, true), (11, false), (12, true)] {
            shared.note(sent, sent + millis(after), until, ends_game);
        }
        assert_eq!(*shared.times.lock().unwrap(), [3000, 10_000]);
        assert_eq!(shared.finished.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn players_join_at_the_same_time_but_not_all_at_once() {
        let (running, peak) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let join = |number: usize| {
            let (running, peak) = (Arc::clone(&running), Arc::clone(&peak));
            async move {
                peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                running.fetch_sub(1, Ordering::SeqCst);
                Ok(2 * number)
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut joined = runtime.block_on(concurrently(200, join)).ok().unwrap();
        joined.sort_unstable();
        assert!(joined.into_iter().eq((0..200).map(|number| (number, 2 * number))));
        let peak = peak.load(Ordering::SeqCst);
        assert!(peak > 1 && peak <= JOINING, "{peak} at the same time");
    }
}
