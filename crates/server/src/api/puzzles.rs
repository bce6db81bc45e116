//! Endpoints for puzzles: the next one, the puzzle of the day, attempts, and puzzle ratings.

use super::{
    ApiError,
    caller::{Caller, CurrentSession, CurrentUser, Service},
    extract::{Json, Path, Query},
    scopes::{Play, Public, Read},
};
use crate::problem::problem;
use ludoteca_protocol::{
    AttemptDone, NewAttempt, PuzzleHistory, PuzzleList, PuzzleView, SolverBoards, TriedPuzzles, UserPuzzles,
};
use ludoteca_service::Puzzles;
use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
pub(crate) struct ListQuery {
    /// The offset, from 0: `next` of the previous page.
    from: Option<u32>,
}

/// Lists the puzzles of a game, at most 200 at once.
/// Built-in puzzles come first, then those of this server.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`.")), responses((status = 404)))]
pub(crate) async fn list(
    Service(puzzles): Service<Puzzles>,
    caller: Caller<Public>,
    Path(game): Path<String>,
    Query(ListQuery { from }): Query<ListQuery>,
) -> Result<Json<PuzzleList>, ApiError> {
    Ok(Json(puzzles.list_puzzles(&game, from.unwrap_or(0), caller.session()).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct NextQuery {
    /// Avoid this puzzle if there is another.
    but: Option<String>,
}

/// Returns a puzzle you have not tried, close to your rating (1500 if you have none).
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/next", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`.")), responses((status = 404)))]
pub(crate) async fn next(
    Service(puzzles): Service<Puzzles>,
    caller: Caller<Public>,
    Path(game): Path<String>,
    Query(NextQuery { but }): Query<NextQuery>,
) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(puzzles.next_puzzle(&game, but.as_deref(), caller.session()).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct DailyQuery {
    /// The day, such as `2026-11-17`; by default today in UTC.
    day: Option<String>,
}

/// Returns the puzzle of a day, which is the same for all players.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/daily", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`.")), responses((status = 404), (status = 422)))]
pub(crate) async fn daily(
    Service(puzzles): Service<Puzzles>,
    caller: Caller<Public>,
    Path(game): Path<String>,
    Query(DailyQuery { day }): Query<DailyQuery>,
) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(puzzles.daily_puzzle(&game, day.as_deref(), caller.session()).await?))
}

/// Returns a puzzle with its proof and its rating.
#[utoipa::path(get, path = "/api/v1/puzzles/{game}/{id}", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("id" = String, Path, description = "The puzzle's id.")), responses((status = 404)))]
pub(crate) async fn show(
    Service(puzzles): Service<Puzzles>,
    caller: Caller<Public>,
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(puzzles.see_puzzle(&game, &id, caller.session()).await?))
}

/// Submits an attempt at a puzzle; the server judges the moves by the puzzle's proof.
/// The first attempt of a user with an account changes both ratings; later attempts and those of guests do
/// not.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{id}/attempts", tag = "puzzles",
    params(("game" = String, Path, description = "`squadro`, `number-one`, `peak` or `one-piece-for-two`."),
    ("id" = String, Path, description = "The puzzle's id.")), responses((status = 404), (status = 422)))]
pub(crate) async fn attempt(
    Service(puzzles): Service<Puzzles>,
    CurrentSession(session, ..): CurrentSession<Play>,
    Path((game, id)): Path<(String, String)>,
    Json(request): Json<NewAttempt>,
) -> Result<Json<AttemptDone>, ApiError> {
    Ok(Json(puzzles.try_puzzle(&session, &game, &id, &request).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct TriedQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    #[param(required = true, nullable = false)]
    game: Option<String>,
    /// Only attempts with a lower number.
    before: Option<u64>,
}

fn named(game: Option<&str>) -> Result<&str, ApiError> {
    let which = || problem(422, "bad-question", "the query must name a game, such as ?game=squadro").into();
    game.ok_or_else(which)
}

/// Lists the puzzles of a game that you have tried, newest first, at most 200 at once.
#[utoipa::path(get, path = "/api/v1/me/puzzles", tag = "puzzles", responses((status = 404), (status = 422)))]
pub(crate) async fn tried(
    Service(puzzles): Service<Puzzles>,
    CurrentUser(who, ..): CurrentUser<Read>,
    Query(TriedQuery { game, before }): Query<TriedQuery>,
) -> Result<Json<TriedPuzzles>, ApiError> {
    Ok(Json(puzzles.tried_puzzles(&who, named(game.as_deref())?, before).await?))
}

/// Returns a user's puzzle ratings by game.
#[utoipa::path(get, path = "/api/v1/users/{id}/puzzles", tag = "puzzles",
    params(("id" = String, Path, description = "The user's id or name.")), responses((status = 404)))]
pub(crate) async fn of_user(
    Service(puzzles): Service<Puzzles>,
    Path(user): Path<String>,
) -> Result<Json<UserPuzzles>, ApiError> {
    Ok(Json(puzzles.puzzles_of(&user).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct HistoryQuery {
    /// `squadro`, `number-one`, `peak` or `one-piece-for-two`.
    #[param(required = true, nullable = false)]
    game: Option<String>,
    /// Only attempts with a higher number.
    since: Option<u64>,
}

/// Returns the history of a user's puzzle rating in a game, at most 200 attempts at once.
#[utoipa::path(get, path = "/api/v1/users/{id}/puzzles/history", tag = "puzzles",
    params(("id" = String, Path, description = "The user's id or name.")), responses((status = 404), (status = 422)))]
pub(crate) async fn history(
    Service(puzzles): Service<Puzzles>,
    Path(user): Path<String>,
    Query(HistoryQuery { game, since }): Query<HistoryQuery>,
) -> Result<Json<PuzzleHistory>, ApiError> {
    Ok(Json(puzzles.puzzle_history(&user, named(game.as_deref())?, since.unwrap_or(0)).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct SolversQuery {
    /// Only the leaderboards of this game.
    game: Option<String>,
    /// The maximum per game: by default 50, at most 200.
    limit: Option<u32>,
}

/// Lists the best puzzle solvers by game, without provisional ratings.
#[utoipa::path(get, path = "/api/v1/leaderboards/puzzles", tag = "puzzles", responses((status = 404)))]
pub(crate) async fn leaderboards(
    Service(puzzles): Service<Puzzles>,
    Query(SolversQuery { game, limit }): Query<SolversQuery>,
) -> Result<Json<SolverBoards>, ApiError> {
    Ok(Json(puzzles.best_solvers(game.as_deref(), limit).await?))
}
