//! Limits open connections: how many there may be, how many one address may hold, and which one is closed
//! when a new one needs its place.
//!
//! Every connection has a place. When all places are taken, the network that holds the most connections loses
//! one: the connection to which nothing has been sent for the longest time. When an address has reached its
//! own limit, a new connection replaces its idlest one. A connection is never chosen while the server works
//! on its request, but it may be while its request body is incomplete.

mod registry;
mod stream;

pub(crate) use registry::Activity;
pub(crate) use stream::{Received, Stream};

use crate::open_files;
use registry::{Registry, lock};
use std::{
    io,
    net::IpAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpStream,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tracing::warn;

/// The most connections at once, whatever the system allows: each may hold 32 KiB of an unfinished request.
const MOST: u64 = 20_000;
/// Default limit of connections per address.
const PER_ADDRESS: u32 = 512;
/// Open files reserved for everything except connections: the table, the log, the runtime.
const RESERVED: u64 = 64;
/// How long to wait for a place after asking a connection to close.
const CLOSING: Duration = Duration::from_secs(1);
/// The most connections that are closed together; finding each one scans all connections.
const MAX_AT_ONCE: usize = 32;
/// Minimum interval between two identical warnings.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Connection limits and time-outs.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections in total.
    pub connections: u32,
    /// Open connections per address: an IPv4 address or an IPv6 /64. A /48 may have twice as many.
    pub per_address: u32,
    /// Time limit for a request's line and headers, from the opening of the connection or the end of the last
    /// answer.
    pub head: Duration,
    /// Time limit for a client to accept more bytes of its answer.
    pub stalled: Duration,
    /// How long running requests may take to finish once the server is asked to stop.
    pub ending: Duration,
}

impl Default for Limits {
    /// As many connections as the limit of open files permits, less `RESERVED`; one address gets at most half
    /// of them.
    fn default() -> Self {
        let files = open_files::limit().unwrap_or(u64::MAX);
        let connections = (files - RESERVED.min(files / 2)).min(MOST);
        let connections = u32::try_from(connections).unwrap_or(u32::MAX);
        Limits {
            connections,
            per_address: PER_ADDRESS.min(connections.div_ceil(2)),
            head: Duration::from_secs(10),
            stalled: Duration::from_secs(20),
            ending: Duration::from_secs(5),
        }
    }
}

pub(crate) struct Connections {
    limits: Limits,
    /// Behind a proxy, a connection belongs to the address named by its requests.
    proxy: bool,
    places: Arc<Semaphore>,
    open: Arc<Mutex<Registry>>,
    begun: Instant,
    full_logged: Option<Instant>,
    address_logged: Option<Instant>,
    refused_logged: Option<Instant>,
}

impl Connections {
    pub(crate) fn new(limits: Limits, proxy: bool) -> Connections {
        Connections {
            limits,
            proxy,
            places: Arc::new(Semaphore::new(limits.connections as usize)),
            open: Arc::default(),
            begun: Instant::now(),
            full_logged: None,
            address_logged: None,
            refused_logged: None,
        }
    }

    /// Gives a connection a place, replacing an idle one if necessary. `None`: the connection is closed,
    /// since all others are being served.
    pub(crate) async fn admit(&mut self, tcp: TcpStream, peer: IpAddr) -> Option<Stream> {
        let owner = (!self.proxy).then_some(peer);
        if let Some(owner) = owner
            && !self.make_room_for(owner)
        {
            return None;
        }
        let places = Arc::clone(&self.places);
        let place = match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                self.log_full();
                if !lock(&self.open).close_one_of_the_largest() {
                    return None;
                }
                timeout(CLOSING, places.acquire_owned()).await.ok()?.ok()?
            }
        };
        Some(Stream::new(tcp, Registry::add(&self.open, owner, self.begun), place, self.limits.stalled))
    }

    /// Whether this address may have one more connection, replacing an idle one if necessary.
    fn make_room_for(&mut self, address: IpAddr) -> bool {
        let Some(full) = lock(&self.open).full_network(address, self.limits.per_address) else { return true };
        if is_due(&mut self.address_logged) {
            let most = full.limit(self.limits.per_address);
            warn!(
                "{address} has reached its limit of {most} connections: each new one closes its idlest one (logged at most once a minute)"
            );
        }
        lock(&self.open).close_one_of(full)
    }

    /// Handles a failed `accept`. Usually too many files are open: closes some idle connections and waits a
    /// moment, so that the next attempt can succeed.
    pub(crate) async fn not_accepted(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            return;
        }
        if is_due(&mut self.refused_logged) {
            warn!(
                "cannot accept connections: {error}; closing idle ones of the addresses with the most (logged at most once a minute)"
            );
        }
        {
            let mut open = lock(&self.open);
            for _ in 0..open.len().div_ceil(10).min(MAX_AT_ONCE) {
                if !open.close_one_of_the_largest() {
                    break;
                }
            }
        }
        sleep(Duration::from_millis(50)).await;
    }

    /// Resolves when all connections are closed.
    pub(crate) async fn all_closed(&self) {
        let _ = self.places.acquire_many(self.limits.connections).await;
    }

    fn log_full(&mut self) {
        if is_due(&mut self.full_logged) {
            let all = self.limits.connections;
            warn!(
                "all {all} connections are in use: each new one closes an idle one of the address with the most (logged at most once a minute)"
            );
        }
    }
}

/// Whether the warning may be logged again; if so, records that it is logged now.
fn is_due(logged: &mut Option<Instant>) -> bool {
    let due = logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL);
    if due {
        *logged = Some(Instant::now());
    }
    due
}
