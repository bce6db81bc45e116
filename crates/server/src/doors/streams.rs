//! NDJSON streams: one JSON object per line, and a blank line every ten seconds as a keep-alive.

use super::{
    Refused,
    caller::{Caller, Games, Known},
    peer::StreamPlace,
    reading::{Path, Query},
};
use crate::hub::{Ears, Hub};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use std::{convert::Infallible, time::Duration};
use tokio::sync::mpsc;

const BLANK_LINE: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
pub(crate) struct Since {
    #[serde(default)]
    since: u64,
    invitation: Option<String>,
}

/// Streams the events of a game after a number.
/// It ends after the last event of a finished game.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "The game."),
    ("since" = Option<u64>, Query, description = "The number of the last known event; by default 0."),
    ("invitation" = Option<String>, Query, description = super::games::INVITATION)),
    responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"seq\":5,\"at\":1789000004000,\"type\":\"moved\",\"seat\":0,\"move\":\"Y3\",\"used\":2000}\n"),
    (status = 404, body = ludoteca_protocol::Problem)))]
pub(crate) async fn game(
    Games(hub): Games,
    caller: Caller,
    Path(id): Path<String>,
    Query(Since { since, invitation }): Query<Since>,
    place: StreamPlace,
) -> Result<Response, Refused> {
    let (ears, heard) = Ears::new();
    hub.follow(&id, caller.who(), invitation.as_deref(), since, &ears).await?;
    let gone = Gone { hub, ears, game: Some(id), person: None, _place: place };
    Ok(lines(heard, gone, |message| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        let ended = events.iter().any(|event| event["type"] == "ended");
        (events, ended)
    }))
}

/// Streams events that concern you: games that start or end, your turns, challenges.
#[utoipa::path(get, path = "/api/v1/events", tag = "people",
    responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"notice\",\"notice\":\"my-turn\",\"game\":\"k2vq8mzt4wpc\"}\n"),
    (status = 401, body = ludoteca_protocol::Problem)))]
pub(crate) async fn mine(
    Games(hub): Games,
    Known(who): Known,
    place: StreamPlace,
) -> Result<Response, Refused> {
    let (ears, heard) = Ears::new();
    hub.connect(&who, &ears);
    let gone = Gone { hub, ears, game: None, person: Some(who.id), _place: place };
    Ok(lines(heard, gone, |message| match message["type"] == "notice" {
        true => (vec![message], false),
        false => (Vec::new(), false),
    }))
}

/// Streams the lobby: all seeks, whenever they change.
#[utoipa::path(get, path = "/api/v1/lobby/events", tag = "lobby",
    responses((status = 200, content_type = "application/x-ndjson", body = String,
    example = "{\"type\":\"lobby\",\"seeks\":[]}\n")))]
pub(crate) async fn lobby(Games(hub): Games, place: StreamPlace) -> Response {
    let (ears, heard) = Ears::new();
    hub.watch_lobby(&ears);
    let gone = Gone { hub, ears, game: None, person: None, _place: place };
    lines(heard, gone, |message| (vec![message], false))
}

/// Unsubscribes when the client disconnects.
struct Gone {
    hub: Hub,
    ears: Ears,
    game: Option<String>,
    person: Option<String>,
    _place: StreamPlace,
}

impl Drop for Gone {
    fn drop(&mut self) {
        let (hub, ears, game, person) =
            (self.hub.clone(), self.ears.clone(), self.game.take(), self.person.take());
        tokio::spawn(async move {
            hub.disconnect(person.as_deref(), &ears);
            if let Some(game) = game {
                hub.unfollow(&game, &ears).await;
            }
        });
    }
}

/// Frames as lines; `pick` selects them, and marks the last one.
fn lines(
    heard: mpsc::Receiver<crate::hub::Heard>,
    gone: Gone,
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
                Ok(Some(_)) if gone.ears.is_late() => return None,
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
