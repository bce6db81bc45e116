//! What follows an event: notices, moves of computers, premoves.

use super::{Games, slot::SlotState};

impl Games {
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
