//! `ludoteca admin`: administering a server.

mod moderation;
mod to_postgres;

use clap::{Args, Subcommand};
use ludoteca_server::{DataError, Locked};
use ludoteca_service::Services;
use ludoteca_shell::{Failure, data, output::print};
use ludoteca_store::{Postgres, Sqlite, Store, StoreError};
use std::{path::PathBuf, sync::Arc};
use tokio::runtime::Runtime;

const EXAMPLES: &str = "\
Examples:
  ludoteca admin role Ada admin
  ludoteca admin mute Bob --days 3 --why \"spam in chat\"
  ludoteca admin invite --label \"Class 5b\" --uses 30 --days 14
  ludoteca admin reports --open";

/// Administer a server
///
/// Roles, bans, reports and invite codes work while the server runs or is stopped; `rebuild` and
/// `to-postgres` need it to be stopped.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rebuild(Rebuild),
    ToPostgres(to_postgres::ToPostgres),
    Role(moderation::Role),
    /// Mute a player: no chat messages
    Mute(moderation::ForSomeTime),
    /// Lift a mute
    Unmute(moderation::ModerationAction),
    /// Ban a player: sessions and tokens end, and logging in is refused
    Ban(moderation::ForSomeTime),
    /// Lift a ban
    Unban(moderation::ModerationAction),
    /// Close an account: logging in is refused
    Close(moderation::ModerationAction),
    /// Reopen a closed account
    Reopen(moderation::ModerationAction),
    Rename(moderation::Rename),
    Invite(moderation::Invite),
    Reports(moderation::Reports),
    Audit(moderation::Audit),
}

/// Rebuild ratings and everything else that is derived from finished games and puzzle attempts
///
/// The logs of games and attempts are only read. The same games always give the same result, to the last
/// digit. If it is interrupted, the server continues when it starts.
#[derive(Args)]
struct Rebuild {
    #[command(flatten)]
    place: Place,
}

/// Where a server's data is.
#[derive(Args)]
struct Place {
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
    /// PostgreSQL database instead of a file: postgres://user@host/name. All its servers must
    /// be stopped
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// The data of a stopped server, locked so that no server starts in the meantime.
struct Stopped {
    runtime: Runtime,
    store: Arc<dyn Store>,
    _locked: Locked,
}

impl Place {
    /// The folder of the running server; `None` if none is running.
    fn running(&self) -> Result<Option<PathBuf>, Failure> {
        let folder = data::folder(self.data.as_deref())?;
        if !folder.exists() {
            return Ok(None);
        }
        match Locked::new(&folder) {
            Err(DataError::Locked(_)) => Ok(Some(folder)),
            _ => Ok(None),
        }
    }

    fn open(&self) -> Result<Stopped, Failure> {
        let folder = data::folder(self.data.as_deref())?;
        let path = folder.join(ludoteca_server::DATABASE);
        if self.database.is_none() && !path.exists() {
            return Err(Failure::Other(format!("{}: there are no games", path.display())));
        }
        let locked = Locked::new(&folder).map_err(Failure::other)?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::other)?;
        let opened: Result<Arc<dyn Store>, StoreError> = runtime.block_on(async {
            Ok(match &self.database {
                Some(address) => Arc::new(Postgres::connect(address).await?) as Arc<dyn Store>,
                None => Arc::new(Sqlite::open(&locked.database()).await?),
            })
        });
        Ok(Stopped { runtime, store: opened.map_err(Failure::other)?, _locked: locked })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Rebuild(arguments) => rebuild(arguments),
        Command::ToPostgres(arguments) => arguments.run(),
        Command::Role(arguments) => arguments.run(),
        Command::Mute(arguments) => arguments.run("mute"),
        Command::Unmute(arguments) => arguments.run("unmute"),
        Command::Ban(arguments) => arguments.run("ban"),
        Command::Unban(arguments) => arguments.run("unban"),
        Command::Close(arguments) => arguments.run("close"),
        Command::Reopen(arguments) => arguments.run("reopen"),
        Command::Rename(arguments) => arguments.run(),
        Command::Invite(arguments) => arguments.run(),
        Command::Reports(arguments) => arguments.run(),
        Command::Audit(arguments) => arguments.run(),
    }
}

fn rebuild(arguments: &Rebuild) -> Result<(), Failure> {
    let stopped = arguments.place.open()?;
    let rebuilt = stopped.runtime.block_on(Services::rebuild(stopped.store));
    for (name, count, of) in rebuilt.map_err(Failure::other)? {
        print(&format!("{name}: rebuilt from {count} {of}\n"))?;
    }
    Ok(())
}
