//! Vacations (TB-11): days of vacation, during which a person's correspondence games wait. The contest
//! decides the effect on a game; this module keeps a person's days, which span games.

use super::{
    Environment, Games, Identity,
    active::{Holder, Originator},
    environment::Millis,
    error::{GameError, VacationError, not_read},
    ownership::Operation,
    slot::SlotState,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Action, SeatNumber, Stage};
use ludoteca_protocol::{VacationRequest, VacationView};
use ludoteca_store::{Person, Store};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const DAY: Millis = 24 * 60 * 60 * 1000;
const YEAR: Millis = 365 * DAY;
/// Days of vacation per person and year.
const DAYS: u64 = 30;

/// The last vacation of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Vacation {
    from: Millis,
    until: Millis,
    /// The person's year in which it began.
    year: u64,
    /// The days of earlier vacations in the same year.
    used: u64,
}

impl Vacation {
    fn of(person: &Person) -> Vacation {
        person.vacation.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// Its length in days, rounded up.
    fn days(&self) -> u64 {
        self.until.saturating_sub(self.from).div_ceil(DAY)
    }

    fn lasts(&self, now: Millis) -> bool {
        self.until > now
    }

    /// The days used in a year.
    fn used_in(&self, year: u64) -> u64 {
        if self.year == year { self.used + self.days() } else { 0 }
    }

    /// Applies a requested change.
    fn changed(self, request: Option<Millis>, now: Millis, year: u64) -> Result<Vacation, VacationError> {
        let Some(until) = request else {
            return Ok(if self.lasts(now) { Vacation { until: now, ..self } } else { self });
        };
        if until <= now {
            return Err(VacationError::Past);
        }
        let new = match self.lasts(now) {
            true => Vacation { until, ..self },
            false => Vacation { from: now, until, year, used: self.used_in(year) },
        };
        if new.used + new.days() > DAYS {
            return Err(VacationError::TooLong { days: new.days(), left: DAYS.saturating_sub(new.used) });
        }
        Ok(new)
    }

    fn view(&self, now: Millis, year: u64) -> VacationView {
        VacationView {
            until: Some(self.until).filter(|until| *until > now),
            days_left: DAYS.saturating_sub(self.used_in(year)),
            days_a_year: DAYS,
        }
    }
}

/// The person's own year, which begins on the day they joined.
fn year(person: &Person, now: Millis) -> u64 {
    now.saturating_sub(person.created.unsigned_abs()) / YEAR
}

#[derive(Clone, Debug)]
pub struct Vacations {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    pub(crate) games: Games,
}

impl Vacations {
    async fn person(&self, id: &str) -> Result<Person, VacationError> {
        let found = self.store.person(id).await.map_err(not_read)?;
        found.ok_or(VacationError::UnknownUser)
    }

    pub async fn show(&self, who: &Identity) -> Result<VacationView, VacationError> {
        let (person, now) = (self.person(&who.id).await?, self.environment.now());
        Ok(Vacation::of(&person).view(now, year(&person, now)))
    }

    /// Starts, changes or ends a vacation, and makes all correspondence games wait for it.
    pub async fn change(&self, who: &Identity, request: VacationRequest) -> Result<VacationView, GameError> {
        let (person, now) = (self.person(&who.id).await?, self.environment.now());
        let (old, year) = (Vacation::of(&person), year(&person, now));
        let new = old.changed(request.until, now, year)?;
        if new != old {
            let text = serde_json::to_string(&new).unwrap_or_default();
            let changed = self.store.change_vacation(&who.id, person.vacation.as_deref(), Some(&text)).await;
            if !changed.map_err(not_read)? {
                return Err(VacationError::Changed.into());
            }
        }
        // A game that misses the change now gets it when it is next loaded.
        let games = self.store.games_of(&who.id, u32::MAX).await.map_err(not_read)?;
        for row in games.iter().filter(|row| !row.live && row.stage != ludoteca_store::Stage::Over) {
            self.games.apply_vacations(&row.id).await?;
        }
        Ok(new.view(now, year))
    }
}

impl Games {
    /// Informs a game, wherever its owner is, of its players' vacations.
    async fn apply_vacations(&self, id: &str) -> Result<(), GameError> {
        self.at_owner(id, || Operation::KeepVacations, || self.keep_vacations_here(id)).await
    }

    pub(super) async fn keep_vacations_here(&self, id: &str) -> Result<(), GameError> {
        self.with_game(id, async |inside| self.keep_vacations(inside).await).await
    }

    /// Informs a correspondence game of its players' vacations. Since this happens whenever a game is loaded,
    /// before its deadline counts, a crash cannot lose a vacation.
    pub(crate) async fn keep_vacations(&self, inside: &mut SlotState) -> Result<(), GameError> {
        let game = inside.game()?;
        if game.is_live() || matches!(game.contest.stage(), Stage::Over(_)) {
            return Ok(());
        }
        let users: Vec<(Seat, String)> = Seat::all(game.contest.game().seats())
            .zip(&game.holders)
            .filter_map(|(seat, holder)| match holder {
                Holder::User(user) if game.contest.is_in(seat) => Some((seat, user.id.clone())),
                _ => None,
            })
            .collect();
        for (seat, person) in users {
            let found = self.0.store.person(&person).await.map_err(not_read)?;
            let Some(vacation) = found.as_ref().map(Vacation::of) else { continue };
            let game = inside.game_mut()?;
            let known = game.contest.vacation(seat);
            // A vacation that ended before the game's last event does not affect it.
            if known == vacation.until || known.max(vacation.until) <= game.contest.last_at() {
                continue;
            }
            let (now, Vacation { from, until, .. }) = (self.now(), vacation);
            let action = Action::Vacation { seat: SeatNumber(seat), from, until };
            match game.act(&Originator::System, action, now) {
                Ok(decided) => {
                    self.commit(inside, decided).await?;
                    self.notify_presence(inside);
                }
                // A player's time was up before the vacation began.
                Err(_) => self.tick(inside, now).await?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tb_11_thirty_days_a_year_begun_days_count_whole() {
        let first = Vacation::default().changed(Some(10 * DAY), DAY / 2, 0).unwrap();
        assert_eq!(
            first.view(DAY, 0),
            VacationView { until: Some(10 * DAY), days_left: 20, days_a_year: 30 }
        );
        let back = first.changed(None, 3 * DAY, 0).unwrap();
        assert_eq!(back.view(3 * DAY, 0), VacationView { until: None, days_left: 27, days_a_year: 30 });
        assert_eq!(back.changed(None, 4 * DAY, 0).unwrap(), back, "nothing to end");
        assert!(back.changed(Some(4 * DAY), 4 * DAY, 0).is_err(), "not in the past");
        assert!(back.changed(Some(31 * DAY), 4 * DAY, 0).is_ok());
        let refused = back.changed(Some(31 * DAY + 1), 4 * DAY, 0).unwrap_err();
        assert_eq!(refused, VacationError::TooLong { days: 28, left: 27 });
        let longer = first.changed(Some(30 * DAY), 5 * DAY, 0).unwrap();
        assert_eq!((longer.from, longer.view(6 * DAY, 0).days_left), (DAY / 2, 0));
        assert_eq!(longer.view(400 * DAY, 1).days_left, 30, "a new year");
        assert_eq!(longer.changed(Some(401 * DAY), 400 * DAY, 1).unwrap().used, 0);
    }
}
