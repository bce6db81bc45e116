use super::{
    cases::{self, Case, ask_all},
    squadro,
};
use clap::Args;
use ludoteca_catalog::{GameId, Setup};
use ludoteca_core::Notation;
use ludoteca_evaluate::{Exact, read_exact};
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
};
use ludoteca_table::Table;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::{fs, path::PathBuf};

/// Count how often the engine keeps the exact value of Squadro positions
///
/// The positions are those of a file, or random ones looked up in a table (docs/table.md): half
/// from random games, half drawn evenly from all; three in ten have a single winning move among three or
/// more.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File with positions; its header explains the format
    #[arg(long, value_name = "FILE", default_value = "data/squadro-exact.txt")]
    file: PathBuf,
    /// Folder with a table: draw random positions instead of reading the file
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    table: Option<PathBuf>,
    /// Seed of the random positions, with --table
    #[arg(long, value_name = "N", default_value_t = 1, requires = "table")]
    draw: u64,
    #[command(flatten)]
    cases: cases::Arguments,
    #[command(flatten)]
    output: output::Arguments,
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
    let cases = match &arguments.table {
        Some(folder) => draw(&squadro::open(folder)?, arguments)?,
        None => read(arguments)?,
    };
    let mut tally = Tally::default();
    ask_all(GameId::Squadro, &cases, &arguments.cases, |case, reply| {
        let single = usize::from(case.won && case.keeping.len() == 1);
        tally.asked += 1;
        tally.kept += usize::from(reply.kept);
        tally.single_asked += single;
        tally.single_kept += single * usize::from(reply.kept);
        tally.nodes += reply.nodes;
        tally.seconds += reply.seconds;
        if !reply.kept {
            let position = case.setup.position.as_deref().unwrap_or_default();
            let keeping = case.keeping.join(" ");
            tally.lost.push(format!("{position}: {} instead of {keeping}", reply.chosen));
        }
    })?;
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

/// Reads the won and drawn positions; in a lost one there is nothing to keep.
fn read(arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let name = arguments.file.display();
    let text = fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::Other(format!("cannot read {name}: {error}")))?;
    let exact = read_exact(&text).map_err(|error| Failure::Other(format!("{name}, {error}")))?;
    Ok(exact.iter().filter_map(case).collect())
}

/// The default number of random positions.
const DRAWN: usize = 600;

fn draw(table: &Table, arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(arguments.draw);
    let count = arguments.cases.count().unwrap_or(DRAWN);
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let in_play = cases.len().is_multiple_of(2);
        let position =
            if in_play { squadro::met_in_play(&mut dice)? } else { squadro::any(table, &mut dice) };
        let moves = table.moves(&position).map_err(Failure::other)?;
        let Some((keeping, won)) = squadro::keeping(&moves) else { continue };
        let single = won && keeping.len() == 1 && moves.len() > 2;
        if single || cases.len() % 10 >= 3 {
            let setup = Setup { position: Some(position.to_string()), ..Setup::default() };
            cases.push(Case { setup, keeping, won });
        }
    }
    Ok(cases)
}

fn case(exact: &Exact) -> Option<Case> {
    let won = match exact.result.winner() {
        Some(winner) if winner == exact.position.mover() => true,
        Some(_) => return None,
        None => false,
    };
    let keeps = exact.after.iter().filter(|(_, after)| *after == exact.result);
    let keeping = keeps.map(|&(m, _)| exact.position.move_text(m)).collect();
    let setup = Setup { position: Some(exact.position.position_text()), ..Setup::default() };
    Some(Case { setup, keeping, won })
}
