//! Endpoints for ratings, leaderboards, and results by seat.

use super::{
    ApiError,
    caller::Service,
    extract::{Json, Path, Query},
};
use crate::problem::problem;
use ludoteca_protocol::{Colours, LeaderboardQuery, Leaderboards, RatingHistory, UserRatings};
use ludoteca_service::Ratings;
use serde::Deserialize;
use utoipa::IntoParams;

/// Returns a user's ratings, one for each pool they have played in.
#[utoipa::path(get, path = "/api/v1/users/{id}/ratings", tag = "ratings",
    params(("id" = String, Path, description = "The user's id or name.")), responses((status = 404)))]
pub(crate) async fn of_user(
    Service(ratings): Service<Ratings>,
    Path(user): Path<String>,
) -> Result<Json<UserRatings>, ApiError> {
    Ok(Json(ratings.ratings_of(&user).await?))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct HistoryQuery {
    /// The pool's id, such as `squadro.2.blitz.people`.
    #[param(required = true, nullable = false)]
    pool: Option<String>,
    /// Only games with a higher number.
    since: Option<u64>,
}

/// Returns the history of a user's rating in a pool, at most 200 games at once.
#[utoipa::path(get, path = "/api/v1/users/{id}/ratings/history", tag = "ratings",
    params(("id" = String, Path, description = "The user's id or name.")), responses((status = 404), (status = 422)))]
pub(crate) async fn history(
    Service(ratings): Service<Ratings>,
    Path(user): Path<String>,
    Query(HistoryQuery { pool, since }): Query<HistoryQuery>,
) -> Result<Json<RatingHistory>, ApiError> {
    let which =
        || problem(422, "no-such-pool", "the query must name a pool, such as ?pool=squadro.2.blitz.people");
    let pool = pool.ok_or_else(which)?;
    Ok(Json(ratings.rating_history(&user, &pool, since.unwrap_or(0)).await?))
}

/// Lists the strongest players by pool, without provisional ratings.
#[utoipa::path(get, path = "/api/v1/leaderboards", tag = "ratings", responses((status = 422)))]
pub(crate) async fn leaderboards(
    Service(ratings): Service<Ratings>,
    Query(wanted): Query<LeaderboardQuery>,
) -> Result<Json<Leaderboards>, ApiError> {
    Ok(Json(ratings.leaderboards(&wanted).await?))
}

/// Returns the results by seat in rated games, by pool, and what is proved about the game.
#[utoipa::path(get, path = "/api/v1/colours", tag = "ratings")]
pub(crate) async fn colours(Service(ratings): Service<Ratings>) -> Result<Json<Colours>, ApiError> {
    Ok(Json(ratings.colours().await?))
}
