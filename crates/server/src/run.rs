//! Listening, and stopping well.

use crate::{
    Data, DataError, State, app,
    connections::{Connections, Limits, Stream},
    doors::PeerAddress,
};
use axum::{Router, body::Body};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    convert::Infallible,
    fmt,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    time::Duration,
};
use tokio::{net::TcpListener, runtime, sync::watch, time::timeout};
use tower::ServiceExt;
use tracing::{debug, info, warn};

/// How long requests under way may take to end once the server is told to stop.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the server does not run.
#[derive(Debug)]
pub enum Error {
    /// Another program listens at this address.
    Taken(SocketAddr),
    /// This address cannot be listened at.
    Listen(SocketAddr, io::Error),
    /// The games cannot be kept.
    Data(DataError),
    /// Something else the system refused.
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
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::System)?;
    let done = runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => Error::Taken(address),
            _ => Error::Listen(address, error),
        })?;
        // Before anybody is told that we are ready, since who knows it may stop us.
        let stop = stop().map_err(Error::System)?;
        let (_lock, hub) = data.open().await.map_err(Error::Data)?;
        ready(listener.local_addr().map_err(Error::System)?);
        let stop = async {
            stop.await;
            // First the games, then the people: whoever comes to another server finds the game there.
            hub.hand_over_games().await;
            hub.say_goodbye();
        };
        let state = state.with_hub(hub.clone()).with_dumps(&data.folder.join(crate::DUMPS));
        serve(listener, state, Limits::default(), stop).await;
        hub.close().await;
        Ok(())
    });
    // Connections that outlasted our patience are cut.
    runtime.shutdown_background();
    done
}

/// Serves until `stop` is done; then takes no more connections, and lets requests under way end, for some
/// seconds at most.
pub async fn serve(listener: TcpListener, state: State, limits: Limits, stop: impl Future<Output = ()>) {
    let app = app(state);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head);
    let mut connections = Connections::new(limits);
    let (running, ended) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((tcp, peer)) => {
                // A move is small and wanted at once: it does not wait until there is more to send.
                let _ = tcp.set_nodelay(true);
                if let Some(stream) = connections.admit(tcp).await {
                    tokio::spawn(converse(http.clone(), stream, peer.ip(), app.clone(), ended.clone()));
                }
            }
            Err(error) => connections.not_accepted(&error).await,
        }
    }
    info!("stopping");
    drop(listener);
    drop(running);
    if timeout(PATIENCE, connections.all_closed()).await.is_err() {
        warn!("requests under way were cut off");
    }
}

/// Answers the requests of one connection, one after another; once the sender of `ended` is gone, only the
/// one under way.
async fn converse(
    http: http1::Builder,
    stream: Stream,
    peer: IpAddr,
    app: Router,
    mut ended: watch::Receiver<()>,
) {
    let activity = stream.activity();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(peer));
        let (app, activity) = (app.clone(), activity.clone());
        async move {
            let answer = activity.while_answering(app.oneshot(request.map(Body::new))).await;
            answer.map_err(|never: Infallible| match never {})
        }
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

/// Resolves when the person or the system wants us to stop.
fn stop() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        // Whoever listens to it is not ended by it: a file that may not grow is then an error like a full
        // disk.
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
