//! The grid as bits: column after column, eleven bits each. Ten are cells, from the game edge up; the
//! eleventh is always clear, so that lines and sums never overflow into the next column.

use ludoteca_core::{Arg, ToArg};
use std::fmt;

/// OP-1: the minimum number of columns or ranks.
pub const LEAST_SIDE: u8 = 4;
/// OP-1: the maximum number of columns or ranks.
pub const MAX_SIDE: u8 = 10;

/// The number of bits from a cell to its neighbour on the right.
pub(crate) const STRIDE: u32 = MAX_SIDE as u32 + 1;

/// A cell, independent of the grid's size: ten columns by ten ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this column and rank, both counted from 0; `None` from 10 on.
    #[must_use]
    pub const fn new(column: u8, rank: u8) -> Option<Cell> {
        if column < MAX_SIDE && rank < MAX_SIDE { Some(Cell(column * STRIDE as u8 + rank)) } else { None }
    }

    /// The cell's column, counted from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / STRIDE as u8
    }

    /// The cell's rank, counted from 0 at the game edge.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % STRIDE as u8
    }

    /// The number of the cell's bit.
    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The cell with this bit number, which must be valid.
    #[inline]
    pub(crate) const fn at(index: u32) -> Cell {
        Cell(index as u8)
    }
}

impl ToArg for Cell {
    fn to_arg(&self) -> Arg {
        Arg::Cell(self.to_string())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.rank() + 1)
    }
}

/// The cells of a set, column by column, each from the game edge up.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| Cell::at(set.trailing_zeros()))?;
        set &= set - 1;
        Some(cell)
    })
}

/// All cells of the column with this number.
#[inline]
pub(crate) const fn column(number: u32) -> u128 {
    ((1 << STRIDE) - 1) << (STRIDE * number)
}

/// The lowest cell of each column of a grid this wide.
#[inline]
pub(crate) fn bottom(width: u8) -> u128 {
    BOTTOM[usize::from(width)]
}

/// The ranks of a grid this high, in all ten columns.
#[inline]
pub(crate) fn ranks(height: u8) -> u128 {
    RANKS[usize::from(height)]
}

const SIZES: usize = MAX_SIDE as usize + 1;

static BOTTOM: [u128; SIZES] = {
    let mut table = [0; SIZES];
    let mut width = 1;
    while width < SIZES {
        table[width] = table[width - 1] | 1 << (STRIDE * (width as u32 - 1));
        width += 1;
    }
    table
};

static RANKS: [u128; SIZES] = {
    let mut table = [0; SIZES];
    let mut height = 1;
    while height < SIZES {
        table[height] = table[height - 1] | BOTTOM[SIZES - 1] << (height - 1);
        height += 1;
    }
    table
};
