//! Adds finished games to the archive.

use super::{
    Hub,
    consumers::{Consumer, Ended},
};
use async_trait::async_trait;
use ludoteca_store::{Store, StoreError};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Archivist;

#[async_trait]
impl Consumer for Archivist {
    fn name(&self) -> &'static str {
        "archive"
    }

    async fn place(&self, store: &dyn Store) -> Result<u64, StoreError> {
        store.archive_place().await
    }

    async fn clear(&self, store: &dyn Store) -> Result<(), StoreError> {
        store.empty_archive().await
    }

    async fn take_in(&self, store: &dyn Store, from: u64, games: &[Ended]) -> Result<(), StoreError> {
        let to = games.last().map_or(from, |last| last.finished.number);
        let mut taken = Vec::new();
        for Ended { finished, events } in games {
            let ended = ludoteca_archive::Ended { finished: finished.clone(), log: events.clone() };
            taken.extend(ended.taken());
            // Give priority to games in progress.
            tokio::task::yield_now().await;
        }
        // Another node may have done the work; either way these games are done.
        ludoteca_archive::take_in(store, from, to, taken).await.map(|_| ())
    }
}

impl Hub {
    /// Resolves when the archive contains every finished game.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn fill_archive(&self) -> Result<(), StoreError> {
        self.consume_all(&Archivist).await
    }

    /// The store that the archive is read from.
    pub fn archive(&self) -> &Arc<dyn Store> {
        &self.0.store
    }
}
