//! Consumers of finished games: ratings, the archive, and others. Each reads the list of finished games with
//! a cursor of its own, and stores its results together with the new cursor: after a crash it continues where
//! it was, and several servers on one database do nothing twice.

use super::Hub;
use async_trait::async_trait;
use ludoteca_store::{Finished, Store, StoreError, StoredEvent};
use std::{fmt, sync::Arc, time::Duration};

/// The number of games per batch.
const AT_ONCE: u32 = 100;
/// The pause after a failure, and between checks for games that other servers on the same database have
/// finished.
const PAUSE: Duration = Duration::from_secs(5);

/// A finished game with its events.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) finished: Finished,
    pub(crate) events: Vec<StoredEvent>,
}

/// Derives data from finished games.
#[async_trait]
pub(crate) trait Consumer: fmt::Debug + Send + Sync + 'static {
    /// A name for the log.
    fn name(&self) -> &'static str;

    /// The number of the last game processed.
    async fn place(&self, store: &dyn Store) -> Result<u64, StoreError>;

    /// Deletes all derived data, so that it is rebuilt from the first game.
    async fn clear(&self, store: &dyn Store) -> Result<(), StoreError>;

    /// Processes games in order. The results and the new cursor are one commit, and nothing is stored if the
    /// cursor is no longer at `from`: another server has processed them.
    async fn take_in(&self, store: &dyn Store, from: u64, games: &[Ended]) -> Result<(), StoreError>;
}

/// The consumers that run on every server, and whose data `ludoteca admin rebuild` rebuilds.
pub(crate) fn all() -> Vec<Arc<dyn Consumer>> {
    vec![Arc::new(super::ratings::RatingsConsumer), Arc::new(super::archive::Archivist)]
}

impl Hub {
    /// Rebuilds all data derived from finished games and puzzle attempts. Returns, for each kind of data, its
    /// name, the number of sources, and what the sources are.
    ///
    /// # Errors
    /// When the store cannot be read or written. The server resumes from there.
    pub async fn rebuild(
        store: Arc<dyn Store>,
    ) -> Result<Vec<(&'static str, u64, &'static str)>, StoreError> {
        let hub = Hub::open_stopped(store).await?;
        let mut rebuilt = Vec::new();
        for consumer in all() {
            consumer.clear(&*hub.0.store).await?;
            hub.consume_all(&*consumer).await?;
            rebuilt.push((consumer.name(), consumer.place(&*hub.0.store).await?, "finished games"));
        }
        rebuilt.push(("puzzles", hub.0.puzzles.rebuild_puzzles().await?, "attempts"));
        hub.close().await;
        Ok(rebuilt)
    }

    pub(crate) fn start_consumers(&self, consumers: Vec<Arc<dyn Consumer>>) {
        let tasks = consumers.into_iter().map(|consumer| tokio::spawn(self.clone().consume(consumer)));
        self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(tasks);
    }

    async fn consume(self, consumer: Arc<dyn Consumer>) {
        loop {
            // Subscribe first, to miss no game that ends from here on.
            let mut ended = std::pin::pin!(self.0.ended.notified());
            ended.as_mut().enable();
            let begun = tokio::time::Instant::now();
            if !self.0.ownership.has_duty(consumer.name()).await {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            match self.consume_some(&*consumer).await {
                // Give priority to games in progress: this takes a fifth of the time at most.
                Ok(true) => tokio::time::sleep(4 * begun.elapsed()).await,
                Ok(false) => drop(tokio::time::timeout(PAUSE, ended).await),
                Err(error) => {
                    tracing::error!(
                        consumer = consumer.name(),
                        "finished games cannot be processed: {error}"
                    );
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Processes a batch; returns whether there was one.
    async fn consume_some(&self, consumer: &dyn Consumer) -> Result<bool, StoreError> {
        let from = consumer.place(&*self.0.store).await?;
        let finished = self.0.store.finished(from, AT_ONCE).await?;
        if finished.is_empty() {
            return Ok(false);
        }
        let mut games = Vec::with_capacity(finished.len());
        for finished in finished {
            let events = self.0.store.events(&finished.game, 0).await?;
            games.push(Ended { finished, events });
        }
        consumer.take_in(&*self.0.store, from, &games).await?;
        Ok(true)
    }

    /// Resolves when a consumer has processed every finished game.
    pub(crate) async fn consume_all(&self, consumer: &dyn Consumer) -> Result<(), StoreError> {
        while self.consume_some(consumer).await? {}
        Ok(())
    }
}
