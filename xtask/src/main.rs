//! The project's tasks: `cargo xtask serve`, `dist`, `page`, `bench-web`, `screenshots`, `test`, `fresh`,
//! `cluster-test`, `capacity`, `fuzz`, `wasm`, `ts-types`, `perft-tables`, `levels`, `level-ratings`, `tune`,
//! `layers`, `palette`, `tidy`.

mod cluster;
mod deploy;
mod fresh;
mod fuzz;
mod games;
mod home;
mod language;
mod layers;
mod licences;
mod locks;
mod mtime;
mod page;
mod palette;
mod passed;
mod program;
mod prose;
mod shell;
mod slowest;
mod test;
mod tidy;
mod tools;
mod ts_types;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask [--no-install] TASK
  --no-install       do not install missing tools, stop instead; same as LUDOTECA_NO_INSTALL=1
  serve [ARGUMENTS]  build everything and serve the page; arguments go to `ludoteca serve`, such as --open
  bench-web [--json] [--runs N]
                     measure the page: its size, the time to a first move, the engine's speed, the longest frame
  screenshots [--out DIR] [--only TEXT] [--sizes NAME,NAME]
                     take pictures of every page and every kind of board, at eight sizes, light and dark;
                     with --readme only those in the README
  dist               build the page and the program for release into target/dist
  page               build the page into target/page if it is out of date
  test [--without-page] [--again]
                     run everything CI runs: format, lints, tests, docs, tidy, the page and its browser tests;
                     tests that passed with the same files are skipped, unless --again is given
  fresh [--tests]    clone the last commit into a temporary folder, with empty caches, and print how long `serve`
                     takes to the first page; with --tests also run `test` there
  cluster-test [--for SECONDS] [--seed N] [--unfenced] [...]
                     play through three servers with PostgreSQL and NATS for ten minutes, while they are killed,
                     paused and partitioned, and check what was confirmed; with --unfenced, check that a build
                     without fencing is detected
  capacity [--for SECONDS] [--most GAMES] [--before FILE] [--only TABLE]
                     measure the capacity of one, two and three servers on this machine (docs/capacity.md), in
                     half an hour; --before: an earlier program to compare with; --only: throughput, latency,
                     live-games or hand-over
  fuzz [SECONDS] [TARGET...]
                     run each fuzz target for a minute (or SECONDS); installs cargo-fuzz if it is missing
  wasm               build the page's WebAssembly modules into target/modules, and play whole games with them
  ts-types           generate the page's types from crates/view and the OpenAPI document
  tidy               check what no compiler does: layers, tests of rulings, links, file lengths, language, lock files,
                     the files in deploy
  layers             redraw the figure of the layers in ARCHITECTURE.md
  palette            generate the page's board colours from data/palette.txt
  perft-tables       recount the rows of data/perft/*.txt
  levels [GAME]      play the ladders of levels and write the ratings into docs/levels.md
  level-ratings [GAME]
                     play the levels against each other and write data/ratings/levels.txt
  tune GAME          tune the weights of the evaluation by self-play; peak-score: Peak's expected score";

const TEST_OPTIONS: [&str; 2] = ["--without-page", "--again"];

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
        ["test", ref options @ ..] if options.iter().all(|option| TEST_OPTIONS.contains(option)) => {
            test::run(!options.contains(&TEST_OPTIONS[0]), options.contains(&TEST_OPTIONS[1]))
        }
        ["fresh"] => fresh::run(false),
        ["fresh", "--tests"] => fresh::run(true),
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
