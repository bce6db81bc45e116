//! Converts a table of one byte per entry, as produced by a GPU, to the payload of a pair.

use crate::holes;
use ludoteca_solve::squadro::{ENDLESS, Layout, Pair, Values};

/// The payload of a pair from rows of bytes (plies plus one, 0 for endless). `row(mover, above)` returns the
/// values for the pair's Red states and the state with index `above` in Yellow's block.
#[must_use]
pub fn payload_from_bytes<'a>(
    layout: &Layout,
    pair: Pair,
    row: impl Fn(usize, usize) -> &'a [u8],
) -> Vec<u8> {
    let mut payload = Vec::with_capacity(layout.len(pair));
    for mover in 0..2 {
        for above in 0..layout.rows(pair) / 2 {
            let bytes = row(mover, above);
            match layout.values() {
                Values::Distance => payload.extend_from_slice(bytes),
                Values::Wdl => {
                    let half = layout.row_bytes(pair) / 2;
                    // The player to move wins in an odd number of plies.
                    let won = |byte: u8| byte != ENDLESS && byte.is_multiple_of(2);
                    extend_with_bits(&mut payload, half, bytes, won);
                    extend_with_bits(&mut payload, half, bytes, |byte| byte == ENDLESS);
                }
            }
        }
    }
    payload.resize(layout.len(pair), 0);
    for mover in 0..2 {
        holes::clear(layout, pair, mover, &mut payload[layout.half(pair, mover)]);
    }
    payload
}

fn extend_with_bits(payload: &mut Vec<u8>, length: usize, bytes: &[u8], bit: impl Fn(u8) -> bool) {
    let end = payload.len() + length;
    let packed = |eight: &[u8]| eight.iter().rev().fold(0, |bits, &byte| bits << 1 | u8::from(bit(byte)));
    payload.extend(bytes.chunks(8).map(packed));
    payload.resize(end, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_solve::squadro::{Board, Memory, Shelf, Sides, ValueTable, solve};
    use std::sync::{Arc, atomic::AtomicBool};

    /// The table of bytes in memory is computed by other code than the pairs.
    #[test]
    fn payloads_are_those_of_the_solver() {
        let table = ValueTable::solve(Sides::new(Board::new(3).unwrap()), |_| ());
        let sides = table.sides();
        for values in [Values::Wdl, Values::Distance] {
            let layout = Layout::new(Arc::new(Sides::new(sides.board)), values);
            let memory = Memory::new(layout.clone());
            solve(&layout, &memory, 1, &|_| (), &AtomicBool::new(false)).unwrap();
            for pair in (0..layout.levels()).flat_map(|level| layout.pairs(level)) {
                let [yellow, red] = [pair.yellow, pair.red].map(usize::from);
                let (yellow, red) = (&sides.seats[0].blocks[yellow], &sides.seats[1].blocks[red]);
                let payload = payload_from_bytes(&layout, pair, |mover, above| {
                    let first = sides.entry(mover, yellow.first + above as u32, red.first);
                    &table.bytes()[first..first + red.len as usize]
                });
                for mover in 0..2 {
                    assert!(
                        payload[layout.half(pair, mover)] == *memory.load(pair, mover).unwrap(),
                        "{pair:?} {values:?}"
                    );
                }
            }
        }
    }
}
