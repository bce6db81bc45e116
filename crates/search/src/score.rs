//! The scores inside the two-seat search: estimates and proven results on one scale.

use crate::{MOST, Outcome, Value};
use ludoteca_core::{Seat, Standing};

/// The score of a win at the root; a win `n` plies from the root scores `n` less. Estimates are at most
/// `MOST`.
pub(crate) const WIN: i32 = 32_000;
pub(crate) const INFINITE: i32 = WIN + 1;
/// The maximum search depth; far too small to turn a win into an estimate.
pub(crate) const MAX_PLY: u32 = 240;

/// A score from the point of view of one seat, and whether the class of the result (win, draw, loss) is
/// certain.
///
/// The meaning depends on the window the node was searched with. At or above beta, the true result is at
/// least of this class; at or below alpha, it is at most of this class; in between, both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scored {
    pub(crate) score: i32,
    pub(crate) sure: bool,
}

impl Scored {
    #[inline]
    pub(crate) fn estimate(value: i32) -> Self {
        Scored { score: value.clamp(-MOST, MOST), sure: false }
    }

    /// The score of a game that ended at this ply.
    #[inline]
    pub(crate) fn over(standing: &Standing, seat: Seat, ply: u32) -> Self {
        let win = WIN - ply as i32;
        let score = match outcome(standing, seat) {
            Outcome::Win => win,
            Outcome::Draw => 0,
            Outcome::Loss => -win,
        };
        Scored { score, sure: true }
    }

    /// The score of a position that repeats on the path. The game really continues until the third
    /// occurrence, so the score is an estimate even for a win: that way no proof depends on it.
    pub(crate) fn repeated(standing: &Standing, seat: Seat) -> Self {
        Scored::estimate(match outcome(standing, seat) {
            Outcome::Win => MOST,
            Outcome::Draw => 0,
            Outcome::Loss => -MOST,
        })
    }

    /// The score from the other seat's point of view.
    #[inline]
    pub(crate) fn turned(self) -> Self {
        Scored { score: -self.score, ..self }
    }

    /// The value of a move searched with an open window and a line of this length.
    pub(crate) fn value(self, line: usize) -> Value {
        let plies = (WIN - self.score.abs()).max(0) as u32;
        if self.score > MOST {
            Value::Proven { result: Outcome::Win, plies }
        } else if self.score < -MOST {
            Value::Proven { result: Outcome::Loss, plies }
        } else if self.sure {
            Value::Proven { result: Outcome::Draw, plies: line as u32 }
        } else {
            Value::Estimate(self.score)
        }
    }
}

/// Whether the score is a proven win or loss.
#[inline]
pub(crate) fn decided(score: i32) -> bool {
    score.abs() > MOST
}

/// Converts a score from distance to the root into distance to the node, as stored in the table.
#[inline]
pub(crate) fn from_node(score: i32, ply: u32) -> i32 {
    if !decided(score) { score } else { score + score.signum() * ply as i32 }
}

/// Converts a score from distance to the node back into distance to the root.
#[inline]
pub(crate) fn from_root(score: i32, ply: u32) -> i32 {
    if !decided(score) { score } else { score - score.signum() * ply as i32 }
}

/// The result of a two-seat game for a seat.
#[inline]
pub(crate) fn outcome(standing: &Standing, seat: Seat) -> Outcome {
    let (own, other) = (standing[seat], standing[seat.other_of_two()]);
    match own.cmp(&other) {
        std::cmp::Ordering::Less => Outcome::Win,
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Greater => Outcome::Loss,
    }
}
