//! The archive of finished games: its search, and the consumer that fills it.

use super::{
    People,
    consumers::{Consumer, Consumers, Ended},
    error::ArchiveError,
};
use async_trait::async_trait;
use ludoteca_archive::{CheckedQuery, Lines};
use ludoteca_protocol::{ArchivePage, ArchiveQuery, ExplorerQuery, ExplorerView, ProfileView};
use ludoteca_store::{Store, StoreError};
use std::sync::Arc;

/// Finished games, and the positions in them.
#[derive(Clone, Debug)]
pub struct Archive {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) people: People,
    pub(crate) consumers: Consumers,
}

impl Archive {
    /// Validates a query, whose users are given by id or by account name.
    pub async fn check(&self, mut request: ArchiveQuery) -> Result<CheckedQuery, ArchiveError> {
        for name in [&mut request.player, &mut request.with].into_iter().flatten() {
            *name = self.people.person_named(name).await.map_err(ArchiveError::Player)?.id;
        }
        Ok(ludoteca_archive::question(&*self.store, &request).await?)
    }

    /// Validates a query for the games of one person.
    pub async fn check_of(&self, person: &str, request: ArchiveQuery) -> Result<CheckedQuery, ArchiveError> {
        let player = Some(self.people.person_named(person).await?.id);
        self.check(ArchiveQuery { player, ..request }).await
    }

    /// A page of matching games, newest first.
    pub async fn search(&self, query: &CheckedQuery, limit: u32) -> Result<ArchivePage, ArchiveError> {
        let found = ludoteca_archive::search(&*self.store, &query.search, query.position, limit).await?;
        let games = ludoteca_archive::views(&*self.store, found.games).await?;
        Ok(ArchivePage { games, next: found.next })
    }

    /// The next part of a list of all matching games; `None` at the end.
    pub async fn next_part(&self, lines: &mut Lines) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(lines.next(&*self.store).await?.map(|(text, _)| text))
    }

    /// What was played in a position.
    pub async fn explore(&self, request: &ExplorerQuery) -> Result<ExplorerView, ArchiveError> {
        let query = ludoteca_archive::explorer_question(request)?;
        Ok(ludoteca_archive::explore(&*self.store, &query).await?)
    }

    pub async fn profile(&self, person: &str) -> Result<ProfileView, ArchiveError> {
        let person = self.people.person_named(person).await?;
        Ok(ludoteca_archive::profile(&*self.store, person).await?)
    }

    /// Resolves when the archive contains every finished game.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn fill(&self) -> Result<(), StoreError> {
        self.consumers.consume_all(&Archivist).await
    }
}

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
