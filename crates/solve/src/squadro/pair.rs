//! One pair, from its successors to its fixed point.

use super::bits::Bits;
use super::bytes::Bytes;
use super::digits::Digits;
use super::moves::{Case, Moves};
use super::rows::{Mask, Plane, Rows, Spread};
use super::{Failure, Layout, Pair, Shelf, Values};

/// A pair's payload.
pub(super) fn solve_pair<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    pair: Pair,
) -> Result<Vec<u8>, Failure<S::Error>> {
    match layout.values() {
        Values::Wdl => Work::<Bits>::new(layout, pair).run(layout, shelf, pair),
        Values::Distance => Work::<Bytes>::new(layout, pair).run(layout, shelf, pair),
    }
}

struct Work<R: Rows> {
    tracks: usize,
    /// Yellow's and Red's states.
    digits: [Digits; 2],
    moves: Moves<R>,
    /// By Yellow state and track: the digit.
    yellow_digits: Vec<[u8; 5]>,
    /// By Yellow state and Red's track: Yellow's pieces standing on it.
    in_the_way: Vec<[u8; 5]>,
    /// By mover: the best of the moves that leave the pair.
    leaving: [Plane<R>; 2],
    /// By mover: the values.
    values: [Plane<R>; 2],
}

impl<R: Rows> Work<R> {
    fn new(layout: &Layout, pair: Pair) -> Work<R> {
        let sides = layout.sides();
        let board = sides.board;
        let digits = [(0, pair.yellow), (1, pair.red)]
            .map(|(seat, block)| Digits::new(board, &sides.seats[seat], seat, usize::from(block)));
        let [yellow, red] = &digits;
        let by_track: Vec<_> = (0..board.tracks()).map(|track| yellow.in_the_way(board, track)).collect();
        let five = |of: &dyn Fn(usize) -> u8| {
            let mut five = [0; 5];
            five.iter_mut().enumerate().take(board.tracks()).for_each(|(track, value)| *value = of(track));
            five
        };
        let plane = || Plane::new(yellow.len, red.len);
        Work {
            tracks: board.tracks(),
            moves: Moves::new(board, yellow, red),
            yellow_digits: (0..yellow.len).map(|y| five(&|track| yellow.digit(y, track) as u8)).collect(),
            in_the_way: (0..yellow.len).map(|y| five(&|track| by_track[track][y])).collect(),
            leaving: [plane(), plane()],
            values: [plane(), plane()],
            digits,
        }
    }

    fn run<S: Shelf>(mut self, layout: &Layout, shelf: &S, pair: Pair) -> Result<Vec<u8>, Failure<S::Error>> {
        let to_win = layout.sides().board.to_win();
        if layout.blocks(pair).iter().any(|block| block.home >= to_win) {
            // The game is over: lost for the player to move, if the position can be at all.
            self.values.iter_mut().for_each(|plane| plane.cells.fill(R::LOST));
            return Ok(self.payload(layout, pair));
        }
        for track in 0..self.tracks {
            if let Some(next) = self.digits[0].next[track] {
                let next = Pair { yellow: next as u16, ..pair };
                let half = load(layout, shelf, next, 1)?;
                self.yellow_leaves(layout, track, next, &half);
            }
            if let Some(next) = self.digits[1].next[track] {
                let next = Pair { red: next as u16, ..pair };
                let half = load(layout, shelf, next, 0)?;
                self.red_leaves(layout, track, next, &half);
            }
        }
        self.settle();
        Ok(self.payload(layout, pair))
    }

    /// Yellow's moves of a piece to its next phase.
    fn yellow_leaves(&mut self, layout: &Layout, track: usize, next: Pair, half: &[u8]) {
        let [yellow, red] = &self.digits;
        let width = layout.row_bytes(next);
        let further =
            Digits::new(layout.sides().board, &layout.sides().seats[0], 0, usize::from(next.yellow));
        let mut after: Plane<R> = Plane::new(yellow.len, red.len);
        let stride = yellow.stride[track];
        for row in (0..yellow.len).filter(|&row| self.yellow_digits[row][track] == 0) {
            let (above, below) = (row / (stride * yellow.radix[track]), row % stride);
            let from = above * stride * further.radix[track] + below;
            R::read(&half[from * width..][..width], after.row_mut(row));
        }
        for row in 0..yellow.len {
            let digit = usize::from(self.yellow_digits[row][track]);
            let from = after.at(row - digit * stride);
            for case in self.moves.yellow[track][digit].iter().filter(|case| case.leaves) {
                let mask = &self.moves.masks[case.mask];
                R::join(self.leaving[0].row_mut(row), &after.cells, from, case.shift, mask);
            }
        }
    }

    /// Red's moves of a piece to its next phase.
    fn red_leaves(&mut self, layout: &Layout, track: usize, next: Pair, half: &[u8]) {
        let [yellow, red] = &self.digits;
        let further = Digits::new(layout.sides().board, &layout.sides().seats[1], 1, usize::from(next.red));
        let spread = Spread {
            stride: red.stride[track],
            from: further.radix[track],
            to: red.radix[track],
            places: red.len,
        };
        let mut after: Plane<R> = Plane::new(yellow.len, red.len);
        let mut read = vec![R::Cell::default(); R::PLANES * R::cells(further.len)];
        let width = layout.row_bytes(next);
        for (row, bytes) in half.chunks_exact(width).enumerate() {
            R::read(bytes, &mut read);
            R::spread(&read, after.row_mut(row), spread);
        }
        for row in 0..yellow.len {
            let set = usize::from(self.in_the_way[row][track]);
            for case in self.moves.red[track][set].iter().filter(|case| case.leaves) {
                let from = after.at(self.without(row, case.jumped));
                let mask = &self.moves.masks[case.mask];
                R::join(self.leaving[1].row_mut(row), &after.cells, from, 0, mask);
            }
        }
    }

    /// A Yellow state with these pieces sent back.
    fn without(&self, row: usize, jumped: u8) -> usize {
        let mut to = row;
        for track in (0..self.tracks).filter(|track| jumped >> track & 1 == 1) {
            to -= usize::from(self.yellow_digits[row][track]) * self.digits[0].stride[track];
        }
        to
    }

    /// Sweeps the rows, from the most advanced state backwards, until nothing changes. Within a sweep every row sees the newest
    /// values, so that only what goes back, Yellow's jumped pieces, asks for another. Rows that depend on nothing new are left out.
    fn settle(&mut self) {
        let rows = self.digits[0].len;
        for plane in &mut self.values {
            for row in 0..rows {
                R::forget(plane.row_mut(row));
            }
        }
        // When a row was last swept and last changed, in sweeps from 1.
        let mut seen = [vec![0_u32; rows], vec![0; rows]];
        let mut changed = [vec![1_u32; rows], vec![1; rows]];
        let mut best = vec![R::Cell::default(); self.values[0].row(0).len()];
        let mut sources: Vec<(usize, Case)> = Vec::new();
        let mut now = 1;
        loop {
            let mut again = false;
            for row in (0..rows).rev() {
                for mover in 0..2 {
                    sources.clear();
                    self.sources(mover, row, &mut sources);
                    let last = seen[mover][row];
                    if !sources.iter().any(|&(from, _)| changed[1 - mover][from] > last) && last > 0 {
                        continue;
                    }
                    best.copy_from_slice(self.leaving[mover].row(row));
                    let [yellow, red] = &self.values;
                    let from = if mover == 0 { red } else { yellow };
                    for (source, case) in &sources {
                        R::join(
                            &mut best,
                            &from.cells,
                            from.at(*source),
                            case.shift,
                            &self.moves.masks[case.mask],
                        );
                    }
                    R::close(&mut best);
                    now += 1;
                    seen[mover][row] = now;
                    let value = self.values[mover].row_mut(row);
                    if *value != *best {
                        value.copy_from_slice(&best);
                        changed[mover][row] = now;
                        again = true;
                    }
                }
            }
            if !again {
                return;
            }
        }
    }

    /// The rows, of the other half, that a row's moves within the pair lead to.
    fn sources(&self, mover: usize, row: usize, sources: &mut Vec<(usize, Case)>) {
        for track in 0..self.tracks {
            let (digit, set) = (self.yellow_digits[row][track], self.in_the_way[row][track]);
            if mover == 0 {
                let stride = self.digits[0].stride[track];
                let cases = self.moves.yellow[track][usize::from(digit)].iter().filter(|case| !case.leaves);
                sources.extend(cases.map(|case| (row + case.steps * stride, *case)));
            } else {
                let cases = self.moves.red[track][usize::from(set)].iter().filter(|case| !case.leaves);
                sources.extend(cases.map(|case| (self.without(row, case.jumped), *case)));
            }
        }
    }

    fn payload(&self, layout: &Layout, pair: Pair) -> Vec<u8> {
        let board = layout.sides().board;
        let homes = layout.blocks(pair).map(|block| block.home);
        let [yellow, red] = &self.digits;
        // By track of Yellow's and of Red's: the Red states with that piece where the tracks cross.
        let crossing = |y: usize, r: usize| -> Option<Mask<R>> {
            let on = red.on(board, r, y)?;
            Some(Mask::new((0..red.len).map(|state| red.digit(state, r) == on)))
        };
        let tracks = 0..self.tracks;
        let crossings: Vec<Vec<_>> =
            tracks.clone().map(|y| tracks.clone().map(|r| crossing(y, r)).collect()).collect();
        let mut no_positions = vec![R::Cell::default(); R::cells(red.len)];
        let mut payload = vec![0; layout.len(pair)];
        let (yellows, reds) = payload.split_at_mut(layout.half(pair, 0).end);
        let mut halves = [yellows, reds].map(|half| half.chunks_exact_mut(layout.row_bytes(pair)));
        for row in 0..yellow.len {
            no_positions.fill(R::Cell::default());
            for track in tracks.clone() {
                let progress = yellow.progress[track][usize::from(self.yellow_digits[row][track])];
                let mask = board.crossing(progress).and_then(|crossing| crossings[track][crossing].as_ref());
                if let Some(mask) = mask {
                    for (cell, &more) in no_positions[mask.start..].iter_mut().zip(&mask.cells) {
                        *cell |= more;
                    }
                }
            }
            for (mover, half) in halves.iter_mut().enumerate() {
                let over = homes[mover] >= board.to_win() || homes[1 - mover] > board.to_win();
                if let Some(bytes) = half.next().filter(|_| !over) {
                    R::write(self.values[mover].row(row), &no_positions, bytes);
                }
            }
        }
        payload
    }
}

fn load<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    pair: Pair,
    mover: usize,
) -> Result<std::sync::Arc<[u8]>, Failure<S::Error>> {
    let half = shelf.load(pair, mover).map_err(Failure::Shelf)?;
    if half.len() == layout.half(pair, mover).len() { Ok(half) } else { Err(Failure::Length(pair)) }
}
