//! What is made once for each block, and how a pair finds it.

use super::digits::Digits;
use super::moves::{Case, Cases, Moves};
use super::rows::Cells;
use super::{Pair, Sides};

/// What is the same for all pairs with a block.
#[derive(Debug)]
pub(super) struct Blocks<C: Cells> {
    /// By Yellow's block, its states.
    pub yellow: Vec<Digits>,
    /// By Red's block, its states and the moves.
    pub red: Vec<Moves<C>>,
}

impl<C: Cells> Blocks<C> {
    pub(super) fn new(sides: &Sides) -> Blocks<C> {
        let [yellow, red] = &sides.seats;
        Blocks {
            yellow: (0..yellow.blocks.len())
                .map(|block| Digits::new(sides.board, yellow, 0, block))
                .collect(),
            red: (0..red.blocks.len()).map(|block| Moves::new(sides, block)).collect(),
        }
    }

    /// Those of a pair.
    pub(super) fn of(&self, pair: Pair) -> Own<'_, C> {
        Own { yellow: &self.yellow[usize::from(pair.yellow)], moves: &self.red[usize::from(pair.red)] }
    }
}

/// A pair's own blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own<'a, C: Cells> {
    /// Yellow's states.
    pub yellow: &'a Digits,
    /// Red's, and the moves.
    pub moves: &'a Moves<C>,
}

impl<'a, C: Cells> Own<'a, C> {
    pub(super) fn yellow_cases(self, row: usize, track: usize) -> &'a Cases {
        let progress = self.yellow.progress[track][usize::from(self.yellow.of[row][track])];
        &self.moves.by_yellow[track][usize::from(progress)]
    }

    pub(super) fn red_cases(self, row: usize, track: usize) -> &'a Cases {
        &self.moves.by_red[track][usize::from(self.yellow.standing_on[row][track])]
    }

    /// The Yellow state with these pieces sent back.
    pub(super) fn sent_back(self, row: usize, jumped: u8) -> usize {
        let (mut to, mut jumped) = (row, jumped);
        while jumped != 0 {
            let track = jumped.trailing_zeros() as usize;
            to -= usize::from(self.yellow.of[row][track]) * self.yellow.stride[track];
            jumped &= jumped - 1;
        }
        to
    }

    /// Calls `visit` with the ways the moves within the pair can go, and the row of the other half each leads to.
    pub(super) fn for_each_case(self, mover: usize, row: usize, mut visit: impl FnMut(usize, &'a Case)) {
        for track in 0..self.yellow.radix.len() {
            if mover == 0 {
                let stride = self.yellow.stride[track];
                let cases = &self.yellow_cases(row, track).stays;
                cases.iter().for_each(|case| visit(row + usize::from(case.steps) * stride, case));
            } else {
                let cases = &self.red_cases(row, track).stays;
                cases.iter().for_each(|case| visit(self.sent_back(row, case.jumped), case));
            }
        }
    }
}
