//! The layout of the table: it consists of pairs, and a pair consists of rows.
//!
//! A *pair* is one block of Yellow's states (the phases of its pieces) with one of Red's. No move goes back
//! to an earlier pair, and none skips one: a move stays in its pair or takes one piece to its next phase. The
//! sum of all phases is the pair's *level*, so the values of a pair follow from itself and from at most ten
//! pairs of the next level.
//!
//! The *payload* of a pair has two halves: Yellow to move, then Red to move. A half has a *row* for each of
//! Yellow's states, and a row holds the values against all of Red's states:
//!
//! - with distances, one byte each: plies to the end plus one, 0 for endless ([`Value::from_byte`]);
//! - without distances, two bit rows, each padded with 0 to whole little-endian words of 64 bits: first
//!   whether the player to move wins, then whether the position is endless. If neither bit is set, the player
//!   to move loses.
//!
//! Entries that are not positions (two pieces on a crossing, or a player to move who has already won) hold 0.

use super::{Block, Sides, Value};
use crate::Worth;
use ludoteca_search::Outcome;
use std::ops::Range;
use std::sync::Arc;

/// A block of Yellow's with one of Red's: indices into [`Side::blocks`](super::Side::blocks).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pair {
    pub yellow: u16,
    pub red: u16,
}

/// What a table stores for each position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// Won, lost or endless.
    Wdl,
    /// Won, lost or endless, with plies to the end.
    Distance,
}

/// The layout of a table.
#[derive(Clone, Debug)]
pub struct Layout {
    sides: Arc<Sides>,
    values: Values,
}

/// The location of a position in its pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub pair: Pair,
    /// The row of the payload.
    pub row: usize,
    /// The place in the row.
    pub place: usize,
}

impl Layout {
    /// The layout of a table over these states.
    #[must_use]
    pub fn new(sides: Arc<Sides>, values: Values) -> Layout {
        Layout { sides, values }
    }

    /// The states that index the table.
    #[must_use]
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// What the table stores for each position.
    #[must_use]
    pub fn values(&self) -> Values {
        self.values
    }

    /// The number of levels; level 0 is the start.
    #[must_use]
    pub fn levels(&self) -> usize {
        4 * self.sides.board.tracks() + 1
    }

    /// The pairs of a level, always in the same order.
    #[must_use]
    pub fn pairs(&self, level: usize) -> Vec<Pair> {
        let [yellow, red] = &self.sides.seats;
        let mut pairs = Vec::new();
        for (sum, yellows) in yellow.sums.iter().enumerate() {
            let Some(reds) = level.checked_sub(sum).and_then(|rest| red.sums.get(rest)) else { continue };
            for y in yellows.clone() {
                pairs.extend(reds.clone().map(|r| Pair { yellow: y as u16, red: r as u16 }));
            }
        }
        pairs
    }

    #[must_use]
    pub fn level(&self, pair: Pair) -> usize {
        let sum = |seat: usize, block: u16| {
            self.sides.seats[seat].sums.partition_point(|blocks| blocks.end <= usize::from(block))
        };
        sum(0, pair.yellow) + sum(1, pair.red)
    }

    /// Yellow's and Red's block.
    pub(super) fn blocks(&self, pair: Pair) -> [&Block; 2] {
        let [yellow, red] = &self.sides.seats;
        [&yellow.blocks[usize::from(pair.yellow)], &red.blocks[usize::from(pair.red)]]
    }

    /// The number of entries of a pair, for both movers together.
    #[must_use]
    pub fn entries(&self, pair: Pair) -> u64 {
        let [yellow, red] = self.blocks(pair);
        2 * u64::from(yellow.len) * u64::from(red.len)
    }

    /// The number of rows in both halves of a pair's payload.
    #[must_use]
    pub fn rows(&self, pair: Pair) -> usize {
        2 * self.blocks(pair)[0].len as usize
    }

    /// The length of a row in bytes.
    #[must_use]
    pub fn row_bytes(&self, pair: Pair) -> usize {
        let places = self.blocks(pair)[1].len as usize;
        match self.values {
            Values::Wdl => 2 * 8 * places.div_ceil(64),
            Values::Distance => places,
        }
    }

    /// The length of a pair's payload in bytes.
    #[must_use]
    pub fn len(&self, pair: Pair) -> usize {
        self.rows(pair) * self.row_bytes(pair)
    }

    /// The bytes of a pair's payload for the positions in which `mover` (0: Yellow) is to move.
    #[must_use]
    pub fn half(&self, pair: Pair, mover: usize) -> Range<usize> {
        let half = self.len(pair) / 2;
        mover * half..(mover + 1) * half
    }

    /// The location of a position: `mover` (0: Yellow), then the numbers of Yellow's and Red's states. `None`
    /// if there are no such states.
    #[must_use]
    pub fn entry(&self, mover: usize, yellow: u32, red: u32) -> Option<Entry> {
        let find = |seat: usize, state: u32| {
            let side = &self.sides.seats[seat];
            let block = side.blocks.partition_point(|block| block.first <= state).checked_sub(1)?;
            let offset = state - side.blocks[block].first;
            (offset < side.blocks[block].len).then_some((block as u16, offset as usize))
        };
        let ((y, above), (r, place)) = (find(0, yellow)?, find(1, red)?);
        let pair = Pair { yellow: y, red: r };
        (mover < 2).then(|| Entry { pair, row: mover * self.rows(pair) / 2 + above, place })
    }

    /// The value at a place of a row, from the row's bytes; `None` if the row is too short.
    #[must_use]
    pub fn value(&self, row: &[u8], place: usize) -> Option<Worth> {
        match self.values {
            Values::Wdl => {
                let bit = |bits: &[u8]| bits.get(place / 8).map(|byte| byte >> (place % 8) & 1 == 1);
                let (won, endless) = row.split_at(row.len() / 2);
                let value = match (bit(won)?, bit(endless)?) {
                    (true, _) => Outcome::Win,
                    (false, true) => Outcome::Draw,
                    (false, false) => Outcome::Loss,
                };
                Some(Worth { value, plies: None })
            }
            Values::Distance => row.get(place).map(|&byte| match Value::from_byte(byte) {
                Value::Endless => Worth { value: Outcome::Draw, plies: None },
                Value::Win(plies) => Worth { value: Outcome::Win, plies: Some(plies.into()) },
                Value::Loss(plies) => Worth { value: Outcome::Loss, plies: Some(plies.into()) },
            }),
        }
    }
}
