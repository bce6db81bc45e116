//! Events and clocks as flat JSON objects. Implemented by hand because the derived code for tagged enums is
//! several times as large, and the page has to download it.

use crate::{
    AbortReason, Answer, Clock, Event, EventKind, LeavingWord, Millis, Offer, SeatNumber, TerminationWord,
    Terms,
};
use serde::{Deserialize, Serialize};

/// The union of the fields of all events. Servers may add fields that a contest ignores.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FlatEvent {
    seq: u64,
    at: Millis,
    r#type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Box<Terms>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<SeatNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<SeatNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lag: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    away: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<Offer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<LeavingWord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<Millis>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<TerminationWord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<AbortReason>,
}

impl From<Event> for FlatEvent {
    fn from(Event { seq, at, kind }: Event) -> FlatEvent {
        let flat = |name: &str| FlatEvent { seq, at, r#type: name.to_owned(), ..FlatEvent::default() };
        match kind {
            EventKind::Created { terms } => FlatEvent { terms: Some(terms), ..flat("created") },
            EventKind::Joined { seat, name } => {
                FlatEvent { seat: Some(seat), name: Some(name), ..flat("joined") }
            }
            EventKind::Started => flat("started"),
            EventKind::Moved { seat, text, used, lag } => FlatEvent {
                seat: Some(seat),
                text: Some(text),
                used: Some(used),
                lag: Some(lag).filter(|lag| *lag > 0),
                ..flat("moved")
            },
            EventKind::Offered { seat, offer } => {
                FlatEvent { seat: Some(seat), offer: Some(offer), ..flat("offered") }
            }
            EventKind::Answered { seat, offer, answer } => {
                FlatEvent { seat: Some(seat), offer: Some(offer), answer: Some(answer), ..flat("answered") }
            }
            EventKind::TakenBack { seat, steps, used } => {
                FlatEvent { seat: Some(seat), steps: Some(steps), used: Some(used), ..flat("taken-back") }
            }
            EventKind::Left { seat, how, used } => {
                FlatEvent { seat: Some(seat), how: Some(how), used: Some(used), ..flat("left") }
            }
            EventKind::TimeGiven { seat, to, time } => {
                FlatEvent { seat: Some(seat), to: Some(to), time: Some(time), ..flat("time-given") }
            }
            EventKind::ClocksSet { left } => FlatEvent { left: Some(left), ..flat("clocks-set") },
            EventKind::Paused { used } => FlatEvent { used: Some(used), ..flat("paused") },
            EventKind::Unpaused => flat("unpaused"),
            EventKind::Resumed { away, used } => {
                FlatEvent { away: Some(away), used: Some(used), ..flat("resumed") }
            }
            EventKind::Returned => flat("returned"),
            EventKind::Vacation { seat, until, used } => {
                FlatEvent { seat: Some(seat), until: Some(until), used: Some(used), ..flat("vacation") }
            }
            EventKind::Ended { termination, places, aborted_by, why } => FlatEvent {
                termination: Some(termination),
                places: Some(places),
                seat: aborted_by,
                why,
                ..flat("ended")
            },
        }
    }
}

impl TryFrom<FlatEvent> for Event {
    type Error = String;

    fn try_from(flat: FlatEvent) -> Result<Event, String> {
        let name = flat.r#type;
        let missing = |field: &str| format!("event {}, {name:?}, has no {field:?}", flat.seq);
        macro_rules! need {
            ($field:ident) => {
                need!($field, stringify!($field))
            };
            ($field:ident, $called:expr) => {
                flat.$field.ok_or_else(|| missing($called))?
            };
        }
        let kind = match name.as_str() {
            "created" => EventKind::Created { terms: need!(terms) },
            "joined" => EventKind::Joined { seat: need!(seat), name: need!(name) },
            "started" => EventKind::Started,
            "moved" => EventKind::Moved {
                seat: need!(seat),
                text: need!(text, "move"),
                used: need!(used),
                lag: flat.lag.unwrap_or(0),
            },
            "offered" => EventKind::Offered { seat: need!(seat), offer: need!(offer) },
            "answered" => {
                EventKind::Answered { seat: need!(seat), offer: need!(offer), answer: need!(answer) }
            }
            "taken-back" => {
                EventKind::TakenBack { seat: need!(seat), steps: need!(steps), used: need!(used) }
            }
            "left" => EventKind::Left { seat: need!(seat), how: need!(how), used: need!(used) },
            "time-given" => EventKind::TimeGiven { seat: need!(seat), to: need!(to), time: need!(time) },
            "clocks-set" => EventKind::ClocksSet { left: need!(left) },
            "paused" => EventKind::Paused { used: need!(used) },
            "unpaused" => EventKind::Unpaused,
            "resumed" => EventKind::Resumed { away: need!(away), used: need!(used) },
            "returned" => EventKind::Returned,
            "vacation" => EventKind::Vacation { seat: need!(seat), until: need!(until), used: need!(used) },
            "ended" => EventKind::Ended {
                termination: need!(termination),
                places: need!(places),
                aborted_by: flat.seat,
                why: flat.why,
            },
            _ => return Err(format!("event {}: there are no events of the type {name:?}", flat.seq)),
        };
        Ok(Event { seq: flat.seq, at: flat.at, kind })
    }
}

/// The union of the fields of all clocks.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FlatClock {
    system: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    increment: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delay: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    periods: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_turn: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<Millis>,
}

impl From<Clock> for FlatClock {
    fn from(clock: Clock) -> FlatClock {
        let flat = |system: &str| FlatClock { system: system.to_owned(), ..FlatClock::default() };
        match clock {
            Clock::SuddenDeath { initial } => FlatClock { initial: Some(initial), ..flat("sudden-death") },
            Clock::Increment { initial, increment } => {
                FlatClock { initial: Some(initial), increment: Some(increment), ..flat("increment") }
            }
            Clock::Delay { initial, delay } => {
                FlatClock { initial: Some(initial), delay: Some(delay), ..flat("delay") }
            }
            Clock::ByoYomi { initial, period, periods } => FlatClock {
                initial: Some(initial),
                period: Some(period),
                periods: Some(periods),
                ..flat("byo-yomi")
            },
            Clock::PerTurn { time } => FlatClock { time: Some(time), ..flat("per-turn") },
            Clock::Correspondence { per_turn, bank } => {
                FlatClock { per_turn: Some(per_turn), bank: Some(bank), ..flat("correspondence") }
            }
        }
    }
}

impl TryFrom<FlatClock> for Clock {
    type Error = String;

    fn try_from(flat: FlatClock) -> Result<Clock, String> {
        let need = |time: Option<Millis>, field: &str| {
            time.ok_or_else(|| format!("the clock {:?} has no {field:?}", flat.system))
        };
        let initial = || need(flat.initial, "initial");
        Ok(match flat.system.as_str() {
            "sudden-death" => Clock::SuddenDeath { initial: initial()? },
            "increment" => {
                Clock::Increment { initial: initial()?, increment: need(flat.increment, "increment")? }
            }
            "delay" => Clock::Delay { initial: initial()?, delay: need(flat.delay, "delay")? },
            "byo-yomi" => Clock::ByoYomi {
                initial: initial()?,
                period: need(flat.period, "period")?,
                periods: need(flat.periods.map(Millis::from), "periods")? as u16,
            },
            "per-turn" => Clock::PerTurn { time: need(flat.time, "time")? },
            "correspondence" => Clock::Correspondence {
                per_turn: need(flat.per_turn, "perTurn")?,
                bank: need(flat.bank, "bank")?,
            },
            other => return Err(format!("there is no clock {other:?}")),
        })
    }
}
