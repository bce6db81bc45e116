//! The HTTP layer of the API (`/api/v1`): endpoints, NDJSON streams, and the socket. Handlers parse requests,
//! call a service, and write responses; all decisions are made in the services.

mod accounts;
mod archive;
mod caller;
mod delete_account;
mod description;
mod downloads;
mod endpoint;
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

#[cfg(feature = "table")]
pub(crate) use caller::{Caller, CurrentSession, Service};
pub(crate) use caller::{identify, same_site};
pub use description::openapi;
#[cfg(feature = "table")]
pub(crate) use endpoint::{Endpoint, Output};
#[cfg(feature = "table")]
pub(crate) use extract::{Json, Path, Query};
pub(crate) use peer::{Peer, PeerAddress, keep_pace};
#[cfg(feature = "table")]
pub(crate) use scopes::{Public, SessionOnly};

use crate::{
    State,
    problem::{ToProblem, problem},
};
use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use ludoteca_protocol::{FromServer, Problem};
use ludoteca_service::{Frame, Services};
use serde_json::Value;
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use utoipa_axum::router::OpenApiRouter;

/// The longest request body, in bytes.
const MAX_BODY_LENGTH: usize = 64 * 1024;

/// Time limit for receiving a request body.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// All endpoints: the only list of them.
fn endpoints() -> OpenApiRouter<State> {
    let endpoints = endpoint::endpoints![
        people::make_guest,
        people::me,
        people::rename,
        delete_account::leave,
        people::vacation,
        people::set_vacation,
        accounts::register,
        accounts::bots,
        accounts::make_bot,
        accounts::remove_bot,
        accounts::renew_bot_token,
        accounts::prove,
        accounts::set_password,
        accounts::set_email,
        accounts::recovery_codes,
        accounts::recover,
        accounts::recover_by_mail,
        sessions::sessions,
        sessions::log_in,
        sessions::log_out,
        sessions::end,
        sessions::tokens,
        sessions::make_token,
        sessions::remove_token,
        passkeys::origin,
        passkeys::ask,
        passkeys::register,
        passkeys::log_in,
        passkeys::list,
        passkeys::add,
        passkeys::label,
        passkeys::remove,
        passkeys::claim_guest_games,
        delete_account::export,
        games::current,
        games::current_of,
        games::make,
        games::bring,
        games::mine,
        games::see,
        games::join,
        games::decline,
        games::act,
        games::rematch,
        games::plan,
        games::set_plan,
        games::record,
        games::record_json,
        games::messages,
        games::say,
        streams::game,
        streams::mine,
        streams::lobby,
        lobby::seeks,
        lobby::seek,
        lobby::unseek,
        lobby::take_up,
        ratings::of_user,
        ratings::history,
        ratings::leaderboards,
        ratings::colours,
        puzzles::list,
        puzzles::next,
        puzzles::daily,
        puzzles::see,
        puzzles::attempt,
        puzzles::tried,
        puzzles::of_user,
        puzzles::history,
        puzzles::leaderboards,
        push::key,
        push::subscribe,
        push::unsubscribe,
        webhooks::list,
        webhooks::add,
        webhooks::remove,
        webhooks::test,
        archive::search,
        archive::dump,
        archive::dumps,
        archive::dump_file,
        archive::explorer,
        archive::profile,
        archive::games_of,
        moderation::report,
        moderation::blocks,
        moderation::block,
        moderation::unblock,
        moderation::reports,
        moderation::report_detail,
        moderation::take_report,
        moderation::release_report,
        moderation::report_done,
        moderation::moderated_user,
        moderation::moderate,
        moderation::audit,
        site::site,
        site::settings,
        site::change_settings,
        site::invite_codes,
        site::make_invite_code,
        site::revoke_invite_code,
        socket::open,
        description::document,
        description::page,
        description::style,
    ];
    #[cfg(feature = "table")]
    let endpoints = endpoints.merge(endpoint::endpoints![crate::table::squadro, crate::table::accuracy]);
    endpoints
}

/// The endpoints and their description, built once.
static API: LazyLock<(Router<State>, Value)> = LazyLock::new(|| {
    let (router, document) = endpoints().split_for_parts();
    (router, description::completed(document))
});

/// All routes of the API.
pub(crate) fn routes() -> Router<State> {
    API.0
        .clone()
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
    match state.services().map_or(Ok(()), Services::check_fit) {
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
