//! Values without distances: two bits each, 64 positions at a time.
//!
//! A row has a plane of positions won for the player to move and a plane of positions not lost. A position is won when a move
//! leads to one that is lost for the other, and not lost when a move leads to one that is not won: both planes gather the
//! complement of the other plane of the positions after the moves.

use super::rows::{Mask, Plane, Rows, Spread};

/// Won, lost or endless.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits;

impl Rows for Bits {
    type Cell = u64;
    const PLANES: usize = 2;
    const LOST: u64 = 0;

    fn cells(places: usize) -> usize {
        places.div_ceil(64)
    }

    fn forget(row: &mut [u64]) {
        let (won, not_lost) = row.split_at_mut(row.len() / 2);
        won.fill(0);
        not_lost.fill(u64::MAX);
    }

    fn mark(mask: &mut [u64], place: usize) {
        mask[place / 64] |= 1 << (place % 64);
    }

    fn join(best: &mut [u64], from: &[u64], at: usize, shift: isize, mask: &Mask<Bits>) {
        let (len, all) = (mask.cells.len(), best.len() / 2);
        let (won, not_lost) = best.split_at_mut(all);
        let (won, not_lost) = (&mut won[mask.start..][..len], &mut not_lost[mask.start..][..len]);
        let bit = ((at + mask.start) * 64).wrapping_add_signed(shift);
        let (cell, by) = (bit / 64, (bit % 64) as u32);
        let (after_won, after_not_lost) = (&from[cell..][..len + 1], &from[cell + all..][..len + 1]);
        if by == 0 {
            gather(won, after_not_lost, &mask.cells);
            gather(not_lost, after_won, &mask.cells);
        } else {
            gather_shifted(won, after_not_lost, by, &mask.cells);
            gather_shifted(not_lost, after_won, by, &mask.cells);
        }
    }

    fn close(_: &mut [u64]) {}

    fn read(bytes: &[u8], row: &mut [u64]) {
        for (cell, bytes) in row.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *cell = u64::from_le_bytes(*bytes);
        }
        let (won, rest) = row.split_at_mut(row.len() / 2);
        for (not_lost, won) in rest.iter_mut().zip(won) {
            *not_lost |= *won;
        }
    }

    fn write(row: &[u64], no_positions: &[u64], bytes: &mut [u8]) {
        let (won, not_lost) = row.split_at(row.len() / 2);
        let cells = won.iter().zip(no_positions).map(|(won, none)| won & !none);
        let endless =
            not_lost.iter().zip(won).zip(no_positions).map(|((not_lost, won), none)| not_lost & !won & !none);
        for (bytes, cell) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(cells.chain(endless)) {
            *bytes = cell.to_le_bytes();
        }
    }

    fn spread(further: &[u8], rows: &mut Plane<Bits>, spread: Spread) {
        let pieces = pieces(spread);
        let cells = Bits::cells(spread.places);
        let mut read = vec![0; spread.width / 8];
        let mut from = vec![[0; TOGETHER]; spread.width / 16];
        let mut to = vec![[0; TOGETHER]; cells];
        for (batch, bytes) in further.chunks(spread.width * (TOGETHER / 2)).enumerate() {
            let numbers = batch * (TOGETHER / 2)..;
            for (index, bytes) in bytes.chunks_exact(spread.width).enumerate() {
                Bits::read(bytes, &mut read);
                let (won, not_lost) = read.split_at(read.len() / 2);
                for ((from, &won), &not_lost) in from.iter_mut().zip(won).zip(not_lost) {
                    from[2 * index] = won;
                    from[2 * index + 1] = not_lost;
                }
            }
            to.fill([0; TOGETHER]);
            for piece in &pieces {
                let (from, to) = (&from[piece.from], &mut to[piece.to]);
                for (to, from) in to.iter_mut().zip(from) {
                    *to |= (from >> piece.down & piece.mask) << piece.up;
                }
            }
            let mut have = 1;
            while have < spread.to {
                let more = have.min(spread.to - have);
                or_up(&mut to, more * spread.stride);
                have += more;
            }
            for (index, number) in (0..bytes.len() / spread.width).zip(numbers) {
                let (won, not_lost) = rows.row_mut(number).split_at_mut(cells);
                for ((to, won), not_lost) in to.iter().zip(won).zip(not_lost) {
                    *won = to[2 * index];
                    *not_lost = to[2 * index + 1];
                }
            }
        }
    }
}

/// So many planes of rows are spread at the same time: the bits of all go the same ways.
const TOGETHER: usize = 16;

/// Bits that stay together when a row is spread.
struct Piece {
    /// The cell they are in.
    from: usize,
    /// The bit there.
    down: u32,
    /// So many, as low bits.
    mask: u64,
    /// The cell they go to.
    to: usize,
    /// The bit there.
    up: u32,
}

/// The bits at digit 0, and where digit 0 is in the row they are spread over.
fn pieces(spread: Spread) -> Vec<Piece> {
    let Spread { stride, from, to, places, .. } = spread;
    let mut pieces = Vec::new();
    for run in 0..places / (stride * to) {
        let (read, write) = (run * stride * from, run * stride * to);
        let mut done = 0;
        while done < stride {
            let (read, write) = (read + done, write + done);
            let len = (stride - done).min(64 - read % 64).min(64 - write % 64);
            let mask = u64::MAX >> (64 - len);
            let (down, up) = ((read % 64) as u32, (write % 64) as u32);
            pieces.push(Piece { from: read / 64, down, mask, to: write / 64, up });
            done += len;
        }
    }
    pieces
}

fn gather(into: &mut [u64], after: &[u64], mask: &[u64]) {
    for ((into, after), mask) in into.iter_mut().zip(after).zip(mask) {
        *into |= mask & !after;
    }
}

fn gather_shifted(into: &mut [u64], after: &[u64], by: u32, mask: &[u64]) {
    let above = after.iter().skip(1);
    for (((into, low), high), mask) in into.iter_mut().zip(after).zip(above).zip(mask) {
        *into |= mask & !((low >> by) | (high << (64 - by)));
    }
}

/// Adds to every bit the one so many places further down.
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
