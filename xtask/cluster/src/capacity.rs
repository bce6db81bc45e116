//! The load that a node can carry, alone and beside others on the same machine: the tables of
//! docs/capacity.md. The load generator is `ludoteca-lab bench server`.

use crate::{
    Arguments,
    network::Net,
    servers::{Site, StoreKind, wait_until_ready},
};
use clap::ValueEnum;
use ludoteca_client::{Address, Client};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The number of rounds, in which the compared set-ups take turns.
const ROUNDS: usize = 3;
/// The number of concurrent games when hand-over is measured.
const HANDED_OVER: usize = 1000;
/// Moves count as slow once 1 % of them take this many milliseconds.
const SLOW: f64 = 100.0;
/// How often the memory of the nodes is sampled.
const LOOKS: Duration = Duration::from_secs(2);

struct SetUp {
    name: &'static str,
    keeping: StoreKind,
    nodes: usize,
    /// The number of nodes on which games are played.
    used: usize,
    /// The percentage of games whose players are on different nodes.
    apart: u8,
}

const FILE: SetUp = SetUp { name: "one node, SQLite", keeping: StoreKind::File, nodes: 1, used: 1, apart: 0 };
const BEFORE: SetUp = SetUp { name: "one node, SQLite, the version before", ..FILE };
const DATABASE: SetUp = SetUp { name: "one node, PostgreSQL", keeping: StoreKind::Database, ..FILE };
const ONE: SetUp = SetUp { name: "a cluster of one", keeping: StoreKind::Together, ..FILE };
const SAME: SetUp = SetUp { name: "two nodes, all players on one of them", nodes: 2, ..ONE };
const TWO: SetUp = SetUp { name: "two nodes, games spread over both", nodes: 2, used: 2, ..ONE };
const MIXED: SetUp = SetUp { name: "two nodes, players anywhere: half of the games cross", apart: 50, ..TWO };
const APART: SetUp = SetUp { name: "two nodes, every game crosses", apart: 100, ..TWO };
const THREE: SetUp = SetUp { name: "three nodes, players anywhere", nodes: 3, used: 3, apart: 67, ..ONE };

/// The results of `ludoteca-lab bench server`, and the nodes' own metrics.
struct Measured {
    moves: f64,
    median: f64,
    /// The 99th percentile, in milliseconds.
    slow: f64,
    errors: f64,
    /// The mean number of games per commit.
    together: f64,
    /// Megabytes of the largest node, before and at its peak.
    memory: [f64; 2],
}

pub(crate) fn measure(arguments: &Arguments) -> Result<(), String> {
    open_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(tables(arguments))
}

/// Raises the limit of open files, which includes sockets, for players and servers.
fn open_many_files() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum ResultTable {
    Throughput,
    Latency,
    LiveGames,
    HandOver,
}

async fn tables(arguments: &Arguments) -> Result<(), String> {
    for table in ResultTable::value_variants() {
        if !arguments.only.is_empty() && !arguments.only.contains(table) {
            continue;
        }
        match table {
            ResultTable::Throughput => throughput(arguments).await?,
            ResultTable::Latency => latency(arguments).await?,
            ResultTable::LiveGames => live_games(arguments).await?,
            ResultTable::HandOver => hand_overs(arguments).await?,
        }
    }
    Ok(())
}

async fn throughput(arguments: &Arguments) -> Result<(), String> {
    let seconds = arguments.length;
    println!("Throughput, {seconds} s back to back, {ROUNDS} rounds\n");
    println!("| set-up | games | moves a second | median ms | 99 % ms | games in a commit | errors |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for _ in 0..ROUNDS {
        for set_up in [FILE, BEFORE, DATABASE, ONE, TWO, MIXED, APART, THREE] {
            let Some(program) = program_of(arguments, &set_up) else { continue };
            let load = Load::new(&arguments.program, 100, "0s", seconds);
            let Measured { moves, median, slow, errors, together, .. } = set_up.carry(program, &load).await?;
            println!(
                "| {} | 100 | {moves:.0} | {median:.2} | {slow:.1} | {together:.1} | {errors} |",
                set_up.name
            );
        }
    }
    Ok(())
}

async fn latency(arguments: &Arguments) -> Result<(), String> {
    let seconds = arguments.length;
    println!("\nLatency at 200 moves a second, {seconds} s, {ROUNDS} rounds\n");
    println!("| set-up | moves a second | median ms | 99 % ms | errors |");
    println!("| --- | --- | --- | --- | --- |");
    for _ in 0..ROUNDS {
        for set_up in [FILE, BEFORE, DATABASE, ONE, SAME, APART] {
            let Some(program) = program_of(arguments, &set_up) else { continue };
            let load = Load::new(&arguments.program, 200, "1s", seconds);
            let Measured { moves, median, slow, errors, .. } = set_up.carry(program, &load).await?;
            println!("| {} | {moves:.0} | {median:.2} | {slow:.1} | {errors} |", set_up.name);
        }
    }
    Ok(())
}

/// Increases the number of games until moves are slow or the maximum is reached.
async fn live_games(arguments: &Arguments) -> Result<(), String> {
    let seconds = arguments.length.max(30);
    println!("\nLive games, a move every 10 s in each, {seconds} s\n");
    println!(
        "| set-up | games | moves a second | median ms | 99 % ms | errors | MB empty | MB full | KB a game |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for set_up in [FILE, DATABASE, ONE, MIXED, THREE] {
        let mut games = arguments.most.min(2000);
        loop {
            let load = Load::new(&arguments.program, games, "10s", seconds);
            let Measured { moves, median, slow, errors, memory: [empty, full], .. } =
                set_up.carry(&arguments.program, &load).await?;
            // Each node has its share of the games.
            let each = (full - empty) * 1024.0 * set_up.nodes as f64 / games as f64;
            println!(
                "| {} | {games} | {moves:.0} | {median:.2} | {slow:.1} | {errors} | {empty:.0} | {full:.0} | {each:.1} |",
                set_up.name
            );
            games *= 2;
            if errors > 0.0 || slow > SLOW || games > arguments.most {
                break;
            }
        }
    }
    Ok(())
}

async fn hand_overs(arguments: &Arguments) -> Result<(), String> {
    println!("\nHand-over of {HANDED_OVER} live games, two nodes\n");
    println!("| fault | games that continued | first after ms | last after ms |");
    println!("| --- | --- | --- | --- |");
    for (name, signal) in [
        ("a node is stopped", Signal::TERM),
        ("a node is killed", Signal::KILL),
        ("a node is paused", Signal::STOP),
    ] {
        let [games, first, last] = hand_over(&arguments.program, signal).await?;
        println!("| {name} | {games} | {first} | {last} |");
    }
    Ok(())
}

fn program_of<'a>(arguments: &'a Arguments, set_up: &SetUp) -> Option<&'a Path> {
    match set_up.name == BEFORE.name {
        true => arguments.before.as_deref(),
        false => Some(&arguments.program),
    }
}

struct Load {
    /// `ludoteca-lab` of the current build, also for an earlier version of the server.
    generator: PathBuf,
    games: usize,
    every: &'static str,
    seconds: u64,
}

impl Load {
    /// The load generator is beside the program.
    fn new(program: &Path, games: usize, every: &'static str, seconds: u64) -> Load {
        Load { generator: program.with_file_name("ludoteca-lab"), games, every, seconds }
    }

    /// The load generator's command for these servers.
    fn command(&self, addresses: &[Address], apart: u8) -> Command {
        let mut command = Command::new(&self.generator);
        command.args(["bench", "server", "--json", "--games", &self.games.to_string()]);
        command.args(["--every", self.every, "--for", &format!("{}s", self.seconds)]);
        for address in addresses {
            command.args(["--server", &address.to_string()]);
        }
        command.args(["--apart", &apart.to_string()]);
        command
    }
}

impl SetUp {
    async fn carry(&self, program: &Path, load: &Load) -> Result<Measured, String> {
        let net = Net::plain(self.nodes)?;
        let site = Site::start(net, program, self.nodes, self.keeping, false).await?;
        let addresses = site.addresses();
        wait_until_ready(&addresses).await?;
        let empty = largest(&addresses).await?;
        let mut command = tokio::process::Command::from(load.command(&addresses[..self.used], self.apart));
        let mut playing = std::pin::pin!(command.stderr(Stdio::inherit()).output());
        let mut full: f64 = 0.0;
        // Sampled while they play: what is full then is empty afterwards.
        let output = loop {
            tokio::select! {
                output = &mut playing => break output.map_err(|error| error.to_string())?,
                () = tokio::time::sleep(LOOKS) => full = full.max(largest(&addresses).await?),
            }
        };
        if !output.status.success() {
            return Err(format!("{}: `ludoteca-lab bench server` failed", self.name));
        }
        let said: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let number = |name: &str| said[name].as_f64().unwrap_or(f64::NAN);
        let (mut games, mut commits) = (0.0, 0.0);
        for address in &addresses {
            let metrics = metrics(address).await?;
            games += metric(&metrics, "ludoteca_commit_games_sum");
            commits += metric(&metrics, "ludoteca_commit_games_count");
        }
        Ok(Measured {
            moves: number("moves_per_second"),
            median: number("median_ms"),
            slow: number("p99_ms"),
            errors: number("errors"),
            together: games / commits,
            memory: [empty, full],
        })
    }
}

async fn metrics(address: &Address) -> Result<String, String> {
    Client::new(address.clone()).text("/metrics").await.map_err(|error| error.to_string())
}

fn metric(metrics: &str, name: &str) -> f64 {
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or(f64::NAN)
}

/// The memory of the largest node, in megabytes.
async fn largest(addresses: &[Address]) -> Result<f64, String> {
    let mut largest: f64 = 0.0;
    for address in addresses {
        let bytes = metric(&metrics(address).await?, "ludoteca_resident_memory_bytes");
        largest = largest.max(bytes / 1_048_576.0);
    }
    Ok(largest)
}

/// Stops the node that owns all games. Returns how many continued elsewhere, and when the first and the last
/// of them did, in milliseconds.
async fn hand_over(program: &Path, signal: Signal) -> Result<[i64; 3], String> {
    let site = Site::start(Net::plain(2)?, program, 2, StoreKind::Together, false).await?;
    let addresses = site.addresses();
    wait_until_ready(&addresses).await?;
    let load = Load::new(program, HANDED_OVER, "10s", 600);
    let mut playing = load.command(&addresses[..1], 0);
    let mut playing =
        playing.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    let mut database = PgConnection::connect(&site.database()).await.map_err(|error| error.to_string())?;
    let count = |query: &'static str| sqlx::query_scalar::<_, i64>(query);
    loop {
        let playing = count("SELECT COUNT(*) FROM games WHERE stage = 'playing'").fetch_one(&mut database);
        if playing.await.map_err(|error| error.to_string())? >= HANDED_OVER as i64 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let begun =
        SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?.as_millis() as i64;
    site.signal(0, signal);
    tokio::time::sleep(Duration::from_secs(20)).await;
    let _ = playing.kill();
    let _ = playing.wait();
    let went_on: (i64, i64, i64) = sqlx::query_as(
        "SELECT COUNT(DISTINCT game), COALESCE(MIN(at), 0), COALESCE(MAX(at), 0) FROM events \
         WHERE at >= $1 AND data LIKE '%\"resumed\"%'",
    )
    .bind(begun)
    .fetch_one(&mut database)
    .await
    .map_err(|error| error.to_string())?;
    let (games, first, last) = went_on;
    Ok([games, first - begun, last - begun])
}
