//! Notices for people who may not be looking: their turn, the end of a game, a challenge, little time left.

use super::{
    Environment, Games, Notifications,
    active::{ActiveGame, Holder, time},
    connections::Connections,
    environment::Millis,
    error::GameError,
    ownership::Ownership,
    slot::SlotState,
};
use ludoteca_contest::{Event, EventKind, Stage};
use ludoteca_protocol::{FromServer, UserView};
use ludoteca_store::{GameRow, NoticeRow, Store, StoreError, Time};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

const HOUR: Time = 60 * 60 * 1000;
/// The first reminder comes when half of the time is left, but at most this.
const FIRST: Time = 24 * HOUR;
/// The second when an eighth is left, but at most this.
const SECOND: Time = 3 * HOUR;
/// The number of games per batch.
const PAGE: u32 = 500;

/// The notice for the player to move.
pub(crate) const MY_TURN: &str = "my-turn";

impl ActiveGame {
    /// The notices that events cause, to be stored with the events.
    pub(crate) fn notices(&self, events: &[Event], at: Millis) -> Vec<NoticeRow> {
        let Some(mark) = events.last().map(|event| event.seq) else { return Vec::new() };
        let mut notices = Vec::new();
        let mut tell = |person: &str, notice: &str| {
            notices.push(NoticeRow {
                person: person.to_owned(),
                notice: notice.to_owned(),
                game: self.id.to_string(),
                kind: self.contest.game().game().info().id.to_owned(),
                mark,
                at: time(at),
            });
        };
        let user = |holder: &'_ Holder| match holder {
            Holder::User(user) => Some(user.id.clone()),
            _ => None,
        };
        for event in events {
            let holders = || self.holders.iter().filter_map(user);
            match event.kind {
                EventKind::Created { .. } => {
                    let notice = if self.made.previous.is_some() { "rematch" } else { "challenge" };
                    self.made.invited.iter().flatten().for_each(|person| tell(person, notice));
                }
                EventKind::Started => holders().for_each(|person| tell(&person, "game-start")),
                EventKind::Ended { .. } => holders().for_each(|person| tell(&person, "game-end")),
                _ => {}
            }
        }
        let play = self.contest.game();
        let is_new = self.notified_plies != Some(play.steps()) && !play.is_mid_turn();
        if let (true, Stage::Playing, Some(seat)) = (is_new, self.contest.stage(), self.contest.to_act())
            && let Some(person) = user(&self.holders[seat.index()])
        {
            tell(&person, MY_TURN);
        }
        notices
    }
}

impl Games {
    /// Sends a notice to all connections of a person. If there are none, pushes it, unless it only matters to
    /// people who are connected.
    pub(crate) fn notify(&self, person: &str, notice: &str, game: &ActiveGame) {
        let from =
            ["challenge", "rematch"].contains(&notice).then(|| game.user(&game.made.by).cloned()).flatten();
        let is_connected = send(&self.0.connections, person, notice, &game.id, from);
        let matters = match notice {
            MY_TURN => !game.is_live(),
            "challenge" | "game-end" => true,
            _ => false,
        };
        if !is_connected && matters {
            self.0.notifications.push(person, notice, &game.id, game.contest.game().game().info().id);
        }
    }

    /// Notifies the player to move, once for each turn, or all players when the game has ended.
    pub(crate) fn notify_players(&self, inside: &mut SlotState) {
        let Ok(game) = inside.game_mut() else { return };
        let user = |holder: &Holder| match holder {
            Holder::User(user) => Some(user.id.clone()),
            _ => None,
        };
        match (game.contest.stage(), game.contest.to_act()) {
            (Stage::Playing, Some(seat)) => {
                let plies = Some(game.contest.game().steps());
                if game.notified_plies == plies {
                    return;
                }
                game.notified_plies = plies;
                if !game.contest.game().is_mid_turn()
                    && let Some(person) = user(&game.holders[seat.index()])
                {
                    self.notify(&person, MY_TURN, game);
                }
            }
            (Stage::Over(_), _) => {
                let people = game.holders.iter().filter_map(user);
                people.for_each(|person| self.notify(&person, "game-end", game));
            }
            _ => {}
        }
    }

    /// Notifies people who wait for a game that it has started.
    pub(crate) async fn announce_start(&self, id: &str, people: &[UserView]) -> Result<(), GameError> {
        self.with_game(id, async |inside| {
            self.keep_vacations(inside).await?;
            let game = inside.game()?;
            people.iter().for_each(|user| self.notify(&user.id, "game-start", game));
            Ok(())
        })
        .await
    }
}

/// Reminds people who run low on time in correspondence games.
#[derive(Clone, Debug)]
pub struct Reminders {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    pub(crate) connections: Connections,
    pub(crate) notifications: Notifications,
    pub(crate) ownership: Arc<dyn Ownership>,
    /// A cache of the reminders already sent: for each game its deadline and the last step. The store has all
    /// of them; this saves repeated queries.
    pub(crate) sent: Arc<Mutex<HashMap<String, (Time, u8)>>>,
}

impl Reminders {
    /// Sends the reminders that are due, once for each step of each turn. A background task calls it twice a
    /// minute.
    pub async fn send_due(&self) {
        if !self.ownership.has_duty("reminders").await {
            return;
        }
        if let Err(error) = self.remind_all().await {
            tracing::error!("reminders cannot be sent: {error}");
        }
    }

    async fn remind_all(&self) -> Result<(), StoreError> {
        let now = time(self.environment.now());
        let mut after = (now, String::new());
        let mut known = HashMap::new();
        loop {
            let page = self.store.due((after.0, &after.1), now + FIRST, PAGE).await?;
            for row in page.iter().filter(|row| !row.live) {
                self.remind(row, now, &mut known).await?;
            }
            match page.last() {
                Some(row) if page.len() == PAGE as usize => {
                    after = (row.deadline.unwrap_or(after.0), row.id.clone());
                }
                _ => break,
            }
        }
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    async fn remind(
        &self,
        row: &GameRow,
        now: Time,
        known: &mut HashMap<String, (Time, u8)>,
    ) -> Result<(), StoreError> {
        let (Some(person), Some(deadline)) = (&row.to_act, row.deadline) else { return Ok(()) };
        let Some(step) = step(row.changed, deadline, now) else { return Ok(()) };
        known.insert(row.id.clone(), (deadline, step));
        let before = self.sent.lock().unwrap_or_else(PoisonError::into_inner).get(&row.id).copied();
        if before == Some((deadline, step)) {
            return Ok(());
        }
        // Store it first: a reminder that is lost is better than one that comes twice.
        let notice = NoticeRow {
            person: person.clone(),
            notice: "reminder".to_owned(),
            game: row.id.clone(),
            kind: row.kind.clone(),
            mark: deadline.unsigned_abs() + u64::from(step),
            at: now,
        };
        if self.store.note_reminder(&notice, deadline, step).await?
            && !send(&self.connections, person, "reminder", &row.id, None)
        {
            self.notifications.push(person, "reminder", &row.id, &row.kind);
        }
        Ok(())
    }
}

/// Sends a notice to all connections of a person; returns whether there are any.
fn send(connections: &Connections, person: &str, notice: &str, game: &str, from: Option<UserView>) -> bool {
    let notice = FromServer::Notice { notice: notice.to_owned(), game: game.to_owned(), from };
    connections.notify_person(person, &notice)
}

/// The reminder that is due: 1, then 2.
fn step(changed: Time, deadline: Time, now: Time) -> Option<u8> {
    let (given, left) = (deadline - changed, deadline - now);
    if left <= (given / 8).min(SECOND) { Some(2) } else { (left <= (given / 2).min(FIRST)).then_some(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_come_a_day_and_three_hours_before_or_sooner_for_short_turns() {
        let days = |now| step(0, 72 * HOUR, now);
        assert_eq!(days(48 * HOUR - 1), None);
        assert_eq!(days(48 * HOUR), Some(1));
        assert_eq!(days(69 * HOUR - 1), Some(1));
        assert_eq!(days(69 * HOUR), Some(2));
        let short = |now| step(0, 8 * HOUR, now);
        assert_eq!((short(4 * HOUR - 1), short(4 * HOUR)), (None, Some(1)));
        assert_eq!((short(7 * HOUR - 1), short(7 * HOUR)), (Some(1), Some(2)));
    }
}
