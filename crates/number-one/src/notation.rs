use crate::{
    Hole, Move, NumberOne, Peg, Rules, Size,
    field::{Field, start_holes},
    moves::Sizes,
    read_move, read_position, reasons,
    sketch::Content,
};
use ludoteca_core::{Arg, Game, MoveError, Notation, Position, PositionError, Reason, Seat, ToArg};
use std::fmt::{self, Write};

impl Notation for NumberOne {
    const REASONS: &'static [&'static Reason] = reasons::ALL;
    const EXPECTED: &'static [&'static str] = &[
        "setup",
        "a blank",
        "the number of players",
        "a peg, S, M or L (for example Me5, or LSM to set up)",
        "three pegs, S, M and L in any order (for example LSM)",
        "the player to move, a to d",
        "o, ., a peg (a to d and its size), / or a blank",
        "a peg's size, 1 to 3",
        "- or the sizes that moved, 1 to 3",
        "a larger size or a blank",
        "- or the players who are out, a to d",
        "another player who is out, a to d, or nothing more",
        "a hole after the peg (for example Me5)",
        "the hole's number after its letter (for example Me5)",
        "nothing more",
    ];

    fn read_position(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        read_position::read(rules, text)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        if self.is_set_up() {
            return write_set_up(self, out);
        }
        let mut pegs = [None; 92];
        for (seat, size, Peg { hole, turned }) in self.pegs() {
            pegs[usize::from(hole.number())] = Some(Content::Peg { seat, size, turned });
        }
        let content = |hole: Hole| {
            let token = if self.has_token(hole) { Content::Token } else { Content::Empty };
            pegs[usize::from(hole.number())].unwrap_or(token)
        };
        write_board(self.field(), content, (self.player(), self.moved()), self.players_out(), out)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        read_move::read(self, text)
    }

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        match m {
            Move::Arrange(arrangement) => {
                arrangement.sizes().iter().try_for_each(|size| out.write_char(size.letter()))
            }
            Move::Peg { size, to } => {
                let star = if self.has_token(to) { "" } else { "*" };
                write!(out, "{}{}{star}", size.letter(), self.field().name(to))
            }
        }
    }
}

/// Writes a board from `content`, which gives the content of each hole, the turn (the player to act and the
/// pegs moved) and the players who are out.
pub(crate) fn write_board(
    field: &Field,
    content: impl Fn(Hole) -> Content,
    (to_act, moved): (Seat, Sizes),
    players_out: impl Iterator<Item = Seat>,
    out: &mut dyn Write,
) -> fmt::Result {
    for row in (0..field.rows()).rev() {
        for hole in field.row(row) {
            match content(hole) {
                Content::Token => out.write_char('o')?,
                Content::Empty => out.write_char('.')?,
                Content::Peg { seat, size, turned } => {
                    let letter = seat_letter(seat);
                    out.write_char(if turned { letter.to_ascii_uppercase() } else { letter })?;
                    out.write_char(size_digit(size))?;
                }
            }
        }
        out.write_char(if row == 0 { ' ' } else { '/' })?;
    }
    out.write_char(seat_letter(to_act))?;
    out.write_char(' ')?;
    write_or_dash(moved.iter().map(size_digit), out)?;
    out.write_char(' ')?;
    write_or_dash(players_out.map(seat_letter), out)
}

/// `setup 3 LSM,MSL`, or `-` if there is no arrangement yet.
fn write_set_up(position: &NumberOne, out: &mut dyn Write) -> fmt::Result {
    write!(out, "setup {} ", position.seats())?;
    for seat in Seat::all(position.player().index() as u8) {
        if seat != Seat::FIRST {
            out.write_char(',')?;
        }
        for hole in start_holes(position.seats(), seat) {
            for size in Size::ALL {
                if position.peg(seat, size).is_some_and(|peg| peg.hole == hole) {
                    out.write_char(size.letter())?;
                }
            }
        }
    }
    if position.player() == Seat::FIRST { out.write_char('-') } else { Ok(()) }
}

pub(crate) fn write_or_dash(chars: impl Iterator<Item = char>, out: &mut dyn Write) -> fmt::Result {
    let mut any = false;
    for c in chars {
        any = true;
        out.write_char(c)?;
    }
    if any { Ok(()) } else { out.write_char('-') }
}

pub(crate) fn seat_letter(seat: Seat) -> char {
    (b'a' + seat.index() as u8) as char
}

/// The seat as an argument of a sentence.
pub(crate) fn seat_arg(seat: Seat) -> Arg {
    NumberOne::INFO.seat(seat)
}

impl ToArg for Size {
    fn to_arg(&self) -> Arg {
        Arg::Piece(self.letter().to_string())
    }
}

pub(crate) fn seat_from(letter: u8) -> Option<Seat> {
    letter.checked_sub(b'a').and_then(Seat::new)
}

pub(crate) fn size_from_letter(letter: u8) -> Option<Size> {
    Size::ALL.into_iter().find(|size| size.letter() == char::from(letter))
}

pub(crate) fn size_digit(size: Size) -> char {
    (b'0' + size.distance()) as char
}

pub(crate) fn size_from_digit(digit: u8) -> Option<Size> {
    Size::ALL.into_iter().find(|&size| size_digit(size) == char::from(digit))
}
