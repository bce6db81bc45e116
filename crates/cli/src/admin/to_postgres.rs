use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_server::{DATABASE, Locked};
use ludoteca_shell::{Failure, data, output::print};
use ludoteca_store::{Games, Postgres, Sqlite, Store};
use std::path::PathBuf;

/// Move a single server's data from its file into an empty PostgreSQL database
///
/// Games, accounts, sessions and the server's keys are copied, so players stay logged in. All of it is
/// copied in one transaction, or nothing; the file is not changed. Do not start a server on the file
/// afterwards: what is played there would not be in the database.
#[derive(Args)]
pub(super) struct ToPostgres {
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
    /// An unused database: postgres://user@host/name
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: String,
}

impl ToPostgres {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let folder = data::folder(self.data.as_deref())?;
        let path = folder.join(DATABASE);
        if !path.exists() {
            return Err(Failure::Other(format!("{}: there are no games", path.display())));
        }
        let locked = Locked::new(&folder).map_err(Failure::other)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let taken = runtime.map_err(Failure::other)?.block_on(async {
            let file = Sqlite::open(&locked.database()).await.map_err(Failure::other)?;
            let taken = self.take_over(&file).await;
            file.close().await;
            taken
        });
        let (rows, games) = taken?;
        print(&format!(
            "{rows} rows are in the database, with {games} games; {} is unchanged\n",
            path.display()
        ))
    }

    async fn take_over(&self, file: &Sqlite) -> Result<(u64, u64), Failure> {
        let store = Postgres::connect(&self.database).await.map_err(Failure::other)?;
        let style = ProgressStyle::with_template("{msg}: {pos} of {len} rows, {per_sec}, {eta} left");
        let bar = ProgressBar::new(0).with_style(style.map_err(Failure::other)?);
        let mut now = String::new();
        let mut tell = |table: &str, rows, of| {
            if now != table {
                table.clone_into(&mut now);
                bar.reset();
                bar.set_length(of);
                bar.set_message(now.clone());
            }
            bar.set_position(rows);
        };
        let rows = store.take_over(file, &mut tell).await.map_err(Failure::other)?;
        bar.finish_and_clear();
        let games = store.count_games().await.map_err(Failure::other)?;
        store.close().await;
        Ok((rows, games))
    }
}
