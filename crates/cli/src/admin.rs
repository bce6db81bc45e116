//! `ludoteca admin`: what whoever runs a server does beside running it.

use crate::{failure::Failure, output::print, serve::data_folder};
use clap::{Args, Subcommand};
use ludoteca_server::{Locked, hub::Hub};
use ludoteca_store::{Postgres, Sqlite, Store, StoreError};
use std::{path::PathBuf, sync::Arc};

/// Look after a server's data
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rebuild(Rebuild),
}

/// Make everything again that is made from finished games, such as ratings; the server must be stopped
///
/// The log of all games is only read. The same games always make the same, to the last digit. Interrupted, it
/// goes on when the server is started.
#[derive(Args)]
struct Rebuild {
    /// The folder with all games (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database for the games instead of a file: postgres://user@host/name. All its servers must
    /// be stopped
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Rebuild(arguments) => rebuild(arguments),
    }
}

fn rebuild(arguments: &Rebuild) -> Result<(), Failure> {
    let folder = data_folder(arguments.data.as_deref())?;
    let path = folder.join(ludoteca_server::DATABASE);
    if arguments.database.is_none() && !path.exists() {
        return Err(Failure::Other(format!("{}: there are no games", path.display())));
    }
    let locked = Locked::new(&folder).map_err(Failure::other)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::other)?;
    let rebuilt: Result<_, StoreError> = runtime.block_on(async {
        let store: Arc<dyn Store> = match &arguments.database {
            Some(address) => Arc::new(Postgres::connect(address).await?),
            None => Arc::new(Sqlite::open(&locked.database()).await?),
        };
        Hub::rebuild(store).await
    });
    for (name, games) in rebuilt.map_err(Failure::other)? {
        print(&format!("{name}: made again from {games} finished games\n"))?;
    }
    Ok(())
}
