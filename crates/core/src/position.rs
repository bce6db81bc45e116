use crate::{Departure, Seat, Standing};
use std::{fmt, hash::Hash, ops::ControlFlow};

/// Either a seat must decide or the game is over: never both, never neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat has at least one legal move.
    ToAct(Seat),
    /// The game has ended with these places.
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

/// Everything that decides what may happen next, as a small value. No history inside.
///
/// A ply is one decision by one seat, and the next seat to decide may be the same one: never assume that
/// seats alternate. Equality and hash mean "the same future".
pub trait Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Options of the game: players, sizes, who starts, which set-up.
    type Rules: Clone + Eq + Default + fmt::Debug + Send + Sync + 'static;
    /// One ply of the game.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// The position a game by these rules begins with.
    fn start(rules: &Self::Rules) -> Self;

    /// How many seats take part, those already out of the game included.
    fn seats(&self) -> u8;

    /// Who must decide, or how the game ended.
    fn status(&self) -> Status;

    /// Calls `visit` once for each legal move, in a fixed order; not at all when the game is over.
    fn try_for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a legal move and runs on to the next decision or the end.
    ///
    /// The caller promises that the move is legal. An illegal one may leave nonsense behind or panic; use
    /// [`play`](Self::play) for moves from outside.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The result when this position occurs for the third time; `None`: it cannot recur.
    fn third_occurrence(&self) -> Option<Standing>;

    /// One position for all that are this one but for a symmetry of the board and which seat is which: so it
    /// has the same value for the seat to act, and as many plies to the end. Without such symmetries, itself.
    #[must_use]
    fn canonical(&self) -> Self {
        self.clone()
    }

    /// Whether the seat to act has made a ply of its turn already. Where a turn is one ply, never.
    #[inline]
    fn is_mid_turn(&self) -> bool {
        false
    }

    /// Whether the seat has gone out of the game, which goes on without it.
    fn is_out(&self, _seat: Seat) -> bool {
        false
    }

    /// What the game becomes when a seat leaves it, as the position stands: not asked of a game that is over.
    /// With two seats the other one has won (TB-1). A game for more overrides this (NO-14). Leaving is not a
    /// move.
    #[must_use]
    fn departure(&self, seat: Seat) -> Departure<Self> {
        match self.seats() {
            2 => Departure::Over(Standing::win_of_two(seat.other_of_two())),
            _ => Departure::Aborted,
        }
    }

    // Provided; override only for speed. The conformance kit compares overrides with these.

    /// Calls `visit` once for each legal move, in the same fixed order.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.try_for_each_move::<()>(|m| {
            visit(m);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with each legal move, in the same fixed order, and the position after it: quicker than
    /// [`after`](Self::after) for each where the moves have work in common.
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

    /// One legal move, chosen evenly by 32 random bits: of `n` moves in the fixed order the one numbered
    /// `random * n / 2^32`. `None` when the game is over.
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

    /// Whether this move may be played now.
    #[inline]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.try_for_each_move(|x| if x == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Plays a move from outside.
    ///
    /// # Errors
    /// When the move is not legal; the position is then unchanged.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a legal move. The caller's promise is that of
    /// [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }
}
