//! Measuring the archive of finished games with generated ones.

mod bench;
mod generate;

use clap::{Args, Subcommand};
use ludoteca_server::Locked;
use ludoteca_shell::{Failure, data};

/// Generate games for the archive of a stopped server, measure its speed
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Arguments),
    Bench(bench::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
    }
}

/// Locks the folder of a stopped server.
fn lock(data: &data::Arguments) -> Result<Locked, Failure> {
    Locked::new(&data.folder()?).map_err(Failure::other)
}
