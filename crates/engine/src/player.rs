use ludoteca_catalog::AnyPlay;
use ludoteca_search::Value;
use std::fmt;

/// An engine or program that chooses moves.
pub trait Player: Send {
    /// The name in tables of results.
    fn name(&self) -> String;

    /// Prepares for another game: everything learnt in the last one is forgotten.
    fn new_game(&mut self) {}

    /// Thinks about a game; `None` if the game is over.
    fn think(&mut self, game: &dyn AnyPlay, budget: &Budget, watch: &mut Watch<'_>) -> Option<Analysis>;
}

/// How far to think. The caller handles time: [`Watch::stop`] ends the thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Search at most about this many positions.
    pub nodes: Option<u64>,
    /// Search at most this many plies deep.
    pub depth: Option<u32>,
    /// The number of moves that get a line and a value of their own.
    pub lines: usize,
    /// The same seed and node limit give the same answer.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: None, depth: None, lines: 1, seed: 0 }
    }
}

/// Callbacks while a player thinks.
pub struct Watch<'a> {
    /// Called often; `true` ends the thinking at once, with the best answer so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with each better answer.
    pub report: &'a mut dyn FnMut(&Analysis),
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

/// The result of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The lines, best first; never empty.
    pub lines: Vec<Line>,
    pub nodes: u64,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
}

/// A possible continuation of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The moves in the notation, beginning with the one to play; never empty.
    pub moves: Vec<String>,
    /// The value of playing the first move, for the seat to act; `None` if the player does not evaluate.
    pub value: Option<Value>,
    /// The expected final score of each seat, in games that are scored.
    pub score: Option<[f32; 2]>,
}

impl Analysis {
    #[must_use]
    pub fn best(&self) -> &str {
        self.lines.first().and_then(|line| line.moves.first()).map_or("", String::as_str)
    }
}
