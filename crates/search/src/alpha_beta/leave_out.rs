//! Pruning and late move reductions.
//!
//! Measured with a trial program in a game with about fifty moves per position: 5 ms of processor time per
//! move, 200 games from 100 level openings, each played from both sides (95 % intervals of about ±0.065).
//! Score against the search without pruning: late move reductions only, 0.515; also futility pruning with a
//! swing of about 750 and a horizon of 3, 0.525; also the `most_moves` limit, 0.57. From there on, each
//! version against the one before: swing 450, horizon 4, 0.58; swing 300, horizon 5, 0.57; swing 200, horizon
//! 6, 0.547. A swing of 150 with a horizon of 8 was no better. Ordering moves by the values of the positions
//! after them cost more than it gained (0.45 to 0.48).

use super::tree::Task;
use crate::score::{Scored, decided};

/// The pruning of a search, based on the greatest change of value that one ply is expected to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaveOut(Option<i32>);

/// Nodes with more plies to go are never pruned.
const HORIZON: u32 = 6;
/// The first moves of a node are searched to full depth.
const EARLY: usize = 4;

impl LeaveOut {
    pub(super) fn new(swing: Option<i32>) -> Self {
        LeaveOut(swing)
    }

    #[inline]
    pub(super) fn is_nothing(self) -> bool {
        self.0.is_none()
    }

    /// Pruning applies only near the horizon, only in nodes with a closed window, and only if the bound is
    /// not a proven result: estimates never lie beyond a proven result.
    #[inline]
    pub(super) fn applies_to(self, task: &Task) -> bool {
        !self.is_nothing()
            && task.depth <= HORIZON
            && !task.is_open()
            && !decided(task.alpha)
            && !decided(task.beta)
    }

    /// Futility pruning: returns a score without a search if the value is so far outside the window that the
    /// remaining plies are not expected to bring it back.
    #[inline]
    pub(super) fn far_off(self, value: i32, task: &Task) -> Option<Scored> {
        let margin = self.0? * task.depth as i32;
        if value - margin >= task.beta {
            return Some(Scored::estimate(value - margin));
        }
        (task.depth == 1 && value + margin <= task.alpha).then(|| Scored::estimate(value + margin))
    }

    /// The number of moves of a node that are searched, in order, with this many plies to go.
    #[inline]
    pub(super) fn most_moves(depth: u32) -> usize {
        8 * (depth * depth) as usize
    }

    /// The number of plies by which the search depth of move number `i` is first reduced.
    #[inline]
    pub(super) fn plies(self, depth: u32, i: usize, open: bool) -> u32 {
        if self.is_nothing() || depth < 3 || i < EARLY {
            return 0;
        }
        let less = ((depth as f32).ln() * (i as f32 + 1.0).ln() / 2.0) as u32;
        less.saturating_sub(u32::from(open)).min(depth - 2)
    }
}
