//! Detection of repeated positions during a search.

use crate::hash::key_of;
use ludoteca_core::Position;

/// The keys of the game's history and of the path from the root to the node, for detecting repetition.
///
/// A position that has occurred twice in the game itself ends the game when it recurs; that is certain. A
/// position that has occurred only once, in the game or on the path, does not end it yet: a search that cuts
/// off there must not call the result proven.
#[derive(Debug)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// The number of `keys` in each hash bucket: nearly always 0 for a new position, so that no list is
    /// searched.
    places: Box<[u8; Path::PLACES]>,
    /// Positions that have occurred twice in the game, the root included.
    thirds: Vec<u64>,
    salt: u64,
}

impl Path {
    const PLACES: usize = 4096;

    /// Starts from the game's history without the root; `history` may be in any order. The root is not yet on
    /// the path.
    pub(crate) fn new<P: Position>(history: &[P], root: &P) -> Self {
        let mut path =
            Path { keys: Vec::new(), places: Box::new([0; Self::PLACES]), thirds: Vec::new(), salt: 0 };
        if root.third_occurrence().is_some() {
            for position in history {
                path.push(key_of(position));
            }
            let mut all = path.keys.clone();
            all.push(key_of(root));
            all.sort_unstable();
            path.thirds = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
            path.thirds.dedup();
            path.salt = path.thirds.iter().fold(0, |salt, key| salt ^ key.rotate_left(32));
        }
        path
    }

    /// A salt for the keys of a table that outlives the search: proven results hold only for games in which
    /// the same positions have occurred twice.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        self.salt
    }

    #[inline]
    pub(crate) fn has_thirds(&self) -> bool {
        !self.thirds.is_empty()
    }

    /// Whether this position is a third occurrence that ends the game.
    #[inline]
    pub(crate) fn is_third(&self, key: u64) -> bool {
        self.has_thirds() && self.thirds.contains(&key)
    }

    /// Like [`is_third`](Self::is_third), for a position whose key is not known yet.
    #[inline]
    pub(crate) fn is_third_of<P: Position>(&self, position: &P) -> bool {
        self.has_thirds() && self.is_third(key_of(position))
    }

    /// Whether the position has occurred in the game or on the path.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.places[Self::place(key)] > 0 && self.keys.contains(&key)
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        let count = &mut self.places[Self::place(key)];
        *count = count.saturating_add(1);
        self.keys.push(key);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.places[Self::place(key)];
            // A saturated counter has lost its count and stays saturated.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    #[inline]
    fn place(key: u64) -> usize {
        key as usize % Self::PLACES
    }
}
