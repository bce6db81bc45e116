//! A contest on one device. The page is the house: it says what time it is, holds the computers' seats, and
//! stores the events.

use crate::{
    Description, Failure, Kind, Rematch, Sentence, Session, StatusJson, View, held::Held, session::read,
};
use ludoteca_catalog::Seat;
use ludoteca_contest::{
    Action, Actor, BrokenLog, Contest, Ending, Event, Now, Offer, Past, PastEnding, PastError, Reading,
    Refusal, SeatNumber, Stage, TerminationWord, Terms, TermsError,
};
use serde::{Deserialize, Serialize};

/// How to begin a contest: on these terms, perhaps with what was before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Beginning {
    at: u64,
    terms: Terms,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    readings: Vec<Vec<u64>>,
    #[serde(default)]
    left: Option<Vec<u64>>,
    #[serde(default)]
    ending: Option<PastEndingJson>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PastEndingJson {
    termination: TerminationWord,
    leaver: Option<SeatNumber>,
    places: Vec<u8>,
}

/// Who asks for what, and when; no seat: the house.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    at: u64,
    seat: Option<SeatNumber>,
    action: Action,
}

/// What came of something in a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// What has happened, to be added to the log.
    pub events: Vec<Event>,
    /// How the contest stands.
    pub contest: ContestJson,
    /// What a ply or a leaving did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Description>,
    /// The game now, where the board or whose turn it is has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

/// How a contest stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContestJson {
    /// Who must decide; `null` after the end.
    pub to_act: Option<usize>,
    /// Whose clock runs.
    pub runs: Option<usize>,
    /// The seat to act has made a ply of its turn already.
    pub mid_turn: bool,
    /// What each seat's clock shows; empty without a clock.
    pub clocks: Vec<Reading>,
    /// What waits for an answer.
    pub pending: Option<PendingJson>,
    /// How it ended.
    pub ending: Option<EndingJson>,
    /// For each seat what it may do beside moving.
    pub may: Vec<MayJson>,
}

/// What waits for an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PendingJson {
    /// Who wants it.
    pub by: usize,
    /// What.
    pub offer: Offer,
    /// The seats that have not answered.
    pub waiting: Vec<usize>,
}

/// How a contest ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingJson {
    /// Why.
    pub termination: TerminationWord,
    /// A place for each seat; none when it was aborted.
    pub places: Vec<u8>,
    /// Who left last, when that ended it.
    pub leaver: Option<usize>,
    /// What decided it on the board.
    pub reason: Option<Sentence>,
}

/// What a seat may do beside moving.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MayJson {
    /// TB-1.
    pub resign: bool,
    /// TB-3.
    pub abort: bool,
    /// TB-4.
    pub offer_draw: bool,
    /// TB-5: so many steps would be left; `null` when nothing may be taken back.
    pub take_back: Option<usize>,
    /// Somebody else may give it time.
    pub get_time: bool,
}

impl Session {
    /// Begins a contest: `{"at": 0, "terms": {"game": "squadro", "clock": {"system": "sudden-death",
    /// "initial": 60000}}, "names": ["Ada"], "moves": ["Y1"]}`, where only the first two are required.
    ///
    /// # Errors
    /// When no such game can be played.
    pub fn begin(json: &str) -> Result<(Session, Judged), Failure> {
        let Beginning { at, terms, names, moves, readings, left, ending } = read(json)?;
        let ending = ending.map(|PastEndingJson { termination, leaver, places }| PastEnding {
            termination: termination.0,
            leaver: leaver.map(|seat| seat.0),
            places,
        });
        let past = Past { names, moves, readings, left, ending };
        let (contest, events) = Contest::take_up(terms, &past, Now::at(at))?;
        let session = Session::new(Held::Contest(Box::new(contest)));
        let judged = session.judged(at, events)?;
        Ok((session, judged))
    }

    /// Goes on with a contest by its log: `{"at": 0, "log": […]}`.
    ///
    /// # Errors
    /// When it is not the log of a contest.
    pub fn resume(json: &str) -> Result<(Session, Judged), Failure> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Kept {
            at: u64,
            log: Vec<Event>,
        }
        let Kept { at, log } = read(json)?;
        let contest = Contest::replay(&log)?;
        let session = Session::new(Held::Contest(Box::new(contest)));
        let judged = session.judged(at, Vec::new())?;
        Ok((session, judged))
    }

    /// Asks for something: `{"at": 0, "seat": 1, "action": {"move": "R1"}}`; without a seat the house asks.
    ///
    /// # Errors
    /// When it is refused; nothing has changed then.
    pub fn act(&mut self, json: &str) -> Result<Judged, Failure> {
        let Asked { at, seat, action } = read(json)?;
        let actor = seat.map_or(Actor::House, |seat| Actor::Seat(seat.0));
        let now = Now::at(at);
        // While the house was away nobody's time ran out.
        let away = matches!(action, Action::Resume { .. });
        self.judge(at, |contest| {
            let mut events = if away { Vec::new() } else { contest.tick(now) };
            match contest.apply(now, actor, action) {
                Ok(more) => events.extend(more),
                Err(refusal) if events.is_empty() => return Err(refusal.into()),
                // Time had its consequences first.
                Err(_) => {}
            }
            Ok(events)
        })
    }

    /// Lets time have its consequences.
    ///
    /// # Errors
    /// When there is no contest.
    pub fn tick(&mut self, at: u64) -> Result<Judged, Failure> {
        self.judge(at, |contest| Ok(contest.tick(Now::at(at))))
    }

    fn judge(
        &mut self,
        at: u64,
        decide: impl FnOnce(&mut Contest) -> Result<Vec<Event>, Failure>,
    ) -> Result<Judged, Failure> {
        let (steps, status) = (self.game.played().len(), self.game.status());
        let Held::Contest(contest) = &mut self.game else { return Err(no_contest()) };
        let events = decide(contest)?;
        let now = self.game.played().len();
        let changed = now != steps || status != self.game.status();
        let narrated = self.game.last_narrated().filter(|_| now == steps + 1);
        let description = narrated.map(|did| Description::new(did, &self.game.game().info()));
        if changed {
            self.layer_anew();
        }
        let mut judged = self.judged(at, events)?;
        judged.view = judged.view.filter(|_| changed);
        judged.description = description;
        Ok(judged)
    }

    fn contest(&self) -> Result<&Contest, Failure> {
        match &self.game {
            Held::Contest(contest) => Ok(contest),
            Held::Play(_) => Err(no_contest()),
        }
    }

    fn judged(&self, at: u64, events: Vec<Event>) -> Result<Judged, Failure> {
        let contest = ContestJson::new(self.contest()?, Now::at(at));
        Ok(Judged { events, contest, description: None, view: Some(self.view()) })
    }

    /// The next game of the series (TB-9); `None` while there is no result.
    pub(crate) fn next_of_contest(&self) -> Option<Result<Rematch, Failure>> {
        let Held::Contest(contest) = &self.game else { return None };
        let next = contest.next_in_series().ok_or_else(|| Failure::request("the contest has no result"));
        Some(next.map(|(terms, seats)| self.next_game(terms.options, seats)))
    }
}

fn no_contest() -> Failure {
    Failure::request("there is no contest")
}

impl ContestJson {
    fn new(contest: &Contest, now: Now) -> ContestJson {
        let seats = || Seat::all(contest.game().seats());
        let may = |seat: Seat, action: Action| contest.check(now, Actor::Seat(seat), action).is_ok();
        let gets_time = |to: Seat| seats().any(|seat| may(seat, Action::GiveTime(SeatNumber(to))));
        ContestJson {
            to_act: contest.to_act().map(Seat::index),
            runs: contest.runs().map(Seat::index),
            mid_turn: contest.game().is_mid_turn(),
            clocks: seats().filter_map(|seat| contest.reading(seat, now)).collect(),
            pending: contest.pending().map(|pending| PendingJson {
                by: pending.by.index(),
                offer: pending.offer,
                waiting: seats()
                    .filter(|seat| *seat != pending.by && contest.is_in(*seat) && !pending.agreed[*seat])
                    .map(Seat::index)
                    .collect(),
            }),
            ending: match contest.stage() {
                Stage::Over(ending) => Some(EndingJson::new(contest, ending)),
                Stage::Waiting | Stage::Playing => None,
            },
            may: seats()
                .map(|seat| MayJson {
                    resign: may(seat, Action::Resign),
                    abort: may(seat, Action::Abort),
                    offer_draw: may(seat, Action::OfferDraw),
                    take_back: contest.take_back_to(seat).filter(|_| may(seat, Action::TakeBack)),
                    get_time: gets_time(seat),
                })
                .collect(),
        }
    }
}

impl EndingJson {
    fn new(contest: &Contest, ending: Ending) -> EndingJson {
        let leaver = contest.game().last_leaving().map(|(seat, _)| seat.index());
        let by_leaving = leaver.filter(|_| termination_names_somebody(ending));
        let reason = match StatusJson::of(contest.game()).over {
            Some(over) if by_leaving.is_none() => Some(over.reason),
            _ => None,
        };
        EndingJson {
            termination: TerminationWord(ending.termination),
            places: ending.standing.map_or(Vec::new(), |standing| standing.as_slice().to_vec()),
            leaver: by_leaving,
            reason,
        }
    }
}

fn termination_names_somebody(ending: Ending) -> bool {
    use ludoteca_record::Termination::{Absence, Resignation, TimeForfeit};
    matches!(ending.termination, Resignation | TimeForfeit | Absence)
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Table(refused) => Failure::said(Kind::Table, refused.into()),
            Refusal::Move(error) => error.into(),
        }
    }
}

impl From<TermsError> for Failure {
    fn from(error: TermsError) -> Failure {
        match error {
            TermsError::Setup(error) => error.into(),
            TermsError::Clock => Failure::said(Kind::Setup, Sentence::of(&crate::phrases::NO_SUCH_CLOCK, [])),
            TermsError::Over => Failure::said(Kind::Setup, Sentence::of(&crate::phrases::OVER_ALREADY, [])),
        }
    }
}

impl From<PastError> for Failure {
    fn from(error: PastError) -> Failure {
        match error {
            PastError::Terms(error) => error.into(),
            PastError::Ply { why, .. } | PastError::Ending(why) => why.into(),
        }
    }
}

impl From<BrokenLog> for Failure {
    fn from(error: BrokenLog) -> Failure {
        match error {
            BrokenLog::Terms(error) => error.into(),
            BrokenLog::Event { why, .. } => why.into(),
            BrokenLog::NoBeginning | BrokenLog::Gap { .. } => {
                Failure::said(Kind::Record, Sentence::of(&crate::phrases::BROKEN_LOG, [&error]))
            }
        }
    }
}
