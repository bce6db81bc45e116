use clap::Args;
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::{Budget, DEFAULT_TABLE_BYTES, Level, Player, Watch, engine};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    thinking::read_time,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Measure how far the engine overruns its time, and how soon it stops
///
/// Searches of random positions with a time limit, then the same number of unlimited searches, stopped after
/// that time, for each game and number of players. Meaningful on an idle machine only.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Measure only this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Number of searches of each kind
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Time to think
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_time)]
    movetime: Duration,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Fail if an answer is later than this
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    at_most: Option<Duration>,
    #[command(flatten)]
    output: output::Arguments,
}

/// Positions are at most this many random plies from the start.
const MAX_PLIES: u64 = 12;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let cases = GameId::ALL
        .into_iter()
        .filter(|&id| arguments.game.is_none_or(|only| only == id))
        .flat_map(|id| (id.info().min_players..=id.info().max_players()).map(move |players| (id, players)));
    let mut too_late = Vec::new();
    for (id, players) in cases {
        let report = measure(arguments, id, players)?;
        if arguments.output.json {
            print_json(&report)?;
        } else {
            print(&report.text())?;
        }
        let worst = report.beyond_its_time.worst.max(report.after_stop.worst);
        if arguments.at_most.is_some_and(|most| worst > milliseconds(most)) {
            too_late.push(format!("{id} with {players} players: {worst:.1} ms"));
        }
    }
    if too_late.is_empty() {
        Ok(())
    } else {
        Err(Failure::Other(format!("too late: {}", too_late.join(", "))))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    game: &'static str,
    players: u8,
    movetime: f64,
    beyond_its_time: Delays,
    after_stop: Delays,
}

/// In milliseconds. Searches that ended early because everything was proven are not counted.
#[derive(Serialize)]
struct Delays {
    count: usize,
    median: f64,
    worst: f64,
}

impl Report {
    fn text(&self) -> String {
        let Report { game, players, movetime, .. } = self;
        format!(
            "{game} {players} players, {movetime:.0} ms\n  beyond its time: {}\n  after stop: {}\n",
            self.beyond_its_time.text(),
            self.after_stop.text()
        )
    }
}

impl Delays {
    fn new(delays: Vec<Duration>) -> Delays {
        let mut delays: Vec<f64> = delays.into_iter().map(milliseconds).collect();
        delays.sort_by(f64::total_cmp);
        let count = delays.len();
        let at = |index: usize| delays.get(index).copied().unwrap_or_default();
        Delays { count, median: at(count / 2), worst: at(count.saturating_sub(1)) }
    }

    fn text(&self) -> String {
        let Delays { count, median, worst } = self;
        format!("median {median:.2} ms, worst {worst:.2} ms ({count} searches)")
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn measure(arguments: &Arguments, id: GameId, players: u8) -> Result<Report, Failure> {
    let movetime = arguments.movetime;
    // As in every program, the tables are allocated before the first clock runs.
    let mut player = engine(id, Level::FULL, DEFAULT_TABLE_BYTES, 1);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let (mut beyond, mut after_stop) = (Vec::new(), Vec::new());
    for _ in 0..arguments.count {
        let game = random_position(id, players, &mut dice)?;
        player.new_game();
        beyond.extend(with_time(&mut *player, &*game, movetime));
        player.new_game();
        after_stop.extend(stopped(&mut *player, &*game, movetime));
    }
    Ok(Report {
        game: id.info().id,
        players,
        movetime: milliseconds(movetime),
        beyond_its_time: Delays::new(beyond),
        after_stop: Delays::new(after_stop),
    })
}

/// A random position of a game that is not over.
fn random_position(id: GameId, players: u8, dice: &mut impl Rng) -> Result<Box<dyn AnyPlay>, Failure> {
    let info = id.info();
    let players = (info.min_players != info.max_players()).then_some(players);
    let setup = Setup { players, ..Setup::default() };
    let mut game = open(id, &setup)?;
    for _ in 0..dice.next_u64() % (MAX_PLIES + 1) {
        let moves = game.legal_moves();
        let Some(chosen) = moves.get(dice.next_u64() as usize % moves.len().max(1)) else { break };
        game.play(chosen).map_err(Failure::other)?;
    }
    while matches!(game.status(), Status::Over(_)) && game.take_back().is_some() {}
    Ok(game)
}

fn with_time(player: &mut dyn Player, game: &dyn AnyPlay, movetime: Duration) -> Option<Duration> {
    let begin = Instant::now();
    let stop = || begin.elapsed() >= movetime;
    player.think(game, &Budget::default(), &mut Watch { stop: &stop, report: &mut |_| {} })?;
    begin.elapsed().checked_sub(movetime)
}

/// The time from the stop to the answer.
fn stopped(player: &mut dyn Player, game: &dyn AnyPlay, movetime: Duration) -> Option<Duration> {
    let flag = AtomicBool::new(false);
    thread::scope(|scope| {
        let stopped = scope.spawn(|| {
            thread::sleep(movetime);
            flag.store(true, Ordering::Release);
            Instant::now()
        });
        let stop = || flag.load(Ordering::Acquire);
        player.think(game, &Budget::default(), &mut Watch { stop: &stop, report: &mut |_| {} })?;
        let answered = Instant::now();
        answered.checked_duration_since(stopped.join().ok()?)
    })
}
