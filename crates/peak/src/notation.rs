//! Positions `ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -` and moves `b2-e5`.

use crate::{LIGHT, Move, Peak, Rules, Sketch, Space, reader::Reader, reasons};
use ludoteca_core::{
    Arg, MoveError, NamedSeat, Notation, Position, PositionError, Reason, Refusal, Seat, Sketch as _, Status,
};
use std::fmt;

impl Notation for Peak {
    const REASONS: &'static [&'static Reason] = reasons::ALL;
    const EXPECTED: &'static [&'static str] = &[
        "'.', 'l', 'd' or a height",
        "'.', 'l', 'd' or a height from 2 on",
        "'l' or 'd' after a height",
        "'/' after six spaces",
        "a blank after the board",
        "'l' or 'd' to move",
        "a blank and '-' or 's'",
        "'-' or 's'",
        "a space, a1 to f6 (for example b2-e5)",
        "the space's number, 1 to 6 (for example b2-e5)",
        "'-' and the space to land on (for example b2-e5)",
        "nothing more",
    ];

    fn read_position(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        Sketch::read(rules, text)?.build()
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Sketch::from(self).write(out)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut reader = Reader::new(text);
        let from = reader.space_name()?;
        reader.expect('-', "'-' and the space to land on (for example b2-e5)")?;
        let to = reader.space_name()?;
        reader.expect_end()?;
        if matches!(self.status(), Status::Over(_)) {
            return Err(MoveError::GameOver);
        }
        let m = Move { from: space_named(from)?, to: space_named(to)? };
        self.check_jump(m)?;
        Ok(m)
    }

    fn write_move(&self, m: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }
}

pub(crate) fn letter(seat: Seat) -> char {
    if seat == LIGHT { 'l' } else { 'd' }
}

/// The seat's name as an argument of a sentence.
fn name(seat: Seat) -> Arg {
    Arg::Seat(NamedSeat { seat, name: if seat == LIGHT { "Light" } else { "Dark" } })
}

fn space_named(name: &str) -> Result<Space, Refusal> {
    Space::all().find(|space| space.to_string() == name).ok_or_else(|| reasons::NO_SUCH_SPACE.refuse([&name]))
}

impl Peak {
    /// PK-6: a stuck player cannot jump while the other can, or the game would be over.
    pub(crate) fn check_stuck(&self) -> Result<(), Refusal> {
        let Some(stuck) = self.stuck() else { return Ok(()) };
        if self.can_jump(stuck) {
            return Err(reasons::STUCK_CAN_JUMP.refuse([&name(stuck)]));
        }
        if !self.can_jump(self.mover) {
            return Err(reasons::EXTRA_TURN_WITHOUT_JUMP.refuse([&name(self.mover)]));
        }
        Ok(())
    }

    /// Explains why a move is not a jump of the player to move.
    pub(crate) fn check_jump(&self, Move { from, to }: Move) -> Result<(), Refusal> {
        self.check_origin(from)?;
        if from == to {
            return Err(reasons::SAME_SPACE.refuse([&from]));
        }
        let Some(between) = from.between(to) else {
            return Err(reasons::NOT_A_LINE.refuse([&from, &to]));
        };
        match self.pieces(between) {
            2 => Ok(()),
            1 => Err(reasons::PASSES_ONE.refuse([&from, &to])),
            passed => Err(reasons::PASSES_OTHER_THAN_TWO.refuse([&from, &to, &passed])),
        }
    }

    /// Explains why the player to move cannot jump from here at all.
    pub(crate) fn check_origin(&self, from: Space) -> Result<(), Refusal> {
        let Some(owner) = self.owner(from) else { return Err(reasons::EMPTY_SPACE.refuse([&from])) };
        if owner != self.mover {
            return Err(reasons::NOT_YOUR_PIECE.refuse([&name(self.mover), &from, &name(owner)]));
        }
        if self.height(from) > 1 {
            return Err(reasons::TOWER_STAYS.refuse([&from, &self.height(from)]));
        }
        Ok(())
    }
}
