//! What time and events make the games do: computers, premoves, resuming games, and recording that the server
//! is alive.

use super::{Games, slot::SlotState};
use std::{sync::atomic::Ordering, time::Duration};

/// Where the store keeps when the server was last known to be alive.
pub(crate) const ALIVE: &str = "alive";
/// How often that is stored while no game is in memory, in milliseconds.
const IDLE: u64 = 60_000;
/// The pause after a failed attempt to resume games.
const RETRY: Duration = Duration::from_secs(1);

impl Games {
    /// Records that the server is alive. Not before all live games have been resumed: the others would be
    /// charged for the time before.
    pub(crate) async fn note_alive(&self) {
        if self.0.cluster.is_some() {
            // Leases record that.
            return;
        }
        let (now, noted) = (self.now(), self.0.state.noted.load(Ordering::Relaxed));
        let due = self.games_in_memory() > 0 || now.saturating_sub(noted) >= IDLE;
        if !due || !self.0.state.woken.load(Ordering::Relaxed) {
            return;
        }
        match self.0.store.set_fact(ALIVE, &now.to_string()).await {
            Ok(()) => self.0.state.noted.store(now, Ordering::Relaxed),
            Err(error) => tracing::error!("the server cannot record that it is alive: {error}"),
        }
    }

    /// Records when the server stopped, so that no player is charged for the time until it is back.
    pub(crate) async fn note_stop(&self) {
        if self.0.cluster.is_none()
            && self.0.state.woken.load(Ordering::Relaxed)
            && let Err(error) = self.0.store.set_fact(ALIVE, &self.now().to_string()).await
        {
            tracing::error!("the server cannot record when it stopped: {error}");
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
        let (games, id) = (self.clone(), game.id.to_string());
        tokio::spawn(async move {
            let _ = games
                .with_game(&id, async |inside| {
                    games.follow_plans(inside).await;
                    Ok(())
                })
                .await;
        });
    }
}

/// Resumes the live games of the previous server at once: their players may be waiting, and computers have to
/// move.
pub(crate) async fn wake(games: Games) {
    if games.0.cluster.is_some() {
        // In a cluster, games without an owner are looked for all the time.
        return games.0.state.woken.store(true, Ordering::Relaxed);
    }
    let mut asleep = loop {
        match games.0.store.live_games().await {
            Ok(rows) => break rows,
            Err(error) => tracing::error!("live games cannot be read: {error}"),
        }
        tokio::time::sleep(RETRY).await;
    };
    loop {
        let mut not_now = Vec::new();
        for row in asleep {
            let woken = games
                .with_game(&row.id, async |inside| {
                    games.after(inside);
                    Ok(())
                })
                .await;
            if let Err(error) = woken {
                tracing::warn!(game = row.id, "the game could not be resumed: {error}");
                // A full disk may recover; a damaged log stays damaged.
                if error.is_temporary() {
                    not_now.push(row);
                }
            }
        }
        if not_now.is_empty() {
            break;
        }
        asleep = not_now;
        tokio::time::sleep(RETRY).await;
    }
    games.0.state.woken.store(true, Ordering::Relaxed);
}
