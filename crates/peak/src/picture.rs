//! The board as data: six ranks of round seats, rank 1 at the bottom.

use crate::{Move, Peak, Sketch, Space, sketch::Tower};
use ludoteca_core::{
    Board, Picture, Sketch as _,
    board::{Cell, CellKind, Ground, Label, Piece, Point, Shape},
};

/// Rank 1 is at the bottom, so y decreases as the rank increases. `column` and `rank` may be outside the
/// board.
fn point(column: i32, rank: i32) -> Point {
    Point { x: column * 100, y: (i32::from(Space::SIDE) - 1 - rank) * 100 }
}

impl Picture for Peak {
    fn board(&self) -> Board {
        Sketch::from(self).board()
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        vec![m.from.index(), m.to.index()]
    }
}

/// Draws the board from `tower`, which gives the content of each space.
pub(crate) fn board(tower: impl Fn(Space) -> Option<Tower>) -> Board {
    let cells = Space::all().map(|space| Cell {
        name: space.to_string(),
        at: point(space.column().into(), space.rank().into()),
        kind: CellKind::Seat,
    });
    let pieces = Space::all().filter_map(|space| {
        let Tower { height, owner } = tower(space)?;
        Some(Piece { cell: space.index(), shape: Shape::Tower { seat: owner, height } })
    });
    let columns = (0..Space::SIDE)
        .map(|column| Label { text: char::from(b'a' + column).to_string(), at: point(column.into(), -1) });
    let ranks =
        (0..Space::SIDE).map(|rank| Label { text: (rank + 1).to_string(), at: point(-1, rank.into()) });
    Board {
        ground: Ground::Seats,
        cells: cells.collect(),
        pieces: pieces.collect(),
        labels: columns.chain(ranks).collect(),
        marks: Vec::new(),
    }
}
