//! What a file in the making has found so far, beside the file it will be: a stopped run goes on from there.

use crate::failure::Failure;
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// One line says for which file it is, then each game has its own, in order: what was found in it, or `-`.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

/// Where a game had nothing.
const NOTHING: &str = "-";

impl Journal {
    /// The journal of what will be written to `out`, and what each game in it gave. One that is not there is
    /// begun; a last line that is not whole is cut off.
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
            Failure::Other(format!("cannot go on with {}: {reason}; remove it to begin anew", path.display()))
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

    /// One more game, with what was found in it on one line.
    pub(crate) fn add(&mut self, found: Option<&str>) -> Result<(), Failure> {
        self.append(found.unwrap_or(NOTHING))
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        // Written at once, so that only a crash can leave half a line.
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| Failure::Other(format!("cannot write {}: {error}", self.path.display())))
    }

    /// The file is written: the journal is of no more use.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        fs::remove_file(&self.path)
            .map_err(|error| Failure::Other(format!("cannot remove {}: {error}", self.path.display())))
    }
}
