use crate::{
    Abort, Action, Actor, Clock, Event, FIRST_DECISION, Millis, Now, Offer, Reading, SeatNumber, SeatTime,
    Terms, TermsError, event::EventKind,
};
use ludoteca_catalog::{AnyPlay, Seat, Standing, Status, open};
use ludoteca_core::PerSeat;
use ludoteca_record::Termination;
use std::collections::BTreeMap;

/// TB-7: the maximum lag compensation per turn and per game.
pub(crate) const LAG_IN_A_TURN: Millis = 1000;
pub(crate) const LAG_IN_A_GAME: Millis = 10_000;
/// After an interruption of the host, clocks resume after this time at the latest.
pub(crate) const RETURN: Millis = 20_000;
/// TB-8: how long a seat must be disconnected to count as absent.
const ABSENT: Millis = 60_000;
const ABSENT_AT_LEAST: Millis = 15_000;

/// A game between players, as the state that results from its events.
#[derive(Debug)]
pub struct Contest {
    pub(crate) terms: Terms,
    pub(crate) game: Box<dyn AnyPlay>,
    /// The player's name at each seat; `None` while the seat is free.
    pub(crate) names: Vec<Option<String>>,
    pub(crate) stage: Stage,
    pub(crate) seq: u64,
    /// The time of the last event.
    pub(crate) at: Millis,
    /// The acting seat and the kind of each step of the game.
    pub(crate) steps: Vec<StepMark>,
    pub(crate) clocks: Clocks,
    /// The seats that have made a first decision (TB-3).
    pub(crate) decided: PerSeat<bool>,
    /// The turns in which a draw was offered, each given by its seat and its first step. Includes turns that
    /// were taken back (TB-4).
    pub(crate) draw_offers: Vec<(Seat, usize)>,
    pub(crate) pending: Option<Pending>,
    pub(crate) take_backs: u32,
}

/// The stage of a game.
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
    /// The reason why the game ended.
    pub termination: Termination,
    /// The final places; `None` if the game was aborted.
    pub standing: Option<Standing>,
    /// Who aborted the game, and why; `None` in logs from before this was recorded, and if the game was not
    /// aborted.
    pub aborted: Option<Abort>,
}

/// An offer that awaits an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The seat that made the offer.
    pub by: Seat,
    /// The kind of the offer.
    pub offer: Offer,
    /// The seats that have accepted so far.
    pub agreed: PerSeat<bool>,
}

/// When the running clock reaches zero, unless an event occurs first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When the time runs out.
    pub at: Millis,
    /// The seat whose clock is running.
    pub seat: Seat,
}

/// A step of the game, reduced to what taking back requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepMark {
    pub(crate) seat: Seat,
    pub(crate) kind: StepKind,
    /// The reading of the seat's clock after the step.
    pub(crate) left: Option<Millis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    /// The first ply of a turn.
    Opens,
    /// A further ply of the turn.
    Continues,
    /// A seat left the game.
    Leaves,
}

#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pub(crate) accounts: PerSeat<SeatTime>,
    /// The time that the seat to act used in its turn before `since`.
    pub(crate) used: Millis,
    /// Since when the clock of the seat to act runs; may be in the future. `None` if it is stopped.
    pub(crate) since: Option<Millis>,
    pub(crate) paused: bool,
    pub(crate) lag_in_turn: Millis,
    pub(crate) lag_in_game: PerSeat<Millis>,
    /// TB-11: the end of each seat's current or last vacation.
    pub(crate) vacations: PerSeat<Millis>,
}

impl Contest {
    /// Creates a game on these terms, with all seats free.
    ///
    /// # Errors
    /// If no such game can be played.
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

    /// Seats all players without names, for games on a single device.
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

    /// The terms on which the game is played.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game on the board.
    #[must_use]
    pub fn game(&self) -> &(dyn AnyPlay + 'static) {
        &*self.game
    }

    /// Whether the game is waiting, being played or over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The seat whose departure ended the game, if that is how it ended.
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

    /// The sequence number of the last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last event.
    #[must_use]
    pub fn last_at(&self) -> Millis {
        self.at
    }

    /// The player's name; `None` while the seat is free.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index())?.as_deref()
    }

    /// The offer awaiting an answer, if any.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// The seat to act; `None` before the game starts and after it ends.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match (self.stage, self.game.status()) {
            (Stage::Playing, Status::ToAct(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Whether the seat is still in the game.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        seat.index() < usize::from(self.game.seats()) && !self.game.is_out(seat)
    }

    /// The result in record notation; `*` while there is none.
    #[must_use]
    pub fn result_text(&self) -> String {
        match self.stage {
            Stage::Over(Ending { standing: Some(standing), .. }) => self.game.game().info().result(&standing),
            _ => "*".to_owned(),
        }
    }

    /// Whether the game is live, as opposed to turns that take days.
    pub(crate) fn is_live(&self) -> bool {
        !self.terms.clock.is_some_and(|clock| clock.is_correspondence())
    }

    /// TB-6: whether the seat to act has yet to make its first decision in a live game with a clock. Its
    /// clock does not run until then.
    pub(crate) fn is_first_decision(&self) -> bool {
        self.terms.clock.is_some() && self.is_live() && self.to_act().is_some_and(|seat| !self.decided[seat])
    }

    /// TB-6: when the game is aborted unless the seat to act makes its first decision; `None` if no first
    /// decision is due, or while the clocks are paused.
    #[must_use]
    pub fn first_decision_by(&self) -> Option<Millis> {
        let since = self.clocks.since.filter(|_| self.is_first_decision())?;
        Some(since.saturating_add(FIRST_DECISION.saturating_sub(self.clocks.used)))
    }

    /// TB-3: whether a departure now would abort the game because not every seat has made its first decision.
    #[must_use]
    pub fn departure_aborts(&self) -> bool {
        self.stage == Stage::Playing
            && (self.decided.iter().any(|(_, decided)| !decided)
                || self.to_act().is_some_and(|seat| self.game.departure_aborts(seat)))
    }

    /// The seat whose clock is running.
    #[must_use]
    pub fn runs(&self) -> Option<Seat> {
        self.runs_from().and(self.to_act())
    }

    /// When the clock of the seat to act starts or started to run. This is in the future while it waits
    /// because the host has just resumed (TB-7) or the seat is on vacation (TB-11). `None` if no clock runs.
    #[must_use]
    pub fn runs_from(&self) -> Option<Millis> {
        self.clocks.since.filter(|_| !self.is_first_decision())
    }

    /// TB-11: the end of a seat's current or last vacation; 0 if it never had one.
    #[must_use]
    pub fn vacation(&self, seat: Seat) -> Millis {
        self.clocks.vacations.as_slice().get(seat.index()).copied().unwrap_or(0)
    }

    /// TB-7: how much of the network lag is credited to the seat to act.
    pub(crate) fn credit(&self, seat: Seat, lag: Millis) -> Millis {
        let turn = LAG_IN_A_TURN.saturating_sub(self.clocks.lag_in_turn);
        let game = LAG_IN_A_GAME.saturating_sub(self.clocks.lag_in_game[seat]);
        lag.min(turn).min(game)
    }

    /// The thinking time of the seat to act since `since`.
    pub(crate) fn elapsed(&self, at: Millis) -> Millis {
        self.clocks.since.map_or(0, |since| at.max(self.at).saturating_sub(since))
    }

    /// The time charged to the seat to act in this turn so far.
    fn charged(&self, at: Millis) -> Millis {
        if self.is_first_decision() { 0 } else { self.clocks.used.saturating_add(self.elapsed(at)) }
    }

    /// The maximum duration of this seat's turn.
    fn budget(&self, clock: Clock, seat: Seat) -> Millis {
        clock.budget(self.clocks.accounts[seat])
    }

    /// The reading of a seat's clock; `None` if the game has no clock.
    #[must_use]
    pub fn reading(&self, seat: Seat, now: Now) -> Option<Reading> {
        let clock = self.terms.clock?;
        let used = if self.to_act() == Some(seat) { self.charged(now.at) } else { 0 };
        Some(clock.reading(self.clocks.accounts[seat], used))
    }

    /// When the time of the seat to act runs out: on its clock, or for its first decision (TB-6).
    #[must_use]
    pub fn next_deadline(&self) -> Option<Deadline> {
        let (clock, seat, since) = (self.terms.clock?, self.to_act()?, self.clocks.since?);
        if let Some(at) = self.first_decision_by() {
            return Some(Deadline { at, seat });
        }
        let left = self.budget(clock, seat).saturating_sub(self.clocks.used);
        Some(Deadline { at: since.saturating_add(left), seat })
    }

    /// TB-7: the latest time at which a move of the seat to act may still count as in time: the deadline plus
    /// the maximum creditable lag. Without a move, a timeout is not decided earlier.
    #[must_use]
    pub fn last_arrival(&self) -> Option<Deadline> {
        let Deadline { at, seat } = self.next_deadline()?;
        Some(Deadline { at: at.saturating_add(self.credit(seat, Millis::MAX)), seat })
    }

    /// The seat whose time is up, if any.
    pub(crate) fn overdue(&self, now: Now) -> Option<Seat> {
        let deadline = self.next_deadline()?;
        let at = now.at.max(self.at).saturating_sub(self.credit(deadline.seat, now.lag));
        (at >= deadline.at).then_some(deadline.seat)
    }

    /// TB-8: how long the seat to act must be absent before the others may claim; `None` if absence cannot be
    /// claimed at all.
    #[must_use]
    pub fn absence_needed(&self, now: Now) -> Option<Millis> {
        let seat = self.to_act().filter(|_| self.is_live())?;
        let third =
            self.terms.clock.map(|clock| self.budget(clock, seat).saturating_sub(self.charged(now.at)) / 3);
        Some(third.map_or(ABSENT, |third| third.clamp(ABSENT_AT_LEAST, ABSENT)))
    }

    /// The index of the first step of the current turn.
    pub(crate) fn turn_start(&self) -> usize {
        if !self.game.is_mid_turn() {
            return self.steps.len();
        }
        self.steps.iter().rposition(|step| step.kind == StepKind::Opens).unwrap_or(0)
    }

    /// TB-5: how many steps remain after this seat takes back; `None` if there is nothing to take back.
    #[must_use]
    pub fn take_back_to(&self, seat: Seat) -> Option<usize> {
        if self.may_change_mind(seat) {
            return Some(self.steps.len() - 1);
        }
        let last = self.steps.iter().rposition(|step| step.seat == seat && step.kind != StepKind::Leaves)?;
        self.steps[..=last].iter().rposition(|step| step.seat == seat && step.kind == StepKind::Opens)
    }

    /// TB-5: within its own unfinished turn, a seat may take back without asking.
    pub(crate) fn may_change_mind(&self, seat: Seat) -> bool {
        self.to_act() == Some(seat)
            && self.game.is_mid_turn()
            && !self.terms.rated
            && self.steps.last().is_some_and(|step| step.seat == seat && step.kind != StepKind::Leaves)
    }

    /// The next game of a series between the same players (TB-9): its terms, and for each seat the seat its
    /// player has in this game. `None` while this game has no result.
    #[must_use]
    pub fn next_in_series(&self) -> Option<(Terms, Vec<Seat>)> {
        let Stage::Over(Ending { standing: Some(standing), .. }) = self.stage else { return None };
        let (setup, seats) = self.game.next_in_series(&standing);
        let mut options = BTreeMap::new();
        options.extend(setup.options);
        let terms = Terms { players: setup.players, options, position: None, ..self.terms.clone() };
        Some((terms, seats))
    }

    /// A repeat of this game with the same terms and seats, if it was aborted with all seats taken.
    #[must_use]
    pub fn again(&self) -> Option<(Terms, Vec<Seat>)> {
        let Stage::Over(Ending { standing: None, .. }) = self.stage else { return None };
        let seated = self.names.iter().all(Option::is_some);
        seated.then(|| (self.terms.clone(), Seat::all(self.game.seats()).collect()))
    }

    /// Who aborted this game, and why.
    #[must_use]
    pub fn aborted(&self) -> Option<Abort> {
        match self.stage {
            Stage::Over(ending) => ending.aborted,
            Stage::Waiting | Stage::Playing => None,
        }
    }
}
