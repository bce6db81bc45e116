//! Information beyond the board, taken from the games' own types.

use ludoteca_catalog::{AnyPlay, Board, GameId, Seat, Status, board::Shape, play_of};
use ludoteca_core::{Game, Play};
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::{DARK, LIGHT, Peak};
use serde::Serialize;

/// Information about a position beyond its board.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "game", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Facts {
    Squadro {
        /// The pieces that are home, for each seat.
        home: Vec<usize>,
    },
    NumberOne {
        /// The seats out of the game, first to last, each with its place.
        out: Vec<Out>,
        /// The cells of the pegs that have to move in this turn but currently cannot (NO-9).
        blocked: Vec<usize>,
    },
    Peak {
        /// The current score of each seat on the board (PK-7).
        scores: [u32; 2],
        /// The seat that is stuck while the other has its extra turn (PK-6).
        stuck: Option<Seat>,
    },
    OnePieceForTwo {
        /// The number of pieces in the box.
        in_box: u8,
        /// Lines of four and more on the grid, of both colours.
        lines: Vec<LineOfFour>,
        /// The cells of the red halves of the pieces that may be moved (OP-5).
        liftable: Vec<usize>,
    },
}

/// A seat that is out of the game.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Out {
    pub seat: Seat,
    pub place: usize,
}

/// Four or more in a row.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineOfFour {
    pub seat: Seat,
    /// The cells from end to end.
    pub cells: Vec<usize>,
}

/// The position in the game's own type.
fn position_of<G: Game>(game: &dyn AnyPlay) -> Option<&G> {
    play_of::<G>(game).map(Play::position)
}

pub(crate) fn facts(game: &dyn AnyPlay, board: &Board, moves: &[(String, Vec<usize>)]) -> Facts {
    match game.game() {
        GameId::Squadro => {
            let home = |seat: Seat| {
                let is_home =
                    |shape: &Shape| matches!(shape, Shape::Runner { seat: s, home: true, .. } if *s == seat);
                board.pieces.iter().filter(|piece| is_home(&piece.shape)).count()
            };
            Facts::Squadro { home: Seat::all(game.seats()).map(home).collect() }
        }
        GameId::NumberOne => Facts::NumberOne { out: out(game), blocked: blocked(game, board, moves) },
        GameId::Peak => {
            let peak = position_of::<Peak>(game);
            let score = |seat| peak.map_or(0, |peak| peak.score(seat));
            let stuck = peak.and_then(Peak::stuck);
            Facts::Peak { scores: [score(LIGHT), score(DARK)], stuck }
        }
        GameId::OnePieceForTwo => {
            // A move of a piece on the grid has three target cells, one from the box has two.
            let lifted = moves.iter().filter(|(_, cells)| cells.len() == 3).map(|(_, cells)| cells[0]);
            let liftable = in_order(lifted);
            let one_piece = position_of::<OnePiece>(game);
            let in_box = one_piece.map_or(0, OnePiece::in_box);
            let line = |line: ludoteca_one_piece::LineOfFour| LineOfFour {
                seat: line.seat,
                cells: line.cells.iter().filter_map(|cell| cell_named(board, &cell.to_string())).collect(),
            };
            let lines = one_piece.map_or(Vec::new(), |game| game.lines().into_iter().map(line).collect());
            Facts::OnePieceForTwo { in_box, lines, liftable }
        }
    }
}

/// NO-12: the first to go out is last.
fn out(game: &dyn AnyPlay) -> Vec<Out> {
    let seats = usize::from(game.seats());
    let position = position_of::<NumberOne>(game);
    let gone = position.into_iter().flat_map(NumberOne::players_out);
    gone.enumerate().map(|(i, seat)| Out { seat, place: seats.saturating_sub(i) }).collect()
}

fn blocked(game: &dyn AnyPlay, board: &Board, moves: &[(String, Vec<usize>)]) -> Vec<usize> {
    let Status::ToAct(mover) = game.status() else { return Vec::new() };
    let waiting = board
        .pieces
        .iter()
        .filter(|piece| matches!(piece.shape, Shape::Peg { seat, moved: false, .. } if seat == mover));
    let can_move = |cell: usize| moves.iter().any(|(_, cells)| cells.first() == Some(&cell));
    waiting.map(|piece| piece.cell).filter(|&cell| !can_move(cell)).collect()
}

fn cell_named(board: &Board, name: &str) -> Option<usize> {
    board.cells.iter().position(|cell| cell.name == name)
}

/// Sorts and removes duplicates. For small inputs only; the standard library's sort would add 10 kB to the
/// module for each type.
pub(crate) fn in_order<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted = Vec::new();
    for item in items {
        if let Err(at) = sorted.binary_search(&item) {
            sorted.insert(at, item);
        }
    }
    sorted
}
