//! Squadro by table: one byte for every position, filled from the ends of the game backwards.
//!
//! A side's pieces only ever go out, come back and get home: what phase each is in never goes back. So the sum of the
//! phases of both sides orders the positions into groups, and a group's values depend only on itself and on later
//! groups. Each group is swept until nothing changes, the last one first.

mod bits;
mod blocks;
mod board;
mod bytes;
mod count;
mod digits;
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
pub use layout::{Entry, Layout, Pair, Values};
pub use levels::{Ended, Failure, Progress};
pub use reach::{Reached, reach};
pub use shelf::{Memory, Shelf};
pub use sides::{Block, Side, Sides, State};
pub use solve::solve;
pub use sweep::Table;

/// The byte of a table that says: endless, or not known yet.
pub const ENDLESS: u8 = 0;

/// What a byte of the table says of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can force an end: a draw by repetition.
    Endless,
    /// The player to move wins after so many plies with best play on both sides.
    Win(u8),
    /// The player to move loses after so many plies.
    Loss(u8),
}

impl Value {
    /// From the table's byte: plies to the end and one more, 0 for endless. The mover wins in an odd number of plies.
    #[must_use]
    pub fn from_byte(byte: u8) -> Value {
        match byte {
            ENDLESS => Value::Endless,
            _ if byte.is_multiple_of(2) => Value::Win(byte - 1),
            _ => Value::Loss(byte - 1),
        }
    }
}
