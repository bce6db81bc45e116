//! The project's own tasks: `cargo xtask test`, `fuzz`, `wasm`, `perft-tables`, `levels`, `tune`.

mod fuzz;
mod levels;
mod perft_tables;
mod shell;
mod test;
mod tidy;
mod tune;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask TASK
  test               everything CI runs: format, lints, tests, docs, tidiness, the browser's compiler
  fuzz [SECONDS] [TARGET...]
                     each fuzz target for a minute (or SECONDS); installs cargo-fuzz if it is missing
  wasm               build the module the page loads into target/modules, and play whole games with it
  perft-tables       count the rows of data/perft/*.txt anew and write them
  levels [GAME]      play the ladders of levels and write the ratings into docs/levels.md
  tune GAME          fit the weights of the evaluation anew from self-play (use --release: cargo run --release -p xtask -- tune GAME)";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test::run(),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        ["wasm"] => wasm::build(),
        ["perft-tables"] => perft_tables::run(),
        ["levels"] => levels::run(None),
        ["levels", game] => levels::run(Some(game)),
        ["tune", game] => tune::run(game),
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
