//! Puzzles: positions with a task and a proven value for every move. docs/puzzles.md describes the text
//! format.

mod archived;
mod check;
mod grade;
mod make;
mod prove;
mod themes;

use clap::{Args, Subcommand};
use ludoteca_shell::Failure;

const EXAMPLES: &str = "\
Examples:
  ludoteca-lab puzzles make squadro --count 20 --out squadro.txt
  ludoteca-lab puzzles check squadro.txt --sample 10";

/// Make puzzles with proven moves, or check a file of them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Arguments),
    Check(check::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Make(arguments) => make::run(arguments),
        Command::Check(arguments) => check::run(arguments),
    }
}
