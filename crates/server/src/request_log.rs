//! Counts every request and logs it in one line.

use crate::{State, api::Peer};
use axum::{
    extract::{self, MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use std::time::Instant;

pub(crate) async fn watched(
    extract::State(state): extract::State<State>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    // Without the query: an invitation is a secret.
    let path = request.uri().path().to_owned();
    let Peer(address) = Peer::of(&request, &state);
    let response = next.run(request).await;
    let status = response.status().as_u16();
    if let Some(metrics) = state.metrics() {
        // Clients can invent methods and paths, and each would become a new time series.
        let known = matches!(method.as_str(), "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS");
        let route = route.as_ref().map_or("the page", MatchedPath::as_str);
        metrics.asked(route, if known { method.as_str() } else { "other" }, status);
    }
    let from = address.map(tracing::field::display);
    tracing::debug!(%method, path, status, ms = begun.elapsed().as_millis() as u64, from, "answered");
    response
}
