//! The test kit: checks the properties that every game must have. A dev-dependency.
//!
//! Every check plays random games from a seed. On failure, it panics with a position that can be pasted into
//! the shell.

mod editing;
mod kit;
mod perft_table;
mod random;
mod twin;

pub use editing::editing;
pub use kit::{check_rules, garbage, nameable_moves, reasons, symmetries};
pub use perft_table::{PerftCase, check_perft_table, check_perft_table_by_twin, read_perft_table};
pub use random::{Dice, for_each_random_position, random_position};
pub use twin::{Successor, twin};

use ludoteca_core::{Game, Options};

/// Parses a game's options from text such as `players=3 first=red`.
///
/// # Panics
/// If the game does not have these options.
#[must_use]
pub fn options<P: Game>(text: &str) -> Options {
    let mut pairs: Vec<(&str, &str)> =
        text.split_whitespace().map(|pair| pair.split_once('=').expect("key=value")).collect();
    let players = pairs
        .iter()
        .position(|(key, _)| *key == "players")
        .map(|i| pairs.remove(i).1.parse().expect("a number of players"));
    Options::new(&P::INFO, players, pairs).unwrap_or_else(|error| panic!("{text}: {error}"))
}
