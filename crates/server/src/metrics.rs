//! Metrics of the running server, in Prometheus's text format.

use crate::{
    State,
    api::{PeerAddress, refused},
    cpu_seconds, hosts,
    problem::problem,
};
use axum::{
    Extension, extract,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use ludoteca_contest::Action;
use ludoteca_protocol::Problem;
use ludoteca_service::{Counters, times};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Registry, Unit},
};
use std::{fmt, sync::atomic::AtomicU64, time::Duration};

/// Who may read `/metrics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MetricsFor {
    /// Only requests from the machine itself that did not pass through a proxy.
    #[default]
    Loopback,
    All,
    None,
}

type Labels = Vec<(&'static str, String)>;

pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    actions: Family<Labels, Counter>,
    moves: Histogram,
    counters: Counters,
    games: Family<Labels, Gauge>,
    people: Gauge,
    sockets: Gauge,
    streams: Gauge,
    memory: Gauge,
    cpu: Gauge<f64, AtomicU64>,
    fit: Gauge,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// With what the services count.
    pub(crate) fn new(counters: Counters) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("ludoteca"),
            requests: Family::default(),
            actions: Family::default(),
            moves: times(),
            counters,
            games: Family::default(),
            people: Gauge::default(),
            sockets: Gauge::default(),
            streams: Gauge::default(),
            memory: Gauge::default(),
            cpu: Gauge::default(),
            fit: Gauge::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let (all, counters) = (&mut self.registry, &self.counters);
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        all.register("build", "The version of the server", build);
        all.register("requests", "Requests by route and status", self.requests.clone());
        all.register("actions", "Players' actions by result", self.actions.clone());
        let moves = "Time from the arrival of a move until it is stored";
        all.register_with_unit("move", moves, Unit::Seconds, self.moves.clone());
        all.register("events", "Events stored", counters.events.clone());
        all.register("commit_games", "Games per commit", counters.batches.clone());
        let commits = "Duration of commits";
        all.register_with_unit("commit", commits, Unit::Seconds, counters.commits.clone());
        all.register("failed_commits", "Failed commits", counters.failed_commits.clone());
        all.register("deadlines", "Games in which a deadline passed", counters.deadlines.clone());
        all.register("games_in_memory", "Games in memory by state", self.games.clone());
        all.register("people_connected", "Connected people", self.people.clone());
        all.register("sockets", "Open sockets", self.sockets.clone());
        all.register("streams", "Open NDJSON streams", self.streams.clone());
        all.register(
            "passed_on",
            "Requests forwarded to the node that owns the game",
            counters.passed_on.clone(),
        );
        all.register("taken_over", "Games taken over from dead nodes", counters.taken_over.clone());
        let aside = "Times this node stepped aside";
        all.register("stepped_aside", aside, counters.stepped_aside.clone());
        all.register("fit", "Whether this node can serve requests: 1 or 0", self.fit.clone());
        let memory = "Resident memory of the process";
        all.register_with_unit("resident_memory", memory, Unit::Bytes, self.memory.clone());
        let cpu = "CPU time used by the process";
        all.register_with_unit("cpu", cpu, Unit::Seconds, self.cpu.clone());
    }

    pub(crate) fn asked(&self, route: &str, method: &str, status: u16) {
        let labels =
            vec![("route", route.to_owned()), ("method", method.to_owned()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
    }

    /// Counts a player's action, by the key of its refusal.
    pub(crate) fn acted<T>(&self, action: &Action, done: &Result<T, Problem>, took: Duration) {
        let key = done.as_ref().err().map_or("accepted", |problem| &problem.key);
        self.actions.get_or_create(&vec![("outcome", key.to_owned())]).inc();
        if done.is_ok() && matches!(action, Action::Move(_)) {
            self.moves.observe(took.as_secs_f64());
        }
    }

    pub(crate) fn socket(&self) -> Counting {
        Counting::new(&self.sockets)
    }

    pub(crate) fn stream(&self) -> Counting {
        Counting::new(&self.streams)
    }

    fn text(&self, state: &State) -> String {
        if let Some(services) = state.services() {
            for (kind, count) in services.games.count_games() {
                self.games.get_or_create(&vec![("kind", kind.to_owned())]).set(count);
            }
            self.people.set(services.connections.people() as i64);
            self.fit.set(services.check_fit().is_ok().into());
        }
        self.memory.set(resident_bytes().unwrap_or(0));
        self.cpu.set(cpu_seconds().unwrap_or(0.0));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub(crate) struct Counting(Gauge);

impl Counting {
    fn new(gauge: &Gauge) -> Counting {
        gauge.inc();
        Counting(gauge.clone())
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The resident memory of this process, if the system reports it.
fn resident_bytes() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<i64>().ok()? * 1024)
}

pub(crate) async fn show(
    extract::State(state): extract::State<State>,
    peer: Option<Extension<PeerAddress>>,
    headers: HeaderMap,
) -> Response {
    let Some(metrics) = state.metrics() else {
        return refused(problem(404, "no-metrics", "metrics are off on this server"));
    };
    let allowed = match state.metrics_for() {
        MetricsFor::All => true,
        MetricsFor::None => false,
        MetricsFor::Loopback => peer.is_some_and(|Extension(peer)| is_from_here(peer, &headers)),
    };
    if !allowed {
        let detail = "access denied: the operator chooses with --metrics who may read the metrics";
        return refused(problem(403, "metrics-not-for-you", detail));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (headers, metrics.text(&state)).into_response()
}

/// Requests forwarded by a proxy on this machine come from elsewhere, with or without --proxy; so may
/// requests for a host name that another site points at this machine.
fn is_from_here(PeerAddress(peer): PeerAddress, headers: &HeaderMap) -> bool {
    peer.to_canonical().is_loopback() && hosts::is_loopback(headers) && !is_forwarded(headers)
}

/// Headers that proxies add, besides those that begin with `x-forwarded` or `cf-`.
const FORWARDING: [&str; 9] = [
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "true-client-ip",
    "fastly-client-ip",
    "fly-client-ip",
];

fn is_forwarded(headers: &HeaderMap) -> bool {
    headers
        .keys()
        .map(header::HeaderName::as_str)
        .any(|name| name.starts_with("x-forwarded") || name.starts_with("cf-") || FORWARDING.contains(&name))
}
