//! Highlights: the last move below the pieces, selection and targets above them.

use super::pen::{Escaped, draw, translate};
use ludoteca_core::{
    Board,
    board::{Cell, CellKind, MarkKind, Shape},
};

/// Tints for the last move, and rings: a piece stands inside its ring and hides what is behind it.
pub(super) fn below(out: &mut String, board: &Board) {
    for mark in board.marks.iter().filter(|mark| mark.kind == MarkKind::LastMove) {
        let Some(cell) = board.cells.get(mark.cell) else { continue };
        open(out, "last", cell);
        out.push_str(match cell.kind {
            CellKind::Square => "<rect x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"6\"/>",
            CellKind::Crossing | CellKind::TrackEnd { .. } => {
                "<rect x=\"-48\" y=\"-48\" width=\"96\" height=\"96\" rx=\"20\"/>"
            }
            CellKind::Hole { .. } | CellKind::Seat => "<circle r=\"49\"/>",
        });
        out.push_str("</g>\n");
    }
    choices(out, board, false);
}

/// Dots, and rings on squares, which a piece would cover completely.
pub(super) fn above(out: &mut String, board: &Board) {
    choices(out, board, true);
}

fn choices(out: &mut String, board: &Board, above: bool) {
    for mark in &board.marks {
        let Some(cell) = board.cells.get(mark.cell) else { continue };
        let class = match mark.kind {
            MarkKind::LastMove => continue,
            MarkKind::Selected => "selected",
            MarkKind::Target => "target",
        };
        let dot = mark.kind == MarkKind::Target && !occupied(board, mark.cell);
        if above != (dot || cell.kind == CellKind::Square) {
            continue;
        }
        open(out, class, cell);
        // A ring is drawn twice, first in a dark colour, so that it is visible on any wood.
        out.push_str(match (dot, cell.kind) {
            (true, _) => "<circle class=\"spot\" r=\"13\"/>",
            (false, CellKind::Square) => "<circle class=\"halo\" r=\"41\"/><circle r=\"41\"/>",
            (false, _) => "<circle class=\"halo\" r=\"49\"/><circle r=\"49\"/>",
        });
        out.push_str("</g>\n");
    }
}

fn open(out: &mut String, class: &str, cell: &Cell) {
    let (name, place) = (Escaped(&cell.name), translate(cell.at));
    draw!(out, "<g class=\"mark {class}\" data-on=\"{name}\" transform=\"{place}\">");
}

fn occupied(board: &Board, cell: usize) -> bool {
    board.pieces.iter().any(|piece| {
        piece.cell == cell || matches!(piece.shape, Shape::Domino { other, .. } if other == cell)
    })
}
