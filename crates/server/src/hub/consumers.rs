//! What is made from games that have ended: ratings, the archive, and others. Each reads the list of finished
//! games with a place of its own, and stores what it makes together with its new place: after a crash it goes
//! on where it was, and several servers on one database do nothing twice.

use super::Hub;
use async_trait::async_trait;
use ludoteca_store::{Finished, StoreError, StoredEvent};
use std::{fmt, sync::Arc, time::Duration};

/// How many games are taken in together.
const AT_ONCE: u32 = 100;
/// How long to wait after a failure, and for games that other servers on the same database have ended.
const PAUSE: Duration = Duration::from_secs(5);

/// A game that has ended, with all that happened in it.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) finished: Finished,
    pub(crate) events: Vec<StoredEvent>,
}

/// Whoever makes something from finished games.
#[async_trait]
pub(crate) trait Consumer: fmt::Debug + Send + Sync + 'static {
    /// For the log.
    fn name(&self) -> &'static str;

    /// The number of the last game that was taken in.
    async fn place(&self, hub: &Hub) -> Result<u64, StoreError>;

    /// Forgets all that was made, so that it is made again from the first game on.
    async fn clear(&self, hub: &Hub) -> Result<(), StoreError>;

    /// Takes in games, in their order. What is made of them and the new place are one commit, and nothing is
    /// stored when the place is another than `from` by then: somebody else has taken them in.
    async fn take_in(&self, hub: &Hub, from: u64, games: &[Ended]) -> Result<(), StoreError>;
}

/// Whoever makes something from finished games on every server, and whose work `ludoteca admin rebuild` does
/// again.
pub(crate) fn all() -> Vec<Arc<dyn Consumer>> {
    vec![Arc::new(super::ratings::RatingsConsumer), Arc::new(super::archive::Archivist)]
}

/// Reminders are sent by one server.
pub(super) const REMINDERS: &str = "duty:reminders";

/// Whether this is the name of something that one server does for all, and not of a game.
pub(super) fn is_duty(name: &str) -> bool {
    name.starts_with("duty:")
}

impl Hub {
    /// Makes everything again that is made from finished games and from attempts at puzzles, and answers what
    /// was made, and from how many of which.
    ///
    /// # Errors
    /// When the store cannot be read or written. The server goes on from there.
    pub async fn rebuild(
        store: Arc<dyn ludoteca_store::Store>,
    ) -> Result<Vec<(&'static str, u64, &'static str)>, StoreError> {
        let hub = Hub::prepare(store, super::Environment::real(), None, None).await?;
        let mut rebuilt = Vec::new();
        for consumer in all() {
            consumer.clear(&hub).await?;
            hub.consume_all(&*consumer).await?;
            rebuilt.push((consumer.name(), consumer.place(&hub).await?, "finished games"));
        }
        rebuilt.push(("puzzles", hub.rebuild_puzzles().await?, "attempts"));
        hub.close().await;
        Ok(rebuilt)
    }

    pub(crate) fn start_consumers(&self, consumers: Vec<Arc<dyn Consumer>>) {
        let tasks = consumers.into_iter().map(|consumer| tokio::spawn(self.clone().consume(consumer)));
        self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(tasks);
    }

    async fn consume(self, consumer: Arc<dyn Consumer>) {
        loop {
            // What ends from now on is not missed.
            let mut ended = std::pin::pin!(self.0.ended.notified());
            ended.as_mut().enable();
            let begun = tokio::time::Instant::now();
            if !self.has_duty(&format!("duty:{}", consumer.name())).await {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            match self.consume_some(&*consumer).await {
                // Whoever plays goes first: this takes a fifth of the time at most.
                Ok(true) => tokio::time::sleep(4 * begun.elapsed()).await,
                Ok(false) => drop(tokio::time::timeout(PAUSE, ended).await),
                Err(error) => {
                    tracing::error!(consumer = consumer.name(), "finished games cannot be taken in: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Whether there was something to take in.
    async fn consume_some(&self, consumer: &dyn Consumer) -> Result<bool, StoreError> {
        let from = consumer.place(self).await?;
        let finished = self.0.store.finished(from, AT_ONCE).await?;
        if finished.is_empty() {
            return Ok(false);
        }
        let mut games = Vec::with_capacity(finished.len());
        for finished in finished {
            let events = self.0.store.events(&finished.game, 0).await?;
            games.push(Ended { finished, events });
        }
        consumer.take_in(self, from, &games).await?;
        Ok(true)
    }

    /// Done when a consumer has taken in every game that has ended.
    pub(crate) async fn consume_all(&self, consumer: &dyn Consumer) -> Result<(), StoreError> {
        while self.consume_some(consumer).await? {}
        Ok(())
    }
}
