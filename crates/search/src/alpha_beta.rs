//! Principal variation search for two seats, with a transposition table and iterative deepening.

mod leave_out;
mod order;
mod tree;

use crate::{
    Answer, Evaluate, Limits, Line, Stop, TranspositionTable,
    limits::Counter,
    path::Path,
    score::{INFINITE, MAX_PLY, Scored, WIN, decided},
};
use leave_out::LeaveOut;
use ludoteca_core::{Position, Seat, Status};
use order::History;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use tree::{Task, Tree};

/// Alpha-beta search for games of two seats, in any order of turns.
///
/// Keeps its table between searches of one game. For more than two seats its results are meaningless: use
/// [`Paranoid`](crate::Paranoid) or [`MaxN`](crate::MaxN).
#[derive(Debug)]
pub struct AlphaBeta {
    table: Arc<TranspositionTable>,
    history: History,
    /// 0 for the leader, whose answer counts; greater for helpers.
    number: u32,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta::new(TranspositionTable::DEFAULT_BYTES)
    }
}

impl AlphaBeta {
    /// Creates a search whose table takes `table_bytes` bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        AlphaBeta::sharing(Arc::new(TranspositionTable::new(table_bytes)), 0)
    }

    /// Creates a search that shares its table with others: threads that search the same position help each
    /// other through it. `number` is 0 for the leader, whose answer counts, and distinguishes the helpers.
    #[must_use]
    pub fn sharing(table: Arc<TranspositionTable>, number: u32) -> Self {
        AlphaBeta { table, history: History::new(), number }
    }

    /// The transposition table, which may be shared.
    #[must_use]
    pub fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// Clears the table and the move ordering history.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// Searches `position`. `history` holds the earlier positions of the game, for repetition; `report` is
    /// called after each iteration.
    pub fn search<P: Position, E: Evaluate<P> + ?Sized>(
        &mut self,
        position: &P,
        history: &[P],
        evaluate: &E,
        limits: &Limits,
        stop: Stop<'_>,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let Status::ToAct(mover) = position.status() else {
            return Answer { lines: Vec::new(), nodes: 0, depth: 0 };
        };
        if self.number == 0 {
            self.table.grow_older();
        }
        let mut path = Path::new(history, position);
        path.push(crate::hash::key_of(position));
        let tree = Tree::new(evaluate, &self.table, Counter::new(limits, stop), path, &mut self.history);
        let mut root = Root { tree, mover, moves: root_moves(position, evaluate, limits.seed) };
        let lines = limits.lines.clamp(1, root.moves.len().max(1));
        let deepest = limits.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        let mut answer = root.answer(lines, 0);
        // Helpers skip different depths so that they do not all do the same work.
        let skipped = 2..2 + self.number % 3;
        let mut depths = (1..=deepest).filter(|depth| !skipped.contains(depth));
        let mut again = None;
        while let Some(depth) = again.take().or_else(|| depths.next()) {
            root.tree.last_extended = (3 * depth).min(MAX_PLY);
            let finished = root.iteration(lines, depth);
            answer = root.answer(lines, if finished { depth } else { answer.depth });
            if !finished {
                break;
            }
            report(&answer);
            if root.is_settled(lines, depth) {
                if root.tree.leave_out.is_nothing() {
                    break;
                }
                // A proven result is final, but it may not be the nearest win or the farthest loss yet.
                root.tree.leave_out = LeaveOut::new(None);
                again = Some(depth);
            }
            root.tree.counter.start();
        }
        answer
    }
}

struct Root<'a, P: Position, E: ?Sized> {
    tree: Tree<'a, P, E>,
    mover: Seat,
    /// The moves, best first as far as known.
    moves: Vec<RootMove<P>>,
}

struct RootMove<P: Position> {
    child: P,
    scored: Scored,
    /// The line, beginning with the move itself.
    line: Vec<P::Move>,
}

/// The root moves in the order of the evaluation. A seed other than 0 shuffles equal ones.
fn root_moves<P: Position, E: Evaluate<P> + ?Sized>(
    position: &P,
    evaluate: &E,
    seed: u64,
) -> Vec<RootMove<P>> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = Vec::new();
    position.for_each_child(|m, child| {
        let tie = if seed == 0 { 0 } else { dice.next_u32() };
        let root_move = RootMove { child, scored: Scored::estimate(0), line: vec![m] };
        moves.push((std::cmp::Reverse(evaluate.order(position, m)), tie, root_move));
    });
    moves.sort_by_key(|&(order, tie, _)| (order, tie));
    moves.into_iter().map(|(_, _, m)| m).collect()
}

impl<P: Position, E: Evaluate<P> + ?Sized> Root<'_, P, E> {
    /// Searches the requested number of lines to this depth; `false` if stopped.
    fn iteration(&mut self, lines: usize, depth: u32) -> bool {
        for first in 0..lines {
            if !self.one_line(first, depth) {
                return false;
            }
        }
        self.moves[..lines].sort_by_key(|m| std::cmp::Reverse(m.scored.score));
        true
    }

    /// Finds the best of `moves[first..]` with an aspiration window around the last score, widened when it
    /// fails.
    fn one_line(&mut self, first: usize, depth: u32) -> bool {
        let last = self.moves[first].scored.score;
        let mut margin = 40;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && !decided(last) {
            (alpha, beta) = (last - margin, last + margin);
        }
        loop {
            let score = self.window(first, alpha, beta, depth);
            if self.tree.counter.stopped {
                return false;
            }
            margin *= 4;
            if score <= alpha && alpha > -INFINITE {
                alpha = if margin > 1000 { -INFINITE } else { score - margin };
            } else if score >= beta && beta < INFINITE {
                beta = if margin > 1000 { INFINITE } else { score + margin };
            } else {
                return true;
            }
        }
    }

    /// Searches `moves[first..]` in this window and moves the best to `first`. A move changes its place and
    /// value only when it beats all before it, so the first move is valid even if the search is stopped.
    fn window(&mut self, first: usize, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        let lowest = alpha;
        let mut best = -INFINITE;
        let mut all_sure = true;
        for i in first..self.moves.len() {
            let child = self.moves[i].child.clone();
            let task = Task { alpha, beta, depth: depth - 1, ply: 1 };
            let mut scored;
            if i == first {
                scored = self.tree.child(&child, self.mover, task);
            } else {
                scored = self.tree.child(&child, self.mover, Task { beta: alpha + 1, ..task });
                if scored.score > alpha && !self.tree.counter.stopped {
                    scored = self.tree.child(&child, self.mover, task);
                }
            }
            if self.tree.counter.stopped {
                return best;
            }
            all_sure &= scored.sure;
            best = best.max(scored.score);
            if scored.score > alpha {
                alpha = scored.score;
                // A draw is certain only if no other move can be better.
                let found = &mut self.moves[i];
                found.scored = Scored { sure: decided(scored.score), ..scored };
                found.line.truncate(1);
                found.line.extend_from_slice(self.tree.line());
                self.moves[first..=i].rotate_right(1);
            }
            if alpha >= beta {
                return best;
            }
        }
        if best > lowest {
            self.moves[first].scored.sure |= all_sure;
        }
        best
    }

    /// Whether a deeper search cannot change the answer: everything is proven, and no shorter win or longer
    /// loss remains to be found.
    fn is_settled(&self, lines: usize, depth: u32) -> bool {
        self.moves[..lines].iter().all(|m| {
            let Scored { score, sure } = m.scored;
            if decided(score) { (WIN - score.abs()) as u32 + self.tree.trimmed <= depth } else { sure }
        })
    }

    fn answer(&self, lines: usize, depth: u32) -> Answer<P::Move> {
        let lines = self
            .moves
            .iter()
            .take(lines)
            .map(|m| Line { moves: m.line.clone(), value: m.scored.value(m.line.len()) });
        Answer { lines: lines.collect(), nodes: self.tree.counter.nodes, depth }
    }
}
