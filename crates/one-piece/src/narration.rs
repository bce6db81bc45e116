//! Descriptions of moves: pieces placed and moved, lines completed.

use crate::{Arrow, Cell, Move, OnePiece, Piece, RED};
use ludoteca_core::{
    Arg, Game, MoveEffect, Narration, Position, Reason, Refusal, Seat, Sentence, Standing, reasons,
};

reasons! {
    const SENTENCES;
    PLACES = "OP-3" "places" "{0} places a piece, red on {1}, blue on {2}";
    RELOCATES = "OP-5" "relocates" "{0} moves the piece on {1} and {2}: red to {3}, blue to {4}";
    MAKES_LINE = "OP-6" "makes-line" "{0} has a line of {1}";
    FOUR_IN_A_ROW = "OP-6" "four-in-a-row" "{0} alone has four or more in a row";
    REPETITION = "OP-7" "repetition" "the position occurred for the third time: a draw";
    NO_MOVE = "OP-7" "no-move" "no move is possible any more: a draw";
}

/// OP-6: the number of halves in a row that form a line.
const LINE: usize = 4;
/// Right, down and the two diagonals to the right, as columns and ranks.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, -1), (1, -1), (1, 1)];

/// A line of four or more halves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineOfFour {
    /// The seat that owns the line's colour.
    pub seat: Seat,
    /// The line's cells from end to end.
    pub cells: Vec<Cell>,
}

fn cell(cell: Cell) -> Arg {
    Arg::Cell(cell.to_string())
}

impl OnePiece {
    /// The piece with its halves on these cells of the board, whether or not they are free; `None` if they
    /// are not adjacent.
    fn piece_on(&self, red: usize, blue: usize) -> Option<Piece> {
        let height = usize::from(self.height());
        let red = Cell::new((red / height) as u8, (red % height) as u8)?;
        let pieces = Arrow::ALL.into_iter().filter_map(|arrow| Piece::new(red, arrow));
        pieces
            .into_iter()
            .find(|piece| self.is_on_grid(piece.blue()) && self.cell_index(piece.blue()) == blue)
    }

    fn is_on_grid(&self, cell: Cell) -> bool {
        cell.column() < self.width() && cell.rank() < self.height()
    }

    /// The lines of four or more of both colours, in full length.
    #[must_use]
    pub fn lines(&self) -> Vec<LineOfFour> {
        let colour = |at: Cell| Seat::all(2).find(|seat| self.halves(*seat) & at.bit() != 0);
        let step = |from: Cell, (right, up): (i8, i8), steps: i8| {
            let column = from.column().checked_add_signed(right * steps)?;
            let rank = from.rank().checked_add_signed(up * steps)?;
            Cell::new(column, rank)
        };
        let mut lines = Vec::new();
        for direction in DIRECTIONS {
            for column in 0..self.width() {
                for from in (0..self.height()).filter_map(|rank| Cell::new(column, rank)) {
                    let Some(seat) = colour(from) else { continue };
                    let same = |at: &Cell| colour(*at) == Some(seat);
                    if step(from, direction, -1).is_some_and(|before| same(&before)) {
                        continue; // not the start of a line
                    }
                    let on = (0..).map_while(|steps| step(from, direction, steps));
                    let cells: Vec<Cell> = on.take_while(same).collect();
                    if cells.len() >= LINE {
                        lines.push(LineOfFour { seat, cells });
                    }
                }
            }
        }
        lines
    }
}

impl Narration for OnePiece {
    const SENTENCES: &'static [&'static Reason] = SENTENCES;

    fn narrate(&self, m: Move) -> Vec<MoveEffect> {
        let (mover, after) = (self.mover(), self.after(m));
        let lifted = m.lifted.and_then(|red| self.piece_at(red));
        let (red, blue) = (m.placed.red(), m.placed.blue());
        let (sentence, path) = match lifted {
            Some(old) => {
                let args =
                    [OnePiece::INFO.seat(mover), cell(old.red()), cell(old.blue()), cell(red), cell(blue)];
                (RELOCATES.say(args), vec![self.cell_index(old.red()), self.cell_index(red)])
            }
            None => {
                (PLACES.say([OnePiece::INFO.seat(mover), cell(red), cell(blue)]), vec![self.cell_index(red)])
            }
        };
        let mut events = vec![MoveEffect {
            seat: Some(mover),
            path,
            over: Vec::new(),
            piece: lifted.and_then(|old| self.pieces().position(|piece| piece == old)),
            becomes: after.pieces().position(|piece| piece == m.placed),
            sentence,
        }];
        for LineOfFour { seat, cells } in after.lines() {
            // OP-6: only lines through a new half of their own colour count.
            if !cells.contains(if seat == RED { &red } else { &blue }) {
                continue;
            }
            let sentence = MAKES_LINE.say([OnePiece::INFO.seat(seat), Arg::Number(cells.len() as u32)]);
            let path = cells.into_iter().map(|cell| self.cell_index(cell)).collect();
            events.push(MoveEffect { seat: Some(seat), path, ..MoveEffect::new(sentence) });
        }
        events
    }

    fn why_not(&self, cells: &[usize]) -> Option<Refusal> {
        // OP-5: if the box is empty, pointing at a piece means lifting it.
        let on = |piece: &Piece, cell| {
            [piece.red(), piece.blue()].map(|half| self.cell_index(half)).contains(&cell)
        };
        let first = *cells.first()?;
        let lifted = self.pieces().find(|piece| self.in_box() == 0 && on(piece, first));
        match (lifted, cells) {
            (Some(lifted), [_, red, blue]) => {
                self.check_move(Some(lifted), self.piece_on(*red, *blue)?).err()
            }
            (Some(lifted), _) => self.check_lifting(lifted).err(),
            (None, [.., red, blue]) => self.check_move(None, self.piece_on(*red, *blue)?).err(),
            (None, _) => None,
        }
    }

    fn ending(&self, standing: &Standing, by_repetition: bool) -> Sentence {
        match standing.winner() {
            _ if by_repetition => REPETITION.say([]),
            Some(winner) => FOUR_IN_A_ROW.say([OnePiece::INFO.seat(winner)]),
            None => NO_MOVE.say([]),
        }
    }
}
