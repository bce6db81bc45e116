//! The commands of the program `ludoteca`. Each has a module of its own; this one dispatches to them.

mod admin;
mod animation;
mod apply;
mod archive;
mod backup;
mod best;
mod bot;
mod convert;
mod engines;
mod games;
mod licences;
mod moves;
mod perfect;
mod perft;
mod play;
mod probe;
mod qr;
mod remote;
mod serve;
mod show;
mod solve;
mod ugi;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ludoteca_server::Page;
use ludoteca_shell::{Failure, failure::wrong_usage, output::print};
use std::{env, process::ExitCode};

pub use ugi::answers as ugi_answers;

const NAME: &str = "ludoteca";
/// Commands of `ludoteca-lab`, of which this program once had them.
const LAB: [&str; 4] = ["match", "bench", "suite", "puzzles"];
const LAB_ARCHIVE: [&str; 2] = ["generate", "bench"];

/// Play, show, count and convert four abstract board games: Squadro, Number One, Peak and One Piece for Two.
#[derive(Parser)]
#[command(name = NAME, version, max_term_width = 100)]
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
    Ugi(ugi::Arguments),
    Convert(convert::Arguments),
    Solve(Box<solve::Arguments>),
    Probe(probe::Arguments),
    Licences(licences::Arguments),
    /// Print the OpenAPI document of the server's API.
    #[command(hide = true)]
    Openapi,
}

/// The program `ludoteca` with this page, or one that says how to build it.
#[must_use]
pub fn main(page: fn() -> Page) -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(UsageError::Usage(error)) => return wrong_usage(NAME, &error),
        Err(UsageError::Other(failure)) => return failure.report(NAME),
    };
    let result = match arguments.command {
        Command::Games(arguments) => games::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments, page),
        Command::Archive(arguments) => archive::run(&arguments),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Ugi(arguments) => ugi::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Licences(licences::Arguments {}) => licences::run(&page()),
        Command::Openapi => print(&format!("{}\n", ludoteca_server::openapi())),
    };
    result.map_or_else(|failure| failure.report(NAME), |()| ExitCode::SUCCESS)
}

/// An error in the command line.
enum UsageError {
    Usage(clap::Error),
    Other(Failure),
}

/// Parses the command line; for a server, also its configuration file.
fn arguments() -> Result<Arguments, UsageError> {
    if let Some(command) = moved() {
        let text = format!("`{NAME} {command}` has moved to `ludoteca-lab {command}`");
        return Err(UsageError::Other(Failure::Usage(text)));
    }
    let command = Arguments::command();
    let mut matches = command.clone().try_get_matches().map_err(UsageError::Usage)?;
    if let Some(command) = serve::config::with_file(&command, &matches).map_err(UsageError::Other)? {
        matches = command.try_get_matches().map_err(UsageError::Usage)?;
    }
    Arguments::from_arg_matches(&matches).map_err(UsageError::Usage)
}

/// The command of this command line, if it is one of `ludoteca-lab`.
fn moved() -> Option<String> {
    let mut words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let first = words.next()?;
    if LAB.contains(&first.as_str()) {
        return Some(first);
    }
    let second =
        words.next().filter(|second| first == "archive" && LAB_ARCHIVE.contains(&second.as_str()))?;
    Some(format!("{first} {second}"))
}
