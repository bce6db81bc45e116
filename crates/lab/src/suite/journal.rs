//! The journal of an unfinished output file, beside it: a stopped run continues from there.

use ludoteca_shell::Failure;
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The first line identifies the file; then each game has one line, in order: the item found in it, or `-`.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

/// The line of a game without an item.
const NOTHING: &str = "-";

impl Journal {
    /// Opens the journal for `out`, and returns its item for each game. A missing journal is created; an
    /// incomplete last line is truncated.
    pub(crate) fn open<T>(
        out: &Path,
        header: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<(Journal, Vec<Option<T>>), Failure> {
        let mut name = OsString::from(out);
        name.push(".part");
        let path = PathBuf::from(name);
        let named = |error: io::Error| Failure::Other(format!("cannot write {}: {error}", path.display()));
        let refused = |reason: String| {
            Failure::Other(format!("cannot resume {}: {reason}; remove it to start over", path.display()))
        };
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(named)?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let text = str::from_utf8(&bytes[..whole]).map_err(|_| refused("it is not text".to_owned()))?;
        let mut lines = text.lines();
        if lines.next().is_some_and(|line| line != header) {
            return Err(refused(format!("it does not begin with {header:?}")));
        }
        let games = lines
            .enumerate()
            .map(|(i, line)| match line {
                NOTHING => Ok(None),
                line => read(line).map(Some).map_err(|fault| refused(format!("line {}: {fault}", i + 2))),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(named)?;
        file.set_len(whole as u64).map_err(named)?;
        let mut journal = Journal { path, file };
        if whole == 0 {
            journal.append(header)?;
        }
        Ok((journal, games))
    }

    /// Adds a game, with the item found in it on one line.
    pub(crate) fn add(&mut self, found: Option<&str>) -> Result<(), Failure> {
        self.append(found.unwrap_or(NOTHING))
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        // Flushed at once, so that only a crash can leave half a line.
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| Failure::Other(format!("cannot write {}: {error}", self.path.display())))
    }

    /// Removes the journal once the output is written.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        fs::remove_file(&self.path)
            .map_err(|error| Failure::Other(format!("cannot remove {}: {error}", self.path.display())))
    }
}
