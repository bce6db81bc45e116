//! The jumps of PK-3 and PK-4, generated for all pieces of a player at once.
//!
//! Sets of spaces are words in the layout of [`BOARD`]. In each direction, all of the player's single pieces
//! start together, in separate sets by what they have passed over so far. The jumping piece is the first
//! piece found by going back from the landing over two counted pieces: a direction and a landing identify one
//! jump, so sets of landings are lists of jumps.

use crate::space::{BOARD, Move, Space};
use std::hint::{black_box, select_unpredictable};

/// The spaces by what passing over them counts (PK-3). Towers of three and more are merely occupied: they
/// stop every jump.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) occupied: u64,
    pub(crate) single: u64,
    pub(crate) double: u64,
}

/// The number of bits from a space to its neighbour north, east, north-east and north-west; opposite
/// directions are the same number of bits down.
const STEPS: [u64; 4] = [NORTH, 1, 9, 7];
const NORTH: u64 = 8;

impl Weights {
    /// The landings of the single pieces `own` in one direction: towards higher bits if `UP`, `step` bits at
    /// a time.
    #[inline(always)]
    fn towards<const UP: bool>(self, step: u64, own: u64) -> u64 {
        let ahead = |set: u64, steps: u64| if UP { set << (step * steps) } else { set >> (step * steps) };
        let empty = BOARD & !self.occupied;
        let two_empty = empty & ahead(empty, 1);
        // Slide over empty spaces; a line of six has at most three in a row on the way.
        let slide = |set: u64| {
            let set = set | (empty & ahead(set, 1));
            ahead(set | (two_empty & ahead(set, 2)), 1)
        };
        let after_none = slide(own);
        let after_one = slide(after_none & self.single);
        slide((after_none & self.double) | (after_one & self.single)) & BOARD
    }

    /// Calls `visit` with the index of each of [`STEPS`] and the landings of the single pieces `own` after
    /// upward steps and after downward steps.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "only so the compiler sees the multiple of four")]
    fn for_each_step(self, own: u64, mut visit: impl FnMut(usize, u64, u64)) {
        // The loop runs four times, but this is hidden from the compiler: it would unroll the loop and then
        // miss that the four fit into one vector register. It may know that the count is a multiple of four,
        // so no remainder loop is needed.
        let steps = (black_box(1) * STEPS.len()).min(STEPS.len());
        for i in 0..steps {
            visit(i, self.towards::<true>(STEPS[i], own), self.towards::<false>(STEPS[i], own));
        }
    }

    /// The landings of the single pieces `own` in all directions, in the order of [`STEPS`]: upward steps,
    /// then downward steps.
    #[inline]
    pub(crate) fn landings(self, own: u64) -> [[u64; 4]; 2] {
        let mut landings = [[0; 4]; 2];
        self.for_each_step(own, |i, up, down| [landings[0][i], landings[1][i]] = [up, down]);
        landings
    }

    /// Whether any of the single pieces `own` can jump. Usually one can jump north or south without crossing
    /// an empty space, so that is checked first.
    #[inline(always)]
    pub(crate) fn any_jump(self, own: u64) -> bool {
        let (north, south) = (own << NORTH, own >> NORTH);
        let north = ((north & self.single) << NORTH & self.single | north & self.double) << NORTH;
        let south = ((south & self.single) >> NORTH & self.single | south & self.double) >> NORTH;
        (north | south) & BOARD != 0 || self.any_landing(own)
    }

    /// Never inlined, because it would keep the fast path of [`any_jump`](Self::any_jump) from being inlined
    /// into loops.
    #[inline(never)]
    fn any_landing(self, own: u64) -> bool {
        let mut any = 0;
        self.for_each_step(own, |_, up, down| any |= up | down);
        any != 0
    }

    /// All jumps of the single pieces `own`.
    #[inline]
    pub(crate) fn jumps(self, own: u64) -> Jumps {
        let mut words = [0; 4];
        self.for_each_step(own, |i, up, down| words[i] = up << 2 >> UP_PACKED[i] | down << DOWN_PACKED[i]);
        let [straight_up, straight_across, rising, falling] = words;
        Jumps([straight_up, straight_across, rising | falling])
    }
}

/// The shifts of landings in [`Jumps`]: after upward steps, two bits up and then this many down; after
/// downward steps, this many up.
const UP_PACKED: [u64; 4] = [18, 0, 16, 18];
const DOWN_PACKED: [u64; 4] = [32, 0, 32, 34];

/// All jumps of one player, one bit each.
///
/// A jump covers at least two steps. So jumps north never land on the lowest two ranks, jumps south never on
/// the highest two, and likewise for columns. Shifted accordingly, the landings of several directions fit
/// into one word. [`PLACES`] gives the meaning of each bit.
#[derive(Clone, Copy)]
pub(crate) struct Jumps([u64; 3]);

/// The meaning of a bit of [`Jumps`].
#[derive(Clone, Copy)]
struct Place {
    /// The spaces behind the landing, where the jump started. Mirrored (bit 0 for bit 63) if they are the
    /// lower bits, so that the nearest is always the lowest.
    behind: u64,
    landing: u8,
    /// 63 if they are mirrored, else 0; xor with it converts a bit number to its number on the board.
    mirror: u8,
}

static PLACES: [[Place; 64]; 3] = places();

const fn places() -> [[Place; 64]; 3] {
    let mut places = [[Place { behind: 0, landing: 0, mirror: 0 }; 64]; 3];
    let mut bit = 0;
    while bit < 64 {
        // As packed by `Weights::jumps`: north in the lower half, east in the higher four columns.
        let (north, east) = (bit < 32, bit % 8 >= 4);
        let rank = if north { bit / 8 + 2 } else { bit / 8 - 4 };
        let column = if east { bit % 8 - 2 } else { bit % 8 };
        let (up, right) = (if north { 1 } else { -1 }, if east { 1 } else { -1 });
        places[0][bit as usize] = place(bit % 8, rank, 0, up);
        places[1][bit as usize] = place(column, bit / 8, right, 0);
        places[2][bit as usize] = place(column, rank, right, up);
        bit += 1;
    }
    places
}

/// A landing after steps in this direction, given as offsets to the right and up.
const fn place(column: i32, rank: i32, right: i32, up: i32) -> Place {
    let mut behind = 0u64;
    let (mut x, mut y) = (column - right, rank - up);
    while 0 <= x && x < 6 && 0 <= y && y < 6 {
        behind |= 1 << (y * 8 + x);
        (x, y) = (x - right, y - up);
    }
    let mirrored = up * 8 + right > 0;
    let behind = if mirrored { behind.reverse_bits() } else { behind };
    Place { behind, landing: (rank * 8 + column) as u8, mirror: if mirrored { 63 } else { 0 } }
}

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// For each byte, the number of bits set in it and in all lower bytes.
#[inline(always)]
fn running_counts(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EACH_BYTE)
}

impl Jumps {
    pub(crate) fn words(self) -> [u64; 3] {
        self.0
    }

    #[inline]
    pub(crate) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Of `n` jumps in order, the one at index `random * n / 2^32`, as word and bit; `None` if there are
    /// none.
    #[inline]
    pub(crate) fn pick(self, random: u32) -> Option<(usize, u32)> {
        let [first, second, third] = self.0.map(|word| u64::from(word.count_ones()));
        if first + second + third == 0 {
            return None;
        }
        let number = (u64::from(random) * (first + second + third)) >> 32;
        // No branch here would be predictable, so the word, the byte and the bit are found without branches.
        let (after_first, after_second) = (number >= first, number >= first + second);
        let one_of = |of_first, of_second, of_third| {
            select_unpredictable(
                after_second,
                of_third,
                select_unpredictable(after_first, of_second, of_first),
            )
        };
        let word = usize::from(after_first) + usize::from(after_second);
        let set = one_of(self.0[0], self.0[1], self.0[2]);
        let number = number - one_of(0, first, first + second);
        let counts = running_counts(set);
        let passed = (((number * EACH_BYTE) | (EACH_BYTE << 7)) - counts) >> 7 & EACH_BYTE;
        let byte_at = passed.count_ones() * 8;
        let number = number - (counts << 8 >> byte_at & 0xff);
        let byte = set >> byte_at & 0xff;
        Some((word, byte_at + u32::from(NTH_BIT[byte as usize][number as usize % 8])))
    }
}

/// The position of the `n`-th set bit, for each byte and each `n`.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][number] = bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Finds the piece that made a jump.
pub(crate) struct Sources {
    /// Occupied spaces and towers of two, followed by their mirror images.
    sets: [(u64, u64); 2],
}

impl Sources {
    #[inline]
    pub(crate) fn new(weights: Weights) -> Sources {
        let Weights { occupied, double, .. } = weights;
        Sources { sets: [(occupied, double), (occupied.reverse_bits(), double.reverse_bits())] }
    }

    /// The jump for this bit of [`Jumps`].
    #[inline]
    pub(crate) fn jump(&self, word: usize, bit: u32) -> Move {
        let place = &PLACES[word][bit as usize % 64];
        let (occupied, double) = select_unpredictable(place.mirror != 0, self.sets[1], self.sets[0]);
        let without_lowest = |set: u64| set & set.wrapping_sub(1);
        let behind = place.behind & occupied;
        let nearest = behind & behind.wrapping_neg();
        let behind_one = without_lowest(behind);
        let behind_two = without_lowest(behind_one);
        let from = if nearest & double != 0 { behind_one } else { behind_two }.trailing_zeros() as u8;
        let from = from ^ place.mirror;
        Move { from: Space::from_bit(from), to: Space::from_bit(place.landing) }
    }
}
