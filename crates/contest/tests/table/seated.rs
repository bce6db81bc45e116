//! A contest with all players seated, and its log. Replaying the log always gives the same state.

use ludoteca_catalog::Seat;
use ludoteca_contest::{Action, Actor, Contest, Ending, Event, Now, Stage, Terms};

pub(crate) struct Seated {
    pub(crate) contest: Contest,
    pub(crate) log: Vec<Event>,
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

impl Seated {
    pub(crate) fn new(terms: Terms) -> Seated {
        let (mut contest, mut log) = Contest::new(terms, Now::at(0)).unwrap();
        log.extend(contest.seat_all(Now::at(0)));
        Seated { contest, log }
    }

    #[track_caller]
    pub(crate) fn applies(&mut self, now: Now, actor: Actor, action: Action) {
        let events = self.contest.apply(now, actor, action.clone());
        self.log.extend(events.unwrap_or_else(|refusal| panic!("{actor:?} {action:?}: {refusal}")));
    }

    #[track_caller]
    pub(crate) fn does(&mut self, at: u64, by: u8, action: Action) {
        self.applies(Now::at(at), Actor::Seat(seat(by)), action);
    }

    #[track_caller]
    pub(crate) fn system(&mut self, at: u64, action: Action) {
        self.applies(Now::at(at), Actor::System, action);
    }

    #[track_caller]
    pub(crate) fn moves(&mut self, at: u64, by: u8, text: &str) {
        self.does(at, by, Action::Move(text.to_owned()));
    }

    #[track_caller]
    pub(crate) fn moves_with_lag(&mut self, at: u64, by: u8, text: &str, lag: u64) {
        self.applies(Now { at, lag, ..Now::default() }, Actor::Seat(seat(by)), Action::Move(text.to_owned()));
    }

    /// All players set up at time 0.
    #[track_caller]
    pub(crate) fn set_up(&mut self, players: u8) {
        for number in 0..players {
            self.moves(0, number, "LSM");
        }
    }

    /// Moves that make up one complete turn of the seat to act.
    pub(crate) fn first_turn(&self) -> Vec<String> {
        let mut game = self.contest.game().fork();
        let mut texts = Vec::new();
        loop {
            let text = game.legal_moves().swap_remove(0);
            game.play(&text).unwrap();
            texts.push(text);
            if !game.is_mid_turn() {
                return texts;
            }
        }
    }

    #[track_caller]
    pub(crate) fn ticks(&mut self, at: u64) {
        let events = self.contest.tick(Now::at(at));
        assert!(!events.is_empty());
        self.log.extend(events);
    }

    #[track_caller]
    pub(crate) fn refuses(&mut self, at: u64, by: u8, action: Action, ruling: &str) {
        let before = format!("{:?}", self.contest);
        let refusal = self.contest.apply(Now::at(at), Actor::Seat(seat(by)), action.clone());
        assert_eq!(refusal.map_err(|refusal| refusal.ruling()), Err(Some(ruling)), "{action:?}");
        assert_eq!(format!("{:?}", self.contest), before);
    }

    #[track_caller]
    pub(crate) fn ended(&self, result: &str, termination: &str) {
        let Stage::Over(Ending { termination: why, .. }) = self.contest.stage() else { panic!("it goes on") };
        assert_eq!((self.contest.result_text().as_str(), why.words()), (result, termination));
    }

    /// The readings of all clocks.
    pub(crate) fn left(&self, at: u64) -> Vec<u64> {
        let seats = Seat::all(self.contest.game().seats());
        seats.map(|seat| self.contest.reading(seat, Now::at(at)).unwrap().left).collect()
    }
}
