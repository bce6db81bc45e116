//! Every request is counted, and logged in one line for those who look for a fault.

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
    // Without what stands after the question mark: an invitation is a secret.
    let path = request.uri().path().to_owned();
    let Peer(address) = Peer::of(&request, &state);
    let response = next.run(request).await;
    let status = response.status().as_u16();
    if let Some(metrics) = state.metrics() {
        // Everybody can invent paths and methods, and each would be kept.
        let known = matches!(method.as_str(), "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS");
        let route = route.as_ref().map_or("the page", MatchedPath::as_str);
        metrics.asked(route, if known { method.as_str() } else { "other" }, status);
    }
    let from = address.map(tracing::field::display);
    tracing::debug!(%method, path, status, ms = begun.elapsed().as_millis() as u64, from, "answered");
    response
}
