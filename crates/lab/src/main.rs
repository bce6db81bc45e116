//! The program `ludoteca-lab`: measuring players, engine and servers, and making suites and puzzles. Each
//! command has a module of its own.

mod archive;
mod bench;
mod matches;
mod puzzles;
mod suite;

use clap::{Parser, Subcommand};
use ludoteca_shell::failure::wrong_usage;
use std::process::ExitCode;

const NAME: &str = "ludoteca-lab";

/// Measure players, engine and servers of Ludoteca; make test suites and puzzles
#[derive(Parser)]
#[command(name = NAME, version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<matches::Arguments>),
    Bench(bench::Arguments),
    Suite(suite::Arguments),
    Puzzles(puzzles::Arguments),
    Archive(archive::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return wrong_usage(NAME, &error),
    };
    let result = match arguments.command {
        Command::Match(arguments) => matches::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Archive(arguments) => archive::run(&arguments),
    };
    result.map_or_else(|failure| failure.report(NAME), |()| ExitCode::SUCCESS)
}
