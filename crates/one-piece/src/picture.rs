//! The board as data: an upright grid, the game edge at its foot.

use crate::{Arrow, Cell, Move, OnePiece, Piece};
use ludoteca_core::{
    Board, Picture,
    board::{self, CellKind, Ground, Heading, Label, Point, Shape},
};

impl Picture for OnePiece {
    fn board(&self) -> Board {
        let (columns, ranks) = (0..self.width(), 0..self.height());
        let cells = columns
            .clone()
            .flat_map(|column| ranks.clone().filter_map(move |rank| Cell::new(column, rank)))
            .map(|cell| {
                let at = self.point(cell.column(), cell.rank());
                board::Cell { name: cell.to_string(), at, kind: CellKind::Square }
            })
            .collect();
        let pieces = self.pieces().map(|piece| self.domino(piece)).collect();
        let files = columns.map(|column| {
            let foot = self.point(column, 0);
            Label { text: char::from(b'a' + column).to_string(), at: Point { y: foot.y + 100, ..foot } }
        });
        let numbers = ranks.map(|rank| {
            let side = self.point(0, rank);
            Label { text: (rank + 1).to_string(), at: Point { x: side.x - 100, ..side } }
        });
        let labels = files.chain(numbers).collect();
        Board { ground: Ground::Rail, cells, pieces, labels, marks: Vec::new() }
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        let halves = [m.placed.red(), m.placed.blue()];
        m.lifted.into_iter().chain(halves).map(|cell| self.cell_index(cell)).collect()
    }
}

impl OnePiece {
    fn point(&self, column: u8, rank: u8) -> Point {
        Point { x: 100 * i32::from(column), y: 100 * (i32::from(self.height()) - 1 - i32::from(rank)) }
    }

    /// Column by column, each from the game edge up.
    pub(crate) fn cell_index(&self, cell: Cell) -> usize {
        usize::from(cell.column()) * usize::from(self.height()) + usize::from(cell.rank())
    }

    fn domino(&self, piece: Piece) -> board::Piece {
        let heading = match piece.arrow() {
            Arrow::Right => Heading::Right,
            Arrow::Left => Heading::Left,
            Arrow::Up => Heading::Up,
            Arrow::Down => Heading::Down,
        };
        let shape = Shape::Domino { other: self.cell_index(piece.blue()), heading };
        board::Piece { cell: self.cell_index(piece.red()), shape }
    }
}
