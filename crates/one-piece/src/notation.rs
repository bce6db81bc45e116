//! Positions `d1>,e2< r -` and moves `d1>` and `d1>-f3^`.

use crate::{
    BLUE, MAX_PIECES, Move, OnePiece, Rules,
    grid::cells,
    piece::Piece,
    reader::Reader,
    reasons::{
        BOX_EMPTY, BOX_NOT_EMPTY, COVERED, FLOATS, NO_SUCH_PIECE, NOT_WON, OFF_GRID, OVERLAPS, STICKS_OUT,
        TAKEN, TOO_MANY, Written, floating_cell, shared_cell,
    },
    sketch::{Sketch, winner_sign},
};
use ludoteca_core::{
    Arg, MoveError, NamedSeat, Notation, Position, PositionError, Reason, Refusal, Seat, Sketch as _, Status,
};
use std::fmt;

impl Notation for OnePiece {
    const REASONS: &'static [&'static Reason] = &[
        &OFF_GRID,
        &TOO_MANY,
        &STICKS_OUT,
        &TAKEN,
        &FLOATS,
        &BOX_NOT_EMPTY,
        &BOX_EMPTY,
        &NO_SUCH_PIECE,
        &COVERED,
        &OVERLAPS,
        &NOT_WON,
    ];
    const EXPECTED: &'static [&'static str] = &[
        "the cell of the red half (for example d1>)",
        "the number of the cell's rank (for example d1>)",
        "an arrow to the blue half, > < ^ or v (for example d1>)",
        "pieces in the order of their red halves: by column, then by rank",
        "a comma and a piece, or a blank before the player to move",
        "the player to move (r or b)",
        "a blank before the winner",
        "'-', or the winner (r or b)",
        "nothing more, or '-' and the piece's new place (for example d1>-f3^)",
        "nothing more",
    ];

    fn read_position(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        Sketch::read(rules, text)?.build()
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_position(self.pieces(), self.mover, self.winner, out)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut reader = Reader::new(text);
        let mut written = reader.piece()?;
        let mut lifted = None;
        if reader.take(b'-') {
            lifted = Some(std::mem::replace(&mut written, reader.piece()?));
        }
        reader.end(if lifted.is_some() {
            "nothing more"
        } else {
            "nothing more, or '-' and the piece's new place (for example d1>-f3^)"
        })?;
        if matches!(self.status(), Status::Over(_)) {
            return Err(MoveError::GameOver);
        }
        let on_grid = |written: Written| written.on_grid(self.width, self.height);
        let lifted = lifted.map(on_grid).transpose()?;
        let placed = on_grid(written)?;
        self.check_move(lifted, placed)?;
        Ok(Move { lifted: lifted.map(Piece::red), placed })
    }

    fn write_move(&self, m: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(lifted) = m.lifted.and_then(|red| self.piece_at(red)) {
            write!(out, "{lifted}-")?;
        }
        write!(out, "{}", m.placed)
    }
}

pub(crate) fn letter(seat: Seat) -> char {
    if seat == BLUE { 'b' } else { 'r' }
}

/// The seat's name as an argument of a sentence.
fn name(seat: Seat) -> Arg {
    Arg::Seat(NamedSeat { seat, name: if seat == BLUE { "Blue" } else { "Red" } })
}

/// The size in bytes of the longest list of pieces: column, two digits, arrow and comma for each.
const LONGEST: usize = 5 * MAX_PIECES as usize;

/// Writes a position with these pieces, which must be in the order of their red halves.
pub(crate) fn write_position(
    pieces: impl Iterator<Item = Piece>,
    mover: Seat,
    winner: Option<Seat>,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    // Written byte by byte, without the formatting machinery, because perft digests write every leaf.
    let mut text = [0; LONGEST];
    let mut end = 0;
    let mut push = |byte: u8| {
        text[end] = byte;
        end += 1;
    };
    for piece in pieces {
        let (column, rank) = (piece.red().column(), piece.red().rank() + 1);
        push(b'a' + column);
        if rank >= 10 {
            push(b'0' + rank / 10);
        }
        push(b'0' + rank % 10);
        push(piece.arrow().sign() as u8);
        push(b',');
    }
    let pieces = &text[..end.saturating_sub(1)]; // drop the trailing comma
    out.write_str(if pieces.is_empty() { "-" } else { std::str::from_utf8(pieces).unwrap_or_default() })?;
    for sign in [' ', letter(mover), ' ', winner_sign(winner)] {
        out.write_char(sign)?;
    }
    Ok(())
}

impl OnePiece {
    /// OP-6: a winner requires a last move that won.
    pub(crate) fn check_winner(&self) -> Result<(), Refusal> {
        let Some(winner) = self.winner else { return Ok(()) };
        let uncovered = self.liftable().red_halves(self.red);
        let won = |piece: Piece| uncovered & piece.red().bit() != 0 && self.won_by(piece) == Some(winner);
        if self.pieces().any(won) { Ok(()) } else { Err(NOT_WON.refuse([&name(winner)])) }
    }

    /// Explains why a piece from the box, or a lifted one, cannot be placed there.
    pub(crate) fn check_move(&self, lifted: Option<Piece>, placed: Piece) -> Result<(), Refusal> {
        let Some(lifted) = lifted else {
            if self.in_box == 0 {
                return Err(BOX_EMPTY.refuse([&placed]));
            }
            return check_place(placed, self.occupied());
        };
        self.check_lifting(lifted)?;
        if let Some(cell) = shared_cell(placed, lifted.bits()) {
            return Err(OVERLAPS.refuse([&placed, &cell]));
        }
        check_place(placed, self.occupied() & !lifted.bits())
    }

    /// Explains why a piece cannot be lifted at all.
    pub(crate) fn check_lifting(&self, lifted: Piece) -> Result<(), Refusal> {
        if self.in_box > 0 {
            return Err(BOX_NOT_EMPTY.refuse([&lifted, &self.in_box]));
        }
        if self.piece_at(lifted.red()) != Some(lifted) {
            return Err(NO_SUCH_PIECE.refuse([&lifted]));
        }
        let others = self.occupied() & !lifted.bits();
        if let Some(cell) = cells(lifted.bits() << 1 & others).next() {
            return Err(COVERED.refuse([&lifted, &cell]));
        }
        Ok(())
    }
}

/// Checks OP-3 for one piece among the others.
fn check_place(piece: Piece, others: u128) -> Result<(), Refusal> {
    if let Some(cell) = shared_cell(piece, others) {
        return Err(TAKEN.refuse([&cell]));
    }
    match floating_cell(piece, others) {
        Some((cell, free)) => Err(FLOATS.refuse([&cell, &free])),
        None => Ok(()),
    }
}
