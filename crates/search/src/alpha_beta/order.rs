//! Move ordering by killer moves and history.

use crate::hash::key_of;
use ludoteca_core::{Position, Seat};

/// A move waiting to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<M> {
    pub(super) m: M,
    /// The move's number in the position's fixed order.
    pub(super) number: u16,
    rank: i32,
}

/// The moves that caused cutoffs at the same ply.
pub(super) type Killers<M> = [Option<M>; 2];

const FROM_TABLE: i32 = i32::MAX;
const KILLERS: [i32; 2] = [1 << 30, 1 << 29];
/// Bounds for the evaluation's move order, which stays below the killers and above the history.
const MAX_ORDER: i32 = 1 << 14;
const MAX_HISTORY: i32 = 1 << 13;

/// How successful each move has been at causing cutoffs, wherever it was played.
///
/// Moves have no numbers of their own, so they are indexed by a hash. Collisions are harmless.
#[derive(Debug)]
pub(super) struct History(Box<[[i16; History::PLACES]; 2]>);

impl History {
    const PLACES: usize = 2048;

    pub(super) fn new() -> Self {
        History(Box::new([[0; Self::PLACES]; 2]))
    }

    fn of<M: std::hash::Hash>(&mut self, seat: Seat, m: M) -> &mut i16 {
        &mut self.0[seat.index() & 1][key_of(&m) as usize % Self::PLACES]
    }

    /// Moves the entry towards its bound, more slowly the closer it is.
    pub(super) fn credit<M: std::hash::Hash>(&mut self, seat: Seat, m: M, change: i32) {
        let entry = self.of(seat, m);
        let change = change.clamp(-MAX_HISTORY, MAX_HISTORY);
        let now = i32::from(*entry);
        *entry = (now + change - now * change.abs() / MAX_HISTORY) as i16;
    }
}

/// Fills `moves` with the legal moves and their ranks.
#[inline]
pub(super) fn collect<P: Position>(
    moves: &mut Vec<Waiting<P::Move>>,
    position: &P,
    mover: Seat,
    best: Option<u16>,
    killers: Killers<P::Move>,
    history: &mut History,
    order: impl Fn(&P, P::Move) -> i32,
) {
    moves.clear();
    let mut number = 0_u16;
    position.for_each_move(|m| {
        let rank = if best == Some(number) {
            FROM_TABLE
        } else if killers[0] == Some(m) {
            KILLERS[0]
        } else if killers[1] == Some(m) {
            KILLERS[1]
        } else {
            let order = order(position, m).clamp(-MAX_ORDER, MAX_ORDER);
            order * (2 * MAX_HISTORY) + i32::from(*history.of(mover, m))
        };
        moves.push(Waiting { m, number, rank });
        number = number.saturating_add(1);
    });
}

/// Swaps the best of `moves[from..]` to index `from`. The first of equals wins, so that the order is
/// deterministic.
#[inline]
pub(super) fn bring_best<M: Copy>(moves: &mut [Waiting<M>], from: usize) -> Waiting<M> {
    let mut best = from;
    for i in from + 1..moves.len() {
        if (moves[i].rank, moves[best].number) > (moves[best].rank, moves[i].number) {
            best = i;
        }
    }
    moves.swap(from, best);
    moves[from]
}
