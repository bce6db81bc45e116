//! Adds finished games to the archive.

use super::{
    Hub,
    consumers::{Consumer, Ended},
    errors::not_read,
    problem,
};
use async_trait::async_trait;
use ludoteca_archive::QueryError;
use ludoteca_protocol::Problem;
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
    pub(crate) fn archive(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    /// Finds a person by id or name.
    pub(crate) async fn person_named(&self, text: &str) -> Result<Person, Problem> {
        let id = self.person_by_name(text).await.map_err(|_| no_such_user(text))?;
        let found = self.0.store.person(&id).await;
        found.map_err(|error| not_read(&error))?.ok_or_else(|| no_such_user(text))
    }
}

fn no_such_user(text: &str) -> Problem {
    let shown: String = text.chars().take(40).collect();
    Problem {
        args: vec![shown.clone()],
        ..problem(404, "no-such-user", format!("no user is called {shown:?}"))
    }
}

pub(crate) fn wrong_question(wrong: &QueryError) -> Problem {
    match wrong {
        QueryError::Part { name, .. } => {
            Problem { args: vec![(*name).to_owned()], ..problem(422, "bad-question", wrong.to_string()) }
        }
        QueryError::UnknownUser(text) => no_such_user(text),
        QueryError::Store(error) => not_read(error),
    }
}
