//! Rows of values, and what is done with them: as bits or as bytes.

use std::fmt::Debug;
use std::ops::BitOrAssign;

/// How the values of a row are held. A row is so many cells, each for one Red state or for 64.
pub(super) trait Rows: Copy + Debug + Sync {
    /// A machine word that holds values.
    type Cell: Copy + PartialEq + Default + BitOrAssign + Debug + Send + Sync;

    /// Cells of a row for each cell of a mask.
    const PLANES: usize;

    /// The cells of a row in which every game is over and lost for the player to move.
    const LOST: Self::Cell;

    /// Cells a mask of so many places has.
    fn cells(places: usize) -> usize;

    /// Fills a row in which nothing is known yet.
    fn forget(row: &mut [Self::Cell]);

    /// Marks a place in a mask.
    fn mark(mask: &mut [Self::Cell], place: usize);

    /// Takes into account, for the places of the mask, the values of the row at `at` in `from`, read `shift` places further
    /// up: positions after a move, seen by the player who has moved.
    fn join(best: &mut [Self::Cell], from: &[Self::Cell], at: usize, shift: isize, mask: &Mask<Self>);

    /// From the best move to the value of the position.
    fn close(best: &mut [Self::Cell]);

    /// A row from the bytes of a payload.
    fn read(bytes: &[u8], row: &mut [Self::Cell]);

    /// A row as bytes of a payload, with 0 at the places that are `no_positions`.
    fn write(row: &[Self::Cell], no_positions: &[Self::Cell], bytes: &mut [u8]);

    /// From rows over Red's states with one piece a phase further, as bytes of a payload, to rows over Red's states: at
    /// every digit of that piece stands what is there at its digit 0.
    fn spread(further: &[u8], rows: &mut Plane<Self>, spread: Spread);
}

/// What [`Rows::spread`] needs to know of the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// What its digit is worth, in either phase.
    pub stride: usize,
    /// Its places in the next phase.
    pub from: usize,
    /// Its places in this phase.
    pub to: usize,
    /// The places of a row.
    pub places: usize,
    /// The bytes of a row with the piece in its next phase.
    pub width: usize,
}

/// A set of places of a row.
#[derive(Debug)]
pub(super) struct Mask<R: Rows> {
    /// Cells before this have none of them.
    pub start: usize,
    /// The cells from there on to the last that has any.
    pub cells: Vec<R::Cell>,
}

impl<R: Rows> Mask<R> {
    /// From whether each place is in the set.
    pub(super) fn new(places: impl ExactSizeIterator<Item = bool>) -> Mask<R> {
        let mut cells = vec![R::Cell::default(); R::cells(places.len())];
        for (place, _) in places.enumerate().filter(|(_, is_in)| *is_in) {
            R::mark(&mut cells, place);
        }
        let empty = R::Cell::default();
        let start = cells.iter().position(|&cell| cell != empty).unwrap_or(0);
        let end = cells.iter().rposition(|&cell| cell != empty).map_or(start, |last| last + 1);
        cells.truncate(end);
        cells.drain(..start);
        Mask { start, cells }
    }
}

/// Rows of a half pair, with room on either side, so that reading a row shifted never leaves the plane.
#[derive(Debug)]
pub(super) struct Plane<R: Rows> {
    /// All rows, one after the other.
    pub cells: Vec<R::Cell>,
    width: usize,
    margin: usize,
}

impl<R: Rows> Default for Plane<R> {
    fn default() -> Plane<R> {
        Plane { cells: Vec::new(), width: 0, margin: 0 }
    }
}

impl<R: Rows> Plane<R> {
    /// So many rows of so many places, all 0.
    pub(super) fn clear(&mut self, rows: usize, places: usize) {
        self.margin = R::cells(places) + 1;
        self.width = R::PLANES * R::cells(places);
        self.cells.clear();
        self.cells.resize(rows * self.width + 2 * self.margin, R::Cell::default());
    }

    /// Where a row begins.
    pub(super) fn at(&self, row: usize) -> usize {
        self.margin + row * self.width
    }

    pub(super) fn row(&self, row: usize) -> &[R::Cell] {
        &self.cells[self.at(row)..][..self.width]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [R::Cell] {
        let at = self.at(row);
        &mut self.cells[at..][..self.width]
    }
}
