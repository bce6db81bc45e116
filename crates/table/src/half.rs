//! Halves of blocks in the solver's format.

use crate::{
    block::{Head, Spot},
    cut::Cut,
    error::TableError,
    holes,
    store::number,
};
use ludoteca_solve::squadro::{Layout, Pair};
use std::{fs::File, path::Path};

/// Reads one half of a block: all chunks with this player to move.
pub(crate) fn read(
    layout: &Layout,
    pair: Pair,
    mover: usize,
    chunk_bytes: usize,
    (path, file): (&Path, &File),
    spot: Spot,
) -> Result<Vec<u8>, TableError> {
    let cut = Cut::new(layout, pair, chunk_bytes);
    let head = Head::checked(file, path, spot, number(layout, pair), cut.chunks())?;
    let mut half = Vec::with_capacity(cut.half(mover).map(|chunk| cut.range(chunk).len()).sum());
    head.unpack(file, path, spot.offset, cut.half(mover), |chunk| cut.range(chunk).len(), &mut half)?;
    holes::clear(layout, pair, mover, &mut half);
    Ok(half)
}
