use crate::Hole;

/// The size of a peg, and with it the distance it moves (NO-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// Moves one hole. This peg decides the game.
    Small,
    /// Jumps to a hole at distance two.
    Medium,
    /// Jumps to a hole at distance three.
    Large,
}

impl Size {
    /// All sizes, small to large.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// The distance such a peg moves, in holes (NO-5).
    #[must_use]
    pub const fn distance(self) -> u8 {
        self as u8 + 1
    }

    /// The letter in moves: S, M or L.
    #[must_use]
    pub const fn letter(self) -> char {
        ['S', 'M', 'L'][self as usize]
    }
}

/// A set of one player's pegs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Sizes(u8);

impl Sizes {
    /// Creates a set from whether it contains each size, small to large.
    #[inline]
    pub(crate) fn new(contains: [bool; 3]) -> Sizes {
        let [small, medium, large] = contains.map(u8::from);
        Sizes(small | medium << 1 | large << 2)
    }

    #[inline]
    pub(crate) const fn contains(self, size: Size) -> bool {
        self.0 >> size as u8 & 1 != 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, size: Size) {
        self.0 |= 1 << size as u8;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, size: Size) {
        self.0 &= !(1 << size as u8);
    }

    #[inline]
    pub(crate) const fn without(self, other: Sizes) -> Sizes {
        Sizes(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit per size.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The sizes, small to large.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Size> {
        Size::ALL.into_iter().filter(move |&size| self.contains(size))
    }
}

/// The pegs on a player's start holes, clockwise around the rim (NO-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arrangement([Size; 3]);

impl Arrangement {
    /// All six arrangements, in the order of their text.
    pub const ALL: [Arrangement; 6] = {
        use Size::{Large as L, Medium as M, Small as S};
        [
            Arrangement([L, M, S]),
            Arrangement([L, S, M]),
            Arrangement([M, L, S]),
            Arrangement([M, S, L]),
            Arrangement([S, L, M]),
            Arrangement([S, M, L]),
        ]
    };

    /// `None` if a size is repeated.
    #[must_use]
    pub fn new(sizes: [Size; 3]) -> Option<Arrangement> {
        Self::ALL.into_iter().find(|arrangement| arrangement.0 == sizes)
    }

    /// The pegs in clockwise order.
    #[must_use]
    pub const fn sizes(self) -> [Size; 3] {
        self.0
    }

    /// The start hole of a peg, counted clockwise from 0.
    pub(crate) fn place_of(self, size: Size) -> usize {
        self.0.iter().position(|&other| other == size).unwrap_or(0)
    }
}

/// One ply: an arrangement or a jump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The player sets up their pegs (NO-3).
    Arrange(Arrangement),
    /// The player moves one peg (NO-4).
    Peg {
        /// The peg that jumps.
        size: Size,
        /// The hole in which it lands.
        to: Hole,
    },
}

const _: () = assert!(size_of::<Move>() <= 4);
