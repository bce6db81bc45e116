//! Puzzles: positions in which something is to be found, with the proven value of every move. Here they are
//! read, written and judged (docs/puzzles.md); they are made and proven by `ludoteca puzzles`, which knows
//! the engine. Nothing here searches: whether a puzzle is solved follows from the file.

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

/// All themes, in the order they are listed in.
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

/// The puzzles that every program and page has, a file for each game.
pub const STORED: [&str; 4] = [
    include_str!("../../../data/puzzles/squadro.txt"),
    include_str!("../../../data/puzzles/number-one.txt"),
    include_str!("../../../data/puzzles/peak.txt"),
    include_str!("../../../data/puzzles/one-piece-for-two.txt"),
];
