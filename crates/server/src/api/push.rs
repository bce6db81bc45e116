//! Endpoints for Web Push: notifications for browsers while the page is closed.

use super::{
    Refused,
    caller::{CurrentUser, Games, Origin},
    extract::{Body, Done, answer},
};
use axum::response::Response;
use ludoteca_protocol::{Problem, PushKey, PushSubscription, PushUnsubscription};

/// Returns the key that a browser needs to subscribe.
#[utoipa::path(get, path = "/api/v1/push/key", tag = "people", responses((status = 200, body = PushKey)))]
pub(crate) async fn key(Games(hub): Games) -> Response {
    answer(200, &PushKey { key: hub.notifications().push_key() })
}

/// Subscribes this browser to notifications while you are not connected.
/// They cover your turn in correspondence games, reminders, challenges, and ends of games.
#[utoipa::path(post, path = "/api/v1/push/subscriptions", request_body = PushSubscription, tag = "people",
    responses((status = 201, body = Done), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn subscribe(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Origin(origin): Origin,
    Body(request): Body<PushSubscription>,
) -> Result<Response, Refused> {
    hub.notifications().subscribe(&who, request, &origin).await?;
    Ok(answer(201, &Done {}))
}

/// Unsubscribes this browser from notifications.
#[utoipa::path(delete, path = "/api/v1/push/subscriptions", request_body = PushUnsubscription, tag = "people",
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn unsubscribe(
    Games(hub): Games,
    CurrentUser(who): CurrentUser,
    Body(request): Body<PushUnsubscription>,
) -> Result<Response, Refused> {
    hub.notifications().unsubscribe(&who, &request.endpoint).await?;
    Ok(answer(200, &Done {}))
}
