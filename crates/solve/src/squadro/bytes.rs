//! Values with distances: one byte each, ordered so that the best move is the greatest.
//!
//! A row's bytes are not those of the payload but *ranks*: the greater, the better it is to leave the
//! position to the opponent. A position lost in 2n plies has rank 255 - n, one won in 2n - 1 plies has rank
//! n, an endless one 127. Positions that take more than 252 plies count as endless; no reachable position of
//! the full board takes more than 246 (`data/solved/squadro.json`).

use super::ENDLESS;
use super::rows::{Cells, Mask, Plane, Rows};
use super::spread::Spread;

/// The rank of an endless position.
const LEVEL: u8 = 127;

/// Values with plies to the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes;

impl Cells for Bytes {
    type Cell = u8;
    const PLANES: usize = 1;

    fn cells(places: usize) -> usize {
        places
    }

    fn mark(mask: &mut [u8], place: usize) {
        mask[place] = u8::MAX;
    }
}

impl Rows for Bytes {
    const LOST: u8 = u8::MAX;

    fn forget(row: &mut [u8]) {
        row.fill(LEVEL);
    }

    fn join(best: &mut [u8], from: &[u8], at: usize, shift: isize, mask: &Mask<Bytes>) {
        let len = mask.cells.len();
        let best = &mut best[mask.start..][..len];
        let from = &from[(at + mask.start).wrapping_add_signed(shift)..][..len];
        for ((best, after), mask) in best.iter_mut().zip(from).zip(&mask.cells) {
            *best = (*best).max(after & mask);
        }
    }

    fn close(best: &mut [u8]) {
        for rank in best {
            // Lost for the opponent in c plies: won in one more; and the reverse.
            *rank = match *rank {
                LEVEL => LEVEL,
                lost @ 128.. => lost.wrapping_neg(),
                won => !won,
            };
        }
    }

    fn read(bytes: &[u8], row: &mut [u8]) {
        for (rank, &byte) in row.iter_mut().zip(bytes) {
            let won = byte >> 1;
            let lost = !won;
            *rank = if byte == ENDLESS {
                LEVEL
            } else if byte & 1 == 1 {
                lost
            } else {
                won
            };
        }
    }

    fn write(row: &[u8], no_positions: &[u8], bytes: &mut [u8]) {
        for ((byte, &rank), &none) in bytes.iter_mut().zip(row).zip(no_positions) {
            let won = rank.wrapping_shl(1);
            let lost = (!rank).wrapping_shl(1) | 1;
            let value = if rank == LEVEL {
                ENDLESS
            } else if rank > LEVEL {
                lost
            } else {
                won
            };
            *byte = value & !none;
        }
    }

    fn spread(further: &[u8], width: usize, rows: &mut Plane<Bytes>, spread: Spread) {
        let Spread { stride, radix, further: further_radix, .. } = spread;
        let mut ranks = vec![0; width];
        for (number, bytes) in further.chunks_exact(width).enumerate() {
            Bytes::read(bytes, &mut ranks);
            let runs = rows.row_mut(number).chunks_exact_mut(stride * radix);
            for (run, further) in runs.zip(ranks.chunks_exact(stride * further_radix)) {
                if stride == 1 {
                    run.fill(further[0]);
                } else {
                    run.chunks_exact_mut(stride).for_each(|digit| digit.copy_from_slice(&further[..stride]));
                }
            }
        }
    }
}
