//! OP-6: lines of four or more through a cell.

use crate::grid::STRIDE;

/// The cell's bit after rotation, which brings the cell and its neighbourhood to fixed bits.
const CENTRE: u32 = 3 * (STRIDE + 1);

/// Whether four or more cells of `colour` in a row, in any direction, include this one. Nothing of the same
/// colour may be above it, as is the case for the halves of an uncovered piece.
#[inline]
pub(crate) fn four_through(colour: u128, cell: u32) -> bool {
    // Bits that wrap around are never reached: the clear bits above the last column are wider than one step.
    let turned = colour.rotate_right(cell.wrapping_sub(CENTRE));
    // Three steps either way span 73 bits. The lower word holds three steps back and two ahead; the upper one
    // starts at the cell, since only the line starting there needs it.
    let (back, ahead) = (turned as u64, (turned >> CENTRE) as u64);
    let below = 0b111 << (CENTRE - 3);
    // Not `||`: four unpredictable branches cost more than evaluating all four terms.
    (back & below == below)
        | through::<{ STRIDE - 1 }>(back, ahead)
        | through::<STRIDE>(back, ahead)
        | through::<{ STRIDE + 1 }>(back, ahead)
}

#[inline]
fn through<const STEP: u32>(back: u64, ahead: u64) -> bool {
    let pairs = back & (back >> STEP);
    let fours = pairs & (pairs >> (2 * STEP));
    let starts = 1 << (CENTRE - STEP) | 1 << (CENTRE - 2 * STEP) | 1 << (CENTRE - 3 * STEP);
    let onward = 1 << STEP | 1 << (2 * STEP) | 1 << (3 * STEP);
    (fours & starts != 0) | (ahead & onward == onward)
}

/// The cells, among the free cells of any column, where adding `colour` would make [`four_through`] true.
#[inline]
pub(crate) fn completing(colour: u128) -> u128 {
    let column = colour << 1 & colour << 2 & colour << 3;
    column
        | completing_row::<{ STRIDE - 1 }>(colour)
        | completing_row::<STRIDE>(colour)
        | completing_row::<{ STRIDE + 1 }>(colour)
}

#[inline]
fn completing_row<const STEP: u32>(colour: u128) -> u128 {
    let (back, ahead) = (colour << STEP, colour >> STEP);
    let (back_2, ahead_2) = (back & back << STEP, ahead & ahead >> STEP);
    let (back_3, ahead_3) = (back_2 & colour << (3 * STEP), ahead_2 & colour >> (3 * STEP));
    back_3 | back_2 & ahead | back & ahead_2 | ahead_3
}
