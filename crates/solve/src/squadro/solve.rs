//! Solves the whole table, level by level from the end of the game backwards.

use super::bits::Bits;
use super::blocks::Blocks;
use super::bytes::Bytes;
use super::levels::Run;
use super::pair::Solver;
use super::rows::Rows;
use super::{Ended, Failure, Layout, Progress, Shelf, Values};
use std::sync::atomic::AtomicBool;

/// Solves every pair that is not in the store yet, on `threads` threads. `report` is called for each finished
/// pair; `stop` is checked between pairs. Solved pairs are in the store however the run ends, and another run
/// continues from there.
///
/// # Errors
/// If the store fails.
pub fn solve<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    threads: usize,
    report: &(impl Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Ended, Failure<S::Error>> {
    let run = Run::new(layout, threads, report, stop);
    match layout.values() {
        Values::Wdl => backwards::<Bits, S>(layout, shelf, &run),
        Values::Distance => backwards::<Bytes, S>(layout, shelf, &run),
    }
}

fn backwards<R: Rows, S: Shelf>(
    layout: &Layout,
    shelf: &S,
    run: &Run<'_, impl Fn(Progress) + Sync>,
) -> Result<Ended, Failure<S::Error>> {
    let blocks = Blocks::<R>::new(layout);
    for level in (0..layout.levels()).rev() {
        let ended = run.level(level, || {
            let mut solver = Solver::new(layout, &blocks);
            move |pair| {
                if shelf.has(pair) {
                    return Ok(false);
                }
                let Some(payload) = solver.solve(shelf, pair, &|| false)? else { return Ok(false) };
                shelf.save(pair, payload).map_err(Failure::Shelf)?;
                Ok(true)
            }
        })?;
        if ended == Ended::Stopped {
            return Ok(ended);
        }
    }
    Ok(Ended::Complete)
}
