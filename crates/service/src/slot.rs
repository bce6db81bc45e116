//! The slot of one game in memory: its owner. The holder of its lock decides, stores, and then sends.

use super::{
    Games,
    active::{ActiveGame, Holder, Originator, PendingCommit, Presence, view},
    environment::Millis,
    error::{GameError, Unavailable, not_read, not_stored},
    followers::{Audience, Crowd, Followers},
    ownership::Message,
    rows::{RowFreshness, row_to_write},
    subscribers::{Frame, json},
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Action, Stage};
use ludoteca_protocol::{EventView, FromServer};
use ludoteca_store::{Append, Fence, GameRow, LogError, Released, StoredEvent};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::sync::{Mutex, MutexGuard};

/// How soon a game is read again after a failed write.
const RELOAD: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct Slot {
    inside: Mutex<SlotState>,
    pub(crate) followers: Arc<Followers>,
}

/// A game and its followers.
#[derive(Debug, Default)]
pub(crate) struct SlotState {
    /// `None`: not loaded, unloaded after a failed write, or owned by another node.
    pub(crate) game: Option<ActiveGame>,
    pub(crate) followers: Arc<Followers>,
    /// Followers on other nodes.
    pub(crate) elsewhere: BTreeMap<String, RemoteFollowers>,
    /// It was loaded before.
    known: bool,
}

/// The followers of a game on another node.
#[derive(Debug)]
pub(crate) struct RemoteFollowers {
    pub(crate) followers_here: Crowd,
    /// When that node last reported them.
    pub(crate) reported: Millis,
}

/// How long such a report is valid, in milliseconds.
const CROWD_LASTS: Millis = 7000;

impl Slot {
    pub(crate) async fn inside(&self) -> MutexGuard<'_, SlotState> {
        self.inside.lock().await
    }

    /// Whether this node owns the game, as far as that is known without waiting.
    pub(crate) fn is_owned(&self) -> bool {
        self.inside.try_lock().is_ok_and(|inside| inside.game.is_some())
    }

    fn new(game: Option<ActiveGame>) -> Slot {
        let followers = Arc::<Followers>::default();
        let inside = SlotState {
            known: game.is_some(),
            game,
            followers: Arc::clone(&followers),
            ..SlotState::default()
        };
        Slot { inside: Mutex::new(inside), followers }
    }
}

impl SlotState {
    pub(crate) fn game(&self) -> Result<&ActiveGame, GameError> {
        self.game.as_ref().ok_or(GameError::NotLoaded)
    }

    pub(crate) fn game_mut(&mut self) -> Result<&mut ActiveGame, GameError> {
        self.game.as_mut().ok_or(GameError::NotLoaded)
    }

    /// Updates the players' presence from the followers; returns whether it has changed.
    pub(crate) fn look_around(&mut self, now: Millis) -> bool {
        self.followers.clean();
        self.elsewhere.retain(|_, elsewhere| now.saturating_sub(elsewhere.reported) < CROWD_LASTS);
        let Some(game) = &mut self.game else { return false };
        let mut changed = false;
        for (holder, presence) in game.holders.iter().zip(&mut game.presence) {
            let Holder::User(user) = holder else { continue };
            let there = self.followers.has(&user.id)
                || self.elsewhere.values().any(|elsewhere| elsewhere.followers_here.has(&user.id));
            changed |= there != presence.away_since.is_none();
            presence.away_since = if there { None } else { Some(presence.away_since.unwrap_or(now)) };
        }
        changed
    }

    /// The connected players and the number of spectators.
    fn presence(&self, now: Millis) -> Option<FromServer> {
        let game = self.game.as_ref()?;
        // Players who have just disconnected are away too.
        let away =
            |presence: &Presence| presence.away_since.map_or(0, |since| now.saturating_sub(since).max(1));
        let vacation = |seat: Seat| Some(game.contest.vacation(seat)).filter(|until| *until > now);
        let follower_counts =
            self.elsewhere.values().map(|elsewhere| elsewhere.followers_here.spectators(&game.holders));
        Some(FromServer::Presence {
            game: game.id.to_string(),
            connected: (0..game.holders.len()).map(|seat| game.is_connected(seat)).collect(),
            away_ms: game.presence.iter().map(away).collect(),
            vacation: Seat::all(game.contest.game().seats()).map(vacation).collect(),
            spectators: self.followers.followers_here().spectators(&game.holders)
                + follower_counts.sum::<u32>(),
        })
    }

    /// Whether the game can be unloaded without losing anything.
    pub(crate) fn is_idle(&self) -> bool {
        self.followers.is_empty() && self.elsewhere.is_empty()
    }
}

/// Where the store keeps the next game of a series.
pub(crate) fn next_game(id: &str) -> String {
    format!("next game of {id}")
}

impl Games {
    pub(crate) fn slot(&self, id: &str) -> Arc<Slot> {
        let mut slots = self.slots();
        match slots.get(id) {
            Some(slot) => Arc::clone(slot),
            None => Arc::clone(slots.entry(id.into()).or_insert_with(|| Arc::new(Slot::new(None)))),
        }
    }

    /// The slot of a game, if it has one here.
    pub(crate) fn slot_if_there(&self, id: &str) -> Option<Arc<Slot>> {
        self.slots().get(id).map(Arc::clone)
    }

    /// Sends a message to the followers of a game, here and on other nodes.
    pub(crate) fn notify_followers(
        &self,
        id: &str,
        inside: &SlotState,
        message: &FromServer,
        audience: &Audience,
    ) {
        if inside.is_idle() {
            return;
        }
        let text = json(message);
        inside.followers.tell(&Frame::Json(Arc::clone(&text)), audience);
        self.tell_elsewhere(inside, || Message::Told {
            game: id.to_owned(),
            audience: audience.clone(),
            text: text.to_string(),
        });
    }

    /// Sends a message to the servers on which a game is followed.
    fn tell_elsewhere(&self, inside: &SlotState, message: impl FnOnce() -> Message) {
        if !inside.elsewhere.is_empty() {
            let nodes: Vec<&str> = inside.elsewhere.keys().map(String::as_str).collect();
            self.0.ownership.tell(&nodes, &message());
        }
    }

    /// Sends everyone the connected players and the number of spectators.
    pub(crate) fn notify_presence(&self, inside: &SlotState) {
        if let (Some(message), Some(game)) = (inside.presence(self.now()), &inside.game) {
            self.notify_followers(&game.id, inside, &message, &Audience::default());
        }
    }

    /// Sends a game's last events, which are stored by now.
    fn notify_events(&self, inside: &SlotState, id: &str, seq: u64, events: &[EventView]) {
        if inside.is_idle() || events.is_empty() {
            return;
        }
        let (game, at) = (id.to_owned(), self.now());
        let text = json(&FromServer::Events { game: game.clone(), events: events.to_vec(), at });
        let first = seq + 1 - events.len() as u64;
        if !inside.followers.notify_events(first, seq, &Frame::Json(Arc::clone(&text))) {
            self.catch_up_soon(id);
        }
        self.tell_elsewhere(inside, || Message::Events { game, first, last: seq, text: text.to_string() });
    }

    /// Loads a game if necessary, and runs a closure with exclusive access to it.
    pub(crate) async fn with_game<T>(
        &self,
        id: &str,
        work: impl AsyncFnOnce(&mut MutexGuard<'_, SlotState>) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        let slot = self.slot(id);
        let mut inside = slot.inside.lock().await;
        // After a pause of the process, this node may have lost its lease, and its state may be old.
        self.check_fit()?;
        if inside.game.is_none() {
            let away_since = match self.load(id, &mut inside).await {
                Ok(away_since) => away_since,
                Err(error) => {
                    let idle = inside.is_idle();
                    drop(inside);
                    if idle {
                        self.forget(id, &slot);
                    }
                    return Err(error);
                }
            };
            self.resume(&mut inside, away_since).await?;
            if let Err(error) = self.keep_vacations(&mut inside).await {
                // A game that does not know of a vacation must not apply deadlines.
                inside.game = None;
                return Err(error);
            }
        }
        work(&mut inside).await
    }

    /// Loads a game, and sends followers from before what was stored meanwhile. Returns since when its
    /// previous owner was gone, if there was one.
    async fn load(&self, id: &str, inside: &mut SlotState) -> Result<Option<Millis>, GameError> {
        let mut stored = self.0.store.events(id, 0).await.map_err(not_read)?;
        if stored.is_empty() {
            return Err(GameError::unknown(id));
        }
        let held = self.0.ownership.claim(id).await?;
        if held.is_some() {
            // The previous owner may have added events until now, and cannot any more.
            let known = stored.len() as u64;
            stored.extend(self.0.store.events(id, known).await.map_err(not_read)?);
        }
        let mut game = self.replayed(id, &stored)?;
        let away_since = held.as_ref().and_then(|held| held.away_since).map(i64::unsigned_abs);
        game.fence = held.map(|held| held.fence);
        for (seat, _) in self.0.store.plans(id).await.map_err(not_read)? {
            if let Some(planned) = game.planned.get_mut(usize::from(seat)) {
                *planned = true;
            }
        }
        if matches!(game.contest.stage(), Stage::Over(_)) {
            game.next = self.0.store.fact(&next_game(id)).await.map_err(not_read)?;
        }
        // Absence counts from now on (TB-8), except for connected players.
        let now = self.now();
        game.presence.iter_mut().for_each(|presence| presence.away_since = Some(now));
        self.queue(&mut game);
        let seq = game.contest.seq();
        inside.game = Some(game);
        inside.look_around(now);
        if let Some(told) = inside.followers.behind(seq) {
            let events: Vec<EventView> =
                stored.iter().filter(|event| event.seq > told).filter_map(view).collect();
            inside.followers.catch_up(id, told, &events, now);
        }
        if std::mem::replace(&mut inside.known, true) {
            self.after(inside);
        }
        Ok(away_since)
    }

    /// Rebuilds a game from its events.
    pub(crate) fn replayed(&self, id: &str, stored: &[StoredEvent]) -> Result<ActiveGame, GameError> {
        ActiveGame::load(id, stored).map_err(|error| {
            // Log each damaged game only once.
            if self.damaged().insert(id.to_owned()) {
                tracing::error!(game = id, "the log of the game is damaged: {error}");
            }
            GameError::Damaged
        })
    }

    /// Runs a closure on a read-only copy of a game, whichever server owns it: the stored events are
    /// sufficient.
    pub(crate) async fn look_at<T>(
        &self,
        id: &str,
        look: impl FnOnce(&ActiveGame) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        self.check_fit()?;
        if let Some(slot) = self.slot_if_there(id)
            && let Some(game) = &slot.inside().await.game
        {
            return look(game);
        }
        let stored = self.0.store.events(id, 0).await.map_err(not_read)?;
        match stored.is_empty() {
            true => Err(GameError::unknown(id)),
            false => look(&self.replayed(id, &stored)?),
        }
    }

    /// Reloads a game as soon as possible, so that its followers get the stored state and the player to move
    /// is asked again.
    fn reload_soon(&self, id: String) {
        let games = self.clone();
        tokio::spawn(async move {
            while !games.0.stopping.is_stopping() {
                tokio::time::sleep(RELOAD).await;
                match games.with_game(&id, async |_| Ok(())).await {
                    Err(GameError::Elsewhere(_)) => {
                        let slot = games.slot_if_there(&id);
                        let followers = slot.map(|slot| slot.followers.followers_here());
                        return games.0.ownership.followers_changed(&id, followers.unwrap_or_default());
                    }
                    Err(error) if error.is_temporary() => {}
                    _ => return,
                }
            }
        });
    }

    /// Removes an empty slot; false if a request is about to use it.
    pub(crate) fn forget(&self, id: &str, slot: &Arc<Slot>) -> bool {
        let mut slots = self.slots();
        // Two references, ours and the map's: no other request is about to use it.
        let forgotten =
            Arc::strong_count(slot) <= 2 && slots.get(id).is_some_and(|other| Arc::ptr_eq(other, slot));
        if forgotten {
            slots.remove(id);
        }
        forgotten
    }

    /// Puts a new game into memory.
    pub(crate) fn place(&self, mut game: ActiveGame) {
        self.queue(&mut game);
        let id = Arc::clone(&game.id);
        self.slots().insert(id, Arc::new(Slot::new(Some(game))));
    }

    /// The number of games in memory, by state.
    pub fn count_games(&self) -> [(&'static str, i64); 5] {
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
                // A request uses it, or it is being loaded.
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

    /// Unloads games without followers, and updates the rows of live games.
    pub(crate) async fn sweep(&self) {
        let now = self.now();
        let mut slots: Vec<(Arc<str>, Arc<Slot>)> =
            self.slots().iter().map(|(id, slot)| (Arc::clone(id), Arc::clone(slot))).collect();
        // In a stable order, so that simulations can be repeated.
        slots.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (mut written, mut released) = (tokio::task::JoinSet::new(), Vec::new());
        for (id, slot) in slots {
            let Ok(mut inside) = slot.inside.try_lock() else { continue };
            if inside.look_around(now) {
                self.notify_presence(&inside);
            }
            let idle = inside.is_idle();
            let row =
                inside.game.as_mut().and_then(|game| Some((row_to_write(game, idle)?, game.fence.clone())));
            if let Some((row, fence)) = row {
                drop(inside);
                written.spawn(self.clone().write_row(row, fence, slot));
            } else if idle {
                let release_games = inside.game.as_mut().and_then(|game| {
                    self.unqueue(game);
                    let over = matches!(game.contest.stage(), Stage::Over(_));
                    Some(Released { game: id.to_string(), fence: game.fence.clone()?, over })
                });
                drop(inside);
                if self.forget(&id, &slot) {
                    released.extend(release_games);
                }
            }
        }
        while written.join_next().await.is_some() {}
        self.0.ownership.release(&released).await;
    }

    async fn write_row(self, row: GameRow, fence: Option<Fence>, slot: Arc<Slot>) {
        let (game, seq) = (row.id.clone(), row.seq);
        let only_row = Append { game, row: Some(row), fence, ..Append::default() };
        if self.0.log.append(only_row).await.is_err() {
            // The writer has logged it, and the row will be written another time.
            if let Some(game) = &mut slot.inside.lock().await.game
                && game.contest.seq() == seq
            {
                game.stored = RowFreshness::Behind;
            }
        }
    }

    /// Replaces outdated rows of live games by current ones.
    pub(crate) async fn up_to_date(&self, rows: &mut [GameRow]) {
        let is_behind = |row: &GameRow| row.live && row.stage == ludoteca_store::Stage::Playing;
        let behind: Vec<String> =
            rows.iter().filter(|row| is_behind(row)).map(|row| row.id.clone()).collect();
        let now = self.0.ownership.rows(&behind).await;
        for row in rows.iter_mut().filter(|row| is_behind(row)) {
            if let Some(own) = self.row_here(&row.id).await {
                *row = own;
            } else if let Some(other) = now.iter().find(|other| other.id == row.id && other.seq >= row.seq) {
                row.clone_from(other);
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.changed));
    }

    /// The row of a game that is in memory here.
    pub(crate) async fn row_here(&self, id: &str) -> Option<GameRow> {
        let slot = self.slot_if_there(id)?;
        let inside = slot.inside.lock().await;
        Some(inside.game.as_ref()?.row(RowFreshness::NowAndDeadline))
    }

    /// TB-7: after a downtime of the server, a live game resumes when its players are back; so does a
    /// correspondence game whose time would have run out meanwhile.
    async fn resume(&self, inside: &mut SlotState, away_since: Option<Millis>) -> Result<(), GameError> {
        let now = self.now();
        let game = inside.game_mut()?;
        let last = game.contest.last_at();
        let ran_out = game.contest.next_deadline().is_some_and(|deadline| deadline.at <= self.0.state.begun)
            || away_since.is_some()
                && game.contest.next_deadline().is_some_and(|deadline| deadline.at <= now);
        let concerned = game.is_live() || ran_out;
        let was_away = last < self.0.state.begun || away_since.is_some();
        if !concerned || game.contest.stage() != Stage::Playing || !was_away {
            return Ok(());
        }
        let left = away_since.or(self.0.state.alive).unwrap_or(last).max(last);
        let away = now.saturating_sub(left);
        let decided = game.act(&Originator::System, Action::Resume { away }, now)?;
        self.commit(inside, decided).await.map(|_| ())
    }

    /// Stores a decision, then sends it to everyone.
    pub(crate) async fn commit(
        &self,
        inside: &mut SlotState,
        decided: PendingCommit,
    ) -> Result<Vec<EventView>, GameError> {
        let PendingCommit { append, events } = decided;
        if let Err(error) = self.0.ownership.append(&self.0.log, append).await {
            // It is unknown how much of it was stored, so the game must be read again.
            if let Some(mut game) = inside.game.take() {
                self.unqueue(&mut game);
                self.reload_soon(game.id.to_string());
            }
            return Err(match error {
                LogError::Conflict => GameError::Moved,
                error => not_stored(&error),
            });
        }
        self.0.webhooks.wake();
        let game = inside.game_mut()?;
        self.queue(game);
        let (id, seq) = (game.id.to_string(), game.contest.seq());
        if let Stage::Over(ending) = game.contest.stage() {
            let (result, how) = (game.contest.result_text(), ending.termination.words());
            tracing::info!(game = &*game.id, result, how, "a game has ended");
            self.0.state.ended.notify_waiters();
        }
        self.notify_events(inside, &id, seq, &events);
        self.after(inside);
        Ok(events)
    }

    /// The events of a game after a number.
    pub(crate) async fn events_since(&self, id: &str, since: u64) -> Result<Vec<EventView>, Unavailable> {
        let stored = self.0.store.events(id, since).await.map_err(not_read)?;
        Ok(stored.iter().filter_map(view).collect())
    }

    /// Applies the consequences of time to a game.
    pub(crate) async fn tick(&self, inside: &mut SlotState, now: Millis) -> Result<(), GameError> {
        self.tick_with_lag(inside, now, None).await
    }

    /// The same before a move that was in transit for this time.
    pub(crate) async fn tick_with_lag(
        &self,
        inside: &mut SlotState,
        now: Millis,
        lag: Option<Millis>,
    ) -> Result<(), GameError> {
        match inside.game_mut()?.tick(now, lag) {
            Some(decided) => {
                self.0.counters.deadlines.inc();
                self.commit(inside, decided).await.map(|_| ())
            }
            None => Ok(()),
        }
    }
}
