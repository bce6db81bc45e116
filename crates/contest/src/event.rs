//! Actions on a contest, and the events they produce.

use crate::{Millis, Terms, flat::FlatEvent};
use ludoteca_catalog::{Leaving, Seat};
use ludoteca_record::Termination;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Who performs an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The player at this seat.
    Seat(Seat),
    /// The host: the page, the server or the program that runs the game.
    System,
}

/// The circumstances of an action. All values come from the host: times reported by players are never trusted
/// (TB-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// The time in milliseconds since any fixed epoch. A time before the last event counts as that event's
    /// time.
    pub at: Millis,
    /// The network latency, as measured by the host.
    pub lag: Millis,
    /// How long the seat to act has been disconnected.
    pub absent: Millis,
}

impl Now {
    /// This time, without lag or absence.
    #[must_use]
    pub fn at(at: Millis) -> Now {
        Now { at, ..Now::default() }
    }
}

/// The actions on a contest.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A move in the notation.
    Move(String),
    /// TB-1: allowed at any time, on any player's turn.
    Resign,
    /// TB-3: allowed until every seat has made its first decision.
    Abort,
    /// TB-4: allowed once in each of the player's own turns.
    OfferDraw,
    /// TB-5: takes back to before the player's last decision.
    TakeBack,
    /// Accepts the pending offer or request.
    Accept,
    /// Declines the pending offer or request.
    Decline,
    /// Withdraws the player's own offer or request.
    Withdraw,
    /// TB-8: claims that the seat to act has been absent for too long.
    Claim(Claim),
    /// Gives another seat fifteen seconds; only in unrated games.
    GiveTime(SeatNumber),
    /// The host assigns a player to a seat.
    Join {
        /// The seat to take.
        seat: SeatNumber,
        /// The player's name; may be empty.
        name: String,
    },
    /// The host stops the clocks, for instance while the page is hidden.
    Pause,
    /// The host restarts the clocks.
    Unpause,
    /// The host resumes after an interruption of this length.
    Resume {
        /// The length of the interruption in milliseconds.
        away: Millis,
    },
    /// The host reports that the seat to act has returned after [`Action::Resume`].
    Return,
    /// The host sets the clocks, for instance those of a game interrupted elsewhere.
    SetClocks {
        /// The remaining time of each seat, in milliseconds.
        left: Vec<Millis>,
    },
    /// TB-11: the host reports a player's vacation.
    Vacation {
        /// The seat of the player.
        seat: SeatNumber,
        /// The start in milliseconds; time used before then is charged.
        from: Millis,
        /// The end in milliseconds; a time in the past ends a vacation.
        until: Millis,
    },
    /// The host reports that the invited player declines a reserved seat.
    TurnDown {
        /// The seat that was reserved.
        seat: SeatNumber,
    },
    /// The host decides the result.
    Adjudicate {
        /// The final place of each seat.
        places: Vec<u8>,
    },
}

impl Action {
    /// The names in JSON of the actions that only the host performs.
    pub const OF_HOST: [&str; 9] =
        ["join", "pause", "unpause", "resume", "return", "set-clocks", "vacation", "turn-down", "adjudicate"];

    /// Whether only the host performs it.
    #[must_use]
    pub fn is_of_host(&self) -> bool {
        matches!(
            self,
            Action::Join { .. }
                | Action::Pause
                | Action::Unpause
                | Action::Resume { .. }
                | Action::Return
                | Action::SetClocks { .. }
                | Action::Vacation { .. }
                | Action::TurnDown { .. }
                | Action::Adjudicate { .. }
        )
    }
}

/// What a player claims if the opponent is absent. With three or four players, the absent seat leaves,
/// whatever is claimed.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The absent seat leaves the game.
    Leave,
    /// The game is drawn.
    Draw,
    /// The game is aborted.
    Abort,
}

/// A seat in events and actions: its index, counted from 0.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "u8"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = u8, maximum = 3))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeatNumber(pub Seat);

impl Serialize for SeatNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.index() as u8)
    }
}

impl<'de> Deserialize<'de> for SeatNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatNumber, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::new(number).map(SeatNumber).ok_or_else(|| D::Error::custom("a seat is a number from 0 to 3"))
    }
}

/// The kind with its data. In JSON, an event is one flat object: `{"seq": 4, "at": 3000, "type": "moved",
/// "seat": 0, "move": "Y1", "used": 3000}`.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ContestEvent"))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "FlatEvent", into = "FlatEvent")]
pub struct Event {
    /// Sequence numbers start at 1 without gaps.
    pub seq: u64,
    /// The time in milliseconds; never earlier than that of the previous event.
    pub at: Millis,
    /// The kind of event, with its data.
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub kind: EventKind,
}

/// The kinds of events, with their data.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventKind {
    /// The game was created.
    Created {
        /// The terms of the game.
        terms: Box<Terms>,
    },
    /// A player took a seat.
    Joined {
        /// The seat that was taken.
        seat: SeatNumber,
        /// The player's name; may be empty.
        name: String,
    },
    /// All seats are taken, so the game starts.
    Started,
    /// A ply was played.
    Moved {
        /// The seat that moved.
        seat: SeatNumber,
        /// The ply in the game's notation.
        #[serde(rename = "move")]
        text: String,
        /// The time taken, without `lag`, in milliseconds; for a first decision, it is not charged (TB-6).
        used: Millis,
        /// The lag credited (TB-7), in milliseconds; missing: none.
        #[serde(skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
        lag: Millis,
    },
    /// A player made an offer or a request.
    Offered {
        /// The seat making the offer.
        seat: SeatNumber,
        /// What is offered or requested.
        offer: Offer,
    },
    /// An offer was answered.
    Answered {
        /// The seat that answers.
        seat: SeatNumber,
        /// The offer being answered.
        offer: Offer,
        /// Whether it was accepted, declined or withdrawn.
        answer: Answer,
    },
    /// The last steps were taken back.
    TakenBack {
        /// The seat that took back.
        seat: SeatNumber,
        /// The number of remaining plies and departures.
        steps: usize,
        /// The time charged to the seat to act so far, in milliseconds.
        used: Millis,
    },
    /// A seat left the game.
    Left {
        /// The seat that left.
        seat: SeatNumber,
        /// By resignation, timeout or absence.
        how: LeavingWord,
        /// The time charged to the seat to act so far, in milliseconds.
        used: Millis,
    },
    /// A seat was given extra time.
    TimeGiven {
        /// The seat that gives.
        seat: SeatNumber,
        /// The seat that receives.
        to: SeatNumber,
        /// The time given, in milliseconds.
        time: Millis,
    },
    /// The clocks were set.
    ClocksSet {
        /// The remaining time of each seat, in milliseconds.
        left: Vec<Millis>,
    },
    /// The clocks were stopped.
    Paused {
        /// The time charged to the seat to act so far, in milliseconds.
        used: Millis,
    },
    /// The clocks were restarted.
    Unpaused,
    /// The host resumed; the interruption is not charged to any player (TB-7).
    Resumed {
        /// The length of the interruption, in milliseconds.
        away: Millis,
        /// The time charged to the seat to act before the interruption, in milliseconds.
        used: Millis,
    },
    /// The seat to act returned after [`EventKind::Resumed`], and its clock runs.
    Returned,
    /// TB-11: a player's vacation starts, changes or ends.
    Vacation {
        /// The seat of the player.
        seat: SeatNumber,
        /// The end of the vacation, in milliseconds.
        until: Millis,
        /// The time charged to the seat to act before the vacation, in milliseconds.
        used: Millis,
    },
    /// The game has ended.
    Ended {
        /// The reason why the game ended.
        termination: TerminationWord,
        /// The final place of each seat; empty if the game was aborted.
        places: Vec<u8>,
        /// The seat that aborted the game or is at fault; missing: the host, or no abort.
        #[serde(rename = "seat", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        aborted_by: Option<SeatNumber>,
        /// Why the game was aborted, if it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        why: Option<AbortReason>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(lag: &Millis) -> bool {
    *lag == 0
}

/// Who caused a game to be aborted (TB-3), and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abort {
    /// The seat that aborted the game or is at fault; `None` for the host.
    pub by: Option<SeatNumber>,
    /// The reason for the abort.
    pub why: AbortReason,
}

/// Why a game was aborted.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbortReason {
    /// A player or the host chose to abort.
    #[serde(rename = "asked")]
    Requested,
    /// The seat did not make its first decision in time (TB-6).
    FirstDecision,
    /// The seat resigned before every seat had made its first decision.
    Resignation,
    /// The seat ran out of time before every seat had made its first decision.
    Time,
    /// The seat was absent (TB-8).
    Absence,
    /// The challenged player declined.
    Declined,
}

impl AbortReason {
    /// The word used in events.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            AbortReason::Requested => "asked",
            AbortReason::FirstDecision => "first-decision",
            AbortReason::Resignation => "resignation",
            AbortReason::Time => "time",
            AbortReason::Absence => "absence",
            AbortReason::Declined => "declined",
        }
    }
}

/// What a seat may offer or request.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw by agreement (TB-4).
    Draw,
    /// A request to take back (TB-5).
    TakeBack,
}

/// The possible answers to an offer.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The offer was accepted.
    Accepted,
    /// The offer was declined.
    Declined,
    /// The offer was withdrawn by its author.
    Withdrawn,
}

/// A [`Leaving`], serialised as its word.
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(rename = "Leaving", type = "\"resigns\" | \"time\" | \"absent\"")
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeavingWord(pub Leaving);

/// Why a contest ended (TB-10), in the words used by records.
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(
        rename = "Termination",
        type = "\"normal\" | \"resignation\" | \"time forfeit\" | \"absence\" | \"agreement\" | \"repetition\" | \"aborted\" | \"unterminated\" | \"adjudication\""
    )
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TerminationWord(pub Termination);

macro_rules! as_text {
    ($name:ident, $of:ident, $words:ident) => {
        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .enum_values(Some($of::ALL.map($of::$words)))
                    .into()
            }
        }
        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($of).into()
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.$words())
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map($name).map_err(D::Error::custom)
            }
        }
    };
}
as_text!(LeavingWord, Leaving, word);
as_text!(TerminationWord, Termination, words);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// One event of each kind.
    const EVENTS: [&str; 17] = [
        r#"{"seq":1,"at":1,"type":"created","terms":{"game":"squadro","clock":{"system":"per-turn","time":9}}}"#,
        r#"{"seq":2,"at":1,"type":"joined","seat":0,"name":"Ada"}"#,
        r#"{"seq":3,"at":1,"type":"started"}"#,
        r#"{"seq":4,"at":2,"type":"moved","seat":0,"move":"Y1","used":5,"lag":3}"#,
        r#"{"seq":4,"at":2,"type":"moved","seat":0,"move":"Y1","used":5}"#,
        r#"{"seq":5,"at":3,"type":"offered","seat":0,"offer":"draw"}"#,
        r#"{"seq":6,"at":3,"type":"answered","seat":1,"offer":"take-back","answer":"declined"}"#,
        r#"{"seq":7,"at":4,"type":"taken-back","seat":0,"steps":2,"used":5}"#,
        r#"{"seq":8,"at":5,"type":"left","seat":0,"how":"resigns","used":5}"#,
        r#"{"seq":9,"at":5,"type":"time-given","seat":0,"to":1,"time":15000}"#,
        r#"{"seq":10,"at":5,"type":"clocks-set","left":[1,2]}"#,
        r#"{"seq":11,"at":5,"type":"paused","used":5}"#,
        r#"{"seq":12,"at":5,"type":"unpaused"}"#,
        r#"{"seq":13,"at":5,"type":"resumed","away":9,"used":5}"#,
        r#"{"seq":14,"at":5,"type":"returned"}"#,
        r#"{"seq":15,"at":5,"type":"vacation","seat":1,"until":9,"used":5}"#,
        r#"{"seq":16,"at":5,"type":"ended","termination":"aborted","places":[],"seat":1,"why":"first-decision"}"#,
    ];

    /// The types of OpenAPI and TypeScript follow the kinds; what is stored and sent is written by hand.
    #[test]
    fn flat_events_are_those_of_the_derived_code() {
        for text in EVENTS {
            let event: Event = serde_json::from_str(text).unwrap();
            let mut derived = serde_json::to_value(&event.kind).unwrap();
            (derived["seq"], derived["at"]) = (event.seq.into(), event.at.into());
            assert_eq!(serde_json::to_value(&event).unwrap(), derived, "{text}");
            let read: Value = serde_json::from_str(text).unwrap();
            for (name, value) in read.as_object().unwrap() {
                assert!(name == "terms" || derived[name] == *value, "{text}: {name}");
            }
        }
    }
}
