//! Endpoints for ratings, leaderboards, and results by seat.

use super::{
    Refused,
    caller::Games,
    extract::{Path, Query, answer},
};
use crate::{hub::Boards, problem::problem};
use axum::response::Response;
use ludoteca_protocol::{Colours, Leaderboards, Problem, RatingHistory, UserRatings};
use serde::Deserialize;

/// Returns a user's ratings, one for each pool they have played in.
#[utoipa::path(get, path = "/api/v1/users/{id}/ratings", tag = "ratings",
    params(("id" = String, Path, description = "The user's id or name.")),
    responses((status = 200, body = UserRatings), (status = 404, body = Problem)))]
pub(crate) async fn of_user(Games(hub): Games, Path(user): Path<String>) -> Result<Response, Refused> {
    Ok(answer(200, &hub.ratings().ratings_of(&user).await?))
}

#[derive(Deserialize)]
pub(crate) struct HistoryQuery {
    pool: Option<String>,
    since: Option<u64>,
}

/// Returns the history of a user's rating in a pool, at most 200 games at once.
#[utoipa::path(get, path = "/api/v1/users/{id}/ratings/history", tag = "ratings",
    params(("id" = String, Path, description = "The user's id or name."),
    ("pool" = String, Query, description = "The pool's id, such as `squadro.2.blitz.people`."),
    ("since" = Option<u64>, Query, description = "Only games with a higher number.")),
    responses((status = 200, body = RatingHistory), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn history(
    Games(hub): Games,
    Path(user): Path<String>,
    Query(HistoryQuery { pool, since }): Query<HistoryQuery>,
) -> Result<Response, Refused> {
    let which =
        || problem(422, "no-such-pool", "the query must name a pool, such as ?pool=squadro.2.blitz.people");
    let pool = pool.ok_or_else(which)?;
    Ok(answer(200, &hub.ratings().rating_history(&user, &pool, since.unwrap_or(0)).await?))
}

/// Lists the strongest players by pool, without provisional ratings.
#[utoipa::path(get, path = "/api/v1/leaderboards", tag = "ratings",
    params(("game" = Option<String>, Query, description = "Only this game."),
    ("players" = Option<u8>, Query, description = "Only games with this many players."),
    ("speed" = Option<String>, Query, description = "Only this speed: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`."),
    ("apart" = Option<String>, Query, description = "Games among `people` (the default), with `bots`, or with the computer's levels (`engine`)."),
    ("limit" = Option<u32>, Query, description = "The maximum per leaderboard: by default 50, at most 200.")),
    responses((status = 200, body = Leaderboards), (status = 422, body = Problem)))]
pub(crate) async fn leaderboards(
    Games(hub): Games,
    Query(wanted): Query<Boards>,
) -> Result<Response, Refused> {
    Ok(answer(200, &hub.ratings().leaderboards(&wanted).await?))
}

/// Returns the results by seat in rated games, by pool, and what is proved about the game.
#[utoipa::path(get, path = "/api/v1/colours", tag = "ratings", responses((status = 200, body = Colours)))]
pub(crate) async fn colours(Games(hub): Games) -> Result<Response, Refused> {
    Ok(answer(200, &hub.ratings().colours().await?))
}
