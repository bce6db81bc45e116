use crate::{GameInfo, MoveError, Reason, Seat, Sentence, Standing};
use std::{fmt, str::FromStr};

/// How a seat leaves a game that goes on without it (TB-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// The player resigned (TB-1).
    Resigns,
    /// It ran out of time.
    Time,
    /// It was absent for too long (TB-8).
    Absent,
}

impl Leaving {
    /// All ways of leaving.
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

/// The text is none of `resigns`, `time`, `absent`.
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

/// What should have stood after the colon of `b:resigns`.
pub const EXPECTED_LEAVING: &str = "resigns, time or absent";
/// What should have stood before it.
pub const EXPECTED_SEAT: &str = "a player of this game";

/// What a game becomes when a seat leaves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Departure<P> {
    /// The others play on from this position (TB-2, NO-14).
    PlaysOn(P),
    /// The game is over (TB-1).
    Over(Standing),
    /// The game is aborted without a result, because not every seat has made its first decision (TB-3).
    Aborted,
    /// The seat is not in the game any more.
    AlreadyOut,
}

/// What changed a game: a ply, or a seat that left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// A ply played on the board.
    Ply(M),
    /// A seat left, and the others play on or have won.
    Left(Seat, Leaving),
}

impl<M> Step<M> {
    /// The move; `None` when a seat left.
    pub fn ply(self) -> Option<M> {
        match self {
            Step::Ply(m) => Some(m),
            Step::Left(..) => None,
        }
    }
}

/// The seat has left or gone out before.
pub const ALREADY_OUT: Reason =
    Reason { ruling: "TB-1", key: "already-out", text: "player {0} is not in the game any more" };
/// Nothing has been decided yet, so there is nothing to lose.
pub const LEAVING_ABORTS: Reason = Reason {
    ruling: "TB-3",
    key: "leaving-aborts",
    text: "during set-up leaving aborts the game, so there is no result to go on to",
};
/// Every reason for which leaving is refused, for translators and tests.
pub const LEAVING_REASONS: &[&Reason] = &[&ALREADY_OUT, &LEAVING_ABORTS];

/// Why a seat cannot leave, or why its leaving does not lead on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveError {
    /// The game has ended already.
    GameOver,
    /// The seat is not in the game any more.
    AlreadyOut,
    /// The game is aborted by it: there is no position after it and no result (TB-3).
    Aborts,
}

impl LeaveError {
    /// Converts it for readers that take leaving as a word among moves.
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
    /// What is said of a seat that leaves.
    pub const LEAVING_SENTENCES;
    RESIGNS = "TB-1" "resigns" "{0} resigns";
    TIME_HAS_RUN_OUT = "TB-1" "time-has-run-out" "{0} has run out of time";
    IS_ABSENT = "TB-8" "is-absent" "{0} has been away for too long";
}

impl Leaving {
    /// That this seat leaves so.
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
