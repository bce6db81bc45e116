//! What happens without anybody asking: deadlines, computers, what was prepared, games that leave memory, and
//! the note that the server is alive.

use super::{
    ALIVE, Hub,
    accounts::{GUEST_WITH_GAMES, REMEMBERED},
    active::time,
    slot::SlotState,
};
use std::{sync::atomic::Ordering, time::Duration};

/// How often deadlines are looked up.
const DEADLINES: Duration = Duration::from_millis(200);
/// How often the server notes that it is alive; so much may be charged to nobody after it was killed.
const ALIVE_EVERY: Duration = Duration::from_secs(1);
/// How often it notes so while there are no games in memory, in milliseconds.
const IDLE: u64 = 60_000;
const REMINDERS: Duration = Duration::from_secs(30);
const PAIRING: Duration = Duration::from_secs(1);
const SWEEP: Duration = Duration::from_secs(5);
/// How often unused guests are looked for, and how many are removed then.
const GUESTS: Duration = Duration::from_secs(60);
const GUESTS_AT_ONCE: u32 = 500;

impl Hub {
    pub(crate) fn start_scheduler(&self) {
        let tasks = [
            tokio::spawn(every(DEADLINES, self.clone(), async |hub| hub.keep_deadlines().await)),
            tokio::spawn(every(REMINDERS, self.clone(), async |hub| hub.send_reminders().await)),
            tokio::spawn(every(ALIVE_EVERY, self.clone(), async |hub| hub.note_alive().await)),
            tokio::spawn(every(PAIRING, self.clone(), async |hub| hub.pair_waiting().await)),
            tokio::spawn(every(SWEEP, self.clone(), async |hub| {
                hub.sweep().await;
                hub.sweep_lobby().await;
            })),
            tokio::spawn(every(GUESTS, self.clone(), async |hub| hub.sweep_people().await)),
            tokio::spawn(wake(self.clone())),
        ];
        self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(tasks);
    }

    /// Removes unused guests, and networks in which owners have not been for long.
    pub(crate) async fn sweep_people(&self) {
        let (now, store) = (time(self.now()), &self.0.store);
        match store.sweep_guests(now, now - GUEST_WITH_GAMES, GUESTS_AT_ONCE).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(ended, "unused guests were removed"),
            Err(error) => tracing::warn!("unused guests could not be removed: {error}"),
        }
        if let Err(error) = store.forget_networks(now - REMEMBERED).await {
            tracing::warn!("old networks of owners could not be forgotten: {error}");
        }
    }

    /// Not before all live games were taken up: a game that was not would be charged for the time before.
    async fn note_alive(&self) {
        if self.0.cluster.is_some() {
            // The leases say it.
            return;
        }
        let (now, noted) = (self.now(), self.0.noted.load(Ordering::Relaxed));
        let due = self.games_in_memory() > 0 || now.saturating_sub(noted) >= IDLE;
        if !due || !self.0.woken.load(Ordering::Relaxed) {
            return;
        }
        match self.0.store.set_fact(ALIVE, &now.to_string()).await {
            Ok(()) => self.0.noted.store(now, Ordering::Relaxed),
            Err(error) => tracing::error!("the server cannot note that it is alive: {error}"),
        }
    }

    /// After something was stored: whoever is to move is told, computers think, what was prepared is played.
    pub(crate) fn after(&self, inside: &mut SlotState) {
        self.notify_players(inside);
        self.let_computers(inside);
        self.let_plans(inside);
    }

    /// What was prepared is played by a task of its own: whoever moved need not wait for it.
    fn let_plans(&self, inside: &SlotState) {
        let Ok(game) = inside.game() else { return };
        let Some(seat) = game.contest.to_act() else { return };
        if !game.planned.get(seat.index()).copied().unwrap_or(false) {
            return;
        }
        let (hub, id) = (self.clone(), game.id.to_string());
        tokio::spawn(async move {
            let _ = hub
                .with_game(&id, async |inside| {
                    hub.follow_plans(inside).await;
                    Ok(())
                })
                .await;
        });
    }

    /// Closes all sockets: their clients come again when the server is back.
    pub fn say_goodbye(&self) {
        self.0.stopping.send_replace(true);
    }

    /// Stops: nothing new is begun, what is being written is written, and the time is noted.
    pub async fn close(&self) {
        self.say_goodbye();
        if self.0.cluster.is_none()
            && self.0.woken.load(Ordering::Relaxed)
            && let Err(error) = self.0.store.set_fact(ALIVE, &self.now().to_string()).await
        {
            tracing::error!("the server cannot note when it stopped: {error}");
        }
        // Not needed, as events say it all; but whoever reads the database of a stopped server sees it.
        self.sweep().await;
        self.hand_over_games().await;
        let tasks =
            std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        // The first one is the writer: it ends by itself when nobody can write any more.
        for task in tasks.into_iter().skip(1) {
            task.abort();
        }
        self.0.store.close().await;
    }
}

/// Live games of the server before this one go on now, not only when somebody asks for them: their players
/// may be waiting, and computers have to move.
async fn wake(hub: Hub) {
    if hub.0.cluster.is_some() {
        // Those without an owner are looked for all the time.
        return hub.0.woken.store(true, Ordering::Relaxed);
    }
    let mut asleep = loop {
        match hub.0.store.live_games().await {
            Ok(rows) => break rows,
            Err(error) => tracing::error!("live games cannot be read: {error}"),
        }
        tokio::time::sleep(ALIVE_EVERY).await;
    };
    loop {
        let mut not_now = Vec::new();
        for row in asleep {
            let woken = hub
                .with_game(&row.id, async |inside| {
                    hub.after(inside);
                    Ok(())
                })
                .await;
            if let Err(problem) = woken {
                tracing::warn!(game = row.id, "the game could not be taken up: {}", problem.detail);
                // What the disk does not do now it may do later; a damaged log stays damaged.
                if problem.status == 503 {
                    not_now.push(row);
                }
            }
        }
        if not_now.is_empty() {
            break;
        }
        asleep = not_now;
        tokio::time::sleep(ALIVE_EVERY).await;
    }
    hub.0.woken.store(true, Ordering::Relaxed);
}

async fn every(pause: Duration, hub: Hub, work: impl AsyncFn(&Hub)) {
    // Not at once: those who were here before a restart come back first.
    let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        work(&hub).await;
    }
}
