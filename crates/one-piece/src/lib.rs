//! The rules and the notation of One Piece for Two. Numbers such as OP-6 refer to rulings in
//! `docs/rules/one-piece-for-two.md`.
//!
//! ```
//! use ludoteca_core::{Notation, Position};
//! use ludoteca_one_piece::{OnePiece, Rules};
//!
//! let mut game = OnePiece::start(&Rules::default());
//! for text in ["d1>", "e2<", "c1^"] {
//!     let m = game.read_move(text)?;
//!     game.play_unchecked(m);
//! }
//! assert_eq!(game.position_text(), "c1^,d1>,e2< b -");
//! let refused = game.read_move("g2^").unwrap_err();
//! assert_eq!(refused.to_string(), "g2 would float: g1 beneath it is free (OP-3)");
//! # Ok::<(), ludoteca_core::MoveError>(())
//! ```

#![warn(missing_docs)]

mod grid;
mod liftable;
mod lines;
mod narration;
mod notation;
mod options;
mod picture;
mod piece;
mod places;
mod reader;
mod reasons;
mod sketch;
mod symmetry;
mod winning;

pub use grid::{Cell, LEAST_SIDE, MAX_SIDE};
use liftable::Liftable;
use ludoteca_core::{Notation, Position, Seat, Standing, Status};
pub use narration::LineOfFour;
pub use options::Rules;
pub use piece::{Arrow, Move, Piece};
use places::{Places, tops};
pub use sketch::{Setting, Sketch, Tool};
use std::{fmt, ops::ControlFlow};

/// Red, the first seat even if Blue starts.
pub const RED: Seat = Seat::FIRST;
/// Blue, the second seat.
pub const BLUE: Seat = Seat::SECOND;
/// OP-1: the maximum number of pieces in a game.
pub const MAX_PIECES: u8 = 50;

/// A position of One Piece for Two: the halves on the grid and how they pair up, the number of pieces in the
/// box, the player to move, and the winner, if any.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OnePiece {
    red: u128,
    blue: u128,
    /// The left cell of each lying piece. All other halves belong to standing pieces, paired from the bottom
    /// of the column.
    lying: u128,
    width: u8,
    height: u8,
    in_box: u8,
    mover: Seat,
    /// Cannot be derived from the grid: OP-6 depends on the last move.
    winner: Option<Seat>,
}

impl OnePiece {
    /// The number of columns of the grid.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of ranks of the grid.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of pieces still in the box.
    #[must_use]
    pub fn in_box(&self) -> u8 {
        self.in_box
    }

    /// The player to move; in a finished game, the player whose turn would be next.
    #[must_use]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The pieces on the grid, ordered by the cell of their red half.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let standing = self.standing();
        let lying = self.lying;
        grid::cells(self.red).map(move |red| {
            let index = red.index();
            if lying & red.bit() != 0 {
                Piece::lying(index, false)
            } else if self.lying_halves() & red.bit() != 0 {
                Piece::lying(index - grid::STRIDE, true)
            } else if standing & red.bit() != 0 {
                Piece::standing(index, false)
            } else {
                Piece::standing(index - 1, true)
            }
        })
    }

    /// The piece whose red half is on this cell.
    #[must_use]
    pub fn piece_at(&self, red: Cell) -> Option<Piece> {
        self.pieces().find(|piece| piece.red() == red)
    }

    /// The cells with a half of this seat's colour, as bits: `11 * column + rank`; the eleventh bit of each
    /// column is always clear. For fast evaluation.
    #[must_use]
    #[inline]
    pub fn halves(&self, seat: Seat) -> u128 {
        if seat == RED { self.red } else { self.blue }
    }

    /// The free cells where a half of this seat's colour would make four in a row (OP-6), as bits in the
    /// layout of [`halves`](Self::halves). Most of them are usually not yet reachable.
    #[must_use]
    #[inline]
    pub fn completing(&self, seat: Seat) -> u128 {
        lines::completing(self.halves(seat)) & self.free()
    }

    /// The free cells of the grid, as bits in the layout of [`halves`](Self::halves).
    #[must_use]
    #[inline]
    pub fn free(&self) -> u128 {
        let cells = grid::ranks(self.height) & (grid::bottom(self.width) * ((1 << grid::STRIDE) - 1));
        cells & !self.occupied()
    }

    /// The places for one more piece (OP-3): the lower cells of standing pieces and the left cells of lying
    /// ones, as bits in the layout of [`halves`](Self::halves).
    #[must_use]
    #[inline]
    pub fn open_places(&self) -> [u128; 2] {
        let Places { standing, lying } = self.places();
        [standing, lying]
    }

    #[inline]
    fn occupied(&self) -> u128 {
        self.red | self.blue
    }

    #[inline]
    fn lying_halves(&self) -> u128 {
        self.lying | self.lying << grid::STRIDE
    }

    /// The lower cell of each standing piece.
    fn standing(&self) -> u128 {
        let halves = self.occupied() & !self.lying_halves();
        let mut lower = halves & !(halves << 1);
        loop {
            let more = lower | (lower << 2 & halves);
            if more == lower {
                return lower;
            }
            lower = more;
        }
    }

    #[inline]
    fn tops(&self) -> u128 {
        tops(self.occupied(), self.width)
    }

    #[inline]
    fn places(&self) -> Places {
        Places::new(self.tops(), self.height)
    }

    #[inline]
    fn liftable(&self) -> Liftable {
        let highest = (self.tops() >> 1) & self.occupied();
        Liftable {
            standing: highest & !self.lying_halves(),
            lying: self.lying & highest & (highest >> grid::STRIDE),
        }
    }

    #[inline]
    fn has_moves(&self) -> bool {
        let places = self.places();
        if self.in_box > 0 {
            return !places.is_empty();
        }
        let with_place = |own| {
            if places.without(own).is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.liftable().try_for_each(self.red, |_, own| with_place(own)).is_break()
    }

    /// The blue half of the uncovered piece whose red half is on this cell.
    #[inline]
    fn other_half(&self, red: Cell) -> u128 {
        let bit = red.bit();
        let right = (self.lying & bit) << grid::STRIDE;
        let left = self.lying & bit >> grid::STRIDE;
        let up = self.blue & bit << 1; // nothing covers the piece, so this can only be its own half
        let found = right | left | up;
        if found == 0 { bit >> 1 } else { found }
    }

    /// Removes the uncovered piece whose red half is on this cell.
    #[inline]
    fn lift(&mut self, red: Cell) {
        let bit = red.bit();
        self.blue &= !self.other_half(red);
        self.red &= !bit;
        self.lying &= !(bit | bit >> grid::STRIDE);
    }

    #[inline]
    fn put(&mut self, piece: Piece) {
        self.red |= piece.red().bit();
        self.blue |= piece.blue().bit();
        self.lying |= u128::from(piece.is_lying()) << piece.anchor().index();
    }

    /// OP-6: the winner if this uncovered piece was placed last.
    #[inline]
    fn won_by(&self, last: Piece) -> Option<Seat> {
        let red = lines::four_through(self.red, last.red().index());
        let blue = lines::four_through(self.blue, last.blue().index());
        winner(red, blue)
    }

    /// Calls `visit` for each way to place a piece on this grid, given all places for it. The lines it could
    /// complete are computed only once.
    #[inline]
    fn for_each_placed(&self, places: Places, mut visit: impl FnMut(Piece, Self)) {
        let (red, blue) = (lines::completing(self.red), lines::completing(self.blue));
        let _ = places.try_for_each::<()>(|placed| {
            let mut child = self.clone();
            child.put(placed);
            child.mover = self.mover.other_of_two();
            child.winner = winner(red & placed.red().bit() != 0, blue & placed.blue().bit() != 0);
            visit(placed, child);
            ControlFlow::Continue(())
        });
    }
}

/// OP-6: the winner, given whether the last move made four or more in a row for Red and for Blue.
#[inline]
fn winner(red: bool, blue: bool) -> Option<Seat> {
    match (red, blue) {
        (true, false) => Some(RED),
        (false, true) => Some(BLUE),
        _ => None,
    }
}

impl fmt::Debug for OnePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = u32::from(self.in_box) + self.red.count_ones();
        write!(f, "OnePiece({}x{}-{pieces} {})", self.width, self.height, self.position_text())
    }
}

impl Position for OnePiece {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Self {
        OnePiece {
            red: 0,
            blue: 0,
            lying: 0,
            width: rules.width,
            height: rules.height,
            in_box: rules.pieces,
            mover: rules.first,
            winner: None,
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        match self.winner {
            Some(winner) => Status::Over(Standing::win_of_two(winner)),
            None if self.has_moves() => Status::ToAct(self.mover),
            None => Status::Over(Standing::draw(2)), // OP-7
        }
    }

    #[inline]
    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        let places = self.places();
        if self.in_box > 0 {
            return places.try_for_each(|placed| visit(Move { lifted: None, placed }));
        }
        self.liftable().try_for_each(self.red, |red, own| {
            places.without(own).try_for_each(|placed| visit(Move { lifted: Some(red), placed }))
        })
    }

    #[inline(always)] // keeps the position in registers in loops of random plies
    fn play_unchecked(&mut self, m: Move) {
        match m.lifted {
            Some(red) => self.lift(red),
            None => self.in_box -= 1,
        }
        self.put(m.placed);
        self.winner = self.won_by(m.placed);
        self.mover = self.mover.other_of_two();
    }

    #[inline]
    fn for_each_child(&self, mut visit: impl FnMut(Move, Self)) {
        if self.winner.is_some() {
            return;
        }
        let places = self.places();
        if self.in_box > 0 {
            let mut board = self.clone();
            board.in_box -= 1;
            return board
                .for_each_placed(places, |placed, child| visit(Move { lifted: None, placed }, child));
        }
        let _ = self.liftable().try_for_each::<()>(self.red, |red, own| {
            let mut board = self.clone();
            board.lift(red);
            board.for_each_placed(places.without(own), |placed, child| {
                visit(Move { lifted: Some(red), placed }, child)
            });
            ControlFlow::Continue(())
        });
    }

    fn third_occurrence(&self) -> Option<Standing> {
        Some(Standing::draw(2)) // OP-7
    }

    /// Red is to move, and of the two mirror images, the one with the smaller sets of cells.
    fn canonical(&self) -> Self {
        let position = if self.mover == RED { self.clone() } else { self.with_colours_exchanged() };
        let image = position.mirrored();
        let cells = |position: &Self| (position.red, position.blue, position.lying);
        if cells(&image) < cells(&position) { image } else { position }
    }

    fn after_null_move(&self) -> Option<Self> {
        let next = OnePiece { mover: self.mover.other_of_two(), ..self.clone() };
        matches!(self.status(), Status::ToAct(_)).then_some(next)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.winner.is_some() {
            return 0;
        }
        let places = self.places();
        let count = if self.in_box > 0 { places.count() } else { self.liftable().count_moves(places) };
        count as usize
    }

    #[inline(always)] // keeps the position in registers in loops of random plies
    fn pick_move(&self, random: u32) -> Option<Move> {
        let count = self.count_moves();
        if count == 0 {
            return None;
        }
        let mut n = ((u64::from(random) * count as u64) >> 32) as u32;
        let places = self.places();
        if self.in_box > 0 {
            return Some(Move { lifted: None, placed: places.nth(n) });
        }
        self.liftable()
            .try_for_each(self.red, |red, own| {
                let places = places.without(own);
                match n.checked_sub(places.count()) {
                    Some(rest) => {
                        n = rest;
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Break(Move { lifted: Some(red), placed: places.nth(n) }),
                }
            })
            .break_value()
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        if self.winner.is_some() || m.lifted.is_none() != (self.in_box > 0) {
            return false;
        }
        let Some(red) = m.lifted else { return self.places().contains(m.placed) };
        self.liftable().red_halves(self.red) & red.bit() != 0 && {
            let own = ((red.bit() | self.other_half(red)) << 1) & self.tops();
            self.places().without(own).contains(m.placed)
        }
    }
}
