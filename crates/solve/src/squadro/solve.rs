//! The whole table, level by level from the end of the game backwards.

use super::bits::Bits;
use super::bytes::Bytes;
use super::pair::{Blocks, Solver};
use super::rows::Rows;
use super::{Layout, Pair, Shelf, Values};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The level being solved; the run ends with level 0.
    pub level: usize,
    /// Entries of pairs that are on the shelf.
    pub done: u64,
    /// Entries this run has solved; the others were there before.
    pub solved: u64,
    /// Entries of all pairs.
    pub all: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every pair is on the shelf.
    Complete,
    /// The flag was set: what was solved is on the shelf, and another run goes on from there.
    Stopped,
}

/// Why a run broke off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure<E> {
    /// The shelf could not load or keep a pair.
    Shelf(E),
    /// The shelf's payload of this pair has the wrong length.
    Length(Pair),
}

/// Solves every pair the shelf does not have yet, on so many threads. `report` is told of each pair as it is done; `stop` is
/// looked at between pairs.
///
/// # Errors
/// When the shelf fails; what was solved until then is on the shelf.
pub fn solve<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    threads: usize,
    report: &(impl Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Ended, Failure<S::Error>> {
    match layout.values() {
        Values::Wdl => levels::<Bits, S>(layout, shelf, threads, report, stop),
        Values::Distance => levels::<Bytes, S>(layout, shelf, threads, report, stop),
    }
}

fn levels<R: Rows, S: Shelf>(
    layout: &Layout,
    shelf: &S,
    threads: usize,
    report: &(impl Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Ended, Failure<S::Error>> {
    let blocks = Blocks::<R>::new(layout.sides());
    let all =
        (0..layout.levels()).flat_map(|level| layout.pairs(level)).map(|pair| layout.entries(pair)).sum();
    let (done, fresh) = (AtomicU64::new(0), AtomicU64::new(0));
    for level in (0..layout.levels()).rev() {
        let mut pairs = layout.pairs(level);
        // The biggest first, so that no thread is left alone with one at the end.
        pairs.sort_by_key(|&pair| std::cmp::Reverse(layout.entries(pair)));
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let broken = AtomicBool::new(false);
        let work = || {
            let mut solver = Solver::new(layout, &blocks);
            while !stop.load(Ordering::Relaxed) && !broken.load(Ordering::Relaxed) {
                let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let entries = layout.entries(pair);
                if !shelf.has(pair) {
                    let solved = solver.solve(shelf, pair);
                    let saved = solved.and_then(|payload| shelf.save(pair, payload).map_err(Failure::Shelf));
                    if let Err(error) = saved {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        broken.store(true, Ordering::Relaxed);
                        return;
                    }
                    fresh.fetch_add(entries, Ordering::Relaxed);
                }
                let done = done.fetch_add(entries, Ordering::Relaxed) + entries;
                report(Progress { level, done, solved: fresh.load(Ordering::Relaxed), all });
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        if let Some(failure) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(failure);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
    }
    Ok(Ended::Complete)
}
