use crate::{
    Hole, Move, NumberOne, Size, Sketch,
    field::{Field, start_holes},
    sketch::{Content, PlacedPeg},
};
use ludoteca_core::{
    Board, Picture, Position, Seat, Sketch as _,
    board::{Cell, CellKind, Ground, Label, Piece, Point, Shape},
};

/// The distance between rows in the drawing: the height of a triangle of holes 100 apart.
const ROW_STEP: i32 = 87;

impl Picture for NumberOne {
    fn board(&self) -> Board {
        Sketch::from(self).board()
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        match m {
            Move::Arrange(arrangement) => {
                let holes = start_holes(self.seats(), self.player());
                Size::ALL.map(|size| holes[arrangement.place_of(size)].index()).to_vec()
            }
            Move::Peg { size, to } => {
                let from = self.peg(self.player(), size).map(|peg| peg.hole.index());
                from.into_iter().chain([to.index()]).collect()
            }
        }
    }
}

/// Draws a sketch; pegs by player and size.
pub(crate) fn board(sketch: &Sketch) -> Board {
    let field = sketch.field;
    let cell = |(hole, &content): (Hole, &Content)| {
        let (row, column) = field.place(hole);
        Cell {
            name: field.name(hole),
            at: point(field, i32::from(row), i32::from(column)),
            kind: CellKind::Hole { token: content == Content::Token },
        }
    };
    let pegs: Vec<PlacedPeg> = sketch.pegs().collect();
    let kinds = Seat::all(Seat::MAX as u8).flat_map(|seat| Size::ALL.map(|size| (seat, size)));
    let pegs = kinds.flat_map(|kind| pegs.iter().filter(move |&&(seat, size, _)| (seat, size) == kind));
    let piece = |&(seat, size, peg): &PlacedPeg| {
        let moved = seat == sketch.to_act && sketch.moved.contains(size);
        let shape = Shape::Peg { seat, size: size.distance(), upright: !peg.turned, moved };
        Piece { cell: peg.hole.index(), shape }
    };
    Board {
        ground: Ground::Hexagon,
        cells: field.all_holes().zip(&sketch.holes).map(cell).collect(),
        pieces: pegs.map(piece).collect(),
        labels: labels(field),
        marks: Vec::new(),
    }
}

/// Row a is at the bottom, and the leftmost hole of the middle row is at x = 0.
fn point(field: &Field, row: i32, column: i32) -> Point {
    let middle = i32::from(field.side) - 1;
    Point { x: 100 * (column - 1) + 50 * (middle - row), y: ROW_STEP * (2 * middle - row) }
}

/// Letters to the left of the rows; numbers at the lower right ends of the diagonals that lean left.
fn labels(field: &Field) -> Vec<Label> {
    let side = i32::from(field.side);
    let mut labels = Vec::new();
    for row in 0..field.rows() {
        let (first, _) = field.row_numbers(row);
        let at = point(field, i32::from(row), i32::from(first) - 1);
        labels.push(Label { text: char::from(b'a' + row).to_string(), at });
    }
    for number in 1..=i32::from(field.rows()) {
        let lowest_row = (number - side).max(0);
        labels.push(Label { text: number.to_string(), at: point(field, lowest_row - 1, number) });
    }
    labels
}
