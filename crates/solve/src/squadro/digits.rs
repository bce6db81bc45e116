//! The states of one block as numbers of up to five digits.

use super::{Board, Side};

/// A block's states as numbers. The first track's piece is the highest digit. Every digit counts the places
/// its piece can have in its phase, with 0 for the edge on which the phase begins.
#[derive(Debug)]
pub(super) struct Digits {
    /// By state and track, the digit.
    pub of: Vec<[u8; 5]>,
    /// By track, the number of places.
    pub radix: Vec<usize>,
    /// By track, the place value of its digit.
    pub stride: Vec<usize>,
    /// By track, the progress of each digit.
    pub progress: Vec<Vec<u8>>,
    /// By track, the block with this piece in its next phase; `None` when it is home.
    pub next: Vec<Option<usize>>,
    /// By track, the block with this piece in the phase before; `None` when it is on its way out.
    pub before: Vec<Option<usize>>,
    /// By state and opposing track, the set of this side's tracks whose piece stands on it.
    pub standing_on: Vec<[u8; 5]>,
}

impl Digits {
    pub(super) fn new(board: Board, side: &Side, seat: usize, block: usize) -> Digits {
        let start = side.states[side.blocks[block].first as usize].progress;
        let starts: Vec<u8> = (0..board.tracks()).map(|track| (start >> (4 * track)) as u8 & 15).collect();
        let progress: Vec<_> =
            starts.iter().enumerate().map(|(track, &start)| places(board, seat, track, start)).collect();
        let radix: Vec<_> = progress.iter().map(Vec::len).collect();
        let stride: Vec<usize> = (0..radix.len()).map(|track| radix[track + 1..].iter().product()).collect();
        let with = |track: usize, start: u8| {
            let mut other = starts.clone();
            other[track] = start;
            let number = side.number(&other).filter(|_| other != starts)?;
            Some(side.blocks.partition_point(|block| block.first <= number) - 1)
        };
        let before = |start: u8| if start == board.home() { board.turn() } else { 0 };
        let digits = |state: usize| five(radix.len(), |track| (state / stride[track] % radix[track]) as u8);
        let of: Vec<_> = (0..radix.iter().product()).map(digits).collect();
        let standing_on = |digits: &[u8; 5]| {
            let crossing = |track: usize| board.crossing(progress[track][usize::from(digits[track])]);
            let crossings: Vec<_> = (0..radix.len()).map(crossing).collect();
            five(radix.len(), |opposing| {
                let tracks =
                    crossings.iter().enumerate().filter(|(_, crossing)| **crossing == Some(opposing));
                tracks.fold(0, |set, (track, _)| set | 1 << track)
            })
        };
        Digits {
            standing_on: of.iter().map(standing_on).collect(),
            next: starts.iter().enumerate().map(|(track, &start)| with(track, end(board, start))).collect(),
            before: starts.iter().enumerate().map(|(track, &start)| with(track, before(start))).collect(),
            of,
            stride,
            progress,
            radix,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.of.len()
    }

    /// The digit that a piece has on one of its crossings; `None` if it never stands there in this phase.
    pub(super) fn on(&self, board: Board, track: usize, crossing: usize) -> Option<usize> {
        self.progress[track].iter().position(|&p| board.crossing(p) == Some(crossing))
    }
}

/// The progress values that a piece can have in the phase that begins with `start`.
pub(super) fn places(board: Board, seat: usize, track: usize, start: u8) -> Vec<u8> {
    let all = start..end(board, start).max(start + 1);
    all.filter(|&p| board.possible(seat, track, p)).collect()
}

/// The progress at which the next phase begins.
fn end(board: Board, start: u8) -> u8 {
    if start < board.turn() { board.turn() } else { board.home() }
}

fn five(tracks: usize, of: impl Fn(usize) -> u8) -> [u8; 5] {
    let mut five = [0; 5];
    five.iter_mut().enumerate().take(tracks).for_each(|(track, value)| *value = of(track));
    five
}
