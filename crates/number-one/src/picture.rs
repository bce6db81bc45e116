use crate::{
    Move, NumberOne, Size,
    field::{Field, start_holes},
};
use ludoteca_core::{
    Board, Picture, Position,
    board::{Cell, CellKind, Ground, Label, Piece, Point, Shape},
};

/// How far apart two rows are drawn: the height of a triangle of holes 100 apart.
const ROW_STEP: i32 = 87;

impl Picture for NumberOne {
    fn board(&self) -> Board {
        let field = self.field();
        let cells = field
            .all_holes()
            .map(|hole| {
                let (row, column) = field.place(hole);
                Cell {
                    name: field.name(hole),
                    at: point(field, i32::from(row), i32::from(column)),
                    kind: CellKind::Hole { token: self.has_token(hole) },
                }
            })
            .collect();
        let pieces = self
            .pegs()
            .map(|(seat, size, peg)| Piece {
                cell: peg.hole.index(),
                shape: Shape::Peg {
                    seat,
                    size: size.distance(),
                    upright: !peg.turned,
                    moved: seat == self.player() && self.has_moved(size),
                },
            })
            .collect();
        Board { ground: Ground::Hexagon, cells, pieces, labels: labels(field), marks: Vec::new() }
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

/// Row a at the bottom, the leftmost hole of the middle row at x = 0.
fn point(field: &Field, row: i32, column: i32) -> Point {
    let middle = i32::from(field.side) - 1;
    Point { x: 100 * (column - 1) + 50 * (middle - row), y: ROW_STEP * (2 * middle - row) }
}

/// Letters to the left of the rows, numbers at the lower right end of the diagonals that lean left.
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
