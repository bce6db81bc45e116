//! Actions beside moving: resigning, offering, taking back, stopping. The contest decides whether they are
//! allowed; this module only asks.

use super::{
    app::Request,
    computers::Computers,
    prompt::{Prompt, Purpose},
    question::{Question, Reply},
    screen::{GameScreen, sentence},
};
use ludoteca_catalog::{Seat, Status};
use ludoteca_contest::{Action, Actor, Offer, Past, Pending, Terms};

impl GameScreen {
    /// Applies an answer; the question is closed unless it has further steps.
    pub(super) fn answered(&mut self, question: Question, reply: Reply) -> Request {
        self.question = None;
        match (question, reply) {
            (Question::Resign(seat), Reply::Other) => {
                self.question = Some(Question::Resign(self.next_person(seat)))
            }
            (Question::Resign(seat), Reply::Yes) => {
                self.try_to(Actor::Seat(seat), Action::Resign);
            }
            (Question::Abort, Reply::Yes) => {
                let actor = self.asker().map_or(Actor::System, Actor::Seat);
                self.try_to(actor, Action::Abort);
            }
            (Question::TakeBack(_), reply) if self.is_online() => self.answer_offer(reply == Reply::Yes),
            (Question::TakeBack(seat), Reply::Yes) => self.grant_take_back(seat),
            (Question::TakeBack(seat), _) => {
                self.try_to(Actor::Seat(seat), Action::Withdraw);
            }
            (Question::Draw(_, to), Reply::Yes) => {
                self.try_to(Actor::Seat(to), Action::Accept);
            }
            (Question::Draw(_, to), Reply::No) => {
                if self.try_to(Actor::Seat(to), Action::Decline) {
                    self.message = format!("{} declines the draw.", self.name(to));
                }
            }
            (Question::NextGame, Reply::Yes) => return self.next_game(),
            (Question::GoBack, Reply::Yes) => return self.go_back(),
            (Question::Leave(exit), Reply::Yes) => return Request::LeaveNow(exit),
            (Question::Load(name), Reply::Yes) => return self.load_here(&name),
            (Question::Replace(name), Reply::Yes) => self.save(&name),
            (Question::Replace(name), _) => self.prompt = Some(Prompt::new(Purpose::Save, &name)),
            (
                Question::Resign(_)
                | Question::Abort
                | Question::Draw(..)
                | Question::NextGame
                | Question::GoBack
                | Question::Leave(_)
                | Question::Load(_),
                Reply::No | Reply::Other | Reply::Later,
            ) => {}
        }
        Request::Nothing
    }

    /// A seat's name, marked if the computer plays it.
    pub(super) fn name(&self, seat: Seat) -> String {
        let name = self.contest.game().game().info().seat_name(seat);
        if self.computers.level(seat).is_some() { format!("{name} (computer)") } else { name.to_owned() }
    }

    /// The next person who is still in the game.
    fn next_person(&self, seat: Seat) -> Seat {
        let people = self.people_in();
        let next = people.iter().find(|other| other.index() > seat.index()).or(people.first());
        next.copied().unwrap_or(seat)
    }

    /// Asks a question, unless the contest would refuse its action anyway.
    fn ask(&mut self, actor: Actor, action: Action, question: Question) {
        match self.contest.check(self.now(), actor, action) {
            Ok(()) => {
                self.message.clear();
                self.question = Some(question);
            }
            Err(refusal) => self.message = sentence(&refusal),
        }
    }

    pub(super) fn resign(&mut self) {
        if let Some(seat) = self.asker() {
            self.ask(Actor::Seat(seat), Action::Resign, Question::Resign(seat));
        }
    }

    pub(super) fn abort(&mut self) {
        let actor = self.asker().map_or(Actor::System, Actor::Seat);
        self.ask(actor, Action::Abort, Question::Abort);
    }

    pub(super) fn may_offer_draw(&self) -> bool {
        let may = |seat| self.contest.check(self.now(), Actor::Seat(seat), Action::OfferDraw).is_ok();
        self.contest.to_act().is_some_and(may)
    }

    pub(super) fn offer_draw(&mut self) {
        if self.is_online() {
            return self.offer_draw_online();
        }
        let Some(by) = self.asker() else { return };
        if let Some(Pending { by, offer: Offer::Draw, .. }) = self.contest.pending() {
            self.question = Some(Question::Draw(by, other(by)));
            return;
        }
        if !self.try_to(Actor::Seat(by), Action::OfferDraw) {
            return;
        }
        let to = other(by);
        if self.computers.level(to).is_none() {
            self.question = Some(Question::Draw(by, to));
            return;
        }
        let limit = self.patience();
        let accepts = self.computers.accepts_draw(self.contest.game(), to, limit);
        let answer = if accepts { Action::Accept } else { Action::Decline };
        if self.try_to(Actor::Seat(to), answer) {
            let answer =
                if accepts { "accepts the draw" } else { "declines the draw: it considers itself ahead" };
            self.message = format!("{} {answer}.", self.name(to));
        }
    }

    /// Takes back the last decision of a person, or of a computer if only computers play. On one device a
    /// single answer counts for all people; within an unfinished turn no question is asked (TB-5).
    pub(super) fn take_back(&mut self) {
        if self.is_over() {
            self.question = Some(Question::GoBack);
            return;
        }
        if self.is_online() {
            return self.ask_to_take_back();
        }
        let people = self.people_in();
        let no_people = people.is_empty();
        let mut seats = if no_people { Seat::all(self.contest.game().seats()).collect() } else { people };
        seats.retain(|seat| self.contest.is_in(*seat));
        let Some(seat) = seats.into_iter().max_by_key(|seat| self.contest.take_back_to(*seat)) else {
            return;
        };
        let taken = self.texts_after(self.contest.take_back_to(seat));
        if !self.try_to(Actor::Seat(seat), Action::TakeBack) {
            return;
        }
        match self.contest.pending() {
            Some(Pending { offer: Offer::TakeBack, .. }) => self.question = Some(Question::TakeBack(seat)),
            _ => self.message = format!("Taken back: {}.", taken.join(" ")),
        }
    }

    /// The moves that would be taken back now.
    pub(super) fn to_take_back(&self) -> Vec<String> {
        let asker = self.contest.pending().filter(|pending| pending.offer == Offer::TakeBack);
        self.texts_after(asker.and_then(|pending| self.contest.take_back_to(pending.by)))
    }

    fn texts_after(&self, step: Option<usize>) -> Vec<String> {
        let texts = self.contest.game().played().into_iter().map(|(_, text)| text);
        step.map_or(Vec::new(), |step| texts.skip(step).collect())
    }

    /// Grants a request for all: the people with one key, and the computers always.
    fn grant_take_back(&mut self, seat: Seat) {
        let taken = self.to_take_back().join(" ");
        let others: Vec<Seat> = Seat::all(self.contest.game().seats())
            .filter(|other| *other != seat && self.contest.is_in(*other))
            .collect();
        let computer = others.iter().any(|other| self.computers.level(*other).is_some());
        for other in others {
            if !self.try_to(Actor::Seat(other), Action::Accept) {
                return;
            }
        }
        self.message = match (computer, self.people_in().is_empty()) {
            (_, true) => {
                self.pause();
                format!("Taken back: {taken}. Ctrl-G resumes.")
            }
            (true, false) => format!("Taken back: {taken}. The computer agrees."),
            (false, false) => format!("Taken back: {taken}."),
        };
    }

    /// Pauses the computer and the clocks.
    pub(super) fn pause(&mut self) {
        if self.is_over() {
            return;
        }
        self.try_to(Actor::System, Action::Pause);
        self.paused = true;
        self.message = "Paused. Ctrl-G resumes.".to_owned();
    }

    pub(super) fn go_on(&mut self) {
        self.try_to(Actor::System, Action::Unpause);
        self.paused = false;
        self.message.clear();
    }

    /// The next game of the series (TB-9), or the same game again if this one has no result.
    fn next_game(&mut self) -> Request {
        if self.is_online() {
            return self.next_game_online();
        }
        let seats = self.contest.game().seats();
        let same = || (self.contest.terms().clone(), Seat::all(seats).collect::<Vec<_>>());
        let (terms, order) = self.contest.next_in_series().unwrap_or_else(same);
        let past = Past { names: self.names(&order), ..Past::default() };
        self.open(terms, &past, &order)
    }

    /// A new game with the same moves, up to the position being viewed or the last decision of a person.
    fn go_back(&mut self) -> Request {
        let game = self.contest.game();
        let steps = game.steps();
        // A game that ended by other means than a move continues from its last position.
        let over = matches!(game.status(), Status::Over(_));
        let last = if over { steps.saturating_sub(1) } else { steps };
        let decides = |step: &usize| {
            let mut earlier = game.fork();
            earlier.take_back_to(*step);
            matches!(earlier.status(), Status::ToAct(seat) if self.computers.level(seat).is_none())
        };
        let step = self.looked_at.or_else(|| (0..=last).rev().find(decides)).unwrap_or(last);
        let seats: Vec<Seat> = Seat::all(game.seats()).collect();
        let moves = game.played().into_iter().take(step).map(|(_, text)| text).collect();
        let past = Past { names: self.names(&seats), moves, ..Past::default() };
        let terms = Terms { clock: None, ..self.contest.terms().clone() };
        let mut request = self.open(terms, &past, &seats);
        if let Request::Open(screen) = &mut request
            && screen.computer_to_act()
        {
            screen.pause();
        }
        request
    }

    /// The names of the players in these seats.
    fn names(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.contest.name(*seat).unwrap_or_default().to_owned()).collect()
    }

    /// A new game in which each seat goes to the holder of the given seat of this game.
    fn open(&mut self, terms: Terms, past: &Past, order: &[Seat]) -> Request {
        let computers = Computers::new(order.iter().map(|seat| self.computers.level(*seat)).collect());
        match GameScreen::going_on(terms, past, computers, self.time.clone()) {
            Ok(screen) => Request::Open(Box::new(screen)),
            Err(error) => {
                self.message = error.to_string();
                Request::Nothing
            }
        }
    }
}

/// The opponent's seat, of two.
fn other(seat: Seat) -> Seat {
    if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST }
}
