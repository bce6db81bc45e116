mod cases;
mod exact;
mod latency;
mod many;
mod rules;
mod server;
mod squadro;
mod started;
mod suite;
mod usage;
mod wins;

use clap::{Args, Subcommand};
use ludoteca_shell::Failure;

/// Measure the rules, the engine and a server
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Arguments),
    Exact(exact::Arguments),
    Suite(suite::Arguments),
    Latency(latency::Arguments),
    Wins(wins::Arguments),
    Server(server::Arguments),
    Many(many::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Rules(arguments) => rules::run(arguments),
        Command::Exact(arguments) => exact::run(arguments),
        Command::Suite(arguments) => suite::run(arguments),
        Command::Latency(arguments) => latency::run(arguments),
        Command::Wins(arguments) => wins::run(arguments),
        Command::Server(arguments) => server::run(arguments),
        Command::Many(arguments) => many::run(arguments),
    }
}
