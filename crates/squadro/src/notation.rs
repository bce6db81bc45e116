//! Positions `00000/00000 y` and moves `Y1` to `R5`.

use crate::{
    HOME, Move, RED, Rules, Squadro, YELLOW,
    sketch::{DIGIT, Sketch},
};
use ludoteca_core::{
    Arg, MoveError, NamedSeat, Notation, Position, PositionError, Reason, Refusal, Seat, Sketch as _, Status,
    SyntaxError,
};
use std::fmt;

pub(crate) static SHARED_CROSSING: Reason = Reason {
    ruling: "SQ-8",
    key: "shared-crossing",
    text: "{0} and {1} stand on the same crossing: opposing pieces never share one",
};
pub(crate) static ALL_HOME: Reason =
    Reason { ruling: "SQ-9", key: "all-home", text: "{0} has five pieces home, but four end the game" };
pub(crate) static BOTH_WON: Reason = Reason {
    ruling: "SQ-9",
    key: "both-won",
    text: "both sides have four pieces home, but the first to do so ends the game",
};
static NOT_YOUR_TURN: Reason =
    Reason { ruling: "SQ-4", key: "not-your-turn", text: "it is {0}'s turn, and {1} is {2}'s" };
static PIECE_IS_HOME: Reason =
    Reason { ruling: "SQ-4", key: "piece-is-home", text: "{0} is home and has left the board" };

/// The seat's name as an argument of a sentence.
pub(crate) fn name(seat: Seat) -> Arg {
    Arg::Seat(NamedSeat { seat, name: if seat == RED { "Red" } else { "Yellow" } })
}

/// The piece's name, which is its move in the notation.
pub(crate) fn piece(seat: Seat, track: usize) -> String {
    format!("{}{}", if seat == RED { 'R' } else { 'Y' }, track + 1)
}

impl Notation for Squadro {
    const REASONS: &'static [&'static Reason] =
        &[&SHARED_CROSSING, &ALL_HOME, &BOTH_WON, &NOT_YOUR_TURN, &PIECE_IS_HOME];
    const EXPECTED: &'static [&'static str] = &[
        DIGIT,
        "'/' between Yellow's digits and Red's",
        "a blank before the player to move",
        "the player to move (y or r)",
        "nothing more",
        "a piece, Y1 to Y5 or R1 to R5 (for example Y3)",
        "the piece's number, 1 to 5 (for example Y3)",
    ];

    fn read_position(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        Sketch::read(rules, text)?.build()
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Sketch::from(self).write(out)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let bytes = text.as_bytes();
        let owner = match bytes.first() {
            Some(b'Y') => YELLOW,
            Some(b'R') => RED,
            _ => {
                return Err(
                    SyntaxError::new(text, 0, "a piece, Y1 to Y5 or R1 to R5 (for example Y3)").into()
                );
            }
        };
        let track = match bytes.get(1) {
            Some(digit @ b'1'..=b'5') => usize::from(digit - b'1'),
            _ => return Err(SyntaxError::new(text, 1, "the piece's number, 1 to 5 (for example Y3)").into()),
        };
        if bytes.len() > 2 {
            return Err(SyntaxError::new(text, 2, "nothing more").into());
        }
        if matches!(self.status(), Status::Over(_)) {
            return Err(MoveError::GameOver);
        }
        self.check_piece(owner, track)?;
        Ok(Move(track as u8))
    }

    fn write_move(&self, m: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&piece(self.mover, m.track()))
    }
}

impl Squadro {
    /// Explains why this piece cannot move now.
    pub(crate) fn check_piece(&self, owner: Seat, track: usize) -> Result<(), Refusal> {
        let named = Arg::Piece(piece(owner, track));
        if owner != self.mover {
            return Err(NOT_YOUR_TURN.refuse([&name(self.mover), &named, &name(owner)]));
        }
        if self.progress(owner, track) == HOME {
            return Err(PIECE_IS_HOME.refuse([&named]));
        }
        Ok(())
    }
}
