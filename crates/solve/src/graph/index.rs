//! Numbers for positions, by fingerprint.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher},
};

/// Maps positions to numbers by a 128-bit fingerprint. The probability that any two of 10^9 positions collide
/// is below 10^-20, and a position takes 25 bytes instead of a hundred.
#[derive(Default, Debug)]
pub(super) struct Index {
    numbers: HashMap<Fingerprint, u32, BuildHasherDefault<FirstWord>>,
}

impl Index {
    pub(super) fn get(&self, position: &impl Hash) -> Option<u32> {
        self.numbers.get(&Fingerprint::of(position)).copied()
    }

    /// The position's number; assigns `next` if it has none yet.
    pub(super) fn number(&mut self, position: &impl Hash, next: u32) -> u32 {
        match self.numbers.entry(Fingerprint::of(position)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => *entry.insert(next),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.capacity() * (size_of::<(Fingerprint, u32)>() + 1) * 8 / 7
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fingerprint([u64; 2]);

impl Fingerprint {
    fn of(position: &impl Hash) -> Self {
        let word = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            position.hash(&mut hasher);
            hasher.finish()
        };
        Fingerprint([word(0), word(!0)])
    }
}

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

/// A fingerprint is already a hash.
#[derive(Default, Debug)]
struct FirstWord(u64);

impl Hasher for FirstWord {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
