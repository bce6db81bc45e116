//! The puzzles of this server: the built-in ones, and those in a folder that is polled, so that new files are
//! offered without a restart.

use super::Puzzles;
use ludoteca_catalog::GameId;
use ludoteca_puzzle::{Collection, Puzzle, STORED};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, PoisonError},
    time::{Duration, SystemTime},
};
use tokio::task::JoinHandle;

/// How often the folder is polled.
const LOOK: Duration = Duration::from_secs(30);
/// Larger files are ignored.
const LARGEST: u64 = 16 << 20;

/// The built-in puzzles, parsed once.
static OWN: LazyLock<Arc<PuzzleIndex>> = LazyLock::new(|| {
    let mut shelf = PuzzleIndex::default();
    for text in STORED {
        match Collection::read(text) {
            Ok(file) => drop(shelf.put(file)),
            // Unreachable: a test reads all of them.
            Err(fault) => tracing::error!("the built-in puzzles cannot be read: {fault}"),
        }
    }
    shelf.own = GameId::ALL.into_iter().map(|game| (game, shelf.of(game).len())).collect();
    Arc::new(shelf)
});

/// Puzzles by game and name.
#[derive(Clone, Debug, Default)]
pub(crate) struct PuzzleIndex {
    files: Vec<Arc<Collection>>,
    /// For each game its puzzles: file, and position in it.
    order: BTreeMap<GameId, Vec<(usize, usize)>>,
    names: BTreeMap<GameId, BTreeMap<String, usize>>,
    /// The number of built-in puzzles of each game.
    own: BTreeMap<GameId, usize>,
}

/// A puzzle and the file it is from.
pub(crate) type Found<'a> = (&'a Collection, &'a Puzzle);

impl Default for PuzzleLibrary {
    fn default() -> PuzzleLibrary {
        PuzzleLibrary(std::sync::RwLock::new(Arc::clone(&OWN)))
    }
}

/// The current puzzles, replaced on change.
#[derive(Debug)]
pub(crate) struct PuzzleLibrary(std::sync::RwLock<Arc<PuzzleIndex>>);

impl PuzzleIndex {
    /// Adds new puzzles, and returns the names that already belong to other puzzles.
    fn put(&mut self, file: Collection) -> Vec<String> {
        let (game, number) = (file.game, self.files.len());
        let mut taken = Vec::new();
        for (at, puzzle) in file.puzzles.iter().enumerate() {
            match self.puzzle(game, &puzzle.id) {
                // The same puzzle in another file.
                Some((_, known)) if known.position == puzzle.position => {}
                Some(_) => taken.push(puzzle.id.clone()),
                None => {
                    let order = self.order.entry(game).or_default();
                    self.names.entry(game).or_default().insert(puzzle.id.clone(), order.len());
                    order.push((number, at));
                }
            }
        }
        self.files.push(Arc::new(file));
        taken
    }

    /// The puzzles of a game, built-in ones first.
    pub(crate) fn of(&self, game: GameId) -> Vec<Found<'_>> {
        let order = self.order.get(&game).into_iter().flatten();
        order.filter_map(|place| self.at(*place)).collect()
    }

    /// The built-in puzzles of a game, which the page contains too.
    pub(crate) fn own(&self, game: GameId) -> Vec<Found<'_>> {
        let mut own = self.of(game);
        own.truncate(self.own.get(&game).copied().unwrap_or(0));
        own
    }

    pub(crate) fn puzzle(&self, game: GameId, id: &str) -> Option<Found<'_>> {
        let at = *self.names.get(&game)?.get(id)?;
        self.at(*self.order.get(&game)?.get(at)?)
    }

    fn at(&self, (file, at): (usize, usize)) -> Option<Found<'_>> {
        let file = self.files.get(file)?;
        Some((file, file.puzzles.get(at)?))
    }

    /// The built-in puzzles and those in these files; faulty files are logged and skipped.
    fn with_folder(files: &[FileStamp]) -> PuzzleIndex {
        let mut shelf = PuzzleIndex::clone(&OWN);
        for FileStamp { path, size, .. } in files {
            let text = match size {
                size if *size > LARGEST => Err(format!("it has more than {LARGEST} bytes")),
                _ => fs::read_to_string(path).map_err(|error| error.to_string()),
            };
            let read = text.and_then(|text| Collection::read(&text));
            let name = path.display();
            match read.and_then(|file| of_two(&file).map(|()| file)) {
                Ok(file) => {
                    let count = file.puzzles.len();
                    tracing::info!("{name}: {count} puzzles of {}", file.game);
                    for id in shelf.put(file) {
                        tracing::warn!("{name}: skipping puzzle {id}, whose id belongs to another puzzle");
                    }
                }
                Err(fault) => tracing::warn!("{name}: {fault}: skipping this puzzle file"),
            }
        }
        shelf
    }
}

/// Only games of two have puzzles.
fn of_two(file: &Collection) -> Result<(), String> {
    let seats = file.puzzles.first().and_then(|puzzle| file.open(&puzzle.position).ok());
    match seats.map(|game| game.seats()) {
        Some(2) => Ok(()),
        _ => Err("puzzles must be for two players".to_owned()),
    }
}

/// A file in the folder when it was last read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FileStamp {
    path: PathBuf,
    size: u64,
    changed: Option<SystemTime>,
}

/// The puzzle files in a folder, by name; none if the folder does not exist.
fn look(folder: &Path) -> io::Result<Vec<FileStamp>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let about = fs::metadata(&path)?;
            if about.is_file() {
                files.push(FileStamp { path, size: about.len(), changed: about.modified().ok() });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

impl Puzzles {
    pub(crate) fn shelf(&self) -> Arc<PuzzleIndex> {
        Arc::clone(&self.library.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Offers the puzzles in the `.txt` files of a folder too, now and whenever they change.
    pub(crate) async fn watch(&self, folder: PathBuf) -> JoinHandle<()> {
        let mut seen = Vec::new();
        self.scan_puzzles(&folder, &mut seen).await;
        let puzzles = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                puzzles.scan_puzzles(&folder, &mut seen).await;
            }
        })
    }

    /// Reads the folder again if something in it has changed.
    async fn scan_puzzles(&self, folder: &Path, seen: &mut Vec<FileStamp>) {
        let (place, before) = (folder.to_owned(), seen.clone());
        let read = tokio::task::spawn_blocking(move || {
            let files = look(&place)?;
            let shelf = (files != before).then(|| PuzzleIndex::with_folder(&files));
            Ok::<_, io::Error>((files, shelf))
        });
        match read.await {
            Ok(Ok((files, shelf))) => {
                *seen = files;
                if let Some(shelf) = shelf {
                    *self.library.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelf);
                }
            }
            Ok(Err(error)) => {
                tracing::warn!("the puzzles in {} cannot be read: {error}", folder.display());
            }
            Err(error) => tracing::error!("the puzzles could not be read: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_puzzles_of_every_game() {
        for game in GameId::ALL {
            assert!(OWN.of(game).len() > 60, "{game}");
            assert_eq!(OWN.own(game).len(), OWN.of(game).len());
        }
        assert!(OWN.puzzle(GameId::Squadro, "1-8").is_some());
        assert!(OWN.puzzle(GameId::Squadro, "nothing").is_none());
    }

    #[test]
    fn a_bad_file_is_left_out_and_the_others_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let squadro = STORED[0].replace("puzzle 1-8\n", "puzzle k2vq8mzt4wpc\n");
        fs::write(folder.path().join("b.txt"), &squadro).unwrap();
        fs::write(folder.path().join("a.txt"), STORED[0].replacen("grade 1\n", "grade 0\n", 1)).unwrap();
        fs::write(folder.path().join("c.txt.part"), "half a file").unwrap();
        let files = look(folder.path()).unwrap();
        assert_eq!(files.len(), 2);
        let shelf = PuzzleIndex::with_folder(&files);
        let own = OWN.of(GameId::Squadro).len();
        assert_eq!(shelf.of(GameId::Squadro).len(), own + 1, "all others existed already");
        assert!(shelf.puzzle(GameId::Squadro, "k2vq8mzt4wpc").is_some());
        assert_eq!(shelf.own(GameId::Squadro).len(), own, "the puzzle of the day is the same everywhere");
        assert!(look(&folder.path().join("nothing")).unwrap().is_empty());
        // A name that belongs to another puzzle.
        let other = Collection::read(&squadro.replace("puzzle k2vq8mzt4wpc\n", "puzzle 1-0x\n")).unwrap();
        let mut puzzle = other.puzzles[1].clone();
        puzzle.id = "1-0".to_owned();
        let mut shelf = PuzzleIndex::clone(&OWN);
        assert_eq!(shelf.put(Collection { puzzles: vec![puzzle], ..other }), ["1-0"]);
        assert_eq!(shelf.of(GameId::Squadro).len(), own);
    }
}
