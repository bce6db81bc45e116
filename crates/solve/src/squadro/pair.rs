//! One pair, solved from its successors to its fixed point.

use super::blocks::{Blocks, Own};
use super::digits::Digits;
use super::rows::{Plane, Rows};
use super::spread::Spread;
use super::{Failure, Layout, Pair, Shelf};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Checking `stop` takes about as long as sweeping a short row.
const ROWS_BETWEEN_STOPS: usize = 16;

/// Solves pairs one after the other, reusing the same memory.
#[derive(Debug)]
pub(super) struct Solver<'a, R: Rows> {
    layout: &'a Layout,
    blocks: &'a Blocks<R>,
    /// By mover: the best of the moves that leave the pair.
    leaving: [Plane<R>; 2],
    /// By mover: the values.
    values: [Plane<R>; 2],
    /// The values of the positions reached by leaving the pair.
    after: Plane<R>,
    payload: Vec<u8>,
}

impl<'a, R: Rows> Solver<'a, R> {
    pub(super) fn new(layout: &'a Layout, blocks: &'a Blocks<R>) -> Solver<'a, R> {
        let plane = Plane::default;
        let (leaving, values) = ([plane(), plane()], [plane(), plane()]);
        Solver { layout, blocks, leaving, values, after: plane(), payload: Vec::new() }
    }

    /// A pair's payload; `None` if `stop`, which is checked every few rows, returned true before it was done.
    pub(super) fn solve<S: Shelf>(
        &mut self,
        shelf: &S,
        pair: Pair,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<&[u8]>, Failure<S::Error>> {
        let (layout, blocks) = (self.layout, self.blocks);
        let own @ Own { yellow, moves } = blocks.of(pair);
        if stop() {
            return Ok(None);
        }
        let (rows, places) = (yellow.len(), moves.red.len());
        self.leaving.iter_mut().for_each(|plane| plane.clear(rows, places));
        self.values.iter_mut().chain([&mut self.after]).for_each(|plane| plane.shape(rows, places));
        let load = |pair: Pair, mover: usize| -> Result<Arc<[u8]>, Failure<S::Error>> {
            let half = shelf.load(pair, mover).map_err(Failure::Shelf)?;
            if half.len() == layout.half(pair, mover).len() { Ok(half) } else { Err(Failure::Length(pair)) }
        };
        let to_win = layout.sides().board.to_win();
        if layout.blocks(pair).iter().any(|block| block.home >= to_win) {
            // The game is over, and lost for the player to move.
            self.values.iter_mut().for_each(|plane| plane.cells.fill(R::LOST));
        } else {
            for track in 0..layout.sides().board.tracks() {
                if stop() {
                    return Ok(None);
                }
                if let Some(next) = yellow.next[track] {
                    let half = load(Pair { yellow: next as u16, ..pair }, 1)?;
                    self.yellow_leaves(own, track, blocks.yellow(next), &half);
                }
                if let Some(next) = moves.red.next[track] {
                    let half = load(Pair { red: next as u16, ..pair }, 0)?;
                    self.red_leaves(own, track, &blocks.red(next).red, &half);
                }
            }
            if self.settle(own, stop).is_break() || stop() {
                return Ok(None);
            }
        }
        self.write(own, pair);
        Ok(Some(&self.payload))
    }

    /// Yellow's moves of a piece to its next phase.
    fn yellow_leaves(&mut self, own: Own<'_, R>, track: usize, further: &Digits, half: &[u8]) {
        let yellow = own.yellow;
        let width = half.len() / further.len();
        let stride = yellow.stride[track];
        for row in (0..yellow.len()).filter(|&row| yellow.of[row][track] == 0) {
            let (above, below) = (row / (stride * yellow.radix[track]), row % stride);
            let from = above * stride * further.radix[track] + below;
            R::read(&half[from * width..][..width], self.after.row_mut(row));
        }
        for row in 0..yellow.len() {
            let from = self.after.at(row - usize::from(yellow.of[row][track]) * stride);
            let best = self.leaving[0].row_mut(row);
            for case in &own.yellow_cases(row, track).leaves {
                R::join(best, &self.after.cells, from, case.shift.into(), own.moves.mask(case));
            }
        }
    }

    /// Red's moves of a piece to its next phase.
    fn red_leaves(&mut self, own: Own<'_, R>, track: usize, further: &Digits, half: &[u8]) {
        let (yellow, red) = (own.yellow, &own.moves.red);
        let (stride, radix) = (red.stride[track], red.radix[track]);
        let spread = Spread { stride, radix, further: further.radix[track], places: red.len() };
        R::spread(half, half.len() / yellow.len(), &mut self.after, spread);
        for row in 0..yellow.len() {
            let best = self.leaving[1].row_mut(row);
            for case in &own.red_cases(row, track).leaves {
                let from = self.after.at(own.sent_back(row, case.jumped));
                R::join(best, &self.after.cells, from, 0, own.moves.mask(case));
            }
        }
    }

    /// Sweeps the rows, from the most advanced state backwards, until nothing changes. Within a sweep every
    /// row sees the newest values, so only moves that go back, to Yellow states with jumped pieces, require
    /// another sweep. Rows whose inputs have not changed are skipped.
    fn settle(&mut self, own: Own<'_, R>, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        let rows = own.yellow.len();
        for plane in &mut self.values {
            (0..rows).for_each(|row| R::forget(plane.row_mut(row)));
        }
        // When each row was last swept and last changed.
        let (mut swept, mut changed) =
            ([vec![0_u32; rows], vec![0; rows]], [vec![1_u32; rows], vec![1; rows]]);
        let mut now = 1;
        let mut best = vec![R::Cell::default(); self.values[0].row(0).len()];
        // The cases of the rows in sweep order, Yellow to move before Red, and where each row's cases end.
        let (mut cases, mut ends) = (Vec::new(), Vec::with_capacity(2 * rows));
        for row in (0..rows).rev() {
            for mover in 0..2 {
                own.for_each_case(mover, row, |from, case| cases.push((from, case)));
                ends.push(cases.len());
            }
        }
        let mut again = true;
        while again {
            again = false;
            let (mut start, mut ends) = (0, ends.iter().copied());
            for row in (0..rows).rev() {
                if row % ROWS_BETWEEN_STOPS == 0 && stop() {
                    return ControlFlow::Break(());
                }
                for mover in 0..2 {
                    let end = ends.next().unwrap_or(0);
                    let cases = &cases[start..end];
                    start = end;
                    let last = swept[mover][row];
                    if last > 0 && cases.iter().all(|&(from, _)| changed[1 - mover][from] <= last) {
                        continue;
                    }
                    best.copy_from_slice(self.leaving[mover].row(row));
                    let after = &self.values[1 - mover];
                    for &(from, case) in cases {
                        R::join(
                            &mut best,
                            &after.cells,
                            after.at(from),
                            case.shift.into(),
                            own.moves.mask(case),
                        );
                    }
                    R::close(&mut best);
                    now += 1;
                    swept[mover][row] = now;
                    let values = self.values[mover].row_mut(row);
                    if *values != *best {
                        values.copy_from_slice(&best);
                        changed[mover][row] = now;
                        again = true;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self, own: Own<'_, R>, pair: Pair) {
        let (layout, yellow) = (self.layout, own.yellow);
        let board = layout.sides().board;
        let homes = layout.blocks(pair).map(|block| block.home);
        self.payload.clear();
        self.payload.resize(layout.len(pair), 0);
        let (yellows, reds) = self.payload.split_at_mut(layout.half(pair, 0).end);
        let mut halves = [yellows, reds].map(|half| half.chunks_exact_mut(layout.row_bytes(pair)));
        let mut no_positions = vec![R::Cell::default(); R::cells(own.moves.red.len())];
        for row in 0..yellow.len() {
            no_positions.fill(R::Cell::default());
            for track in 0..board.tracks() {
                let progress = yellow.progress[track][usize::from(yellow.of[row][track])];
                let Some(crossing) = board.crossing(progress) else { continue };
                let Some(mask) = &own.moves.crossings[track][crossing] else { continue };
                for (cell, &more) in no_positions[mask.start..].iter_mut().zip(&mask.cells) {
                    *cell |= more;
                }
            }
            for (mover, half) in halves.iter_mut().enumerate() {
                let impossible = homes[mover] >= board.to_win() || homes[1 - mover] > board.to_win();
                if let Some(bytes) = half.next().filter(|_| !impossible) {
                    R::write(self.values[mover].row(row), &no_positions, bytes);
                }
            }
        }
    }
}
