//! Deadlines of games. Those of live games in memory are in one queue, all others in the store. Flags are
//! decided by comparing times, so a late check never changes a result.

use super::{Games, active::ActiveGame, active::time, environment::Millis, error::GameError};
use ludoteca_store::{GameRow, StoreError};
use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The most deadlines read from the store at once.
const AT_ONCE: u32 = 500;
/// Retry interval when a game could not be read or written, in milliseconds.
const AGAIN: Millis = 1000;

#[derive(Debug, Default)]
pub(crate) struct Deadlines {
    queue: Mutex<BTreeSet<(Millis, Arc<str>)>>,
    /// The last read from the store failed, which has been logged.
    unread: AtomicBool,
}

impl Deadlines {
    fn queue(&self) -> MutexGuard<'_, BTreeSet<(Millis, Arc<str>)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_due(&self, now: Millis) -> Vec<Arc<str>> {
        let mut queue = self.queue();
        let mut due = Vec::new();
        while queue.first().is_some_and(|(at, _)| *at <= now) {
            due.extend(queue.pop_first().map(|(_, id)| id));
        }
        due
    }
}

impl Deadlines {
    /// Empties the queue, after all games were unloaded.
    pub(crate) fn clear(&self) {
        self.queue().clear();
    }
}

impl Games {
    /// Queues the deadline of a live game in place of its earlier one.
    pub(crate) fn queue(&self, game: &mut ActiveGame) {
        let deadline = game.decided_at().filter(|_| game.is_live_and_played());
        if deadline == game.queued {
            return;
        }
        let mut queue = self.0.state.deadlines.queue();
        if let Some(before) = game.queued {
            queue.remove(&(before, Arc::clone(&game.id)));
        }
        if let Some(deadline) = deadline {
            queue.insert((deadline, Arc::clone(&game.id)));
        }
        game.queued = deadline;
    }

    /// Removes the deadline of a game that is being unloaded.
    pub(crate) fn unqueue(&self, game: &mut ActiveGame) {
        if let Some(deadline) = game.queued.take() {
            self.0.state.deadlines.queue().remove(&(deadline, Arc::clone(&game.id)));
        }
    }

    /// Ends games whose time is up. A background task calls it several times a second.
    pub async fn keep_deadlines(&self) {
        if self.check_fit().is_err() {
            return;
        }
        let now = self.now();
        for id in self.0.state.deadlines.take_due(now) {
            if !self.keep_deadline(&id).await {
                self.0.state.deadlines.queue().insert((now + AGAIN, id));
            }
        }
        let unread = &self.0.state.deadlines.unread;
        match self.keep_stored_deadlines(now).await {
            Ok(()) => {
                if unread.swap(false, Ordering::Relaxed) {
                    tracing::info!("reading deadlines works again");
                }
            }
            Err(error) => {
                if !unread.swap(true, Ordering::Relaxed) {
                    tracing::error!("deadlines cannot be read: {error}");
                }
            }
        }
    }

    async fn keep_stored_deadlines(&self, now: Millis) -> Result<(), StoreError> {
        let mut after = (Millis::MIN.cast_signed(), String::new());
        loop {
            let page: Vec<GameRow> = self.0.store.due((after.0, &after.1), time(now), AT_ONCE).await?;
            for row in &page {
                self.keep_deadline(&row.id).await;
            }
            match page.last() {
                Some(row) if page.len() == AT_ONCE as usize => {
                    after = (row.deadline.unwrap_or(after.0), row.id.clone());
                }
                _ => return Ok(()),
            }
        }
    }

    /// Returns whether that was possible; games with a damaged log are skipped.
    async fn keep_deadline(&self, id: &str) -> bool {
        if self.damaged().contains(id) {
            return true;
        }
        let done = self
            .with_game(id, async |inside| {
                self.tick(inside, self.now()).await?;
                // It was removed from the queue, and may have a later deadline.
                let game = inside.game_mut()?;
                game.queued = None;
                self.queue(game);
                Ok(())
            })
            .await;
        match done {
            // If another node owns it, that one handles it.
            Ok(()) | Err(GameError::Elsewhere(_) | GameError::Damaged) => true,
            Err(error) => {
                tracing::warn!(game = id, "a deadline could not be applied: {error}");
                false
            }
        }
    }
}
