//! Squadro: the race in turns, and for each crossing how the two pieces that share it stand to each other.
//!
//! Who passes whom is decided crossing by crossing, so a table by both pieces' progress holds what blocking
//! and threatened jumps are worth: where a piece can be jumped, and the turns it would lose. Tables by who is
//! to move hold the tempo.

use crate::{
    Features,
    tune::{ExactError, read_exact},
    weights::{Group, Weight, built_in, total},
};
use ludoteca_core::{Position, Seat, Standing};
use ludoteca_squadro::{HOME, Move, RED, Rules, Squadro, TRACKS, TURN, YELLOW};

/// Values a progress can have.
const STEPS: usize = HOME as usize + 1;
/// The most turns a side's four quickest pieces can need, and none.
const TURNS: usize = 31;

const GROUPS: &[Group] = &[
    // By who is to move, Yellow's turns still needed, and Red's.
    Group::table("race", 2 * TURNS, TURNS),
    // By who is to move, Yellow's track, Red's track, Yellow's progress, and Red's.
    Group::table("crossings", 2 * TRACKS * TRACKS * STEPS, STEPS),
];
const COUNT: usize = total(GROUPS);

static BUILT_IN: [Weight; COUNT] = built_in(GROUPS, include_str!("../../../data/weights/squadro.txt"));

/// By seat, track and progress: how many turns the piece needs to come home if nobody is in its way (SQ-2,
/// SQ-5).
static TURNS_LEFT: [[[u8; 16]; TRACKS]; 2] = {
    const OUT: [[u8; TRACKS]; 2] = [[3, 1, 2, 1, 3], [1, 3, 2, 3, 1]];
    let mut table = [[[0; 16]; TRACKS]; 2];
    let mut seat = 0;
    while seat < 2 {
        let mut track = 0;
        while track < TRACKS {
            let (out, back) = (OUT[seat][track], 4 - OUT[seat][track]);
            let mut progress = 0;
            while progress < HOME {
                table[seat][track][progress as usize] = if progress < TURN {
                    (TURN - progress).div_ceil(out) + TURN.div_ceil(back)
                } else {
                    (HOME - progress).div_ceil(back)
                };
                progress += 1;
            }
            track += 1;
        }
        seat += 1;
    }
    table
};

/// The turns a seat's four quickest pieces still need.
#[inline]
fn race(seat: Seat, progress: [u8; TRACKS]) -> usize {
    let (mut sum, mut most) = (0, 0);
    for (track, p) in progress.into_iter().enumerate() {
        let turns = TURNS_LEFT[seat.index() & 1][track][usize::from(p & 15)];
        (sum, most) = (sum + turns, most.max(turns));
    }
    usize::from(sum - most)
}

#[inline]
fn progress(position: &Squadro, seat: Seat) -> [u8; TRACKS] {
    [0, 1, 2, 3, 4].map(|track| position.progress(seat, track))
}

impl Features for Squadro {
    type Weights = [Weight; COUNT];
    const GROUPS: &'static [Group] = GROUPS;

    fn built_in() -> &'static Self::Weights {
        &BUILT_IN
    }

    #[inline]
    fn visit(&self, mut visit: impl FnMut(Seat, usize, i32)) {
        let mover = self.mover().index();
        let (yellow, red) = (progress(self, YELLOW), progress(self, RED));
        visit(YELLOW, (mover * TURNS + race(YELLOW, yellow)) * TURNS + race(RED, red), 1);
        let tables = 2 * TURNS * TURNS + mover * TRACKS * TRACKS * STEPS * STEPS;
        for (i, &y) in yellow.iter().enumerate() {
            for (j, &r) in red.iter().enumerate() {
                let table = tables + (i * TRACKS + j) * STEPS * STEPS;
                visit(YELLOW, table + usize::from(y) * STEPS + usize::from(r), 1);
            }
        }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.mover()
    }

    /// By the race after the move: turns won by walking, and those the jumped pieces lose.
    #[inline]
    fn order(&self, m: Move) -> i32 {
        let (own, other) = (self.mover(), self.mover().other_of_two());
        let child = self.after(m);
        race(other, progress(&child, other)) as i32 - race(own, progress(&child, own)) as i32
    }

    fn tuned_for() -> Vec<Rules> {
        vec![Rules { first: YELLOW }, Rules { first: RED }]
    }

    /// Every other position, from the first on, and the positions after its moves. The rest is left for measuring.
    fn known(text: &str) -> Result<Vec<(Self, Standing)>, ExactError> {
        let mut known = Vec::new();
        for line in read_exact(text)?.into_iter().step_by(2) {
            known.extend(line.after.iter().map(|&(m, result)| (line.position.after(m), result)));
            known.push((line.position, line.result));
        }
        Ok(known)
    }
}
