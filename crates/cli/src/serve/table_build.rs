//! Builds Squadro's table in the background while the server runs.

use crate::solve::squadro::disk::make_quietly;
use ludoteca_server::TableShelf;
use ludoteca_shell::Failure;
use ludoteca_solve::squadro::{Board, Progress};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often progress is logged.
const EVERY: Duration = Duration::from_secs(30);

/// The background work, which stops when this is dropped; solved parts stay in the folder.
#[derive(Debug)]
pub(super) struct Making {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Builds this board's table, or continues it, and puts it on the shelf; `memory` is in MiB.
pub(super) fn start(
    board: Board,
    folder: PathBuf,
    memory: Option<u32>,
    shelf: TableShelf,
) -> Result<Making, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // One core stays free for the players.
    let threads = thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
    let work = move || {
        let begun = Instant::now();
        tracing::info!(target: super::TABLE, "Squadro's table: computing it in {}", folder.display());
        let told = Mutex::new(Instant::now());
        let show = |phase: &str, progress: &Progress| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.elapsed() >= EVERY {
                *told = Instant::now();
                let share = 100.0 * progress.done as f64 / progress.all.max(1) as f64;
                tracing::info!(target: super::TABLE, "Squadro's table: {phase}, {share:.1} %");
            }
        };
        match make_quietly(board, &folder, threads, memory, &show, &flag) {
            Ok(Some(table)) => {
                shelf.put(table);
                let seconds = begun.elapsed().as_secs();
                tracing::info!(target: super::TABLE, "Squadro's table: ready after {seconds} s");
            }
            Ok(None) => {
                tracing::info!(target: super::TABLE, "Squadro's table: stopped; it resumes at the next start")
            }
            Err(failure) => {
                tracing::error!(target: super::TABLE, "Squadro's table: failed: {failure}")
            }
        }
    };
    let thread = thread::Builder::new().name("table".to_owned()).spawn(work).map_err(Failure::other)?;
    Ok(Making { stop, thread: Some(thread) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_beside_and_a_stopped_one_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (board, path) = (Board::new(3).unwrap(), folder.path().join("squadro"));
        drop(start(board, path.clone(), None, TableShelf::default()).unwrap());
        let shelf = TableShelf::default();
        let making = start(board, path, None, shelf.clone()).unwrap();
        while shelf.get().is_none() {
            assert!(!making.thread.as_ref().unwrap().is_finished() || shelf.get().is_some());
            thread::yield_now();
        }
        let moves = shelf.moves("000/000 y").unwrap();
        assert_eq!(moves.len(), 3);
        assert!(shelf.moves("what").is_none());
    }
}
