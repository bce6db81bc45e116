//! The archive of finished games: searching it, writing dumps, and measuring it with games that nobody
//! played.

mod bench;
mod dump;
mod generate;
mod search;

use crate::{failure::Failure, serve::data_folder};
use clap::{Args, Subcommand};
use ludoteca_server::{DATABASE, Locked};
use ludoteca_store::Sqlite;
use std::path::{Path, PathBuf};

/// Search the archive of finished games, write dumps of it, fill it with made-up games, measure it
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Search(Box<search::Arguments>),
    Dump(dump::Arguments),
    Generate(generate::Arguments),
    Bench(bench::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Search(arguments) => search::run(arguments),
        Command::Dump(arguments) => dump::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
    }
}

/// The folder with all games.
#[derive(Args)]
struct DataArguments {
    /// The folder with all games (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

impl DataArguments {
    fn folder(&self) -> Result<PathBuf, Failure> {
        data_folder(self.data.as_deref())
    }

    /// The folder of a server that does not run.
    fn locked(&self) -> Result<Locked, Failure> {
        Locked::new(&self.folder()?).map_err(Failure::other)
    }
}

/// The games in a folder; a server may use them at the same time.
async fn opened(folder: &Path) -> Result<Sqlite, Failure> {
    let path = folder.join(DATABASE);
    if !path.exists() {
        return Err(Failure::Other(format!("{}: there are no games", path.display())));
    }
    Sqlite::open(&path).await.map_err(Failure::other)
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::other)
}
