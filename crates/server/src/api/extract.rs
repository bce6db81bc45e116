//! Extractors that parse parts of requests, and the responses in JSON. Parse errors become problem documents.

use super::ApiError;
use crate::problem::problem;
use axum::{
    body::Bytes,
    extract::{self, FromRequest, FromRequestParts, Request},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// An empty object, which confirms the request.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({}))]
pub(crate) struct Done {}

/// A body in JSON; in a request, an empty body is an empty object. Responses must not be cached.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

/// A response with the status 201.
#[derive(Debug)]
pub(crate) struct Created<T>(pub(crate) T);

/// A response with the status 202.
#[derive(Debug)]
pub(crate) struct Accepted<T>(pub(crate) T);

/// The response 201, or 200 if an earlier request has created it.
#[derive(Debug)]
pub(crate) enum CreatedOrFound<T> {
    Created(T),
    Found(T),
}

impl<T> CreatedOrFound<T> {
    pub(crate) fn new(is_new: bool, body: T) -> CreatedOrFound<T> {
        if is_new { CreatedOrFound::Created(body) } else { CreatedOrFound::Found(body) }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        (headers, serde_json::to_string(&self.0).unwrap_or_default() + "\n").into_response()
    }
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        (StatusCode::ACCEPTED, Json(self.0)).into_response()
    }
}

impl<T: Serialize> IntoResponse for CreatedOrFound<T> {
    fn into_response(self) -> Response {
        match self {
            CreatedOrFound::Created(body) => Created(body).into_response(),
            CreatedOrFound::Found(body) => Json(body).into_response(),
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, ApiError> {
        let read = tokio::time::timeout(super::SLOWEST_BODY, Bytes::from_request(request, state)).await;
        let late = |_| {
            let detail = format!("the body must arrive within {} seconds", super::SLOWEST_BODY.as_secs());
            problem(408, "slow-body", detail)
        };
        let bytes = read.map_err(late)?.map_err(|error| {
            let status = error.into_response().status().as_u16();
            let detail = format!("the body is limited to {} bytes", super::MAX_BODY_LENGTH);
            problem(if status == 413 { 413 } else { 400 }, "bad-body", detail)
        })?;
        let bytes = if bytes.is_empty() { Bytes::from_static(b"{}") } else { bytes };
        let body = serde_json::from_slice(&bytes);
        body.map(Json).map_err(|error| not_understood(&format!("malformed body: {error}")))
    }
}

#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = extract::Query::from_request_parts(parts, state).await;
        read.map(|extract::Query(value)| Query(value)).map_err(|error| not_understood(&error.body_text()))
    }
}

#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let read = extract::Path::from_request_parts(parts, state).await;
        read.map(|extract::Path(value)| Path(value)).map_err(|error| not_understood(&error.body_text()))
    }
}

fn not_understood(why: &str) -> ApiError {
    problem(400, "bad-request", why).into()
}
