//! Webhooks: addresses to which notices are sent.

use super::{
    Refused,
    caller::{CurrentSession, CurrentUser, Games, Origin},
    extract::{Body, Done, Path, answer},
};
use axum::response::Response;
use ludoteca_protocol::{CreatedWebhook, NewWebhook, Problem, WebhookList};

/// Sends notices to an address from now on, signed by the secret that is answered once; docs/webhooks.md
/// tells how to check it. In a session it needs your password or a passkey; a personal token with the scope
/// `play` needs neither, and the webhook goes with the token.
#[utoipa::path(post, path = "/api/v1/webhooks", request_body = NewWebhook, tag = "accounts",
    responses((status = 201, body = CreatedWebhook), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
pub(crate) async fn add(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<NewWebhook>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.add_webhook(&session, &request, &reached).await?))
}

/// Your webhooks, and what came of the last notices that were sent there.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "accounts",
    responses((status = 200, body = WebhookList), (status = 401, body = Problem)))]
pub(crate) async fn list(Games(hub): Games, CurrentUser(who): CurrentUser) -> Result<Response, Refused> {
    Ok(answer(200, &hub.webhooks(&who).await?))
}

/// Sends nothing there any more.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "accounts",
    params(("id" = String, Path, description = "Its name in the list.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn remove(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.remove_webhook(&who, &id).await?;
    Ok(answer(200, &Done {}))
}

/// Sends the notice `test` there. A webhook that was switched off is on again.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/test", tag = "accounts",
    params(("id" = String, Path, description = "Its name in the list.")),
    responses((status = 202, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn test(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.test_webhook(&who, &id).await?;
    Ok(answer(202, &Done {}))
}
