use crate::score::{MAX_PLY, decided};
use std::{
    fmt,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

/// The transposition table of [`AlphaBeta`](crate::AlphaBeta), of fixed size and shared between threads
/// without locks.
///
/// A slot is two words: the data, and the key XORed with the data. If two threads write a slot at the same
/// time, the words do not match and the slot counts as empty.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

const SLOTS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

#[derive(Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The score is exact.
    Exact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Counted from the node, not from the root.
    pub(crate) score: i32,
    /// The class of the result is certain, in the direction of the bound.
    pub(crate) sure: bool,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
    /// Searched to this depth without pruning.
    pub(crate) full: bool,
    /// The best move's number in the position's fixed order.
    pub(crate) best: Option<u16>,
}

impl Entry {
    /// Whether the entry answers a search of this depth and window, without pruning if `full` is set. `score`
    /// is the entry's score counted from the root.
    #[inline]
    pub(crate) fn answers(&self, score: i32, depth: u32, full: bool, alpha: i32, beta: i32) -> bool {
        let at_least = self.bound != Bound::Upper && score >= beta;
        let at_most = self.bound != Bound::Lower && score <= alpha;
        if (self.depth >= depth && (self.full || !full)) || (self.sure && !decided(score)) {
            return at_least || at_most || self.bound == Bound::Exact;
        }
        // A win or a loss stays one at any depth; only the distance may improve.
        (at_least && decided(score) && score > 0) || (at_most && decided(score) && score < 0)
    }

    // Data: score 16 bits, best move 16, depth 8, age 8, bound 2, sure 1, one bit that is always set, full 1.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.best.unwrap_or(NO_MOVE)) << 16
            | u64::from(self.depth.min(MAX_PLY) as u8) << 32
            | u64::from(age) << 40
            | (self.bound as u64) << 48
            | u64::from(self.sure) << 50
            | 1 << 51
            | u64::from(self.full) << 52
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 48 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let best = (data >> 16) as u16;
        (data >> 51 & 1 == 1).then_some(Entry {
            score: i32::from(data as u16 as i16),
            sure: data >> 50 & 1 == 1,
            bound,
            depth: u32::from((data >> 32) as u8),
            full: data >> 52 & 1 == 1,
            best: (best != NO_MOVE).then_some(best),
        })
    }
}

const NO_MOVE: u16 = u16::MAX;

impl TranspositionTable {
    /// The default size, 64 MiB.
    pub const DEFAULT_BYTES: usize = 64 << 20;

    /// A table of at most this size (and at least a few hundred bytes).
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(4);
        TranspositionTable {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Removes all entries from the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key_xor_data.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// How full the table is with entries of the latest search, in permille, estimated from a sample.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(1000);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (sample * SLOTS)) as u32
    }

    /// Starts a new generation: older entries are replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key {
                if let (None, Some(old)) = (entry.best, Entry::unpack(data)) {
                    entry.best = old.best;
                }
                victim = Some((0, slot));
                break;
            }
            let worth = worth(data, age);
            if victim.as_ref().is_none_or(|&(least, _)| worth < least) {
                victim = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = victim {
            let data = entry.pack(age);
            slot.data.store(data, Relaxed);
            slot.key_xor_data.store(key ^ data, Relaxed);
        }
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 40) as u8
}

/// The replacement value: deep before shallow, new before old. An empty slot is worth least.
#[inline]
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    i32::from((data >> 32) as u8) - 8 * i32::from(age.wrapping_sub(age_of(data)))
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("bytes", &size_of_val(&*self.buckets))
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: u32) -> Entry {
        Entry { score, sure: false, bound: Bound::Lower, depth, full: true, best: Some(7) }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(0);
        for (i, bound) in [Bound::Lower, Bound::Upper, Bound::Exact].into_iter().enumerate() {
            for (score, sure, best) in
                [(0, true, None), (-31_999, false, Some(0)), (20_001, true, Some(65_534))]
            {
                let entry = Entry { score, sure, bound, depth: 17 * i as u32, full: i == 1, best };
                table.clear();
                table.store(i as u64, entry);
                assert_eq!(table.probe(i as u64), Some(entry));
                assert_eq!(table.probe(i as u64 + 1), None);
            }
        }
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let table = TranspositionTable::new(0);
        for depth in 1..=5 {
            table.store(u64::from(depth), entry(0, depth)); // all in the first bucket
        }
        let depths = |table: &TranspositionTable| {
            (1..=6).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>()
        };
        assert_eq!(depths(&table), [2, 3, 4, 5]);
        table.grow_older();
        table.store(6, entry(0, 1));
        assert_eq!(depths(&table), [3, 4, 5, 6]);
    }

    #[test]
    fn a_torn_slot_is_empty() {
        let table = TranspositionTable::new(0);
        table.store(1, entry(5, 3));
        table.buckets[0].0[0].data.fetch_xor(1, Relaxed);
        assert_eq!(table.probe(1), None);
    }
}
