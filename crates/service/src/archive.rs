//! Adds finished games to the archive.

use super::{
    Hub,
    consumers::{Consumer, Ended},
    error::{PersonError, not_read},
};
use async_trait::async_trait;
use ludoteca_store::{Person, Store, StoreError};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Archivist;

#[async_trait]
impl Consumer for Archivist {
    fn name(&self) -> &'static str {
        "archive"
    }

    async fn place(&self, hub: &Hub) -> Result<u64, StoreError> {
        hub.0.store.archive_place().await
    }

    async fn clear(&self, hub: &Hub) -> Result<(), StoreError> {
        hub.0.store.empty_archive().await
    }

    async fn take_in(&self, hub: &Hub, from: u64, games: &[Ended]) -> Result<(), StoreError> {
        let to = games.last().map_or(from, |last| last.finished.number);
        let mut taken = Vec::new();
        for Ended { finished, events } in games {
            let ended = ludoteca_archive::Ended { finished: finished.clone(), log: events.clone() };
            taken.extend(ended.taken());
            // Give priority to games in progress.
            tokio::task::yield_now().await;
        }
        // Another node may have done the work; either way these games are done.
        ludoteca_archive::take_in(&*hub.0.store, from, to, taken).await.map(|_| ())
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

    /// Finds a person by id or name.
    pub async fn person_named(&self, text: &str) -> Result<Person, PersonError> {
        let id = self.person_by_name(text).await.map_err(|_| PersonError::unknown(text))?;
        let found = self.0.store.person(&id).await;
        found.map_err(not_read)?.ok_or_else(|| PersonError::unknown(text))
    }
}
