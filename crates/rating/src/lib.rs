//! Ratings: playing strength as a number with its uncertainty, updated by finished games. Nothing
//! here reads a clock, a file or a database: the same games in the same order always give the same ratings.
//!
//! Games of two change ratings by Glicko-2, games of three and four by Weng-Lin with the whole ranking. Both
//! have one scale: 400 points mean ten to one. docs/ratings.md says what is rated, and how it was chosen.

mod change;
mod levels;
mod pool;
mod puzzles;
mod rating;

pub use change::{Entrant, halves, rated};
pub use levels::{LevelRating, level, levels};
pub use pool::{Pool, Population, Speed, WrongPool};
pub use puzzles::{UNTRIED, attempted, puzzle};
pub use rating::{PROVISIONAL, Rating};
