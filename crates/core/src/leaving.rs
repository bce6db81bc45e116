use crate::{GameInfo, MoveError, Reason, Seat, Sentence, Standing};
use std::{fmt, str::FromStr};

/// How a seat leaves a running game (TB-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// The player resigned (TB-1).
    Resigns,
    /// The player ran out of time.
    Time,
    /// The player was absent for too long (TB-8).
    Absent,
}

impl Leaving {
    /// All ways of leaving a game.
    pub const ALL: [Leaving; 3] = [Leaving::Resigns, Leaving::Time, Leaving::Absent];

    /// The word in records: `resigns`, `time`, `absent`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Leaving::Resigns => "resigns",
            Leaving::Time => "time",
            Leaving::Absent => "absent",
        }
    }
}

impl fmt::Display for Leaving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The error for a word other than `resigns`, `time` or `absent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLeaving;

impl fmt::Display for NotLeaving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED_LEAVING)
    }
}

impl std::error::Error for NotLeaving {}

impl FromStr for Leaving {
    type Err = NotLeaving;

    fn from_str(text: &str) -> Result<Leaving, NotLeaving> {
        Leaving::ALL.into_iter().find(|how| how.word() == text).ok_or(NotLeaving)
    }
}

/// What the parser expects after the colon in `b:resigns`.
pub const EXPECTED_LEAVING: &str = "resigns, time or absent";
/// What the parser expects before the colon.
pub const EXPECTED_SEAT: &str = "a player of this game";

/// The effect of a seat leaving the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Departure<P> {
    /// The other players continue from this position (TB-2, NO-14).
    PlaysOn(P),
    /// The game is over (TB-1).
    Over(Standing),
    /// The game is aborted without a result because some seat has not yet made its first decision (TB-3).
    Aborted,
    /// The seat is no longer in the game.
    AlreadyOut,
}

/// A change to the game: a ply or a departure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// A move played on the board.
    Ply(M),
    /// A seat left; the others continue or have won.
    Left(Seat, Leaving),
}

impl<M> Step<M> {
    /// The move; `None` for a departure.
    pub fn ply(self) -> Option<M> {
        match self {
            Step::Ply(m) => Some(m),
            Step::Left(..) => None,
        }
    }
}

/// The seat has already left or been eliminated.
pub const ALREADY_OUT: Reason =
    Reason { ruling: "TB-1", key: "already-out", text: "player {0} is not in the game any more" };
/// Leaving now would abort the game, since not every seat has made its first decision.
pub const LEAVING_ABORTS: Reason = Reason {
    ruling: "TB-3",
    key: "leaving-aborts",
    text: "during set-up leaving aborts the game, so there is no result to go on to",
};
/// All reasons for rejecting a departure, for translators and tests.
pub const LEAVING_REASONS: &[&Reason] = &[&ALREADY_OUT, &LEAVING_ABORTS];

/// Why a seat cannot leave, or why the game does not continue after it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveError {
    /// The game is already over.
    GameOver,
    /// The seat is no longer in the game.
    AlreadyOut,
    /// Leaving aborts the game: there is no next position and no result (TB-3).
    Aborts,
}

impl LeaveError {
    /// Converts the error for parsers that accept departures among the moves.
    #[must_use]
    pub fn for_word(self, info: &GameInfo, seat: Seat) -> MoveError {
        match self {
            LeaveError::GameOver => MoveError::GameOver,
            LeaveError::AlreadyOut => ALREADY_OUT.refuse([&info.seat(seat)]).into(),
            LeaveError::Aborts => LEAVING_ABORTS.refuse([]).into(),
        }
    }
}

crate::reasons! {
    /// Sentences that describe a departure.
    pub const LEAVING_SENTENCES;
    RESIGNS = "TB-1" "resigns" "{0} resigns";
    TIME_HAS_RUN_OUT = "TB-1" "time-has-run-out" "{0} has run out of time";
    IS_ABSENT = "TB-8" "is-absent" "{0} has been away for too long";
}

impl Leaving {
    /// The sentence that describes this departure.
    #[must_use]
    pub fn sentence(self, info: &GameInfo, seat: Seat) -> Sentence {
        let reason = match self {
            Leaving::Resigns => &RESIGNS,
            Leaving::Time => &TIME_HAS_RUN_OUT,
            Leaving::Absent => &IS_ABSENT,
        };
        reason.say([info.seat(seat)])
    }
}
