//! Puzzles, their ratings, and attempts at them.

use crate::UserView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A first move of a puzzle and what is proved about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"move": "Y1", "value": "win", "plies": 7, "accepted": true}))]
pub struct PuzzleMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the solver: `win`, `draw` or `loss`.
    pub value: String,
    /// Plies to the end, including the move; `null` for a draw, or if unknown.
    #[schema(required)]
    pub plies: Option<u32>,
    /// Whether it solves the puzzle.
    pub accepted: bool,
}

/// The rating of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"rating": 1312, "deviation": 96, "provisional": false, "attempts": 25, "solved": 14}))]
pub struct PuzzleStatus {
    /// The rating, on the scale of the solvers.
    pub rating: i32,
    /// Its uncertainty: with 95 % probability the true rating is within twice this value.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// The number of users with an account who have tried it.
    pub attempts: u64,
    /// The number of them who solved it at the first attempt.
    pub solved: u64,
}

/// A puzzle, with everything that is proved about it (docs/puzzles.md).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "id": "1-8", "options": {}, "position": "a6c0c/6cb83 y",
    "task": "win", "steps": 1, "moves": [{"move": "Y1", "value": "win", "plies": 7, "accepted": true},
        {"move": "Y2", "value": "loss", "plies": 16, "accepted": false}], "line": ["Y1"], "right": [],
    "themes": ["only-move", "quiet-move"], "grade": 1, "standing": {"rating": 800, "deviation": 200,
        "provisional": true, "attempts": 0, "solved": 0}, "tried": null}))]
pub struct PuzzleView {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The puzzle's id, unique within the game.
    pub id: String,
    /// The options that differ from the defaults.
    pub options: BTreeMap<String, String>,
    /// The position it begins with.
    pub position: String,
    /// `win`: every winning move is right. `fastest`: only the shortest wins are. `draw`: save the draw.
    /// `first`: keep the first place.
    pub task: String,
    /// The number of moves to find, unless the game ends before.
    pub steps: u32,
    /// Every legal first move, the right ones first.
    pub moves: Vec<PuzzleMove>,
    /// Best play by both sides.
    pub line: Vec<String>,
    /// For each further move to find, on the line: all moves that are right there.
    pub right: Vec<Vec<String>>,
    pub themes: Vec<String>,
    /// 1 to 10: the lowest level of the computer that finds it reliably.
    pub grade: u8,
    pub standing: PuzzleStatus,
    /// Whether your first attempt solved it, if you have an account and made one.
    #[schema(required)]
    pub tried: Option<bool>,
}

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "1-8", "grade": 1, "themes": ["only-move", "quiet-move"], "standing":
    {"rating": 1312, "deviation": 96, "provisional": false, "attempts": 25, "solved": 14}, "tried": true}))]
pub struct PuzzleSummary {
    pub id: String,
    /// 1 to 10: the lowest level of the computer that finds it reliably.
    pub grade: u8,
    pub themes: Vec<String>,
    pub standing: PuzzleStatus,
    /// Whether your first attempt solved it; `null`: you have made none.
    #[schema(required)]
    pub tried: Option<bool>,
}

/// A page of the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "count": 120, "puzzles": [{"id": "1-8", "grade": 1,
    "themes": ["only-move", "quiet-move"], "standing": {"rating": 1312, "deviation": 96, "provisional": false,
        "attempts": 25, "solved": 14}, "tried": true}], "next": 200}))]
pub struct PuzzleList {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// The number of all puzzles of the game.
    pub count: u32,
    /// Built-in puzzles first, then those of this server.
    pub puzzles: Vec<PuzzleSummary>,
    /// Where the next page begins; `null`: this is the last one.
    #[schema(required)]
    pub next: Option<u32>,
}

/// An attempt at a puzzle: the moves you have played, up to the deciding one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "my-first", "moves": ["Y1"]}))]
pub struct NewAttempt {
    /// The client's own id for it, 1 to 64 characters: repeating the request has no effect.
    pub id: String,
    /// Your own moves. The other side follows the line; they end with the first wrong move, the first right
    /// one that differs from the line, or the last one to find.
    #[serde(default)]
    pub moves: Vec<String>,
    /// You took a hint or gave up: it counts as not solved, and no moves are required.
    #[serde(default)]
    pub helped: bool,
}

/// The effect of an attempt on a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"before": 1500, "rating": 1538, "deviation": 290, "provisional": true}))]
pub struct RatingStep {
    /// The rating before the attempt.
    pub before: i32,
    /// The rating after the attempt.
    pub rating: i32,
    /// The uncertainty after the attempt.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
}

/// The result of an attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"solved": true, "counted": true, "you": {"before": 1500, "rating": 1505,
    "deviation": 347, "provisional": true}, "puzzle": {"before": 800, "rating": 799, "deviation": 199,
    "provisional": true}}))]
pub struct AttemptDone {
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// Whether the attempt is rated: only the first one at a puzzle by a user with an account is.
    pub counted: bool,
    /// The change of your rating, if it is rated.
    #[schema(required)]
    pub you: Option<RatingStep>,
    /// The change of the puzzle's rating, if it is rated.
    #[schema(required)]
    pub puzzle: Option<RatingStep>,
}

/// A user's rating with the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "rating": 1653, "deviation": 78, "provisional": false,
    "attempts": 24, "solved": 17, "changed": 1789000304000_u64}))]
pub struct SolverRating {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    pub rating: i32,
    /// Its current uncertainty, which grows without attempts.
    pub deviation: i32,
    /// Whether the deviation is above 110.
    pub provisional: bool,
    /// The number of rated attempts.
    pub attempts: u64,
    /// The number of puzzles solved at the first attempt.
    pub solved: u64,
    /// Time of the last attempt, in milliseconds since 1970.
    pub changed: i64,
}

/// A user's puzzle ratings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "ratings": [{"game": "squadro",
    "rating": 1653, "deviation": 78, "provisional": false, "attempts": 24, "solved": 17,
    "changed": 1789000304000_u64}]}))]
pub struct UserPuzzles {
    pub user: UserView,
    /// One for each game in which they have tried a puzzle.
    pub ratings: Vec<SolverRating>,
}

/// The effect of an attempt on a user's rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "at": 1789000304000_u64, "rating": 1653, "deviation": 78, "change": 11}))]
pub struct PuzzlePoint {
    /// The number of the attempt, counted over all attempts on this server.
    pub number: u64,
    /// Time of the attempt, in milliseconds since 1970.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
    /// The uncertainty after it.
    pub deviation: i32,
    /// The change of the rating.
    pub change: i32,
}

/// The history of a user's rating with the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "game": "squadro", "points":
    [{"number": 512, "at": 1789000304000_u64, "rating": 1653, "deviation": 78, "change": 11}]}))]
pub struct PuzzleHistory {
    pub user: UserView,
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// One for each attempt, oldest first; the next page begins after the last number.
    pub points: Vec<PuzzlePoint>,
}

/// A puzzle that you have tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 512, "puzzle": "1-8", "at": 1789000304000_u64, "solved": true, "you":
    {"before": 1642, "rating": 1653, "deviation": 78, "provisional": false}, "rival": {"before": 1312,
    "rating": 1304, "deviation": 95, "provisional": false}}))]
pub struct TriedPuzzle {
    /// The number of the attempt, counted over all attempts on this server.
    pub number: u64,
    /// The id of the puzzle.
    pub puzzle: String,
    /// Time of the attempt, in milliseconds since 1970.
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// The change of your rating.
    pub you: RatingStep,
    /// The change of the puzzle's rating.
    pub rival: RatingStep,
}

/// The puzzles of a game that you have tried, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "tried": [{"number": 512, "puzzle": "1-8", "at": 1789000304000_u64,
    "solved": true, "you": {"before": 1642, "rating": 1653, "deviation": 78, "provisional": false}, "rival":
    {"before": 1312, "rating": 1304, "deviation": 95, "provisional": false}}], "next": null}))]
pub struct TriedPuzzles {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// Sorted by time, newest first.
    pub tried: Vec<TriedPuzzle>,
    /// The value of `before` for the next page; `null`: there is none.
    #[schema(required)]
    pub next: Option<u64>,
}

/// An entry of a leaderboard of solvers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"place": 1, "user": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653,
    "deviation": 78, "attempts": 24, "solved": 17}))]
pub struct SolverLeader {
    /// 1, 2, 3 and so on.
    pub place: u32,
    pub user: UserView,
    pub rating: i32,
    /// The uncertainty at the moment.
    pub deviation: i32,
    /// The number of rated attempts.
    pub attempts: u64,
    /// The number of puzzles solved at the first attempt.
    pub solved: u64,
}

/// The best solvers of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"game": "squadro", "leaders": [{"place": 1, "user": {"id": "m4tq8wzk2pnc",
    "name": "Ada"}, "rating": 1653, "deviation": 78, "attempts": 24, "solved": 17}]}))]
pub struct SolverBoard {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    pub game: String,
    /// Best first, without provisional ratings.
    pub leaders: Vec<SolverLeader>,
}

/// The best solvers by game; games without any are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"leaderboards": [{"game": "squadro", "leaders": [{"place": 1, "user":
    {"id": "m4tq8wzk2pnc", "name": "Ada"}, "rating": 1653, "deviation": 78, "attempts": 24, "solved": 17}]}]}))]
pub struct SolverBoards {
    /// One leaderboard for each game.
    pub leaderboards: Vec<SolverBoard>,
}
