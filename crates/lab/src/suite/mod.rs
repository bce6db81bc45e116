//! Suites: positions with the moves that are proven to keep their value.

mod file;
mod gather;
mod journal;
mod make;
mod source;

use clap::{Args, Subcommand};
pub(crate) use file::{Entry, Suite};
pub(crate) use gather::{LineForm, Wanted};
use ludoteca_shell::Failure;
pub(crate) use source::{Source, choose};

/// Make suites of positions with proven values, to measure the engine
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Make(arguments) => make::run(arguments),
    }
}
