//! Cuts off downloads whose client reads too slowly.

use axum::body::Bytes;
use futures_util::{Stream, StreamExt};
use std::{io, time::Duration};
use tokio::time::Instant;

/// How long a client may stall a download in total, in addition to what the rate below allows.
const GRACE: Duration = Duration::from_secs(60);
/// The most time that a client may take for a download; few are sent at the same time.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// The slowest sustained rate at which a download may be read, in bytes per second.
const SLOWEST: u32 = 8 * 1024;

/// Aborts the download when its client reads too slowly. If the client reads nothing at all, its connection
/// is closed anyway.
pub(crate) fn while_read(
    parts: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let reader = Reader { asked: None, waited: Duration::ZERO, taken: 0 };
    futures_util::stream::unfold(Some((Box::pin(parts), reader)), async |state| {
        let (mut parts, mut reader) = state?;
        if !reader.comes_back() {
            tracing::debug!("the client read a download too slowly");
            return Some((Err(io::ErrorKind::TimedOut.into()), None));
        }
        let part = parts.next().await?;
        reader.takes(part.as_ref().map_or(0, Bytes::len));
        Some((part, Some((parts, reader))))
    })
}

struct Reader {
    /// When the last part was handed over.
    asked: Option<Instant>,
    /// Time between parts that the client took, without ours.
    waited: Duration,
    taken: u64,
}

impl Reader {
    fn takes(&mut self, bytes: usize) {
        self.taken += bytes as u64;
        self.asked = Some(Instant::now());
    }

    /// Whether the next part may be sent.
    fn comes_back(&mut self) -> bool {
        self.waited += self.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        self.waited <= LONGEST.min(GRACE + Duration::from_secs(self.taken / u64::from(SLOWEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless() -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
        futures_util::stream::repeat_with(|| Ok(Bytes::from_static(&[0; 8192])))
    }

    /// Runs in simulated time.
    #[tokio::test(start_paused = true)]
    async fn a_reader_that_trickles_is_cut_off_and_a_slow_one_is_not() {
        let mut download = Box::pin(while_read(endless()));
        for _ in 0..1000 {
            assert!(download.next().await.unwrap().is_ok());
            tokio::time::sleep(Duration::from_millis(900)).await;
        }
        let begun = Instant::now();
        while download.next().await.unwrap().is_ok() {
            assert!(begun.elapsed() < 2 * LONGEST, "it is still sent");
            tokio::time::sleep(Duration::from_millis(900)).await;
        }
        assert!(begun.elapsed() > LONGEST / 3, "{:?}", begun.elapsed());
        let mut download = Box::pin(while_read(endless()));
        let mut parts = 0;
        while download.next().await.unwrap().is_ok() {
            parts += 1;
            assert!(parts < 10, "it is still sent");
            tokio::time::sleep(Duration::from_secs(15)).await;
        }
        assert!(parts >= 4 && download.next().await.is_none(), "{parts}");
    }
}
