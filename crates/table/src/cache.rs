//! A cache of halves of pairs, because the level below loads each of them several times.

use ludoteca_solve::squadro::Pair;
use std::{collections::HashMap, sync::Arc};

/// Halves by pair and mover.
type Level = HashMap<(Pair, usize), Arc<[u8]>>;

#[derive(Debug)]
pub(crate) struct Cache {
    limit: usize,
    used: usize,
    levels: Vec<Level>,
}

impl Cache {
    pub(crate) fn new(levels: usize, limit: usize) -> Cache {
        Cache { limit, used: 0, levels: vec![HashMap::new(); levels] }
    }

    pub(crate) fn get(&self, level: usize, pair: Pair, mover: usize) -> Option<Arc<[u8]>> {
        self.levels.get(level)?.get(&(pair, mover)).cloned()
    }

    /// Whether a half of this length still fits.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.used + bytes <= self.limit
    }

    /// Stores a half if there is room.
    pub(crate) fn put(&mut self, level: usize, pair: Pair, mover: usize, half: Arc<[u8]>) {
        let bytes = half.len();
        if !self.has_room(bytes) {
            return;
        }
        let Some(level) = self.levels.get_mut(level) else { return };
        if level.insert((pair, mover), half).is_none() {
            self.used += bytes;
        }
    }

    /// Drops everything, and stores nothing from now on.
    pub(crate) fn close(&mut self) {
        *self = Cache::new(self.levels.len(), 0);
    }

    /// Drops the levels that are not needed once pairs of `level` are solved: those above the next.
    pub(crate) fn reached(&mut self, level: usize) {
        for past in self.levels.iter_mut().skip(level + 2) {
            self.used -= past.drain().map(|(_, half)| half.len()).sum::<usize>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_cache_holds_nothing_and_takes_nothing() {
        let half: Arc<[u8]> = vec![0; 100].into();
        let pair = Pair { yellow: 0, red: 0 };
        let mut cache = Cache::new(3, 150);
        cache.put(1, pair, 0, half.clone());
        assert!(cache.get(1, pair, 0).is_some() && !cache.has_room(100));
        cache.close();
        cache.put(1, pair, 0, half);
        assert_eq!(cache.get(1, pair, 0), None);
    }
}
