//! A small direct-mapped cache: each key has one slot and evicts its previous content.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::{Arc, Mutex, PoisonError},
};

/// A key and its value, if the slot is used.
type Slot<K, V> = Option<(K, Arc<V>)>;

#[derive(Debug)]
pub(crate) struct Slots<K, V> {
    slots: Vec<Mutex<Slot<K, V>>>,
    hasher: RandomState,
}

impl<K: Hash + Eq, V> Slots<K, V> {
    pub(crate) fn new(count: usize) -> Slots<K, V> {
        Slots { slots: (0..count.max(1)).map(|_| Mutex::new(None)).collect(), hasher: RandomState::new() }
    }

    /// The value of the key, from the cache or newly made.
    pub(crate) fn get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let slot = &self.slots[self.hasher.hash_one(&key) as usize % self.slots.len()];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = lock().as_ref().filter(|(there, _)| *there == key) {
            return Ok(value.clone());
        }
        let value = Arc::new(make()?);
        *lock() = Some((key, value.clone()));
        Ok(value)
    }
}
