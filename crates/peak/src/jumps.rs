//! The jumps of PK-3 and PK-4, for all pieces of a player at once.
//!
//! Sets of spaces are words as in [`BOARD`]. In one direction every own single piece sets out together; what
//! they have passed over so far tells the sets apart. Going back from a landing over two counted pieces, the
//! next piece is the one that jumped: a direction and a landing belong to one jump only, so sets of landings
//! are lists of jumps.

use crate::space::{BOARD, Move, Space};
use std::hint::black_box;

/// The spaces by what passing over them counts (PK-3). Towers of three and more are in no set: they stop
/// every jump.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) empty: u64,
    pub(crate) single: u64,
    pub(crate) double: u64,
}

/// The bits from a space to its neighbour north, east, north-east and north-west; the opposite directions are
/// as many bits down.
const STEPS: [u64; 4] = [NORTH, 1, 9, 7];
const NORTH: u64 = 8;

impl Weights {
    /// The landings of the single pieces `own` in one direction: `UP` towards higher bits, by `step` of them.
    #[inline(always)]
    fn towards<const UP: bool>(self, step: u64, own: u64) -> u64 {
        let ahead = |set: u64, steps: u64| if UP { set << (step * steps) } else { set >> (step * steps) };
        let two_empty = self.empty & ahead(self.empty, 1);
        // On over empty spaces, as far as they go: in a line of six there are at most three on the way.
        let slide = |set: u64| {
            let set = set | (self.empty & ahead(set, 1));
            ahead(set | (two_empty & ahead(set, 2)), 1)
        };
        let after_none = slide(own);
        let after_one = slide(after_none & self.single);
        slide((after_none & self.double) | (after_one & self.single)) & BOARD
    }

    /// The landings of the single pieces `own` in all directions, in the order of [`STEPS`]: up, then down.
    #[inline(never)]
    fn landings(self, own: u64) -> [[u64; 4]; 2] {
        let mut landings = [[0; 4]; 2];
        let [up, down] = &mut landings;
        // Kept from the compiler's eyes, because it would unroll a loop of four and then no longer find that
        // the four directions fit one vector register.
        let steps = black_box(&STEPS[..]);
        for ((up, down), &step) in up.iter_mut().zip(down).zip(steps) {
            *up = self.towards::<true>(step, own);
            *down = self.towards::<false>(step, own);
        }
        landings
    }

    /// Whether any of the single pieces `own` can jump. Mostly north and south settle it.
    #[inline]
    pub(crate) fn any_jump(self, own: u64) -> bool {
        self.towards::<true>(NORTH, own) | self.towards::<false>(NORTH, own) != 0
            || self.landings(own).as_flattened().iter().fold(0, |any, landings| any | landings) != 0
    }

    /// All jumps of the single pieces `own`.
    #[inline]
    pub(crate) fn jumps(self, own: u64) -> Jumps {
        let [[north, east, north_east, north_west], [south, west, south_west, south_east]] =
            self.landings(own);
        Jumps([
            north >> 16 | south << 32,
            west | east << 2,
            (north_west | north_east << 2) >> 16 | (south_west | south_east << 2) << 32,
        ])
    }
}

/// All jumps of one player, one bit for each.
///
/// A jump covers two steps at least. So jumps to the north never land on the lowest two ranks, those to the
/// south never on the highest two, and likewise for columns: the landings of several directions, moved
/// together, fit into one word. [`PLACES`] says which bit is which.
#[derive(Clone, Copy)]
pub(crate) struct Jumps([u64; 3]);

/// What a bit of [`Jumps`] stands for.
#[derive(Clone, Copy)]
struct Place {
    /// The spaces behind the landing, where the jump came from. Mirrored (bit 0 for bit 63) where they are
    /// the lower bits: then the nearest is always the lowest.
    behind: u64,
    landing: u8,
    /// 63 where they are mirrored, else 0: what turns a bit's number into its number on the board.
    mirror: u8,
}

static PLACES: [[Place; 64]; 3] = places();

const fn places() -> [[Place; 64]; 3] {
    let mut places = [[Place { behind: 0, landing: 0, mirror: 0 }; 64]; 3];
    let mut bit = 0;
    while bit < 64 {
        // As `Weights::jumps` packs them: north in the lower half, east in the higher four columns.
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

/// A landing after steps of so much to the right and up.
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

/// In each byte the number of bits set in it and all lower bytes.
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

    /// Of `n` jumps in order the one numbered `random * n / 2^32`, as word and bit; `None` if there are none.
    #[inline]
    pub(crate) fn pick(self, random: u32) -> Option<(usize, u32)> {
        let [first, second, third] = self.0.map(|word| u64::from(word.count_ones()));
        let number = (u64::from(random) * (first + second + third)) >> 32;
        if first + second + third == 0 {
            return None;
        }
        // No branch here is foreseeable, so there is none: the word, the byte, the bit.
        let word = usize::from(number >= first) + usize::from(number >= first + second);
        let number = number - [0, first, first + second][word];
        let counts = running_counts(self.0[word]);
        let passed = (((number * EACH_BYTE) | (EACH_BYTE << 7)) - counts) >> 7 & EACH_BYTE;
        let byte_at = passed.count_ones() * 8;
        let number = number - (counts << 8 >> byte_at & 0xff);
        let byte = self.0[word] >> byte_at & 0xff;
        Some((word, byte_at + u32::from(NTH_BIT[byte as usize][number as usize % 8])))
    }
}

/// For each byte and each number: where its bit with this number is.
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

/// Finds the piece that jumped.
pub(crate) struct Sources {
    /// Occupied spaces and towers of two; then the same mirrored.
    sets: [(u64, u64); 2],
}

impl Sources {
    #[inline]
    pub(crate) fn new(weights: Weights) -> Sources {
        let (occupied, double) = (BOARD & !weights.empty, weights.double);
        Sources { sets: [(occupied, double), (occupied.reverse_bits(), double.reverse_bits())] }
    }

    /// The jump of this bit of [`Jumps`].
    #[inline]
    pub(crate) fn jump(&self, word: usize, bit: u32) -> Move {
        let place = &PLACES[word][bit as usize % 64];
        let (occupied, double) = self.sets[usize::from(place.mirror & 1)];
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
