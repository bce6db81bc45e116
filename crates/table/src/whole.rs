//! Halves of blocks, and all of them, as the solver made them.

use crate::{
    block::{Head, Spot},
    counts::{Tally, count},
    cut::Cut,
    error::TableError,
    holes,
    store::number,
};
use ludoteca_solve::squadro::{Layout, Pair};
use std::{
    fs::File,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

/// Reads one half of a block: all chunks with this player to move.
pub(crate) fn half(
    layout: &Layout,
    pair: Pair,
    mover: usize,
    (path, file): (&Path, &File),
    spot: Spot,
) -> Result<Vec<u8>, TableError> {
    let cut = Cut::new(layout, pair);
    let head = Head::checked(file, path, spot, number(layout, pair), cut.chunks())?;
    let mut half = Vec::with_capacity(cut.half(mover).map(|chunk| cut.range(chunk).len()).sum());
    head.unpack(file, path, spot.offset, cut.half(mover), |chunk| cut.range(chunk).len(), &mut half)?;
    holes::clear(layout, pair, mover, &mut half);
    Ok(half)
}

/// Reads all blocks with all their checksums, on so many threads, and counts. The first fault in the order of the levels'
/// pairs is told, however many threads there are. `go_on` is told how many entries are checked, and says whether to go on.
pub(crate) fn check<'a>(
    layout: &Layout,
    spots: &[Spot],
    file: &(impl Fn(usize) -> (&'a Path, &'a File) + Sync),
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Result<[Tally; 2], TableError> {
    let pairs: Vec<Pair> = (0..layout.levels()).flat_map(|level| layout.pairs(level)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let counts = Mutex::new([Tally::default(), Tally::default()]);
    let fault: Mutex<Option<(usize, TableError)>> = Mutex::new(None);
    let check_pair = |pair: Pair| {
        let spot = spots[number(layout, pair) as usize];
        for mover in 0..2 {
            if !go_on(done.load(Ordering::Relaxed)) {
                return Err(TableError::Stopped);
            }
            let tally =
                count(layout, pair, mover, &half(layout, pair, mover, file(layout.level(pair)), spot)?);
            counts.lock().unwrap_or_else(PoisonError::into_inner)[mover].add(&tally);
        }
        Ok(())
    };
    let work = || {
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let Some(&pair) = pairs.get(turn) else { return };
            if let Err(error) = check_pair(pair) {
                next.store(pairs.len(), Ordering::Relaxed);
                let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
                if fault.as_ref().is_none_or(|&(earlier, _)| turn < earlier) {
                    *fault = Some((turn, error));
                }
                return;
            }
            done.fetch_add(layout.entries(pair), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}
