//! Work on all pairs of a level at once, on several threads.

use super::{Layout, Pair};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The level being worked on.
    pub level: usize,
    /// The number of entries in finished pairs.
    pub done: u64,
    /// Entries done in this run; the others were in the store before.
    pub fresh: u64,
    /// The number of entries in all pairs.
    pub all: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every pair is done.
    Complete,
    /// The stop flag was set.
    Stopped,
}

/// Why a run failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure<E> {
    /// The store could not load or save a pair.
    Shelf(E),
    /// The stored payload of this pair has the wrong length.
    Length(Pair),
}

pub(super) struct Run<'a, F> {
    layout: &'a Layout,
    threads: usize,
    report: &'a F,
    stop: &'a AtomicBool,
    done: AtomicU64,
    fresh: AtomicU64,
    all: u64,
}

impl<'a, F: Fn(Progress) + Sync> Run<'a, F> {
    pub(super) fn new(layout: &'a Layout, threads: usize, report: &'a F, stop: &'a AtomicBool) -> Run<'a, F> {
        let pairs = (0..layout.levels()).flat_map(|level| layout.pairs(level));
        let all = pairs.map(|pair| layout.entries(pair)).sum();
        Run { layout, threads, report, stop, done: AtomicU64::new(0), fresh: AtomicU64::new(0), all }
    }

    /// Processes all pairs of a level. Each thread creates its own worker, which returns whether it had to do
    /// anything for a pair.
    pub(super) fn level<E: Send, W: FnMut(Pair) -> Result<bool, Failure<E>>>(
        &self,
        level: usize,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Ended, Failure<E>> {
        let mut pairs = self.layout.pairs(level);
        // The biggest first, so that no thread is left with a big one at the end.
        pairs.sort_by_key(|&pair| std::cmp::Reverse(self.layout.entries(pair)));
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let broken = AtomicBool::new(false);
        let work = || {
            let mut worker = worker();
            while !self.stop.load(Ordering::Relaxed) && !broken.load(Ordering::Relaxed) {
                let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let entries = self.layout.entries(pair);
                match worker(pair) {
                    Ok(fresh) => {
                        let fresh = self.fresh.fetch_add(if fresh { entries } else { 0 }, Ordering::Relaxed)
                            + if fresh { entries } else { 0 };
                        let done = self.done.fetch_add(entries, Ordering::Relaxed) + entries;
                        (self.report)(Progress { level, done, fresh, all: self.all });
                    }
                    Err(error) => {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        broken.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(pairs.len()) {
                scope.spawn(work);
            }
            work();
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None if self.stop.load(Ordering::Relaxed) => Ok(Ended::Stopped),
            None => Ok(Ended::Complete),
        }
    }
}
