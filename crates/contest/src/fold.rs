//! The state is the fold of the events.

use crate::{
    Abort, Answer, Contest, Ending, Event, EventKind, Millis, Offer, Pending, Refusal, SeatTime, Stage,
    TermsError,
    contest::{RETURN, StepKind, StepMark},
};
use ludoteca_catalog::{LeaveError, Leaving, MoveError, Seat};
use ludoteca_core::PerSeat;
use std::fmt;

/// Why a list of events is not the log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenLog {
    /// The log does not start with `created`.
    NoBeginning,
    /// No game can be played on its terms.
    Terms(TermsError),
    /// An event does not have the next sequence number.
    Gap {
        /// The expected sequence number.
        expected: u64,
        /// The actual sequence number.
        found: u64,
    },
    /// An event is not possible at its place in the log.
    Event {
        /// The sequence number of the event.
        seq: u64,
        /// Why the event is not possible.
        why: Refusal,
    },
}

impl fmt::Display for BrokenLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenLog::NoBeginning => f.write_str("the log does not begin with event 1, \"created\""),
            BrokenLog::Terms(error) => write!(f, "event 1: {error}"),
            BrokenLog::Gap { expected, found } => {
                write!(f, "event {expected} is missing: {found} comes next")
            }
            BrokenLog::Event { seq, why } => write!(f, "event {seq}: {why}"),
        }
    }
}

impl std::error::Error for BrokenLog {}

impl Contest {
    /// Computes the state that results from these events.
    ///
    /// # Errors
    /// If they are not the log of a game, or lack its beginning.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Contest, BrokenLog> {
        let mut events = events.into_iter();
        let Some(Event { seq: 1, at, kind: EventKind::Created { terms } }) = events.next() else {
            return Err(BrokenLog::NoBeginning);
        };
        let mut contest = Contest::made((**terms).clone(), *at).map_err(BrokenLog::Terms)?;
        for event in events {
            contest.hear(event)?;
        }
        Ok(contest)
    }

    /// Applies an event that was decided elsewhere.
    ///
    /// # Errors
    /// If it is not the next event of this game; the state is then unchanged.
    pub fn hear(&mut self, event: &Event) -> Result<(), BrokenLog> {
        if event.seq != self.seq + 1 {
            return Err(BrokenLog::Gap { expected: self.seq + 1, found: event.seq });
        }
        self.fold(event).map_err(|why| BrokenLog::Event { seq: event.seq, why })
    }

    /// Applies one event. Rejects anything a damaged log might contain; the state is then unchanged.
    pub(crate) fn fold(&mut self, event: &Event) -> Result<(), Refusal> {
        let over = || Refusal::Move(MoveError::GameOver);
        if matches!(self.stage, Stage::Over(_)) {
            return Err(over());
        }
        for seat in seats_in(&event.kind) {
            if seat.index() >= usize::from(self.game.seats()) {
                return Err(crate::refusal::NOT_A_SEAT.refuse([&seat.index()]).into());
            }
        }
        let at = event.at.max(self.at);
        match &event.kind {
            EventKind::Created { .. } => return Err(over()),
            EventKind::Joined { seat, name } => self.names[seat.0.index()] = Some(name.clone()),
            EventKind::Started => {
                self.stage = Stage::Playing;
                self.begin_turn(at);
            }
            EventKind::Moved { seat, text, used, lag } => self.moved(at, seat.0, text, *used, *lag)?,
            EventKind::Offered { seat, offer } => {
                let agreed = PerSeat::new(self.game.seats(), |_| false);
                self.pending = Some(Pending { by: seat.0, offer: *offer, agreed });
                if *offer == Offer::Draw {
                    self.draw_offers.push((seat.0, self.turn_start()));
                }
            }
            EventKind::Answered { seat, answer: Answer::Accepted, .. } => {
                if let Some(pending) = &mut self.pending {
                    pending.agreed[seat.0] = true;
                }
            }
            EventKind::Answered { .. } => self.pending = None,
            EventKind::TakenBack { seat, steps, used } => self.taken_back(at, seat.0, *steps, *used),
            EventKind::Left { seat, how, used } => self.left(at, seat.0, how.0, *used)?,
            EventKind::TimeGiven { to, time, .. } => {
                let account = &mut self.clocks.accounts[to.0];
                account.main = account.main.saturating_add(*time);
            }
            EventKind::Paused { used } => {
                self.spend(*used);
                self.clocks.paused = true;
                self.clocks.since = None;
            }
            EventKind::ClocksSet { left } => self.clocks_set(at, left),
            EventKind::Unpaused => {
                self.clocks.paused = false;
                self.run_from(at);
            }
            EventKind::Resumed { used, .. } => {
                self.spend(*used);
                self.clocks.paused = false;
                self.run_from(at.saturating_add(RETURN));
            }
            EventKind::Returned => self.run_from(at),
            EventKind::Vacation { seat, until, used } => {
                self.clocks.vacations[seat.0] = *until;
                if self.to_act() == Some(seat.0) {
                    self.spend(*used);
                    self.run_from(at);
                }
            }
            EventKind::Ended { termination, places, aborted_by, why } => {
                let aborted = why.map(|why| Abort { by: *aborted_by, why });
                let standing = self.standing(places);
                self.stage = Stage::Over(Ending { termination: termination.0, standing, aborted });
                self.pending = None;
                self.clocks.since = None;
            }
        }
        self.seq = event.seq;
        self.at = at;
        Ok(())
    }

    fn spend(&mut self, used: Millis) {
        self.clocks.used = self.clocks.used.saturating_add(used);
    }

    /// Starts the clock of the seat to act at this time, or at the end of its vacation (TB-11).
    fn run_from(&mut self, at: Millis) {
        let seat = self.to_act().filter(|_| self.terms.clock.is_some() && !self.clocks.paused);
        self.clocks.since = seat.map(|seat| at.max(self.clocks.vacations[seat]));
    }

    fn begin_turn(&mut self, at: Millis) {
        self.clocks.used = 0;
        self.clocks.lag_in_turn = 0;
        self.run_from(at);
    }

    /// Ends a seat's turn: charges its account, and adds the increment if the turn was finished. The time
    /// until its first decision is not charged (TB-6).
    fn end_turn(&mut self, seat: Seat, finished: bool) {
        let Some(clock) = self.terms.clock else { return };
        let used = if self.decided[seat] || !self.is_live() { self.clocks.used } else { 0 };
        let account: SeatTime = self.clocks.accounts[seat];
        self.clocks.accounts[seat] =
            if finished { clock.finished(account, used) } else { clock.charged(account, used) };
    }

    fn moved(
        &mut self,
        at: Millis,
        seat: Seat,
        text: &str,
        used: Millis,
        lag: Millis,
    ) -> Result<(), Refusal> {
        if self.to_act() != Some(seat) || ludoteca_catalog::is_leaving(text) {
            return Err(Refusal::Move(MoveError::GameOver));
        }
        let continues = self.game.is_mid_turn();
        self.game.play(text).map_err(Refusal::Move)?;
        self.spend(used);
        self.clocks.lag_in_turn = self.clocks.lag_in_turn.saturating_add(lag);
        self.clocks.lag_in_game[seat] = self.clocks.lag_in_game[seat].saturating_add(lag);
        if !std::mem::replace(&mut self.decided[seat], true) && self.is_live() {
            self.clocks.used = 0;
        }
        let lapses = |pending: &Pending| pending.offer == Offer::TakeBack || pending.by != seat;
        if self.pending.as_ref().is_some_and(lapses) {
            self.pending = None;
        }
        if self.to_act() == Some(seat) && self.game.is_mid_turn() {
            self.run_from(at);
        } else {
            self.end_turn(seat, true);
            self.begin_turn(at);
        }
        let kind = if continues { StepKind::Continues } else { StepKind::Opens };
        let left = self.terms.clock.map(|clock| {
            let used = if self.to_act() == Some(seat) { self.clocks.used } else { 0 };
            clock.reading(self.clocks.accounts[seat], used).left
        });
        self.steps.push(StepMark { seat, kind, left });
        Ok(())
    }

    fn left(&mut self, at: Millis, seat: Seat, how: Leaving, used: Millis) -> Result<(), Refusal> {
        let (before, mid_turn) = (self.to_act(), self.game.is_mid_turn());
        let info = self.game.game().info();
        self.game.leave(seat, how).map_err(|error: LeaveError| Refusal::Move(error.for_word(&info, seat)))?;
        self.steps.push(StepMark { seat, kind: StepKind::Leaves, left: None });
        self.pending = None;
        self.spend(used);
        if self.to_act() == before && self.game.is_mid_turn() == mid_turn {
            self.run_from(at);
        } else {
            if let Some(before) = before {
                self.end_turn(before, before != seat);
            }
            self.begin_turn(at);
        }
        Ok(())
    }

    /// Time used in the turn so far is not charged again, and the last ply's reading becomes the new setting
    /// of its clock.
    fn clocks_set(&mut self, at: Millis, left: &[Millis]) {
        for (seat, left) in Seat::all(self.game.seats()).zip(left) {
            self.clocks.accounts[seat].main = *left;
        }
        self.clocks.used = 0;
        self.run_from(at);
        if let Some(step) = self.steps.last_mut()
            && step.left.is_some()
        {
            step.left = left.get(step.seat.index()).copied();
        }
    }

    /// TB-5: taking back does not restore the clocks.
    fn taken_back(&mut self, at: Millis, seat: Seat, steps: usize, used: Millis) {
        let changes_mind = self.may_change_mind(seat);
        self.spend(used);
        if !changes_mind && let Some(to_act) = self.to_act() {
            self.end_turn(to_act, false);
        }
        self.game.take_back_to(steps);
        self.steps.truncate(steps);
        self.pending = None;
        self.take_backs = self.take_backs.saturating_add(u32::from(!changes_mind));
        if changes_mind {
            self.run_from(at);
        } else {
            self.begin_turn(at);
        }
    }
}

/// The seats mentioned in an event.
fn seats_in(kind: &EventKind) -> Vec<Seat> {
    match kind {
        EventKind::Joined { seat, .. }
        | EventKind::Moved { seat, .. }
        | EventKind::Offered { seat, .. }
        | EventKind::Answered { seat, .. }
        | EventKind::TakenBack { seat, .. }
        | EventKind::Vacation { seat, .. }
        | EventKind::Left { seat, .. } => vec![seat.0],
        EventKind::TimeGiven { seat, to, .. } => vec![seat.0, to.0],
        EventKind::Created { .. }
        | EventKind::Started
        | EventKind::ClocksSet { .. }
        | EventKind::Paused { .. }
        | EventKind::Unpaused
        | EventKind::Resumed { .. }
        | EventKind::Returned => Vec::new(),
        EventKind::Ended { aborted_by, .. } => aborted_by.iter().map(|by| by.0).collect(),
    }
}
