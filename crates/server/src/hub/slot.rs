//! The place of one game in memory: its owner. Whoever holds the lock decides, stores and tells.

use super::{
    Hub,
    active::{ActiveGame, Asker, Decided, view},
    hearing::{Ears, Heard, written},
    outside::Millis,
    trouble::{not_read, not_stored, unknown_game},
};
use ludoteca_contest::{Action, Stage};
use ludoteca_protocol::{EventView, FromServer, Problem};
use std::sync::Arc;
use tokio::sync::{Mutex, MutexGuard};

#[derive(Debug, Default)]
pub(crate) struct Slot {
    inside: Mutex<Inside>,
}

/// A game and those who follow it.
#[derive(Debug, Default)]
pub(crate) struct Inside {
    /// `None`: not loaded, or what was decided could not be stored and is forgotten.
    pub(crate) game: Option<ActiveGame>,
    pub(crate) followers: Vec<Follower>,
}

#[derive(Debug)]
pub(crate) struct Follower {
    pub(crate) ears: Ears,
    /// Who it is; `None`: a stranger.
    pub(crate) person: Option<String>,
}

impl Inside {
    pub(crate) fn game(&self) -> Result<&ActiveGame, Problem> {
        self.game.as_ref().ok_or_else(|| super::problem(503, "not-read", "the game is not loaded"))
    }

    pub(crate) fn game_mut(&mut self) -> Result<&mut ActiveGame, Problem> {
        self.game.as_mut().ok_or_else(|| super::problem(503, "not-read", "the game is not loaded"))
    }

    fn tell(&mut self, heard: &Heard) {
        self.followers.retain(|follower| !follower.ears.is_gone());
        self.followers.iter().for_each(|follower| follower.ears.tell(heard));
    }

    pub(crate) fn tell_all(&mut self, message: &FromServer) {
        if !self.followers.is_empty() {
            self.tell(&written(message));
        }
    }

    /// Whether nothing is lost when the game is no longer in memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.followers.is_empty()
    }
}

/// Where the store keeps the next game of a series.
pub(crate) fn next_game(id: &str) -> String {
    format!("next game of {id}")
}

impl Hub {
    fn slot(&self, id: &str) -> Arc<Slot> {
        let mut slots = self.slots();
        match slots.get(id) {
            Some(slot) => Arc::clone(slot),
            None => Arc::clone(slots.entry(id.into()).or_default()),
        }
    }

    /// Does something with a game that is loaded, while nobody else does anything with it.
    pub(crate) async fn with_game<T>(
        &self,
        id: &str,
        work: impl AsyncFnOnce(&mut MutexGuard<'_, Inside>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let slot = self.slot(id);
        let mut inside = slot.inside.lock().await;
        if inside.game.is_none() {
            match self.load(id).await {
                Ok(game) => inside.game = Some(game),
                Err(problem) => {
                    drop(inside);
                    self.forget(id, &slot);
                    return Err(problem);
                }
            }
            self.resume(&mut inside).await?;
            if let Err(problem) = self.keep_vacations(&mut inside).await {
                // A game that has not heard of a vacation must not keep deadlines.
                inside.game = None;
                return Err(problem);
            }
        }
        work(&mut inside).await
    }

    async fn load(&self, id: &str) -> Result<ActiveGame, Problem> {
        let stored = self.0.store.events(id, 0).await.map_err(|error| not_read(&error))?;
        if stored.is_empty() {
            return Err(unknown_game(id));
        }
        let mut game = ActiveGame::load(id, &stored).map_err(|error| {
            tracing::error!(game = id, "the log of the game is damaged: {error}");
            super::problem(500, "damaged", "the log of this game is damaged")
        })?;
        // Nobody is connected to a game that is not in memory: absence counts from now on (TB-8).
        let now = self.now();
        game.presence.iter_mut().for_each(|presence| presence.away_since = Some(now));
        for (seat, _) in self.0.store.plans(id).await.map_err(|error| not_read(&error))? {
            if let Some(planned) = game.planned.get_mut(usize::from(seat)) {
                *planned = true;
            }
        }
        if matches!(game.contest.stage(), Stage::Over(_)) {
            game.next = self.0.store.fact(&next_game(id)).await.map_err(|error| not_read(&error))?;
        }
        Ok(game)
    }

    /// Takes a slot away that holds nothing.
    pub(crate) fn forget(&self, id: &str, slot: &Arc<Slot>) {
        let mut slots = self.slots();
        // Ours and the map's: nobody else is about to use it.
        if Arc::strong_count(slot) <= 2 && slots.get(id).is_some_and(|other| Arc::ptr_eq(other, slot)) {
            slots.remove(id);
        }
    }

    /// Puts a new game into memory.
    pub(crate) fn place(&self, game: ActiveGame) {
        let slot = Slot { inside: Mutex::new(Inside { game: Some(game), followers: Vec::new() }) };
        let id = slot.inside.try_lock().ok().and_then(|inside| Some(Arc::clone(&inside.game.as_ref()?.id)));
        if let Some(id) = id {
            self.slots().insert(id, Arc::new(slot));
        }
    }

    /// Games that nobody follows are not kept in memory.
    pub(crate) fn sweep(&self) {
        let slots: Vec<(Arc<str>, Arc<Slot>)> =
            self.slots().iter().map(|(id, slot)| (Arc::clone(id), Arc::clone(slot))).collect();
        for (id, slot) in slots {
            let idle = slot.inside.try_lock().is_ok_and(|mut inside| {
                inside.followers.retain(|follower| !follower.ears.is_gone());
                inside.is_idle()
            });
            if idle {
                self.forget(&id, &slot);
            }
        }
    }

    /// TB-7: a live game of a server that was away goes on when its players are back.
    async fn resume(&self, inside: &mut Inside) -> Result<(), Problem> {
        let now = self.now();
        let game = inside.game_mut()?;
        let last = game.contest.last_at();
        if !game.is_live() || game.contest.stage() != Stage::Playing || last >= self.0.begun {
            return Ok(());
        }
        let left = self.0.alive.unwrap_or(last).max(last);
        let away = now.saturating_sub(left);
        let decided = game.act(&Asker::House, Action::Resume { away }, now)?;
        self.commit(inside, decided).await.map(|_| ())
    }

    /// Stores what was decided, then tells everybody.
    pub(crate) async fn commit(
        &self,
        inside: &mut Inside,
        decided: Decided,
    ) -> Result<Vec<EventView>, Problem> {
        let Decided { append, events } = decided;
        if let Err(error) = self.0.log.append(append).await {
            // What is in memory never happened: the truth is read again.
            inside.game = None;
            return Err(not_stored(&error));
        }
        let game = inside.game()?;
        let message =
            FromServer::Events { game: game.id.to_string(), events: events.clone(), at: self.now() };
        inside.tell_all(&message);
        self.after(inside);
        Ok(events)
    }

    /// The events of a game after a number.
    pub(crate) async fn events_since(&self, id: &str, since: u64) -> Result<Vec<EventView>, Problem> {
        let stored = self.0.store.events(id, since).await.map_err(|error| not_read(&error))?;
        Ok(stored.iter().filter_map(view).collect())
    }

    /// Lets time have its consequences in a game.
    pub(crate) async fn tick(&self, inside: &mut Inside, now: Millis) -> Result<(), Problem> {
        match inside.game_mut()?.tick(now) {
            Some(decided) => self.commit(inside, decided).await.map(|_| ()),
            None => Ok(()),
        }
    }
}
