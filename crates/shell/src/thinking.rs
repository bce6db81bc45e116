//! Limits and strength of the engine: arguments, clock and formatted values, for every command with an
//! engine.

use crate::{failure::Failure, memory};
use clap::Args;
use ludoteca_catalog::{GameId, GameInfo};
use ludoteca_engine::{Budget, DEFAULT_TABLE_BYTES, Level, Outcome, Player, Value, engine};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Time to think, as in 1s or 100ms [default: 1s unless nodes, depth or a level are given]
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    movetime: Option<Duration>,
    /// Search at most this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search at most this many plies; a Monte Carlo search (three and four players) ends when its best line
    /// is that long and every move of it was tried 100 times, at the latest after 20000 playouts per ply
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Strength, 1 (weakest) to 10 (full)
    #[arg(long, value_name = "L", value_parser = read_level)]
    level: Option<Level>,
    /// Seed of random choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    /// Number of search threads (two players); with more than one the answer may differ from run to
    /// run
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Arguments {
    fn level(&self) -> Level {
        self.level.unwrap_or(Level::FULL)
    }

    pub fn movetime(&self) -> Option<Duration> {
        // The lower levels end by themselves.
        let ends = self.nodes.is_some() || self.depth.is_some() || self.level() < Level::FULL;
        self.movetime.or((!ends).then_some(Duration::from_secs(1)))
    }

    pub fn budget(&self) -> Budget {
        Budget { nodes: self.nodes, depth: self.depth, lines: 1, seed: self.seed }
    }

    /// The engine with these settings.
    pub fn engine(&self, game: GameId) -> Result<Box<dyn Player>, Failure> {
        Ok(engine(game, self.level(), self.table_bytes()?, self.threads.into()))
    }

    fn table_bytes(&self) -> Result<usize, Failure> {
        let Some(mib) = self.hash.map(u64::from) else { return Ok(DEFAULT_TABLE_BYTES) };
        memory::check("--hash", mib).map_err(Failure::Other)?;
        Ok(memory::bytes(mib))
    }
}

pub fn read_level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "expected a level from 1 to 10".to_owned())
}

/// Parses `1s`, `100ms`, `2.5s`, `1m`.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 1s, 100ms or 2m".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(expected)?;
    let (number, unit) = text.split_at(digits);
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err(expected()),
    };
    let seconds = number.parse::<f64>().map_err(|_| expected())? * factor;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && seconds <= 86_400.0 => Ok(time),
        _ => Err("expected a time from 1ms to a day".to_owned()),
    }
}

/// Measures the time since its start.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
    limit: Option<Duration>,
}

impl Clock {
    pub fn start(limit: Option<Duration>) -> Clock {
        Clock { start: Instant::now(), limit }
    }

    pub fn is_up(&self) -> bool {
        self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// A value in words, for the seat to act.
pub fn value_text(info: &GameInfo, value: &Value) -> String {
    match value {
        Value::Proven { result: Outcome::Win, plies } => format!("win in {plies} plies, proven"),
        Value::Proven { result: Outcome::Loss, plies } => format!("loss in {plies} plies, proven"),
        Value::Proven { result: Outcome::Draw, .. } => "draw, proven".to_owned(),
        Value::Estimate(value) => format!("{:+.2}, estimate", f64::from(*value) / 1000.0),
        Value::Shares { shares, proven } => {
            let seats = shares.iter().map(|(seat, share)| format!("{} {share:.2}", info.seat_name(seat)));
            let kind = if *proven { "proven" } else { "estimate" };
            format!("{}, {kind}", seats.collect::<Vec<_>>().join(" "))
        }
    }
}

/// A value as JSON, for the seat to act.
pub fn value_json(info: &GameInfo, value: &Value) -> Json {
    match value {
        Value::Proven { result, plies } => {
            json!({ "proven": true, "result": result.word(), "plies": plies })
        }
        Value::Estimate(value) => json!({ "proven": false, "estimate": f64::from(*value) / 1000.0 }),
        Value::Shares { shares, proven } => {
            let seats = shares.iter().map(|(seat, share)| (info.seat_name(seat).to_owned(), json!(share)));
            json!({ "proven": proven, "shares": seats.collect::<serde_json::Map<_, _>>() })
        }
    }
}
