//! Counting and hashing the leaves of the game tree: a count alone misses many mistakes.

use crate::{Notation, Position};
use std::{fmt, hint::black_box, ops::ControlFlow};

/// The number of leaves and a digest of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// The number of paths to positions exactly `depth` plies away. A game that ends earlier has no leaf;
    /// repetition is ignored.
    pub count: u64,
    /// The sum, modulo 2^64, of the 64-bit FNV-1a hashes of the leaves' notation (UTF-8). Any program that
    /// implements the notation can compute it.
    pub digest: u64,
}

impl fmt::Display for Leaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.count, self.digest)
    }
}

/// Calls `visit` with each leaf.
pub fn for_each_leaf<P: Position>(position: &P, depth: u32, visit: &mut impl FnMut(&P)) {
    let _ = try_for_each_leaf::<P, ()>(position, depth, &mut |leaf| {
        visit(leaf);
        ControlFlow::Continue(())
    });
}

/// Calls `visit` with each leaf until it returns `Break`.
pub fn try_for_each_leaf<P: Position, B>(
    position: &P,
    depth: u32,
    visit: &mut impl FnMut(&P) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match depth {
        0 => visit(position),
        1 => position.try_for_each_move(|m| visit(&position.after(m))),
        _ => position.try_for_each_move(|m| try_for_each_leaf(&position.after(m), depth - 1, visit)),
    }
}

/// The number of leaves, computed by actually playing every ply.
///
/// Sums the return values: a counter captured by a closure costs as much as a cheap move.
pub fn count<P: Position>(position: &P, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => count = 1,
        1 => position.for_each_child(|_, leaf| {
            black_box(leaf);
            count += 1;
        }),
        _ => position.for_each_child(|_, child| count += self::count(&child, depth - 1)),
    }
    count
}

/// The number of leaves, using [`Position::count_moves`] for the last ply instead of playing it.
pub fn count_in_bulk<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            let mut count = 0;
            position.for_each_child(|_, child| count += count_in_bulk(&child, depth - 1));
            count
        }
    }
}

/// The count and the digest of the leaves.
pub fn leaves<P: Notation>(position: &P, depth: u32) -> Leaves {
    let mut leaves = Leaves::default();
    for_each_leaf(position, depth, &mut |leaf| leaves.add(leaf));
    leaves
}

impl Leaves {
    /// Counts a leaf and adds it to the digest.
    pub fn add<P: Notation>(&mut self, leaf: &P) {
        let mut hash = Fnv1a::default();
        let _ = leaf.write_position(&mut hash);
        self.count += 1;
        self.digest = self.digest.wrapping_add(hash.0);
    }
}

/// The 64-bit FNV-1a hash of everything written to it.
struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Write for Fnv1a {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

/// Plays random moves from `position` until the game ends or `limit` plies have been played; returns the last
/// position and the number of plies. The caller provides the randomness; repetition is ignored.
#[inline]
pub fn playout<P: Position>(position: &P, limit: u32, mut random: impl FnMut() -> u32) -> (P, u32) {
    let mut now = position.clone();
    let mut plies = 0;
    while plies < limit
        && let Some(m) = now.pick_move(random())
    {
        now.play_unchecked(m);
        plies += 1;
    }
    (now, plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn fnv1a_of_published_examples() {
        for (text, expected) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            let mut hash = Fnv1a::default();
            hash.write_str(text).unwrap();
            assert_eq!(hash.0, expected, "{text}");
        }
    }
}
