//! Peak: towers and the pieces that can still cover them, jumps, single pieces and where they stand.
//!
//! Every weight has two values, for the beginning and for the end of the game, interpolated by the number of
//! single pieces left.

pub mod score;

use crate::{
    Features,
    weights::{Group, Weight, built_in, total},
};
use ludoteca_core::Seat;
use ludoteca_peak::{Arrangement, DARK, LIGHT, Move, PIECES, Peak, Rules};

/// Each feature at the beginning and at the end of the game.
const GROUPS: &[Group] = &[
    Group::row("to-act", 2),
    Group::row("rival-stuck", 2),
    Group::row("rival-cannot-jump", 2),
    Group::row("tower-pieces", 2),
    // Tower pieces on towers that a rival's jump can cover now.
    Group::row("tower-pieces-attacked", 2),
    // Tower pieces on towers that no rival's single piece has a line to. Towers of three and more block all
    // jumps, so only a piece that first jumps elsewhere could ever cover these.
    Group::row("tower-pieces-safe", 2),
    // Tower pieces on towers that the seat itself can cover again.
    Group::row("tower-pieces-guarded", 2),
    Group::row("towers", 2),
    // Towers of three and more, which block every jump.
    Group::row("high-towers", 2),
    Group::row("jumps", 2),
    Group::row("landings", 2),
    Group::row("singles-attacked", 2),
    // Single pieces by where they stand: corner, beside it, middle of the edge, and the same one ring in.
    Group::table("singles", RINGS.len(), 2),
];
const COUNT: usize = total(GROUPS);
const _: () = assert!(COUNT == 2 * (SINGLES + RINGS.len()));

const TO_ACT: usize = 0;
const RIVAL_STUCK: usize = 1;
const RIVAL_CANNOT_JUMP: usize = 2;
const TOWER_PIECES: usize = 3;
const ATTACKED: usize = 4;
const SAFE: usize = 5;
const GUARDED: usize = 6;
const TOWERS: usize = 7;
const HIGH_TOWERS: usize = 8;
const JUMPS: usize = 9;
const LANDINGS: usize = 10;
const SINGLES_ATTACKED: usize = 11;
const SINGLES: usize = 12;

static BUILT_IN: [Weight; COUNT] = built_in(GROUPS, include_str!("../../../data/weights/peak.txt"));

/// All spaces, eight bits per rank.
const BOARD: u64 = 0x3f3f_3f3f_3f3f;

/// The spaces in classes under rotation and reflection of the board: corners, beside them, middles of the
/// edges, inner corners, inner edges, the four in the middle.
const RINGS: [u64; 6] = [
    0x0000_2100_0000_0021,
    0x0000_1221_0000_2112,
    0x0000_0c00_2121_000c,
    0x0000_0012_0000_1200,
    0x0000_000c_1212_0c00,
    0x0000_0000_0c0c_0000,
];

/// The spaces that a piece of `own` has a straight line to, with one or more spaces in between, all in
/// `open`.
#[inline(always)]
fn seen(own: u64, open: u64) -> u64 {
    #[inline(always)]
    fn ray(own: u64, open: u64, shift: impl Fn(u64, u32) -> u64) -> u64 {
        // A jump passes over one to four spaces.
        let over = open & shift(own, 1);
        let over = over | (open & shift(over, 1));
        let two_open = open & shift(open, 1);
        shift(over | (two_open & shift(over, 2)), 1)
    }
    let mut all = 0;
    for step in [8, 1, 9, 7] {
        all |= ray(own, open, |set, steps| (set << (step * steps)) & BOARD);
        all |= ray(own, open, |set, steps| (set >> (step * steps)) & BOARD);
    }
    all
}

/// The number of pieces on these spaces.
#[inline(always)]
fn pieces(digits: &[u64; 6], spaces: u64) -> i32 {
    let mut sum = 0;
    for (i, digit) in digits.iter().enumerate() {
        sum += (digit & spaces).count_ones() << i;
    }
    sum as i32
}

impl Features for Peak {
    type Weights = [Weight; COUNT];
    const GROUPS: &'static [Group] = GROUPS;
    const UNIT: i32 = PIECES as i32;
    /// Found by test games. It is smaller than the swing of most jumps, since equally many swing either way.
    const SWING: Option<i32> = Some(200);

    fn built_in() -> &'static Self::Weights {
        &BUILT_IN
    }

    #[inline]
    fn visit(&self, mut visit: impl FnMut(Seat, usize, i32)) {
        let digits = self.height_digits();
        let higher = digits[2] | digits[3] | digits[4] | digits[5];
        let singles = digits[0] & !(digits[1] | higher);
        let high = higher | (digits[0] & digits[1]);
        let early = (singles.count_ones() as i32).min(PIECES as i32);
        let late = PIECES as i32 - early;
        let tops = [self.tops(LIGHT), self.tops(DARK)];
        let landings = [self.landings(LIGHT), self.landings(DARK)];
        let landed =
            landings.map(|[up, down]| up[0] | up[1] | up[2] | up[3] | down[0] | down[1] | down[2] | down[3]);
        for seat in [LIGHT, DARK] {
            let (own, rival) = (seat.index(), seat.other_of_two().index());
            let mut count = |feature: usize, amount: i32| {
                visit(seat, 2 * feature, amount * early);
                visit(seat, 2 * feature + 1, amount * late);
            };
            let towers = tops[own] & !singles;
            let lone = tops[own] & singles;
            let [up, down] = landings[own];
            let jumps: u32 = up.iter().chain(&down).map(|set| set.count_ones()).sum();
            count(TO_ACT, i32::from(self.mover() == seat));
            count(RIVAL_STUCK, i32::from(self.stuck().is_some_and(|stuck| stuck != seat)));
            count(RIVAL_CANNOT_JUMP, i32::from(landed[rival] == 0));
            count(TOWER_PIECES, pieces(&digits, towers));
            count(ATTACKED, pieces(&digits, towers & landed[rival]));
            count(SAFE, pieces(&digits, towers & !seen(tops[rival] & singles, BOARD & !high)));
            count(GUARDED, pieces(&digits, towers & landed[own]));
            count(TOWERS, towers.count_ones() as i32);
            count(HIGH_TOWERS, (towers & high).count_ones() as i32);
            count(JUMPS, jumps as i32);
            count(LANDINGS, landed[own].count_ones() as i32);
            count(SINGLES_ATTACKED, (lone & landed[rival]).count_ones() as i32);
            for (ring, spaces) in RINGS.iter().enumerate() {
                count(SINGLES + ring, (lone & spaces).count_ones() as i32);
            }
        }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.mover()
    }

    /// Covering a rival's tower first, the higher the better; a jump to an empty space last.
    #[inline]
    fn order(&self, m: Move) -> i32 {
        let height = i32::from(self.height(m.to));
        match self.owner(m.to) {
            None => 0,
            Some(seat) if seat == self.mover() => {
                if height == 1 {
                    5
                } else {
                    1
                }
            }
            Some(_) => 6 + 4 * (height - 1),
        }
    }

    fn tuned_for() -> Vec<Rules> {
        let rules = |setup| Rules { setup };
        vec![rules(Arrangement::Standard), rules(Arrangement::Standard), rules(Arrangement::Checkerboard)]
    }
}
