//! The archive of finished games: searching, writing dumps, and measuring it with generated games.

mod bench;
mod dump;
mod generate;
mod search;

use crate::{failure::Failure, serve::data_folder};
use clap::{Args, Subcommand};
use ludoteca_server::{DATABASE, Locked};
use ludoteca_store::{Postgres, Sqlite, Store};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ludoteca archive search --game squadro --min-rating 1800 --limit 5
  ludoteca archive search --server https://games.example.org --player USER
  ludoteca archive dump --month 2026-10 --out dumps";

/// Search the archive of finished games, write monthly dumps, measure its speed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
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

/// The data folder.
#[derive(Args)]
struct DataArguments {
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

impl DataArguments {
    fn folder(&self) -> Result<PathBuf, Failure> {
        data_folder(self.data.as_deref())
    }

    /// Locks the folder of a stopped server.
    fn locked(&self) -> Result<Locked, Failure> {
        Locked::new(&self.folder()?).map_err(Failure::other)
    }
}

/// Where finished games are read; servers may use them at the same time.
#[derive(Args)]
struct Source {
    #[command(flatten)]
    folder: DataArguments,
    /// PostgreSQL database instead of a file: postgres://user@host/name
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl Source {
    async fn open(&self) -> Result<Box<dyn Store>, Failure> {
        if let Some(address) = &self.database {
            return Ok(Box::new(Postgres::connect(address).await.map_err(Failure::other)?));
        }
        let path = self.folder.folder()?.join(DATABASE);
        if !path.exists() {
            return Err(Failure::Other(format!("{}: there are no games", path.display())));
        }
        Ok(Box::new(Sqlite::open(&path).await.map_err(Failure::other)?))
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::other)
}
