//! Endpoints for webhooks.

use super::{
    Refused,
    caller::{CurrentSession, CurrentUser, Games, Origin},
    extract::{Body, Done, Path, answer},
};
use axum::response::Response;
use ludoteca_protocol::{CreatedWebhook, NewWebhook, Problem, WebhookList};

/// Creates a webhook that sends signed notices to an address.
/// The signing secret is returned once; docs/webhooks.md explains how to check signatures. In a session it
/// needs your password or a passkey; a personal token with the scope `play` needs neither, and the webhook is
/// deleted with the token.
#[utoipa::path(post, path = "/api/v1/webhooks", request_body = NewWebhook, tag = "accounts",
    responses((status = 201, body = CreatedWebhook), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
pub(crate) async fn add(
    Games(hub): Games,
    CurrentSession(session): CurrentSession,
    Origin(reached): Origin,
    Body(request): Body<NewWebhook>,
) -> Result<Response, Refused> {
    Ok(answer(201, &hub.webhooks().add(&session, &request, &reached).await?))
}

/// Lists your webhooks, with the results of recent deliveries.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "accounts",
    responses((status = 200, body = WebhookList), (status = 401, body = Problem)))]
pub(crate) async fn list(Games(hub): Games, CurrentUser(who): CurrentUser) -> Result<Response, Refused> {
    Ok(answer(200, &hub.webhooks().list(&who).await?))
}

/// Deletes one of your webhooks.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "accounts",
    params(("id" = String, Path, description = "The id in the list.")),
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn remove(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.webhooks().remove(&who, &id).await?;
    Ok(answer(200, &Done {}))
}

/// Sends the notice `test` to a webhook, which re-enables one that was switched off.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/test", tag = "accounts",
    params(("id" = String, Path, description = "The id in the list.")),
    responses((status = 202, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn test(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    hub.webhooks().test(&who, &id).await?;
    Ok(answer(202, &Done {}))
}
