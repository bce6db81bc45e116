mod cases;
mod exact;
mod latency;
mod rules;
mod squadro;
mod suite;
mod wins;

use crate::failure::Failure;
use clap::{Args, Subcommand};

/// Measure: the speed of the rules, the engine against exact values and against the clock
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Rules(rules::Arguments),
    Exact(exact::Arguments),
    Suite(suite::Arguments),
    Latency(latency::Arguments),
    Wins(wins::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.what {
        What::Rules(arguments) => rules::run(arguments),
        What::Exact(arguments) => exact::run(arguments),
        What::Suite(arguments) => suite::run(arguments),
        What::Latency(arguments) => latency::run(arguments),
        What::Wins(arguments) => wins::run(arguments),
    }
}
