//! A table under construction: pairs are added, and an interrupted run can be resumed.

use crate::{
    block::{Head, Spot, pack},
    cache::Cache,
    cut::{CHUNK_BYTES, Cut},
    error::TableError,
    half, holes, index,
    manifest::{FORMAT, Finished, LAYOUT, LevelFile, Manifest, VERSION},
    table::Table,
    tally::Tally,
};
use ludoteca_solve::squadro::{Layout, Pair, Shelf};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

const LOCK: &str = "lock";

/// An unfinished table in a folder. Only one process at a time may open it.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    layout: Layout,
    manifest: Manifest,
    levels: Vec<Level>,
    cache: Mutex<Cache>,
    found: Found,
    /// The lock is held as long as this lives; the system releases it however the process ends.
    _lock: File,
}

/// The content of the folder when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The number of complete pairs.
    pub pairs: u64,
    /// The number of bytes after them that were cut off.
    pub cut_off: u64,
}

/// A folder opened for writing.
#[derive(Debug)]
pub enum Opened {
    Unfinished(Box<Store>),
    /// The table is already complete.
    Finished(Box<Table>),
}

#[derive(Debug)]
struct Level {
    path: PathBuf,
    file: File,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The offset at which the next block is written.
    end: u64,
    /// By the block's number.
    spots: BTreeMap<u32, Spot>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panicking thread leaves consistent data behind: nothing is changed before it is on disk.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn number(layout: &Layout, pair: Pair) -> u32 {
    u32::from(pair.yellow) * layout.sides().seats[1].blocks.len() as u32 + u32::from(pair.red)
}

/// The pair with this block number.
pub(crate) fn pair_of(layout: &Layout, number: u32) -> Option<Pair> {
    let [yellows, reds] = [0, 1].map(|seat| layout.sides().seats[seat].blocks.len() as u32);
    (number < yellows * reds).then(|| Pair { yellow: (number / reds) as u16, red: (number % reds) as u16 })
}

pub(crate) fn level_name(level: usize) -> String {
    format!("level-{level:02}.dat")
}

impl Store {
    /// Opens a folder to create a table in it or to resume one; creates the folder if it does not exist.
    /// Halves of pairs are cached in up to `memory` bytes. `report` is called with the number of existing
    /// bytes that are checked so far, and their total.
    ///
    /// # Errors
    /// If another process writes there, if the folder holds another table, or if a file operation fails.
    pub fn open(
        folder: &Path,
        layout: &Layout,
        command: &str,
        memory: usize,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<Opened, TableError> {
        fs::create_dir_all(folder).map_err(TableError::file("make", folder))?;
        let lock = lock_folder(folder)?;
        let manifest = match Manifest::read(folder)? {
            Some(manifest) => {
                fits(&manifest, layout, folder)?;
                if manifest.finished.is_some() {
                    return Table::open(folder).map(|table| Opened::Finished(Box::new(table)));
                }
                manifest
            }
            None => {
                is_ours_or_empty(folder)?;
                let manifest = manifest(layout, command);
                manifest.write(folder)?;
                manifest
            }
        };
        let mut store = Store {
            folder: folder.to_owned(),
            layout: layout.clone(),
            manifest,
            levels: Vec::new(),
            cache: Mutex::new(Cache::new(layout.levels(), memory)),
            found: Found::default(),
            _lock: lock,
        };
        store.take_up(report)?;
        Ok(Opened::Unfinished(Box::new(store)))
    }

    /// Frees the cache of halves and disables it, for reading each half just once.
    pub fn keep_nothing(&self) {
        lock(&self.cache).close();
    }

    /// The content of the folder when it was opened.
    #[must_use]
    pub fn found(&self) -> Found {
        self.found
    }

    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn take_up(&mut self, report: &mut dyn FnMut(u64, u64)) -> Result<(), TableError> {
        let mut files = Vec::new();
        for level in 0..self.layout.levels() {
            let path = self.folder.join(level_name(level));
            let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
            let file = file.map_err(TableError::file("open", &path))?;
            let length = file.metadata().map_err(TableError::file("read", &path))?.len();
            files.push((path, file, length));
        }
        let all = files.iter().map(|(_, _, length)| length).sum();
        let mut checked = 0;
        for (level, (path, file, length)) in files.into_iter().enumerate() {
            let mut state = State { end: 0, spots: BTreeMap::new() };
            while let Some((number, spot, bytes)) =
                self.whole_block(&file, level, state.end).map_err(TableError::file("read", &path))?
            {
                state.end += bytes;
                state.spots.insert(number, spot);
                report(checked + state.end, all);
            }
            if state.end < length {
                self.found.cut_off += length - state.end;
                file.set_len(state.end).map_err(TableError::file("cut", &path))?;
            }
            self.found.pairs += state.spots.len() as u64;
            checked += length;
            self.levels.push(Level { path, file, state: Mutex::new(state) });
        }
        Ok(())
    }

    /// The block at this offset and its length; `None` if there is no complete block of this level.
    fn whole_block(&self, file: &File, level: usize, offset: u64) -> io::Result<Option<(u32, Spot, u64)>> {
        let Some(claimed) = Head::claimed(file, offset)? else { return Ok(None) };
        let pair = pair_of(&self.layout, claimed).filter(|&pair| self.layout.level(pair) == level);
        let Some(pair) = pair else { return Ok(None) };
        let Some(head) =
            Head::at(file, offset, Cut::new(&self.layout, pair, self.manifest.chunk_bytes).chunks())?
        else {
            return Ok(None);
        };
        if head.first_wrong(file, offset)?.is_some() {
            return Ok(None);
        }
        Ok(Some((head.number, Spot { offset, head_checksum: head.checksum }, head.block_len())))
    }

    fn spot(&self, pair: Pair) -> Option<Spot> {
        let level = self.levels.get(self.layout.level(pair))?;
        lock(&level.state).spots.get(&number(&self.layout, pair)).copied()
    }

    /// Syncs everything that was saved to disk, so that it survives a power failure.
    ///
    /// # Errors
    /// If the system cannot sync.
    pub fn sync(&self) -> Result<(), TableError> {
        self.levels
            .iter()
            .try_for_each(|level| level.file.sync_data().map_err(TableError::file("write", &level.path)))
    }

    /// Marks the table as finished, with the reachable positions by the player to move. All pairs must have
    /// been saved.
    ///
    /// # Errors
    /// If a pair is missing, or a file operation fails.
    pub fn finish(self, to_move: [Tally; 2]) -> Result<Table, TableError> {
        self.sync()?;
        let mut levels = Vec::new();
        let mut spots = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            let state = lock(&level.state);
            let blocks = state.spots.len() as u64;
            if blocks != self.layout.pairs(number).len() as u64 {
                return Err(TableError::unfit(&self.folder, format!("level {number} is not complete")));
            }
            levels.push(LevelFile { file: level_name(number), bytes: state.end, blocks });
            spots.extend(state.spots.iter().map(|(&number, &spot)| (number, spot)));
        }
        spots.sort_by_key(|&(number, _)| number);
        let spots: Vec<Spot> = spots.into_iter().map(|(_, spot)| spot).collect();
        let index = index::write(&self.folder, &spots)?;
        let manifest = Manifest { finished: Some(Finished { levels, index, to_move }), ..self.manifest };
        manifest.write(&self.folder)?;
        Table::open(&self.folder)
    }
}

fn manifest(layout: &Layout, command: &str) -> Manifest {
    Manifest {
        format: FORMAT.to_owned(),
        version: VERSION,
        tracks: layout.sides().board.tracks(),
        values: layout.values().into(),
        layout: LAYOUT.to_owned(),
        chunk_bytes: CHUNK_BYTES,
        program: format!("ludoteca {}", env!("CARGO_PKG_VERSION")),
        command: command.to_owned(),
        finished: None,
    }
}

fn lock_folder(folder: &Path) -> Result<File, TableError> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(TableError::file("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TableError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(TableError::file("lock", &path)(error)),
    }
}

/// Rejects a table other than the expected one.
fn fits(manifest: &Manifest, layout: &Layout, folder: &Path) -> Result<(), TableError> {
    let wanted = self::manifest(layout, "");
    let refuse = |there: String, wanted: String| {
        Err(TableError::unfit(folder, format!("it holds a table {there}, and one {wanted} is wanted")))
    };
    if manifest.tracks != wanted.tracks {
        return refuse(format!("of {} tracks", manifest.tracks), format!("of {} tracks", wanted.tracks));
    }
    if manifest.values != wanted.values {
        return refuse(
            format!("with values {}", manifest.values.word()),
            format!("with values {}", wanted.values.word()),
        );
    }
    Ok(())
}

/// Rejects a folder that holds other files: a table needs a folder of its own.
fn is_ours_or_empty(folder: &Path) -> Result<(), TableError> {
    for entry in fs::read_dir(folder).map_err(TableError::file("read", folder))? {
        let name = entry.map_err(TableError::file("read", folder))?.file_name();
        if name != LOCK && !name.to_string_lossy().starts_with("manifest.json") {
            return Err(TableError::unfit(folder, "it holds other files and no table"));
        }
    }
    Ok(())
}

impl Shelf for Store {
    type Error = TableError;

    fn has(&self, pair: Pair) -> bool {
        self.spot(pair).is_some()
    }

    fn load(&self, pair: Pair, mover: usize) -> Result<Arc<[u8]>, TableError> {
        let number_of_level = self.layout.level(pair);
        if let Some(half) = lock(&self.cache).get(number_of_level, pair, mover) {
            return Ok(half);
        }
        let (Some(spot), Some(level)) = (self.spot(pair), self.levels.get(number_of_level)) else {
            return Err(TableError::unfit(
                &self.folder,
                format!("block {} is not there", number(&self.layout, pair)),
            ));
        };
        let half: Arc<[u8]> = half::read(
            &self.layout,
            pair,
            mover,
            self.manifest.chunk_bytes,
            (&level.path, &level.file),
            spot,
        )?
        .into();
        lock(&self.cache).put(number_of_level, pair, mover, half.clone());
        Ok(half)
    }

    fn save(&self, pair: Pair, payload: &[u8]) -> Result<(), TableError> {
        let number_of_level = self.layout.level(pair);
        let Some(level) = self.levels.get(number_of_level).filter(|_| payload.len() == self.layout.len(pair))
        else {
            return Err(TableError::unfit(
                &self.folder,
                format!("a payload of {} bytes fits no block", payload.len()),
            ));
        };
        let failed = || TableError::file("write", &level.path);
        let number = number(&self.layout, pair);
        let mut filled = payload.to_vec();
        for mover in 0..2 {
            holes::fill(&self.layout, pair, mover, &mut filled[self.layout.half(pair, mover)]);
        }
        let packed = pack(number, &filled, &Cut::new(&self.layout, pair, self.manifest.chunk_bytes))
            .map_err(failed())?;
        let mut state = lock(&level.state);
        if let Err(error) = (&level.file).write_all(&packed.bytes) {
            // Half a block is useless; if it cannot be cut off now, the next run does it.
            let _ = level.file.set_len(state.end);
            return Err(failed()(error));
        }
        let spot = Spot { offset: state.end, head_checksum: packed.head_checksum };
        state.spots.insert(number, spot);
        state.end += packed.bytes.len() as u64;
        drop(state);
        let mut cache = lock(&self.cache);
        cache.reached(number_of_level);
        for mover in 0..2 {
            let half = self.layout.half(pair, mover);
            if cache.has_room(half.len()) {
                cache.put(number_of_level, pair, mover, payload[half].into());
            }
        }
        Ok(())
    }
}
