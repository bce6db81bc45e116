//! One pair, entry by entry.

use super::{Failure, Layout, Pair, Shelf, Values};
use std::collections::HashMap;
use std::sync::Arc;

/// Distances inside whatever the table keeps: bytes 0, 1, 2 stand for endless, lost, won without.
pub(super) fn solve_pair<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    pair: Pair,
) -> Result<Vec<u8>, Failure<S::Error>> {
    let sides = layout.sides();
    let [yellow, red] = layout.blocks(pair);
    let (to_win, all) = (sides.board.to_win(), sides.board.tracks() as u32);
    let mut loaded: HashMap<(Pair, usize), Arc<[u8]>> = HashMap::new();
    let mut bytes = vec![0_u8; layout.entries(pair) as usize];
    let at = |mover: usize, y: u32, r: u32| {
        (mover * yellow.len as usize + (y - yellow.first) as usize) * red.len as usize
            + (r - red.first) as usize
    };
    let homes = [yellow.home, red.home];
    let mut changed = true;
    while changed {
        changed = false;
        for y in (yellow.first..yellow.first + yellow.len).rev() {
            for r in (red.first..red.first + red.len).rev() {
                for mover in 0..2 {
                    if !sides.apart(y, r) || homes[mover] >= to_win || homes[1 - mover] == all {
                        continue;
                    }
                    let mut children = Vec::new();
                    sides.for_each_move(mover, y, r, |_, after| children.push(after));
                    let (mut best, mut worst, mut endless) = (u8::MAX, 0, false);
                    for [cy, cr] in children {
                        let Some(entry) = layout.entry(1 - mover, cy, cr) else { continue };
                        let byte = if entry.pair == pair {
                            bytes[at(1 - mover, cy, cr)]
                        } else {
                            let key = (entry.pair, 1 - mover);
                            let half = match loaded.entry(key) {
                                std::collections::hash_map::Entry::Occupied(half) => half.into_mut(),
                                std::collections::hash_map::Entry::Vacant(vacant) => {
                                    vacant.insert(shelf.load(key.0, key.1).map_err(Failure::Shelf)?)
                                }
                            };
                            let width = layout.row_bytes(entry.pair);
                            let row = entry.row - (1 - mover) * layout.rows(entry.pair) / 2;
                            let row = half
                                .get(row * width..(row + 1) * width)
                                .ok_or(Failure::Length(entry.pair))?;
                            let worth = layout.value(row, entry.place).ok_or(Failure::Length(entry.pair))?;
                            match (worth.value, worth.plies) {
                                (ludoteca_search::Outcome::Draw, _) => 0,
                                (_, Some(plies)) => plies as u8 + 1,
                                (ludoteca_search::Outcome::Win, None) => 2,
                                (ludoteca_search::Outcome::Loss, None) => 1,
                            }
                        };
                        match byte {
                            0 => endless = true,
                            odd if odd % 2 == 1 => best = best.min(odd),
                            even => worst = worst.max(even),
                        }
                    }
                    let byte = match (best, endless) {
                        _ if homes[1 - mover] == to_win => 1,
                        (u8::MAX, true) => 0,
                        (u8::MAX, false) => worst + 1,
                        (best, _) => best + 1,
                    };
                    let byte = match (layout.values(), byte) {
                        (Values::Wdl, 1..) => 2 - byte % 2,
                        _ => byte,
                    };
                    changed |= bytes[at(mover, y, r)] != byte;
                    bytes[at(mover, y, r)] = byte;
                }
            }
        }
    }
    if layout.values() == Values::Distance {
        return Ok(bytes);
    }
    let (width, places) = (layout.row_bytes(pair), red.len as usize);
    let mut payload = vec![0_u8; layout.len(pair)];
    for (row, bytes) in payload.chunks_exact_mut(width).zip(bytes.chunks_exact(places)) {
        let (won, endless) = row.split_at_mut(width / 2);
        for (place, &byte) in bytes.iter().enumerate() {
            won[place / 8] |= u8::from(byte == 2) << (place % 8);
            endless[place / 8] |= u8::from(byte == 0) << (place % 8);
        }
    }
    for (index, row) in payload.chunks_exact_mut(width).enumerate() {
        let (mover, y) = (index / yellow.len as usize, yellow.first + (index % yellow.len as usize) as u32);
        let (_, endless) = row.split_at_mut(width / 2);
        for place in 0..places {
            let position =
                sides.apart(y, red.first + place as u32) && homes[mover] < to_win && homes[1 - mover] < all;
            if !position {
                endless[place / 8] &= !(1 << (place % 8));
            }
        }
    }
    Ok(payload)
}
