//! The board as data: what `ludoteca show` draws, with seats and cells as numbers from 0.

use ludoteca_catalog::{
    Board, Seat,
    board::{self, MarkKind, Shape},
};
use serde::Serialize;

/// A board to draw. Adjacent cells are 100 apart; x grows to the right, y downwards.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardData {
    /// The surface beneath the cells.
    pub ground: Ground,
    /// The same list for the same options.
    pub cells: Vec<CellInfo>,
    /// The pieces on the cells.
    pub pieces: Vec<Piece>,
    /// Coordinates beside the board.
    pub labels: Vec<BoardLabel>,
    /// The cells touched by the last move.
    #[serde(rename = "lastMove")]
    pub last_move: Vec<usize>,
}

/// The look of the board beneath the cells.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Ground {
    Tracks,
    Hexagon,
    Seats,
    Rail,
}

/// A direction in the drawing.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Heading {
    Right,
    Down,
    Left,
    Up,
}

/// A place where a piece can be.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellInfo {
    /// The name in the notation, or in words if the notation has none.
    pub name: String,
    pub x: i32,
    pub y: i32,
    /// The look of the empty cell.
    #[serde(flatten)]
    pub kind: CellKind,
}

/// The look of an empty cell.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CellKind {
    Crossing,
    TrackEnd { seat: usize, dots: u8, in_force: bool },
    Hole { token: bool },
    Seat,
    Square,
}

/// A piece on a cell.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    pub cell: usize,
    /// The look of the piece.
    #[serde(flatten)]
    pub shape: PieceShape,
}

/// The look of a piece.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "shape", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PieceShape {
    Runner {
        seat: usize,
        heading: Heading,
        speed: u8,
        home: bool,
    },
    Peg {
        seat: usize,
        size: u8,
        upright: bool,
        moved: bool,
    },
    /// `layers` are the seats from the bottom up; `null` if a tower of the first position has unknown layers.
    Tower {
        seat: usize,
        height: u8,
        layers: Vec<Option<usize>>,
    },
    Domino {
        other: usize,
        heading: Heading,
    },
}

/// A word beside the board.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardLabel {
    pub text: String,
    pub x: i32,
    pub y: i32,
}

/// The layers of towers: for each cell the seats from the bottom up.
pub(crate) type Layers = Vec<Vec<Option<Seat>>>;

impl BoardData {
    pub(crate) fn new(board: Board, layers: &Layers) -> BoardData {
        let cells = board.cells.into_iter().map(|cell| CellInfo {
            name: cell.name,
            x: cell.at.x,
            y: cell.at.y,
            kind: match cell.kind {
                board::CellKind::Crossing => CellKind::Crossing,
                board::CellKind::TrackEnd { seat, dots, in_force } => {
                    CellKind::TrackEnd { seat: seat.index(), dots, in_force }
                }
                board::CellKind::Hole { token } => CellKind::Hole { token },
                board::CellKind::Seat => CellKind::Seat,
                board::CellKind::Square => CellKind::Square,
            },
        });
        let pieces = board.pieces.iter().map(|piece| Piece {
            cell: piece.cell,
            shape: PieceShape::new(piece.shape, layers.get(piece.cell).map_or(&[], Vec::as_slice)),
        });
        BoardData {
            ground: match board.ground {
                board::Ground::Tracks => Ground::Tracks,
                board::Ground::Hexagon => Ground::Hexagon,
                board::Ground::Seats => Ground::Seats,
                board::Ground::Rail => Ground::Rail,
            },
            cells: cells.collect(),
            pieces: pieces.collect(),
            labels: board
                .labels
                .into_iter()
                .map(|label| BoardLabel { text: label.text, x: label.at.x, y: label.at.y })
                .collect(),
            last_move: board
                .marks
                .iter()
                .filter(|mark| mark.kind == MarkKind::LastMove)
                .map(|mark| mark.cell)
                .collect(),
        }
    }
}

impl PieceShape {
    /// `layers`: the layers of a tower, from the bottom up.
    pub(crate) fn new(shape: Shape, layers: &[Option<Seat>]) -> PieceShape {
        match shape {
            Shape::Runner { seat, heading, speed, home } => {
                PieceShape::Runner { seat: seat.index(), heading: heading.into(), speed, home }
            }
            Shape::Peg { seat, size, upright, moved } => {
                PieceShape::Peg { seat: seat.index(), size, upright, moved }
            }
            Shape::Tower { seat, height } => {
                let layers = layers.iter().map(|seat| seat.map(Seat::index)).collect();
                PieceShape::Tower { seat: seat.index(), height, layers }
            }
            Shape::Domino { other, heading } => PieceShape::Domino { other, heading: heading.into() },
        }
    }
}

impl From<board::Heading> for Heading {
    fn from(heading: board::Heading) -> Heading {
        match heading {
            board::Heading::Right => Heading::Right,
            board::Heading::Down => Heading::Down,
            board::Heading::Left => Heading::Left,
            board::Heading::Up => Heading::Up,
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
