//! Rows of values and the operations on them, as bits or as bytes.

use super::spread::Spread;
use std::fmt::Debug;
use std::ops::BitOrAssign;

/// How the places of a row are stored: one per cell, or 64.
pub(super) trait Cells: Copy + Debug + Sync {
    type Cell: Copy + PartialEq + Default + BitOrAssign + Debug + Send + Sync;

    /// The number of a row's cells for each cell of a mask.
    const PLANES: usize;

    /// The number of cells in a mask of this many places.
    fn cells(places: usize) -> usize;

    /// Adds a place to a mask.
    fn mark(mask: &mut [Self::Cell], place: usize);
}

pub(super) trait Rows: Cells {
    /// A cell of a row in which every game is over and lost for the player to move.
    const LOST: Self::Cell;

    /// Fills a row in which nothing is known yet.
    fn forget(row: &mut [Self::Cell]);

    /// Merges into `best`, for the places of the mask, the values of the row at `at` in `from`, read `shift`
    /// places further up: positions after a move, from the point of view of the player who has moved.
    fn join(best: &mut [Self::Cell], from: &[Self::Cell], at: usize, shift: isize, mask: &Mask<Self>);

    /// Converts the best move to the value of the position.
    fn close(best: &mut [Self::Cell]);

    /// Reads a row from the bytes of a payload.
    fn read(bytes: &[u8], row: &mut [Self::Cell]);

    /// Writes a row as bytes of a payload, with 0 at the places that are `no_positions`.
    fn write(row: &[Self::Cell], no_positions: &[Self::Cell], bytes: &mut [u8]);

    /// Converts payload bytes, with rows of this width over Red's states with one piece a phase further, to
    /// rows over Red's states: every digit of that piece gets the values at its digit 0.
    fn spread(further: &[u8], width: usize, rows: &mut Plane<Self>, spread: Spread);
}

/// A set of places of a row.
#[derive(Debug)]
pub(super) struct Mask<C: Cells> {
    /// The index of the first nonempty cell.
    pub start: usize,
    /// The cells from there to the last nonempty one.
    pub cells: Vec<C::Cell>,
}

impl<C: Cells> Mask<C> {
    /// Creates a mask from whether each place is in the set.
    pub(super) fn new(places: impl ExactSizeIterator<Item = bool>) -> Mask<C> {
        let mut cells = vec![C::Cell::default(); C::cells(places.len())];
        for (place, _) in places.enumerate().filter(|(_, is_in)| *is_in) {
            C::mark(&mut cells, place);
        }
        let empty = C::Cell::default();
        let start = cells.iter().position(|&cell| cell != empty).unwrap_or(0);
        let end = cells.iter().rposition(|&cell| cell != empty).map_or(start, |last| last + 1);
        cells.truncate(end);
        cells.drain(..start);
        Mask { start, cells }
    }
}

/// The rows of half a pair, with a margin on either side, so that reading a shifted row never leaves the
/// plane.
#[derive(Debug)]
pub(super) struct Plane<C: Cells> {
    /// All rows, one after the other.
    pub cells: Vec<C::Cell>,
    width: usize,
    margin: usize,
}

impl<C: Cells> Default for Plane<C> {
    fn default() -> Plane<C> {
        Plane { cells: Vec::new(), width: 0, margin: 0 }
    }
}

impl<C: Cells> Plane<C> {
    /// Resizes to `rows` rows of `places` places; the contents are unspecified.
    pub(super) fn shape(&mut self, rows: usize, places: usize) {
        self.margin = C::cells(places) + 1;
        self.width = C::PLANES * C::cells(places);
        self.cells.resize(rows * self.width + 2 * self.margin, C::Cell::default());
    }

    /// Resizes and sets all rows to 0.
    pub(super) fn clear(&mut self, rows: usize, places: usize) {
        self.shape(rows, places);
        self.cells.fill(C::Cell::default());
    }

    /// All rows, without the margins.
    pub(super) fn rows(&self) -> &[C::Cell] {
        &self.cells[self.margin..self.cells.len() - self.margin]
    }

    /// All rows, without the margins.
    pub(super) fn rows_mut(&mut self) -> &mut [C::Cell] {
        let end = self.cells.len() - self.margin;
        &mut self.cells[self.margin..end]
    }

    /// The index at which a row begins.
    pub(super) fn at(&self, row: usize) -> usize {
        self.margin + row * self.width
    }

    pub(super) fn row(&self, row: usize) -> &[C::Cell] {
        &self.cells[self.at(row)..][..self.width]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [C::Cell] {
        let at = self.at(row);
        &mut self.cells[at..][..self.width]
    }
}
