use ludoteca_core::{Arg, ToArg};
use std::fmt;

/// One bit per space: eight bits per rank, rank 1 lowest, column a first. The two spare columns and the bits
/// above rank 6 are not spaces, so a set shifted off the board never wraps around to the other side.
pub(crate) const BOARD: u64 = 0x3f3f_3f3f_3f3f;

/// A space of the board, `a1` to `f6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The number of columns, and of ranks.
    pub const SIDE: u8 = 6;

    /// The space in this column (0 is a) and rank (0 is the bottom one); `None` off the board.
    #[must_use]
    pub const fn new(column: u8, rank: u8) -> Option<Space> {
        if column < Self::SIDE && rank < Self::SIDE { Some(Space(rank * 8 + column)) } else { None }
    }

    /// All 36 spaces, from a1 along the bottom rank to f6.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..Self::SIDE).flat_map(|rank| (0..Self::SIDE).map(move |column| Space(rank * 8 + column)))
    }

    /// Rank 6 first, each rank starting at column a.
    pub(crate) fn in_text_order() -> impl Iterator<Item = Space> {
        (0..Self::SIDE)
            .rev()
            .flat_map(|rank| (0..Self::SIDE).filter_map(move |column| Space::new(column, rank)))
    }

    /// The column, where 0 is a.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The rank, where 0 is the bottom one.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The space's index in [`Space::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        (self.rank() * Self::SIDE + self.column()) as usize
    }

    /// The space for this bit of [`BOARD`], which must be one.
    pub(crate) const fn from_bit(bit: u8) -> Space {
        Space(bit)
    }

    pub(crate) const fn set(self) -> u64 {
        1 << self.0
    }

    /// The spaces on the straight line to another space, both ends included; only the two ends if there is no
    /// such line.
    pub(crate) fn line_to(self, other: Space) -> Vec<Space> {
        let between = self.between(other).unwrap_or(0);
        let on_it = Space::all().filter(|space| between & 1u64 << space.0 != 0);
        let mut line: Vec<Space> = on_it.collect();
        if other.0 < self.0 {
            line.reverse();
        }
        line.insert(0, self);
        line.push(other);
        line
    }

    /// The spaces strictly between two spaces on a straight line; `None` if there is no such line, or if the
    /// spaces are equal.
    pub(crate) fn between(self, other: Space) -> Option<u64> {
        let right = i32::from(other.column()) - i32::from(self.column());
        let up = i32::from(other.rank()) - i32::from(self.rank());
        let straight = right == 0 || up == 0 || right.abs() == up.abs();
        if self == other || !straight {
            return None;
        }
        let step = up.signum() * 8 + right.signum();
        let mut set = 0;
        let mut at = i32::from(self.0) + step;
        while at != i32::from(other.0) {
            set |= 1u64 << at;
            at += step;
        }
        Some(set)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.rank() + 1)
    }
}

impl ToArg for Space {
    fn to_arg(&self) -> Arg {
        Arg::Cell(self.to_string())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A jump (PK-3) from one space to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The space of the single piece.
    pub from: Space,
    /// The space where it lands.
    pub to: Space,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
