//! NDJSON streams: one JSON object per line, and a blank line every ten seconds as a keep-alive.

use super::{
    Refused,
    caller::{Allowed, Caller, CurrentUser, Games},
    extract::{Path, Query},
    peer::StreamPlace,
    scopes::Read,
};
use crate::hub::{Hub, Subscriber};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use std::{convert::Infallible, time::Duration};
use tokio::sync::mpsc;
use utoipa::IntoParams;

const BLANK_LINE: Duration = Duration::from_secs(10);

#[derive(Deserialize, IntoParams)]
pub(crate) struct SinceQuery {
    /// The number of the last known event; by default 0.
    #[serde(default)]
    since: u64,
    /// The last part of an invitation link; required for an unlisted game of other players.
    invitation: Option<String>,
}

/// Streams the events of a game after a number.
/// It ends after the last event of a finished game.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "The game.")), responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"seq\":5,\"at\":1789000004000,\"type\":\"moved\",\"seat\":0,\"move\":\"Y3\",\"used\":2000}\n"),
    (status = 404)))]
pub(crate) async fn game(
    Games(hub): Games,
    caller: Caller<Read>,
    Path(id): Path<String>,
    Query(SinceQuery { since, invitation }): Query<SinceQuery>,
    place: StreamPlace,
) -> Result<Response, Refused> {
    let (subscriber, heard) = Subscriber::new();
    hub.follow(&id, caller.who(), invitation.as_deref(), since, &subscriber).await?;
    let gone = DisconnectGuard { hub, subscriber, game: Some(id), person: None, _place: place };
    Ok(lines(heard, gone, |message| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        let ended = events.iter().any(|event| event["type"] == "ended");
        (events, ended)
    }))
}

/// Streams events that concern you: games that start or end, your turns, challenges.
#[utoipa::path(get, path = "/api/v1/events", tag = "people", responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"notice\",\"notice\":\"my-turn\",\"game\":\"k2vq8mzt4wpc\"}\n")))]
pub(crate) async fn mine(
    Games(hub): Games,
    CurrentUser(who, ..): CurrentUser<Read>,
    place: StreamPlace,
) -> Result<Response, Refused> {
    let (subscriber, heard) = Subscriber::new();
    hub.connect(&who, &subscriber);
    let gone = DisconnectGuard { hub, subscriber, game: None, person: Some(who.id), _place: place };
    Ok(lines(heard, gone, |message| match message["type"] == "notice" {
        true => (vec![message], false),
        false => (Vec::new(), false),
    }))
}

/// Streams the lobby: all seeks, whenever they change.
#[utoipa::path(get, path = "/api/v1/lobby/events", tag = "lobby", responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"lobby\",\"seeks\":[]}\n")))]
pub(crate) async fn lobby(Games(hub): Games, _: Allowed<Read>, place: StreamPlace) -> Response {
    let (subscriber, heard) = Subscriber::new();
    hub.watch_lobby(&subscriber);
    let gone = DisconnectGuard { hub, subscriber, game: None, person: None, _place: place };
    lines(heard, gone, |message| (vec![message], false))
}

/// Unsubscribes when the client disconnects.
struct DisconnectGuard {
    hub: Hub,
    subscriber: Subscriber,
    game: Option<String>,
    person: Option<String>,
    _place: StreamPlace,
}

impl Drop for DisconnectGuard {
    fn drop(&mut self) {
        let (hub, subscriber, game, person) =
            (self.hub.clone(), self.subscriber.clone(), self.game.take(), self.person.take());
        tokio::spawn(async move {
            hub.disconnect(person.as_deref(), &subscriber);
            if let Some(game) = game {
                hub.unfollow(&game, &subscriber).await;
            }
        });
    }
}

/// Frames as lines; `pick` selects them, and marks the last one.
fn lines(
    heard: mpsc::Receiver<crate::hub::Frame>,
    gone: DisconnectGuard,
    pick: impl Fn(serde_json::Value) -> (Vec<serde_json::Value>, bool) + Send + 'static,
) -> Response {
    let stream = futures_util::stream::unfold(Some((heard, gone, pick)), async |state| {
        let (mut heard, gone, pick) = state?;
        loop {
            let next = tokio::select! {
                biased;
                () = gone.hub.stopping() => return None,
                next = tokio::time::timeout(BLANK_LINE, heard.recv()) => next,
            };
            let text = match next {
                Err(_) => "\n".to_owned(),
                Ok(None) => return None,
                Ok(Some(_)) if gone.subscriber.is_late() => return None,
                Ok(Some(message)) => {
                    let (lines, ended) = pick(serde_json::from_str(&message).unwrap_or_default());
                    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                    if ended {
                        return Some((Ok::<_, Infallible>(Bytes::from(text)), None));
                    }
                    text
                }
            };
            if !text.is_empty() {
                return Some((Ok(Bytes::from(text)), Some((heard, gone, pick))));
            }
        }
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(stream)).into_response()
}
