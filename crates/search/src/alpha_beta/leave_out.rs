//! What need not be searched, or not as deeply.
//!
//! Measured with a trial program in a game of some fifty moves a position, with 5 ms of processor time a move
//! in 200 games from 100 level openings, each from both sides (95 % intervals of about 0.065 to either side).
//! Against the search that leaves nothing out: only late moves less deeply 0.515; also far-off positions,
//! with a swing of about 750 and a horizon of 3, 0.525; and no more than `most_moves`, 0.57. From there on
//! each against the one before: about 450 and horizon 4 0.58, 300 and 5 0.57, 200 and 6 0.547. A swing of 150
//! with a horizon of 8 did no better than that. Ordering moves by the values of the positions after them cost
//! more than it gained (0.45 to 0.48).

use super::tree::Task;
use crate::score::{Scored, decided};

/// How a search leaves things out: by the greatest change of value that one ply is expected to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaveOut(Option<i32>);

/// Nodes with more plies to go are always searched.
const HORIZON: u32 = 6;
/// The first moves are searched to the full depth.
const EARLY: usize = 4;

impl LeaveOut {
    pub(super) fn new(swing: Option<i32>) -> Self {
        LeaveOut(swing)
    }

    #[inline]
    pub(super) fn is_nothing(self) -> bool {
        self.0.is_none()
    }

    /// Only near the horizon, only where one asks on which side of a bound the value lies, and not where the
    /// bound is a proven result: estimates are never on the far side of that.
    #[inline]
    pub(super) fn applies_to(self, task: &Task) -> bool {
        !self.is_nothing()
            && task.depth <= HORIZON
            && !task.is_open()
            && !decided(task.alpha)
            && !decided(task.beta)
    }

    /// An answer without a search, when the value is so far off the window that the plies to go are not
    /// expected to bring it there.
    #[inline]
    pub(super) fn far_off(self, value: i32, task: &Task) -> Option<Scored> {
        let margin = self.0? * task.depth as i32;
        if value - margin >= task.beta {
            return Some(Scored::estimate(value - margin));
        }
        (task.depth == 1 && value + margin <= task.alpha).then(|| Scored::estimate(value + margin))
    }

    /// How many moves of a node are looked at, in their order, with this many plies to go.
    #[inline]
    pub(super) fn most_moves(depth: u32) -> usize {
        8 * (depth * depth) as usize
    }

    /// How many plies less deeply the move numbered `i` is searched at first.
    #[inline]
    pub(super) fn plies(self, depth: u32, i: usize, open: bool) -> u32 {
        if self.is_nothing() || depth < 3 || i < EARLY {
            return 0;
        }
        let less = ((depth as f32).ln() * (i as f32 + 1.0).ln() / 2.0) as u32;
        less.saturating_sub(u32::from(open)).min(depth - 2)
    }
}
