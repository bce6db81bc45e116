//! A contest in a session. The session's owner is the host: it provides the time, plays the computers' seats,
//! and stores the events.

use crate::{Description, Failure, FailureKind, Rematch, Sentence, Session, Status, View, held::Held};
use ludoteca_catalog::Seat;
use ludoteca_contest::{
    AbortReason, Action, Actor, BrokenLog, Claim, Contest, Ending, Event, Now, Offer, Past, PastError,
    Reading, Refusal, SeatNumber, Stage, TerminationWord, Terms, TermsError,
};
use serde::{Deserialize, Serialize};

/// How to begin a contest; only `at` and `terms` are required. The other fields describe the past of a game
/// that began elsewhere. Times are in milliseconds.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Beginning {
    pub at: u64,
    pub terms: Terms,
    /// The names of the players, by seat.
    #[serde(default)]
    pub names: Vec<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    /// The clock readings after each ply.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub readings: Vec<Vec<u64>>,
    /// The current clock readings.
    #[serde(default)]
    pub left: Option<Vec<u64>>,
    /// An end other than on the board.
    #[serde(default)]
    pub ending: Option<PastEnding>,
}

/// How a game ended elsewhere.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastEnding {
    pub termination: TerminationWord,
    /// The last seat to leave, if that ended the game.
    pub leaver: Option<SeatNumber>,
    /// The place of each seat; empty if the game was aborted.
    pub places: Vec<u8>,
}

/// How to resume a contest.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resumption {
    /// The current time, in milliseconds.
    pub at: u64,
    /// All events so far.
    pub log: Vec<Event>,
}

/// Events decided elsewhere, and the current state.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct News {
    /// The current time, in milliseconds.
    pub at: u64,
    /// How long the seat to act has been away, in milliseconds.
    pub absent: u64,
    /// The new events; may be empty if only time has passed.
    pub events: Vec<Event>,
}

/// An action, with its seat and time.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The current time, in milliseconds.
    pub at: u64,
    /// The seat that acts; none for the host.
    pub seat: Option<SeatNumber>,
    pub action: Action,
}

/// The changes in a contest.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestUpdate {
    /// The new events, to be appended to the log.
    pub events: Vec<Event>,
    /// The state of the contest.
    pub contest: ContestState,
    /// The effects of a ply, or of a seat leaving.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub description: Option<Description>,
    /// The game, if the board or the seat to act has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub view: Option<View>,
}

/// The state of a contest.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContestState {
    /// The seat that must decide; `null` after the end.
    pub to_act: Option<Seat>,
    pub runs: Option<Seat>,
    /// TB-6: the time in milliseconds at which the game is aborted unless the seat to act makes its first
    /// decision; `null` while no first decision is awaited.
    pub first_decision_by: Option<u64>,
    /// TB-3: whether a seat that leaves now would abort the game.
    pub departure_aborts: bool,
    /// Whether the seat to act has already made a ply in this turn.
    pub mid_turn: bool,
    /// Each seat's clock reading; empty without a clock.
    pub clocks: Vec<Reading>,
    /// The offer that awaits an answer.
    pub pending: Option<PendingOffer>,
    pub ending: Option<ContestEnding>,
    /// For each seat, what it may do besides moving.
    pub may: Vec<Permissions>,
}

/// An offer that awaits an answer.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PendingOffer {
    pub by: Seat,
    pub offer: Offer,
    /// The seats that have not answered.
    pub waiting: Vec<Seat>,
}

/// How a contest ended.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestEnding {
    pub termination: TerminationWord,
    /// The place of each seat; empty if the game was aborted.
    pub places: Vec<u8>,
    /// The last seat to leave, if that ended the game.
    pub leaver: Option<Seat>,
    /// The seat responsible for an abort, if known.
    pub aborted: Option<ContestAbort>,
    /// Why the game ended on the board.
    pub reason: Option<Sentence>,
}

/// The seat responsible for an abort, and the reason.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestAbort {
    /// The seat; `null` for the server or program that runs the game.
    pub by: Option<Seat>,
    pub why: AbortReason,
}

/// What a seat may do besides moving.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Permissions {
    /// TB-1; aborts the game before every seat has made its first decision (TB-3).
    pub resign: bool,
    pub abort: bool,
    pub offer_draw: bool,
    /// TB-5: the number of steps that would remain; `null` if nothing may be taken back.
    pub take_back: Option<usize>,
    /// Another seat may give it time.
    pub get_time: bool,
    /// TB-8: the seat to act has been absent for long enough.
    pub claim: bool,
    /// TB-8: it may also claim a draw.
    pub claim_draw: bool,
}

impl Session {
    /// Begins a contest.
    ///
    /// # Errors
    /// If such a game cannot be played.
    pub fn begin(beginning: Beginning) -> Result<(Session, ContestUpdate), Failure> {
        let Beginning { at, terms, names, moves, readings, left, ending } = beginning;
        let ending = ending.map(|PastEnding { termination, leaver, places }| ludoteca_contest::PastEnding {
            termination: termination.0,
            leaver: leaver.map(|seat| seat.0),
            places,
        });
        let past = Past { names, moves, readings, left, ending };
        let (contest, events) = Contest::take_up(terms, &past, Now::at(at))?;
        let session = Session::new(Held::Contest(Box::new(contest)));
        let update = session.update(Now::at(at), events)?;
        Ok((session, update))
    }

    /// Resumes a contest from its log.
    ///
    /// # Errors
    /// If it is not the log of a contest.
    pub fn resume(resumption: &Resumption) -> Result<(Session, ContestUpdate), Failure> {
        let contest = Contest::replay(&resumption.log)?;
        let session = Session::new(Held::Contest(Box::new(contest)));
        let update = session.update(Now::at(resumption.at), Vec::new())?;
        Ok((session, update))
    }

    /// Applies an action.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then.
    pub fn act(&mut self, request: ActionRequest) -> Result<ContestUpdate, Failure> {
        let ActionRequest { at, seat, action } = request;
        let actor = seat.map_or(Actor::System, |seat| Actor::Seat(seat.0));
        let now = Now::at(at);
        // No clock runs out while the server is down.
        let away = matches!(action, Action::Resume { .. });
        self.change(now, |contest| {
            let mut events = if away { Vec::new() } else { contest.tick(now) };
            match contest.apply(now, actor, action) {
                Ok(more) => events.extend(more),
                Err(refusal) if events.is_empty() => return Err(refusal.into()),
                // Elapsed time had its consequences first.
                Err(_) => {}
            }
            Ok(events)
        })
    }

    /// Applies an event decided elsewhere. Time alone has no consequences here: they arrive as events.
    ///
    /// # Errors
    /// If the event is not a valid next event of this contest.
    pub fn hear(&mut self, news: News) -> Result<ContestUpdate, Failure> {
        let News { at, absent, events } = news;
        self.change(Now { absent, ..Now::at(at) }, |contest| {
            for event in &events {
                contest.hear(event)?;
            }
            Ok(events)
        })
    }

    /// Applies the consequences of elapsed time.
    ///
    /// # Errors
    /// If there is no contest.
    pub fn tick(&mut self, at: u64) -> Result<ContestUpdate, Failure> {
        let now = Now::at(at);
        self.change(now, |contest| Ok(contest.tick(now)))
    }

    fn change(
        &mut self,
        now: Now,
        decide: impl FnOnce(&mut Contest) -> Result<Vec<Event>, Failure>,
    ) -> Result<ContestUpdate, Failure> {
        let (steps, status) = (self.game.steps(), self.game.status());
        let Held::Contest(contest) = &mut self.game else { return Err(no_contest()) };
        let events = decide(contest)?;
        let steps_now = self.game.steps();
        let changed = steps_now != steps || status != self.game.status();
        let narrated = self.game.last_narrated().filter(|_| steps_now == steps + 1);
        let description = narrated.map(Description::new);
        if changed {
            self.layer_anew();
        }
        let mut update = self.update(now, events)?;
        update.view = update.view.filter(|_| changed);
        update.description = description;
        Ok(update)
    }

    fn contest(&self) -> Result<&Contest, Failure> {
        match &self.game {
            Held::Contest(contest) => Ok(contest),
            Held::Play(_) => Err(no_contest()),
        }
    }

    fn update(&self, now: Now, events: Vec<Event>) -> Result<ContestUpdate, Failure> {
        let contest = ContestState::new(self.contest()?, now);
        Ok(ContestUpdate { events, contest, description: None, view: Some(self.view()) })
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

impl ContestState {
    fn new(contest: &Contest, now: Now) -> ContestState {
        let seats = || Seat::all(contest.game().seats());
        let may = |seat: Seat, action: Action| contest.check(now, Actor::Seat(seat), action).is_ok();
        let gets_time = |to: Seat| seats().any(|seat| may(seat, Action::GiveTime(SeatNumber(to))));
        ContestState {
            to_act: contest.to_act(),
            runs: contest.runs(),
            first_decision_by: contest.first_decision_by(),
            departure_aborts: contest.departure_aborts(),
            mid_turn: contest.game().is_mid_turn(),
            clocks: seats().filter_map(|seat| contest.reading(seat, now)).collect(),
            pending: contest.pending().map(|pending| PendingOffer {
                by: pending.by,
                offer: pending.offer,
                waiting: seats()
                    .filter(|seat| *seat != pending.by && contest.is_in(*seat) && !pending.agreed[*seat])
                    .collect(),
            }),
            ending: match contest.stage() {
                Stage::Over(ending) => Some(ContestEnding::new(contest, ending)),
                Stage::Waiting | Stage::Playing => None,
            },
            may: seats()
                .map(|seat| Permissions {
                    resign: may(seat, Action::Resign),
                    abort: may(seat, Action::Abort),
                    offer_draw: may(seat, Action::OfferDraw),
                    take_back: contest.take_back_to(seat).filter(|_| may(seat, Action::TakeBack)),
                    get_time: gets_time(seat),
                    claim: may(seat, Action::Claim(Claim::Leave)),
                    claim_draw: may(seat, Action::Claim(Claim::Draw)),
                })
                .collect(),
        }
    }
}

impl ContestEnding {
    fn new(contest: &Contest, ending: Ending) -> ContestEnding {
        let by_leaving = contest.leaver();
        let reason = match Status::of(contest.game()).over {
            Some(over) if by_leaving.is_none() => Some(over.reason),
            _ => None,
        };
        ContestEnding {
            termination: TerminationWord(ending.termination),
            places: ending.standing.map_or(Vec::new(), |standing| standing.as_slice().to_vec()),
            leaver: by_leaving,
            aborted: ending.aborted.map(|abort| ContestAbort { by: abort.by.map(|by| by.0), why: abort.why }),
            reason,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Table(refused) => Failure::with(FailureKind::Table, refused.into()),
            Refusal::Move(error) => error.into(),
        }
    }
}

impl From<TermsError> for Failure {
    fn from(error: TermsError) -> Failure {
        match error {
            TermsError::Setup(error) => error.into(),
            TermsError::Clock => {
                Failure::with(FailureKind::Setup, Sentence::of(&crate::phrases::NO_SUCH_CLOCK, []))
            }
            TermsError::Over => {
                Failure::with(FailureKind::Setup, Sentence::of(&crate::phrases::OVER_ALREADY, []))
            }
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
            BrokenLog::NoBeginning | BrokenLog::Gap { .. } => Failure::with(
                FailureKind::Record,
                Sentence::of(&crate::phrases::BROKEN_LOG, [&error.to_string()]),
            ),
        }
    }
}
