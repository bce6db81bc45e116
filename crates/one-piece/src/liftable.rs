use crate::{
    grid::{Cell, STRIDE},
    places::Places,
};
use std::ops::ControlFlow;

/// OP-5: the pieces whose cells are both uncovered.
///
/// For such a piece, only its *own tops* matter: the lowest free cells of its columns, just above it. Once it
/// is lifted, anything placed in its columns would start on its old cells, which OP-5 forbids; so the
/// remaining places are those that use none of its own tops.
#[derive(Clone, Copy)]
pub(crate) struct Liftable {
    /// The upper cells of standing pieces.
    pub(crate) standing: u128,
    /// The left cells of lying pieces.
    pub(crate) lying: u128,
}

impl Liftable {
    #[inline]
    pub(crate) fn red_halves(self, red: u128) -> u128 {
        (self.standing | self.standing >> 1 | self.lying | self.lying << STRIDE) & red
    }

    /// Calls `visit` with each piece's red half, given all red halves, and its own tops: standing pieces
    /// before lying ones, each from left to right.
    #[inline]
    pub(crate) fn try_for_each<B>(
        self,
        red: u128,
        mut visit: impl FnMut(Cell, u128) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut left = self.standing;
        while left != 0 {
            let upper = left & left.wrapping_neg();
            let red_down = u32::from(red & upper == 0);
            visit(Cell::at(left.trailing_zeros() - red_down), upper << 1)?;
            left ^= upper;
        }
        let mut left = self.lying;
        while left != 0 {
            let left_half = left & left.wrapping_neg();
            let red_right = u32::from(red & left_half == 0);
            let tops = left_half << 1;
            visit(Cell::at(left.trailing_zeros() + STRIDE * red_right), tops | tops << STRIDE)?;
            left ^= left_half;
        }
        ControlFlow::Continue(())
    }

    /// The number of moves with these places: for each piece, all places except those that use its own tops.
    #[inline]
    pub(crate) fn count_moves(self, places: Places) -> u32 {
        let pieces = self.standing.count_ones() + self.lying.count_ones();
        let Places { standing, lying } = places;
        let above = self.standing << 1;
        let own = (standing & above).count_ones()
            + (lying & above).count_ones()
            + (lying << STRIDE & above).count_ones();
        let above = self.lying << 1;
        let own = own
            + (standing & above).count_ones()
            + (standing >> STRIDE & above).count_ones()
            + (lying & above).count_ones()
            + (lying << STRIDE & above).count_ones()
            + (lying >> STRIDE & above).count_ones();
        pieces * places.count() - 2 * own
    }
}
