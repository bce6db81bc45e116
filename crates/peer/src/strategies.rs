use crate::game::{Alternating, ForMover, State};
use ludoteca_core::Position;
use ludoteca_search::Evaluate;
use minimax::{IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy};
use std::{fmt, time::Duration};

/// The size of the transposition table, which is small by default in `minimax`.
const TABLE_BYTES: usize = 64 << 20;
/// Random games are cut off after this many plies and count as even; the longest games here are shorter.
const ROLLOUT: u32 = 1000;

/// The alpha-beta search of `minimax`: iterative deepening, principal variation search, a transposition
/// table.
pub struct AlphaBeta<P: Position, E: Evaluate<P>>(IterativeSearch<ForMover<P, E>>);

impl<P: Position, E: Evaluate<P>> AlphaBeta<P, E> {
    /// Creates the search with this evaluation.
    #[must_use]
    pub fn new(knowledge: E) -> Self {
        let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
        AlphaBeta(IterativeSearch::new(ForMover::new(knowledge), options))
    }

    /// A move after about this time; `None` if the game is over or does not have two seats.
    pub fn choose(&mut self, position: &P, time: Duration) -> Option<P::Move> {
        self.0.set_timeout(at_least_a_moment(time));
        choose(&mut self.0, position)
    }

    /// A move after a search to this depth, however long that takes; `None` as for [`choose`](Self::choose).
    pub fn choose_at_depth(&mut self, position: &P, depth: u8) -> Option<P::Move> {
        self.0.set_max_depth(depth);
        choose(&mut self.0, position)
    }
}

/// The Monte Carlo tree search of `minimax`, on one thread, with random games and no knowledge.
pub struct Mcts<P: Position>(MonteCarloTreeSearch<Alternating<P>>);

impl<P: Position> Mcts<P> {
    /// Creates the search with the defaults of `minimax`.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made like the other one")]
    pub fn new() -> Self {
        let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(ROLLOUT);
        Mcts(MonteCarloTreeSearch::new(options))
    }

    /// A move after about this time; `None` if the game is over or does not have two seats.
    pub fn choose(&mut self, position: &P, time: Duration) -> Option<P::Move> {
        self.0.set_timeout(at_least_a_moment(time));
        choose(&mut self.0, position)
    }

    /// A move after this many random games, however long they take; `None` as for [`choose`](Self::choose).
    pub fn choose_after(&mut self, position: &P, rollouts: u32) -> Option<P::Move> {
        self.0.set_max_rollouts(rollouts);
        choose(&mut self.0, position)
    }
}

/// `minimax` takes a time of zero as unlimited.
fn at_least_a_moment(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

fn choose<P: Position>(strategy: &mut dyn Strategy<Alternating<P>>, position: &P) -> Option<P::Move> {
    let state = State::new(position)?;
    // Too little time for a first answer: play any move.
    strategy.choose_move(&state).flatten().or_else(|| position.pick_move(0))
}

impl<P: Position, E: Evaluate<P>> fmt::Debug for AlphaBeta<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta").finish_non_exhaustive()
    }
}

impl<P: Position> fmt::Debug for Mcts<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").finish_non_exhaustive()
    }
}
