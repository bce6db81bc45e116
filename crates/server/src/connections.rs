//! The open connections: how many there may be, and which one is closed when a new one needs its place.
//!
//! Every connection has a place. When all places are taken, the connection that has been sent nothing for the
//! longest time is closed: half-open and idle ones and clients that do not read go first, and an ordinary
//! request, which is answered at once, is not among them. A connection whose request is being worked on is
//! never chosen.

use crate::bare;
use std::{
    collections::HashMap,
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::{Sleep, sleep, timeout},
};
use tracing::{debug, warn};

/// The most connections at once, whatever the system allows: each may hold 400 kB of an unfinished request.
const MOST: u64 = 20_000;
/// Open files kept for everything but connections: the table, the log, the runtime.
const RESERVED: u64 = 64;
/// How long to wait for the place of a connection that was told to close.
const CLOSING: Duration = Duration::from_secs(1);
/// The same warning is logged at most once in this time.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// What clients may use of the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: u32,
    /// Time for a request's line and headers, from the opening of the connection or the end of the last
    /// answer.
    pub head: Duration,
    /// Time in which a client must take some bytes of its answer.
    pub stalled: Duration,
}

impl Default for Limits {
    /// As many connections as the system lets this program have open files, less some for other uses.
    fn default() -> Self {
        let files = open_files().unwrap_or(u64::MAX);
        let connections = (files - RESERVED.min(files / 2)).min(MOST);
        Limits {
            connections: u32::try_from(connections).unwrap_or(u32::MAX),
            head: Duration::from_secs(10),
            stalled: Duration::from_secs(30),
        }
    }
}

/// How many files and sockets this program may have open; `None` if there is no limit or none is known.
fn open_files() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    return None;
}

/// All open connections.
pub(crate) struct Connections {
    limits: Limits,
    places: Arc<Semaphore>,
    open: Arc<Mutex<HashMap<u64, Open>>>,
    next: u64,
    begun: Instant,
    full_logged: Option<Instant>,
    refused_logged: Option<Instant>,
}

struct Open {
    activity: Arc<Activity>,
    close: oneshot::Sender<()>,
}

/// What a connection has done lately.
pub(crate) struct Activity {
    begun: Instant,
    /// When the client was last sent something, or the connection opened, in milliseconds since `begun`.
    sent: AtomicU64,
    answering: AtomicBool,
}

impl Activity {
    fn has_sent(&self) {
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.sent.store(now, Ordering::Relaxed);
    }

    /// While a request is worked on, its connection is not closed for another.
    pub(crate) async fn while_answering<T>(&self, answer: impl Future<Output = T>) -> T {
        self.answering.store(true, Ordering::Relaxed);
        let answer = answer.await;
        self.has_sent();
        self.answering.store(false, Ordering::Relaxed);
        answer
    }
}

impl Connections {
    pub(crate) fn new(limits: Limits) -> Connections {
        Connections {
            limits,
            places: Arc::new(Semaphore::new(limits.connections as usize)),
            open: Arc::default(),
            next: 0,
            begun: Instant::now(),
            full_logged: None,
            refused_logged: None,
        }
    }

    /// Gives a connection a place, if need be that of an idle one. `None`: there is no place, because
    /// requests of all others are being worked on, and the connection is closed.
    pub(crate) async fn admit(&mut self, tcp: TcpStream) -> Option<Stream> {
        let places = Arc::clone(&self.places);
        let place = match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                self.log_full();
                if self.close_idle(1) == 0 {
                    return None;
                }
                timeout(CLOSING, places.acquire_owned()).await.ok()?.ok()?
            }
        };
        let activity = Arc::new(Activity {
            begun: self.begun,
            sent: AtomicU64::new(0),
            answering: AtomicBool::new(false),
        });
        activity.has_sent();
        let (close, closed) = oneshot::channel();
        let id = self.next;
        self.next += 1;
        lock(&self.open).insert(id, Open { activity: Arc::clone(&activity), close });
        let place = Place { id, open: Arc::clone(&self.open), _permit: place };
        Some(Stream {
            tcp,
            activity,
            closed,
            stalled: None,
            limit: self.limits.stalled,
            first: Vec::new(),
            _place: place,
        })
    }

    /// To be called when a connection could not be accepted. Usually too many files are open: some idle
    /// connections are closed, and it waits a moment, so that the next attempt can succeed.
    pub(crate) async fn not_accepted(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            return;
        }
        if is_due(&mut self.refused_logged) {
            warn!(
                "connections cannot be accepted: {error}; those idle for the longest time are closed (logged at most once a minute)"
            );
        }
        let open = lock(&self.open).len();
        self.close_idle(open.div_ceil(10));
        sleep(Duration::from_millis(50)).await;
    }

    /// Resolves when all connections are closed.
    pub(crate) async fn all_closed(&self) {
        let _ = self.places.acquire_many(self.limits.connections).await;
    }

    /// Closes up to `count` connections, first those that have been sent nothing for the longest time;
    /// returns how many were closed.
    fn close_idle(&self, count: usize) -> usize {
        let mut open = lock(&self.open);
        let mut idle: Vec<(u64, u64)> = open
            .iter()
            .filter(|(_, one)| !one.activity.answering.load(Ordering::Relaxed))
            .map(|(&id, one)| (one.activity.sent.load(Ordering::Relaxed), id))
            .collect();
        idle.sort_unstable();
        idle.truncate(count);
        for (_, id) in &idle {
            if let Some(one) = open.remove(id) {
                let _ = one.close.send(());
            }
        }
        idle.len()
    }

    fn log_full(&mut self) {
        if is_due(&mut self.full_logged) {
            let all = self.limits.connections;
            warn!(
                "all {all} connections are in use: each new one closes the one idle for the longest time (logged at most once a minute)"
            );
        }
    }
}

/// Whether something may be logged again; if so, it is taken to be logged now.
fn is_due(logged: &mut Option<Instant>) -> bool {
    let due = logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL);
    if due {
        *logged = Some(Instant::now());
    }
    due
}

/// A panic while the map is locked leaves it whole, so a poisoned lock can be used.
fn lock(open: &Mutex<HashMap<u64, Open>>) -> MutexGuard<'_, HashMap<u64, Open>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held while the connection's socket is open.
struct Place {
    id: u64,
    open: Arc<Mutex<HashMap<u64, Open>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.id);
    }
}

/// A connection's socket. It fails once its place is needed, and when the client takes nothing for too long.
pub(crate) struct Stream {
    // First, so that the socket is closed before its place is free.
    tcp: TcpStream,
    activity: Arc<Activity>,
    closed: oneshot::Receiver<()>,
    /// Runs while the client does not take what is to be sent.
    stalled: Option<Pin<Box<Sleep>>>,
    limit: Duration,
    /// What goes out before anything else.
    first: Vec<u8>,
    _place: Place,
}

impl Stream {
    pub(crate) fn activity(&self) -> Arc<Activity> {
        Arc::clone(&self.activity)
    }

    fn check_open(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match Pin::new(&mut self.closed).poll(context) {
            Poll::Ready(Ok(())) => {
                Err(io::Error::new(io::ErrorKind::ConnectionAborted, "closed for a new connection"))
            }
            Poll::Ready(Err(_)) | Poll::Pending => Ok(()),
        }
    }

    fn send_first(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.first.is_empty() {
            match Pin::new(&mut self.tcp).poll_write(context, &self.first) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(count)) => drop(self.first.drain(..count)),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => return Poll::Pending,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Takes an answer of hyper's own, to be sent with our headers; whether it was one.
    fn take_bare(&mut self, bytes: &[u8]) -> bool {
        let secured = if self.first.is_empty() { bare::secured(bytes) } else { None };
        let is_bare = secured.is_some();
        self.first.extend(secured.unwrap_or_default());
        is_bare
    }

    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.check_open(context)?;
        let written = match self.send_first(context) {
            Poll::Ready(Ok(())) => write(Pin::new(&mut self.tcp), context),
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => Poll::Pending,
        };
        if written.is_ready() {
            self.stalled = None;
            self.activity.has_sent();
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => {
                debug!("a client took nothing of its answer for {limit:?}");
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_open(context)?;
        Pin::new(&mut self.tcp).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.take_bare(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        self.write(context, |tcp, context| tcp.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [bytes] = slices
            && self.take_bare(bytes)
        {
            return Poll::Ready(Ok(bytes.len()));
        }
        self.write(context, |tcp, context| tcp.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.send_first(context) {
            Poll::Ready(Ok(())) => Pin::new(&mut self.tcp).poll_flush(context),
            other => other,
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.send_first(context) {
            Poll::Ready(Ok(())) => Pin::new(&mut self.tcp).poll_shutdown(context),
            other => other,
        }
    }
}
