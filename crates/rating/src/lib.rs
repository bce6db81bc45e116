//! Ratings: playing strength as a number with its uncertainty, updated by finished games. Nothing here reads
//! a clock, a file or a database: the same games in the same order always give the same ratings.
//!
//! Games of two are rated with Glicko-2, games of three and four with Weng-Lin on the complete ranking. Both
//! use one scale: 400 points mean ten to one. docs/ratings.md describes what is rated, and how it was chosen.

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
