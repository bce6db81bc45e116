use crate::{
    failure::Failure,
    output::{self, print, print_json},
    thinking::{self, Clock},
};
use clap::Args;
use indicatif::ProgressBar;
use ludoteca_catalog::{GameId, Setup, open};
use ludoteca_core::Notation;
use ludoteca_engine::Watch;
use ludoteca_evaluate::{Exact, read_exact};
use serde::Serialize;
use std::{fs, path::PathBuf};

/// How often the engine keeps the value of Squadro positions whose exact value is known
#[derive(Args)]
pub(crate) struct Arguments {
    /// The positions; the file's own header says how they are written
    #[arg(long, value_name = "FILE", default_value = "data/squadro-exact.txt")]
    file: PathBuf,
    /// Only so many won or drawn positions, spread evenly over the file
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    #[command(flatten)]
    thinking: thinking::Arguments,
    #[command(flatten)]
    output: output::Arguments,
}

/// A won or drawn position.
struct Case {
    position: String,
    /// The moves that keep its value.
    keeping: Vec<String>,
    won: bool,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tally {
    asked: usize,
    kept: usize,
    /// Won positions with a single move that keeps the win.
    single_asked: usize,
    single_kept: usize,
    nodes: u64,
    seconds: f64,
    lost: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let cases = read(arguments)?;
    let bar = ProgressBar::new(cases.len() as u64);
    let mut tally = Tally::default();
    for case in &cases {
        ask(case, &arguments.thinking, &mut tally)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if arguments.output.json {
        return print_json(&tally);
    }
    let share = |kept: usize, asked: usize| 100.0 * kept as f64 / asked.max(1) as f64;
    let mut text = format!(
        "won or drawn: {} of {} kept ({:.2} %)\nwon by a single move: {} of {} kept ({:.2} %)\n",
        tally.kept,
        tally.asked,
        share(tally.kept, tally.asked),
        tally.single_kept,
        tally.single_asked,
        share(tally.single_kept, tally.single_asked),
    );
    text += &format!(
        "{} nodes, {:.2} M nodes/s\n",
        tally.nodes,
        tally.nodes as f64 / tally.seconds.max(1e-9) / 1e6
    );
    text.extend(tally.lost.iter().map(|line| format!("lost: {line}\n")));
    print(&text)
}

fn ask(case: &Case, thinking: &thinking::Arguments, tally: &mut Tally) -> Result<(), Failure> {
    let setup = Setup { position: Some(case.position.clone()), ..Setup::default() };
    let game = open(GameId::Squadro, &setup)?;
    let mut player = thinking.engine(GameId::Squadro);
    let clock = Clock::start(thinking.movetime());
    let stop = || clock.is_up();
    let found = player.think(&*game, &thinking.budget(), &mut Watch { stop: &stop, report: &mut |_| {} });
    let Some(found) = found else { return Ok(()) };
    let kept = case.keeping.iter().any(|text| text == found.best());
    let single = usize::from(case.won && case.keeping.len() == 1);
    tally.asked += 1;
    tally.kept += usize::from(kept);
    tally.single_asked += single;
    tally.single_kept += single * usize::from(kept);
    tally.nodes += found.nodes;
    tally.seconds += clock.seconds();
    if !kept {
        tally.lost.push(format!("{}: {} instead of {}", case.position, found.best(), case.keeping.join(" ")));
    }
    Ok(())
}

/// The won and drawn positions: in a lost one nothing can be kept.
fn read(arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let name = arguments.file.display();
    let text = fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::Other(format!("cannot read {name}: {error}")))?;
    let exact = read_exact(&text).map_err(|error| Failure::Other(format!("{name}, {error}")))?;
    let cases: Vec<Case> = exact.iter().filter_map(case).collect();
    let step = arguments.count.map_or(1, |count| cases.len().div_ceil(count.max(1)).max(1));
    Ok(cases.into_iter().step_by(step).collect())
}

fn case(exact: &Exact) -> Option<Case> {
    let won = match exact.result.winner() {
        Some(winner) if winner == exact.position.mover() => true,
        Some(_) => return None,
        None => false,
    };
    let keeps = exact.after.iter().filter(|(_, after)| *after == exact.result);
    let keeping = keeps.map(|&(m, _)| exact.position.move_text(m)).collect();
    Some(Case { position: exact.position.position_text(), keeping, won })
}
