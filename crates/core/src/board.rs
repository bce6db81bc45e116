//! The board as data: cells, pieces, labels, marks. Drawers (text, SVG, a page) turn it into a picture
//! and know nothing of the rules.
//!
//! Units: neighbouring cells are 100 apart; x grows to the right, y downwards.

use crate::{Position, Seat};

/// Positions that can be drawn, and moves that can be pointed at.
pub trait Picture: Position {
    /// The board now, without marks.
    fn board(&self) -> Board;

    /// The cells (indices into `board().cells`) to point at, in order, to choose this legal move. No
    /// two moves of one position have the same list, so a client narrows the legal moves click by click.
    fn targets(&self, m: Self::Move) -> Vec<usize>;

    /// The cells to mark once this legal move has been played: where it came from and where it went.
    fn trace(&self, m: Self::Move) -> Vec<usize> {
        self.targets(m)
    }
}

/// A place in the drawing, in hundredths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// Grows to the right.
    pub x: i32,
    /// Grows downwards, as on a screen.
    pub y: i32,
}

/// Everything there is to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// What it is made of.
    pub ground: Ground,
    /// The places pieces can be; always the same list for the same rules.
    pub cells: Vec<Cell>,
    /// What stands on them.
    pub pieces: Vec<Piece>,
    /// Coordinates, drawn upright from wherever one looks.
    pub labels: Vec<Label>,
    /// What is pointed out: the last move, a selection.
    pub marks: Vec<Mark>,
}

/// The look of the board beneath the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A square with grooves for rows and columns.
    Tracks,
    /// A hexagon of holes.
    Hexagon,
    /// A square of round seats.
    Seats,
    /// An upright grid on a rail, which is the game edge at its foot.
    Rail,
}

/// A place a piece can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its name in the notation, or in words where the notation has none.
    pub name: String,
    /// The middle of the cell.
    pub at: Point,
    /// What it looks like when empty.
    pub kind: CellKind,
}

/// What a cell looks like when empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// Where two tracks cross.
    Crossing,
    /// The end of a seat's track, with the dots that give the speed away from here.
    TrackEnd {
        /// The owner of the track.
        seat: Seat,
        /// The speed, shown as dots.
        dots: u8,
        /// Whether the track's piece goes by these dots now.
        in_force: bool,
    },
    /// A hole, with or without its token.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the four names say it")]
pub enum Heading {
    Right,
    Down,
    Left,
    Up,
}

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands: an index into [`Board::cells`].
    pub cell: usize,
    /// The shape to draw.
    pub shape: Shape,
}

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A lozenge pointing where it will go next.
    Runner {
        /// The owner of the piece.
        seat: Seat,
        /// The direction it points in.
        heading: Heading,
        /// Dots on its back.
        speed: u8,
        /// Lying beside the track, done.
        home: bool,
    },
    /// A peg shaped like a barrel.
    Peg {
        /// The owner of the peg.
        seat: Seat,
        /// Small 1, medium 2, large 3.
        size: u8,
        /// Marking on top; plain when turned over.
        upright: bool,
        /// Has moved this turn already.
        moved: bool,
    },
    /// One or more stacked discs.
    Tower {
        /// Whose disc is on top.
        seat: Seat,
        /// The number of discs in the tower.
        height: u8,
    },
    /// A two-coloured domino. The first seat's half lies on the piece's cell.
    Domino {
        /// The cell (an index) of the second seat's half.
        other: usize,
        /// From the first seat's half to the second's.
        heading: Heading,
    },
}

/// A word beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The text of the label.
    pub text: String,
    /// The middle of the text.
    pub at: Point,
}

/// Something pointed out on a cell.
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
    /// The last move touched this cell.
    LastMove,
    /// Chosen, waiting for the next click.
    Selected,
    /// A click here chooses or continues a legal move.
    Target,
}

impl Board {
    /// The smallest and the largest x and y of cells and labels.
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
