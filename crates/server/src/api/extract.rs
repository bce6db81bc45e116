//! Extractors that parse parts of requests; parse errors become problem documents.

use super::Refused;
use crate::problem::problem;
use axum::{
    body::Bytes,
    extract::{self, FromRequest, FromRequestParts, Request},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// An empty object, which confirms the request.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({}))]
pub(crate) struct Done {}

/// A body in JSON; an empty body is an empty object.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Response> {
        let read = tokio::time::timeout(super::SLOWEST_BODY, Bytes::from_request(request, state)).await;
        let late = |_| {
            let detail = format!("the body must arrive within {} seconds", super::SLOWEST_BODY.as_secs());
            Refused::from(problem(408, "slow-body", detail)).into_response()
        };
        let bytes = read.map_err(late)?.map_err(|error| {
            let status = error.into_response().status().as_u16();
            let detail = format!("the body is limited to {} bytes", super::MAX_BODY_LENGTH);
            Refused::from(problem(if status == 413 { 413 } else { 400 }, "bad-body", detail)).into_response()
        })?;
        let bytes = if bytes.is_empty() { Bytes::from_static(b"{}") } else { bytes };
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            Refused::from(problem(400, "bad-request", format!("malformed body: {error}"))).into_response()
        })
    }
}

#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refused> {
        let read = extract::Query::from_request_parts(parts, state).await;
        read.map(|extract::Query(value)| Query(value)).map_err(|error| not_understood(&error.body_text()))
    }
}

#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refused> {
        let read = extract::Path::from_request_parts(parts, state).await;
        read.map(|extract::Path(value)| Path(value)).map_err(|error| not_understood(&error.body_text()))
    }
}

fn not_understood(why: &str) -> Refused {
    problem(400, "bad-request", why).into()
}

/// A JSON response that must not be cached.
pub(crate) fn answer(status: u16, body: &impl Serialize) -> Response {
    let status = axum::http::StatusCode::from_u16(status).unwrap_or_default();
    let headers = [
        (axum::http::header::CONTENT_TYPE, "application/json"),
        (axum::http::header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, serde_json::to_string(body).unwrap_or_default() + "\n").into_response()
}
