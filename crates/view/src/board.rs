//! The board as data: what `ludoteca show` draws, with seats and cells as numbers from 0.

use ludoteca_catalog::{
    Board, Seat,
    board::{self, Cell, Ground, Label, MarkKind, Shape},
};
use serde::Serialize;

/// A board to draw. Adjacent cells are 100 apart; x grows to the right, y downwards.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardData {
    /// The surface beneath the cells.
    pub ground: Ground,
    /// The same list for the same options.
    pub cells: Vec<Cell>,
    /// The pieces on the cells.
    pub pieces: Vec<Piece>,
    /// Coordinates beside the board.
    pub labels: Vec<Label>,
    /// The cells touched by the last move.
    #[serde(rename = "lastMove")]
    pub last_move: Vec<usize>,
}

/// A piece on a cell.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    pub cell: usize,
    #[serde(flatten)]
    pub shape: Shape,
    /// Only of a tower: the seats from the bottom up; `null` if a tower of the first position has unknown
    /// layers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    pub layers: Vec<Option<Seat>>,
}

/// The layers of towers: for each cell the seats from the bottom up.
pub(crate) type Layers = Vec<Vec<Option<Seat>>>;

impl BoardData {
    pub(crate) fn new(board: Board, layers: &Layers) -> BoardData {
        let with_layers = |board::Piece { cell, shape }| {
            let is_tower = matches!(shape, Shape::Tower { .. });
            Piece { cell, shape, layers: layers.get(cell).filter(|_| is_tower).cloned().unwrap_or_default() }
        };
        let touched = board.marks.iter().filter(|mark| mark.kind == MarkKind::LastMove);
        BoardData {
            last_move: touched.map(|mark| mark.cell).collect(),
            ground: board.ground,
            cells: board.cells,
            pieces: board.pieces.into_iter().map(with_layers).collect(),
            labels: board.labels,
        }
    }
}

/// The layers of each cell's tower in the first position: single pieces are known, of towers only the top.
pub(crate) fn first_layers(board: &Board) -> Layers {
    let mut layers = vec![Vec::new(); board.cells.len()];
    for piece in &board.pieces {
        if let (Shape::Tower { seat, height }, Some(tower)) = (piece.shape, layers.get_mut(piece.cell)) {
            tower.resize(usize::from(height.saturating_sub(1)), None);
            tower.push(Some(seat));
        }
    }
    layers
}

/// Moves the single piece of one cell on top of another.
pub(crate) fn stack(layers: &mut Layers, from: usize, to: usize) {
    let lifted = layers.get_mut(from).map(std::mem::take).unwrap_or_default();
    if let Some(tower) = layers.get_mut(to) {
        tower.extend(lifted);
    }
}
