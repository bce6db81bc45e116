//! Storage for solved pairs.

use super::{Layout, Pair};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// Storage for solved pairs: a table on disk, or memory. Used by several threads at once.
pub trait Shelf: Sync {
    /// Why a pair cannot be loaded or saved.
    type Error: Send;

    /// Whether the pair is stored completely.
    fn has(&self, pair: Pair) -> bool;

    /// Loads the half of a pair's payload with `mover` to move: as many bytes as [`Layout::half`] covers.
    ///
    /// # Errors
    /// If it cannot be loaded.
    fn load(&self, pair: Pair, mover: usize) -> Result<Arc<[u8]>, Self::Error>;

    /// Saves a pair: its whole payload.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn save(&self, pair: Pair, payload: &[u8]) -> Result<(), Self::Error>;
}

/// Keeps everything in memory: for small boards.
#[derive(Debug)]
pub struct Memory {
    layout: Layout,
    pairs: Mutex<HashMap<Pair, [Arc<[u8]>; 2]>>,
}

impl Memory {
    /// Creates an empty store for a table of this layout.
    #[must_use]
    pub fn new(layout: Layout) -> Memory {
        Memory { layout, pairs: Mutex::default() }
    }

    /// Drops all other pairs.
    pub(super) fn keep_only(&mut self, pairs: &HashSet<Pair>) {
        self.pairs.get_mut().unwrap_or_else(PoisonError::into_inner).retain(|pair, _| pairs.contains(pair));
    }

    fn half(&self, pair: Pair, mover: usize) -> Option<Arc<[u8]>> {
        let pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.get(&pair).and_then(|halves| halves.get(mover)).cloned()
    }
}

impl Shelf for Memory {
    type Error = Infallible;

    fn has(&self, pair: Pair) -> bool {
        self.half(pair, 0).is_some()
    }

    fn load(&self, pair: Pair, mover: usize) -> Result<Arc<[u8]>, Infallible> {
        // Only saved pairs are loaded; the solver rejects a payload that is too short.
        Ok(self.half(pair, mover).unwrap_or_default())
    }

    fn save(&self, pair: Pair, payload: &[u8]) -> Result<(), Infallible> {
        let halves =
            [0, 1].map(|mover| payload.get(self.layout.half(pair, mover)).unwrap_or_default().into());
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner).insert(pair, halves);
        Ok(())
    }
}
