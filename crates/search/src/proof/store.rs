//! The proof search's table, of fixed size.

/// The greatest number; it means settled.
pub(super) const INFINITE: u32 = 1 << 30;
pub(super) const FREE: u32 = u32::MAX;

/// The proof and disproof numbers known for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The minimum number of leaves that must be proven to prove it.
    pub(super) pn: u32,
    /// The minimum number of leaves that must be disproven to disprove it.
    pub(super) dn: u32,
    /// For a disproof: the earliest ply (counted from 1) of a repetition it depends on.
    pub(super) depends: u32,
    /// The number of the child that settles it, if any.
    pub(super) best: u16,
}

impl Entry {
    pub(super) const UNKNOWN: Entry = Entry { pn: 1, dn: 1, depends: FREE, best: 0 };
    pub(super) const PROVEN: Entry = Entry { pn: 0, dn: INFINITE, depends: FREE, best: 0 };
    pub(super) const DISPROVEN: Entry = Entry { pn: INFINITE, dn: 0, depends: FREE, best: 0 };

    pub(super) fn is_settled(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    entry: Entry,
    /// The number of nodes it took; 0 in an empty slot.
    work: u32,
}

const SLOTS: usize = 4;

#[derive(Debug)]
pub(super) struct Store {
    buckets: Box<[[Slot; SLOTS]]>,
}

impl Store {
    pub(super) fn new(bytes: usize) -> Self {
        let empty = Slot { key: 0, entry: Entry::UNKNOWN, work: 0 };
        let count = (bytes / size_of::<[Slot; SLOTS]>()).max(4);
        Store { buckets: vec![[empty; SLOTS]; count].into() }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn slot(&self, key: u64) -> Option<&Slot> {
        self.buckets[self.index(key)].iter().find(|slot| slot.key == key && slot.work > 0)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.slot(key).map(|slot| slot.entry)
    }

    pub(super) fn work(&self, key: u64) -> u32 {
        self.slot(key).map_or(0, |slot| slot.work)
    }

    /// Replaces the entry that cost the least work. The work for one position accumulates.
    pub(super) fn put(&mut self, key: u64, entry: Entry, work: u32) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        if let Some(slot) = bucket.iter_mut().find(|slot| slot.key == key && slot.work > 0) {
            *slot = Slot { key, entry, work: slot.work.saturating_add(work.max(1)) };
        } else if let Some(slot) = bucket.iter_mut().min_by_key(|slot| slot.work) {
            *slot = Slot { key, entry, work: work.max(1) };
        }
    }
}
