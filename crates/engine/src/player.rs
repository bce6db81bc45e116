use ludoteca_catalog::AnyPlay;
use ludoteca_search::Value;
use std::fmt;

/// A player that can be asked for a move.
pub trait Player: Send {
    /// What tables of results call it.
    fn name(&self) -> String;

    /// Another game begins: what was learnt in the last one is forgotten.
    fn new_game(&mut self) {}

    /// Thinks about a game and answers; `None` when the game is over.
    fn think(&mut self, game: &dyn AnyPlay, budget: &Budget, watch: &mut Watch<'_>) -> Option<Analysis>;
}

/// How far to think. Time is the caller's: [`Watch::stop`] says when it is up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Search at most about this many positions.
    pub nodes: Option<u64>,
    /// Search at most this many plies deep.
    pub depth: Option<u32>,
    /// How many moves get a line and a value of their own.
    pub lines: usize,
    /// The same seed and node limit give the same answer.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: None, depth: None, lines: 1, seed: 0 }
    }
}

/// Looks on while a player thinks.
pub struct Watch<'a> {
    /// Asked often: `true` ends the thinking at once, with the best answer so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with each better answer.
    pub report: &'a mut dyn FnMut(&Analysis),
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

/// What a player found.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The best first; never empty.
    pub lines: Vec<Line>,
    pub nodes: u64,
    /// Plies of the last iteration that was finished.
    pub depth: u32,
}

/// A way the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The moves in the notation, the one to play first; never empty.
    pub moves: Vec<String>,
    /// The value of playing it, for the seat to act; `None` when the player does not judge.
    pub value: Option<Value>,
    /// The score each seat may expect at the end of the game, in games that count one.
    pub score: Option<[f32; 2]>,
}

impl Analysis {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> &str {
        self.lines.first().and_then(|line| line.moves.first()).map_or("", String::as_str)
    }
}
