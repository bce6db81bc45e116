//! Detects wins with the next ply without trying every ply; used by searches at every position.

use crate::{OnePiece, grid::STRIDE, lines, places::Places};
use ludoteca_core::Seat;
use std::ops::ControlFlow;

impl OnePiece {
    /// Whether the player to move has a winning ply (OP-6).
    #[must_use]
    #[inline]
    pub fn wins_at_once(&self) -> bool {
        self.winner.is_none() && self.could_win(self.mover, self.in_box > 0)
    }

    /// Whether the other player would have a winning ply on this grid: with a piece from the box, or, if the
    /// player to move takes the last one, with a piece from the grid (OP-5).
    #[must_use]
    #[inline]
    pub fn is_threatened(&self) -> bool {
        self.winner.is_none() && self.could_win(self.mover.other_of_two(), self.in_box > 1)
    }

    #[inline]
    fn could_win(&self, seat: Seat, from_box: bool) -> bool {
        let (own, other) = (self.halves(seat), self.halves(seat.other_of_two()));
        let places = self.places();
        let completing = lines::completing(own);
        // Lifting a piece creates no lines: unless some line can be completed now, there is nothing to find.
        if !places.wins(completing, 0) {
            return false;
        }
        if from_box {
            return places.wins(completing, lines::completing(other));
        }
        self.liftable()
            .try_for_each(self.red, |red, tops| {
                let lifted = !(red.bit() | self.other_half(red));
                let (own, other) = (lines::completing(own & lifted), lines::completing(other & lifted));
                if places.without(tops).wins(own, other) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .is_break()
    }
}

impl Places {
    /// Whether a piece on one of the places completes a line of the first colour and none of the second,
    /// given the cells that do so.
    #[inline]
    fn wins(self, own: u128, other: u128) -> bool {
        let standing = (own & !(other >> 1)) | (own >> 1 & !other);
        let lying = (own & !(other >> STRIDE)) | (own >> STRIDE & !other);
        (self.standing & standing) | (self.lying & lying) != 0
    }
}
