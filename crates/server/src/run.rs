//! Listening, and stopping well.

use crate::{State, app};
use std::{fmt, future::Future, io, net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, runtime, sync::oneshot, time::sleep};
use tracing::{info, warn};

/// How long requests under way may take to end once the server is told to stop.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the server does not run.
#[derive(Debug)]
pub enum Error {
    /// Another program listens at this address.
    Taken(SocketAddr),
    /// This address cannot be listened at.
    Listen(SocketAddr, io::Error),
    /// Something else the system refused.
    System(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Taken(address) => write!(f, "port {} is taken by another program", address.port()),
            Error::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
            Error::System(error) => write!(f, "cannot serve: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Serves at this address until Ctrl-C or SIGTERM. `ready` is told the address in use: port 0 means any free one.
pub fn run(address: SocketAddr, state: State, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::System)?;
    let done = runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => Error::Taken(address),
            _ => Error::Listen(address, error),
        })?;
        // Before anybody is told that we are ready, since who knows it may stop us.
        let stop = stop().map_err(Error::System)?;
        ready(listener.local_addr().map_err(Error::System)?);
        serve(listener, state, stop).await.map_err(Error::System)
    });
    // Connections that outlasted our patience are cut.
    runtime.shutdown_background();
    done
}

/// Serves until `stop` is done; then takes no more connections, and lets requests under way end, for some seconds at most.
pub async fn serve(
    listener: TcpListener,
    state: State,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (tell, told) = oneshot::channel();
    let serving = axum::serve(listener, app(state)).with_graceful_shutdown(async {
        stop.await;
        info!("stopping");
        let _ = tell.send(());
    });
    let out_of_patience = async {
        if told.await.is_err() {
            std::future::pending::<()>().await;
        }
        sleep(PATIENCE).await;
    };
    tokio::select! {
        done = async { serving.await } => done,
        () = out_of_patience => {
            warn!("requests under way were cut off");
            Ok(())
        }
    }
}

/// Done when the person or the system wants us to stop.
fn stop() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
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
