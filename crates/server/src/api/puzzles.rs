//! Endpoints for puzzles: the next one, the puzzle of the day, attempts, and puzzle ratings.

use super::{
    Refused,
    caller::{Caller, CurrentSession, CurrentUser, Games},
    extract::{Body, Path, Query, answer},
};
use crate::problem::problem;
use axum::response::Response;
use ludoteca_protocol::{
    AttemptDone, NewAttempt, Problem, PuzzleHistory, PuzzleList, PuzzleView, SolverBoards, TriedPuzzles,
    UserPuzzles,
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    from: Option<u32>,
}

/// Lists the puzzles of a game, at most 200 at once.
/// Built-in puzzles come first, then those of this server.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("from" = Option<u32>, Query, description = "The offset, from 0: `next` of the previous page.")),
    responses((status = 200, body = PuzzleList), (status = 404, body = Problem)))]
pub(crate) async fn list(
    Games(hub): Games,
    caller: Caller,
    Path(game): Path<String>,
    Query(ListQuery { from }): Query<ListQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().list_puzzles(&game, from.unwrap_or(0), caller.session()).await?))
}

#[derive(Deserialize)]
pub(crate) struct NextQuery {
    but: Option<String>,
}

/// Returns a puzzle you have not tried, close to your rating (1500 if you have none).
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/next", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("but" = Option<String>, Query, description = "Avoid this puzzle if there is another.")),
    responses((status = 200, body = PuzzleView), (status = 404, body = Problem)))]
pub(crate) async fn next(
    Games(hub): Games,
    caller: Caller,
    Path(game): Path<String>,
    Query(NextQuery { but }): Query<NextQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().next_puzzle(&game, but.as_deref(), caller.session()).await?))
}

#[derive(Deserialize)]
pub(crate) struct DailyQuery {
    day: Option<String>,
}

/// Returns the puzzle of a day, which is the same for all players.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/daily", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("day" = Option<String>, Query, description = "The day, such as `2026-11-17`; by default today in UTC.")),
    responses((status = 200, body = PuzzleView), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn daily(
    Games(hub): Games,
    caller: Caller,
    Path(game): Path<String>,
    Query(DailyQuery { day }): Query<DailyQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().daily_puzzle(&game, day.as_deref(), caller.session()).await?))
}

/// Returns a puzzle with its proof and its rating.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/{id}", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("id" = String, Path, description = "The puzzle's id.")),
    responses((status = 200, body = PuzzleView), (status = 404, body = Problem)))]
pub(crate) async fn see(
    Games(hub): Games,
    caller: Caller,
    Path((game, id)): Path<(String, String)>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().see_puzzle(&game, &id, caller.session()).await?))
}

/// Submits an attempt at a puzzle; the server judges the moves by the puzzle's proof.
/// The first attempt of a user with an account changes both ratings; later attempts and those of guests do
/// not.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{id}/attempts", request_body = NewAttempt, tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("id" = String, Path, description = "The puzzle's id.")),
    responses((status = 200, body = AttemptDone), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn attempt(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Path((game, id)): Path<(String, String)>,
    Body(request): Body<NewAttempt>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().try_puzzle(&session, &game, &id, &request).await?))
}

#[derive(Deserialize)]
pub(crate) struct HistoryQuery {
    game: Option<String>,
    since: Option<u64>,
    before: Option<u64>,
    limit: Option<u32>,
}

impl HistoryQuery {
    fn game(&self) -> Result<&str, Refused> {
        let which =
            || problem(422, "bad-question", "the query must name a game, such as ?game=squadro").into();
        self.game.as_deref().ok_or_else(which)
    }
}

/// Lists the puzzles of a game that you have tried, newest first, at most 200 at once.
#[utoipa::path(get, path = "/api/v1/me/puzzles", tag = "puzzles",
    params(("game" = String, Query, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("before" = Option<u64>, Query, description = "Only attempts with a lower number.")),
    responses((status = 200, body = TriedPuzzles), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 422, body = Problem)))]
pub(crate) async fn tried(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Query(asked): Query<HistoryQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().tried_puzzles(&who, asked.game()?, asked.before).await?))
}

/// Returns a user's puzzle ratings by game.
#[utoipa::path(get, path = "/api/v1/users/{id}/puzzles", tag = "puzzles",
    params(("id" = String, Path, description = "The user's id or name.")),
    responses((status = 200, body = UserPuzzles), (status = 404, body = Problem)))]
pub(crate) async fn of_user(Games(hub): Games, Path(user): Path<String>) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().puzzles_of(&user).await?))
}

/// Returns the history of a user's puzzle rating in a game, at most 200 attempts at once.
#[utoipa::path(get, path = "/api/v1/users/{id}/puzzles/history", tag = "puzzles",
    params(("id" = String, Path, description = "The user's id or name."),
    ("game" = String, Query, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("since" = Option<u64>, Query, description = "Only attempts with a higher number.")),
    responses((status = 200, body = PuzzleHistory), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn history(
    Games(hub): Games,
    Path(user): Path<String>,
    Query(asked): Query<HistoryQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().puzzle_history(&user, asked.game()?, asked.since.unwrap_or(0)).await?))
}

/// Lists the best puzzle solvers by game, without provisional ratings.
#[utoipa::path(get, path = "/api/v1/leaderboards/puzzles", tag = "puzzles",
    params(("game" = Option<String>, Query, description = "Only this game."),
    ("limit" = Option<u32>, Query, description = "The maximum per game: by default 50, at most 200.")),
    responses((status = 200, body = SolverBoards), (status = 404, body = Problem)))]
pub(crate) async fn leaderboards(
    Games(hub): Games,
    Query(asked): Query<HistoryQuery>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.puzzles().best_solvers(asked.game.as_deref(), asked.limit).await?))
}
