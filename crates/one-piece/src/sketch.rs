//! The contents of a parsed text or an editor, and whether they form a valid position.

use crate::{
    BLUE, OnePiece, RED, Rules,
    notation::{letter, write_position},
    picture,
    piece::{Arrow, Piece},
    reader::Reader,
    reasons::{FLOATS, TAKEN, TOO_MANY, floating_cell, shared_cell},
};
use ludoteca_core::{
    self as core, Board, Choice, Editing, Position, PositionError, Seat, SyntaxError, ToolInfo, board::Shape,
};
use std::fmt;

/// The pieces on the grid, the player to move, and the winner, if any. May break rules, but all pieces are on
/// the grid and no two overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    rules: Rules,
    /// Ordered by their red halves.
    pieces: Vec<Piece>,
    mover: Seat,
    winner: Option<Seat>,
}

/// An editor action on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Places a piece with its red half on the cell.
    Put(Arrow),
    /// Removes the piece that covers the cell.
    Take,
}

/// A choice beside the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The player to move.
    Mover(Seat),
    /// The player who won with the last move (OP-6).
    Winner(Option<Seat>),
}

const SEATS: [Seat; 2] = [RED, BLUE];

impl Editing for OnePiece {
    type Sketch = Sketch;
}

impl core::Sketch for Sketch {
    type Position = OnePiece;
    type Tool = Tool;
    type Setting = Setting;

    fn first(rules: &Rules) -> Self {
        Sketch { rules: rules.clone(), pieces: Vec::new(), mover: rules.first, winner: None }
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        let mut reader = Reader::new(text);
        let pieces = if reader.take(b'-') { Vec::new() } else { read_pieces(rules, &mut reader)? };
        reader.expect(b' ', "a comma and a piece, or a blank before the player to move")?;
        let mover = reader.seat("the player to move (r or b)")?;
        reader.expect(b' ', "a blank before the winner")?;
        let winner = if reader.take(b'-') { None } else { Some(reader.seat("'-', or the winner (r or b)")?) };
        reader.end("nothing more")?;
        Ok(Sketch { rules: rules.clone(), pieces, mover, winner })
    }

    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_position(self.pieces.iter().copied(), self.mover, self.winner, out)
    }

    fn build(&self) -> Result<OnePiece, PositionError> {
        let mut position =
            OnePiece { mover: self.mover, winner: self.winner, ..OnePiece::start(&self.rules) };
        for (i, &piece) in self.pieces.iter().enumerate() {
            position.put(piece);
            let Some(left) = position.in_box.checked_sub(1) else {
                return Err(TOO_MANY.refuse([&(i + 1), &self.rules.pieces]).at(self.place(i)));
            };
            position.in_box = left;
        }
        for (i, &piece) in self.pieces.iter().enumerate() {
            if let Some((cell, free)) = floating_cell(piece, position.occupied()) {
                return Err(FLOATS.refuse([&cell, &free]).at(self.place(i)));
            }
        }
        // The winner follows the pieces (or '-' for none), a space, the player to move and another space.
        let winner_at = self.place(self.pieces.len()).max(2) + 2;
        position.check_winner().map_err(|refusal| refusal.at(winner_at))?;
        Ok(position)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn board(&self) -> Board {
        picture::board(self.rules.width, self.rules.height, self.pieces.iter().copied())
    }

    fn tools(&self) -> Vec<ToolInfo<Tool>> {
        let put = |arrow: Arrow| {
            let shape = Shape::Domino { other: 1, heading: picture::heading(arrow) };
            ToolInfo::piece(arrow.name(), shape, Tool::Put(arrow))
        };
        Arrow::ALL.into_iter().map(put).chain([ToolInfo::plain("take", Tool::Take)]).collect()
    }

    /// Removes pieces that are in the way. A piece that does not fit is turned, if that helps.
    fn put(&mut self, cell: usize, tool: Tool) {
        let Some(cell) = picture::cell_at(cell, self.rules.height) else { return };
        match tool {
            Tool::Take => self.take(cell.bit()),
            Tool::Put(arrow) => {
                let fits = |arrow| Piece::new(cell, arrow).filter(|&piece| self.rules.has_room_for(piece));
                if let Some(piece) = fits(arrow).or_else(|| fits(arrow.opposite())) {
                    self.take(piece.bits());
                    self.pieces.push(piece);
                    self.pieces.sort_unstable();
                }
            }
        }
    }

    fn choices(&self) -> Vec<Choice<Setting>> {
        let movers = SEATS.map(|seat| (letter(seat), Setting::Mover(seat)));
        let winners = [None, Some(RED), Some(BLUE)].map(|seat| (winner_sign(seat), Setting::Winner(seat)));
        vec![
            Choice::new("act", letter(self.mover), movers),
            Choice::new("winner", winner_sign(self.winner), winners),
        ]
    }

    fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::Mover(mover) => self.mover = mover,
            Setting::Winner(winner) => self.winner = winner,
        }
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.winner = None;
    }
}

impl Sketch {
    /// Removes the pieces that cover any of these cells.
    fn take(&mut self, cells: u128) {
        self.pieces.retain(|piece| piece.bits() & cells == 0);
    }

    /// The offset of a piece in the text.
    fn place(&self, piece: usize) -> usize {
        self.pieces[..piece].iter().map(|piece| piece.to_string().len() + 1).sum()
    }
}

pub(crate) fn winner_sign(winner: Option<Seat>) -> char {
    winner.map_or('-', letter)
}

fn read_pieces(rules: &Rules, reader: &mut Reader<'_>) -> Result<Vec<Piece>, PositionError> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut occupied = 0;
    loop {
        let at = reader.at();
        let written = reader.piece()?;
        let piece = written.on_grid(rules.width, rules.height).map_err(|refusal| refusal.at(at))?;
        if pieces.last().is_some_and(|last| piece.red() < last.red()) {
            let expected = "pieces in the order of their red halves: by column, then by rank";
            return Err(SyntaxError::new(reader.text(), at, expected).into());
        }
        if let Some(cell) = shared_cell(piece, occupied) {
            return Err(TAKEN.refuse([&cell]).at(at));
        }
        occupied |= piece.bits();
        pieces.push(piece);
        if !reader.take(b',') {
            return Ok(pieces);
        }
    }
}
