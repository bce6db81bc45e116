//! Puzzles: positions with moves to find and the proven value of every move. This crate reads, writes and
//! judges them (docs/puzzles.md); `ludoteca-lab puzzles`, which contains the engine, generates and proves
//! them. Nothing here searches: whether a puzzle is solved follows from the file.

mod attempt;
mod collection;
mod daily;
mod lines;
mod worth;

pub use attempt::{NotAnAttempt, Verdict};
pub use collection::{Collection, Puzzle, Task};
pub use daily::daily;
pub use lines::Lines;
pub use worth::{Value, Worth};

/// All themes, in display order.
pub const THEMES: &[&str] = &[
    "only-move",
    "quiet-move",
    "save-the-draw",
    "sent-back",
    "race-home",
    "turn-round",
    "drop-out",
    "trap",
    "token",
    "turn-over",
    "long-jump",
    "tower",
    "stuck",
    "four-in-a-row",
    "double-line",
    "relocation",
];

/// The built-in puzzles, one file for each game.
pub const STORED: [&str; 4] = [
    include_str!("../../../data/puzzles/squadro.txt"),
    include_str!("../../../data/puzzles/number-one.txt"),
    include_str!("../../../data/puzzles/peak.txt"),
    include_str!("../../../data/puzzles/one-piece-for-two.txt"),
];
