//! Endpoints for Web Push: notifications for browsers while the page is closed.

use super::{
    Refused,
    caller::{CurrentUser, Games, Origin},
    extract::{Created, Done, Json},
    scopes::SessionOnly,
};
use ludoteca_protocol::{PushKey, PushSubscription, PushUnsubscription};

/// Returns the key that a browser needs to subscribe.
#[utoipa::path(get, path = "/api/v1/push/key", tag = "people")]
pub(crate) async fn key(Games(hub): Games) -> Json<PushKey> {
    Json(PushKey { key: hub.notifications().push_key() })
}

/// Subscribes this browser to notifications while you are not connected.
/// They cover your turn in correspondence games, reminders, challenges, and ends of games.
#[utoipa::path(post, path = "/api/v1/push/subscriptions", tag = "people", responses((status = 422)))]
pub(crate) async fn subscribe(
    Games(hub): Games,
    CurrentUser(who, ..): CurrentUser<SessionOnly>,
    Origin(origin): Origin,
    Json(request): Json<PushSubscription>,
) -> Result<Created<Done>, Refused> {
    hub.notifications().subscribe(&who, request, &origin).await?;
    Ok(Created(Done {}))
}

/// Unsubscribes this browser from notifications.
#[utoipa::path(delete, path = "/api/v1/push/subscriptions", tag = "people", responses((status = 404)))]
pub(crate) async fn unsubscribe(
    Games(hub): Games,
    CurrentUser(who, ..): CurrentUser<SessionOnly>,
    Json(request): Json<PushUnsubscription>,
) -> Result<Json<Done>, Refused> {
    hub.notifications().unsubscribe(&who, &request.endpoint).await?;
    Ok(Json(Done {}))
}
