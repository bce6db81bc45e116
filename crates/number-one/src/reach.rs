//! The holes that a peg can reach (NO-5, NO-6), from tables computed at compile time. The smaller field has
//! its own tables of 64-bit words: at half the size, they stay in the L1 cache.

use crate::{
    Hole, Size,
    field::{Holes, INNER, WHOLE, left_of, right_of, walked},
};
use std::ops::{BitAnd, BitOr, Not};

/// A set of holes, sized for the field.
pub(crate) trait Set:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const EMPTY: Self;
    fn narrow(holes: Holes) -> Self;
    fn count(self) -> u32;
    fn lowest(self) -> Option<Hole>;
    fn without_lowest(self) -> Self;

    /// The `n`-th hole of the set, counted from 0. Uses selects instead of a loop over `n`, which is
    /// mispredicted at nearly every ply of a random game; more than eight holes are rare.
    #[inline]
    fn nth(self, n: u32) -> Option<Hole> {
        let drop_2 = |set: Self| set.without_lowest().without_lowest();
        let drop_4 = |set: Self| drop_2(drop_2(set));
        let set = (0..n / 8).fold(self, |set, _| drop_4(drop_4(set)));
        let set = if n & 1 != 0 { set.without_lowest() } else { set };
        let set = if n & 2 != 0 { drop_2(set) } else { set };
        let set = if n & 4 != 0 { drop_4(set) } else { set };
        set.lowest()
    }
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn narrow(holes: Holes) -> Self {
                holes as $word
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> Option<Hole> {
                if self == 0 { None } else { Hole::new(self.trailing_zeros() as u8) }
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

set!(u64);
set!(u128);

/// What a peg on each hole of a field can reach. Index 0 means "off the board".
pub(crate) struct Reach<S, const NUMBERS: usize> {
    around: [Around<S, NUMBERS>; NUMBERS],
}

/// The surroundings of one hole.
#[derive(Clone, Copy)]
struct Around<S, const NUMBERS: usize> {
    /// For each size of peg, the holes at its distance in a straight line.
    star: [S; 3],
    /// For each size of peg, the holes where another peg blocks a straight path: all up to its distance.
    /// Empty for the small peg, which only needs a landing hole without a peg.
    barring: [S; 3],
    ways: [Way<S>; 6],
    /// The direction of another hole, if it is on one of the rays.
    towards: [u8; NUMBERS],
}

/// The holes in one direction from a hole. Sets are empty beyond the edge of the board.
#[derive(Clone, Copy)]
struct Way<S> {
    /// The first hole, the second hole, and all three holes.
    first: S,
    second: S,
    ray: S,
    /// Where one more step leads after a bend at the first hole and at the second.
    round_first: S,
    round_second: S,
    /// The number of the next hole; 0 at the edge of the board.
    next: u8,
}

macro_rules! tables {
    ($name:ident, $field:ident, $word:ty, $numbers:literal) => {
        pub(crate) static $name: Reach<$word, $numbers> = {
            /// The set containing only this hole; empty for 0.
            const fn set_of(number: u8) -> $word {
                (1 << number) & !1
            }
            let way = Way { first: 0, second: 0, ray: 0, round_first: 0, round_second: 0, next: 0 };
            let blank = Around { star: [0; 3], barring: [0; 3], ways: [way; 6], towards: [0; $numbers] };
            let mut around = [blank; $numbers];
            let (mut hole, side) = (1, $field.side);
            while hole <= $field.holes {
                let from = match Hole::new(hole) {
                    Some(hole) => $field.place(hole),
                    None => panic!("holes are numbered from 1"),
                };
                let here = &mut around[hole as usize];
                let mut direction = 0;
                while direction < 6 {
                    let (left, right) = (left_of(direction), right_of(direction));
                    let way = &mut here.ways[direction];
                    let mut steps = 1;
                    while steps <= 3 {
                        let number = walked(side, from, direction, steps, None);
                        way.ray |= set_of(number);
                        here.star[steps as usize - 1] |= set_of(number);
                        here.barring[steps as usize - 1] |= if steps == 1 { 0 } else { way.ray };
                        here.towards[number as usize] = direction as u8;
                        let beside = set_of(walked(side, from, direction, steps, Some(left)))
                            | set_of(walked(side, from, direction, steps, Some(right)));
                        match steps {
                            1 => (way.next, way.first, way.round_first) = (number, set_of(number), beside),
                            2 => (way.second, way.round_second) = (set_of(number), beside),
                            _ => {}
                        }
                        steps += 1;
                    }
                    direction += 1;
                }
                hole += 1;
            }
            Reach { around }
        };
    };
}

tables!(REACH_INNER, INNER, u64, 62);
tables!(REACH_WHOLE, WHOLE, u128, 92);

impl<S: Set, const NUMBERS: usize> Reach<S, NUMBERS> {
    /// The holes where a peg of this size may end its move, ignoring tokens (NO-5, NO-6). `pegs` contains
    /// every hole with a peg. Two paths to the same hole are one move (NO-8).
    #[inline]
    pub(crate) fn from(&self, hole: Hole, size: Size, pegs: S) -> S {
        let around = &self.around[usize::from(hole.number())];
        let mut straight = around.star[size as usize];
        if size == Size::Small {
            return straight & !pegs; // nothing can block its path
        }
        let mut bent = S::EMPTY;
        let mut barring = around.barring[size as usize] & pegs;
        while let Some(peg) = barring.lowest() {
            let direction = usize::from(around.towards[usize::from(peg.number())]);
            let way = &around.ways[direction];
            straight = straight & !way.ray;
            barring = barring & !way.ray;
            // A path cannot bend before its first step.
            if way.first & pegs == S::EMPTY {
                bent = bent
                    | if size == Size::Medium {
                        way.round_first
                    } else if way.second & pegs == S::EMPTY {
                        way.round_second
                    } else {
                        self.round_early(way, direction, pegs)
                    };
            }
        }
        straight | bent & !pegs
    }

    /// Whether a peg of this size can end its move on any of the `allowed` holes.
    #[inline]
    pub(crate) fn any_of(&self, allowed: S, hole: Hole, size: Size, pegs: S) -> bool {
        let around = &self.around[usize::from(hole.number())];
        // Each peg blocks at most one straight path.
        let straight = (around.star[size as usize] & allowed & !pegs).count();
        let barred = (around.barring[size as usize] & pegs).count();
        straight > barred || self.from(hole, size, pegs) & allowed != S::EMPTY
    }

    /// Where a large peg can end after two more steps if it bends at the first hole of its path.
    fn round_early(&self, way: &Way<S>, direction: usize, pegs: S) -> S {
        let first = &self.around[usize::from(way.next)];
        let mut reached = S::EMPTY;
        for bent in [left_of(direction), right_of(direction)] {
            let way = &first.ways[bent];
            // A bend must be followed by a step, and there is none at the edge of the board.
            if way.first & pegs == S::EMPTY {
                reached = reached | if way.second & pegs == S::EMPTY { way.second } else { way.round_first };
            }
        }
        reached
    }
}
