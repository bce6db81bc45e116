//! What is asked of a contest, and what has happened in it.

use crate::{Millis, Terms, flat::FlatEvent};
use ludoteca_catalog::{Leaving, Seat};
use ludoteca_record::Termination;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// Whoever holds this seat.
    Seat(Seat),
    /// The page, the server or the program that runs the game.
    System,
}

/// What is known of the world when something is asked. All of it comes from the house: nothing that a player
/// says about time is believed (TB-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// The time, in milliseconds since whenever. A time before that of the last event counts as that.
    pub at: Millis,
    /// How long the trip over the network took, as the house measured it.
    pub lag: Millis,
    /// How long the seat to act has been without a connection.
    pub absent: Millis,
}

impl Now {
    /// This time, at the table.
    #[must_use]
    pub fn at(at: Millis) -> Now {
        Now { at, ..Now::default() }
    }
}

/// What can be asked for.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A move in the notation.
    Move(String),
    /// TB-1: at any time, on anybody's turn.
    Resign,
    /// TB-3: before every seat has made its first decision.
    Abort,
    /// TB-4: once in each of one's own turns.
    OfferDraw,
    /// TB-5: back to before one's own last decision.
    TakeBack,
    /// Yes to what has been offered or asked.
    Accept,
    /// No to it.
    Decline,
    /// One's own offer or question is taken back.
    Withdraw,
    /// TB-8: the seat to act has been away for too long.
    Claim(Claim),
    /// Fifteen seconds for another seat, in games that are not rated.
    GiveTime(SeatNumber),
    /// The house gives somebody a seat.
    Join {
        /// Where.
        seat: SeatNumber,
        /// Their name; may be empty.
        name: String,
    },
    /// The house stops the clocks, for instance because nobody can see them.
    Pause,
    /// The house lets them run again.
    Unpause,
    /// The house was away for this time, and is back.
    Resume {
        /// Milliseconds.
        away: Millis,
    },
    /// The house says that the seat to act is back after [`Action::Resume`].
    Return,
    /// The house sets the clocks, for instance those of a game that was interrupted elsewhere.
    SetClocks {
        /// What each seat has left, in milliseconds.
        left: Vec<Millis>,
    },
    /// TB-11: the house says until when a player is on vacation.
    Vacation {
        /// Who.
        seat: SeatNumber,
        /// Since when, in milliseconds: what was used before then is charged.
        from: Millis,
        /// Until when, in milliseconds; a time that is past ends a vacation.
        until: Millis,
    },
    /// The house says that the person for whom a free seat is kept does not want it.
    TurnDown {
        /// Which seat.
        seat: SeatNumber,
    },
    /// The house decides: a place for each seat.
    Adjudicate {
        /// The places.
        places: Vec<u8>,
    },
}

/// What somebody claims whose opponent is absent. Among three and four the absent seat leaves, whatever is
/// claimed.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The absent seat leaves the game.
    Leave,
    /// A draw.
    Draw,
    /// No result.
    Abort,
}

/// A seat in events and actions: its number, counted from 0.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "u8"))]
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

/// What has happened. As JSON one flat object: `{"seq": 4, "at": 3000, "type": "moved", "seat": 0, "move":
/// "Y1", "used": 3000}`.
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(
        rename = "ContestEvent",
        type = "{ seq: number; at: number; type: string; [field: string]: unknown }"
    )
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "FlatEvent", into = "FlatEvent")]
pub struct Event {
    /// 1, 2, 3 and so on.
    pub seq: u64,
    /// When, in milliseconds; never before the event before it.
    pub at: Millis,
    /// What has happened.
    pub kind: EventKind,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The game was made.
    Created {
        /// What was agreed.
        terms: Box<Terms>,
    },
    /// Somebody sat down.
    Joined {
        /// Where.
        seat: SeatNumber,
        /// What they are called; may be empty.
        name: String,
    },
    /// All seats are taken.
    Started,
    /// A ply.
    Moved {
        /// Whose.
        seat: SeatNumber,
        /// In the notation.
        text: String,
        /// The time it took, without `lag`, in milliseconds; that of a first decision is not charged (TB-6).
        used: Millis,
        /// What was credited for the network (TB-7), in milliseconds.
        lag: Millis,
    },
    /// Something was offered or asked.
    Offered {
        /// By whom.
        seat: SeatNumber,
        /// What.
        offer: Offer,
    },
    /// The answer to it.
    Answered {
        /// By whom.
        seat: SeatNumber,
        /// What was offered.
        offer: Offer,
        /// The answer.
        answer: Answer,
    },
    /// The last steps were taken back.
    TakenBack {
        /// Who wanted it.
        seat: SeatNumber,
        /// The number of plies and leavings that are left.
        steps: usize,
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// A seat left.
    Left {
        /// Who.
        seat: SeatNumber,
        /// How.
        how: LeavingWord,
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// A seat was given time.
    TimeGiven {
        /// By whom.
        seat: SeatNumber,
        /// To whom.
        to: SeatNumber,
        /// Milliseconds.
        time: Millis,
    },
    /// The clocks were set.
    ClocksSet {
        /// What each seat has left, in milliseconds.
        left: Vec<Millis>,
    },
    /// The clocks stand.
    Paused {
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// The clocks run again.
    Unpaused,
    /// The house is back; what it was away for is charged to nobody (TB-7).
    Resumed {
        /// Milliseconds.
        away: Millis,
        /// The time that the seat to act was charged up to when the house went away, in milliseconds.
        used: Millis,
    },
    /// The seat to act is back after [`EventKind::Resumed`], and its clock runs.
    Returned,
    /// TB-11: a player is on vacation, or is back from it.
    Vacation {
        /// Who.
        seat: SeatNumber,
        /// Until when, in milliseconds.
        until: Millis,
        /// The time that the seat to act was charged up to its beginning, in milliseconds.
        used: Millis,
    },
    /// The end.
    Ended {
        /// Why.
        termination: TerminationWord,
        /// A place for each seat; none when the game was aborted.
        places: Vec<u8>,
        /// Who is responsible for the abort, where the game was aborted.
        aborted: Option<Abort>,
    },
}

/// Who is responsible for the abort of a game (TB-3), and why. Flat in events: `seat` and `why`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abort {
    /// The seat that asked for it or is at fault; `None`: the house.
    pub by: Option<SeatNumber>,
    /// Why.
    pub why: AbortReason,
}

/// Why a game was aborted.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbortReason {
    /// A player or the house chose to.
    Asked,
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
    /// As events write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            AbortReason::Asked => "asked",
            AbortReason::FirstDecision => "first-decision",
            AbortReason::Resignation => "resignation",
            AbortReason::Time => "time",
            AbortReason::Absence => "absence",
            AbortReason::Declined => "declined",
        }
    }
}

/// What one seat may ask of the others.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw by agreement (TB-4).
    Draw,
    /// To take back (TB-5).
    TakeBack,
}

/// What can become of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Yes.
    Accepted,
    /// No.
    Declined,
    /// Whoever offered thought better of it.
    Withdrawn,
}

/// A [`Leaving`] that is written as its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeavingWord(pub Leaving);

/// Why a contest ended (TB-10), written in the words of records.
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
    ($name:ident, $words:ident) => {
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
as_text!(LeavingWord, word);
as_text!(TerminationWord, words);
