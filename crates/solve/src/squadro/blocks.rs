//! Data computed once for each block, and how a pair finds it.

use super::digits::Digits;
use super::moves::{Case, Cases, Moves};
use super::rows::Cells;
use super::{Layout, Pair};
use std::sync::OnceLock;

/// The data shared by all pairs with a block, computed on first use, because solving an endgame needs only a
/// few blocks.
#[derive(Debug)]
pub(super) struct Blocks<C: Cells> {
    layout: Layout,
    yellow: Vec<OnceLock<Digits>>,
    red: Vec<OnceLock<Moves<C>>>,
}

impl<C: Cells> Blocks<C> {
    pub(super) fn new(layout: &Layout) -> Blocks<C> {
        let [yellow, red] = &layout.sides().seats;
        Blocks {
            layout: layout.clone(),
            yellow: yellow.blocks.iter().map(|_| OnceLock::new()).collect(),
            red: red.blocks.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The states of one of Yellow's blocks.
    pub(super) fn yellow(&self, block: usize) -> &Digits {
        let sides = self.layout.sides();
        self.yellow[block].get_or_init(|| Digits::new(sides.board, &sides.seats[0], 0, block))
    }

    /// The states of one of Red's blocks, and the moves.
    pub(super) fn red(&self, block: usize) -> &Moves<C> {
        self.red[block].get_or_init(|| Moves::new(self.layout.sides(), block))
    }

    /// The blocks of a pair.
    pub(super) fn of(&self, pair: Pair) -> Own<'_, C> {
        Own { yellow: self.yellow(pair.yellow.into()), moves: self.red(pair.red.into()) }
    }
}

/// The two blocks of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own<'a, C: Cells> {
    pub yellow: &'a Digits,
    /// Red's states, and the moves.
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

    /// Calls `visit` with each case of the moves within the pair, and the row of the other half that it leads
    /// to.
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
