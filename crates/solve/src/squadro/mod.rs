//! Squadro's table: the value of every position, filled in from the ends of the game backwards.
//!
//! A side's pieces go out, come back and get home; no piece ever returns to an earlier phase. The phases of
//! all pieces therefore order the positions, and the values of those with the same phases depend only on
//! themselves and on positions with later phases. They are swept until nothing changes, the last ones first.
//!
//! [`ValueTable`] does this in the plainest way, in memory, one position at a time: for small boards and as a
//! reference for the rest.
//!
//! [`solve()`] solves the full board, 104 thousand million entries, in minutes on one processor. It works on
//! one [`Pair`] of phases at a time, a few megabytes, and uses a [`Shelf`] to store solved pairs and to load
//! those needed for the next. A table has values with or without distances; [`Layout`] gives the location of
//! each position in a pair. Inside a pair, a row holds the values of one state of Yellow's pieces against all
//! states of Red's. A move of either side is a row read shifted and masked, so that 64 positions (or 32 with
//! distances) are processed at once. The modules in order of dependency: the states of a block as digits,
//! rows and masks, moves as shifts of rows, the two kinds of rows (bits and bytes), a pair, levels of pairs.
//!
//! [`Endgame`] solves only what can still follow from a position, in memory.
//!
//! [`reach()`] finds the reachable positions in the same way, forwards, and [`count()`] counts their values
//! in the table.

mod bits;
mod blocks;
mod board;
mod bytes;
mod count;
mod digits;
mod endgame;
mod layout;
mod levels;
mod moves;
mod pair;
mod reach;
mod rows;
mod shelf;
mod sides;
mod solve;
mod spread;
mod sweep;

pub use board::Board;
pub use count::{Counts, count};
pub use endgame::{Endgame, entries_from};
pub use layout::{Entry, Layout, Pair, Values};
pub use levels::{Ended, Failure, Progress};
pub use reach::{Reached, reach, reach_bytes};
pub use shelf::{Memory, Shelf};
pub use sides::{Block, Side, Sides, State};
pub use solve::solve;
pub use sweep::ValueTable;

/// The byte for a position that is endless, or not known yet.
pub const ENDLESS: u8 = 0;

/// The value of a position for the player to move, as stored in a byte of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can force an end: a draw by repetition.
    Endless,
    /// The player to move wins, after this number of plies with best play on both sides.
    Win(u8),
    /// The player to move loses, after this number of plies.
    Loss(u8),
}

impl Value {
    /// Decodes the table's byte: plies to the end plus one, 0 for endless. The mover wins in an odd number of
    /// plies.
    #[must_use]
    pub fn from_byte(byte: u8) -> Value {
        match byte {
            ENDLESS => Value::Endless,
            _ if byte.is_multiple_of(2) => Value::Win(byte - 1),
            _ => Value::Loss(byte - 1),
        }
    }
}
