//! Positions `d1>,e2< r -` and moves `d1>` and `d1>-f3^`.

use crate::{
    BLUE, MOST_PIECES, Move, OnePiece, RED, Rules,
    grid::cells,
    piece::{Arrow, Piece},
    reasons::{
        BOX_EMPTY, BOX_NOT_EMPTY, COVERED, FLOATS, NO_SUCH_PIECE, NOT_WON, OFF_GRID, OVERLAPS, STICKS_OUT,
        TAKEN, TOO_MANY, Written, floating_cell, shared_cell,
    },
};
use ludoteca_core::{
    Arg, MoveError, Notation, Position, PositionError, Reason, Refusal, Seat, Status, SyntaxError,
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
        let mut reader = Reader { text, at: 0 };
        let mut position = OnePiece::start(rules);
        let pieces = if reader.take(b'-') { Vec::new() } else { position.read_pieces(rules, &mut reader)? };
        reader.expect(b' ', "a comma and a piece, or a blank before the player to move")?;
        position.mover = reader.seat("the player to move (r or b)")?;
        reader.expect(b' ', "a blank before the winner")?;
        let at = reader.at;
        if !reader.take(b'-') {
            position.winner = Some(reader.seat("'-', or the winner (r or b)")?);
        }
        reader.end("nothing more")?;
        position.check_floating(&pieces)?;
        position.check_winner().map_err(|refusal| PositionError::Impossible { refusal, at })?;
        Ok(position)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.red == 0 {
            out.write_char('-')?;
        }
        // Byte by byte, without the formatting machinery: perft digests write every leaf.
        let mut text = [0; LONGEST];
        let mut end = 0;
        let mut push = |byte: u8| {
            text[end] = byte;
            end += 1;
        };
        for piece in self.pieces() {
            let (column, rank) = (piece.red().column(), piece.red().rank() + 1);
            push(b'a' + column);
            if rank >= 10 {
                push(b'0' + rank / 10);
            }
            push(b'0' + rank % 10);
            push(piece.arrow().sign() as u8);
            push(b',');
        }
        let pieces = &text[..end.saturating_sub(1)]; // without the last comma
        out.write_str(std::str::from_utf8(pieces).unwrap_or_default())?;
        for sign in [' ', letter(self.mover), ' ', self.winner.map_or('-', letter)] {
            out.write_char(sign)?;
        }
        Ok(())
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut reader = Reader { text, at: 0 };
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

fn letter(seat: Seat) -> char {
    if seat == BLUE { 'b' } else { 'r' }
}

/// The seat's name for a sentence.
fn name(seat: Seat) -> Arg {
    Arg::Seat(seat, if seat == BLUE { "Blue" } else { "Red" })
}

/// Bytes of the longest list of pieces: column, two digits, arrow and comma for each.
const LONGEST: usize = 5 * MOST_PIECES as usize;

/// A piece of a position and where its text begins.
type Read = (Piece, usize);

impl OnePiece {
    /// Reads pieces and puts each on the grid, so that the next can be refused where it overlaps.
    fn read_pieces(&mut self, rules: &Rules, reader: &mut Reader<'_>) -> Result<Vec<Read>, PositionError> {
        let mut pieces: Vec<Read> = Vec::new();
        loop {
            let at = reader.at;
            let written = reader.piece()?;
            let impossible = |refusal| PositionError::Impossible { refusal, at };
            let piece = written.on_grid(self.width, self.height).map_err(impossible)?;
            if pieces.last().is_some_and(|(last, _)| piece.red() < last.red()) {
                let expected = "pieces in the order of their red halves: by column, then by rank";
                return Err(SyntaxError::new(reader.text, at, expected).into());
            }
            if let Some(cell) = shared_cell(piece, self.occupied()) {
                return Err(impossible(TAKEN.refuse([&cell])));
            }
            self.put(piece);
            pieces.push((piece, at));
            let Some(left) = self.in_box.checked_sub(1) else {
                return Err(impossible(TOO_MANY.refuse([&pieces.len(), &rules.pieces])));
            };
            self.in_box = left;
            if !reader.take(b',') {
                return Ok(pieces);
            }
        }
    }

    fn check_floating(&self, pieces: &[Read]) -> Result<(), PositionError> {
        for &(piece, at) in pieces {
            if let Some((cell, free)) = floating_cell(piece, self.occupied()) {
                return Err(PositionError::Impossible { refusal: FLOATS.refuse([&cell, &free]), at });
            }
        }
        Ok(())
    }

    /// OP-6: a winner needs a last move that won.
    fn check_winner(&self) -> Result<(), Refusal> {
        let Some(winner) = self.winner else { return Ok(()) };
        let uncovered = self.liftable().red_halves(self.red);
        let won = |piece: Piece| uncovered & piece.red().bit() != 0 && self.won_by(piece) == Some(winner);
        if self.pieces().any(won) { Ok(()) } else { Err(NOT_WON.refuse([&name(winner)])) }
    }

    /// Says why a piece from the box, or a lifted one, cannot be placed there.
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

    /// Says why a piece cannot be lifted, wherever it would go.
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

/// OP-3 for one piece among the others.
fn check_place(piece: Piece, others: u128) -> Result<(), Refusal> {
    if let Some(cell) = shared_cell(piece, others) {
        return Err(TAKEN.refuse([&cell]));
    }
    match floating_cell(piece, others) {
        Some((cell, free)) => Err(FLOATS.refuse([&cell, &free])),
        None => Ok(()),
    }
}

/// Reads from the left; `at` only ever passes ASCII, and so never stands inside a character.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError::new(self.text, self.at, expected)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), SyntaxError> {
        if self.take(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn end(&self, expected: &'static str) -> Result<(), SyntaxError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error(expected)) }
    }

    fn seat(&mut self, expected: &'static str) -> Result<Seat, SyntaxError> {
        if self.take(b'r') {
            Ok(RED)
        } else if self.take(b'b') {
            Ok(BLUE)
        } else {
            Err(self.error(expected))
        }
    }

    /// Any letter and any rank up to 99 make a cell: whether the grid has it is a matter of the rules.
    fn piece(&mut self) -> Result<Written, SyntaxError> {
        let Some(letter @ b'a'..=b'z') = self.peek() else {
            return Err(self.error("the cell of the red half (for example d1>)"));
        };
        self.at += 1;
        let Some(first @ b'1'..=b'9') = self.peek() else {
            return Err(self.error("the number of the cell's rank (for example d1>)"));
        };
        self.at += 1;
        let mut rank = first - b'0';
        if let Some(second @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            rank = 10 * rank + second - b'0';
        }
        let Some(arrow) = Arrow::ALL.into_iter().find(|arrow| self.take(arrow.sign() as u8)) else {
            return Err(self.error("an arrow to the blue half, > < ^ or v (for example d1>)"));
        };
        Ok(Written { column: letter - b'a', rank: rank - 1, arrow })
    }
}
