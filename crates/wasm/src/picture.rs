//! The board as JSON: the same data `ludoteca show` draws, with seats and cells as numbers from 0.

use ludoteca_catalog::{
    Board, Seat,
    board::{CellKind, Ground, Heading, MarkKind, Shape},
};
use serde::Serialize;

/// A board to draw. Neighbouring cells are 100 apart; x grows to the right, y downwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardJson {
    /// `tracks`, `hexagon`, `seats` or `rail`.
    pub ground: &'static str,
    /// Always the same list for the same options.
    pub cells: Vec<CellJson>,
    /// What stands on them.
    pub pieces: Vec<PieceJson>,
    /// Coordinates beside the board.
    pub labels: Vec<LabelJson>,
    /// The cells the last move touched.
    #[serde(rename = "lastMove")]
    pub last_move: Vec<usize>,
}

/// A place a piece can be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellJson {
    /// Its name in the notation, or in words where the notation has none.
    pub name: String,
    /// Its middle.
    pub x: i32,
    /// Its middle.
    pub y: i32,
    /// What it looks like when empty.
    #[serde(flatten)]
    pub kind: CellKindJson,
}

/// What a cell looks like when empty.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "as ludoteca_core::board::CellKind")]
pub enum CellKindJson {
    Crossing,
    TrackEnd { seat: usize, dots: u8, in_force: bool },
    Hole { token: bool },
    Seat,
    Square,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceJson {
    /// Which cell.
    pub cell: usize,
    /// What it looks like.
    #[serde(flatten)]
    pub shape: ShapeJson,
}

/// What a piece looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "shape", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "as ludoteca_core::board::Shape")]
pub enum ShapeJson {
    Runner {
        seat: usize,
        heading: &'static str,
        speed: u8,
        home: bool,
    },
    Peg {
        seat: usize,
        size: u8,
        upright: bool,
        moved: bool,
    },
    /// `layers` are the seats from the bottom up; `null` where the game began with a tower and nobody knows.
    Tower {
        seat: usize,
        height: u8,
        layers: Vec<Option<usize>>,
    },
    Domino {
        other: usize,
        heading: &'static str,
    },
}

/// A word beside the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(missing_docs, reason = "as ludoteca_core::board::Label")]
pub struct LabelJson {
    pub text: String,
    pub x: i32,
    pub y: i32,
}

/// What lies beneath the tops of towers: for each cell the seats from the bottom up.
pub(crate) type Layers = Vec<Vec<Option<Seat>>>;

impl BoardJson {
    pub(crate) fn new(board: Board, layers: &Layers) -> BoardJson {
        let cells = board.cells.into_iter().map(|cell| CellJson {
            name: cell.name,
            x: cell.at.x,
            y: cell.at.y,
            kind: match cell.kind {
                CellKind::Crossing => CellKindJson::Crossing,
                CellKind::TrackEnd { seat, dots, in_force } => {
                    CellKindJson::TrackEnd { seat: seat.index(), dots, in_force }
                }
                CellKind::Hole { token } => CellKindJson::Hole { token },
                CellKind::Seat => CellKindJson::Seat,
                CellKind::Square => CellKindJson::Square,
            },
        });
        let pieces = board.pieces.iter().map(|piece| PieceJson {
            cell: piece.cell,
            shape: ShapeJson::new(piece.shape, layers.get(piece.cell).map_or(&[], Vec::as_slice)),
        });
        BoardJson {
            ground: match board.ground {
                Ground::Tracks => "tracks",
                Ground::Hexagon => "hexagon",
                Ground::Seats => "seats",
                Ground::Rail => "rail",
            },
            cells: cells.collect(),
            pieces: pieces.collect(),
            labels: board
                .labels
                .into_iter()
                .map(|label| LabelJson { text: label.text, x: label.at.x, y: label.at.y })
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

impl ShapeJson {
    /// `layers`: what a tower is made of, from the bottom up.
    pub(crate) fn new(shape: Shape, layers: &[Option<Seat>]) -> ShapeJson {
        match shape {
            Shape::Runner { seat, heading, speed, home } => {
                ShapeJson::Runner { seat: seat.index(), heading: heading_name(heading), speed, home }
            }
            Shape::Peg { seat, size, upright, moved } => {
                ShapeJson::Peg { seat: seat.index(), size, upright, moved }
            }
            Shape::Tower { seat, height } => {
                let layers = layers.iter().map(|seat| seat.map(Seat::index)).collect();
                ShapeJson::Tower { seat: seat.index(), height, layers }
            }
            Shape::Domino { other, heading } => ShapeJson::Domino { other, heading: heading_name(heading) },
        }
    }
}

fn heading_name(heading: Heading) -> &'static str {
    match heading {
        Heading::Right => "right",
        Heading::Down => "down",
        Heading::Left => "left",
        Heading::Up => "up",
    }
}

/// What each cell's tower is made of at the beginning: single pieces are known, of towers only the top.
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

/// Puts the single piece of one cell on top of another.
pub(crate) fn stack(layers: &mut Layers, from: usize, to: usize) {
    let lifted = layers.get_mut(from).map(std::mem::take).unwrap_or_default();
    if let Some(tower) = layers.get_mut(to) {
        tower.extend(lifted);
    }
}
