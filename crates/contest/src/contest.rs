use crate::{
    Abort, Action, Actor, Clock, Event, FIRST_DECISION, Millis, Now, Offer, Reading, SeatNumber, SeatTime,
    Terms, TermsError, event::EventKind,
};
use ludoteca_catalog::{AnyPlay, Seat, Standing, Status, open};
use ludoteca_core::PerSeat;
use ludoteca_record::Termination;
use std::collections::BTreeMap;

/// TB-7: the most that is credited for the network, in a turn and in a game.
pub(crate) const LAG_IN_A_TURN: Millis = 1000;
pub(crate) const LAG_IN_A_GAME: Millis = 10_000;
/// After the house was away, clocks run again at the latest after this time.
pub(crate) const RETURN: Millis = 20_000;
/// TB-8: how long a seat must have been away.
const ABSENT: Millis = 60_000;
const ABSENT_AT_LEAST: Millis = 15_000;

/// A game between people: the state that its events lead to.
#[derive(Debug)]
pub struct Contest {
    pub(crate) terms: Terms,
    pub(crate) game: Box<dyn AnyPlay>,
    /// The name at each seat; `None` while it is free.
    pub(crate) names: Vec<Option<String>>,
    pub(crate) stage: Stage,
    pub(crate) seq: u64,
    /// When the last event was.
    pub(crate) at: Millis,
    /// For each step of the game whose it was, and what.
    pub(crate) steps: Vec<StepMark>,
    pub(crate) clocks: Clocks,
    /// Who has made a first decision (TB-3).
    pub(crate) decided: PerSeat<bool>,
    /// In which turns a draw was offered, each by its seat and its first step: also those that were taken
    /// back (TB-4).
    pub(crate) draw_offers: Vec<(Seat, usize)>,
    pub(crate) pending: Option<Pending>,
    pub(crate) take_backs: u32,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Some seats are free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game has ended.
    Over(Ending),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Why the game ended.
    pub termination: Termination,
    /// The places; `None` when the game was aborted.
    pub standing: Option<Standing>,
    /// Who is responsible for the abort, and why; `None` in logs from before this was noted, and when the
    /// game was not aborted.
    pub aborted: Option<Abort>,
}

/// What waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The seat that asks.
    pub by: Seat,
    /// What it asks for.
    pub offer: Offer,
    /// The seats that have agreed so far.
    pub agreed: PerSeat<bool>,
}

/// When the running clock reaches zero, unless an event comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When the time is up.
    pub at: Millis,
    /// The seat whose clock runs.
    pub seat: Seat,
}

/// One step of the game, as far as taking back needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepMark {
    pub(crate) seat: Seat,
    pub(crate) kind: StepKind,
    /// What the seat's clock showed after it.
    pub(crate) left: Option<Millis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    /// The first ply of a turn.
    Opens,
    /// A further ply of it.
    Continues,
    /// The seat left the game.
    Leaves,
}

#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pub(crate) accounts: PerSeat<SeatTime>,
    /// What the seat to act has used of its turn before `since`.
    pub(crate) used: Millis,
    /// Since when the clock of the seat to act runs, perhaps only from a time to come on; `None`: it stands.
    pub(crate) since: Option<Millis>,
    pub(crate) paused: bool,
    pub(crate) lag_in_turn: Millis,
    pub(crate) lag_in_game: PerSeat<Millis>,
    /// TB-11: until when each seat is, or was, on vacation.
    pub(crate) vacations: PerSeat<Millis>,
}

impl Contest {
    /// A game on these terms, with all seats free.
    ///
    /// # Errors
    /// When no such game can be played.
    pub fn new(terms: Terms, now: Now) -> Result<(Contest, Vec<Event>), TermsError> {
        let contest = Contest::made(terms, now.at)?;
        let created = EventKind::Created { terms: Box::new(contest.terms.clone()) };
        let events = vec![Event { seq: 1, at: now.at, kind: created }];
        Ok((contest, events))
    }

    pub(crate) fn made(terms: Terms, at: Millis) -> Result<Contest, TermsError> {
        let game = open(terms.game, &terms.setup()).map_err(TermsError::Setup)?;
        if terms.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(TermsError::Clock);
        }
        if matches!(game.status(), Status::Over(_)) {
            return Err(TermsError::Over);
        }
        let seats = game.seats();
        let account = terms.clock.map_or(SeatTime::default(), |clock| clock.start());
        Ok(Contest {
            terms,
            names: vec![None; usize::from(seats)],
            stage: Stage::Waiting,
            seq: 1,
            at,
            steps: Vec::new(),
            clocks: Clocks {
                accounts: PerSeat::new(seats, |_| account),
                used: 0,
                since: None,
                paused: false,
                lag_in_turn: 0,
                lag_in_game: PerSeat::new(seats, |_| 0),
                vacations: PerSeat::new(seats, |_| 0),
            },
            decided: PerSeat::new(seats, |_| false),
            draw_offers: Vec::new(),
            pending: None,
            take_backs: 0,
            game,
        })
    }

    /// Seats all players without names, for games on one device.
    pub fn seat_all(&mut self, now: Now) -> Vec<Event> {
        let free: Vec<Seat> =
            Seat::all(self.game.seats()).filter(|seat| self.names[seat.index()].is_none()).collect();
        free.into_iter()
            .filter_map(|seat| {
                let join = Action::Join { seat: SeatNumber(seat), name: String::new() };
                self.apply(now, Actor::System, join).ok()
            })
            .flatten()
            .collect()
    }

    /// The terms agreed before the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game on the board.
    #[must_use]
    pub fn game(&self) -> &(dyn AnyPlay + 'static) {
        &*self.game
    }

    /// Waiting, playing or over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who left last, when that ended it.
    #[must_use]
    pub fn leaver(&self) -> Option<Seat> {
        use Termination::{Absence, Resignation, TimeForfeit};
        match self.stage {
            Stage::Over(Ending { termination: Resignation | TimeForfeit | Absence, .. }) => {
                self.game.last_leaving().map(|(seat, _)| seat)
            }
            _ => None,
        }
    }

    /// The number of the last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the last event was.
    #[must_use]
    pub fn last_at(&self) -> Millis {
        self.at
    }

    /// The player's name; `None` while the seat is free.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index())?.as_deref()
    }

    /// What waits for an answer.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// Who must decide; `None` before the game has begun and after its end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match (self.stage, self.game.status()) {
            (Stage::Playing, Status::ToAct(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Whether the seat still plays.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        seat.index() < usize::from(self.game.seats()) && !self.game.is_out(seat)
    }

    /// The result as records write it; `*` while there is none.
    #[must_use]
    pub fn result_text(&self) -> String {
        match self.stage {
            Stage::Over(Ending { standing: Some(standing), .. }) => self.game.game().info().result(&standing),
            _ => "*".to_owned(),
        }
    }

    /// Whether turns take days.
    pub(crate) fn is_live(&self) -> bool {
        !self.terms.clock.is_some_and(|clock| clock.is_correspondence())
    }

    /// TB-6: whether the seat to act owes its first decision in a live game with a clock: its clock does not
    /// run.
    pub(crate) fn is_first_decision(&self) -> bool {
        self.terms.clock.is_some() && self.is_live() && self.to_act().is_some_and(|seat| !self.decided[seat])
    }

    /// TB-6: when the game is aborted unless the seat to act makes its first decision before; `None` while no
    /// first decision is awaited, or the clocks are paused.
    #[must_use]
    pub fn first_decision_by(&self) -> Option<Millis> {
        let since = self.clocks.since.filter(|_| self.is_first_decision())?;
        Some(since.saturating_add(FIRST_DECISION.saturating_sub(self.clocks.used)))
    }

    /// TB-3: whether a seat that leaves now aborts the game, because not every seat has made its first
    /// decision.
    #[must_use]
    pub fn departure_aborts(&self) -> bool {
        self.stage == Stage::Playing
            && (self.decided.iter().any(|(_, decided)| !decided)
                || self.to_act().is_some_and(|seat| self.game.departure_aborts(seat)))
    }

    /// The seat whose clock runs.
    #[must_use]
    pub fn runs(&self) -> Option<Seat> {
        self.runs_from().and(self.to_act())
    }

    /// From when on the clock of the seat to act runs: a time to come while it waits, because the house has
    /// just come back (TB-7) or the seat is on vacation (TB-11); `None` while no clock runs.
    #[must_use]
    pub fn runs_from(&self) -> Option<Millis> {
        self.clocks.since.filter(|_| !self.is_first_decision())
    }

    /// TB-11: until when a seat is, or was, on vacation; 0 when it never was.
    #[must_use]
    pub fn vacation(&self, seat: Seat) -> Millis {
        self.clocks.vacations.as_slice().get(seat.index()).copied().unwrap_or(0)
    }

    /// TB-7: how much of a trip over the network is credited to the seat to act.
    pub(crate) fn credit(&self, seat: Seat, lag: Millis) -> Millis {
        let turn = LAG_IN_A_TURN.saturating_sub(self.clocks.lag_in_turn);
        let game = LAG_IN_A_GAME.saturating_sub(self.clocks.lag_in_game[seat]);
        lag.min(turn).min(game)
    }

    /// How long the seat to act has thought since its clock was last looked at.
    pub(crate) fn elapsed(&self, at: Millis) -> Millis {
        self.clocks.since.map_or(0, |since| at.max(self.at).saturating_sub(since))
    }

    /// What the seat to act has used of its own time in this turn.
    fn charged(&self, at: Millis) -> Millis {
        if self.is_first_decision() { 0 } else { self.clocks.used.saturating_add(self.elapsed(at)) }
    }

    /// How long the turn of the seat to act may take in all.
    fn budget(&self, clock: Clock, seat: Seat) -> Millis {
        clock.budget(self.clocks.accounts[seat])
    }

    /// What the clock of a seat shows; `None` without a clock.
    #[must_use]
    pub fn reading(&self, seat: Seat, now: Now) -> Option<Reading> {
        let clock = self.terms.clock?;
        let used = if self.to_act() == Some(seat) { self.charged(now.at) } else { 0 };
        Some(clock.reading(self.clocks.accounts[seat], used))
    }

    /// When the time of the seat to act is up: that of its clock, or for its first decision (TB-6).
    #[must_use]
    pub fn next_deadline(&self) -> Option<Deadline> {
        let (clock, seat, since) = (self.terms.clock?, self.to_act()?, self.clocks.since?);
        if let Some(at) = self.first_decision_by() {
            return Some(Deadline { at, seat });
        }
        let left = self.budget(clock, seat).saturating_sub(self.clocks.used);
        Some(Deadline { at: since.saturating_add(left), seat })
    }

    /// TB-7: until when a move of the seat to act may still arrive in time, if the network was slow: the
    /// deadline and all the lag that may be credited. Without a move, nothing is decided before.
    #[must_use]
    pub fn last_arrival(&self) -> Option<Deadline> {
        let Deadline { at, seat } = self.next_deadline()?;
        Some(Deadline { at: at.saturating_add(self.credit(seat, Millis::MAX)), seat })
    }

    /// Whose time is up.
    pub(crate) fn overdue(&self, now: Now) -> Option<Seat> {
        let deadline = self.next_deadline()?;
        let at = now.at.max(self.at).saturating_sub(self.credit(deadline.seat, now.lag));
        (at >= deadline.at).then_some(deadline.seat)
    }

    /// TB-8: how long the seat to act must have been away before the others may claim; `None` where it cannot
    /// be claimed at all.
    #[must_use]
    pub fn absence_needed(&self, now: Now) -> Option<Millis> {
        let seat = self.to_act().filter(|_| self.is_live())?;
        let third =
            self.terms.clock.map(|clock| self.budget(clock, seat).saturating_sub(self.charged(now.at)) / 3);
        Some(third.map_or(ABSENT, |third| third.clamp(ABSENT_AT_LEAST, ABSENT)))
    }

    /// The step with which the turn of the seat to act began, or begins.
    pub(crate) fn turn_start(&self) -> usize {
        if !self.game.is_mid_turn() {
            return self.steps.len();
        }
        self.steps.iter().rposition(|step| step.kind == StepKind::Opens).unwrap_or(0)
    }

    /// TB-5: how much of the game is left when this seat takes back; `None` when there is nothing to take
    /// back.
    #[must_use]
    pub fn take_back_to(&self, seat: Seat) -> Option<usize> {
        if self.may_change_mind(seat) {
            return Some(self.steps.len() - 1);
        }
        let last = self.steps.iter().rposition(|step| step.seat == seat && step.kind != StepKind::Leaves)?;
        self.steps[..=last].iter().rposition(|step| step.seat == seat && step.kind == StepKind::Opens)
    }

    /// TB-5: within your own unfinished turn you may take back without asking.
    pub(crate) fn may_change_mind(&self, seat: Seat) -> bool {
        self.to_act() == Some(seat)
            && self.game.is_mid_turn()
            && !self.terms.rated
            && self.steps.last().is_some_and(|step| step.seat == seat && step.kind != StepKind::Leaves)
    }

    /// The next game of a series between the same players (TB-9): its terms, and for each seat the seat that
    /// its player has in this one. `None` while this one has no result.
    #[must_use]
    pub fn next_in_series(&self) -> Option<(Terms, Vec<Seat>)> {
        let Stage::Over(Ending { standing: Some(standing), .. }) = self.stage else { return None };
        let (setup, seats) = self.game.next_in_series(&standing);
        let mut options = BTreeMap::new();
        options.extend(setup.options);
        let terms = Terms { players: setup.players, options, position: None, ..self.terms.clone() };
        Some((terms, seats))
    }

    /// The same game again, on the same terms and seats, after it was aborted although all seats were taken.
    #[must_use]
    pub fn again(&self) -> Option<(Terms, Vec<Seat>)> {
        let Stage::Over(Ending { standing: None, .. }) = self.stage else { return None };
        let seated = self.names.iter().all(Option::is_some);
        seated.then(|| (self.terms.clone(), Seat::all(self.game.seats()).collect()))
    }

    /// Who is responsible for the abort of this game, and why.
    #[must_use]
    pub fn aborted(&self) -> Option<Abort> {
        match self.stage {
            Stage::Over(ending) => ending.aborted,
            Stage::Waiting | Stage::Playing => None,
        }
    }
}
