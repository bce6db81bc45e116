//! NDJSON streams: one JSON object per line, and a blank line every ten seconds as a keep-alive.

use super::{
    ApiError,
    caller::{Allowed, Caller, CurrentUser, Service},
    extract::{Path, Query},
    frame_text,
    peer::StreamPlace,
    scopes::Read,
};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use ludoteca_service::{Connections, Frame, Games, Lobby, Stopping, Subscriber};
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
    Service(games): Service<Games>,
    Service(connections): Service<Connections>,
    Service(stopping): Service<Stopping>,
    caller: Caller<Read>,
    Path(id): Path<String>,
    Query(SinceQuery { since, invitation }): Query<SinceQuery>,
    place: StreamPlace,
) -> Result<Response, ApiError> {
    let (subscriber, frames) = Subscriber::new();
    games.follow(&id, caller.who(), invitation.as_deref(), since, &subscriber).await?;
    let game = Some((games, id));
    let gone = DisconnectGuard { connections, subscriber, game, person: None, _place: place };
    Ok(lines(frames, stopping, gone, |message| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        let ended = events.iter().any(|event| event["type"] == "ended");
        (events, ended)
    }))
}

/// Streams events that concern you: games that start or end, your turns, challenges.
#[utoipa::path(get, path = "/api/v1/events", tag = "people", responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"notice\",\"notice\":\"my-turn\",\"game\":\"k2vq8mzt4wpc\"}\n")))]
pub(crate) async fn mine(
    Service(connections): Service<Connections>,
    Service(stopping): Service<Stopping>,
    CurrentUser(who, ..): CurrentUser<Read>,
    place: StreamPlace,
) -> Result<Response, ApiError> {
    let (subscriber, frames) = Subscriber::new();
    connections.connect(&who, &subscriber);
    let gone = DisconnectGuard { connections, subscriber, game: None, person: Some(who.id), _place: place };
    Ok(lines(frames, stopping, gone, |message| match message["type"] == "notice" {
        true => (vec![message], false),
        false => (Vec::new(), false),
    }))
}

/// Streams the lobby: all seeks, whenever they change.
#[utoipa::path(get, path = "/api/v1/lobby/events", tag = "lobby", responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"lobby\",\"seeks\":[]}\n")))]
pub(crate) async fn lobby(
    Service(lobby): Service<Lobby>,
    Service(connections): Service<Connections>,
    Service(stopping): Service<Stopping>,
    _: Allowed<Read>,
    place: StreamPlace,
) -> Response {
    let (subscriber, frames) = Subscriber::new();
    lobby.watch(&subscriber);
    let gone = DisconnectGuard { connections, subscriber, game: None, person: None, _place: place };
    lines(frames, stopping, gone, |message| (vec![message], false))
}

/// Unsubscribes when the client disconnects.
struct DisconnectGuard {
    connections: Connections,
    subscriber: Subscriber,
    game: Option<(Games, String)>,
    person: Option<String>,
    _place: StreamPlace,
}

impl Drop for DisconnectGuard {
    fn drop(&mut self) {
        self.connections.disconnect(self.person.as_deref(), &self.subscriber);
        if let Some((games, game)) = self.game.take() {
            let subscriber = self.subscriber.clone();
            tokio::spawn(async move { games.unfollow(&game, &subscriber).await });
        }
    }
}

/// Frames as lines; `pick` selects them, and marks the last one.
fn lines(
    frames: mpsc::Receiver<Frame>,
    stopping: Stopping,
    gone: DisconnectGuard,
    pick: impl Fn(serde_json::Value) -> (Vec<serde_json::Value>, bool) + Send + 'static,
) -> Response {
    let stream = futures_util::stream::unfold(Some((frames, stopping, gone, pick)), async |state| {
        let (mut frames, stopping, gone, pick) = state?;
        loop {
            let next = tokio::select! {
                biased;
                () = stopping.wait() => return None,
                next = tokio::time::timeout(BLANK_LINE, frames.recv()) => next,
            };
            let text = match next {
                Err(_) => "\n".to_owned(),
                Ok(None) => return None,
                Ok(Some(_)) if gone.subscriber.is_late() => return None,
                Ok(Some(message)) => {
                    let (lines, ended) =
                        pick(serde_json::from_str(&frame_text(&message)).unwrap_or_default());
                    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                    if ended {
                        return Some((Ok::<_, Infallible>(Bytes::from(text)), None));
                    }
                    text
                }
            };
            if !text.is_empty() {
                return Some((Ok(Bytes::from(text)), Some((frames, stopping, gone, pick))));
            }
        }
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(stream)).into_response()
}
