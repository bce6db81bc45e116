use super::squadro;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_catalog::{GameId, Setup, Status, open};
use ludoteca_engine::Watch;
use ludoteca_search::Outcome;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    thinking::{self, Clock},
    workers,
};
use ludoteca_solve::squadro::{Board, Values};
use ludoteca_table::{Position, Table};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::{num::NonZeroUsize, ops::ControlFlow, path::PathBuf};

/// Count how often the engine wins won positions of Squadro against the longest resistance
///
/// The engine has no table; the defender has one with distances (docs/table.md) and resists as long as
/// possible. Half of the positions are from random games, half are drawn evenly from all. A third occurrence
/// is a draw (SQ-10).
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with the defender's table
    #[arg(long, value_name = "DIR")]
    table: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// Plies allowed beyond the shortest win
    #[arg(long, value_name = "PLIES", default_value_t = 60)]
    beyond: u32,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: u64,
    /// Games at the same time [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    thinking: thinking::Arguments,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tally {
    played: usize,
    won: usize,
    /// Over the games won, the plies beyond the shortest win: the total and the maximum.
    beyond: u64,
    most_beyond: u32,
    /// Positions that were not won, and how their games ended.
    not_won: Vec<String>,
}

/// How a game ended.
struct Ended {
    start: String,
    shortest: u32,
    plies: u32,
    how: Method,
}

enum Method {
    Won,
    Lost,
    Drawn,
    TooLong,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let table = squadro::open(&arguments.table)?;
    if table.layout().values() != Values::Distance {
        return Err(Failure::Usage(format!(
            "{}: the defender needs a table with distances (solve squadro --values distance)",
            arguments.table.display()
        )));
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(arguments.count as u64).with_style(style);
    let mut tally = Tally::default();
    let end = workers::in_order(
        workers::threads(arguments.jobs),
        arguments.count,
        |i| play(&table, arguments, i as u64),
        |ended| match ended {
            Err(failure) => ControlFlow::Break(failure),
            Ok(ended) => {
                bar.inc(1);
                tally.add(&ended);
                ControlFlow::Continue(())
            }
        },
    );
    bar.finish_and_clear();
    end.break_value().map_or(Ok(()), Err)?;
    if arguments.output.json {
        return print_json(&tally);
    }
    let mut text = format!(
        "{} of {} won; beyond the shortest win {:.2} plies on average, at most {}\n",
        tally.won,
        tally.played,
        tally.beyond as f64 / tally.won.max(1) as f64,
        tally.most_beyond
    );
    text.extend(tally.not_won.iter().map(|line| format!("not won: {line}\n")));
    print(&text)
}

/// A random won position that is not over, and the length of the shortest win in plies.
fn draw(table: &Table, seed: u64, number: u64) -> Result<(Position, u32), Failure> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(number));
    loop {
        let position = if number.is_multiple_of(2) {
            squadro::met_in_play(&mut dice)?
        } else {
            squadro::any(table, &mut dice)
        };
        let worth = table.worth(&position).map_err(Failure::other)?;
        if let (Outcome::Win, Some(plies)) = (worth.value, worth.plies) {
            return Ok((position, plies));
        }
    }
}

fn play(table: &Table, arguments: &Arguments, number: u64) -> Result<Ended, Failure> {
    let (position, shortest) = draw(table, arguments.draw, number)?;
    let start = position.to_string();
    let mut game = open(GameId::Squadro, &Setup { position: Some(start.clone()), ..Setup::default() })?;
    let mut player = arguments.thinking.engine(GameId::Squadro)?;
    let mut plies = 0;
    let how = loop {
        if let Status::Over(standing) = game.status() {
            break match standing.winner() {
                None => Method::Drawn,
                Some(seat) if seat.index() == position.mover() => Method::Won,
                Some(_) => Method::Lost,
            };
        }
        if plies > shortest + arguments.beyond {
            break Method::TooLong;
        }
        let chosen = if plies.is_multiple_of(2) {
            let clock = Clock::start(arguments.thinking.movetime());
            let stop = || clock.is_up();
            player
                .think(&*game, &arguments.thinking.budget(), &mut Watch { stop: &stop, report: &mut |_| {} })
                .map(|found| found.best().to_owned())
        } else {
            let now = Position::read(Board::FULL, &game.position()).map_err(Failure::Other)?;
            table.moves(&now).map_err(Failure::other)?.into_iter().next().map(|best| best.text)
        };
        let chosen = chosen.ok_or_else(|| Failure::Other(format!("{start}: no move found")))?;
        game.play(&chosen).map_err(Failure::other)?;
        plies += 1;
    };
    Ok(Ended { start, shortest, plies, how })
}

impl Tally {
    fn add(&mut self, ended: &Ended) {
        self.played += 1;
        let Ended { start, shortest, plies, how } = ended;
        let how = match how {
            Method::Won => {
                let beyond = plies.saturating_sub(*shortest);
                self.won += 1;
                self.beyond += u64::from(beyond);
                self.most_beyond = self.most_beyond.max(beyond);
                return;
            }
            Method::Lost => "lost",
            Method::Drawn => "drawn by the third occurrence",
            Method::TooLong => "broken off",
        };
        self.not_won.push(format!("{start}, a win in {shortest} plies: {how} after {plies}"));
    }
}
