//! One Piece for Two: lines of four that can still be filled, cells that would complete one, and whether they
//! can be filled now.
//!
//! Every weight has two values, for a full box and for an empty one; in between they are mixed by the pieces
//! left in it.

use crate::{
    Features,
    weights::{Group, Weight, built_in, total},
};
use ludoteca_core::Seat;
use ludoteca_one_piece::{BLUE, Cell, Move, OnePiece, RED, Rules};

/// How far above the lowest free cell completing cells are told apart: there, one or two above, further up.
const HEIGHTS: usize = 4;

/// Each feature with a full box and with an empty one.
const GROUPS: &[Group] = &[
    Group::row("to-act", 2),
    // The seat to act can make four in a row now, without making four of the other colour.
    Group::row("wins", 2),
    // The seat that is not to act could do so, were it its turn: on one cell, on more than one.
    Group::row("threat", 2),
    Group::row("double-threat", 2),
    // Lines of four cells without the other colour, by how many of them have the own.
    Group::row("ones", 2),
    Group::row("twos", 2),
    Group::row("threes", 2),
    // Completing cells right above completing cells: one of the two can be filled.
    Group::row("stacked", 2),
    // Completing cells by how many free cells lie beneath them, on odd ranks and on even ones.
    Group::table("completing-odd", HEIGHTS, 2),
    Group::table("completing-even", HEIGHTS, 2),
];
const COUNT: usize = total(GROUPS);
const TO_ACT: usize = 0;
const WINS: usize = 1;
const THREAT: usize = 2;
const DOUBLE_THREAT: usize = 3;
const ONES: usize = 4;
const TWOS: usize = 5;
const THREES: usize = 6;
const STACKED: usize = 7;
const ODD: usize = 8;
const EVEN: usize = ODD + HEIGHTS;

static BUILT_IN: [Weight; COUNT] =
    built_in(GROUPS, include_str!("../../../data/weights/one-piece-for-two.txt"));

/// Bits from a cell to its neighbour on the right.
const STRIDE: u32 = 11;
/// The most pieces in the standard box: with more, the game begins as if it were full.
const BOX: i32 = 20;

/// The lines of four without the other colour by how many of their cells have the own: one, two, three.
#[inline(always)]
fn lines(own: u128, free: u128) -> [i32; 3] {
    let mut counts = [0; 3];
    let usable = own | free;
    for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
        let pairs = usable & usable >> step;
        let open = pairs & pairs >> (2 * step);
        // Two cells make a digit of one and a digit of two; two of those, the sum of the line.
        let (ones, twos) = (own ^ own >> step, own & own >> step);
        let (far_ones, far_twos) = (ones >> (2 * step), twos >> (2 * step));
        let odd = ones ^ far_ones;
        let any_two = twos | far_twos;
        let two = (ones & far_ones) | (twos ^ far_twos);
        counts[0] += (open & odd & !any_two).count_ones() as i32;
        counts[1] += (open & !odd & two).count_ones() as i32;
        counts[2] += (open & odd & any_two).count_ones() as i32;
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

/// The cells of odd ranks: the first, the third and so on.
const ODD_RANKS: u128 = {
    let (mut set, mut column) = (0, 0);
    while column < 10 {
        set |= 0b01_0101_0101 << (column * STRIDE);
        column += 1;
    }
    set
};

impl Features for OnePiece {
    type Weights = [Weight; COUNT];
    const GROUPS: &'static [Group] = GROUPS;
    const UNIT: i32 = BOX;

    fn built_in() -> &'static Self::Weights {
        &BUILT_IN
    }

    #[inline]
    fn visit(&self, mut visit: impl FnMut(Seat, usize, i32)) {
        let free = self.free();
        let places = self.open_places();
        let full = i32::from(self.in_box()).min(BOX);
        // The lowest free cell of each column: those just above something, and those on the game edge.
        let lowest = free & !(free << 1);
        let completing = [self.completing(RED), self.completing(BLUE)];
        for seat in [RED, BLUE] {
            let (own, rival) = (seat.index(), seat.other_of_two().index());
            let mut count = |feature: usize, amount: i32| {
                visit(seat, 2 * feature, amount * full);
                visit(seat, 2 * feature + 1, amount * (BOX - full));
            };
            let cells = completing[own];
            let now = winning(places, cells, completing[rival]);
            if self.mover() == seat {
                count(TO_ACT, 1);
                count(WINS, i32::from(now != 0));
            } else {
                count(THREAT, i32::from(now != 0));
                count(DOUBLE_THREAT, i32::from(now & now.wrapping_sub(1) != 0));
            }
            let [ones, twos, threes] = lines(self.halves(seat), free);
            count(ONES, ones);
            count(TWOS, twos);
            count(THREES, threes);
            count(STACKED, (cells & cells << 1).count_ones() as i32);
            let at = [lowest, lowest << 1, lowest << 2];
            let higher = !(at[0] | at[1] | at[2]);
            for (height, set) in at.into_iter().chain([higher]).enumerate() {
                let here = cells & set;
                count(ODD + height, (here & ODD_RANKS).count_ones() as i32);
                count(EVEN + height, (here & !ODD_RANKS).count_ones() as i32);
            }
        }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.mover()
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

    fn tuned_for() -> Vec<Rules> {
        let sizes = [(8, 8, 20), (8, 8, 20), (8, 8, 20), (6, 6, 12), (7, 7, 16)];
        sizes
            .into_iter()
            .filter_map(|(width, height, pieces)| Rules::new(width, height, pieces, RED))
            .collect()
    }
}
