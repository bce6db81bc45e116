use crate::grid::{Cell, STRIDE};
use ludoteca_core::{Arg, ToArg};
use std::fmt;

/// The direction from a piece's red half to its blue half (OP-2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the four names say it")]
pub enum Arrow {
    Right,
    Left,
    Up,
    Down,
}

impl Arrow {
    /// All four arrows, in a fixed order.
    pub const ALL: [Arrow; 4] = [Arrow::Right, Arrow::Left, Arrow::Up, Arrow::Down];

    /// The arrow's character in the notation.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Arrow::Right => '>',
            Arrow::Left => '<',
            Arrow::Up => '^',
            Arrow::Down => 'v',
        }
    }

    /// The arrow's name as an editor tool.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Arrow::Right => "right",
            Arrow::Left => "left",
            Arrow::Up => "up",
            Arrow::Down => "down",
        }
    }

    pub(crate) const fn opposite(self) -> Arrow {
        match self {
            Arrow::Right => Arrow::Left,
            Arrow::Left => Arrow::Right,
            Arrow::Up => Arrow::Down,
            Arrow::Down => Arrow::Up,
        }
    }

    /// The number of bits from the red half to the blue one. A table, because a branch on the arrow would be
    /// mispredicted at every other ply of a random game.
    #[inline]
    const fn step(self) -> i32 {
        const STEPS: [i32; 4] = [STRIDE as i32, -(STRIDE as i32), 1, -1];
        STEPS[self as usize]
    }
}

/// A piece on the grid, covering two adjacent cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    red: Cell,
    arrow: Arrow,
}

impl Piece {
    /// The piece with its red half on this cell; `None` if its blue half would be outside every grid.
    #[must_use]
    pub const fn new(red: Cell, arrow: Arrow) -> Option<Piece> {
        let (column, rank) = (red.column(), red.rank());
        let blue = match arrow {
            Arrow::Right => Cell::new(column + 1, rank),
            Arrow::Left => Cell::new(column.wrapping_sub(1), rank),
            Arrow::Up => Cell::new(column, rank + 1),
            Arrow::Down => Cell::new(column, rank.wrapping_sub(1)),
        };
        if blue.is_some() { Some(Piece { red, arrow }) } else { None }
    }

    /// A lying piece with this left cell, which must not be in the last column.
    #[inline]
    pub(crate) const fn lying(left: u32, red_right: bool) -> Piece {
        if red_right {
            Piece { red: Cell::at(left + STRIDE), arrow: Arrow::Left }
        } else {
            Piece { red: Cell::at(left), arrow: Arrow::Right }
        }
    }

    /// A standing piece with this lower cell, which must not be in the last rank.
    #[inline]
    pub(crate) const fn standing(lower: u32, red_up: bool) -> Piece {
        if red_up {
            Piece { red: Cell::at(lower + 1), arrow: Arrow::Down }
        } else {
            Piece { red: Cell::at(lower), arrow: Arrow::Up }
        }
    }

    /// The cell of its red half.
    #[must_use]
    #[inline]
    pub const fn red(self) -> Cell {
        self.red
    }

    /// The direction from its red half to its blue half.
    #[must_use]
    #[inline]
    pub const fn arrow(self) -> Arrow {
        self.arrow
    }

    /// The cell of its blue half.
    #[must_use]
    #[inline]
    pub const fn blue(self) -> Cell {
        Cell::at(self.red.index().wrapping_add_signed(self.arrow.step()))
    }

    /// Whether it lies across two columns, as opposed to standing in one.
    #[must_use]
    #[inline]
    pub const fn is_lying(self) -> bool {
        matches!(self.arrow, Arrow::Right | Arrow::Left)
    }

    /// The left or the lower cell.
    #[must_use]
    #[inline]
    pub const fn anchor(self) -> Cell {
        let (red, blue) = (self.red.index(), self.blue().index());
        Cell::at(if red < blue { red } else { blue })
    }

    /// The two cells it covers.
    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.red.bit() | self.blue().bit()
    }
}

impl ToArg for Piece {
    fn to_arg(&self) -> Arg {
        Arg::Piece(self.to_string())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.red, self.arrow.sign())
    }
}

/// A ply: places a piece from the box (OP-3), or from the grid if the box is empty (OP-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The red half of the piece taken off the grid; `None` if the piece comes from the box.
    pub lifted: Option<Cell>,
    /// The piece in its new place.
    pub placed: Piece,
}

const _: () = assert!(size_of::<Move>() <= 4);
