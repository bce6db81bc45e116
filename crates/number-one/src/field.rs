//! The two hexagons of holes: numbering, names, neighbours and start holes.

use ludoteca_core::{Arg, Seat};
use std::num::NonZeroU8;

/// A set of holes: bit `n` is hole number `n`. Bit 0 is not a hole, so a peg off the board can be inserted
/// like any other, without effect.
pub(crate) type Holes = u128;

/// A hole, numbered from 1: row a from left to right, then row b, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(NonZeroU8);

impl Hole {
    pub(crate) const fn new(number: u8) -> Option<Hole> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Hole(number)),
            None => None,
        }
    }

    pub(crate) const fn number(self) -> u8 {
        self.0.get()
    }

    /// The index of the hole's cell on the drawn board, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(crate) const fn bit(self) -> Holes {
        1 << self.0.get()
    }
}

/// The six directions as steps in row and number, each 60 degrees from the previous one.
const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// One of the two hexagons (NO-1).
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// The number of holes along one side.
    pub(crate) side: u8,
    /// The number of holes on the field.
    pub(crate) holes: u8,
    pub(crate) all: Holes,
}

/// NO-2: for each player, a corner and its two neighbours on the rim, clockwise; rows count from 0.
const START_OF_TWO: [[Hole; 3]; 2] = [rim(5, [(0, 2), (0, 1), (1, 1)]), rim(5, [(8, 8), (8, 9), (7, 9)])];
const START_OF_THREE: [[Hole; 3]; 3] =
    [rim(5, [(0, 2), (0, 1), (1, 1)]), rim(5, [(7, 4), (8, 5), (8, 6)]), rim(5, [(5, 9), (4, 9), (3, 8)])];
const START_OF_FOUR: [[Hole; 3]; 4] = [
    rim(6, [(0, 2), (0, 1), (1, 1)]),
    rim(6, [(4, 1), (5, 1), (6, 2)]),
    rim(6, [(10, 10), (10, 11), (9, 11)]),
    rim(6, [(6, 11), (5, 11), (4, 10)]),
];

/// A player's start holes (NO-2) in a game for this number of players.
pub(crate) fn start_holes(players: u8, seat: Seat) -> [Hole; 3] {
    match players {
        2 => START_OF_TWO[seat.index() % 2],
        3 => START_OF_THREE[seat.index() % 3],
        _ => START_OF_FOUR[seat.index()],
    }
}

const fn rim(side: u8, places: [(i8, i8); 3]) -> [Hole; 3] {
    const fn hole(side: u8, (row, column): (i8, i8)) -> Hole {
        Hole::new(number_of(side, row, column)).expect("a hole of the board")
    }
    [hole(side, places[0]), hole(side, places[1]), hole(side, places[2])]
}

pub(crate) static INNER: Field = Field::new(5);
pub(crate) static WHOLE: Field = Field::new(6);

impl Field {
    /// The field for this number of players (NO-1).
    #[inline]
    pub(crate) fn of(players: u8) -> &'static Field {
        if players == 4 { &WHOLE } else { &INNER }
    }

    /// The field with this number of rows.
    pub(crate) fn with_rows(rows: usize) -> Option<&'static Field> {
        [&INNER, &WHOLE].into_iter().find(|field| usize::from(field.rows()) == rows)
    }

    pub(crate) const fn rows(&self) -> u8 {
        2 * self.side - 1
    }

    /// The first and the last number in a row, counted from 0 as rows are.
    pub(crate) const fn row_numbers(&self, row: u8) -> (u8, u8) {
        row_numbers(self.side, row)
    }

    /// The hole in this row (from 0) with this number (from 1).
    pub(crate) const fn hole(&self, row: u8, column: u8) -> Option<Hole> {
        if row > self.rows() || column > self.rows() {
            return None;
        }
        Hole::new(number_of(self.side, row as i8, column as i8))
    }

    /// The hole's name: the row's letter and the number.
    pub(crate) fn name(&self, hole: Hole) -> String {
        let (row, column) = self.place(hole);
        format!("{}{column}", (b'a' + row) as char)
    }

    /// The hole as an argument of a sentence.
    pub(crate) fn cell(&self, hole: Hole) -> Arg {
        Arg::Cell(self.name(hole))
    }

    /// All holes, in the order of their numbers.
    pub(crate) fn all_holes(&self) -> impl Iterator<Item = Hole> {
        (1..=self.holes).filter_map(Hole::new)
    }

    /// The holes of a row (from 0), from left to right.
    pub(crate) fn row(&self, row: u8) -> impl Iterator<Item = Hole> {
        let (first, last) = self.row_numbers(row);
        (first..=last).filter_map(move |column| self.hole(row, column))
    }

    /// All holes in the order of a position's text: row by row from the top.
    pub(crate) fn holes_in_text(&self) -> impl Iterator<Item = Hole> {
        (0..self.rows()).rev().flat_map(|row| self.row(row))
    }

    /// The row (from 0) and the number (from 1) of a hole.
    pub(crate) const fn place(&self, hole: Hole) -> (u8, u8) {
        let (mut row, mut before) = (0, 0);
        loop {
            let (first, last) = self.row_numbers(row);
            let holes = last + 1 - first;
            if hole.number() <= before + holes {
                return (row, first + hole.number() - before - 1);
            }
            (row, before) = (row + 1, before + holes);
        }
    }

    pub(crate) const fn new(side: u8) -> Field {
        let holes = 3 * side * (side - 1) + 1;
        Field { side, holes, all: ((1 << holes) - 1) << 1 }
    }

    fn next(&self, hole: Hole, direction: usize) -> Option<Hole> {
        Hole::new(walked(self.side, self.place(hole), direction, 1, None))
    }

    /// The holes on the straight line from `from` (exclusive) to `to` (inclusive); empty if there is no such
    /// line.
    pub(crate) fn line(&self, from: Hole, to: Hole) -> Vec<Hole> {
        for direction in 0..6 {
            let mut line = Vec::new();
            let mut now = from;
            while let Some(next) = self.next(now, direction) {
                line.push(next);
                if next == to {
                    return line;
                }
                now = next;
            }
        }
        Vec::new()
    }

    /// The minimum number of steps between two holes on an empty board.
    pub(crate) fn distance(&self, from: Hole, to: Hole) -> u8 {
        let ((r1, c1), (r2, c2)) = (self.place(from), self.place(to));
        let (rows, columns) = (r2 as i8 - r1 as i8, c2 as i8 - c1 as i8);
        rows.unsigned_abs().max(columns.unsigned_abs()).max((rows - columns).unsigned_abs())
    }
}

const fn row_numbers(side: u8, row: u8) -> (u8, u8) {
    if row < side { (1, side + row) } else { (row + 2 - side, 2 * side - 1) }
}

/// The hole's number; 0 off the board.
pub(crate) const fn number_of(side: u8, row: i8, column: i8) -> u8 {
    if row < 0 || row >= 2 * side as i8 - 1 {
        return 0;
    }
    let (first, last) = row_numbers(side, row as u8);
    if column < first as i8 || column > last as i8 {
        return 0;
    }
    let mut number = column as u8 - first + 1;
    let mut below = 0;
    while below < row as u8 {
        let (first, last) = row_numbers(side, below);
        number += last + 1 - first;
        below += 1;
    }
    number
}

pub(crate) const fn left_of(direction: usize) -> usize {
    (direction + 1) % 6
}

pub(crate) const fn right_of(direction: usize) -> usize {
    (direction + 5) % 6
}

/// The number of the hole this many steps away, after an optional further step (`then`); 0 off the board.
pub(crate) const fn walked(side: u8, from: (u8, u8), direction: usize, steps: i8, then: Option<usize>) -> u8 {
    let (up, right) = DIRECTIONS[direction];
    let (last_up, last_right) = match then {
        Some(bent) => DIRECTIONS[bent],
        None => (0, 0),
    };
    number_of(side, from.0 as i8 + up * steps + last_up, from.1 as i8 + right * steps + last_right)
}
