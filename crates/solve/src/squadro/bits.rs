//! Values without distances: two bits each, 64 positions at a time.
//!
//! A row has one plane of positions won for the player to move and one of positions not lost. A position is
//! won if a move leads to one that is lost for the opponent, and not lost if a move leads to one that is not
//! won. Both planes therefore collect the complement of the other plane at the positions after the moves.

use super::rows::{Cells, Mask, Plane, Rows};
use super::spread::{Carrier, Spread, TOGETHER};

/// Won, lost or endless.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits;

impl Cells for Bits {
    type Cell = u64;
    const PLANES: usize = 2;

    fn cells(places: usize) -> usize {
        places.div_ceil(64)
    }

    fn mark(mask: &mut [u64], place: usize) {
        mask[place / 64] |= 1 << (place % 64);
    }
}

impl Rows for Bits {
    const LOST: u64 = 0;

    fn forget(row: &mut [u64]) {
        let (won, not_lost) = row.split_at_mut(row.len() / 2);
        won.fill(0);
        not_lost.fill(u64::MAX);
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

    fn spread(further: &[u8], width: usize, rows: &mut Plane<Bits>, spread: Spread) {
        let mut carrier = Carrier::new(spread);
        let mut cells = vec![0; TOGETHER / 2 * width / 8];
        let own = rows.rows_mut().chunks_mut(TOGETHER * Bits::cells(spread.places));
        for (further, own) in further.chunks(TOGETHER / 2 * width).zip(own) {
            for (bytes, row) in further.chunks_exact(width).zip(cells.chunks_exact_mut(width / 8)) {
                Bits::read(bytes, row);
            }
            carrier.back(&cells[..further.len() / 8], own);
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
