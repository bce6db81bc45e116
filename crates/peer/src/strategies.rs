use crate::game::{Alternating, ForMover, State};
use ludoteca_core::Position;
use ludoteca_search::Evaluate;
use minimax::{IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy};
use std::{fmt, time::Duration};

/// Memory of the transposition table, which `minimax` keeps small by default.
const TABLE_BYTES: usize = 64 << 20;
/// Random games are cut off after this many plies, and called even; the longest of ours are shorter.
const ROLLOUT: u32 = 1000;

/// Its alpha-beta: iterative deepening, principal variation search, a transposition table.
pub struct AlphaBeta<P: Position, E: Evaluate<P>>(IterativeSearch<ForMover<P, E>>);

impl<P: Position, E: Evaluate<P>> AlphaBeta<P, E> {
    /// With this knowledge of the game.
    #[must_use]
    pub fn new(knowledge: E) -> Self {
        let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
        AlphaBeta(IterativeSearch::new(ForMover::new(knowledge), options))
    }

    /// A move after about this time; `None` when the game is over or not one of two seats.
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

/// Its Monte Carlo tree search, on one thread, with random games and no knowledge.
pub struct Mcts<P: Position>(MonteCarloTreeSearch<Alternating<P>>);

impl<P: Position> Mcts<P> {
    /// With the defaults of `minimax`.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made like the other one")]
    pub fn new() -> Self {
        let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(ROLLOUT);
        Mcts(MonteCarloTreeSearch::new(options))
    }

    /// A move after about this time; `None` when the game is over or not one of two seats.
    pub fn choose(&mut self, position: &P, time: Duration) -> Option<P::Move> {
        self.0.set_timeout(at_least_a_moment(time));
        choose(&mut self.0, position)
    }

    /// A move after so many random games, however long they take; `None` as for [`choose`](Self::choose).
    pub fn choose_after(&mut self, position: &P, rollouts: u32) -> Option<P::Move> {
        self.0.set_max_rollouts(rollouts);
        choose(&mut self.0, position)
    }
}

/// No time at all means endless time to `minimax`.
fn at_least_a_moment(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

fn choose<P: Position>(strategy: &mut dyn Strategy<Alternating<P>>, position: &P) -> Option<P::Move> {
    let state = State::new(position)?;
    // Too little time for a first answer: any move.
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
