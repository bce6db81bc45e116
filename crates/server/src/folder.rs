//! The data folder: readable by its owner only, and used by one program at a time.

use crate::DataError;
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// File name of the database in the data folder.
pub const DATABASE: &str = "ludoteca.sqlite";
/// Name of the subfolder with the monthly dumps.
pub const DUMPS: &str = "dumps";
const LOCK: &str = "ludoteca.lock";

/// A data folder, locked against other programs until this is dropped.
#[derive(Debug)]
pub struct Locked {
    folder: PathBuf,
    _locks: Vec<File>,
}

impl Locked {
    /// Creates the folder if it is missing, locks it, and makes it private.
    ///
    /// # Errors
    /// When it cannot be written, or another program has locked it.
    pub fn new(folder: &Path) -> Result<Locked, DataError> {
        let failed = |error| DataError::Folder(folder.to_owned(), error);
        create(folder).map_err(failed)?;
        let mut locks = Vec::new();
        // Lock the folder itself: a lock file can be deleted, the folder cannot without losing the games. On
        // file systems that cannot lock folders, lock the file instead; earlier versions lock only the file.
        if cfg!(unix)
            && let Ok(opened) = File::open(folder)
        {
            match opened.try_lock() {
                Ok(()) => locks.push(opened),
                Err(TryLockError::WouldBlock) => return Err(DataError::Locked(folder.to_owned())),
                Err(TryLockError::Error(_)) => {}
            }
        }
        let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
        let file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => locks.push(file),
            Err(TryLockError::WouldBlock) => return Err(DataError::Locked(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Without owning the folder, a user cannot change its permissions.
        if let Err(error) = access::keep_private(folder)
            && error.kind() != io::ErrorKind::PermissionDenied
        {
            tracing::warn!("{}: other users may read it: {error}", folder.display());
        }
        Ok(Locked { folder: folder.to_owned(), _locks: locks })
    }

    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE)
    }
}

/// Creates the folder, private to its owner; its parents get the usual permissions.
fn create(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        done => done,
    }
}

#[cfg(unix)]
mod access {
    use super::{DATABASE, DUMPS, LOCK};
    use std::{
        fs::{self, Permissions},
        io,
        os::unix::fs::PermissionsExt,
        path::Path,
    };

    /// Prefixes of private files: the database and what `restore` keeps, with the files that SQLite puts
    /// beside them, and the lock.
    const PRIVATE: [&str; 4] = [DATABASE, "before-restore.sqlite", "restored.sqlite", LOCK];
    /// Other things that a data folder may contain.
    const PUBLIC: [&str; 5] = ["ludoteca.toml", DUMPS, "puzzles", "tables", crate::control::SOCKET];
    /// The sticky bit of a shared folder such as /tmp.
    const STICKY: u32 = 0o1000;

    /// Makes our files readable by the owner only. The folder too, unless it contains other things.
    pub(super) fn keep_private(folder: &Path) -> io::Result<()> {
        let mut only_ours = true;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if PRIVATE.iter().any(|private| name.starts_with(private)) {
                if entry.file_type()?.is_file() {
                    allow(&entry.path(), 0o600)?;
                }
            } else if !PUBLIC.contains(&name.as_str()) {
                only_ours = false;
            }
        }
        let mode = fs::metadata(folder)?.permissions().mode();
        if only_ours && mode & STICKY == 0 { allow(folder, 0o700) } else { Ok(()) }
    }

    fn allow(path: &Path, mode: u32) -> io::Result<()> {
        let is = fs::metadata(path)?.permissions().mode();
        if is & 0o777 == mode { Ok(()) } else { fs::set_permissions(path, Permissions::from_mode(mode)) }
    }
}

#[cfg(not(unix))]
mod access {
    pub(super) fn keep_private(_folder: &std::path::Path) -> std::io::Result<()> {
        Ok(())
    }
}
