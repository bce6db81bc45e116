//! Tells tasks that the server shuts down.

use tokio::sync::watch;

/// Tells when the server shuts down, or steps aside for other nodes.
#[derive(Clone, Debug)]
pub struct Stopping {
    stopping: watch::Receiver<bool>,
    /// Whether this server may own games.
    fit: watch::Receiver<bool>,
}

impl Stopping {
    pub(crate) fn new(stopping: watch::Receiver<bool>, fit: watch::Receiver<bool>) -> Stopping {
        Stopping { stopping, fit }
    }

    /// Whether the server shuts down.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Resolves when the server shuts down, or steps aside for other nodes.
    pub async fn wait(&self) {
        let (mut stopping, mut fit) = (self.stopping.clone(), self.fit.clone());
        tokio::select! {
            biased;
            _ = stopping.wait_for(|stopping| *stopping) => {}
            _ = fit.wait_for(|fit| !fit) => {}
        }
    }
}
