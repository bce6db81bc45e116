//! Copies of all games: taken while the server runs, put back while it does not.

use crate::{failure::Failure, output::print, serve::data_folder};
use clap::Args;
use ludoteca_server::{DATABASE, Locked};
use ludoteca_store::{Sqlite, Store};
use std::{fs, future::Future, path::PathBuf};

/// Write a copy of all games to a file; the server may go on meanwhile
#[derive(Args)]
pub(crate) struct BackupArguments {
    /// The file to write; it must not exist yet
    file: PathBuf,
    /// The folder with all games (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

/// Put a copy back that `ludoteca backup` wrote; the server must be stopped
#[derive(Args)]
pub(crate) struct RestoreArguments {
    /// The copy
    file: PathBuf,
    /// The folder with all games (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

pub(crate) fn backup(arguments: &BackupArguments) -> Result<(), Failure> {
    let path = data_folder(arguments.data.as_deref())?.join(DATABASE);
    if !path.exists() {
        return Err(Failure::Other(format!("{}: there are no games to copy", path.display())));
    }
    let file = &arguments.file;
    if file.exists() {
        return Err(Failure::Other(format!("{}: exists already: choose another name", file.display())));
    }
    let games = wait(async {
        let store = Sqlite::open(&path).await?;
        store.backup(file).await?;
        let copy = Sqlite::open(file).await?;
        let games = copy.count_games().await;
        copy.close().await;
        store.close().await;
        games
    })?;
    print(&format!("{}: {games} games\n", file.display()))
}

pub(crate) fn restore(arguments: &RestoreArguments) -> Result<(), Failure> {
    let (file, folder) = (&arguments.file, data_folder(arguments.data.as_deref())?);
    let failed = |error: std::io::Error| Failure::Other(format!("{}: {error}", file.display()));
    fs::metadata(file).map_err(failed)?;
    let locked = Locked::new(&folder).map_err(Failure::other)?;
    let (path, new) = (locked.database(), folder.join("restored.sqlite"));
    fs::copy(file, &new).map_err(failed)?;
    // What cannot be opened must not take the place of what can.
    let games = wait(async {
        let store = Sqlite::open(&new).await?;
        let games = store.count_games().await;
        store.close().await;
        games
    });
    let games = games.map_err(|_| {
        let _ = fs::remove_file(&new);
        let file = file.display();
        Failure::Other(format!(
            "{file}: not a copy that `ludoteca backup` wrote, or a damaged one; nothing was changed"
        ))
    })?;
    let old = folder.join("before-restore.sqlite");
    let moved = |error: std::io::Error| Failure::Other(format!("{}: {error}", folder.display()));
    for end in ["", "-wal", "-shm"] {
        let [from, to] = [&path, &old].map(|path| PathBuf::from(format!("{}{end}", path.display())));
        let _ = fs::remove_file(&to);
        if from.exists() {
            fs::rename(&from, &to).map_err(moved)?;
        }
    }
    fs::rename(&new, &path).map_err(moved)?;
    let kept =
        if old.exists() { format!("; what was there before is in {}", old.display()) } else { String::new() };
    print(&format!("{games} games are back{kept}\n"))
}

fn wait<T>(work: impl Future<Output = Result<T, ludoteca_store::StoreError>>) -> Result<T, Failure> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::other)?;
    runtime.block_on(work).map_err(Failure::other)
}
