//! Positions `ddlldd/llddll/ddlldd/llddll/ddlldd/llddll l -` and moves `b2-e5`.

use crate::{DARK, LIGHT, Move, PIECES, Peak, Rules, Space, Turn, reasons};
use ludoteca_core::{
    Arg, MoveError, Notation, Position, PositionError, Reason, Refusal, Seat, Status, SyntaxError,
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

    fn read_position(_: &Rules, text: &str) -> Result<Self, PositionError> {
        let mut reader = Reader { text, rest: text };
        let mut position = Peak::EMPTY;
        let mut total = 0;
        for rank in (0..Space::SIDE).rev() {
            if rank + 1 < Space::SIDE {
                reader.expect('/', "'/' after six spaces")?;
            }
            for space in Space::all().filter(|space| space.rank() == rank) {
                let Some((height, seat)) = read_space(&mut reader, space)? else { continue };
                total += u32::from(height);
                position.set_tower(space, height, seat);
            }
        }
        if total > PIECES {
            let refusal = reasons::TOO_MANY_PIECES.refuse([&total]);
            return Err(PositionError::Impossible { refusal, at: 0 });
        }
        reader.expect(' ', "a blank after the board")?;
        position.mover = reader.one_of(&[('l', LIGHT), ('d', DARK)], "'l' or 'd' to move")?;
        reader.expect(' ', "a blank and '-' or 's'")?;
        let at = reader.at();
        position.turn = reader.one_of(&[('-', Turn::Usual), ('s', Turn::Again)], "'-' or 's'")?;
        reader.expect_end()?;
        position.check_stuck().map_err(|refusal| PositionError::Impossible { refusal, at })?;
        if !position.can_jump(position.mover) {
            position.turn = Turn::Over;
        }
        Ok(position)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        for rank in (0..Space::SIDE).rev() {
            for space in Space::all().filter(|space| space.rank() == rank) {
                match (self.height(space), self.owner(space)) {
                    (_, None) => out.write_char('.')?,
                    (1, Some(seat)) => out.write_char(letter(seat))?,
                    (height, Some(seat)) => write!(out, "{height}{}", letter(seat))?,
                }
            }
            out.write_char(if rank > 0 { '/' } else { ' ' })?;
        }
        write!(out, "{} {}", letter(self.mover), if self.turn == Turn::Again { 's' } else { '-' })
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut reader = Reader { text, rest: text };
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

fn letter(seat: Seat) -> char {
    if seat == LIGHT { 'l' } else { 'd' }
}

/// The seat's name for a sentence.
fn name(seat: Seat) -> Arg {
    Arg::Seat(seat, if seat == LIGHT { "Light" } else { "Dark" })
}

/// What one space holds: nothing, or so many pieces with this seat's on top.
fn read_space(reader: &mut Reader<'_>, space: Space) -> Result<Option<(u8, Seat)>, PositionError> {
    let at = reader.at();
    let digits = reader.digits();
    if digits.starts_with('0') {
        return Err(SyntaxError::new(reader.text, at, "'.', 'l', 'd' or a height from 2 on").into());
    }
    let seats = [('l', Some(LIGHT)), ('d', Some(DARK)), ('.', None)];
    let seat = if digits.is_empty() {
        reader.one_of(&seats, "'.', 'l', 'd' or a height")?
    } else {
        reader.one_of(&seats[..2], "'l' or 'd' after a height")?
    };
    let Some(seat) = seat else { return Ok(None) };
    let impossible = |refusal| Err(PositionError::Impossible { refusal, at });
    match digits.parse::<u8>() {
        _ if digits.is_empty() => Ok(Some((1, seat))),
        Ok(1) => impossible(reasons::TOWER_OF_ONE.refuse([&space, &letter(seat)])),
        Ok(height) if u32::from(height) <= PIECES => Ok(Some((height, seat))),
        _ => impossible(reasons::TOWER_TOO_HIGH.refuse([&space, &digits])),
    }
}

fn space_named(name: &str) -> Result<Space, Refusal> {
    Space::all().find(|space| space.to_string() == name).ok_or_else(|| reasons::NO_SUCH_SPACE.refuse([&name]))
}

impl Peak {
    /// PK-6: whoever is stuck cannot jump, and the other can, or the game would have ended.
    fn check_stuck(&self) -> Result<(), Refusal> {
        let Some(stuck) = self.stuck() else { return Ok(()) };
        if self.can_jump(stuck) {
            return Err(reasons::STUCK_CAN_JUMP.refuse([&name(stuck)]));
        }
        if !self.can_jump(self.mover) {
            return Err(reasons::EXTRA_TURN_WITHOUT_JUMP.refuse([&name(self.mover)]));
        }
        Ok(())
    }

    /// Says why a move is not a jump of the player to move.
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

    /// Says why the player to move may move nothing from here, wherever to.
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

/// What is left to read of a text.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn wanted(&self, expected: &'static str) -> SyntaxError {
        SyntaxError::new(self.text, self.at(), expected)
    }

    fn expect(&mut self, c: char, expected: &'static str) -> Result<(), SyntaxError> {
        self.one_of(&[(c, ())], expected)
    }

    fn expect_end(&self) -> Result<(), SyntaxError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wanted("nothing more")) }
    }

    /// Takes one of these characters and gives what it stands for.
    fn one_of<T: Copy>(&mut self, choices: &[(char, T)], expected: &'static str) -> Result<T, SyntaxError> {
        for &(c, value) in choices {
            if let Some(rest) = self.rest.strip_prefix(c) {
                self.rest = rest;
                return Ok(value);
            }
        }
        Err(self.wanted(expected))
    }

    /// Takes digits, perhaps none.
    fn digits(&mut self) -> &'a str {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.rest.strip_suffix(rest).unwrap_or_default();
        self.rest = rest;
        digits
    }

    /// Takes a letter and a number: the name of a space, though maybe of none on this board.
    fn space_name(&mut self) -> Result<&'a str, SyntaxError> {
        let whole = self.rest;
        self.rest = whole
            .strip_prefix(|c: char| c.is_ascii_lowercase())
            .ok_or_else(|| self.wanted("a space, a1 to f6 (for example b2-e5)"))?;
        if self.digits().is_empty() {
            return Err(self.wanted("the space's number, 1 to 6 (for example b2-e5)"));
        }
        Ok(whole.strip_suffix(self.rest).unwrap_or_default())
    }
}
