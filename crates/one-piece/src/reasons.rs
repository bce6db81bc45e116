//! Why a move or a piece in a position is rejected.

use crate::{
    grid::{Cell, STRIDE, cells, column},
    piece::{Arrow, Piece},
};
use ludoteca_core::{Arg, Reason, Refusal, ToArg};
use std::fmt;

pub(crate) static OFF_GRID: Reason =
    Reason { ruling: "OP-1", key: "off-grid", text: "{0} is not on the grid of {1} columns by {2} ranks" };
pub(crate) static TOO_MANY: Reason =
    Reason { ruling: "OP-1", key: "too-many", text: "{0} pieces are too many: the game has {1}" };
pub(crate) static STICKS_OUT: Reason =
    Reason { ruling: "OP-3", key: "sticks-out", text: "the blue half of {0} would be off the grid" };
pub(crate) static TAKEN: Reason = Reason { ruling: "OP-3", key: "taken", text: "{0} is taken" };
pub(crate) static FLOATS: Reason =
    Reason { ruling: "OP-3", key: "floats", text: "{0} would float: {1} beneath it is free" };
pub(crate) static BOX_NOT_EMPTY: Reason = Reason {
    ruling: "OP-5",
    key: "box-not-empty",
    text: "{0} stays where it is until the box is empty (left in it: {1})",
};
pub(crate) static BOX_EMPTY: Reason = Reason {
    ruling: "OP-5",
    key: "box-empty",
    text: "{0} cannot come from the box, which is empty: a piece on the grid must be moved",
};
pub(crate) static NO_SUCH_PIECE: Reason =
    Reason { ruling: "OP-5", key: "no-such-piece", text: "there is no piece {0} on the grid" };
pub(crate) static COVERED: Reason =
    Reason { ruling: "OP-5", key: "covered", text: "{0} cannot be moved: {1} above it is taken" };
pub(crate) static OVERLAPS: Reason = Reason {
    ruling: "OP-5",
    key: "overlaps",
    text: "{0} would overlap the old place of the moved piece on {1}",
};
pub(crate) static NOT_WON: Reason = Reason {
    ruling: "OP-6",
    key: "not-won",
    text: "{0} cannot have won: no uncovered piece makes four in a row for {0} alone",
};

/// A piece as written, possibly outside every grid.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    pub(crate) column: u8,
    pub(crate) rank: u8,
    pub(crate) arrow: Arrow,
}

impl ToArg for Written {
    fn to_arg(&self) -> Arg {
        Arg::Piece(self.to_string())
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", char::from(b'a' + self.column), self.rank + 1, self.arrow.sign())
    }
}

impl Written {
    /// The piece, if it is entirely on a grid of this size.
    pub(crate) fn on_grid(self, width: u8, height: u8) -> Result<Piece, Refusal> {
        let on_grid = |cell: &Cell| cell.column() < width && cell.rank() < height;
        let Some(red) = Cell::new(self.column, self.rank).filter(on_grid) else {
            let cell = Arg::Cell(format!("{}{}", char::from(b'a' + self.column), self.rank + 1));
            return Err(OFF_GRID.refuse([&cell, &width, &height]));
        };
        Piece::new(red, self.arrow)
            .filter(|piece| on_grid(&piece.blue()))
            .ok_or_else(|| STICKS_OUT.refuse([&self]))
    }
}

/// The first of the piece's cells, red before blue, in this set.
pub(crate) fn shared_cell(piece: Piece, set: u128) -> Option<Cell> {
    [piece.red(), piece.blue()].into_iter().find(|cell| set & cell.bit() != 0)
}

/// OP-3: a cell of the piece that would float, and the lowest free cell beneath it.
pub(crate) fn floating_cell(piece: Piece, others: u128) -> Option<(Cell, Cell)> {
    let feet = if piece.is_lying() { [piece.red(), piece.blue()] } else { [piece.anchor(); 2] };
    feet.into_iter().find_map(|foot| {
        let beneath = column(foot.index() / STRIDE) & (foot.bit() - 1);
        let free = cells(beneath & !others).next()?;
        Some((foot, free))
    })
}
