//! Backups of all games: written while the server runs, restored while it is stopped.

use clap::Args;
use ludoteca_server::{DATABASE, Locked};
use ludoteca_shell::{Failure, data, output::print};
use ludoteca_store::{BESIDE, Games, Sqlite, Store, StoreError, create_private};
use std::{
    fs::{self, File},
    future::Future,
    io,
    path::{Path, PathBuf},
};

/// Back up a server's data to a file; the server may keep running
#[derive(Args)]
pub(crate) struct BackupArguments {
    /// Backup file to write; it must not exist yet
    file: PathBuf,
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

/// Restore a backup written by `ludoteca backup`; the server must be stopped
#[derive(Args)]
pub(crate) struct RestoreArguments {
    /// Backup file to restore
    file: PathBuf,
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

pub(crate) fn backup(arguments: &BackupArguments) -> Result<(), Failure> {
    let path = data::folder(arguments.data.as_deref())?.join(DATABASE);
    if !path.exists() {
        return Err(Failure::Other(format!("{}: there are no games to copy", path.display())));
    }
    let file = &arguments.file;
    let games = wait(async {
        // Unchanged, since a server of an earlier version may be running.
        let store = Sqlite::open_unchanged(&path).await?;
        let copied = store.backup(file).await;
        store.close().await;
        copied?;
        count(file).await
    })?;
    print(&format!("{}: {games} games\n", file.display()))
}

async fn count(path: &Path) -> Result<u64, StoreError> {
    let store = Sqlite::open_unchanged(path).await?;
    let games = store.count_games().await;
    store.close().await;
    games
}

pub(crate) fn restore(arguments: &RestoreArguments) -> Result<(), Failure> {
    let (file, folder) = (&arguments.file, data::folder(arguments.data.as_deref())?);
    let failed = |error: io::Error| Failure::Other(format!("{}: {error}", file.display()));
    fs::metadata(file).map_err(failed)?;
    let locked = Locked::new(&folder).map_err(Failure::other)?;
    let (path, new) = (locked.database(), folder.join("restored.sqlite"));
    if fs::canonicalize(file).ok() == fs::canonicalize(&new).ok() {
        let file = file.display();
        return Err(Failure::Other(format!("{file}: restoring writes this file itself: rename it first")));
    }
    // Left behind by an interrupted restore. SQLite would apply such a -wal to the new file.
    let moved = |error: io::Error| Failure::Other(format!("{}: {error}", folder.display()));
    remove_all(&new).map_err(moved)?;
    let restored = copy_all(file, &new)
        .map_err(failed)
        .and_then(|()| wait(upgrade(&new)).map_err(|why| not_restored(file, &new, &why)));
    let games = restored.inspect_err(|_| drop(remove_all(&new)))?;
    let old = folder.join("before-restore.sqlite");
    let had_games = path.exists();
    if had_games {
        keep_old(&path, &old).map_err(moved)?;
    }
    fs::rename(&new, &path).map_err(moved)?;
    // Not every system supports this, and the entry is written before long anyway.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    let kept =
        if had_games { format!("; the previous games are in {}", old.display()) } else { String::new() };
    print(&format!("restored {games} games{kept}\n"))
}

/// The path of a file that SQLite keeps beside a database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Removes a database with everything beside it.
fn remove_all(path: &Path) -> io::Result<()> {
    for ending in BESIDE.iter().chain(&[""]) {
        match fs::remove_file(beside(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Copies a database, including the files that SQLite keeps beside it if the copy was not written by
/// `ludoteca backup`. The original is only read, and never opened as a database.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-journal"] {
        let mut original = match File::open(beside(from, ending)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => continue,
            opened => opened?,
        };
        io::copy(&mut original, &mut create_private(&beside(to, ending))?)?;
    }
    Ok(())
}

/// Checks that a file is a sound database of this program, since anything else must not replace one; then
/// upgrades it to this version and makes it a single file. Returns the number of games.
async fn upgrade(path: &Path) -> Result<u64, StoreError> {
    count(path).await?;
    let store = Sqlite::open(path).await?;
    let games = store.count_games().await;
    store.close().await;
    Sqlite::make_single_file(path).await?;
    games
}

fn not_restored(file: &Path, new: &Path, why: &Failure) -> Failure {
    // The error names the temporary copy.
    let why = why.to_string().replace(&new.display().to_string(), &file.display().to_string());
    let file = file.display();
    let why = why.strip_prefix(&format!("{file}: ")).unwrap_or(&why).to_owned();
    let why = why.split(". Restore a backup").next().unwrap_or(&why);
    Failure::Other(format!(
        "{file}: not a copy that `ludoteca backup` wrote, or a damaged one ({why}); nothing was changed"
    ))
}

/// Moves the existing database to another name, with the files beside it.
fn keep_old(path: &Path, old: &Path) -> io::Result<()> {
    // If it can be read at all, this leaves nothing beside it, so that it is replaced in one step.
    let _ = wait(Sqlite::make_single_file(path));
    remove_all(old)?;
    let beside_it = BESIDE.iter().any(|ending| beside(path, ending).exists());
    if !beside_it && fs::hard_link(path, old).is_ok() {
        return Ok(());
    }
    for ending in BESIDE.iter().chain(&[""]) {
        match fs::rename(beside(path, ending), beside(old, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn wait<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, Failure> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::other)?;
    runtime.block_on(work).map_err(Failure::other)
}
