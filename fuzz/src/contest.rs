//! Arbitrary actions by arbitrary people at arbitrary times, as a list of bytes. The contest accepts or
//! refuses each, and its invariants hold.

use crate::setup;
use ludoteca_catalog::Seat;
use ludoteca_contest::{
    Action, Actor, Claim, Clock, Contest, Event, Millis, Now, Reading, SeatNumber, Stage, Terms,
};

/// The maximum number of steps: each one replays the whole log.
const MAX_STEPS: usize = 100;

/// Terms, followed by steps: for each the action, the person, the time, the lag and an argument.
pub fn contest(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (terms, seated) = terms(&mut bytes);
    let Ok((contest, log)) = Contest::new(terms, Now::at(0)) else { return };
    let mut trial = Trial { contest, log, time: 0 };
    if seated {
        let events = trial.contest.seat_all(Now::at(0));
        trial.log.extend(events);
    }
    for _ in 0..MAX_STEPS {
        if bytes.0.is_empty() {
            break;
        }
        trial.step(&mut bytes);
    }
    trial.ends_well();
}

/// Bytes to choose by; zeros once they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A duration: most are short, some are absurd.
    fn time(&mut self) -> Millis {
        match self.next() {
            255 => Millis::MAX,
            byte @ 240.. => Millis::from(byte - 239) * 86_400_000,
            byte @ 200.. => Millis::from(byte - 199) * 60_000,
            byte => Millis::from(byte) * 250,
        }
    }

    fn text(&mut self) -> String {
        let len = usize::from(self.next()).min(self.0.len());
        let (text, rest) = self.0.split_at(len);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    fn seat(&mut self) -> SeatNumber {
        SeatNumber(Seat::new(self.next() % Seat::MAX as u8).unwrap_or(Seat::FIRST))
    }

    fn list<T>(&mut self, item: fn(&mut Self) -> T) -> Vec<T> {
        let len = self.next() % 6;
        (0..len).map(|_| item(self)).collect()
    }
}

fn terms(bytes: &mut Bytes<'_>) -> (Terms, bool) {
    let (game, setup) = setup(bytes.next());
    let clock = match bytes.next() % 7 {
        0 => None,
        1 => Some(Clock::SuddenDeath { initial: bytes.time() }),
        2 => Some(Clock::Increment { initial: bytes.time(), increment: bytes.time() }),
        3 => Some(Clock::Delay { initial: bytes.time(), delay: bytes.time() }),
        4 => {
            Some(Clock::ByoYomi { initial: bytes.time(), period: bytes.time(), periods: bytes.next().into() })
        }
        5 => Some(Clock::PerTurn { time: bytes.time() }),
        _ => Some(Clock::Correspondence { per_turn: bytes.time(), bank: bytes.time() }),
    };
    let flags = bytes.next();
    let terms = Terms {
        players: setup.players,
        options: setup.options.into_iter().collect(),
        clock,
        rated: flags & 1 != 0,
        take_back: flags & 2 == 0,
        draw_offers_from: usize::from(flags >> 4),
        ..Terms::new(game)
    };
    (terms, flags & 4 == 0)
}

struct Trial {
    contest: Contest,
    log: Vec<Event>,
    /// The latest time so far.
    time: Millis,
}

/// The observable state of a contest.
#[derive(PartialEq, Debug)]
struct Sight {
    record: Option<String>,
    seq: u64,
    readings: Vec<Option<Reading>>,
    /// The internal state, too.
    state: String,
}

impl Trial {
    fn step(&mut self, bytes: &mut Bytes<'_>) {
        let what = bytes.next();
        let actor = self.actor(bytes.next());
        let now = self.now(bytes);
        let action = self.action(what, bytes);
        let (before, was_over) = (self.sight(now), matches!(self.contest.stage(), Stage::Over(_)));
        let Some(action) = action else {
            let events = self.contest.tick(now);
            assert!(events.is_empty() || !was_over, "a finished game goes on");
            self.add(events);
            return;
        };
        let expected = self.contest.check(now, actor, action.clone());
        match self.contest.apply(now, actor, action.clone()) {
            Ok(events) => {
                assert_eq!(expected, Ok(()), "{action:?} was done");
                assert!(!was_over && !events.is_empty(), "{action:?}: a finished game accepts nothing");
                self.add(events);
            }
            Err(refusal) => {
                assert_eq!(expected, Err(refusal.clone()), "{action:?} was refused");
                assert!(!refusal.to_string().is_empty());
                assert_eq!(self.sight(now), before, "{action:?} was refused: {refusal}");
            }
        }
    }

    fn actor(&self, byte: u8) -> Actor {
        match byte {
            0..128 => self.contest.to_act().map_or(Actor::System, Actor::Seat),
            128..160 => Actor::System,
            _ => Seat::new(byte % Seat::MAX as u8).map_or(Actor::System, Actor::Seat),
        }
    }

    /// Time mostly advances; sometimes it goes backwards or leaps.
    fn now(&mut self, bytes: &mut Bytes<'_>) -> Now {
        let (byte, away) = (bytes.next(), bytes.next());
        let at = match byte {
            0..160 => self.time.saturating_add(Millis::from(byte) * 50),
            160..200 => self.time.saturating_sub(Millis::from(byte - 159) * 1000),
            200..250 => self.time.saturating_add(Millis::from(byte - 199) * 20_000),
            250..255 => self.time.saturating_add(Millis::from(byte - 249) * 86_400_000),
            255 => Millis::MAX,
        };
        // Only an absurd duration reaches the end of time.
        self.time = if byte == 255 { self.time } else { self.time.max(at) };
        Now { at, lag: Millis::from(away & 15) * 200, absent: Millis::from(away >> 4) * 10_000 }
    }

    /// The action to try; `None` applies the consequences of time.
    fn action(&self, what: u8, bytes: &mut Bytes<'_>) -> Option<Action> {
        Some(match what % 32 {
            0 => return None,
            1 => Action::Resign,
            2 => Action::Abort,
            3 => Action::OfferDraw,
            4 => Action::TakeBack,
            5 => Action::Accept,
            6 => Action::Decline,
            7 => Action::Withdraw,
            8 => Action::Claim([Claim::Leave, Claim::Draw, Claim::Abort][usize::from(bytes.next() % 3)]),
            9 => Action::GiveTime(bytes.seat()),
            10 => Action::Join { seat: bytes.seat(), name: bytes.text() },
            11 => Action::Pause,
            12 => Action::Unpause,
            13 => Action::Resume { away: bytes.time() },
            14 => Action::Return,
            15 => Action::SetClocks { left: bytes.list(Bytes::time) },
            16 => Action::Adjudicate { places: bytes.list(Bytes::next) },
            17 => Action::Move(bytes.text()),
            _ => {
                let mut moves = self.contest.game().legal_moves();
                let number = usize::from(bytes.next()).checked_rem(moves.len());
                Action::Move(number.map_or_else(String::new, |number| moves.swap_remove(number)))
            }
        })
    }

    fn sight(&self, now: Now) -> Sight {
        let readings = Seat::all(self.contest.game().seats()).map(|seat| self.contest.reading(seat, now));
        Sight {
            record: self.contest.record().to_text().ok(),
            seq: self.contest.seq(),
            readings: readings.collect(),
            state: format!("{:?}", self.contest),
        }
    }

    /// Appends events to the log, whose replay must give the same state.
    fn add(&mut self, events: Vec<Event>) {
        for event in events {
            let last = self.log.last();
            assert_eq!(event.seq, last.map_or(0, |last| last.seq) + 1, "the log has a gap");
            assert!(last.is_none_or(|last| last.at <= event.at), "the log goes backwards");
            self.log.push(event);
        }
        match Contest::replay(&self.log) {
            Ok(again) => assert_eq!(format!("{again:?}"), format!("{:?}", self.contest)),
            Err(error) => panic!("the log does not replay: {error}: {:?}", self.log),
        }
        let to_act = self.contest.to_act();
        assert!(self.contest.runs().is_none() || self.contest.runs() == to_act);
        match self.contest.next_deadline() {
            Some(deadline) if self.contest.first_decision_by().is_some() => {
                assert_eq!(Some(deadline.seat), to_act);
            }
            deadline => assert_eq!(deadline.map(|deadline| deadline.seat), self.contest.runs()),
        }
    }

    /// Checks that the log and the record can be read back, and that a series continues.
    fn ends_well(&self) {
        let text = serde_json::to_string(&self.log).unwrap_or_default();
        match serde_json::from_str::<Vec<Event>>(&text) {
            Ok(log) => assert_eq!(log, self.log),
            Err(error) => panic!("the log does not read back: {error}: {text}"),
        }
        let mut record = self.contest.record();
        if let Err(error) = record.to_text() {
            panic!("the record cannot be written: {error}");
        }
        match Contest::from_record(&mut record, Now::at(0)) {
            Ok((again, _, faults)) => {
                assert!(faults.is_empty(), "{faults:?}");
                assert_eq!(again.game().position(), self.contest.game().position());
                assert_eq!(again.result_text(), self.contest.result_text());
            }
            Err(error) => panic!("the record cannot be taken up: {error}"),
        }
        if let Some((terms, seats)) = self.contest.next_in_series() {
            assert_eq!(seats.len(), usize::from(self.contest.game().seats()));
            assert!(Contest::new(terms, Now::at(0)).is_ok(), "the series does not go on");
        }
    }
}
