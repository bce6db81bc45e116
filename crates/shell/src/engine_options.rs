//! The engine with options, as UGI and matches use it.

use ludoteca_catalog::GameId;
use ludoteca_engine::{DEFAULT_TABLE_BYTES, Leaf, Level, Player, monte_carlo};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// The size of its tables.
    pub hash_mib: u64,
    /// Search threads, in two-player games.
    pub threads: u64,
    /// From 1 to 10, which is full strength.
    pub level: u64,
    pub search: Search,
}

/// The engine's search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The strongest: alpha-beta for two seats, Monte Carlo tree search for more.
    Auto,
    /// Monte Carlo tree search for any number of seats, at full strength, with leaves evaluated like this.
    Tree(Leaf),
}

impl Search {
    /// The option values of searches.
    pub const NAMED: [(&str, Search); 3] = [
        ("auto", Search::Auto),
        ("mcts", Search::Tree(Leaf::Evaluation)),
        ("rollout", Search::Tree(WHOLE_GAMES)),
    ];
}

/// Random games are played to the end, with a limit for games that might not have one.
pub const WHOLE_GAMES: Leaf = Leaf::Rollout { plies: 10_000 };

impl Default for EngineOptions {
    fn default() -> Self {
        let hash_mib = (DEFAULT_TABLE_BYTES >> 20).max(1) as u64;
        EngineOptions { hash_mib, threads: 1, level: u64::from(Level::FULL.number()), search: Search::Auto }
    }
}

/// The maximum number of search threads.
pub const MAX_THREADS: u64 = 256;

pub fn engine(game: GameId, options: &EngineOptions) -> Box<dyn Player> {
    let level = u8::try_from(options.level).ok().and_then(Level::new).unwrap_or(Level::FULL);
    let bytes = usize::try_from(options.hash_mib << 20).unwrap_or(DEFAULT_TABLE_BYTES);
    let threads = usize::try_from(options.threads).unwrap_or(1);
    match options.search {
        Search::Auto => ludoteca_engine::engine(game, level, bytes, threads),
        Search::Tree(leaf) => monte_carlo(game, leaf, bytes),
    }
}
