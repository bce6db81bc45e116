use super::started::{StartedServer, beside};
use clap::Args;
use ludoteca_client::{Client, Error, Socket};
use ludoteca_contest::Clock;
use ludoteca_protocol::{FromClient, FromServer, GameView, JoinRequest, NewGame};
use ludoteca_shell::{
    Failure,
    data::runtime,
    output::{self, print, print_json},
};
use serde::Serialize;
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The number of concurrent requests.
const AT_ONCE: usize = 32;
/// The number of games subscribed to on one socket; the server allows no more.
const GAMES_A_SOCKET: usize = 500;
/// How long to wait for the server to unload games.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measure what many idle games cost: memory, and the time to start
///
/// Starts servers of its own in the given folder. First it creates correspondence games and restarts the
/// server without spectators. Then it creates live games with connected players who do not move.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Empty or new folder for the server's data; it is not deleted
    #[arg(long, value_name = "FOLDER")]
    data: PathBuf,
    /// The program to measure; by default `ludoteca` in this program's folder
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Number of correspondence games without spectators
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    sleeping: usize,
    /// Number of live games with connected players
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    idle: usize,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Serialize)]
struct Report {
    sleeping: usize,
    seconds_to_make: f64,
    /// From the start of the program to its first response, with these games in its store.
    seconds_to_start: f64,
    mib_after_start: f64,
    idle: usize,
    kib_an_idle_game: f64,
}

impl Report {
    fn text(&self) -> String {
        format!(
            "{} sleeping games by correspondence, made in {:.1} s: the server starts in {:.2} s and takes {:.1} MiB\n\
             {} idle live games that are followed: {:.2} KiB each\n",
            self.sleeping,
            self.seconds_to_make,
            self.seconds_to_start,
            self.mib_after_start,
            self.idle,
            self.kib_an_idle_game
        )
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = runtime()?;
    let measured = runtime.block_on(measure(arguments));
    runtime.shutdown_background();
    let report = measured?;
    if arguments.output.json { print_json(&report) } else { print(&report.text()) }
}

async fn measure(arguments: &Arguments) -> Result<Report, Failure> {
    let program = arguments.program.clone().map_or_else(beside, Ok)?;
    let start = async || StartedServer::start(&program, &arguments.data, None).await;
    let server = start().await?;
    let begun = Instant::now();
    let clock = Clock::Correspondence { per_turn: 3 * 86_400_000, bank: 0 };
    make(&server.client, arguments.sleeping, clock).await?;
    let seconds_to_make = begun.elapsed().as_secs_f64();
    drop(server);

    let server = start().await?;
    let client = &server.client;
    let after_start = memory(client).await?;
    let live = Clock::Increment { initial: 3_600_000, increment: 10_000 };
    let (games, players) = make(client, arguments.idle, live).await?;
    let mut sockets = Vec::new();
    for player in &players {
        for _ in 0..games.len().div_ceil(GAMES_A_SOCKET) {
            sockets.push(Socket::open(player).await.map_err(Failure::other)?);
        }
    }
    // The games have no subscribers yet, so they leave memory, and the cost of sockets is not included.
    wait_for_games(client, 0).await?;
    let before = memory(client).await?;
    for (number, (id, seq)) in games.iter().enumerate() {
        let own = number / GAMES_A_SOCKET;
        for first in [0, sockets.len() / 2] {
            follow(&mut sockets[first + own], id, *seq).await.map_err(Failure::other)?;
        }
    }
    wait_for_games(client, games.len()).await?;
    let grown = memory(client).await?.saturating_sub(before);
    drop(sockets);
    Ok(Report {
        sleeping: arguments.sleeping,
        seconds_to_make,
        seconds_to_start: server.took.as_secs_f64(),
        mib_after_start: after_start as f64 / f64::from(1 << 20),
        idle: games.len(),
        kib_an_idle_game: grown as f64 / 1024.0 / games.len().max(1) as f64,
    })
}

/// Two players create games and start each of them. Returns the games' ids and numbers, and the players.
async fn make(
    client: &Client,
    games: usize,
    clock: Clock,
) -> Result<(Vec<(String, u64)>, [Client; 2]), Failure> {
    let mut players = Vec::new();
    for _ in 0..2 {
        let guest = client.guest(None).await.map_err(Failure::other)?;
        players.push(client.with_token(&guest.token));
    }
    let players: [Client; 2] = players.try_into().map_err(|_| Failure::Other("no players".to_owned()))?;
    let left = Arc::new(AtomicUsize::new(games));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let (players, left, clock) = (players.clone(), Arc::clone(&left), clock);
        tasks.spawn(async move {
            let mut made = Vec::new();
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
            {
                made.push(make_one(&players, clock).await?);
            }
            Ok::<_, Error>(made)
        });
    }
    let mut all = Vec::with_capacity(games);
    while let Some(made) = tasks.join_next().await {
        all.extend(made.map_err(Failure::other)?.map_err(Failure::other)?);
    }
    Ok((all, players))
}

async fn make_one(players: &[Client; 2], clock: Clock) -> Result<(String, u64), Error> {
    let request = NewGame { players: Some(2), clock: Some(clock), ..NewGame::of("squadro") };
    let made = players[0].make_game(&request).await?;
    let join = JoinRequest { seat: None, invitation: made.invitation };
    let GameView { id, seq, .. } = players[1].join(&made.id, &join).await?;
    Ok((id, seq))
}

async fn follow(socket: &mut Socket, game: &str, since: u64) -> Result<(), Error> {
    socket.say(&FromClient::Subscribe { game: game.to_owned(), since, invitation: None }).await?;
    loop {
        match socket.receive().await? {
            Some(FromServer::Presence { game: about, .. }) if about == game => return Ok(()),
            Some(FromServer::Refused { problem, .. }) => return Err(Error::Refused(Box::new(problem))),
            _ => {}
        }
    }
}

/// A value of `/metrics`, summed over its labels.
async fn metric(client: &Client, name: &str) -> Result<u64, Failure> {
    let text = client.text("/metrics").await.map_err(Failure::other)?;
    let values = text.lines().filter(|line| line.starts_with(name));
    Ok(values.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum())
}

async fn memory(client: &Client) -> Result<u64, Failure> {
    metric(client, "ludoteca_resident_memory_bytes").await
}

async fn wait_for_games(client: &Client, games: usize) -> Result<(), Failure> {
    let begun = Instant::now();
    while metric(client, "ludoteca_games_in_memory").await? != games as u64 {
        if begun.elapsed() > PATIENCE {
            return Err(Failure::Other(format!("the server has not {games} games in memory")));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}
