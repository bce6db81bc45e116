//! Values without distances: two bits each, 64 positions at a time.
//!
//! A row has a plane of positions won for the player to move and a plane of positions not lost. A position is won when a move
//! leads to one that is lost for the other, and not lost when a move leads to one that is not won: both planes gather the
//! complement of the other plane of the positions after the moves.

use super::rows::{Mask, Rows, Spread};

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

    fn spread(further: &[u64], row: &mut [u64], spread: Spread) {
        let Spread { stride, from, to, places } = spread;
        let half = row.len() / 2;
        let planes = further.chunks_exact((further.len() / 2).max(1)).zip(row.chunks_exact_mut(half.max(1)));
        for (further, row) in planes {
            row.fill(0);
            for run in 0..places / (stride * to) {
                copy_bits(further, run * stride * from, row, run * stride * to, stride);
            }
            let mut have = 1;
            while have < to {
                let more = have.min(to - have);
                or_up(row, more * stride);
                have += more;
            }
        }
    }
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

/// Adds `len` bits to a place where there are none yet.
fn copy_bits(from: &[u64], at: usize, to: &mut [u64], place: usize, len: usize) {
    let mut done = 0;
    while done < len {
        let (read, write) = (at + done, place + done);
        let count = (len - done).min(64 - write % 64);
        let low = from[read / 64] >> (read % 64);
        let high = from.get(read / 64 + 1).map_or(0, |high| high << 1 << (63 - read % 64));
        let bits = (low | high) & (u64::MAX >> (64 - count));
        to[write / 64] |= bits << (write % 64);
        done += count;
    }
}

/// Adds to every bit the one so many places further down.
fn or_up(row: &mut [u64], by: usize) {
    let (cells, by) = (by / 64, by % 64);
    for at in (cells..row.len()).rev() {
        let low = if at > cells { row[at - cells - 1] >> 1 >> (63 - by) } else { 0 };
        row[at] |= row[at - cells] << by | low;
    }
}
