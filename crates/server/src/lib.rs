//! The page and everything it needs, served from one binary.
//!
//! Files are embedded with their compressed forms, so that a request is answered from memory without any work. [`app`] is the whole server but for the
//! socket, and can be asked without one; [`run`] listens until it is told to stop.

mod encoding;
mod page;
mod run;

pub use page::Page;
pub use run::{Error, run, serve};

use axum::{
    Router,
    extract::{self, Request},
    http::{HeaderName, HeaderValue, header},
    middleware,
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::Arc;
use tower_http::trace::TraceLayer;

/// What the server knows.
#[derive(Clone, Debug)]
pub struct State {
    page: Arc<Page>,
}

impl State {
    /// Serves this page.
    #[must_use]
    pub fn new(page: Page) -> State {
        State { page: Arc::new(page) }
    }
}

/// All the server answers: `/health`, the page's files, and the page itself at every other path without a dot.
pub fn app(state: State) -> Router {
    Router::new()
        .route("/health", get(health))
        .fallback(get(file))
        .layer(middleware::map_response(secured))
        .layer(TraceLayer::new_for_http())
        .with_state(state)
}

async fn health(extract::State(state): extract::State<State>) -> Response {
    let (version, page) = (env!("CARGO_PKG_VERSION"), state.page.is_built());
    let body = format!("{{\"status\":\"ok\",\"version\":\"{version}\",\"page\":{page}}}\n");
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body).into_response()
}

async fn file(extract::State(state): extract::State<State>, request: Request) -> Response {
    state.page.answer(request.uri().path(), request.headers())
}

/// Nothing from elsewhere, nothing inline; only compiling WebAssembly is allowed beside our own scripts.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Opener, embedder and resource policy together give the page shared memory between its workers.
const SECURITY: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
    ),
];

async fn secured(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
