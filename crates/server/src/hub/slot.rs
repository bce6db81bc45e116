//! The place of one game in memory: its owner. Whoever holds the lock decides, stores and tells.

use super::{
    Hub,
    active::{ActiveGame, Asker, Decided, Holder, Presence, view},
    hearing::{Ears, Heard, written},
    outside::Millis,
    rows::{RowSays, row_to_write},
    trouble::{not_read, not_stored, unknown_game},
};
use ludoteca_contest::{Action, Stage};
use ludoteca_protocol::{EventView, FromServer, Problem};
use ludoteca_store::{Append, GameRow};
use std::{sync::Arc, time::Duration};
use tokio::sync::{Mutex, MutexGuard};

/// How soon a game is read again after something of it could not be stored.
const RELOAD: Duration = Duration::from_secs(1);

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
    /// The number of the last event that the followers were told.
    told: u64,
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

    /// Who is there follows from who follows; whether that has changed.
    pub(crate) fn look_around(&mut self, now: Millis) -> bool {
        self.followers.retain(|follower| !follower.ears.is_gone());
        let Some(game) = &mut self.game else { return false };
        let mut changed = false;
        for (holder, presence) in game.holders.iter().zip(&mut game.presence) {
            let Holder::User(user) = holder else { continue };
            let there = self.followers.iter().any(|follower| follower.person.as_ref() == Some(&user.id));
            changed |= there != presence.away_since.is_none();
            presence.away_since = if there { None } else { Some(presence.away_since.unwrap_or(now)) };
        }
        changed
    }

    fn tell(&self, heard: &Heard) {
        self.followers.iter().for_each(|follower| follower.ears.tell(heard));
    }

    pub(crate) fn tell_all(&self, message: &FromServer) {
        if !self.followers.is_empty() {
            self.tell(&written(message));
        }
    }

    /// Tells everybody who is connected and how many watch.
    pub(crate) fn tell_presence(&self, now: Millis) {
        let Some(game) = &self.game else { return };
        let away = |presence: &Presence| presence.away_since.map_or(0, |since| now.saturating_sub(since));
        let plays = |follower: &&Follower| {
            follower.person.as_deref().is_some_and(|person| game.seat_of(person).is_some())
        };
        let players = self.followers.iter().filter(plays).count();
        self.tell_all(&FromServer::Presence {
            game: game.id.to_string(),
            connected: (0..game.holders.len()).map(|seat| game.is_connected(seat)).collect(),
            away_ms: game.presence.iter().map(away).collect(),
            spectators: (self.followers.len() - players) as u32,
        });
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
            if let Err(problem) = self.load(id, &mut inside).await {
                let idle = inside.is_idle();
                drop(inside);
                if idle {
                    self.forget(id, &slot);
                }
                return Err(problem);
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

    /// Reads a game. Whoever followed it before hears what was stored without their knowing.
    async fn load(&self, id: &str, inside: &mut Inside) -> Result<(), Problem> {
        let stored = self.0.store.events(id, 0).await.map_err(|error| not_read(&error))?;
        if stored.is_empty() {
            return Err(unknown_game(id));
        }
        let mut game = ActiveGame::load(id, &stored).map_err(|error| {
            // Whoever looks at the log reads it once, however often somebody asks for the game.
            if self.damaged().insert(id.to_owned()) {
                tracing::error!(game = id, "the log of the game is damaged: {error}");
            }
            super::problem(500, "damaged", "the log of this game is damaged")
        })?;
        for (seat, _) in self.0.store.plans(id).await.map_err(|error| not_read(&error))? {
            if let Some(planned) = game.planned.get_mut(usize::from(seat)) {
                *planned = true;
            }
        }
        if matches!(game.contest.stage(), Stage::Over(_)) {
            game.next = self.0.store.fact(&next_game(id)).await.map_err(|error| not_read(&error))?;
        }
        // Absence counts from now on (TB-8), but for those who are connected.
        let now = self.now();
        game.presence.iter_mut().for_each(|presence| presence.away_since = Some(now));
        self.queue(&mut game);
        let (seq, told) = (game.contest.seq(), inside.told);
        inside.game = Some(game);
        inside.told = seq;
        inside.look_around(now);
        if told > 0 && told < seq {
            let events = stored.iter().filter(|event| event.seq > told).filter_map(view).collect();
            inside.tell_all(&FromServer::Events { game: id.to_owned(), events, at: now });
        }
        if told > 0 {
            self.after(inside);
        }
        Ok(())
    }

    /// Reads a game again as soon as that is possible, so that its followers hear the truth and whoever is to
    /// move is asked again.
    fn reload_soon(&self, id: String) {
        let hub = self.clone();
        tokio::spawn(async move {
            while !*hub.0.stopping.borrow() {
                tokio::time::sleep(RELOAD).await;
                match hub.with_game(&id, async |_| Ok(())).await {
                    Err(problem) if problem.status == 503 => {}
                    _ => return,
                }
            }
        });
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
    pub(crate) fn place(&self, mut game: ActiveGame) {
        self.queue(&mut game);
        let (id, told) = (Arc::clone(&game.id), game.contest.seq());
        let inside = Inside { game: Some(game), followers: Vec::new(), told };
        self.slots().insert(id, Arc::new(Slot { inside: Mutex::new(inside) }));
    }

    /// How many games are in memory, by how they stand.
    pub(crate) fn count_games(&self) -> [(&'static str, i64); 5] {
        let [mut live, mut correspondence, mut waiting, mut over, mut busy] = [0; 5];
        let slots: Vec<Arc<Slot>> = self.slots().values().map(Arc::clone).collect();
        for slot in slots {
            let inside = slot.inside.try_lock();
            let count = match inside.as_ref().map(|inside| inside.game.as_ref()) {
                Ok(Some(game)) => match game.contest.stage() {
                    Stage::Waiting => &mut waiting,
                    Stage::Playing if game.is_live() => &mut live,
                    Stage::Playing => &mut correspondence,
                    Stage::Over(_) => &mut over,
                },
                // Something is being done with it, or it is being read.
                Ok(None) | Err(_) => &mut busy,
            };
            *count += 1;
        }
        [
            ("live", live),
            ("correspondence", correspondence),
            ("waiting", waiting),
            ("over", over),
            ("busy", busy),
        ]
    }

    /// Games that nobody follows are not kept in memory, and rows of live games are brought up to date.
    pub(crate) async fn sweep(&self) {
        let now = self.now();
        let mut slots: Vec<(Arc<str>, Arc<Slot>)> =
            self.slots().iter().map(|(id, slot)| (Arc::clone(id), Arc::clone(slot))).collect();
        // In an order that is always the same, so that simulations can be repeated.
        slots.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut written = tokio::task::JoinSet::new();
        for (id, slot) in slots {
            let Ok(mut inside) = slot.inside.try_lock() else { continue };
            if inside.look_around(now) {
                inside.tell_presence(now);
            }
            let idle = inside.is_idle();
            if let Some(row) = inside.game.as_mut().and_then(|game| row_to_write(game, idle)) {
                drop(inside);
                written.spawn(self.clone().write_row(row, slot));
            } else if idle {
                if let Some(game) = &mut inside.game {
                    self.unqueue(game);
                }
                drop(inside);
                self.forget(&id, &slot);
            }
        }
        while written.join_next().await.is_some() {}
    }

    async fn write_row(self, row: GameRow, slot: Arc<Slot>) {
        let (game, seq) = (row.id.clone(), row.seq);
        let only_row = Append { game, row: Some(row), ..Append::default() };
        if self.0.log.append(only_row).await.is_err() {
            // The writer has told of it, and the row is written another time.
            if let Some(game) = &mut slot.inside.lock().await.game
                && game.contest.seq() == seq
            {
                game.stored = RowSays::Behind;
            }
        }
    }

    /// The rows of games as they are now: those of live games are behind in the store.
    pub(crate) async fn up_to_date(&self, rows: &mut [GameRow]) {
        for row in rows.iter_mut().filter(|row| row.live && row.stage == ludoteca_store::Stage::Playing) {
            let slot = self.slots().get(row.id.as_str()).map(Arc::clone);
            let Some(slot) = slot else { continue };
            if let Some(game) = &slot.inside.lock().await.game {
                *row = game.row(RowSays::NowAndDeadline);
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.changed));
    }

    /// TB-7: a live game of a server that was away goes on when its players are back; and so does one by
    /// correspondence whose time would have run out meanwhile.
    async fn resume(&self, inside: &mut Inside) -> Result<(), Problem> {
        let now = self.now();
        let game = inside.game_mut()?;
        let last = game.contest.last_at();
        let ran_out = game.contest.next_deadline().is_some_and(|deadline| deadline.at <= self.0.begun);
        let concerned = game.is_live() || ran_out;
        if !concerned || game.contest.stage() != Stage::Playing || last >= self.0.begun {
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
            // Nobody knows what of it is stored: the truth is read again.
            if let Some(game) = inside.game.take() {
                self.reload_soon(game.id.to_string());
            }
            return Err(not_stored(&error));
        }
        self.0.sending.wake();
        let game = inside.game_mut()?;
        self.queue(game);
        let (id, seq) = (game.id.to_string(), game.contest.seq());
        if let Stage::Over(ending) = game.contest.stage() {
            let (result, how) = (game.contest.result_text(), ending.termination.words());
            tracing::info!(game = &*game.id, result, how, "a game has ended");
            self.0.ended.notify_waiters();
        }
        inside.told = seq;
        inside.tell_all(&FromServer::Events { game: id, events: events.clone(), at: self.now() });
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
            Some(decided) => {
                self.0.metrics.deadline_kept();
                self.commit(inside, decided).await.map(|_| ())
            }
            None => Ok(()),
        }
    }
}
