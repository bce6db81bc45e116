//! Validates actions and turns them into events. The state changes only by applying events
//! ([`fold`](crate::fold)).

use crate::{
    AbortReason, Action, Actor, Answer, Claim, Contest, Event, EventKind, LONGEST, LeavingWord, Millis, Now,
    Offer, Pending, Refusal, SeatNumber, Stage, TerminationWord,
    contest::StepKind,
    refusal::{
        ALREADY_PAUSED, BAD_NAME, BAD_PLACES, BAD_TIMES, GAME_OVER, NO_CLOCK, NO_DRAWS, NO_TAKE_BACK,
        NO_VACATION, NOT_A_MOVE, NOT_A_SEAT, NOT_ABSENT, NOT_BEGUN, NOT_LIVE, NOT_PAUSED, NOT_TO_ACT,
        NOT_YOUR_TURN_TO_OFFER, NOTHING_OFFERED, NOTHING_TO_TAKE_BACK, OFFERED_ALREADY, ONLY_LEAVE,
        ONLY_SEATS, ONLY_SYSTEM, OUT, OWN_ABSENCE, OWN_TIME, PLAYER_LEFT, RATED, SEAT_TAKEN, TIME_IS_UP,
        TOO_EARLY_FOR_DRAW, TOO_LATE_TO_ABORT, UNANSWERED,
    },
};
use ludoteca_catalog::{Leaving, ResultForm, Seat, Standing, Status, is_leaving, termination_of};
use ludoteca_core::{Arg, PerSeat};
use ludoteca_record::Termination;

/// The time given by [`Action::GiveTime`].
pub(crate) const GIFT: Millis = 15_000;
pub(crate) const MAX_NAME_LENGTH: usize = 100;

impl Contest {
    /// Validates and applies an action.
    ///
    /// Call [`tick`](Self::tick) first: once a player's time is up, all other actions are rejected until the
    /// timeout has been processed.
    ///
    /// # Errors
    /// If the action is not possible; the state is then unchanged.
    pub fn apply(&mut self, now: Now, actor: Actor, action: Action) -> Result<Vec<Event>, Refusal> {
        let kinds = self.decide(now, actor, action)?;
        self.happen(now, kinds)
    }

    /// Checks whether an action is possible, without applying it.
    ///
    /// # Errors
    /// The reason why the action is not possible.
    pub fn check(&self, now: Now, actor: Actor, action: Action) -> Result<(), Refusal> {
        for kind in self.decide(now, actor, action)? {
            if let EventKind::Moved { text, .. } = kind {
                self.game.fork().play(&text).map_err(Refusal::Move)?;
            }
        }
        Ok(())
    }

    /// Processes timeouts: a seat whose time is up leaves (TB-1), or, if it owed its first decision, the game
    /// is aborted (TB-3).
    pub fn tick(&mut self, now: Now) -> Vec<Event> {
        let Some(seat) = self.overdue(now) else { return Vec::new() };
        let kinds = if self.is_first_decision() {
            vec![aborted(Some(seat), AbortReason::FirstDecision)]
        } else {
            self.leaving(now, seat, Leaving::Time)
        };
        self.happen(now, kinds).unwrap_or_default()
    }

    /// Applies new events to the state, together with their consequences on the board.
    pub(crate) fn happen(&mut self, now: Now, kinds: Vec<EventKind>) -> Result<Vec<Event>, Refusal> {
        let at = now.at.max(self.at);
        let mut events = Vec::with_capacity(kinds.len() + 1);
        for kind in kinds {
            let event = Event { seq: self.seq + 1, at, kind };
            self.fold(&event)?;
            events.push(event);
        }
        // The board takes precedence: a move or a departure may have ended the game.
        if let (Stage::Playing, Status::Over(standing)) = (self.stage, self.game.status()) {
            let termination = match self.game.last_leaving() {
                Some((_, how)) => termination_of(how),
                None if self.game.ended_by_repetition() => Termination::Repetition,
                None => Termination::Normal,
            };
            let event = Event { seq: self.seq + 1, at, kind: ended(termination, Some(&standing)) };
            self.fold(&event)?;
            events.push(event);
        }
        Ok(events)
    }

    fn decide(&self, now: Now, actor: Actor, action: Action) -> Result<Vec<EventKind>, Refusal> {
        if matches!(self.stage, Stage::Over(_)) {
            return Err(GAME_OVER.refuse([]).into());
        }
        if let Actor::Seat(seat) = actor
            && seat.index() >= usize::from(self.game.seats())
        {
            return Err(NOT_A_SEAT.refuse([&seat.index()]).into());
        }
        if let Action::Join { seat, name } = action {
            return self.join(actor, seat.0, name);
        }
        if let Action::Vacation { seat, from, until } = action {
            return self.vacation_of(now, actor, seat.0, from, until);
        }
        if self.stage == Stage::Waiting {
            return self.while_waiting(actor, &action);
        }
        // No clock runs out while the server is down.
        let away = actor == Actor::System && matches!(action, Action::Resume { .. });
        if let Some(seat) = self.overdue(now).filter(|_| !away) {
            return Err(TIME_IS_UP.refuse([&self.called(seat)]).into());
        }
        match actor {
            Actor::System => self.by_system(now, action),
            Actor::Seat(seat) if !self.is_in(seat) => Err(OUT.refuse([&self.called(seat)]).into()),
            Actor::Seat(seat) => self.by_seat(now, seat, action),
        }
    }

    fn join(&self, actor: Actor, seat: Seat, name: String) -> Result<Vec<EventKind>, Refusal> {
        if actor != Actor::System {
            return Err(ONLY_SYSTEM.refuse([]).into());
        }
        match self.names.get(seat.index()) {
            None => return Err(NOT_A_SEAT.refuse([&seat.index()]).into()),
            Some(Some(_)) => return Err(SEAT_TAKEN.refuse([&self.called(seat)]).into()),
            Some(None) => {}
        }
        if name.chars().count() > MAX_NAME_LENGTH || name.chars().any(char::is_control) {
            return Err(BAD_NAME.refuse([]).into());
        }
        let mut kinds = vec![EventKind::Joined { seat: SeatNumber(seat), name }];
        if self.names.iter().filter(|name| name.is_none()).count() == 1 {
            kinds.push(EventKind::Started);
        }
        Ok(kinds)
    }

    /// TB-11: time used before the vacation is charged, even if the host learns of the vacation later.
    fn vacation_of(
        &self,
        now: Now,
        actor: Actor,
        seat: Seat,
        from: Millis,
        until: Millis,
    ) -> Result<Vec<EventKind>, Refusal> {
        if actor != Actor::System {
            return Err(ONLY_SYSTEM.refuse([]).into());
        }
        if seat.index() >= usize::from(self.game.seats()) {
            return Err(NOT_A_SEAT.refuse([&seat.index()]).into());
        }
        if !self.is_in(seat) || self.names[seat.index()].is_none() {
            return Err(OUT.refuse([&self.called(seat)]).into());
        }
        if self.is_live() {
            return Err(NO_VACATION.refuse([]).into());
        }
        if until > now.at.saturating_add(LONGEST) {
            return Err(BAD_TIMES.refuse([]).into());
        }
        let from = Now::at(from.min(now.at));
        if let Some(seat) = self.overdue(from) {
            return Err(TIME_IS_UP.refuse([&self.called(seat)]).into());
        }
        let used = if self.to_act() == Some(seat) { self.elapsed(from.at) } else { 0 };
        Ok(vec![EventKind::Vacation { seat: SeatNumber(seat), until, used }])
    }

    /// Before the game starts, it can only be aborted.
    fn while_waiting(&self, actor: Actor, action: &Action) -> Result<Vec<EventKind>, Refusal> {
        let seated = match actor {
            Actor::System => true,
            Actor::Seat(seat) => self.names[seat.index()].is_some(),
        };
        match (actor, action) {
            (Actor::Seat(seat), Action::Abort) if seated => {
                return Ok(vec![aborted(Some(seat), AbortReason::Requested)]);
            }
            (Actor::System, Action::Abort) => return Ok(vec![aborted(None, AbortReason::Requested)]),
            (Actor::System, Action::TurnDown { seat: SeatNumber(seat) }) => {
                return match self.names.get(seat.index()) {
                    None => Err(NOT_A_SEAT.refuse([&seat.index()]).into()),
                    Some(Some(_)) => Err(SEAT_TAKEN.refuse([&self.called(*seat)]).into()),
                    Some(None) => Ok(vec![aborted(Some(*seat), AbortReason::Declined)]),
                };
            }
            _ => {}
        }
        let free = self.names.iter().filter(|name| name.is_none()).count();
        Err(NOT_BEGUN.refuse([&free]).into())
    }

    fn by_seat(&self, now: Now, seat: Seat, action: Action) -> Result<Vec<EventKind>, Refusal> {
        match action {
            Action::Move(text) => self.moves(now, seat, text),
            Action::Resign => Ok(self.leaving(now, seat, Leaving::Resigns)),
            Action::Abort => self.abort(Some(seat)),
            Action::OfferDraw => self.offer_draw(seat),
            Action::TakeBack => self.ask_back(now, seat),
            Action::Accept => self.answer(now, seat, Answer::Accepted),
            Action::Decline => self.answer(now, seat, Answer::Declined),
            Action::Withdraw => match self.pending {
                Some(Pending { by, offer, .. }) if by == seat => {
                    Ok(vec![answered(seat, offer, Answer::Withdrawn)])
                }
                _ => Err(NOTHING_OFFERED.refuse([]).into()),
            },
            Action::Claim(claim) => self.claim(now, seat, claim),
            Action::GiveTime(to) => self.give_time(seat, to.0),
            Action::Join { .. }
            | Action::Pause
            | Action::Unpause
            | Action::Resume { .. }
            | Action::Return
            | Action::SetClocks { .. }
            | Action::Vacation { .. }
            | Action::TurnDown { .. }
            | Action::Adjudicate { .. } => Err(ONLY_SYSTEM.refuse([]).into()),
        }
    }

    fn by_system(&self, now: Now, action: Action) -> Result<Vec<EventKind>, Refusal> {
        match action {
            Action::Abort => self.abort(None),
            Action::Pause if self.clocks.paused => Err(ALREADY_PAUSED.refuse([]).into()),
            Action::Pause => Ok(vec![EventKind::Paused { used: self.elapsed(now.at) }]),
            Action::Unpause if !self.clocks.paused => Err(NOT_PAUSED.refuse([]).into()),
            Action::Unpause => Ok(vec![EventKind::Unpaused]),
            Action::Resume { away } => {
                let used = self.elapsed(now.at.max(self.at).saturating_sub(away));
                Ok(vec![EventKind::Resumed { away, used }])
            }
            Action::Return if !self.waits_for_return(now) => Err(NOT_PAUSED.refuse([]).into()),
            Action::Return => Ok(vec![EventKind::Returned]),
            Action::SetClocks { left } => {
                let seats = usize::from(self.game.seats());
                if !self.terms.clock.is_some_and(|clock| clock.can_be_set()) {
                    return Err(NO_CLOCK.refuse([]).into());
                }
                if left.len() != seats || left.iter().any(|left| *left > LONGEST) {
                    return Err(BAD_TIMES.refuse([]).into());
                }
                Ok(vec![EventKind::ClocksSet { left }])
            }
            Action::Adjudicate { places } => {
                let standing = self.standing(&places).ok_or_else(|| BAD_PLACES.refuse([]))?;
                Ok(vec![ended(Termination::Adjudication, Some(&standing))])
            }
            _ => Err(ONLY_SEATS.refuse([]).into()),
        }
    }

    /// Whether the clock is stopped only because of an interruption of the host (TB-7), and not for a
    /// vacation (TB-11).
    fn waits_for_return(&self, now: Now) -> bool {
        let vacation = self.to_act().map_or(0, |seat| self.clocks.vacations[seat]);
        self.clocks.since.is_some_and(|since| since > now.at.max(self.at).max(vacation))
    }

    /// Converts places from untrusted input: one per seat, starting from 1. A shared place counts for every
    /// seat that shares it.
    pub(crate) fn standing(&self, places: &[u8]) -> Option<Standing> {
        let better = |place: u8| places.iter().filter(|other| **other < place).count();
        let sound = places.len() == usize::from(self.game.seats())
            && places.iter().all(|place| better(*place) + 1 == usize::from(*place));
        let place = |seat: Seat| places.get(seat.index()).copied().unwrap_or(1);
        sound.then(|| Standing::new(self.game.seats(), place))
    }

    fn moves(&self, now: Now, seat: Seat, text: String) -> Result<Vec<EventKind>, Refusal> {
        match self.to_act() {
            Some(to_act) if to_act != seat => return Err(NOT_TO_ACT.refuse([&self.called(to_act)]).into()),
            _ if is_leaving(&text) => return Err(NOT_A_MOVE.refuse([]).into()),
            _ => {}
        }
        let elapsed = self.elapsed(now.at);
        // A first decision is not charged, so no lag is credited.
        let lag = if self.is_first_decision() { 0 } else { self.credit(seat, now.lag).min(elapsed) };
        Ok(vec![EventKind::Moved { seat: SeatNumber(seat), text, used: elapsed - lag, lag }])
    }

    /// The events for a seat that leaves: the others continue or have won; before every seat has made its
    /// first decision, the game is aborted (TB-1 to TB-3, NO-14).
    fn leaving(&self, now: Now, seat: Seat, how: Leaving) -> Vec<EventKind> {
        let why = match how {
            Leaving::Resigns => AbortReason::Resignation,
            Leaving::Time => AbortReason::Time,
            Leaving::Absent => AbortReason::Absence,
        };
        match self.departure_aborts() {
            true => vec![aborted(Some(seat), why)],
            false => vec![EventKind::Left {
                seat: SeatNumber(seat),
                how: LeavingWord(how),
                used: self.elapsed(now.at),
            }],
        }
    }

    fn abort(&self, by: Option<Seat>) -> Result<Vec<EventKind>, Refusal> {
        if self.decided.iter().all(|(_, decided)| decided) {
            return Err(TOO_LATE_TO_ABORT.refuse([]).into());
        }
        Ok(vec![aborted(by, AbortReason::Requested)])
    }

    /// TB-4: whether the game can end in a draw by agreement.
    fn knows_draws(&self) -> bool {
        self.game.seats() == 2 && self.game.game().info().results == ResultForm::Score
    }

    fn is_early_for_draw(&self) -> bool {
        self.steps.len() < self.terms.draw_offers_from
    }

    fn too_early_for_draw(&self) -> Refusal {
        TOO_EARLY_FOR_DRAW.refuse([&self.terms.draw_offers_from]).into()
    }

    fn offer_draw(&self, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        if !self.knows_draws() {
            return Err(NO_DRAWS.refuse([]).into());
        }
        if let Some(pending) = self.pending {
            return match pending.offer {
                // Both seats offer a draw.
                Offer::Draw if pending.by != seat => Ok(vec![
                    answered(seat, Offer::Draw, Answer::Accepted),
                    ended(Termination::Agreement, Some(&Standing::draw(2))),
                ]),
                Offer::Draw => Err(OFFERED_ALREADY.refuse([]).into()),
                Offer::TakeBack => Err(UNANSWERED.refuse([&self.called(pending.by)]).into()),
            };
        }
        if self.is_early_for_draw() {
            return Err(self.too_early_for_draw());
        }
        if self.to_act() != Some(seat) {
            return Err(NOT_YOUR_TURN_TO_OFFER.refuse([]).into());
        }
        if self.draw_offers.contains(&(seat, self.turn_start())) {
            return Err(OFFERED_ALREADY.refuse([]).into());
        }
        Ok(vec![EventKind::Offered { seat: SeatNumber(seat), offer: Offer::Draw }])
    }

    fn ask_back(&self, now: Now, seat: Seat) -> Result<Vec<EventKind>, Refusal> {
        let nothing = || NOTHING_TO_TAKE_BACK.refuse([&self.called(seat)]);
        let steps = self.take_back_to(seat).ok_or_else(nothing);
        if self.may_change_mind(seat) {
            let steps = steps?;
            return Ok(vec![EventKind::TakenBack {
                seat: SeatNumber(seat),
                steps,
                used: self.elapsed(now.at),
            }]);
        }
        if !self.terms.take_back || self.terms.rated {
            return Err(NO_TAKE_BACK.refuse([]).into());
        }
        let steps = steps?;
        if let Some(pending) = self.pending {
            return Err(UNANSWERED.refuse([&self.called(pending.by)]).into());
        }
        if self.steps[steps..].iter().any(|step| step.kind == StepKind::Leaves) {
            return Err(PLAYER_LEFT.refuse([]).into());
        }
        Ok(vec![EventKind::Offered { seat: SeatNumber(seat), offer: Offer::TakeBack }])
    }

    fn answer(&self, now: Now, seat: Seat, answer: Answer) -> Result<Vec<EventKind>, Refusal> {
        let open = |pending: &Pending| pending.by != seat && !pending.agreed[seat];
        let pending = self.pending.filter(open).ok_or_else(|| NOTHING_OFFERED.refuse([]))?;
        let mut kinds = vec![answered(seat, pending.offer, answer)];
        if answer == Answer::Accepted {
            let agrees = |other: Seat| {
                other == seat || other == pending.by || pending.agreed[other] || !self.is_in(other)
            };
            let all = Seat::all(self.game.seats()).all(agrees);
            match pending.offer {
                Offer::Draw => kinds.push(ended(Termination::Agreement, Some(&Standing::draw(2)))),
                Offer::TakeBack if all => {
                    let steps = self.take_back_to(pending.by).unwrap_or(0);
                    let seat = SeatNumber(pending.by);
                    kinds.push(EventKind::TakenBack { seat, steps, used: self.elapsed(now.at) });
                }
                Offer::TakeBack => {}
            }
        }
        Ok(kinds)
    }

    fn claim(&self, now: Now, seat: Seat, claim: Claim) -> Result<Vec<EventKind>, Refusal> {
        let (Some(needed), Some(absent)) = (self.absence_needed(now), self.to_act()) else {
            return Err(NOT_LIVE.refuse([]).into());
        };
        if absent == seat {
            return Err(OWN_ABSENCE.refuse([]).into());
        }
        if now.absent < needed {
            return Err(NOT_ABSENT.refuse([&self.called(absent), &needed.div_ceil(1000)]).into());
        }
        match claim {
            Claim::Leave => Ok(self.leaving(now, absent, Leaving::Absent)),
            _ if self.game.seats() > 2 => Err(ONLY_LEAVE.refuse([]).into()),
            Claim::Draw if !self.knows_draws() => Err(NO_DRAWS.refuse([]).into()),
            Claim::Draw if self.departure_aborts() => Ok(self.leaving(now, absent, Leaving::Absent)),
            Claim::Draw if self.is_early_for_draw() => Err(self.too_early_for_draw()),
            Claim::Draw => Ok(vec![ended(Termination::Absence, Some(&Standing::draw(2)))]),
            Claim::Abort => Ok(vec![aborted(Some(absent), AbortReason::Absence)]),
        }
    }

    fn give_time(&self, seat: Seat, to: Seat) -> Result<Vec<EventKind>, Refusal> {
        if self.terms.rated {
            return Err(RATED.refuse([]).into());
        }
        if to == seat {
            return Err(OWN_TIME.refuse([]).into());
        }
        if !self.is_in(to) {
            return Err(OUT.refuse([&self.called(to)]).into());
        }
        if !self.terms.clock.is_some_and(|clock| clock.can_be_set()) {
            return Err(NO_CLOCK.refuse([]).into());
        }
        Ok(vec![EventKind::TimeGiven { seat: SeatNumber(seat), to: SeatNumber(to), time: GIFT }])
    }

    /// The seat's name in the notation, for sentences.
    fn called(&self, seat: Seat) -> Arg {
        self.game.game().info().seat(seat)
    }
}

fn answered(seat: Seat, offer: Offer, answer: Answer) -> EventKind {
    EventKind::Answered { seat: SeatNumber(seat), offer, answer }
}

pub(crate) fn ended(termination: Termination, standing: Option<&PerSeat<u8>>) -> EventKind {
    EventKind::Ended {
        termination: TerminationWord(termination),
        places: standing.map_or(Vec::new(), |standing| standing.as_slice().to_vec()),
        aborted_by: None,
        why: None,
    }
}

pub(crate) fn aborted(by: Option<Seat>, why: AbortReason) -> EventKind {
    EventKind::Ended {
        termination: TerminationWord(Termination::Aborted),
        places: Vec::new(),
        aborted_by: by.map(SeatNumber),
        why: Some(why),
    }
}
