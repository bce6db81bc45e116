//! Ludoteca in the shell. Each command has a module of its own; this one dispatches to them. It is a library
//! so that fuzz targets can call the commands that parse input from other programs.

mod admin;
mod animation;
mod apply;
mod archive;
mod backup;
mod bench;
mod best;
mod bot;
mod convert;
mod engines;
mod failure;
mod games;
mod interrupt;
mod licences;
mod matches;
mod memory;
mod moves;
mod output;
mod perfect;
mod perft;
mod play;
mod probe;
mod puzzles;
mod qr;
mod remote;
mod serve;
mod setup;
mod show;
mod solve;
mod suite;
mod terminal;
mod thinking;
mod ugi;
mod workers;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

pub use ugi::answers as ugi_answers;

/// Play, show, count and convert four abstract board games: Squadro, Number One, Peak and One Piece for Two.
#[derive(Parser)]
#[command(name = "ludoteca", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Arguments),
    Moves(moves::Arguments),
    Apply(apply::Arguments),
    Perft(perft::Arguments),
    Show(show::Arguments),
    Play(play::Arguments),
    Serve(serve::Arguments),
    Archive(archive::Arguments),
    Bot(bot::Arguments),
    Backup(backup::BackupArguments),
    Restore(backup::RestoreArguments),
    Admin(admin::Arguments),
    Best(best::Arguments),
    Match(Box<matches::Arguments>),
    Ugi(ugi::Arguments),
    Convert(convert::Arguments),
    Solve(Box<solve::Arguments>),
    Probe(probe::Arguments),
    Suite(suite::Arguments),
    Puzzles(puzzles::Arguments),
    Bench(bench::Arguments),
    Licences(licences::Arguments),
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(UsageError::Usage(error)) => return failure::wrong_usage(&error),
        Err(UsageError::File(failure)) => return failure.report(),
    };
    let result = match arguments.command {
        Command::Games(arguments) => games::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Archive(arguments) => archive::run(&arguments),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Ugi(arguments) => ugi::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Licences(licences::Arguments {}) => licences::run(),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

/// An error in the command line.
enum UsageError {
    Usage(clap::Error),
    File(Failure),
}

/// Parses the command line; for a server, also its configuration file.
fn arguments() -> Result<Arguments, UsageError> {
    let command = Arguments::command();
    let mut matches = command.clone().try_get_matches().map_err(UsageError::Usage)?;
    if let Some(command) = serve::config::with_file(&command, &matches).map_err(UsageError::File)? {
        matches = command.try_get_matches().map_err(UsageError::Usage)?;
    }
    Arguments::from_arg_matches(&matches).map_err(UsageError::Usage)
}
