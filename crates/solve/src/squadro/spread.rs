//! Conversion of rows over Red's states from one block to the next and back.
//!
//! A Red piece that enters its next phase arrives at digit 0, and all other pieces stay. Of a row over the
//! next block, only the bits at that piece's digit 0 therefore matter; in a row over this block they are
//! spread over all of its digits. Since a digit has a different number of places in each phase, every bit
//! moves by its own distance. But the distances are the same in all rows, so sixteen rows are converted at
//! once.

/// How the rows of a block and of the next one correspond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// The place value of the piece's digit, in either phase.
    pub stride: usize,
    /// The number of its places in this phase.
    pub radix: usize,
    /// The number of its places in the next phase.
    pub further: usize,
    /// The number of places in a row.
    pub places: usize,
}

/// The number of rows converted at once.
pub(super) const TOGETHER: usize = 16;

/// Interleaved rows: by cell, then by row.
type Cells = Vec<[u64; TOGETHER]>;

/// A run of bits that move together.
#[derive(Debug)]
struct Piece {
    /// A mask of as many low bits as the run has.
    mask: u64,
    /// Its cell in a row over the next block.
    further: usize,
    /// Its first bit in that cell.
    further_bit: u32,
    /// Its cell in a row over this block.
    own: usize,
    /// Its first bit in that cell.
    own_bit: u32,
}

/// Converts rows of bits between this block and the next.
#[derive(Debug)]
pub(super) struct Carrier {
    spread: Spread,
    pieces: Vec<Piece>,
    further: Cells,
    own: Cells,
}

impl Carrier {
    pub(super) fn new(spread: Spread) -> Carrier {
        let Spread { stride, radix, further, places } = spread;
        let runs = places / (stride * radix);
        let mut pieces = Vec::new();
        for run in 0..runs {
            let mut done = 0;
            while done < stride {
                let (there, here) = (run * stride * further + done, run * stride * radix + done);
                let len = (stride - done).min(64 - there % 64).min(64 - here % 64);
                pieces.push(Piece {
                    mask: u64::MAX >> (64 - len),
                    further: there / 64,
                    further_bit: (there % 64) as u32,
                    own: here / 64,
                    own_bit: (here % 64) as u32,
                });
                done += len;
            }
        }
        let cells = |places: usize| vec![[0; TOGETHER]; places.div_ceil(64)];
        Carrier { spread, pieces, further: cells(runs * stride * further), own: cells(places) }
    }

    /// Converts up to sixteen rows over the next block to rows over this one.
    pub(super) fn back(&mut self, further: &[u64], own: &mut [u64]) {
        let width = self.further.len();
        for (row, cells) in further.chunks_exact(width).enumerate() {
            self.further.iter_mut().zip(cells).for_each(|(further, &cell)| further[row] = cell);
        }
        self.own.fill([0; TOGETHER]);
        for piece in &self.pieces {
            let (from, to) = (&self.further[piece.further], &mut self.own[piece.own]);
            for (to, from) in to.iter_mut().zip(from) {
                *to |= (from >> piece.further_bit & piece.mask) << piece.own_bit;
            }
        }
        for by in self.spread.doublings() {
            or_up(&mut self.own, by);
        }
        let width = self.own.len();
        for (row, cells) in own.chunks_exact_mut(width).enumerate() {
            self.own.iter().zip(cells).for_each(|(own, cell)| *cell = own[row]);
        }
    }

    /// Converts up to sixteen rows over this block to rows over the next, for any digit of the piece; the
    /// bits are added to those in `further`.
    pub(super) fn on(&mut self, own: &[u64], further: &mut [u64]) {
        let width = self.own.len();
        for (row, cells) in own.chunks_exact(width).enumerate() {
            self.own.iter_mut().zip(cells).for_each(|(own, &cell)| own[row] = cell);
        }
        for by in self.spread.doublings() {
            or_down(&mut self.own, by);
        }
        self.further.fill([0; TOGETHER]);
        for piece in &self.pieces {
            let (from, to) = (&self.own[piece.own], &mut self.further[piece.further]);
            for (to, from) in to.iter_mut().zip(from) {
                *to |= (from >> piece.own_bit & piece.mask) << piece.further_bit;
            }
        }
        let width = self.further.len();
        for (row, cells) in further.chunks_exact_mut(width).enumerate() {
            self.further.iter().zip(cells).for_each(|(further, cell)| *cell |= further[row]);
        }
    }
}

impl Spread {
    /// Shifts that, applied one after the other, copy digit 0 to exactly all digits.
    fn doublings(self) -> impl Iterator<Item = usize> {
        let mut have = 1;
        std::iter::from_fn(move || {
            let more = have.min(self.radix - have);
            have += more;
            (more > 0).then_some(more * self.stride)
        })
    }
}

/// ORs each bit with the one `by` places further down.
fn or_up(rows: &mut [[u64; TOGETHER]], by: usize) {
    let (cells, by) = (by / 64, by % 64);
    for at in (cells..rows.len()).rev() {
        let same = rows[at - cells];
        let below = if at > cells { rows[at - cells - 1] } else { [0; TOGETHER] };
        for ((to, same), below) in rows[at].iter_mut().zip(same).zip(below) {
            *to |= same << by | below >> 1 >> (63 - by);
        }
    }
}

/// ORs each bit with the one `by` places further up.
fn or_down(rows: &mut [[u64; TOGETHER]], by: usize) {
    let (cells, by) = (by / 64, by % 64);
    for at in 0..rows.len().saturating_sub(cells) {
        let same = rows[at + cells];
        let above = rows.get(at + cells + 1).copied().unwrap_or([0; TOGETHER]);
        for ((to, same), above) in rows[at].iter_mut().zip(same).zip(above) {
            *to |= same >> by | above << 1 << (63 - by);
        }
    }
}
