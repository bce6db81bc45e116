//! The file of a match: its records one after the other. It can be truncated anywhere; complete records
//! count.

use super::{
    game::{Outline, outline},
    plan::Plan,
};
use ludoteca_record::Record;
use ludoteca_shell::Failure;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

pub(super) struct Store {
    path: PathBuf,
    file: File,
}

impl Store {
    /// Opens or creates the file of a match and returns its games. Anything after the last complete game is
    /// truncated. The file is locked for one match at a time.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Store, Vec<Outline>), Failure> {
        let named = |error: io::Error| Failure::Other(format!("cannot write {}: {error}", path.display()));
        let refused = |reason: String| Failure::Other(format!("cannot resume {}: {reason}", path.display()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(named)?;
        // Locked as long as the store lives; the system releases the lock when the program ends, however it
        // ends.
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => refused("another match is writing to it".to_owned()),
            TryLockError::Error(error) => named(error),
        })?;
        let mut bytes = Vec::new();
        io::copy(&mut file, &mut bytes).map_err(named)?;
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text,
            // Truncated in the middle of a character.
            Err(error) if error.error_len().is_none() => {
                str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return Err(refused("it is not text".to_owned())),
        };
        let (outlines, whole) = read(text, plan).map_err(refused)?;
        file.set_len(whole as u64).map_err(named)?;
        Ok((Store { path: path.to_owned(), file }, outlines))
    }

    pub(super) fn append(&mut self, record: &Record) -> Result<(), Failure> {
        let text = record.to_text().map_err(Failure::other)? + "\n";
        // Flushed at once, so that only a crash can leave half a record.
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| Failure::Other(format!("cannot write {}: {error}", self.path.display())))
    }
}

/// The complete games in a text, and the length of the text up to the end of the last one.
fn read(text: &str, plan: &Plan) -> Result<(Vec<Outline>, usize), String> {
    let header = Record { tags: vec![("Event".to_owned(), plan.header())], ..Record::default() };
    let header = header.to_text().map_err(|error| error.to_string())?;
    let line = header.lines().next().unwrap_or_default();
    if !text.starts_with(line) && !line.starts_with(text) {
        return Err("it begins with something else than a game of this match".to_owned());
    }
    let starts: Vec<usize> = text
        .match_indices("[Event ")
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    let mut outlines: Vec<Outline> = Vec::new();
    let mut whole = 0;
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        let block = &text[start..end];
        // A blank line terminates each game.
        let record = block.ends_with("\n\n").then(|| Record::from_text(block).ok()).flatten();
        match record.and_then(|record| outline(plan, &record)) {
            Some(outline) => outlines.push(outline),
            None if end == text.len() => break,
            None => return Err(format!("game {} in it is damaged or of another match", i + 1)),
        }
        whole = end;
    }
    Ok((outlines, whole))
}
