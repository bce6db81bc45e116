//! The HTTP layer of the API (`/api/v1`): endpoints, NDJSON streams, and the socket. Handlers parse requests,
//! call the hub, and write responses; all decisions are made in the hub.

mod accounts;
mod archive;
mod caller;
mod delete_account;
mod description;
mod downloads;
mod extract;
mod games;
mod handbook;
mod lobby;
mod moderation;
mod openapi;
mod passkeys;
mod peer;
mod people;
mod push;
mod puzzles;
mod ratings;
mod scopes;
mod sessions;
mod site;
mod socket;
mod streams;
mod webhooks;

pub(crate) use caller::same_site;
#[cfg(feature = "table")]
pub(crate) use caller::{Caller, CurrentSession, Games};
#[cfg(feature = "table")]
pub(crate) use extract::Path;
pub(crate) use peer::{Peer, PeerAddress, keep_pace};
pub(crate) use scopes::allowed;

use crate::{
    State,
    hub::Frame,
    problem::{ToProblem, problem},
};
use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{delete, get, post, put},
};
use ludoteca_protocol::{FromServer, Problem};
use std::{sync::Arc, time::Duration};

/// The longest request body, in bytes.
const MAX_BODY_LENGTH: usize = 64 * 1024;

/// Time limit for receiving a request body.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// All routes of online play.
pub(crate) fn routes() -> Router<State> {
    Router::new()
        .route("/api/v1/guests", post(people::make_guest))
        .route("/api/v1/accounts", post(accounts::register))
        .route("/api/v1/accounts/bot", get(accounts::bots).post(accounts::make_bot))
        .route("/api/v1/accounts/bot/{id}", delete(accounts::remove_bot))
        .route("/api/v1/accounts/bot/{id}/token", post(accounts::renew_bot_token))
        .route("/api/v1/accounts/passkey", post(passkeys::register))
        .route("/api/v1/passkeys/origin", get(passkeys::origin))
        .route("/api/v1/passkeys/challenges", post(passkeys::ask))
        .route("/api/v1/sessions/passkey", post(passkeys::log_in))
        .route("/api/v1/me/passkeys", get(passkeys::list).post(passkeys::add))
        .route("/api/v1/me/passkeys/{id}", put(passkeys::label).delete(passkeys::remove))
        .route("/api/v1/me/guests", post(passkeys::claim_guest_games))
        .route("/api/v1/sessions", get(sessions::sessions).post(sessions::log_in).delete(sessions::log_out))
        .route("/api/v1/sessions/{id}", delete(sessions::end))
        .route("/api/v1/tokens", get(sessions::tokens).post(sessions::make_token))
        .route("/api/v1/tokens/{id}", delete(sessions::remove_token))
        .route("/api/v1/recovery", post(accounts::recover))
        .route("/api/v1/recovery/mail", post(accounts::recover_by_mail))
        .route("/api/v1/me", get(people::me).put(people::rename).delete(delete_account::leave))
        .route("/api/v1/me/proof", post(accounts::prove))
        .route("/api/v1/me/password", put(accounts::set_password))
        .route("/api/v1/me/email", put(accounts::set_email))
        .route("/api/v1/me/recovery-codes", post(accounts::recovery_codes))
        .route("/api/v1/me/export", get(delete_account::export))
        .route("/api/v1/me/vacation", get(people::vacation).put(people::set_vacation))
        .route("/api/v1/me/games", get(games::mine))
        .route("/api/v1/games", get(games::current).post(games::make))
        .route("/api/v1/games/import", post(games::bring))
        .route("/api/v1/games/{id}", get(games::see))
        .route("/api/v1/games/{id}/join", post(games::join))
        .route("/api/v1/games/{id}/decline", post(games::decline))
        .route("/api/v1/games/{id}/actions", post(games::act))
        .route("/api/v1/games/{id}/rematch", post(games::rematch))
        .route("/api/v1/games/{id}/plan", get(games::plan).put(games::set_plan))
        .route("/api/v1/games/{id}/events", get(streams::game))
        .route("/api/v1/games/{id}/record", get(games::record))
        .route("/api/v1/games/{id}/record.json", get(games::record_json))
        .route("/api/v1/games/{id}/messages", get(games::messages).post(games::say))
        .route("/api/v1/seeks", get(lobby::seeks).post(lobby::seek))
        .route("/api/v1/seeks/{id}", delete(lobby::unseek))
        .route("/api/v1/seeks/{id}/join", post(lobby::take_up))
        .route("/api/v1/lobby/events", get(streams::lobby))
        .route("/api/v1/events", get(streams::mine))
        .route("/api/v1/users/{id}/ratings", get(ratings::of_user))
        .route("/api/v1/users/{id}/ratings/history", get(ratings::history))
        .route("/api/v1/leaderboards", get(ratings::leaderboards))
        .route("/api/v1/colours", get(ratings::colours))
        .route("/api/v1/puzzles/{game}", get(puzzles::list))
        .route("/api/v1/puzzles/{game}/next", get(puzzles::next))
        .route("/api/v1/puzzles/{game}/daily", get(puzzles::daily))
        .route("/api/v1/puzzles/{game}/{id}", get(puzzles::see))
        .route("/api/v1/puzzles/{game}/{id}/attempts", post(puzzles::attempt))
        .route("/api/v1/me/puzzles", get(puzzles::tried))
        .route("/api/v1/users/{id}/puzzles", get(puzzles::of_user))
        .route("/api/v1/users/{id}/puzzles/history", get(puzzles::history))
        .route("/api/v1/leaderboards/puzzles", get(puzzles::leaderboards))
        .route("/api/v1/push/key", get(push::key))
        .route("/api/v1/push/subscriptions", post(push::subscribe).delete(push::unsubscribe))
        .route("/api/v1/webhooks", get(webhooks::list).post(webhooks::add))
        .route("/api/v1/webhooks/{id}", delete(webhooks::remove))
        .route("/api/v1/webhooks/{id}/test", post(webhooks::test))
        .route("/api/v1/archive", get(archive::search))
        .route("/api/v1/archive/dump/{form}", get(archive::dump))
        .route("/api/v1/archive/dumps", get(archive::dumps))
        .route("/api/v1/archive/dumps/{name}", get(archive::dump_file))
        .route("/api/v1/explorer", get(archive::explorer))
        .route("/api/v1/users/{id}", get(archive::profile))
        .route("/api/v1/users/{id}/games", get(archive::games_of))
        .route("/api/v1/reports", post(moderation::report))
        .route("/api/v1/blocks", get(moderation::blocks))
        .route("/api/v1/blocks/{id}", put(moderation::block).delete(moderation::unblock))
        .route("/api/v1/moderation/reports", get(moderation::reports))
        .route("/api/v1/moderation/reports/{id}", get(moderation::report_detail))
        .route("/api/v1/moderation/reports/{id}/take", post(moderation::take_report))
        .route("/api/v1/moderation/reports/{id}/release", post(moderation::release_report))
        .route("/api/v1/moderation/reports/{id}/done", post(moderation::report_done))
        .route("/api/v1/moderation/users/{id}", get(moderation::moderated_user).post(moderation::moderate))
        .route("/api/v1/moderation/audit", get(moderation::audit))
        .route("/api/v1/site", get(site::site))
        .route("/api/v1/admin/settings", get(site::settings).put(site::change_settings))
        .route("/api/v1/admin/invite-codes", get(site::invite_codes).post(site::make_invite_code))
        .route("/api/v1/admin/invite-codes/{code}", delete(site::revoke_invite_code))
        .route("/api/v1/socket", get(socket::open))
        .route("/api/v1/openapi.json", get(description::document))
        .route("/api/v1", get(description::page))
        .route("/api/v1/handbook.css", get(description::style))
        .layer(middleware::from_fn(finished))
        .layer(axum::extract::DefaultBodyLimit::max(MAX_BODY_LENGTH))
}

/// Completes every request that has been started, even if its client disconnects: it may be a move, which the
/// other players must receive.
async fn finished(request: Request, next: Next) -> Response {
    match tokio::spawn(next.run(request)).await {
        Ok(response) => response,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Refused::from(problem(503, "stopping", "the server is shutting down")).into_response(),
        },
    }
}

/// Fails requests at once while this node cannot reach the others, so that clients go to another node.
pub(crate) async fn only_when_fit(
    axum::extract::State(state): axum::extract::State<State>,
    request: Request,
    next: Next,
) -> Response {
    match state.hub().map_or(Ok(()), crate::hub::Hub::check_fit) {
        Ok(()) => next.run(request).await,
        Err(error) => Refused::from(error).into_response(),
    }
}

/// A problem as a response.
#[derive(Debug)]
pub(crate) struct Refused(Box<Problem>);

impl<E: ToProblem> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused(Box::new(error.to_problem()))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused(problem) = self;
        let wait = problem.ratelimit.as_ref().map(|limit| limit.seconds);
        let mut response = crate::json(status(&problem), "application/problem+json", "no-store", &*problem);
        if let Some(Ok(value)) = wait.map(|seconds| seconds.to_string().parse()) {
            response.headers_mut().insert(axum::http::header::RETRY_AFTER, value);
        }
        response
    }
}

/// A problem as a response, also outside the API.
pub(crate) fn refused(problem: Problem) -> Response {
    Refused::from(problem).into_response()
}

fn status(problem: &Problem) -> axum::http::StatusCode {
    axum::http::StatusCode::from_u16(problem.status).unwrap_or(axum::http::StatusCode::INTERNAL_SERVER_ERROR)
}

/// A message to a client as JSON.
fn frame_text(frame: &Frame) -> Arc<str> {
    match frame {
        Frame::Json(text) => Arc::clone(text),
        Frame::PlanRefused { game, error } => {
            let (game, id) = (Some(game.to_string()), Some("plan".to_owned()));
            let refused = FromServer::Refused { game, id, problem: error.to_problem() };
            serde_json::to_string(&refused).unwrap_or_default().into()
        }
    }
}
