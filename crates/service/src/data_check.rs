//! Detects that the data is deleted, moved or replaced while the server runs. Writes would then be confirmed
//! and lost, so all requests are rejected until it is back.

use super::{Hub, error::Unavailable};
use std::time::Duration;

/// Interval of the check on an idle server.
const INTERVAL: Duration = Duration::from_secs(1);

impl Hub {
    /// Whether the data is still where it was opened.
    pub(super) fn has_data(&self) -> bool {
        self.0.store.is_in_place()
    }

    /// Rejects requests while the data is gone.
    pub(super) fn check_place(&self) -> Result<(), Unavailable> {
        if self.has_data() { Ok(()) } else { Err(Unavailable::DataGone) }
    }

    /// Logs when the data disappears, and when it is back.
    pub async fn watch_data(self) {
        let mut was_there = true;
        loop {
            tokio::time::sleep(INTERVAL).await;
            let is_there = self.has_data();
            match (was_there, is_there) {
                (true, false) => tracing::error!(
                    "the database was deleted, moved or replaced while the server runs: all requests are rejected. \
                     Put it back, or stop the server and restore a backup"
                ),
                (false, true) => tracing::info!("the database is back"),
                _ => {}
            }
            was_there = is_there;
        }
    }
}
