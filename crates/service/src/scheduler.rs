//! Background tasks: deadlines, computers, premoves, unloading games.

use super::{
    Hub,
    accounts::{GUEST_WITH_GAMES, REMEMBERED},
    active::time,
    slot::SlotState,
};
use std::time::Duration;

/// Interval of deadline checks.
const DEADLINES: Duration = Duration::from_millis(200);
const REMINDERS: Duration = Duration::from_secs(30);
const PAIRING: Duration = Duration::from_secs(1);
const SWEEP: Duration = Duration::from_secs(5);
/// Interval of the removal of unused guests.
const GUESTS: Duration = Duration::from_secs(60);
const GUESTS_AT_ONCE: u32 = 500;

impl Hub {
    pub(crate) fn start_scheduler(&self) {
        let tasks = [
            tokio::spawn(every(DEADLINES, self.clone(), async |hub| hub.keep_deadlines().await)),
            tokio::spawn(every(REMINDERS, self.clone(), async |hub| hub.send_reminders().await)),
            tokio::spawn(every(PAIRING, self.clone(), async |hub| hub.pair_waiting().await)),
            tokio::spawn(every(SWEEP, self.clone(), async |hub| {
                hub.sweep().await;
                hub.sweep_lobby().await;
            })),
            tokio::spawn(every(GUESTS, self.clone(), async |hub| hub.sweep_people().await)),
        ];
        self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(tasks);
    }

    /// Removes unused guests, and networks that owners have not used for long.
    pub(crate) async fn sweep_people(&self) {
        let (now, store) = (time(self.now()), &self.0.store);
        match store.sweep_guests(now, now - GUEST_WITH_GAMES, GUESTS_AT_ONCE).await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(ended, "unused guests were removed"),
            Err(error) => tracing::warn!("unused guests could not be removed: {error}"),
        }
        if let Err(error) = store.forget_networks(now - REMEMBERED).await {
            tracing::warn!("old networks of owners could not be removed: {error}");
        }
    }

    /// After events were stored: notifies the player to move, starts computers, plays premoves.
    pub(crate) fn after(&self, inside: &mut SlotState) {
        self.notify_players(inside);
        self.let_computers(inside);
        self.let_plans(inside);
    }

    /// Plays premoves in a task of their own, so that the request that moved need not wait.
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

    /// Closes all sockets; the clients reconnect when the server is back.
    pub fn say_goodbye(&self) {
        self.0.stopping.send_replace(true);
    }

    /// Shuts down: accepts nothing new, completes pending writes, and records the time.
    pub async fn close(&self) {
        self.say_goodbye();
        // Not needed, since the events contain everything; but it brings the database up to date for its
        // readers.
        self.sweep().await;
        self.hand_over_games().await;
        let tasks =
            std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        // The first task is the writer: it ends by itself when all its senders are gone.
        for task in tasks.into_iter().skip(1) {
            task.abort();
        }
        self.0.store.close().await;
    }
}

async fn every(pause: Duration, hub: Hub, work: impl AsyncFn(&Hub)) {
    // Not at once: give clients time to reconnect after a restart.
    let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        work(&hub).await;
    }
}
