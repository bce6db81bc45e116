//! Actions on a contest, and the events they lead to.

use crate::{Millis, Terms, flat::FlatEvent};
use ludoteca_catalog::{Leaving, Seat};
use ludoteca_record::Termination;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Who performs an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The player at this seat.
    Seat(Seat),
    /// The page, the server or the program that runs the game.
    System,
}

/// What is known of the world when something is asked. All of it comes from the house: nothing that a player
/// says about time is believed (TB-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// The time in milliseconds from any fixed start. A time before the last event counts as that event's.
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
    /// TB-1: at any time, on any player's turn.
    Resign,
    /// TB-3: before every seat has made its first decision.
    Abort,
    /// TB-4: once in each of one's own turns.
    OfferDraw,
    /// TB-5: back to before one's own last decision.
    TakeBack,
    /// Accepts the pending offer or request.
    Accept,
    /// Declines the pending offer or request.
    Decline,
    /// Withdraws the player's own offer or request.
    Withdraw,
    /// TB-8: the seat to act has been away for too long.
    Claim(Claim),
    /// Fifteen seconds for another seat, in games that are not rated.
    GiveTime(SeatNumber),
    /// The house seats a player.
    Join {
        /// The seat to take.
        seat: SeatNumber,
        /// Their name; may be empty.
        name: String,
    },
    /// The house stops the clocks, for instance while the page is hidden.
    Pause,
    /// The house lets them run again.
    Unpause,
    /// The house was away for this time, and is back.
    Resume {
        /// The length of the absence in milliseconds.
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
        /// The seat of the player.
        seat: SeatNumber,
        /// Since when, in milliseconds: what was used before then is charged.
        from: Millis,
        /// Until when, in milliseconds; a time that is past ends a vacation.
        until: Millis,
    },
    /// The house says that the person for whom a free seat is kept does not want it.
    TurnDown {
        /// The seat that was kept.
        seat: SeatNumber,
    },
    /// The house decides: a place for each seat.
    Adjudicate {
        /// A place for each seat.
        places: Vec<u8>,
    },
}

/// What a player claims when the opponent is absent. Among three and four the absent seat leaves, whatever is
/// claimed.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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

/// The kind, with its data. As JSON one flat object: `{"seq": 4, "at": 3000, "type": "moved", "seat": 0,
/// "move": "Y1", "used": 3000}`.
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
    /// The kind of an event, with its data.
    pub kind: EventKind,
}

/// The kinds of events, with their data.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// All seats are taken.
    Started,
    /// A ply was played.
    Moved {
        /// The seat that moved.
        seat: SeatNumber,
        /// The ply in the game's notation.
        text: String,
        /// The time it took, without `lag`, in milliseconds; that of a first decision is not charged (TB-6).
        used: Millis,
        /// What was credited for the network (TB-7), in milliseconds.
        lag: Millis,
    },
    /// A player made an offer or a request.
    Offered {
        /// The seat that offers.
        seat: SeatNumber,
        /// What is offered or requested.
        offer: Offer,
    },
    /// An offer was answered.
    Answered {
        /// The seat that answers.
        seat: SeatNumber,
        /// The offer that is answered.
        offer: Offer,
        /// Accepted, declined or withdrawn.
        answer: Answer,
    },
    /// The last steps were taken back.
    TakenBack {
        /// The seat that asked for it.
        seat: SeatNumber,
        /// The number of plies and leavings that are left.
        steps: usize,
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// A seat left the game.
    Left {
        /// The seat that left.
        seat: SeatNumber,
        /// By resignation, time or absence.
        how: LeavingWord,
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// A seat was given time.
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
        /// What each seat has left, in milliseconds.
        left: Vec<Millis>,
    },
    /// The clocks were stopped.
    Paused {
        /// The time that the seat to act was charged up to then, in milliseconds.
        used: Millis,
    },
    /// The clocks run again.
    Unpaused,
    /// The house is back; its absence is charged to no player (TB-7).
    Resumed {
        /// How long the house was away, in milliseconds.
        away: Millis,
        /// The time that the seat to act was charged up to when the house went away, in milliseconds.
        used: Millis,
    },
    /// The seat to act is back after [`EventKind::Resumed`], and its clock runs.
    Returned,
    /// TB-11: a player is on vacation, or is back from it.
    Vacation {
        /// The seat of the player.
        seat: SeatNumber,
        /// Until when, in milliseconds.
        until: Millis,
        /// The time that the seat to act was charged up to its beginning, in milliseconds.
        used: Millis,
    },
    /// The game has ended.
    Ended {
        /// How the game ended.
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
    /// The reason for the abort.
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
    /// The offer was accepted.
    Accepted,
    /// The offer was declined.
    Declined,
    /// The offer was withdrawn by its maker.
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
