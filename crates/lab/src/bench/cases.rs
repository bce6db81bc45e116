//! Runs the engine on positions whose value-keeping moves are known.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_catalog::{GameId, Setup, open};
use ludoteca_engine::Watch;
use ludoteca_shell::{
    Failure,
    thinking::{self, Clock},
    workers,
};
use std::{num::NonZeroUsize, ops::ControlFlow};

/// How the engine is run on the positions.
#[derive(Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Number of positions; those of a file are spread evenly over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Positions at the same time [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    thinking: thinking::Arguments,
}

impl Arguments {
    /// The requested number of positions.
    pub(super) fn count(&self) -> Option<usize> {
        self.count.map(|count| count as usize)
    }
}

/// A won or drawn position.
pub(super) struct Case {
    pub(super) setup: Setup,
    /// The moves that keep its value.
    pub(super) keeping: Vec<String>,
    pub(super) won: bool,
}

/// The engine's answer to a case.
pub(super) struct Reply {
    pub(super) chosen: String,
    pub(super) kept: bool,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// Runs the engine on the cases, several at once; returns the cases with their replies, in order.
pub(super) fn ask_all(
    game: GameId,
    cases: &[Case],
    arguments: &Arguments,
    mut take: impl FnMut(&Case, Reply),
) -> Result<(), Failure> {
    let step = arguments.count.map_or(1, |count| cases.len().div_ceil(count as usize).max(1));
    let cases: Vec<&Case> = cases.iter().step_by(step).collect();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(cases.len() as u64).with_style(style);
    let mut asked = cases.iter();
    let end = workers::in_order(
        workers::threads(arguments.jobs),
        cases.len(),
        |i| ask(game, cases[i], &arguments.thinking),
        |reply| match reply {
            Err(failure) => ControlFlow::Break(failure),
            Ok(reply) => {
                bar.inc(1);
                if let Some(case) = asked.next() {
                    take(case, reply);
                }
                ControlFlow::Continue(())
            }
        },
    );
    bar.finish_and_clear();
    end.break_value().map_or(Ok(()), Err)
}

fn ask(id: GameId, case: &Case, thinking: &thinking::Arguments) -> Result<Reply, Failure> {
    let game = open(id, &case.setup)?;
    let mut player = thinking.engine(id)?;
    let clock = Clock::start(thinking.movetime());
    let stop = || clock.is_up();
    let found = player
        .think(&*game, &thinking.budget(), &mut Watch { stop: &stop, report: &mut |_| {} })
        .ok_or_else(|| Failure::Other(format!("position {:?}: the game is over", game.position())))?;
    let chosen = found.best().to_owned();
    let kept = case.keeping.contains(&chosen);
    Ok(Reply { chosen, kept, depth: found.depth, nodes: found.nodes, seconds: clock.seconds() })
}
