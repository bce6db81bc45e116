//! The tuner's files. Weights are read at the beginning, written after each generation, and replaced
//! atomically.

use crate::{Budget, Progress, Report, tune_game};
use ludoteca_catalog::GameId;
use ludoteca_evaluate::{Features, Knowledge, WeightsError};
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;
use std::{
    fmt, fs, io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Where a tuner reads and writes.
#[derive(Clone, Debug)]
pub struct Files {
    /// The weights: read at the beginning if they exist, written at the end.
    pub weights: PathBuf,
    /// Written after each generation, so that a stopped tuner can resume from it; removed at the end.
    pub checkpoint: PathBuf,
}

/// Why a tuner failed.
#[derive(Debug)]
pub enum TuneError {
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// A file does not hold the game's weights.
    Weights(PathBuf, WeightsError),
    /// A checkpoint does not begin with a generation, or was made with other settings.
    Checkpoint(PathBuf),
    /// The game's evaluation is trained on the solved game, not by self-play.
    LearntFromSolution,
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::File(path, error) => write!(f, "{}: {error}", path.display()),
            TuneError::Weights(path, error) => write!(f, "{}: {error}", path.display()),
            TuneError::Checkpoint(path) => {
                write!(f, "{}: made with other settings; remove it to start over", path.display())
            }
            TuneError::LearntFromSolution => f.write_str(
                "nothing to tune: its network is learnt from the solved game, see docs/network.md",
            ),
        }
    }
}

impl std::error::Error for TuneError {}

/// Tunes a game: resumes from a checkpoint if there is one, otherwise starts from the weights file, otherwise
/// from zero. `progress` is called with the progress and may stop the tuner; only work since the last
/// generation is then lost.
///
/// # Errors
/// If a file is invalid or cannot be read or written.
pub fn tune<G: Features>(
    budget: &Budget,
    files: &Files,
    progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TuneError> {
    let head = |generation: u32| format!("generation {generation} of {budget:?}\n");
    let weights_in = |path: &Path, text: &str| {
        Knowledge::<G>::read(text).map_err(|error| TuneError::Weights(path.to_owned(), error))
    };
    let (mut knowledge, done) = if let Some(text) = read_if_there(&files.checkpoint)? {
        let known = (0..=budget.generations).find_map(|n| Some((n, text.strip_prefix(&head(n))?)));
        let (done, weights) = known.ok_or_else(|| TuneError::Checkpoint(files.checkpoint.clone()))?;
        (weights_in(&files.checkpoint, weights)?, done)
    } else if let Some(text) = read_if_there(&files.weights)? {
        (weights_in(&files.weights, &text)?, 0)
    } else {
        (Knowledge::none(), 0)
    };
    let report = tune_game(&mut knowledge, budget, done, progress, |knowledge, number, _| {
        replace(&files.checkpoint, &(head(number) + &knowledge.write("")))
    })?;
    if !report.stopped {
        let about = format!(
            "Weights of {}, in thousandths of a clear advantage.\nMade by the tuner from games against itself: {budget:?}.",
            G::INFO.name
        );
        replace(&files.weights, &knowledge.write(&about))?;
        match fs::remove_file(&files.checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(TuneError::File(files.checkpoint.clone(), error));
            }
            _ => {}
        }
    }
    Ok(report)
}

/// [`tune()`] for the game with this name.
///
/// # Errors
/// As [`tune()`]; also for a game whose evaluation is not tuned by self-play.
pub fn tune_by_id(
    id: GameId,
    budget: &Budget,
    files: &Files,
    progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TuneError> {
    match id {
        GameId::Squadro => Err(TuneError::LearntFromSolution),
        GameId::NumberOne => tune::<NumberOne>(budget, files, progress),
        GameId::Peak => tune::<Peak>(budget, files, progress),
        GameId::OnePieceForTwo => tune::<OnePiece>(budget, files, progress),
    }
}

fn read_if_there(path: &Path) -> Result<Option<String>, TuneError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TuneError::File(path.to_owned(), error)),
    }
}

/// Writes a new file next to the old one, then renames it over the old one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), TuneError> {
    let wrap = |error| TuneError::File(path.to_owned(), error);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(wrap)?;
    }
    fs::write(&beside, text).map_err(wrap)?;
    fs::rename(&beside, path).map_err(wrap)
}
