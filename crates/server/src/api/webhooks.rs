//! Endpoints for webhooks.

use super::{
    ApiError,
    caller::{CurrentSession, CurrentUser, Origin, Service},
    extract::{Accepted, Created, Done, Json, Path},
    scopes::{Play, Read},
};
use ludoteca_protocol::{CreatedWebhook, NewWebhook, WebhookList};
use ludoteca_service::Webhooks;

/// Creates a webhook that sends signed notices to an address.
/// The signing secret is returned once; docs/webhooks.md explains how to check signatures. In a session it
/// needs your password or a passkey; a personal token with the scope `play` needs neither, and the webhook is
/// deleted with the token.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "accounts", responses((status = 422)))]
pub(crate) async fn create(
    Service(webhooks): Service<Webhooks>,
    CurrentSession(session, ..): CurrentSession<Play>,
    Origin(reached): Origin,
    Json(request): Json<NewWebhook>,
) -> Result<Created<CreatedWebhook>, ApiError> {
    Ok(Created(webhooks.add(&session, &request, &reached).await?))
}

/// Lists your webhooks, with the results of recent deliveries.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "accounts")]
pub(crate) async fn list(
    Service(webhooks): Service<Webhooks>,
    CurrentUser(who, ..): CurrentUser<Read>,
) -> Result<Json<WebhookList>, ApiError> {
    Ok(Json(webhooks.list(&who).await?))
}

/// Deletes one of your webhooks.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "accounts",
    params(("id" = String, Path, description = "The id in the list.")), responses((status = 404)))]
pub(crate) async fn delete(
    Service(webhooks): Service<Webhooks>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<Json<Done>, ApiError> {
    webhooks.remove(&who, &id).await?;
    Ok(Json(Done {}))
}

/// Sends the notice `test` to a webhook, which re-enables one that was switched off.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/test", tag = "accounts",
    params(("id" = String, Path, description = "The id in the list.")), responses((status = 404)))]
pub(crate) async fn test(
    Service(webhooks): Service<Webhooks>,
    CurrentUser(who, ..): CurrentUser<Play>,
    Path(id): Path<String>,
) -> Result<Accepted<Done>, ApiError> {
    webhooks.test(&who, &id).await?;
    Ok(Accepted(Done {}))
}
