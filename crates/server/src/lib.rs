//! The Ludoteca server: the page and the API, in one binary.
//!
//! Files are embedded with their compressed forms, so that a request is answered from memory without any
//! work. [`app`] is the whole server without a socket, and can be called directly in tests; [`run`] listens
//! until it is asked to stop.

mod api;
mod compression;
mod connections;
mod control;
mod data;
mod folder;
mod hosts;
mod http_client;
mod metrics;
mod open_files;
mod page;
mod problem;
mod process;
mod request_log;
mod run;
mod shell;
#[cfg(feature = "table")]
mod table;

pub use api::openapi;
pub use connections::Limits;
pub use data::{Data, DataError};
pub use folder::{DATABASE, DUMPS, Locked};
pub use http_client::{HttpPoster, WebhookHost};
pub use ludoteca_service::rate_limit::{Concurrent, PerCaller, Rate, RequestLimits};
pub use metrics::MetricsFor;
pub use page::Page;
pub use process::cpu_seconds;
pub use run::{Error, run, serve};
pub use shell::Shell;
#[cfg(feature = "table")]
pub use table::TableShelf;

use axum::{
    Router,
    extract::{self, Request},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{any, get},
};
use ludoteca_service::{Services, Site, rate_limit::RateLimits};
use serde::Serialize;
use std::sync::Arc;
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;

/// The state shared by all request handlers.
#[derive(Clone, Debug)]
pub struct State {
    page: Arc<Page>,
    services: Option<Arc<Services>>,
    rate_limits: Option<Arc<RateLimits>>,
    proxy: bool,
    metrics: Option<Arc<metrics::Metrics>>,
    metrics_for: MetricsFor,
    dumps: Option<Arc<std::path::Path>>,
    hosts: Arc<[String]>,
    per_address: Option<u32>,
    #[cfg(feature = "table")]
    table: TableShelf,
}

impl State {
    /// A server for this page, without online play.
    #[must_use]
    pub fn new(page: Page) -> State {
        State {
            page: Arc::new(page),
            services: None,
            rate_limits: None,
            proxy: false,
            metrics: None,
            metrics_for: MetricsFor::default(),
            dumps: None,
            hosts: Arc::default(),
            per_address: None,
            #[cfg(feature = "table")]
            table: TableShelf::default(),
        }
    }

    /// Enables online play through these services.
    #[must_use]
    pub fn with_services(self, services: Arc<Services>) -> State {
        let metrics = Some(Arc::new(metrics::Metrics::new(services.counters.clone())));
        State { services: Some(services), metrics, ..self }.counting_together()
    }

    /// Shares the rate limits' counts with the other nodes of a cluster.
    fn counting_together(self) -> State {
        if let (Some(services), Some(rate_limits)) = (&self.services, &self.rate_limits) {
            services.set_rate_limits(Arc::clone(rate_limits));
        }
        self
    }

    /// Limits requests per address and per person.
    #[must_use]
    pub fn with_request_limits(self, limits: &RequestLimits) -> State {
        State { rate_limits: Some(Arc::new(RateLimits::new(limits))), ..self }.counting_together()
    }

    /// Trusts `X-Forwarded-For` for the client's address.
    #[must_use]
    pub fn behind_proxy(self) -> State {
        State { proxy: true, ..self }
    }

    /// Chooses who may read `/metrics`.
    #[must_use]
    pub fn with_metrics_for(self, metrics_for: MetricsFor) -> State {
        State { metrics_for, ..self }
    }

    /// Offers the monthly dumps in this folder for download.
    #[must_use]
    pub fn with_dumps(self, folder: &std::path::Path) -> State {
        State { dumps: Some(folder.into()), ..self }
    }

    /// Accepts requests for these host names too. Addresses, `localhost`, names without a dot, names of local
    /// networks (`.local`, `.lan`, …) and the site's own name are always accepted.
    #[must_use]
    pub fn with_hosts(self, names: impl IntoIterator<Item = String>) -> State {
        State { hosts: names.into_iter().map(|name| name.to_ascii_lowercase()).collect(), ..self }
    }

    /// Limits how many connections one address may have open.
    #[must_use]
    pub fn with_connections_per_address(self, most: u32) -> State {
        State { per_address: Some(most), ..self }
    }

    /// Without request limits, one address may use all connections.
    fn connection_limits(&self) -> Limits {
        let usual = Limits::default();
        let per_address = match self.rate_limits {
            Some(_) => self.per_address.unwrap_or(usual.per_address),
            None => self.per_address.unwrap_or(u32::MAX),
        };
        Limits { per_address, ..usual }
    }

    fn site(&self) -> Option<&Site> {
        self.services().and_then(Services::site)
    }

    /// `Strict-Transport-Security`, for a site with TLS.
    fn tls_only(&self) -> Option<HeaderValue> {
        let site = self.site().filter(|site| site.scheme() == "https");
        site.map(|_| HeaderValue::from_static(TLS_ONLY))
    }

    fn dumps(&self) -> Option<&std::path::Path> {
        self.dumps.as_deref()
    }

    fn metrics_for(&self) -> MetricsFor {
        self.metrics_for
    }

    fn metrics_shared(&self) -> Option<Arc<metrics::Metrics>> {
        self.metrics.clone()
    }

    fn metrics(&self) -> Option<&metrics::Metrics> {
        self.metrics.as_deref()
    }

    fn rate_limits(&self) -> Option<&Arc<RateLimits>> {
        self.rate_limits.as_ref()
    }

    fn is_behind_proxy(&self) -> bool {
        self.proxy
    }

    fn services(&self) -> Option<&Services> {
        self.services.as_deref()
    }

    /// Answers requests for exact values of Squadro from this table, once it is available.
    #[must_use]
    #[cfg(feature = "table")]
    pub fn with_table(self, table: TableShelf) -> State {
        State { table, ..self }
    }

    #[cfg(feature = "table")]
    fn has_table(&self) -> bool {
        self.table.get().is_some()
    }

    #[cfg(not(feature = "table"))]
    #[expect(clippy::unused_self, reason = "with the feature it is asked")]
    fn has_table(&self) -> bool {
        false
    }
}

/// The router of the whole server: `/health`, `/metrics`, `/api/…` (errors there are problem documents), the
/// page's files, and the page itself at every other path that does not look like a file.
pub fn app(state: State) -> Router {
    let api = api::routes()
        .method_not_allowed_fallback(problem::no_such_method)
        .route("/api", any(problem::no_such_path))
        .route("/api/", any(problem::no_such_path))
        .route("/api/{*rest}", any(problem::no_such_path))
        .layer(
            ServiceBuilder::new()
                .layer(compression::layer())
                .layer(middleware::from_fn_with_state(state.clone(), api::keep_pace))
                .layer(middleware::from_fn_with_state(state.clone(), api::identify))
                .layer(middleware::from_fn_with_state(state.clone(), api::only_when_fit))
                .layer(middleware::from_fn_with_state(state.clone(), api::same_site)),
        );
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics::show))
        .route("/robots.txt", get(robots))
        .merge(api)
        .fallback(get(file))
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(state.clone(), request_log::watched))
                .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
                // These three together enable shared memory between the page's workers.
                .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
                .layer(header(HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"))
                .layer(header(RESOURCE_POLICY, "same-origin"))
                .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
                .layer(header(header::REFERRER_POLICY, "no-referrer"))
                .layer(header(HeaderName::from_static("permissions-policy"), PERMISSIONS))
                .layer(SetResponseHeaderLayer::if_not_present(
                    header::STRICT_TRANSPORT_SECURITY,
                    state.tls_only(),
                ))
                .layer(middleware::from_fn_with_state(state.clone(), hosts::check_host)),
        )
        .with_state(state)
}

/// Search engines may index the page, but not the API or invite-only games.
async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /api/\nDisallow: /embed/\nDisallow: /*?invitation=\n"
}

async fn health(extract::State(state): extract::State<State>) -> Response {
    let (version, page, table) = (env!("CARGO_PKG_VERSION"), state.page.is_built(), state.has_table());
    // A load balancer must not send requests to a node that cannot serve them at the moment.
    let fit = state.services().is_none_or(|services| services.check_fit().is_ok());
    let (code, status) =
        if fit { (StatusCode::OK, "ok") } else { (StatusCode::SERVICE_UNAVAILABLE, "not now") };
    let body = format!(
        "{{\"status\":\"{status}\",\"version\":\"{version}\",\"page\":{page},\"squadroTable\":{table}}}\n"
    );
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (code, headers, body).into_response()
}

/// A JSON response of the API, readable from any origin.
fn json(status: StatusCode, kind: &'static str, caching: &'static str, body: &impl Serialize) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, caching),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    let body = serde_json::to_string(body).unwrap_or_default() + "\n";
    (status, headers, body).into_response()
}

async fn file(extract::State(state): extract::State<State>, request: Request) -> Response {
    let path = request.uri().path();
    let mut response = state.page.answer(path, request.headers());
    if path.starts_with("/embed/") {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY_OF_EMBED));
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    response
}

/// Nothing from other origins and nothing inline; besides our own scripts only compiling WebAssembly is
/// allowed. No framing by other pages.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for the embeddable pages, which other sites may frame.
const POLICY_OF_EMBED: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const PERMISSIONS: &str =
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()";

/// Browsers insist on TLS for a year after a visit.
const TLS_ONLY: &str = "max-age=31536000";
