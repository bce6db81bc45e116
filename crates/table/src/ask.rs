//! Queries for the values of a position's moves.

use crate::{error::TableError, position::Position, table::Table};
use ludoteca_search::Outcome;
use ludoteca_solve::Worth;
use std::cmp::Reverse;

/// A move and its value for its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveWorth {
    pub text: String,
    /// For the player who makes the move, counting this ply.
    pub worth: Worth,
    /// The position after the move.
    pub after: Position,
}

impl Table {
    /// The moves of a position, best first; empty if the game is over.
    ///
    /// # Errors
    /// As [`worth`](Self::worth).
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveWorth>, TableError> {
        let mut moves = Vec::new();
        for (text, after) in position.children() {
            let worth = before(self.worth(&after)?);
            moves.push(MoveWorth { text, worth, after });
        }
        moves.sort_by_key(|m| (rank(&m.worth), m.text.clone()));
        Ok(moves)
    }
}

/// The value of a move for its player, from the value of the position after it for the opponent.
fn before(after: Worth) -> Worth {
    let value = match after.value {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    };
    Worth { value, plies: after.plies.map(|plies| plies + 1) }
}

/// The quickest win first, then draws, then the slowest loss.
fn rank(worth: &Worth) -> (u8, Option<u32>, Reverse<Option<u32>>) {
    match worth.value {
        Outcome::Win => (0, worth.plies, Reverse(None)),
        Outcome::Draw => (1, None, Reverse(None)),
        Outcome::Loss => (2, None, Reverse(worth.plies)),
    }
}
