use crate::{
    grid::{STRIDE, bottom, ranks},
    piece::Piece,
};
use std::ops::ControlFlow;

/// OP-3: every place for one more piece, given by its anchor: the lower cell of a standing piece or the left
/// cell of a lying one. A piece can be placed either way round.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub(crate) standing: u128,
    pub(crate) lying: u128,
}

/// The lowest free cell of each column, which is above the grid if the column is full.
///
/// Columns have no gaps, so adding one at the game edge carries up to exactly this cell.
#[inline]
pub(crate) fn tops(occupied: u128, width: u8) -> u128 {
    occupied + bottom(width)
}

impl Places {
    #[inline]
    pub(crate) fn new(tops: u128, height: u8) -> Places {
        Places { standing: tops & ranks(height - 1), lying: tops & (tops >> STRIDE) & ranks(height) }
    }

    /// The places that use none of these lowest free cells.
    #[inline]
    pub(crate) fn without(self, tops: u128) -> Places {
        Places { standing: self.standing & !tops, lying: self.lying & !(tops | tops >> STRIDE) }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.standing | self.lying == 0
    }

    /// The number of ways to place a piece.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        2 * (self.standing.count_ones() + self.lying.count_ones())
    }

    #[inline]
    pub(crate) fn contains(self, piece: Piece) -> bool {
        let places = if piece.is_lying() { self.lying } else { self.standing };
        places & piece.anchor().bit() != 0
    }

    /// Calls `visit` for each way to place a piece: standing before lying, then by anchor, then with the red
    /// half on the anchor first.
    #[inline]
    pub(crate) fn try_for_each<B>(self, mut visit: impl FnMut(Piece) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut left = self.standing;
        while left != 0 {
            let anchor = left.trailing_zeros();
            visit(Piece::standing(anchor, false))?;
            visit(Piece::standing(anchor, true))?;
            left &= left - 1;
        }
        let mut left = self.lying;
        while left != 0 {
            let anchor = left.trailing_zeros();
            visit(Piece::lying(anchor, false))?;
            visit(Piece::lying(anchor, true))?;
            left &= left - 1;
        }
        ControlFlow::Continue(())
    }

    /// The `n`-th placement in the order of [`Self::try_for_each`]; `n` must be less than [`Self::count`].
    #[inline]
    pub(crate) fn nth(self, n: u32) -> Piece {
        let (place, turned) = (n / 2, n % 2 == 1);
        let standing = self.standing.count_ones();
        let lies = place >= standing;
        let (places, place) = if lies { (self.lying, place - standing) } else { (self.standing, place) };
        let anchor = nth_bit(places, place);
        if lies { Piece::lying(anchor, turned) } else { Piece::standing(anchor, turned) }
    }
}

/// The `n`-th bit of a set with at most one bit per column. Uses selects instead of a loop, which is
/// mispredicted at nearly every ply of a random game.
#[inline]
fn nth_bit(set: u128, n: u32) -> u32 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let in_low = low.count_ones();
    let (set, n, base) = if n < in_low { (low, n, 0) } else { (high, n - in_low, 64) };
    let drop = |set: u64| set & set.wrapping_sub(1);
    let set = if n & 4 != 0 { drop(drop(drop(drop(set)))) } else { set };
    let set = if n & 2 != 0 { drop(drop(set)) } else { set };
    let set = if n & 1 != 0 { drop(set) } else { set };
    base + set.trailing_zeros()
}
