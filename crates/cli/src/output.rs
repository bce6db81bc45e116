//! Printing, for people and for programs.

use crate::failure::Failure;
use clap::Args;
use ludoteca_catalog::{GameInfo, Status};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::Path,
};

// Flattened into others that have the same name, which clap would take for their group's.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints text as it is, or JSON on one line.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", serde_json::to_string(value).map_err(Failure::other)?))
}

/// Who is to act, or the result, as the shell's contract words it.
pub(crate) fn status_line(info: &GameInfo, status: &Status) -> String {
    match status {
        Status::ToAct(seat) => format!("to act: {}", info.seat_name(*seat)),
        Status::Over(standing) => format!("result: {}", info.result(standing)),
    }
}

/// The same for JSON.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum StatusJson {
    #[serde(rename_all = "camelCase")]
    ToAct { to_act: &'static str },
    #[serde(rename_all = "camelCase")]
    Over { result: String, places: serde_json::Map<String, serde_json::Value> },
}

impl StatusJson {
    pub(crate) fn new(info: &GameInfo, status: &Status) -> StatusJson {
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

/// Writes a file whole or not at all; `-` is standard output.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        let mut out = io::BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let named = |error: io::Error| Failure::Other(format!("cannot write {}: {error}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = io::BufWriter::new(new_file_in(folder).map_err(named)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(|error| named(error.into_error()))?;
    file.persist(path).map_err(|error| named(error.error))?;
    Ok(())
}

/// A temporary file that anybody may read whom the user's settings allow, as with any file one writes.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
