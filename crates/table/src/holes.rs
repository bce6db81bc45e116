//! Entries that are not positions. Crate `solve` leaves 0 there; on disk they repeat the row above, which
//! compresses better, since adjacent entries are mostly equal.

use crate::positions::Positions;
use ludoteca_solve::squadro::{Layout, Pair, Values};

/// Fills the holes of a half before compression.
pub(crate) fn fill(layout: &Layout, pair: Pair, mover: usize, half: &mut [u8]) {
    let row_bytes = layout.row_bytes(pair);
    each_row(layout, pair, mover, half.len(), |above, valid| {
        let (before, row) = half.split_at_mut(above * row_bytes);
        let row = &mut row[..row_bytes];
        let Some(model) = before.len().checked_sub(row_bytes).map(|start| &before[start..]) else { return };
        match layout.values() {
            Values::Wdl => {
                // The won bits only: endless positions are rare.
                for ((byte, model), valid) in row[..row_bytes / 2].iter_mut().zip(model).zip(bytes_of(valid))
                {
                    *byte = *byte & valid | *model & !valid;
                }
            }
            Values::Distance => {
                for (place, (byte, model)) in row.iter_mut().zip(model).enumerate() {
                    if valid[place / 64] >> (place % 64) & 1 == 0 {
                        *byte = *model;
                    }
                }
            }
        }
    });
}

/// Sets the holes of a half back to 0.
pub(crate) fn clear(layout: &Layout, pair: Pair, mover: usize, half: &mut [u8]) {
    let row_bytes = layout.row_bytes(pair);
    each_row(layout, pair, mover, half.len(), |above, valid| {
        let row = &mut half[above * row_bytes..(above + 1) * row_bytes];
        match layout.values() {
            Values::Wdl => {
                let (won, endless) = row.split_at_mut(row_bytes / 2);
                for bits in [won, endless] {
                    bits.iter_mut().zip(bytes_of(valid)).for_each(|(byte, valid)| *byte &= valid);
                }
            }
            Values::Distance => {
                for (place, byte) in row.iter_mut().enumerate() {
                    *byte *= (valid[place / 64] >> (place % 64) & 1) as u8;
                }
            }
        }
    });
}

fn each_row(layout: &Layout, pair: Pair, mover: usize, bytes: usize, mut visit: impl FnMut(usize, &[u64])) {
    let positions = Positions::new(layout, pair);
    let mut valid = Vec::new();
    for above in 0..bytes / layout.row_bytes(pair).max(1) {
        positions.row(mover, above, &mut valid);
        visit(above, &valid);
    }
}

fn bytes_of(words: &[u64]) -> impl Iterator<Item = u8> {
    words.iter().flat_map(|word| word.to_le_bytes())
}
