//! Output for people and for programs.

use crate::{
    failure::Failure,
    interrupt,
    terminal::{SanitizedWriter, harmless},
};
use clap::Args;
use ludoteca_catalog::{GameInfo, Status};
use serde::Serialize;
use std::{
    fs::{self, OpenOptions},
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

// Flattened into other structs of the same name, which clap would mistake for the name of their group.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints text; control characters are escaped on a terminal.
pub fn print(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() { print_drawing(&harmless(text)) } else { print_drawing(text) }
}

/// Prints our own coloured drawings unescaped.
pub fn print_drawing(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", serde_json::to_string(value).map_err(Failure::other)?))
}

/// The player to act or the result, in the documented format.
pub fn status_line(info: &GameInfo, status: &Status) -> String {
    match status {
        Status::ToAct(seat) => format!("to act: {}", info.seat_name(*seat)),
        Status::Over(standing) => format!("result: {}", info.result(standing)),
    }
}

/// The player to act or the result, as JSON.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub enum StatusJson {
    #[serde(rename_all = "camelCase")]
    ToAct { to_act: &'static str },
    #[serde(rename_all = "camelCase")]
    Over { result: String, places: serde_json::Map<String, serde_json::Value> },
}

impl StatusJson {
    pub fn new(info: &GameInfo, status: &Status) -> StatusJson {
        match status {
            Status::ToAct(seat) => StatusJson::ToAct { to_act: info.seat_name(*seat) },
            Status::Over(standing) => StatusJson::Over {
                result: info.result(standing),
                places: standing
                    .iter()
                    .map(|(seat, place)| (info.seat_name(seat).to_owned(), place.into()))
                    .collect(),
            },
        }
    }
}

/// Writes a file atomically: a temporary file beside it is renamed once it is complete. An existing file
/// keeps its mode, and links are followed. Devices and FIFOs are written directly; `-` is standard output. On
/// a terminal, control characters are escaped.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if ["-", "/dev/stdout"].iter().any(|name| path.as_os_str() == *name) {
        let out = io::stdout().lock();
        if out.is_terminal() {
            return write_and_flush(SanitizedWriter::new(out), write);
        }
        return write_and_flush(out, write);
    }
    let named = |error| named(path, error);
    let old = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        old => Some(old.map_err(named)?),
    };
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let file = OpenOptions::new().write(true).open(path).map_err(named)?;
        let is_terminal = file.is_terminal();
        let file = NamedWriter { path, out: file };
        if is_terminal {
            return write_and_flush(SanitizedWriter::new(file), write);
        }
        return write_and_flush(file, write);
    }
    let place = behind_links(path).map_err(named)?;
    let beside = TemporaryFile::new(&place, old.as_ref()).map_err(named)?;
    let mut file = io::BufWriter::new(NamedWriter { path, out: beside.file.as_file() });
    write(&mut file)?;
    file.flush()?;
    drop(file);
    beside.put_in_place(&place).map_err(named)
}

fn write_and_flush(
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(out);
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes text to a file atomically.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    write_file(path, |out| Ok(out.write_all(text.as_bytes())?))
}

fn named(path: &Path, error: io::Error) -> Failure {
    Failure::Other(format!("cannot write {}: {error}", path.display()))
}

/// Adds the file's name to errors of the output; errors of the caller have their own context.
struct NamedWriter<'a, W> {
    path: &'a Path,
    out: W,
}

impl<W> NamedWriter<'_, W> {
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| match error.kind() {
            // Callers match on their kind.
            io::ErrorKind::BrokenPipe | io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write {}: {error}", self.path.display())),
        })
    }
}

impl<W: Write> Write for NamedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.named(flushed)
    }
}

/// The target of a chain of links, whether it exists or not.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = folder_of(&place).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file in the folder of the final one. It is removed when it is dropped, and when the program is
/// interrupted.
struct TemporaryFile {
    file: NamedTempFile,
}

impl TemporaryFile {
    fn new(place: &Path, old: Option<&fs::Metadata>) -> io::Result<TemporaryFile> {
        let file = interrupt::with_temporary_files(|files| {
            let mut builder = tempfile::Builder::new();
            // Created with the permissions of any other file, subject to the user's umask.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let file = builder.tempfile_in(folder_of(place))?;
            files.insert(file.path().to_owned());
            io::Result::Ok(file)
        })?;
        let beside = TemporaryFile { file };
        if let Some(old) = old {
            // Only the superuser may keep another owner.
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                let _ = fchown(beside.file.as_file(), Some(old.uid()), Some(old.gid()));
            }
            beside.file.as_file().set_permissions(old.permissions())?;
        }
        Ok(beside)
    }

    fn put_in_place(self, place: &Path) -> io::Result<()> {
        interrupt::with_temporary_files(|files| {
            files.remove(self.file.path());
            self.file.persist(place).map(drop).map_err(|error| error.error)
        })
    }
}
