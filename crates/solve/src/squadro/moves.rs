//! The moves against or by one of Red's blocks, as reads from shifted rows.
//!
//! A row holds the values of one Yellow state against every Red state. The values after a move are then, for
//! many Red states at once, a shifted row of the other half:
//!
//! - Yellow moves: the row of the Yellow state after the move. Jumped Red pieces go back to digit 0, so the
//!   row is read that much further down. Which pieces are jumped and how far the move goes depends on the Red
//!   pieces on the track, so there is a *case* for each way the move can go, with a mask of the Red states it
//!   applies to.
//! - Red moves: a Red digit grows, so the row is read further up, by the same amount for all other digits.
//!   Yellow pieces in the way are known from the Yellow state; jumped ones go back to digit 0, which leads to
//!   another row. There is a case for each length of the move, again with a mask of the Red states it applies
//!   to.
//!
//! The masks of one piece's cases together contain every Red state exactly once.

use super::digits::{Digits, places};
use super::rows::{Cells, Mask};
use super::{Board, Sides};
use std::collections::HashMap;

/// One way in which a piece's move can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// The amount by which Yellow's digit grows.
    pub steps: u8,
    /// The Yellow tracks on which Red jumps a piece.
    pub jumped: u8,
    /// How much further up a row is read: the amount by which Red's number grows.
    pub shift: i16,
    pub mask: u16,
}

/// The ways in which one piece's move can go.
#[derive(Clone, Debug, Default)]
pub(super) struct Cases {
    pub stays: Vec<Case>,
    /// Moves to the first place of the next phase: the shift does not count the piece that moves.
    pub leaves: Vec<Case>,
}

/// The data shared by all pairs with one of Red's blocks.
#[derive(Debug)]
pub(super) struct Moves<C: Cells> {
    pub red: Digits,
    /// By Yellow's track and progress.
    pub by_yellow: Vec<Vec<Cases>>,
    /// By Red's track and the set of Yellow's pieces standing on it.
    pub by_red: Vec<Vec<Cases>>,
    /// By Yellow's and Red's track: the Red states with a piece where the tracks cross.
    pub crossings: Vec<Vec<Option<Mask<C>>>>,
    masks: Vec<Mask<C>>,
}

impl<C: Cells> Moves<C> {
    pub(super) fn new(sides: &Sides, block: usize) -> Moves<C> {
        let board = sides.board;
        let red = Digits::new(board, &sides.seats[1], 1, block);
        let crossing = |y: usize, r: usize| {
            let on = red.on(board, r, y)?;
            Some(Mask::new(red.of.iter().map(|digits| usize::from(digits[r]) == on)))
        };
        let tracks = 0..board.tracks();
        let crossings = tracks.clone().map(|y| tracks.clone().map(|r| crossing(y, r)).collect()).collect();
        let mut masks = Vec::new();
        Moves {
            by_yellow: tracks.clone().map(|track| by_yellow(board, &red, track, &mut masks)).collect(),
            by_red: tracks.map(|track| by_red(board, &red, track, &mut masks)).collect(),
            crossings,
            red,
            masks,
        }
    }

    /// The Red states that a case applies to.
    pub(super) fn mask(&self, case: &Case) -> &Mask<C> {
        &self.masks[usize::from(case.mask)]
    }
}

fn by_yellow<C: Cells>(board: Board, red: &Digits, track: usize, masks: &mut Vec<Mask<C>>) -> Vec<Cases> {
    let tracks = 0..board.tracks();
    let back = |jumped: u32| {
        let far = |other: usize| red.on(board, other, track).map_or(0, |digit| digit * red.stride[other]);
        tracks.clone().filter(|other| jumped >> other & 1 == 1).map(far).sum::<usize>()
    };
    let mut sets: Vec<u8> = red.standing_on.iter().map(|on| on[track]).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut by_progress = vec![Cases::default(); usize::from(board.home()) + 1];
    for start in [0, board.turn()] {
        let places = places(board, 0, track, start);
        for (digit, &progress) in places.iter().enumerate() {
            // The sets of Red pieces on the track for which the move goes the same way.
            let mut ways: Vec<((u8, u32), u32)> = Vec::new();
            for &set in &sets {
                let way = board.advance(0, track, progress, set.into());
                match ways.iter_mut().find(|(known, _)| *known == way) {
                    Some((_, sets)) => *sets |= 1 << set,
                    None => ways.push((way, 1 << set)),
                }
            }
            let cases = &mut by_progress[usize::from(progress)];
            for ((to, jumped), sets) in ways {
                let to = places.iter().position(|&p| p == to);
                let steps = to.map_or(0, |to| to - digit) as u8;
                let case = Case { steps, jumped: 0, shift: -(back(jumped) as i16), mask: masks.len() as u16 };
                masks.push(Mask::new(red.standing_on.iter().map(|on| sets >> on[track] & 1 == 1)));
                if to.is_some() { cases.stays.push(case) } else { cases.leaves.push(case) }
            }
        }
    }
    by_progress
}

fn by_red<C: Cells>(board: Board, red: &Digits, track: usize, masks: &mut Vec<Mask<C>>) -> Vec<Cases> {
    let mut mask_of: HashMap<u32, u16> = HashMap::new();
    let mut by_set = Vec::new();
    for set in 0..1_u32 << board.tracks() {
        // The steps (`None`: to the next phase) and jumped pieces, and the digits they apply to.
        let mut ways: Vec<((Option<usize>, u32), u32)> = Vec::new();
        for (digit, &progress) in red.progress[track].iter().enumerate() {
            if progress == board.home() {
                continue;
            }
            let (to, jumped) = board.advance(1, track, progress, set);
            let to = red.progress[track].iter().position(|&p| p == to);
            let way = (to.map(|to| to - digit), jumped);
            match ways.iter_mut().find(|(known, _)| *known == way) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => ways.push((way, 1 << digit)),
            }
        }
        let mut cases = Cases::default();
        for ((steps, jumped), digits) in ways {
            let mask = *mask_of.entry(digits).or_insert_with(|| {
                masks.push(Mask::new(red.of.iter().map(|of| digits >> of[track] & 1 == 1)));
                masks.len() as u16 - 1
            });
            let shift = steps.map_or(0, |steps| steps * red.stride[track]) as i16;
            let case = Case { steps: 0, jumped: jumped as u8, shift, mask };
            if steps.is_some() { cases.stays.push(case) } else { cases.leaves.push(case) }
        }
        by_set.push(cases);
    }
    by_set
}
