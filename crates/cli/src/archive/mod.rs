//! The archive of finished games: searching it and writing dumps.

mod dump;
mod search;

use clap::{Args, Subcommand};
use ludoteca_server::DATABASE;
use ludoteca_shell::{Failure, data};
use ludoteca_store::{Postgres, Sqlite, Store};

const EXAMPLES: &str = "\
Examples:
  ludoteca archive search --game squadro --min-rating 1800 --limit 5
  ludoteca archive search --server https://games.example.org --player USER
  ludoteca archive dump --month 2026-10 --out dumps";

/// Search the archive of finished games, write monthly dumps
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
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Search(arguments) => search::run(arguments),
        Command::Dump(arguments) => dump::run(arguments),
    }
}

/// Where finished games are read; servers may use them at the same time.
#[derive(Args)]
struct Source {
    #[command(flatten)]
    folder: data::Arguments,
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
