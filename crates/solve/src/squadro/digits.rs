//! The states of one block as numbers of five digits.

use super::{Board, Side};

/// A block's states: within a block the first track's piece is the highest digit, and every digit counts the places its
/// piece can have in its phase, 0 for the edge the phase begins on.
#[derive(Debug)]
pub(super) struct Digits {
    /// How many states.
    pub len: usize,
    /// By track, how many places.
    pub radix: Vec<usize>,
    /// By track, what a digit is worth.
    pub stride: Vec<usize>,
    /// By track, the progress of each digit.
    pub progress: Vec<Vec<u8>>,
    /// By track, the block with this piece in its next phase; `None` when it is home.
    pub next: Vec<Option<usize>>,
}

impl Digits {
    /// Of one of a side's blocks.
    pub(super) fn new(board: Board, side: &Side, seat: usize, block: usize) -> Digits {
        let start = side.states[side.blocks[block].first as usize].progress;
        let starts: Vec<u8> = (0..board.tracks()).map(|track| (start >> (4 * track)) as u8 & 15).collect();
        let end = |start: u8| if start < board.turn() { board.turn() } else { board.home() };
        let places = |(track, &start): (usize, &u8)| {
            let all = start..end(start).max(start + 1);
            all.filter(|&p| board.possible(seat, track, p)).collect::<Vec<_>>()
        };
        let progress: Vec<_> = starts.iter().enumerate().map(places).collect();
        let radix: Vec<_> = progress.iter().map(Vec::len).collect();
        let stride = (0..radix.len()).map(|track| radix[track + 1..].iter().product()).collect();
        let next = |track: usize| {
            let mut further = starts.clone();
            further[track] = end(starts[track]);
            let number = side.number(&further).filter(|_| further != starts)?;
            Some(side.blocks.partition_point(|block| block.first <= number) - 1)
        };
        Digits {
            len: radix.iter().product(),
            stride,
            progress,
            next: (0..radix.len()).map(next).collect(),
            radix,
        }
    }

    /// A digit of a state.
    pub(super) fn digit(&self, state: usize, track: usize) -> usize {
        state / self.stride[track] % self.radix[track]
    }

    /// The digit a piece has on one of its crossings; `None` when it never stands there in this phase.
    pub(super) fn on(&self, board: Board, track: usize, crossing: usize) -> Option<usize> {
        self.progress[track].iter().position(|&p| board.crossing(p) == Some(crossing))
    }

    /// By state, the set of this side's tracks whose piece stands on the given opposing track.
    pub(super) fn in_the_way(&self, board: Board, opposing: usize) -> Vec<u8> {
        let mut sets = vec![0; self.len];
        for track in 0..self.radix.len() {
            let Some(on) = self.on(board, track, opposing) else { continue };
            for (state, set) in sets.iter_mut().enumerate() {
                *set |= u8::from(self.digit(state, track) == on) << track;
            }
        }
        sets
    }
}
