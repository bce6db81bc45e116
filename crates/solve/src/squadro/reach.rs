//! Which positions are reachable from the start, with either seat beginning: level by level, forwards.
//!
//! The structure is that of the solver: rows of bits, and each case of a move takes the bits in its mask to
//! another row, shifted. A pair is reached from itself and from at most ten pairs of the previous level, so
//! two levels are in memory: about 5 GB for the full board.

use super::blocks::{Blocks, Own};
use super::levels::Run;
use super::rows::{Cells, Mask, Plane};
use super::spread::{Carrier, Spread, TOGETHER};
use super::{Ended, Failure, Layout, Pair, Progress};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The reachable positions of a pair, including finished games.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    halves: [&'a [u64]; 2],
    row: usize,
}

impl<'a> Reached<'a> {
    /// The rows with `mover` (0: Yellow) to move, one for each of Yellow's states, with a bit for each of
    /// Red's states.
    pub fn rows(self, mover: usize) -> impl Iterator<Item = &'a [u64]> {
        self.halves[mover].chunks_exact(self.row)
    }
}

/// Calls `visit` with the reachable positions of each pair, from the start on, using this number of threads.
/// `layout` may be for any kind of values.
///
/// # Errors
/// The first error of `visit`.
pub fn reach<E: Send>(
    layout: &Layout,
    threads: usize,
    visit: &(impl Fn(Pair, Reached<'_>) -> Result<(), Failure<E>> + Sync),
    report: &(impl Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Ended, Failure<E>> {
    let run = Run::new(layout, threads, report, stop);
    let blocks = Blocks::<Bit>::new(layout);
    let mut before = HashMap::new();
    for level in 0..layout.levels() {
        let now = Mutex::new(HashMap::new());
        let ended = run.level(level, || {
            let mut walker =
                Walker { layout, blocks: &blocks, reached: Default::default(), before: Plane::default() };
            let (before, now) = (&before, &now);
            move |pair| {
                walker.pair(pair, before);
                let halves = walker.reached.each_ref().map(Plane::rows);
                visit(pair, Reached { halves, row: Bit::cells(layout.blocks(pair)[1].len as usize) })?;
                let halves = halves.map(Box::from);
                now.lock().unwrap_or_else(PoisonError::into_inner).insert(pair, halves);
                Ok(true)
            }
        })?;
        if ended == Ended::Stopped {
            return Ok(ended);
        }
        before = now.into_inner().unwrap_or_else(PoisonError::into_inner);
    }
    Ok(Ended::Complete)
}

/// The peak memory of [`reach`] in bytes: the reachable positions of two levels.
#[must_use]
pub fn reach_bytes(layout: &Layout) -> u64 {
    let of_level = |level| {
        let pairs = layout.pairs(level);
        pairs
            .iter()
            .map(|&pair| {
                let [yellow, red] = layout.blocks(pair).map(|block| block.len as usize);
                (2 * yellow * Bit::cells(red) * size_of::<u64>()) as u64
            })
            .sum::<u64>()
    };
    let levels: Vec<u64> = (0..layout.levels()).map(of_level).collect();
    levels.windows(2).map(|two| two[0] + two[1]).max().unwrap_or_default()
}

/// One bit per place.
#[derive(Clone, Copy, Debug)]
struct Bit;

impl Cells for Bit {
    type Cell = u64;
    const PLANES: usize = 1;

    fn cells(places: usize) -> usize {
        places.div_ceil(64)
    }

    fn mark(mask: &mut [u64], place: usize) {
        mask[place / 64] |= 1 << (place % 64);
    }
}

/// The reached positions of a level's pairs, by mover.
type Level = HashMap<Pair, [Box<[u64]>; 2]>;

struct Walker<'a> {
    layout: &'a Layout,
    blocks: &'a Blocks<Bit>,
    reached: [Plane<Bit>; 2],
    /// Arrivals from an earlier pair, in that pair's rows.
    before: Plane<Bit>,
}

impl Walker<'_> {
    fn pair(&mut self, pair: Pair, before: &Level) {
        let own @ Own { yellow, moves } = self.blocks.of(pair);
        for plane in &mut self.reached {
            plane.clear(yellow.len(), moves.red.len());
            if self.layout.level(pair) == 0 {
                Bit::mark(plane.row_mut(0), 0);
            }
        }
        for track in 0..yellow.radix.len() {
            if let Some(block) = yellow.before[track] {
                self.yellow_arrives(own, track, Pair { yellow: block as u16, ..pair }, before);
            }
            if let Some(block) = moves.red.before[track] {
                self.red_arrives(own, track, Pair { red: block as u16, ..pair }, before);
            }
        }
        if !self.is_over(pair) {
            self.settle(own);
        }
    }

    fn is_over(&self, pair: Pair) -> bool {
        let to_win = self.layout.sides().board.to_win();
        self.layout.blocks(pair).iter().any(|block| block.home >= to_win)
    }

    /// Yellow's moves that take a piece out of its previous phase.
    fn yellow_arrives(&mut self, own: Own<'_, Bit>, track: usize, pair: Pair, before: &Level) {
        let Some([half, _]) = before.get(&pair).filter(|_| !self.is_over(pair)) else { return };
        let from = self.blocks.of(pair);
        let stride = own.yellow.stride[track];
        let [_, to] = &mut self.reached;
        for (row, bits) in half.chunks_exact(Bit::cells(own.moves.red.len())).enumerate() {
            let (above, below) = (row / (stride * from.yellow.radix[track]), row % stride);
            let at = to.at(above * stride * own.yellow.radix[track] + below);
            for case in &from.yellow_cases(row, track).leaves {
                push(bits, from.moves.mask(case), &mut to.cells, at, case.shift.into());
            }
        }
    }

    /// Red's moves that take a piece out of its previous phase.
    fn red_arrives(&mut self, own: Own<'_, Bit>, track: usize, pair: Pair, before: &Level) {
        let Some([_, half]) = before.get(&pair).filter(|_| !self.is_over(pair)) else { return };
        let from = self.blocks.of(pair);
        let red = &from.moves.red;
        self.before.clear(from.yellow.len(), red.len());
        for (row, bits) in half.chunks_exact(Bit::cells(red.len())).enumerate() {
            for case in &from.red_cases(row, track).leaves {
                let at = self.before.at(from.sent_back(row, case.jumped));
                push(bits, from.moves.mask(case), &mut self.before.cells, at, 0);
            }
        }
        let further = &own.moves.red;
        let (stride, radix) = (red.stride[track], red.radix[track]);
        let mut carrier =
            Carrier::new(Spread { stride, radix, further: further.radix[track], places: red.len() });
        let before = self.before.rows().chunks(TOGETHER * Bit::cells(red.len()));
        let reached = self.reached[0].rows_mut().chunks_mut(TOGETHER * Bit::cells(further.len()));
        before.zip(reached).for_each(|(before, reached)| carrier.on(before, reached));
    }

    /// Applies moves within the pair, from the least advanced state on, until nothing new is reached.
    fn settle(&mut self, own: Own<'_, Bit>) {
        let rows = own.yellow.len();
        let mut fresh = [vec![true; rows], vec![true; rows]];
        let mut again = true;
        while again {
            again = false;
            for row in 0..rows {
                // Red's moves first: those without a jump stay in the row, and Yellow's continue from there.
                for mover in [1, 0] {
                    if !std::mem::take(&mut fresh[mover][row]) {
                        continue;
                    }
                    let [yellow, red] = &mut self.reached;
                    let (from, to) = if mover == 0 { (&*yellow, red) } else { (&*red, yellow) };
                    own.for_each_case(mover, row, |other, case| {
                        let at = to.at(other);
                        if push(from.row(row), own.moves.mask(case), &mut to.cells, at, case.shift.into()) {
                            fresh[1 - mover][other] = true;
                            again = true;
                        }
                    });
                }
            }
        }
    }
}

/// Adds the bits that are in the mask to the row at `at`, `shift` places further up; returns whether any is
/// new.
fn push(bits: &[u64], mask: &Mask<Bit>, to: &mut [u64], at: usize, shift: isize) -> bool {
    let place = ((at + mask.start) * 64).wrapping_add_signed(shift);
    let (cell, by) = (place / 64, place % 64);
    let (mut below, mut new) = (0, 0);
    let masked = bits[mask.start..].iter().zip(&mask.cells).map(|(bits, mask)| bits & mask).chain([0]);
    for (bits, to) in masked.zip(&mut to[cell..]) {
        let moved = bits << by | below >> 1 >> (63 - by);
        new |= moved & !*to;
        *to |= moved;
        below = bits;
    }
    new != 0
}
