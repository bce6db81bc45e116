//! Listening, and graceful shutdown.

use crate::{
    Data, DataError, State,
    api::{Peer, PeerAddress},
    app,
    connections::{Activity, Connections, Limits, Received, Stream},
    control::Control,
    open_files,
};
use axum::{Router, body::Body, response::Response};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    convert::Infallible,
    fmt,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
};
use tokio::{net::TcpListener, runtime, sync::watch, time::timeout};
use tower::ServiceExt;
use tracing::{debug, info, warn};

/// The buffer size for a request's head, and for response bytes that the client has not accepted yet.
const BUFFER: usize = 32 * 1024;

/// Why the server does not run.
#[derive(Debug)]
pub enum Error {
    /// Another program listens at this address.
    Taken(SocketAddr),
    /// Listening at this address failed.
    Listen(SocketAddr, io::Error),
    Data(DataError),
    /// Any other system error.
    System(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Taken(address) => write!(f, "port {} is taken by another program", address.port()),
            Error::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
            Error::Data(error) => error.fmt(f),
            Error::System(error) => write!(f, "cannot serve: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Serves at this address until Ctrl-C or SIGTERM. `ready` is called with the address in use: port 0 means
/// any free one.
pub fn run(
    address: SocketAddr,
    state: State,
    data: &Data,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    open_files::raise_limit();
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::System)?;
    let done = runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => Error::Taken(address),
            _ => Error::Listen(address, error),
        })?;
        // Install the signal handlers before reporting ready: a supervisor may stop us right after.
        let stop = stop().map_err(Error::System)?;
        let (_lock, services) = data.open().await.map_err(Error::Data)?;
        // The server works without it; only `ludoteca admin` cannot connect.
        let _control = Control::open(&data.folder, services.moderation.clone()).inspect_err(|error| {
            warn!("`ludoteca admin` cannot reach this server: no control socket: {error}")
        });
        let local = listener.local_addr().map_err(Error::System)?;
        info!(
            version = env!("CARGO_PKG_VERSION"),
            address = %local,
            data = %data.folder.display(),
            database = if data.database.is_some() { "PostgreSQL" } else { "SQLite" },
            "started"
        );
        ready(local);
        let stop = async {
            stop.await;
            // Games first, then connections: a player who reconnects to another server finds the game there.
            services.hand_over_games().await;
            services.say_goodbye();
        };
        let state = state.with_services(Arc::clone(&services)).with_dumps(&data.folder.join(crate::DUMPS));
        services.watch_data();
        let limits = state.connection_limits();
        serve(listener, state, limits, stop).await;
        services.close().await;
        Ok(())
    });
    // Cuts connections that are still open after the time limit.
    runtime.shutdown_background();
    done
}

/// Serves until `stop` resolves; then accepts no more connections and lets running requests finish, for as
/// long as the limits say.
pub async fn serve(listener: TcpListener, state: State, limits: Limits, stop: impl Future<Output = ()>) {
    let mut connections = Connections::new(limits, state.is_behind_proxy());
    let app = app(state.clone());
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(BUFFER);
    let ending = limits.ending;
    let (running, ended) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((tcp, peer)) => {
                // A move is small and urgent: send it without waiting for more data.
                let _ = tcp.set_nodelay(true);
                if let Some(stream) = connections.admit(tcp, peer.ip()).await {
                    let served = Served { app: app.clone(), state: state.clone(), peer: peer.ip() };
                    tokio::spawn(converse(http.clone(), stream, served, ended.clone()));
                }
            }
            Err(error) => connections.not_accepted(&error).await,
        }
    }
    info!("stopping");
    drop(listener);
    drop(running);
    if timeout(ending, connections.all_closed()).await.is_err() {
        warn!("running requests were cut off");
    }
}

/// What is needed to answer the requests of a connection.
#[derive(Clone)]
struct Served {
    app: Router,
    state: State,
    peer: IpAddr,
}

impl Served {
    async fn answer(self, mut request: hyper::Request<Incoming>, activity: Arc<Activity>) -> Response {
        request.extensions_mut().insert(PeerAddress(self.peer));
        let body = Arc::clone(&activity);
        let request = request.map(|incoming| Body::new(Received::new(incoming, body)));
        if self.state.is_behind_proxy()
            && let Peer(Some(address)) = Peer::of(&request, &self.state)
        {
            activity.belongs_to(address);
        }
        match activity.while_answering(self.app.oneshot(request)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

/// Answers the requests of one connection, one after another; once the sender of `ended` is dropped, only the
/// current one.
async fn converse(http: http1::Builder, stream: Stream, served: Served, mut ended: watch::Receiver<()>) {
    let activity = stream.activity();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let answer = served.clone().answer(request, Arc::clone(&activity));
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let done = tokio::select! {
        done = connection.as_mut() => done,
        _ = ended.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        debug!("a connection ended: {error}");
    }
}

/// Resolves on Ctrl-C or SIGTERM.
fn stop() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        // Handling the signal keeps it from ending the process: exceeding the file size limit then is an
        // error like a full disk.
        let too_large = signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()))?;
        Ok(async move {
            let _too_large = too_large;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
