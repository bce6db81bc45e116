//! Endpoints for Web Push: notifications for browsers while the page is closed.

use super::{
    ApiError,
    caller::{CurrentUser, Origin, Service},
    extract::{Created, Done, Json},
    scopes::SessionOnly,
};
use ludoteca_protocol::{PushKey, PushSubscription, PushUnsubscription};
use ludoteca_service::Notifications;

/// Returns the key that a browser needs to subscribe.
#[utoipa::path(get, path = "/api/v1/push/key", tag = "people")]
pub(crate) async fn key(Service(notifications): Service<Notifications>) -> Json<PushKey> {
    Json(PushKey { key: notifications.push_key() })
}

/// Subscribes this browser to notifications while you are not connected.
/// They cover your turn in correspondence games, reminders, challenges, and ends of games.
#[utoipa::path(post, path = "/api/v1/push/subscriptions", tag = "people", responses((status = 422)))]
pub(crate) async fn subscribe(
    Service(notifications): Service<Notifications>,
    CurrentUser(who, ..): CurrentUser<SessionOnly>,
    Origin(origin): Origin,
    Json(request): Json<PushSubscription>,
) -> Result<Created<Done>, ApiError> {
    notifications.subscribe(&who, request, &origin).await?;
    Ok(Created(Done {}))
}

/// Unsubscribes this browser from notifications.
#[utoipa::path(delete, path = "/api/v1/push/subscriptions", tag = "people", responses((status = 404)))]
pub(crate) async fn unsubscribe(
    Service(notifications): Service<Notifications>,
    CurrentUser(who, ..): CurrentUser<SessionOnly>,
    Json(request): Json<PushUnsubscription>,
) -> Result<Json<Done>, ApiError> {
    notifications.unsubscribe(&who, &request.endpoint).await?;
    Ok(Json(Done {}))
}
