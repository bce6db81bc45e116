//! A fast hash for positions, which take from a dozen to about sixty bytes and are hashed at nearly every
//! node.

use std::hash::{Hash, Hasher};

/// An odd number without pattern: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Another one: the fractional part of the square root of 3.
const ROOT_3: u64 = 0xbb67_ae85_84ca_a73b;

/// Multiplies and folds the upper half of the product onto the lower, so that every bit affects every other.
/// It does not resist chosen input and need not: nothing is gained by two positions with the same key.
struct QuickHasher(u64);

impl QuickHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(GOLDEN);
        self.0 = ((product >> 64) as u64 ^ product as u64).rotate_left(26).wrapping_add(ROOT_3);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * u128::from(ROOT_3);
        (product >> 64) as u64 ^ product as u64
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.add(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.add(u64::from(i));
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.add(u64::from(i));
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.add(u64::from(i));
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }

    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.add(i as u64);
        self.add((i >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }
}

/// A 64-bit key of the value, the same on every machine unless `usize` or byte order enters the hash.
#[inline]
pub(crate) fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = QuickHasher(GOLDEN);
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_of_a_million_small_values_share_a_key() {
        let mut keys = HashSet::new();
        for a in 0..1000_u32 {
            for b in 0..1000_u32 {
                keys.insert(key_of(&(a << 8, b << 3, (a ^ b) as u8 & 1)));
            }
        }
        assert_eq!(keys.len(), 1_000_000);
    }

    #[test]
    fn every_bit_of_the_key_depends_on_every_bit_of_the_value() {
        for bit in 0..64 {
            let mut always_same = !0_u64;
            let mut always_other = !0_u64;
            for seed in 0..64_u64 {
                let x = seed.wrapping_mul(ROOT_3);
                let changed = key_of(&x) ^ key_of(&(x ^ 1 << bit));
                always_same &= !changed;
                always_other &= changed;
            }
            assert_eq!((always_same, always_other), (0, 0), "bit {bit}");
        }
    }
}
