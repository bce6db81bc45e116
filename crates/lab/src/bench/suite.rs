use super::cases::{self, Case, ask_all};
use crate::suite::Suite;
use clap::Args;
use ludoteca_engine::Outcome;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
};
use serde::Serialize;
use std::{fs, path::PathBuf};

/// Count how often the engine keeps the value of a suite's positions (see `ludoteca-lab suite make`)
#[derive(Args)]
pub(crate) struct Arguments {
    /// File with the suite
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    cases: cases::Arguments,
    /// List the positions whose value was lost, and what the engine played there
    #[arg(long)]
    lost: bool,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tally {
    game: &'static str,
    asked: usize,
    kept: usize,
    won_asked: usize,
    won_kept: usize,
    nodes: u64,
    seconds: f64,
    lost: Vec<Lost>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Lost {
    position: String,
    won: bool,
    chosen: String,
    keeping: Vec<String>,
    depth: u32,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let suite = read(arguments)?;
    let case = |entry: &crate::suite::Entry| Case {
        setup: suite.setup(&entry.position),
        keeping: entry.keeping.clone(),
        won: entry.value == Outcome::Win,
    };
    let all: Vec<Case> = suite.entries.iter().map(case).collect();
    let mut tally = Tally { game: suite.game.info().id, ..Tally::default() };
    ask_all(suite.game, &all, &arguments.cases, |case, reply| {
        tally.asked += 1;
        tally.kept += usize::from(reply.kept);
        tally.won_asked += usize::from(case.won);
        tally.won_kept += usize::from(case.won && reply.kept);
        tally.nodes += reply.nodes;
        tally.seconds += reply.seconds;
        if !reply.kept {
            tally.lost.push(Lost {
                position: case.setup.position.clone().unwrap_or_default(),
                won: case.won,
                chosen: reply.chosen,
                keeping: case.keeping.clone(),
                depth: reply.depth,
            });
        }
    })?;
    if arguments.output.json {
        return print_json(&tally);
    }
    print(&tally.text(arguments.lost))
}

impl Tally {
    fn text(&self, lost: bool) -> String {
        let share = |kept: usize, asked: usize| 100.0 * kept as f64 / asked.max(1) as f64;
        let Tally { game, asked, kept, won_asked, won_kept, .. } = *self;
        let (drawn_asked, drawn_kept) = (asked - won_asked, kept - won_kept);
        let mut text = format!(
            "{game}: {kept} of {asked} kept ({:.2} %)\nwon: {won_kept} of {won_asked} kept ({:.2} %)\n\
             drawn: {drawn_kept} of {drawn_asked} kept ({:.2} %)\n{} nodes, {:.2} M nodes/s\n",
            share(kept, asked),
            share(won_kept, won_asked),
            share(drawn_kept, drawn_asked),
            self.nodes,
            self.nodes as f64 / self.seconds.max(1e-9) / 1e6
        );
        if lost {
            for Lost { position, won, chosen, keeping, depth } in &self.lost {
                let value = if *won { "win" } else { "draw" };
                let keeping = keeping.join(" ");
                text += &format!("lost: {position}: {chosen} at depth {depth}; {value} by {keeping}\n");
            }
        }
        text
    }
}

fn read(arguments: &Arguments) -> Result<Suite, Failure> {
    let name = arguments.file.display();
    let text = fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::Other(format!("cannot read {name}: {error}")))?;
    Suite::read(&text).map_err(|fault| Failure::Other(format!("{name}, {fault}")))
}
