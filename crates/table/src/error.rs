//! Errors of reading and writing tables.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Why a table cannot be written or read.
#[derive(Debug)]
pub enum TableError {
    /// The operating system reported an error.
    File {
        /// The operation that failed, such as "write".
        action: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    /// Another process is writing to the same folder.
    InUse(PathBuf),
    /// The folder holds something other than the expected table.
    Unfit { folder: PathBuf, fault: String },
    /// A file differs from what was written.
    Damaged {
        path: PathBuf,
        /// The block (a pair) and the chunk in it, if known.
        place: Option<Place>,
        fault: &'static str,
    },
}

/// The location of an error in a level's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The block's number: Yellow's block times the number of Red's blocks, plus Red's block.
    pub block: u32,
    /// The chunk in the block, from 0; `None`: the block's header.
    pub chunk: Option<u32>,
}

impl TableError {
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |error| TableError::File { action, path, error }
    }

    pub(crate) fn damaged(path: &Path, fault: &'static str) -> TableError {
        TableError::Damaged { path: path.to_owned(), place: None, fault }
    }

    pub(crate) fn unfit(folder: &Path, fault: impl Into<String>) -> TableError {
        TableError::Unfit { folder: folder.to_owned(), fault: fault.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::File { action, path, error } => {
                write!(f, "cannot {action} {}: {error}", path.display())?;
                if error.kind() == io::ErrorKind::StorageFull || error.kind() == io::ErrorKind::FileTooLarge {
                    f.write_str("; what was saved stays, and the same command resumes from there")?;
                }
                Ok(())
            }
            TableError::InUse(folder) => {
                write!(f, "{}: another run is writing there", folder.display())
            }
            TableError::Unfit { folder, fault } => write!(f, "{}: {fault}", folder.display()),
            TableError::Damaged { path, place, fault } => {
                write!(f, "{}", path.display())?;
                if let Some(place) = place {
                    write!(f, ", block {}", place.block)?;
                    match place.chunk {
                        Some(chunk) => write!(f, ", chunk {chunk}")?,
                        None => f.write_str(", head")?,
                    }
                }
                write!(f, ": {fault}")
            }
        }
    }
}

impl std::error::Error for TableError {}
