//! The tasks that need the games and the engine: `cargo xtask perft-tables`, `levels`, `level-ratings` and
//! `tune` run this program in the repository's root, to which all its paths are relative.

mod levels;
mod perft_tables;
mod tune;

use std::process::ExitCode;

/// The error is one line.
type Result<T = ()> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["perft-tables"] => perft_tables::run(),
        ["levels", program] => levels::run(program, None),
        ["levels", program, game] => levels::run(program, Some(game)),
        ["level-ratings", program] => levels::ratings(program, None),
        ["level-ratings", program, game] => levels::ratings(program, Some(game)),
        ["tune", game] => tune::run(game),
        _ => Err("this program is run by `cargo xtask perft-tables`, `levels`, `level-ratings` and `tune`"
            .to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
