//! The manifest: the file that describes what a folder holds. It is written last and marks a table as
//! finished.

use crate::{error::TableError, tally::Tally};
use ludoteca_solve::squadro::{Board, Values};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};
use twox_hash::XxHash3_64;

pub(crate) const FORMAT: &str = "ludoteca squadro table";
/// The format version that is read and written.
pub(crate) const VERSION: u32 = 1;
/// The name of the layout documented in crate `solve`.
pub(crate) const LAYOUT: &str = "rows";
pub(crate) const MANIFEST: &str = "manifest.json";

/// A folder's description of its content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// A fixed string, so that no other file is mistaken for a manifest.
    pub format: String,
    pub version: u32,
    /// The number of tracks per side.
    pub tracks: usize,
    /// What the table stores for each position.
    pub values: Kind,
    /// The layout of entries in a pair: see docs/table.md.
    pub layout: String,
    /// The maximum size of a chunk before compression, except for longer rows.
    pub chunk_bytes: usize,
    /// The program that made the table.
    pub program: String,
    pub command: String,
    /// Set only if the table is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Finished>,
}

/// The properties of a finished table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finished {
    /// The files of the levels, from level 0 on.
    pub levels: Vec<LevelFile>,
    /// The file with the location of each block.
    pub index: IndexFile,
    /// The reachable positions by the player to move, Yellow first.
    pub to_move: [Tally; 2],
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LevelFile {
    /// Its name in the folder.
    pub file: String,
    pub bytes: u64,
    pub blocks: u64,
}

/// The file with the location of each block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IndexFile {
    /// Its name in the folder.
    pub file: String,
    pub bytes: u64,
    /// XXH3-64 of the file, in hexadecimal.
    pub checksum: String,
}

/// What a table stores for each position, in the form of the manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Won, lost or endless.
    Wdl,
    /// Won, lost or endless, with plies to the end.
    Distance,
}

impl From<Values> for Kind {
    fn from(values: Values) -> Kind {
        match values {
            Values::Wdl => Kind::Wdl,
            Values::Distance => Kind::Distance,
        }
    }
}

impl From<Kind> for Values {
    fn from(kind: Kind) -> Values {
        match kind {
            Kind::Wdl => Values::Wdl,
            Kind::Distance => Values::Distance,
        }
    }
}

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Wdl => "wdl",
            Kind::Distance => "distance",
        }
    }
}

impl Manifest {
    /// The board of the table.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn board(&self) -> Option<Board> {
        Board::new(self.tracks)
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, TableError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(TableError::file("read", &path))?,
        };
        let damaged = |fault| TableError::damaged(&path, fault);
        let mut json: serde_json::Value =
            serde_json::from_slice(&text).map_err(|_| damaged("it is not the manifest of a table"))?;
        if json["format"] != FORMAT {
            return Err(damaged("it is not the manifest of a table"));
        }
        if json["version"] != VERSION {
            let fault = format!(
                "the table has version {} of the format, and this program reads version {VERSION}",
                json["version"]
            );
            return Err(TableError::unfit(folder, fault));
        }
        let checksum = json.as_object_mut().and_then(|object| object.shift_remove("checksum"));
        if checksum.is_none_or(|found| found != checksum_of(&json)) {
            return Err(damaged("the checksum does not fit"));
        }
        let manifest: Manifest = serde_json::from_value(json).map_err(|_| damaged("it lacks something"))?;
        if manifest.layout != LAYOUT || !(1 << 10..=1 << 24).contains(&manifest.chunk_bytes) {
            return Err(TableError::unfit(
                folder,
                "the table is laid out in a way this program does not know",
            ));
        }
        if let Some(name) = manifest.files().find(|name| !is_plain(name)) {
            let fault =
                format!("the manifest names the file {name:?}, which is not a plain name in the folder");
            return Err(TableError::unfit(folder, fault));
        }
        Ok(Some(manifest))
    }

    /// The names of the files of a finished table.
    fn files(&self) -> impl Iterator<Item = &str> {
        let finished = self.finished.iter();
        finished.flat_map(|all| {
            all.levels.iter().map(|level| level.file.as_str()).chain([all.index.file.as_str()])
        })
    }

    /// Writes the manifest of a folder atomically.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), TableError> {
        let path = folder.join(MANIFEST);
        let failed = |error: serde_json::Error| TableError::file("write", &path)(error.into());
        let mut json = serde_json::to_value(self).map_err(failed)?;
        let checksum = checksum_of(&json);
        if let Some(object) = json.as_object_mut() {
            object.insert("checksum".to_owned(), checksum.into());
        }
        let text = serde_json::to_string_pretty(&json).map_err(failed)? + "\n";
        replace(folder, MANIFEST, text.as_bytes())
    }
}

/// Whether a name can only refer to a file of the folder itself, on any system.
fn is_plain(name: &str) -> bool {
    !matches!(name, "" | "." | "..")
        && !name.contains(|c: char| matches!(c, '/' | '\\' | ':') || c.is_control())
}

fn checksum_of(json: &serde_json::Value) -> String {
    format!("{:016x}", XxHash3_64::oneshot(json.to_string().as_bytes()))
}

/// Replaces a file atomically: readers see either the old or the new file, even after a power failure.
pub(crate) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), TableError> {
    let path = folder.join(name);
    let new = folder.join(format!("{name}.new"));
    let written =
        File::create(&new).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.map_err(TableError::file("write", &new))?;
    fs::rename(&new, &path).map_err(TableError::file("write", &path))?;
    sync_folder(folder).map_err(TableError::file("write", &path))
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Folders cannot be opened as files there; the file system orders renames by itself.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
