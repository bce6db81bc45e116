//! Detects that the data is deleted, moved or replaced while the server runs. Writes would then be confirmed
//! and lost, so all requests are rejected until it is back.

use ludoteca_store::Store;
use std::{sync::Arc, time::Duration};

/// Interval of the check on an idle server.
const INTERVAL: Duration = Duration::from_secs(1);

/// Logs when the data disappears, and when it is back.
pub(crate) async fn watch(store: Arc<dyn Store>) {
    let mut was_there = true;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let is_there = store.is_in_place();
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
