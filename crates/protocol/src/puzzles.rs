//! Puzzles: what they are, how hard they have turned out to be, and what came of somebody's attempts.

use crate::UserView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A first move of a puzzle and what is proven of it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"move": "Y1", "value": "win", "plies": 7, "accepted": true}))]
pub struct PuzzleMove {
    /// In the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// What it leads to for whoever solves: `win`, `draw` or `loss`.
    pub value: String,
    /// Plies to the end, the move among them; `null` for a draw, and where nobody has counted.
    pub plies: Option<u32>,
    /// Whether it is right.
    pub accepted: bool,
}

/// How hard a puzzle has turned out to be.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"rating": 1312, "deviation": 96, "provisional": false, "attempts": 25, "solved": 14}))]
pub struct PuzzleStatus {
    /// The number, on the scale of those who solve.
    pub rating: i32,
    /// Its uncertainty: with 95 % the truth is within twice of it.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// How many people with an account have tried it.
    pub attempts: u64,
    /// How many of them have solved it at once.
    pub solved: u64,
}

/// A puzzle, with everything that is proven of it (docs/puzzles.md).
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "id": "1-8", "options": {}, "position": "a6c0c/6cb83 y",
    "task": "win", "steps": 1, "moves": [{"move": "Y1", "value": "win", "plies": 7, "accepted": true},
        {"move": "Y2", "value": "loss", "plies": 16, "accepted": false}], "line": ["Y1"], "right": [],
    "themes": ["only-move", "quiet-move"], "grade": 1, "standing": {"rating": 800, "deviation": 200,
        "provisional": true, "attempts": 0, "solved": 0}, "tried": null}))]
pub struct PuzzleView {
    /// Which game.
    pub game: String,
    /// Its name among the puzzles of this game.
    pub id: String,
    /// The options that are not the usual ones.
    pub options: BTreeMap<String, String>,
    /// Where it begins.
    pub position: String,
    /// `win`: every winning move is right. `fastest`: only the nearest wins are. `draw`: save the draw.
    /// `first`: keep the first place.
    pub task: String,
    /// How many moves are to be found, unless the game is over before.
    pub steps: u32,
    /// Every legal first move, the right ones first.
    pub moves: Vec<PuzzleMove>,
    /// Best play of both sides.
    pub line: Vec<String>,
    /// For each further move to find, on the line, all moves that are right there.
    pub right: Vec<Vec<String>>,
    /// What it is about.
    pub themes: Vec<String>,
    /// 1 to 10: the lowest level of the computer that finds it reliably.
    pub grade: u8,
    /// How hard it has turned out to be.
    pub standing: PuzzleStatus,
    /// What came of your first attempt, if you have an account and made one: whether you have solved it.
    pub tried: Option<bool>,
}

/// A puzzle in a list.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "1-8", "grade": 1, "themes": ["only-move", "quiet-move"], "standing":
    {"rating": 1312, "deviation": 96, "provisional": false, "attempts": 25, "solved": 14}, "tried": true}))]
pub struct PuzzleSummary {
    /// Its name.
    pub id: String,
    /// 1 to 10: the lowest level of the computer that finds it reliably.
    pub grade: u8,
    /// What it is about.
    pub themes: Vec<String>,
    /// How hard it has turned out to be.
    pub standing: PuzzleStatus,
    /// Whether you have solved it at your first attempt; `null`: you have made none.
    pub tried: Option<bool>,
}

/// Some puzzles of a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "count": 120, "puzzles": [{"id": "1-8", "grade": 1,
    "themes": ["only-move", "quiet-move"], "standing": {"rating": 1312, "deviation": 96, "provisional": false,
        "attempts": 25, "solved": 14}, "tried": true}], "next": 200}))]
pub struct PuzzleList {
    /// Which game.
    pub game: String,
    /// How many there are in all.
    pub count: u32,
    /// Some of them: those that every server has, then those of this one.
    pub puzzles: Vec<PuzzleSummary>,
    /// Where the next part begins; `null`: nowhere.
    pub next: Option<u32>,
}

/// An attempt at a puzzle: what you have played, up to the move that decides.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "my-first", "moves": ["Y1"]}))]
pub struct NewAttempt {
    /// A name of your own for it, 1 to 64 characters: sent twice, it is done once.
    pub id: String,
    /// Your own moves. The other side follows the line; they end with the first wrong one, the first that is
    /// right and not that of the line, or the last that is to be found.
    #[serde(default)]
    pub moves: Vec<String>,
    /// You took a hint, or gave up: it counts as not solved, and nothing need have been played.
    #[serde(default)]
    pub helped: bool,
}

/// What an attempt has made of a rating.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"before": 1500, "rating": 1538, "deviation": 290, "provisional": true}))]
pub struct RatingStep {
    /// The number before.
    pub before: i32,
    /// The number after it.
    pub rating: i32,
    /// Its uncertainty after it.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
}

/// What came of an attempt.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"solved": true, "counted": true, "you": {"before": 1500, "rating": 1505,
    "deviation": 347, "provisional": true}, "puzzle": {"before": 800, "rating": 799, "deviation": 199,
    "provisional": true}}))]
pub struct AttemptDone {
    /// Whether it is solved.
    pub solved: bool,
    /// Whether it counts: the first attempt at a puzzle of a person with an account does.
    pub counted: bool,
    /// Your rating, where it counts.
    pub you: Option<RatingStep>,
    /// The puzzle's rating, where it counts.
    pub puzzle: Option<RatingStep>,
}

/// How well somebody solves the puzzles of a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "rating": 1653, "deviation": 78, "provisional": false,
    "attempts": 24, "solved": 17, "changed": 1789000304000_u64}))]
pub struct SolverRating {
    /// Which game.
    pub game: String,
    /// The number.
    pub rating: i32,
    /// Its uncertainty now: it grows without attempts.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// By how many attempts.
    pub attempts: u64,
    /// How many puzzles were solved at once.
    pub solved: u64,
    /// When the last attempt was made, in milliseconds since 1970.
    pub changed: i64,
}

/// How well somebody solves puzzles.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "ratings": [{"game": "squadro",
    "rating": 1653, "deviation": 78, "provisional": false, "attempts": 24, "solved": 17,
    "changed": 1789000304000_u64}]}))]
pub struct UserPuzzles {
    /// Whose.
    pub user: UserView,
    /// One for each game in which they have tried a puzzle.
    pub ratings: Vec<SolverRating>,
}

/// What an attempt has made of somebody's rating.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "at": 1789000304000_u64, "rating": 1653, "deviation": 78, "change": 11}))]
pub struct PuzzlePoint {
    /// The number of the attempt among all of this server.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The number after it.
    pub rating: i32,
    /// Its uncertainty after it.
    pub deviation: i32,
    /// What the attempt has added.
    pub change: i32,
}

/// How somebody's rating with the puzzles of a game has changed.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "squadro", "points":
    [{"number": 512, "at": 1789000304000_u64, "rating": 1653, "deviation": 78, "change": 11}]}))]
pub struct PuzzleHistory {
    /// Whose.
    pub user: UserView,
    /// Of which game.
    pub game: String,
    /// One for each attempt, the oldest first; ask for more with the last number.
    pub points: Vec<PuzzlePoint>,
}

/// A puzzle that you have tried.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "puzzle": "1-8", "at": 1789000304000_u64, "solved": true, "you":
    {"before": 1642, "rating": 1653, "deviation": 78, "provisional": false}, "rival": {"before": 1312,
    "rating": 1304, "deviation": 95, "provisional": false}}))]
pub struct TriedPuzzle {
    /// The number of the attempt among all of this server.
    pub number: u64,
    /// Which puzzle.
    pub puzzle: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// What it has made of your rating.
    pub you: RatingStep,
    /// What it has made of the puzzle's.
    pub rival: RatingStep,
}

/// The puzzles of a game that you have tried, the last first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "tried": [{"number": 512, "puzzle": "1-8", "at": 1789000304000_u64,
    "solved": true, "you": {"before": 1642, "rating": 1653, "deviation": 78, "provisional": false}, "rival":
    {"before": 1312, "rating": 1304, "deviation": 95, "provisional": false}}], "next": null}))]
pub struct TriedPuzzles {
    /// Of which game.
    pub game: String,
    /// The last first.
    pub tried: Vec<TriedPuzzle>,
    /// Ask for more with `before` this number; `null`: there is no more.
    pub next: Option<u64>,
}

/// Somebody who solves puzzles well.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653,
    "deviation": 78, "attempts": 24, "solved": 17}))]
pub struct SolverLeader {
    /// 1, 2, 3 and so on.
    pub place: u32,
    /// Who.
    pub user: UserView,
    /// The number.
    pub rating: i32,
    /// Its uncertainty now.
    pub deviation: i32,
    /// By how many attempts.
    pub attempts: u64,
    /// How many puzzles were solved at once.
    pub solved: u64,
}

/// The best solvers of a game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc",
    "name": "Ada"}, "rating": 1653, "deviation": 78, "attempts": 24, "solved": 17}]}))]
pub struct SolverBoard {
    /// Which game.
    pub game: String,
    /// The best first; nobody whose rating is provisional.
    pub leaders: Vec<SolverLeader>,
}

/// The best solvers, by game; no game in which there are none.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"leaderboards": [{"game": "squadro", "leaders": [{"place": 1, "user":
    {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653, "deviation": 78, "attempts": 24, "solved": 17}]}]}))]
pub struct SolverBoards {
    /// By game.
    pub leaderboards: Vec<SolverBoard>,
}
