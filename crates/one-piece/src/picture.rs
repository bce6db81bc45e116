//! The board as data: an upright grid with the game edge at the bottom.

use crate::{Arrow, Cell, Move, OnePiece, Piece};
use ludoteca_core::{
    Board, Picture,
    board::{self, CellKind, Ground, Heading, Label, Point, Shape},
};

impl Picture for OnePiece {
    fn board(&self) -> Board {
        board(self.width(), self.height(), self.pieces())
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        let halves = [m.placed.red(), m.placed.blue()];
        m.lifted.into_iter().chain(halves).map(|cell| self.cell_index(cell)).collect()
    }
}

impl OnePiece {
    pub(crate) fn cell_index(&self, cell: Cell) -> usize {
        cell_index(cell, self.height())
    }
}

/// Draws a grid of this size with these pieces.
pub(crate) fn board(width: u8, height: u8, pieces: impl Iterator<Item = Piece>) -> Board {
    let point = |column: u8, rank: u8| Point {
        x: 100 * i32::from(column),
        y: 100 * (i32::from(height) - 1 - i32::from(rank)),
    };
    let cells = (0..width)
        .flat_map(|column| (0..height).filter_map(move |rank| Cell::new(column, rank)))
        .map(|cell| {
            let at = point(cell.column(), cell.rank());
            board::Cell { name: cell.to_string(), at, kind: CellKind::Square }
        })
        .collect();
    let domino = |piece: Piece| {
        let heading = heading(piece.arrow());
        let shape = Shape::Domino { other: cell_index(piece.blue(), height), heading };
        board::Piece { cell: cell_index(piece.red(), height), shape }
    };
    let files = (0..width).map(|column| {
        let foot = point(column, 0);
        Label { text: char::from(b'a' + column).to_string(), at: Point { y: foot.y + 100, ..foot } }
    });
    let numbers = (0..height).map(|rank| {
        let side = point(0, rank);
        Label { text: (rank + 1).to_string(), at: Point { x: side.x - 100, ..side } }
    });
    let labels = files.chain(numbers).collect();
    Board { ground: Ground::Rail, cells, pieces: pieces.map(domino).collect(), labels, marks: Vec::new() }
}

/// Cells are numbered column by column, each from the game edge up.
fn cell_index(cell: Cell, height: u8) -> usize {
    usize::from(cell.column()) * usize::from(height) + usize::from(cell.rank())
}

/// The cell with this index on a grid of this height.
pub(crate) fn cell_at(index: usize, height: u8) -> Option<Cell> {
    let height = usize::from(height);
    Cell::new(u8::try_from(index / height).ok()?, (index % height) as u8)
}

pub(crate) fn heading(arrow: Arrow) -> Heading {
    match arrow {
        Arrow::Right => Heading::Right,
        Arrow::Left => Heading::Left,
        Arrow::Up => Heading::Up,
        Arrow::Down => Heading::Down,
    }
}
