//! Why an action is rejected, as data.

use ludoteca_catalog::MoveError;
use ludoteca_core::{Refusal as Refused, reasons};
use std::fmt;

reasons! {
    /// Every reason for which a contest rejects an action, for translators and tests.
    pub const REASONS;
    NOT_A_SEAT = "TB-1" "not-a-seat" "this game has no seat {0}";
    OUT = "TB-1" "out" "{0} is not in the game any more";
    TIME_IS_UP = "TB-1" "time-is-up" "the time of {0} is up";
    NOT_A_MOVE = "TB-1" "not-a-move" "leaving is not a move: resign instead";
    NOT_BEGUN = "TB-3" "not-begun" "the game has not begun: {0} seats are still free";
    TOO_LATE_TO_ABORT = "TB-3" "too-late-to-abort" "every player has made a first decision, so the game can no longer be aborted";
    NO_DRAWS = "TB-4" "no-draws" "this game has no draw offers";
    TOO_EARLY_FOR_DRAW = "TB-4" "too-early-for-draw" "a draw may be offered from ply {0} on";
    NOT_YOUR_TURN_TO_OFFER = "TB-4" "not-your-turn-to-offer" "a draw is offered in one's own turn";
    OFFERED_ALREADY = "TB-4" "offered-already" "a draw may be offered once in a turn";
    NOTHING_OFFERED = "TB-4" "nothing-offered" "there is nothing to answer";
    UNANSWERED = "TB-4" "unanswered" "{0} waits for an answer first";
    NO_TAKE_BACK = "TB-5" "no-take-back" "nothing may be taken back in this game";
    NOTHING_TO_TAKE_BACK = "TB-5" "nothing-to-take-back" "{0} has made no decision that could be taken back";
    PLAYER_LEFT = "TB-5" "player-left" "a player has left since then, and players who left do not come back";
    NOT_TO_ACT = "TB-6" "not-to-act" "it is {0}'s turn";
    NO_CLOCK = "TB-6" "no-clock" "no time can be given with this clock";
    RATED = "TB-5" "rated" "that is not possible in a rated game";
    OWN_TIME = "TB-6" "own-time" "you cannot give time to yourself";
    NOT_ABSENT = "TB-8" "not-absent" "{0} may be claimed to be absent after {1} seconds without a connection";
    OWN_ABSENCE = "TB-8" "own-absence" "you cannot claim your own absence";
    NOT_LIVE = "TB-8" "not-live" "absence counts in live games only";
    ONLY_LEAVE = "TB-8" "only-leave" "among three and four the absent player leaves: no draw and no abort can be claimed";
    NO_VACATION = "TB-11" "no-vacation" "only games by correspondence wait for a vacation";
    GAME_OVER = "TB-10" "over" "the game is over";
    ONLY_SYSTEM = "TB-1" "only-system" "only the server or program that runs the game may do that";
    ONLY_SEATS = "TB-1" "only-seats" "only a player may do that";
    SEAT_TAKEN = "TB-3" "seat-taken" "the seat {0} is taken";
    BAD_NAME = "TB-3" "bad-name" "a name is one line of at most 100 characters";
    ALREADY_PAUSED = "TB-7" "already-paused" "the clocks stand already";
    NOT_PAUSED = "TB-7" "not-paused" "the clocks do not stand";
    BAD_TIMES = "TB-6" "bad-times" "a time is needed for each seat, and none longer than ten years";
    BAD_PLACES = "TB-10" "bad-places" "places are one number for each seat, from 1 on, without a gap";
}

/// Why an action was rejected; the state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Rejected by a ruling of the table.
    Table(Refused),
    /// Rejected by the rules of the game.
    Move(MoveError),
}

impl Refusal {
    /// The ruling's number; `None` if the text was not in the notation.
    #[must_use]
    pub fn ruling(&self) -> Option<&'static str> {
        match self {
            Refusal::Table(refused) | Refusal::Move(MoveError::Illegal(refused)) => {
                Some(refused.reason.ruling)
            }
            Refusal::Move(MoveError::GameOver) => Some(GAME_OVER.ruling),
            Refusal::Move(MoveError::Syntax(_)) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Table(refused) => refused.fmt(f),
            Refusal::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        Refusal::Table(refused)
    }
}
