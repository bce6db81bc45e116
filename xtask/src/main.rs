//! The project's tasks: `cargo xtask serve`, `dist`, `page`, `bench-web`, `screenshots`, `test`,
//! `cluster-test`, `capacity`, `fuzz`, `wasm`, `ts-types`, `perft-tables`, `levels`, `level-ratings`, `tune`,
//! `layers`, `palette`, `licences`, `tidy`.

mod cluster;
mod fuzz;
mod games;
mod language;
mod layers;
mod licences;
mod locks;
mod mtime;
mod page;
mod palette;
mod program;
mod prose;
mod shell;
mod test;
mod tidy;
mod tools;
mod ts_types;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask [--no-install] TASK
  --no-install       install nothing: name what is missing and stop; LUDOTECA_NO_INSTALL=1 says the same
  serve [ARGUMENTS]  build everything and serve the page; arguments go to `ludoteca serve`, such as --open
  bench-web [--json] [--runs N]
                     what the page costs: its size, the time to a first move, the engine's speed, the longest frame
  screenshots [--out DIR] [--only TEXT] [--sizes NAME,NAME]
                     a picture of every page and every kind of board, at eight sizes, light and dark;
                     with --readme the pictures in the README
  dist               build page and program as they are given to people, into target/dist
  page               build the page into target/page, as far as it is not up to date
  test [--without-page]
                     everything CI runs: format, lints, tests, docs, tidiness, the page and its tests in a browser
  cluster-test [--for SECONDS] [--seed N] [--unfenced] [...]
                     play through three servers with PostgreSQL and NATS while they are killed, paused and cut off,
                     for ten minutes, and check what was confirmed; --unfenced: a build that must be found out
  capacity [--for SECONDS] [--most GAMES] [--before FILE] [--only TABLE]
                     what one server carries and what two and three do on this machine (docs/capacity.md), in
                     half an hour; --before: an earlier program, to compare with; --only: throughput, latency,
                     live-games or hand-over
  fuzz [SECONDS] [TARGET...]
                     each fuzz target for a minute (or SECONDS); installs cargo-fuzz if it is missing
  wasm               build the module the page loads into target/modules, and play whole games with it
  ts-types           write the page's types anew, from those of crates/view
  tidy               what no compiler checks: layers, tests of rulings, links, lengths of files, notices, lock files
  layers             draw the figure of the layers in ARCHITECTURE.md again
  palette            write the page's colours of the boards anew, from data/palette.txt
  perft-tables       count the rows of data/perft/*.txt anew and write them
  levels [GAME]      play the ladders of levels and write the ratings into docs/levels.md
  level-ratings [GAME]
                     play the levels among themselves and write data/ratings/levels.txt
  tune GAME          fit the weights of the evaluation anew from self-play; peak-score: Peak's expected score";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.contains(&tools::NO_INSTALL) {
        words.retain(|word| *word != tools::NO_INSTALL);
        tools::forbid_installing();
    }
    let done = match words[..] {
        ["serve", ref rest @ ..] => page::serve(rest),
        ["bench-web", ref rest @ ..] => page::script("bench", rest),
        ["screenshots", ref rest @ ..] => page::script("screenshots", rest),
        ["dist"] => program::dist(),
        ["page"] => page::build(),
        ["test"] => test::run(true),
        ["test", "--without-page"] => test::run(false),
        ["cluster-test", ref rest @ ..] => cluster::test(rest),
        ["capacity", ref rest @ ..] => cluster::capacity(rest),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        ["wasm"] => wasm::build().and_then(|()| wasm::play()),
        ["ts-types"] => ts_types::write(),
        ["tidy"] => tidy::run(),
        ["layers"] => layers::draw(),
        ["palette"] => palette::write(),
        ["perft-tables"] => games::perft_tables(),
        [task @ ("levels" | "level-ratings"), ref game @ ..] if game.len() < 2 => games::levels(task, game),
        ["tune", game] => games::tune(game),
        ["--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
