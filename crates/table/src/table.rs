//! A finished table: values of positions, read directly from its files.

use crate::{
    block::{Head, Spot},
    cut::Cut,
    error::{Place, TableError},
    half, index,
    manifest::{Finished, Manifest},
    position::Position,
    slots::Slots,
    store::number,
    tally::Tally,
};
use ludoteca_search::Outcome;
use ludoteca_solve::{
    Worth,
    squadro::{Layout, Pair, Shelf, Sides, Values},
};
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The numbers of cached chunks and block headers, about 10 MB together.
const CHUNKS: usize = 256;
const HEADS: usize = 64;

/// A finished table, open for queries. Threads may share it.
#[derive(Debug)]
pub struct Table {
    folder: PathBuf,
    layout: Layout,
    manifest: Manifest,
    finished: Finished,
    files: Vec<(PathBuf, File)>,
    spots: Vec<Spot>,
    heads: Slots<u32, Head>,
    chunks: Slots<(u32, usize), Vec<u8>>,
}

impl Table {
    /// Opens the table in a folder.
    ///
    /// # Errors
    /// If there is none, or if it is unfinished, of another version, truncated or altered, as far as can be
    /// detected without reading all of it.
    pub fn open(folder: &Path) -> Result<Table, TableError> {
        let unfit = |fault: &str| TableError::unfit(folder, fault);
        let manifest = Manifest::read(folder)?.ok_or_else(|| unfit("there is no table"))?;
        let finished = manifest.finished.clone().ok_or_else(|| {
            unfit("the table is not finished: `ludoteca solve squadro` with this folder as --out goes on with it")
        })?;
        let board = manifest.board().ok_or_else(|| unfit("there is no such board"))?;
        let layout = Layout::new(Arc::new(Sides::new(board)), manifest.values.into());
        if finished.levels.len() != layout.levels() {
            return Err(unfit("the table lacks levels"));
        }
        let blocks = layout.sides().seats.iter().map(|side| side.blocks.len()).product();
        let spots = index::read(folder, &finished.index, blocks)?;
        let mut files = Vec::new();
        for (number, level) in finished.levels.iter().enumerate() {
            let path = folder.join(&level.file);
            let file = File::open(&path).map_err(TableError::file("open", &path))?;
            let length = file.metadata().map_err(TableError::file("read", &path))?.len();
            if length < level.bytes {
                let place =
                    last_block(&layout, &spots, number, length).map(|block| Place { block, chunk: None });
                return Err(TableError::Damaged { path, place, fault: "the file is cut short there" });
            }
            if length > level.bytes {
                return Err(TableError::damaged(&path, "the file is longer than it was written"));
            }
            files.push((path, file));
        }
        let (heads, chunks) = (Slots::new(HEADS), Slots::new(CHUNKS));
        Ok(Table { folder: folder.to_owned(), layout, manifest, finished, files, spots, heads, chunks })
    }

    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The reachable positions by the player to move, Yellow first.
    #[must_use]
    pub fn to_move(&self) -> &[Tally; 2] {
        &self.finished.to_move
    }

    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.finished.levels.iter().map(|level| level.bytes).sum::<u64>() + self.finished.index.bytes
    }

    /// The value of a position for the player to move.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged there, or if the position does not belong to this board.
    pub fn worth(&self, position: &Position) -> Result<Worth, TableError> {
        let [yellow, red] = position.numbers(self.layout.sides()).ok_or_else(|| self.foreign())?;
        self.worth_of(position.mover(), yellow, red)
    }

    /// Like [`worth`](Self::worth), by numbers: the player to move (0: Yellow), Yellow's state and Red's.
    ///
    /// # Errors
    /// As [`worth`](Self::worth).
    pub fn worth_of(&self, mover: usize, yellow: u32, red: u32) -> Result<Worth, TableError> {
        let entry = self.layout.entry(mover, yellow, red).ok_or_else(|| self.foreign())?;
        let cut = Cut::new(&self.layout, entry.pair, self.manifest.chunk_bytes);
        let (chunk, row) = cut.find(entry.row);
        let bytes = self.chunk(entry.pair, &cut, chunk)?;
        let row = bytes.get(row).unwrap_or_default();
        self.layout.value(row, entry.place).ok_or_else(|| self.foreign())
    }

    fn foreign(&self) -> TableError {
        TableError::unfit(&self.folder, "the table has no such position")
    }

    fn chunk(&self, pair: Pair, cut: &Cut, chunk: usize) -> Result<Arc<Vec<u8>>, TableError> {
        let number = number(&self.layout, pair);
        self.chunks.get((number, chunk), || {
            let (path, file) = self.file(self.layout.level(pair));
            let spot = self.spots[number as usize];
            let head = self.heads.get(number, || Head::checked(file, path, spot, number, cut.chunks()))?;
            let mut bytes = Vec::new();
            head.unpack(
                file,
                path,
                spot.offset,
                chunk..chunk + 1,
                |chunk| cut.range(chunk).len(),
                &mut bytes,
            )?;
            Ok(bytes)
        })
    }

    /// A half of a pair's payload, with 0 for entries that are not positions.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged there.
    pub fn half(&self, pair: Pair, mover: usize) -> Result<Vec<u8>, TableError> {
        let spot = self.spots[number(&self.layout, pair) as usize];
        half::read(
            &self.layout,
            pair,
            mover,
            self.manifest.chunk_bytes,
            self.file(self.layout.level(pair)),
            spot,
        )
    }

    fn file(&self, level: usize) -> (&Path, &File) {
        let (path, file) = &self.files[level];
        (path, file)
    }

    /// Verifies a position's value against those of the positions after its moves.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged there.
    pub fn prove(&self, position: &Position) -> Result<Proof, TableError> {
        let stored = self.worth(position)?;
        let mut after = Vec::new();
        for (_, child) in position.children() {
            after.push(self.worth(&child)?);
        }
        let proven = if position.winner().is_some() {
            // SQ-9: a finished game is lost for the player to move.
            Worth { value: Outcome::Loss, plies: (self.layout.values() == Values::Distance).then_some(0) }
        } else {
            from_children(&after)
        };
        Ok(Proof { stored, proven })
    }
}

impl Shelf for Table {
    type Error = TableError;

    fn has(&self, _pair: Pair) -> bool {
        true
    }

    fn load(&self, pair: Pair, mover: usize) -> Result<Arc<[u8]>, TableError> {
        Ok(self.half(pair, mover)?.into())
    }

    fn save(&self, _pair: Pair, _payload: &[u8]) -> Result<(), TableError> {
        Err(TableError::unfit(&self.folder, "the table is finished"))
    }
}

/// The last block that begins before this offset of a level's file, or the first of the file.
fn last_block(layout: &Layout, spots: &[Spot], level: usize, length: u64) -> Option<u32> {
    let blocks = layout.pairs(level).into_iter().map(|pair| number(layout, pair));
    blocks.max_by_key(|&number| {
        let offset = spots.get(number as usize).map_or(0, |spot| spot.offset);
        if offset < length { (1, offset) } else { (0, u64::MAX - offset) }
    })
}

/// The stored value of a position, and the one that follows from the positions after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The value stored in the table.
    pub stored: Worth,
    pub proven: Worth,
}

impl Proof {
    /// Whether both values are the same.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.stored == self.proven
    }
}

/// The value of a position from those of the positions after its moves: the quickest win, a draw, or the
/// slowest loss.
fn from_children(after: &[Worth]) -> Worth {
    let plies =
        |lost: Outcome| after.iter().filter(move |worth| worth.value == lost).map(|worth| worth.plies);
    let more = |plies: Option<u32>| plies.map(|plies| plies + 1);
    if let Some(quickest) = plies(Outcome::Loss).min() {
        return Worth { value: Outcome::Win, plies: more(quickest) };
    }
    if after.iter().any(|worth| worth.value == Outcome::Draw) {
        return Worth { value: Outcome::Draw, plies: None };
    }
    Worth { value: Outcome::Loss, plies: more(plies(Outcome::Win).max().flatten()) }
}
