//! One Piece for Two: lines of four that can still be completed, cells that would complete one, and whether
//! those can be filled now.
//!
//! Every feature has weights for a full box and for an empty one, interpolated by the number of pieces left
//! in it, and separate ones for each of the two players: it matters who will be the first to lift a piece
//! (OP-5).
//!
//! Once the box is empty, a player who cannot win at once rarely wins at all: the opponent can always put the
//! piece that was moved back where it came from. Such a position therefore counts as level, and the search
//! stops early there.

use crate::{
    Features,
    weights::{Group, Weight, built_in, total},
};
use ludoteca_core::Seat;
use ludoteca_one_piece::{BLUE, Cell, Move, OnePiece, RED, Rules};

/// Completing cells are distinguished by the number of free cells beneath them: none to four, or more.
const HEIGHTS: usize = 6;
/// The distance of lines from completion: all their free cells can be filled now, or nearly so, or some are
/// higher.
const REACHES: usize = 3;
/// The number of weights per feature: for the player who will be the first to lift a piece and for the other
/// one, each with a full box and with an empty one.
const KINDS: usize = 4;

const GROUPS: &[Group] = &[
    // Used only with an empty box: the player to act can win now, or the opponent could.
    Group::row("lifting-wins", 1),
    Group::row("lifting-threat", 1),
    Group::row("to-act", KINDS),
    // The seat to act can make four in a row now, without making four of the other colour.
    Group::row("wins", KINDS),
    // The opponent could do so if it were to move.
    Group::row("threat", KINDS),
    // Completing cells directly above completing cells: one of the two can be filled.
    Group::row("stacked", KINDS),
    // Lines of four cells without the other colour, by the number of own cells in them and the distance of
    // the others.
    Group::table("ones", REACHES, KINDS),
    Group::table("twos", REACHES, KINDS),
    // Cells that complete a line, by height.
    Group::table("completing", HEIGHTS, KINDS),
];
const COUNT: usize = total(GROUPS);
const LIFTING_WINS: usize = 0;
const LIFTING_THREAT: usize = 1;
/// From here on each feature has `KINDS` weights.
const PLACING: usize = 2;
const TO_ACT: usize = 0;
const WINS: usize = 1;
const THREAT: usize = 2;
const STACKED: usize = 3;
const ONES: usize = 4;
const TWOS: usize = ONES + REACHES;
const COMPLETING: usize = TWOS + REACHES;

static BUILT_IN: [Weight; COUNT] =
    built_in(GROUPS, include_str!("../../../data/weights/one-piece-for-two.txt"));

/// The distance in bits from a cell to its right neighbour.
const STRIDE: u32 = 11;
/// The number of pieces in the standard box; with more pieces, the box counts as full.
const BOX: i32 = 20;

/// The lines of four without the other colour that have one own cell, and those that have two, by reach.
/// `near` holds the free cells within the first reach, and those within the second, which include the first.
#[inline(always)]
fn lines(own: u128, free: u128, near: [u128; 2]) -> [[i32; REACHES]; 2] {
    let mut counts = [[0; REACHES]; 2];
    for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
        let all_in = |set: u128| {
            let pairs = set & set >> step;
            pairs & pairs >> (2 * step)
        };
        let within = [all_in(own | near[0]), all_in(own | near[1]), all_in(own | free)];
        // Adding two cells gives a ones bit and a twos bit; adding two such pairs gives the line's sum.
        let (ones, twos) = (own ^ own >> step, own & own >> step);
        let (far_ones, far_twos) = (ones >> (2 * step), twos >> (2 * step));
        let odd = ones ^ far_ones;
        let one = odd & !(twos | far_twos);
        let two = !odd & ((ones & far_ones) | (twos ^ far_twos));
        for (count, set) in counts.iter_mut().zip([one, two]) {
            for (count, within) in count.iter_mut().zip(within) {
                *count += (set & within).count_ones() as i32;
            }
        }
    }
    for [nearest, near, all] in &mut counts {
        *all -= *near;
        *near -= *nearest;
    }
    counts
}

/// The cells where a piece placed now completes a line for the first colour but not for the second.
#[inline(always)]
fn winning([standing, lying]: [u128; 2], own: u128, other: u128) -> u128 {
    let lower = standing & own & !(other >> 1);
    let upper = (standing << 1) & own & !(other << 1);
    let left = lying & own & !(other >> STRIDE);
    let right = (lying << STRIDE) & own & !(other << STRIDE);
    lower | upper | left | right
}

impl Features for OnePiece {
    type Weights = [Weight; COUNT];
    const GROUPS: &'static [Group] = GROUPS;
    const UNIT: i32 = BOX;

    fn built_in() -> &'static Self::Weights {
        &BUILT_IN
    }

    #[inline]
    fn visit(&self, mut visit: impl FnMut(Seat, usize, i32)) {
        let mover = self.mover();
        if self.in_box() == 0 {
            // A player who cannot win now never will: the opponent can put each lifted piece back where it
            // was.
            if OnePiece::wins_at_once(self) {
                visit(mover, LIFTING_WINS, BOX);
            } else if OnePiece::is_threatened(self) {
                visit(mover.other_of_two(), LIFTING_THREAT, BOX);
            }
            return;
        }
        let free = self.free();
        let places = self.open_places();
        let full = i32::from(self.in_box()).min(BOX);
        let mover_lifts_first = self.in_box().is_multiple_of(2);
        // The lowest free cell of each column, directly above something or on the game edge.
        let mut at = [free & !(free << 1); HEIGHTS];
        for height in 1..HEIGHTS - 1 {
            at[height] = at[height - 1] << 1 & free;
        }
        at[HEIGHTS - 1] = free & !at[..HEIGHTS - 1].iter().fold(0, |all, cells| all | cells);
        let near = [at[0] | at[1], at[0] | at[1] | at[2] | at[3]];
        let completing = [self.completing(RED), self.completing(BLUE)];
        for seat in [RED, BLUE] {
            let (own, rival) = (seat.index(), seat.other_of_two().index());
            let lifts_first = (seat == mover) == mover_lifts_first;
            let first_kind = PLACING + if lifts_first { 0 } else { 2 };
            let mut count = |feature: usize, amount: i32| {
                visit(seat, first_kind + KINDS * feature, amount * full);
                visit(seat, first_kind + KINDS * feature + 1, amount * (BOX - full));
            };
            let cells = completing[own];
            let now = winning(places, cells, completing[rival]);
            if seat == mover {
                count(TO_ACT, 1);
                count(WINS, i32::from(now != 0));
            } else {
                count(THREAT, i32::from(now != 0));
            }
            count(STACKED, (cells & cells << 1).count_ones() as i32);
            let [ones, twos] = lines(self.halves(seat), free, near);
            for reach in 0..REACHES {
                count(ONES + reach, ones[reach]);
                count(TWOS + reach, twos[reach]);
            }
            for (height, set) in at.into_iter().enumerate() {
                count(COMPLETING + height, (cells & set).count_ones() as i32);
            }
        }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.mover()
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        OnePiece::wins_at_once(self)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        OnePiece::is_threatened(self)
    }

    /// Completing a line before filling a cell that would complete one of the rival's; then the middle.
    #[inline]
    fn order(&self, m: Move) -> i32 {
        let [red, blue] = [m.placed.red(), m.placed.blue()];
        let (own, other) = if self.mover() == RED { (red, blue) } else { (blue, red) };
        let bit = |cell: Cell| 1u128 << (u32::from(cell.column()) * STRIDE + u32::from(cell.rank()));
        let rival = self.mover().other_of_two();
        let (wanted, feared) = (self.completing(self.mover()), self.completing(rival));
        let wins = i32::from(wanted & bit(own) != 0) - i32::from(feared & bit(other) != 0);
        let blocks = i32::from(feared & bit(own) != 0) - i32::from(wanted & bit(other) != 0);
        let middle = |cell: Cell| -(2 * i32::from(cell.column()) + 1 - i32::from(self.width())).abs();
        1000 * wins + 100 * blocks + 2 * middle(own) + middle(other)
    }

    /// Most likely a draw, with several times as many moves as while placing.
    #[inline]
    fn trimmed(&self) -> u32 {
        if self.in_box() == 0 { 3 } else { 0 }
    }

    fn tuned_for() -> Vec<Rules> {
        let sizes = [(8, 8, 20), (8, 8, 20), (8, 8, 20), (6, 6, 12), (7, 7, 16)];
        sizes
            .into_iter()
            .filter_map(|(width, height, pieces)| Rules::new(width, height, pieces, RED))
            .collect()
    }
}
