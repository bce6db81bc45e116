//! Which positions came before: repetition inside a search.

use crate::hash::key_of;
use ludoteca_core::Position;

/// The keys of the game's past and of the path from the root to the node, for finding repetitions.
///
/// A position that has occurred twice in the game itself ends it when it comes again; that is certain. One
/// that has occurred once, in the game or on the path, does not end it yet: searches that cut there must not
/// call it proven.
#[derive(Debug)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// How many of `keys` fall on each place: nearly always 0 for a new position, so that no list is
    /// searched.
    places: Box<[u8; Path::PLACES]>,
    /// Positions the game has seen twice, the root included.
    thirds: Vec<u64>,
    salt: u64,
}

impl Path {
    const PLACES: usize = 4096;

    /// The game's past, the root not included; `history` may be in any order. The root is not yet on the
    /// path.
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

    /// To be mixed into the keys of a table that outlives the search: what is proven holds only for games in
    /// which the same positions have occurred twice.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        self.salt
    }

    #[inline]
    pub(crate) fn has_thirds(&self) -> bool {
        !self.thirds.is_empty()
    }

    /// Whether the game ends here by the third occurrence.
    #[inline]
    pub(crate) fn is_third(&self, key: u64) -> bool {
        self.has_thirds() && self.thirds.contains(&key)
    }

    /// The same, for a position whose key is not known yet.
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
            // A full counter no longer knows its number, and stays.
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
