//! Invariants of every game in a world, checked against the store, the server's responses and the devices'
//! notes.

use super::{
    notes::{Confirmed, Noted, plain},
    world::{Shift, World},
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{Contest, Event, EventKind, Now, Stage};
use ludoteca_store::{Events, StoredEvent};
use serde_json::{Value, json};

/// TB-7: the most that is credited for the network in a turn and in a game, and how long clocks wait for
/// players after a downtime.
const LAG_IN_A_TURN: u64 = 1000;
const LAG_IN_A_GAME: u64 = 10_000;
const RETURN: u64 = 20_000;

/// A game as it is stored.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) id: String,
    rows: Vec<StoredEvent>,
    events: Vec<Event>,
    /// The holder of each seat.
    holders: Vec<Option<String>>,
    contest: Contest,
}

impl Stored {
    /// Numbers without a gap, times that do not go back, and events that can be replayed.
    pub(crate) async fn read(world: &World, id: &str) -> Stored {
        let rows = world.data().events(id, 0).await.unwrap();
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(row.seq, index as u64 + 1, "{id}: a number is missing");
        }
        assert!(rows.is_sorted_by_key(|row| row.at), "{id}: time goes back");
        let events: Vec<Event> = rows.iter().map(|row| serde_json::from_str(&row.data).unwrap()).collect();
        let contest = Contest::replay(&events).unwrap_or_else(|error| panic!("{id}: {error}"));
        let mut holders = vec![None; usize::from(contest.game().seats())];
        for (event, row) in events.iter().zip(&rows) {
            if let EventKind::Joined { seat, .. } = event.kind {
                let about: Value = serde_json::from_str(row.about.as_deref().unwrap()).unwrap();
                holders[seat.0.index()] = about["user"]["id"].as_str().map(str::to_owned);
            }
        }
        Stored { id: id.to_owned(), rows, events, holders, contest }
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.contest.stage(), Stage::Over(_))
    }

    pub(crate) fn ending(&self) -> Option<&'static str> {
        match self.contest.stage() {
            Stage::Over(ending) => Some(ending.termination.words()),
            _ => None,
        }
    }

    pub(crate) fn digest(&self) -> String {
        self.rows.iter().map(|row| format!("{} {} {}\n", self.id, row.at, row.data)).collect()
    }

    fn seat_of(&self, person: &str) -> Option<Seat> {
        let index = self.holders.iter().position(|holder| holder.as_deref() == Some(person))?;
        Seat::new(index as u8)
    }

    /// The server's view at this time agrees with the log.
    pub(crate) fn is_shown(&self, view: &Value, now: u64) {
        let (contest, play) = (&self.contest, self.contest.game());
        let moves: Vec<String> = play.played().into_iter().map(|(_, text)| text).collect();
        let left: Option<Vec<u64>> = Seat::all(play.seats())
            .map(|seat| contest.reading(seat, Now::at(now)).map(|reading| reading.left))
            .collect();
        for (field, expected) in [
            ("seq", json!(self.rows.len())),
            ("position", json!(play.position())),
            ("moves", json!(moves)),
            ("to_act", json!(contest.to_act().map(Seat::index))),
            ("termination", json!(self.ending())),
            ("result", json!(self.is_over().then(|| contest.result_text()))),
        ] {
            assert_eq!(view[field], expected, "{}: {field}", self.id);
        }
        assert_eq!(view["clocks"].get("left_ms").cloned().unwrap_or_default(), json!(left), "{}", self.id);
        let shown: Vec<Event> = view["events"].as_array().unwrap().iter().cloned().map(plain).collect();
        assert_eq!(shown, self.events, "{}", self.id);
    }

    /// What a device received is a prefix of the game.
    pub(crate) fn was_held(&self, device: &str, held: &[Event]) {
        assert!(held.len() <= self.events.len(), "{device}: {} received more than there is", self.id);
        for (held, event) in held.iter().zip(&self.events) {
            assert_eq!(held, event, "{device}: {} received something else", self.id);
        }
    }

    /// Every action of a seat was requested by its holder.
    pub(crate) fn no_action_for_another_seat_was_accepted(&self) {
        for (event, row) in self.events.iter().zip(&self.rows) {
            let own = match &event.kind {
                EventKind::Moved { seat, .. }
                | EventKind::Offered { seat, .. }
                | EventKind::Answered { seat, .. }
                | EventKind::TimeGiven { seat, .. } => seat.0,
                EventKind::Left { seat, how, .. } if how.0.word() == "resigns" => seat.0,
                _ => continue,
            };
            assert_eq!(row.actor, self.holders[own.index()], "{}: {event:?}", self.id);
        }
    }

    /// TB-7, by times alone: no player pays for a downtime, and the network is credited as far as the rules
    /// permit.
    pub(crate) fn charged_fairly(&self, shifts: &[Shift]) {
        let terms = self.contest.terms();
        let Some(clock) = terms.clock else { return };
        let live = !clock.is_correspondence();
        let shift_at = |at: u64| shifts.iter().rposition(|shift| shift.begun <= at).unwrap();
        // Since when the clock of the seat to act runs, and during which shift of the server that event was
        // stored.
        let mut runs: Option<(u64, usize)> = None;
        let mut lag_in_game = vec![0; self.holders.len()];
        for event in &self.events {
            let (at, shift) = (event.at, shift_at(event.at));
            let name = format!("{}: {event:?} {runs:?} {shifts:?}", self.id);
            let resumed = matches!(event.kind, EventKind::Resumed { .. });
            if let Some((since, shift_then)) = runs
                && live
                && !resumed
            {
                // Where the wall clock was set back, two shifts may overlap in a moment.
                let same = shift == shift_then || at <= shifts[shift_then].ended;
                assert!(same, "the server was away since {since}, without an event: {name}");
            }
            let elapsed = runs.map_or(0, |(since, _)| at.saturating_sub(since));
            match &event.kind {
                EventKind::Moved { seat, used, lag, .. } => {
                    assert_eq!(used + lag, elapsed, "{name}");
                    let total = &mut lag_in_game[seat.0.index()];
                    *total += lag;
                    assert!(*lag <= LAG_IN_A_TURN && *total <= LAG_IN_A_GAME, "{name}");
                    runs = Some((at, shift));
                }
                EventKind::Left { used, .. } | EventKind::TakenBack { used, .. } => {
                    assert_eq!(*used, elapsed, "{name}");
                    runs = Some((at, shift));
                }
                EventKind::Resumed { used, .. } => {
                    // In correspondence games only the last downtime counts, and only if time would have run
                    // out during it.
                    let most = runs.map_or(0, |(since, then)| {
                        let last = if live { then } else { shift - 1 };
                        shifts[last].ended.saturating_sub(since)
                    });
                    assert!(*used <= most, "{name}");
                    runs = Some((at + RETURN, shift));
                }
                EventKind::Started | EventKind::Returned => runs = Some((at, shift)),
                EventKind::Ended { .. } => runs = None,
                _ => {}
            }
        }
    }

    /// Time has ended every game that it can end.
    pub(crate) fn ended_by_time(&self) {
        let endless = self.contest.terms().clock.is_none() || self.contest.stage() == Stage::Waiting;
        assert!(self.is_over() || endless, "{}: {:?}", self.id, self.contest.next_deadline());
    }

    /// It is there once, at the number the server returned.
    fn holds(&self, confirmed: &Confirmed) -> (u64, u64) {
        let own: Vec<u64> = self
            .rows
            .iter()
            .filter(|row| row.actor.as_ref() == Some(&confirmed.person))
            .filter(|row| row.action.as_ref() == Some(&confirmed.id))
            .map(|row| row.seq)
            .collect();
        let (Some(&first), Some(&last)) = (own.first(), own.last()) else {
            panic!("{confirmed:?} was lost");
        };
        assert_eq!(last, confirmed.seq, "{confirmed:?}");
        assert!(own.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{confirmed:?} was done twice");
        let done = |wanted: fn(&EventKind) -> bool| {
            self.events[first as usize - 1..last as usize].iter().filter(|event| wanted(&event.kind)).count()
        };
        if let Some(text) = confirmed.action["move"].as_str() {
            assert_eq!(done(|kind| matches!(kind, EventKind::Moved { .. })), 1, "{confirmed:?}");
            let is_it = matches!(&self.events[first as usize - 1].kind, EventKind::Moved { text: moved, .. }
                if moved == text);
            assert!(is_it, "{confirmed:?} {:?}", self.events[first as usize - 1]);
        }
        (first, last)
    }

    /// Every confirmed action is in the log, once, and actions sent after it come after it.
    pub(crate) fn keeps_what_was_confirmed(&self, noted: &Noted) -> usize {
        let own: Vec<(&Confirmed, (u64, u64))> = noted
            .confirmed
            .iter()
            .filter(|confirmed| confirmed.game == self.id)
            .map(|confirmed| (confirmed, self.holds(confirmed)))
            .collect();
        for (before, (_, last)) in &own {
            for (after, (first, _)) in &own {
                if after.sent > before.confirmed {
                    assert!(first > last, "{after:?} came before {before:?}");
                }
            }
        }
        for (confirmed, (first, _)) in &own {
            if !confirmed.action["claim"].is_null() {
                self.was_claimed_rightly(confirmed, *first, noted);
            }
        }
        own.len()
    }

    /// Rejected actions are not there. Resigning and claiming are left out: the same request may arrive late,
    /// and be valid by then.
    pub(crate) fn lacks_what_was_refused(&self, noted: &Noted) {
        for refused in noted.refused.iter().filter(|refused| refused.game == self.id) {
            if refused.action == "resign" || !refused.action["claim"].is_null() {
                continue;
            }
            let done = self.rows.iter().find(|row| {
                row.actor.as_ref() == Some(&refused.person) && row.action.as_ref() == Some(&refused.id)
            });
            assert!(done.is_none(), "{refused:?} was done: {done:?} {}", refused.problem.detail);
        }
    }

    /// TB-8: a player who is present cannot be claimed absent.
    fn was_claimed_rightly(&self, claim: &Confirmed, first: u64, noted: &Noted) {
        let before = Contest::replay(&self.events[..first as usize - 1]).unwrap();
        let absent = self.holders[before.to_act().unwrap().index()].as_ref().unwrap();
        assert_ne!(self.seat_of(&claim.person), before.to_act());
        let there = noted.presence.iter().find(|one| {
            one.person == *absent
                && one.game == self.id
                && one.from <= claim.sent
                && one.to >= claim.confirmed
        });
        assert!(there.is_none(), "{claim:?}, but {there:?}");
    }
}
