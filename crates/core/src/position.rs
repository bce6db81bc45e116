use crate::{Departure, Seat, Standing};
use std::{fmt, hash::Hash, ops::ControlFlow};

/// Either a seat must decide or the game is over: never both, never neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat must act and has at least one legal move.
    ToAct(Seat),
    /// The game has ended with this standing.
    Over(Standing),
}

/// The move is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}

/// Everything that determines what may happen next, as a small value without history.
///
/// A ply is one decision by one seat. The same seat may decide several times in a row, so never assume that
/// seats alternate. Equality and hash mean "the same future".
pub trait Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The game's options: players, sizes, starting seat, setup.
    type Rules: Clone + Eq + Default + fmt::Debug + Send + Sync + 'static;
    /// One ply of the game.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// The starting position under these rules.
    fn start(rules: &Self::Rules) -> Self;

    /// The number of seats, including those already out of the game.
    fn seats(&self) -> u8;

    /// The seat to act, or the result.
    fn status(&self) -> Status;

    /// Calls `visit` once for each legal move, in a fixed order; never if the game is over.
    fn try_for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a legal move and advances to the next decision or to the end of the game.
    ///
    /// The move must be legal. An illegal move may panic or leave an inconsistent position; use
    /// [`play`](Self::play) for untrusted moves.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The result when this position occurs for the third time; `None` if it cannot recur.
    fn third_occurrence(&self) -> Option<Standing>;

    /// A common representative of all positions that are equal up to a symmetry of the board and an exchange
    /// of seats. It has the same value for the seat to act and the same number of plies to the end. Without
    /// such symmetries, the position itself.
    #[must_use]
    fn canonical(&self) -> Self {
        self.clone()
    }

    /// The position if the seat to act ended its turn without a ply (a null move): what the next seat can do
    /// in it is a threat. `None` if that makes no sense. It is not a legal move; analysis uses it.
    #[must_use]
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// Whether the seat to act has already made a ply this turn. Always false in games with one ply per turn.
    #[inline]
    fn is_mid_turn(&self) -> bool {
        false
    }

    /// Whether the seat has been eliminated from a game that continues without it.
    fn is_out(&self, _seat: Seat) -> bool {
        false
    }

    /// The effect of a seat leaving this position, which must not be finished. With two seats, the other one
    /// wins (TB-1). Games for more players override this (NO-14). Leaving is not a move.
    #[must_use]
    fn departure(&self, seat: Seat) -> Departure<Self> {
        match self.seats() {
            2 => Departure::Over(Standing::win_of_two(seat.other_of_two())),
            _ => Departure::Aborted,
        }
    }

    // Provided methods; override them only for speed. The conformance kit compares overrides with these
    // defaults.

    /// Calls `visit` once for each legal move, in the same fixed order.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.try_for_each_move::<()>(|m| {
            visit(m);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with each legal move, in the same fixed order, and the resulting position. Faster than
    /// calling [`after`](Self::after) for each move if the moves share work.
    #[inline]
    fn for_each_child(&self, mut visit: impl FnMut(Self::Move, Self)) {
        self.for_each_move(|m| visit(m, self.after(m)));
    }

    /// All legal moves, in the fixed order.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(|m| moves.push(m));
        moves
    }

    /// The number of legal moves.
    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Picks a legal move uniformly from 32 random bits: of `n` moves in the fixed order, the one at index
    /// `random * n / 2^32`. `None` if the game is over.
    #[inline]
    fn pick_move(&self, random: u32) -> Option<Self::Move> {
        let mut left = (u64::from(random) * self.count_moves() as u64) >> 32;
        self.try_for_each_move(|m| {
            if left == 0 {
                return ControlFlow::Break(m);
            }
            left -= 1;
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// Whether this move is legal in this position.
    #[inline]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.try_for_each_move(|x| if x == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Plays a move from an untrusted source.
    ///
    /// # Errors
    /// If the move is illegal; the position is then unchanged.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a move, which must be legal as for [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }
}
