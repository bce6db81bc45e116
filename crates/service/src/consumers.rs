//! Consumers of finished games: ratings, the archive, and others. Each reads the list of finished games with
//! a cursor of its own, and stores its results together with the new cursor: after a crash it continues where
//! it was, and several servers on one database do nothing twice.

use super::ownership::Ownership;
use async_trait::async_trait;
use ludoteca_store::{Finished, Store, StoreError, StoredEvent};
use std::{fmt, sync::Arc, time::Duration};
use tokio::{sync::Notify, task::JoinHandle};

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

/// Feeds finished games to consumers.
#[derive(Clone, Debug)]
pub(crate) struct Consumers {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) ownership: Arc<dyn Ownership>,
    /// Wakes the consumers, always in the same order, so that simulations can be repeated.
    pub(crate) ended: Arc<Notify>,
}

impl Consumers {
    /// Starts a task for each consumer.
    pub(crate) fn start(&self, consumers: Vec<Arc<dyn Consumer>>) -> impl Iterator<Item = JoinHandle<()>> {
        consumers.into_iter().map(|consumer| tokio::spawn(self.clone().consume(consumer)))
    }

    /// Deletes a consumer's data and derives it again; returns the number of the last game.
    pub(crate) async fn rebuild(&self, consumer: &dyn Consumer) -> Result<u64, StoreError> {
        consumer.clear(&*self.store).await?;
        self.consume_all(consumer).await?;
        consumer.place(&*self.store).await
    }

    async fn consume(self, consumer: Arc<dyn Consumer>) {
        loop {
            // Subscribe first, to miss no game that ends from here on.
            let mut ended = std::pin::pin!(self.ended.notified());
            ended.as_mut().enable();
            let begun = tokio::time::Instant::now();
            if !self.ownership.has_duty(consumer.name()).await {
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
        let from = consumer.place(&*self.store).await?;
        let finished = self.store.finished(from, AT_ONCE).await?;
        if finished.is_empty() {
            return Ok(false);
        }
        let mut games = Vec::with_capacity(finished.len());
        for finished in finished {
            let events = self.store.events(&finished.game, 0).await?;
            games.push(Ended { finished, events });
        }
        consumer.take_in(&*self.store, from, &games).await?;
        Ok(true)
    }

    /// Resolves when a consumer has processed every finished game.
    pub(crate) async fn consume_all(&self, consumer: &dyn Consumer) -> Result<(), StoreError> {
        while self.consume_some(consumer).await? {}
        Ok(())
    }
}
