//! The board as data: cells, pieces, labels and marks. Renderers (text, SVG, the page) turn it into a picture
//! without knowing the rules.
//!
//! Units: neighbouring cells are 100 apart; x grows to the right, y grows downwards.

use crate::{Position, Seat};

/// Positions that can be drawn, with moves that can be selected by pointing at cells.
pub trait Picture: Position {
    /// The current board, without marks.
    fn board(&self) -> Board;

    /// The cells (indices into `board().cells`) to select, in order, to choose this legal move. No two moves
    /// in a position have the same list, so a client can narrow down the legal moves click by click.
    fn targets(&self, m: Self::Move) -> Vec<usize>;

    /// The cells to mark after this legal move has been played: its origin and its destination.
    fn trace(&self, m: Self::Move) -> Vec<usize> {
        self.targets(m)
    }
}

/// A point in the drawing, in hundredths of a cell.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// Grows to the right.
    pub x: i32,
    /// Grows downwards, as on a screen.
    pub y: i32,
}

/// Everything needed to draw the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The background beneath the cells.
    pub ground: Ground,
    /// All cells; always the same list for the same rules.
    pub cells: Vec<Cell>,
    /// The pieces on the cells.
    pub pieces: Vec<Piece>,
    /// Coordinates, drawn upright from every viewing side.
    pub labels: Vec<Label>,
    /// Highlights such as the last move or a selection.
    pub marks: Vec<Mark>,
}

/// The appearance of the board beneath the cells.
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A square with grooves for rows and columns.
    Tracks,
    /// A hexagon of holes.
    Hexagon,
    /// A square of round seats.
    Seats,
    /// An upright grid on a rail; the rail is the game edge at the bottom.
    Rail,
}

/// A cell that can hold a piece.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CellInfo"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its name in the notation, or a description where the notation has none.
    pub name: String,
    /// The centre of the cell.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: Point,
    /// The appearance of the empty cell.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: CellKind,
}

/// The appearance of an empty cell.
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// The intersection of two tracks.
    Crossing,
    /// The end of a seat's track, with dots for the speed of pieces leaving it.
    TrackEnd {
        /// The owner of the track.
        seat: Seat,
        /// The speed, shown as dots.
        dots: u8,
        /// Whether the track's piece currently moves at this speed.
        in_force: bool,
    },
    /// A hole that may hold a token.
    Hole {
        /// Whether the token is still there.
        token: bool,
    },
    /// A shallow round seat.
    Seat,
    /// A square of a grid.
    Square,
}

/// A compass direction in the drawing.
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the four names say it")]
pub enum Heading {
    Right,
    Down,
    Left,
    Up,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The cell it occupies: an index into [`Board::cells`].
    pub cell: usize,
    /// The shape to draw.
    pub shape: Shape,
}

/// The appearance of a piece.
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "shape", rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PieceShape"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A lozenge that points in its direction of travel.
    Runner {
        /// The owner of the piece.
        seat: Seat,
        /// The direction it points in.
        heading: Heading,
        /// The number of dots on its back.
        speed: u8,
        /// Whether it has finished and lies beside the track.
        home: bool,
    },
    /// A peg shaped like a barrel.
    Peg {
        /// The owner of the peg.
        seat: Seat,
        /// 1 is small, 2 medium, 3 large.
        size: u8,
        /// Whether the marking is on top; a turned-over peg is plain.
        upright: bool,
        /// Whether it has already moved this turn.
        moved: bool,
    },
    /// A stack of one or more discs.
    Tower {
        /// The owner of the top disc.
        seat: Seat,
        /// The number of discs in the tower.
        height: u8,
    },
    /// A two-coloured domino. The first seat's half lies on the piece's own cell.
    Domino {
        /// The cell (an index) of the second seat's half.
        other: usize,
        /// The direction from the first seat's half to the second's.
        heading: Heading,
    },
}

/// A text label beside the board.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BoardLabel"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The text of the label.
    pub text: String,
    /// The centre of the text.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: Point,
}

/// A mark that highlights a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The index of the marked cell.
    pub cell: usize,
    /// The meaning of the mark.
    pub kind: MarkKind,
}

/// What a mark means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// The cell was touched by the last move.
    LastMove,
    /// Selected, waiting for the next click.
    Selected,
    /// Clicking here selects or continues a legal move.
    Target,
}

impl Board {
    /// The minimum and maximum x and y of all cells and labels.
    #[must_use]
    pub fn extent(&self) -> (Point, Point) {
        let mut points = self.cells.iter().map(|c| c.at).chain(self.labels.iter().map(|l| l.at));
        let first = points.next().unwrap_or(Point { x: 0, y: 0 });
        points.fold((first, first), |(min, max), p| {
            (Point { x: min.x.min(p.x), y: min.y.min(p.y) }, Point { x: max.x.max(p.x), y: max.y.max(p.y) })
        })
    }

    /// The index of the cell with this name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }
}
