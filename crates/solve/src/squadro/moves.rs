//! The moves of a pair, as reading from shifted rows.
//!
//! A row has the values of one Yellow state against every Red state. What a move leads to is then, for many Red states at once,
//! a row of the other half, shifted:
//!
//! - Yellow moves: the row of the Yellow state after the move. Where Red pieces are jumped, they go back to digit 0, so the row
//!   is read that much further down. Which pieces are jumped, and how far the move goes, depends on the Red pieces on the track:
//!   a *case* for each way the move can go, with a mask of the Red states it is for.
//! - Red moves: a Red digit grows, so the row is read further up, by the same for all other digits. Yellow pieces in the way are
//!   known from the Yellow state; the jumped go back to digit 0, which leads to another row. A case for each length
//!   of the move, again with a mask of the Red states it is for.
//!
//! The masks of one piece's cases cover every Red state once.

use super::Board;
use super::digits::Digits;
use super::rows::{Mask, Rows};
use std::collections::HashMap;

/// One way a piece's move can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// Whether the piece gets to its next phase: its digit is then 0 in another pair.
    pub leaves: bool,
    /// By how much the piece's digit grows; when it leaves, to digit 0 of the next phase, nothing.
    pub steps: usize,
    /// The set of opposing tracks jumped.
    pub jumped: u8,
    /// How much further up a row is read: the change of Red's number.
    pub shift: isize,
    /// The mask's number.
    pub mask: usize,
}

/// The moves of both sides in one pair.
#[derive(Debug)]
pub(super) struct Moves<R: Rows> {
    /// By track and digit of Yellow's piece.
    pub yellow: Vec<Vec<Vec<Case>>>,
    /// By track and set of Yellow's pieces standing on it.
    pub red: Vec<Vec<Vec<Case>>>,
    /// The Red states cases are for.
    pub masks: Vec<Mask<R>>,
}

impl<R: Rows> Moves<R> {
    pub(super) fn new(board: Board, yellow: &Digits, red: &Digits) -> Moves<R> {
        let mut moves = Moves { yellow: Vec::new(), red: Vec::new(), masks: Vec::new() };
        moves.of_yellow(board, yellow, red);
        moves.of_red(board, red);
        moves
    }

    fn of_yellow(&mut self, board: Board, yellow: &Digits, red: &Digits) {
        for track in 0..board.tracks() {
            let sets = red.in_the_way(board, track);
            let back = |jumped: u8| {
                let far =
                    |other: usize| red.on(board, other, track).map_or(0, |digit| digit * red.stride[other]);
                let jumped = (0..board.tracks()).filter(|other| jumped >> other & 1 == 1);
                -(jumped.map(far).sum::<usize>() as isize)
            };
            let mut by_digit = Vec::new();
            for (digit, &progress) in yellow.progress[track].iter().enumerate() {
                let mut cases: Vec<Case> = Vec::new();
                let mut case_of = vec![usize::MAX; 1 << board.tracks()];
                for &set in sets.iter().filter(|_| progress != board.home()) {
                    if case_of[usize::from(set)] != usize::MAX {
                        continue;
                    }
                    let (to, jumped) = board.advance(0, track, progress, set.into());
                    let jumped = jumped as u8;
                    let to = yellow.progress[track].iter().position(|&p| p == to);
                    let (leaves, steps) = (to.is_none(), to.map_or(0, |to| to - digit));
                    let case = Case { leaves, steps, jumped, shift: back(jumped), mask: 0 };
                    let known = cases.iter().position(|&known| known == case);
                    case_of[usize::from(set)] = known.unwrap_or(cases.len());
                    if known.is_none() {
                        cases.push(case);
                    }
                }
                for (number, case) in cases.iter_mut().enumerate() {
                    case.mask = self.masks.len();
                    self.masks.push(Mask::new(sets.iter().map(|&set| case_of[usize::from(set)] == number)));
                }
                by_digit.push(cases);
            }
            self.yellow.push(by_digit);
        }
    }

    fn of_red(&mut self, board: Board, red: &Digits) {
        for track in 0..board.tracks() {
            let mut mask_of: HashMap<u32, usize> = HashMap::new();
            let mut by_set = Vec::new();
            for set in 0..1_u32 << board.tracks() {
                // With the digits each case is for.
                let mut cases: Vec<(Case, u32)> = Vec::new();
                for (digit, &progress) in red.progress[track].iter().enumerate() {
                    if progress == board.home() {
                        continue;
                    }
                    let (to, jumped) = board.advance(1, track, progress, set);
                    let to = red.progress[track].iter().position(|&p| p == to);
                    let steps = to.map_or(0, |to| to - digit);
                    let shift = (steps * red.stride[track]) as isize;
                    let case = Case { leaves: to.is_none(), steps, jumped: jumped as u8, shift, mask: 0 };
                    match cases.iter_mut().find(|(known, _)| *known == case) {
                        Some((_, digits)) => *digits |= 1 << digit,
                        None => cases.push((case, 1 << digit)),
                    }
                }
                let masked = cases.into_iter().map(|(case, digits)| {
                    let mask = *mask_of.entry(digits).or_insert_with(|| {
                        let places = (0..red.len).map(|state| digits >> red.digit(state, track) & 1 == 1);
                        self.masks.push(Mask::new(places));
                        self.masks.len() - 1
                    });
                    Case { mask, ..case }
                });
                by_set.push(masked.collect());
            }
            self.red.push(by_set);
        }
    }
}
