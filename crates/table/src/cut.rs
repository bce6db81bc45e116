//! How a pair's payload is divided into chunks.

use ludoteca_solve::squadro::{Layout, Pair};
use std::ops::Range;

/// Chunks of new tables consist of whole rows of at most this size in total, before compression. On pairs of
/// the full board, 32 KiB took 4 % more space and three quarters of the decompression time, 128 KiB took 2 %
/// less space and twice the time.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// The division of one pair: each half is divided into chunks of the same number of rows, the last one with
/// the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    row_bytes: usize,
    /// The numbers of rows in a half and in a chunk.
    rows: usize,
    rows_each: usize,
}

impl Cut {
    pub(crate) fn new(layout: &Layout, pair: Pair, chunk_bytes: usize) -> Cut {
        let row_bytes = layout.row_bytes(pair).max(1);
        Cut { row_bytes, rows: layout.rows(pair) / 2, rows_each: (chunk_bytes / row_bytes).max(1) }
    }

    fn chunks_of_half(&self) -> usize {
        self.rows.div_ceil(self.rows_each)
    }

    pub(crate) fn chunks(&self) -> usize {
        2 * self.chunks_of_half()
    }

    /// The chunks of the half with this player to move.
    pub(crate) fn half(&self, mover: usize) -> Range<usize> {
        mover * self.chunks_of_half()..(mover + 1) * self.chunks_of_half()
    }

    /// The bytes of the payload in a chunk.
    pub(crate) fn range(&self, chunk: usize) -> Range<usize> {
        let (mover, chunk) = (chunk / self.chunks_of_half(), chunk % self.chunks_of_half());
        let row =
            |chunk: usize| (mover * self.rows + (chunk * self.rows_each).min(self.rows)) * self.row_bytes;
        row(chunk)..row(chunk + 1)
    }

    /// The chunk that contains a row, and the row's bytes within it.
    pub(crate) fn find(&self, row: usize) -> (usize, Range<usize>) {
        let (mover, row) = (row / self.rows, row % self.rows);
        let first = row % self.rows_each * self.row_bytes;
        (mover * self.chunks_of_half() + row / self.rows_each, first..first + self.row_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_solve::squadro::{Board, Sides, Values};
    use std::sync::Arc;

    #[test]
    fn chunks_cover_the_payload_and_every_row_is_found() {
        let sides = Arc::new(Sides::new(Board::new(4).unwrap()));
        for values in [Values::Wdl, Values::Distance] {
            let layout = Layout::new(sides.clone(), values);
            let mut several = 0;
            for pair in (0..layout.levels()).flat_map(|level| layout.pairs(level)) {
                let cut = Cut::new(&layout, pair, 32 << 10);
                let mut end = 0;
                for chunk in 0..cut.chunks() {
                    assert_eq!(cut.range(chunk).start, end);
                    end = cut.range(chunk).end;
                    assert!(cut.half(chunk / (cut.chunks() / 2)).contains(&chunk));
                }
                assert_eq!(end, layout.len(pair));
                several += usize::from(cut.chunks() > 2);
                for row in 0..layout.rows(pair) {
                    let (chunk, bytes) = cut.find(row);
                    let start = cut.range(chunk).start + bytes.start;
                    assert_eq!((start, bytes.len()), (row * layout.row_bytes(pair), layout.row_bytes(pair)));
                    assert!(start + bytes.len() <= cut.range(chunk).end);
                }
            }
            assert!(several > 0);
        }
    }
}
