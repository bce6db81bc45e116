//! The recursion below the root.
//!
//! Pruning and reductions are in `leave_out`. Proven results never depend on pruned moves, only on searched
//! ones: a win needs one move, a loss all of them.

use super::{
    leave_out::LeaveOut,
    order::{self, History, Killers, Waiting},
};
use crate::{
    Evaluate, MOST, Outcome,
    hash::key_of,
    limits::Counter,
    path::Path,
    score::{INFINITE, MAX_PLY, Scored, WIN, decided, from_node, from_root, outcome},
    table::{Bound, Entry, TranspositionTable},
};
use ludoteca_core::{Position, Seat, Status};
use std::ops::ControlFlow;

/// The table is not probed below this depth: in fast games a probe takes about as long as searching the nodes
/// it saves. With 3 instead of 2 the fastest game here visits 42 % more nodes to the same depth; three pairs
/// of runs on a busy machine took 12.6 s against 14.1 s of processor time, with one pair the other way round.
const TABLE_DEPTH: u32 = 3;

/// The state of one search, apart from the root's own list.
pub(super) struct Tree<'a, P: Position, E: ?Sized> {
    pub(super) evaluate: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) counter: Counter<'a>,
    pub(super) path: Path,
    pub(super) history: &'a mut History,
    pub(super) leave_out: LeaveOut,
    /// Threat extensions apply up to this ply.
    pub(super) last_extended: u32,
    /// The largest number of plies by which any part of the search fell short of its depth.
    pub(super) trimmed: u32,
    /// One frame for each ply, so that nothing is allocated once a ply has been reached.
    frames: Vec<Frame<P::Move>>,
}

/// Buffers that a ply keeps between visits.
struct Frame<M> {
    moves: Vec<Waiting<M>>,
    killers: Killers<M>,
    /// The best line from here if the node was on the principal variation.
    line: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame { moves: Vec::new(), killers: [None, None], line: Vec::new() }
    }
}

/// A search window with the remaining depth and the distance from the root.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

impl Task {
    /// Whether the node is on the principal variation, which needs the exact score and the line.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }

    #[inline]
    fn turned(self) -> Self {
        Task { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

impl<'a, P: Position, E: Evaluate<P> + ?Sized> Tree<'a, P, E> {
    pub(super) fn new(
        evaluate: &'a E,
        table: &'a TranspositionTable,
        counter: Counter<'a>,
        path: Path,
        history: &'a mut History,
    ) -> Self {
        let frames = (0..MAX_PLY + 2).map(|_| Frame::default()).collect();
        let leave_out = LeaveOut::new(evaluate.swing());
        Tree { evaluate, table, counter, path, history, leave_out, last_extended: 0, trimmed: 0, frames }
    }

    /// The best line found below a root move.
    pub(super) fn line(&self) -> &[P::Move] {
        &self.frames[1].line
    }

    /// The score of `child`, reached by a move of `mover`, from the point of view of `mover`. The window of
    /// `task` has the same point of view; its depth and ply are those of the child.
    #[inline]
    pub(super) fn child(&mut self, child: &P, mover: Seat, task: Task) -> Scored {
        self.counter.nodes += 1;
        if task.is_open() {
            self.frames[task.ply as usize].line.clear();
        }
        match child.status() {
            Status::Over(standing) => Scored::over(&standing, mover, task.ply),
            // The same seat acts again: neither the window nor the score is negated.
            Status::ToAct(next) if next == mover => self.node(child, next, task),
            Status::ToAct(next) => self.rival(child, next, task.turned()).turned(),
        }
    }

    /// The score, from the point of view of `mover`, of an unfinished position in which `mover` is to act
    /// after a ply of the other seat. If either seat can win at once, that decides which plies matter.
    #[inline]
    fn rival(&mut self, position: &P, mover: Seat, mut task: Task) -> Scored {
        if self.wins_at_once(position) {
            if task.is_open() {
                self.frames[task.ply as usize].line.extend(winning_move(position, mover));
            }
            return Scored { score: WIN - task.ply as i32 - 1, sure: true };
        }
        if self.is_extended(position, task.ply, task.depth) {
            task.depth = (task.depth + 1).min(MAX_PLY - task.ply);
        }
        self.node(position, mover, task)
    }

    #[inline]
    fn wins_at_once(&self, position: &P) -> bool {
        // Unless the third occurrence has ended the game here.
        self.evaluate.wins_at_once(position) && !self.path.is_third_of(position)
    }

    /// Whether a position at this ply and with this remaining depth is searched one ply deeper.
    #[inline]
    fn is_extended(&self, position: &P, ply: u32, depth: u32) -> bool {
        ply < self.last_extended
            && depth >= self.evaluate.trimmed(position)
            && self.evaluate.is_threatened(position)
    }

    /// The score of an unfinished position from the point of view of `mover`, who is to act.
    fn node(&mut self, position: &P, mover: Seat, mut task: Task) -> Scored {
        let trimmed = self.evaluate.trimmed(position);
        if task.depth < trimmed {
            self.trimmed = self.trimmed.max(trimmed);
            task.depth = 0;
        }
        if task.depth <= 1 && !self.path.has_thirds() {
            return self.last_plies(position, mover, task);
        }
        if self.counter.look() {
            return Scored::estimate(0);
        }
        let key = key_of(position);
        if (self.path.is_third(key) || self.path.contains(key))
            && let Some(standing) = position.third_occurrence()
        {
            // The first case is the rule itself; the second is a guess that avoids searching cycles (see
            // `repeated`). Scores that depend on the guess enter the table as estimates. Like any estimate
            // they may be wrong on another path, but they are never marked `sure`.
            let by_rule = self.path.is_third(key);
            return if by_rule {
                Scored::over(&standing, mover, task.ply)
            } else {
                Scored::repeated(&standing, mover)
            };
        }
        if task.depth <= 1 {
            return self.last_plies(position, mover, task);
        }

        let open = task.is_open(); // before the window is narrowed below
        // No result can be nearer than the next ply, so a window beyond that is already answered.
        let nearest = WIN - task.ply as i32 - 1;
        task.alpha = task.alpha.max(-nearest - 1); // so that a loss there still has a line
        task.beta = task.beta.min(nearest);
        if task.alpha >= task.beta {
            return Scored { score: task.alpha, sure: true };
        }

        let table_key = key ^ self.path.salt();
        let mut from_table = None;
        if task.depth >= TABLE_DEPTH
            && let Some(entry) = self.table.probe(table_key)
        {
            let score = from_root(entry.score, task.ply);
            if !open && entry.answers(score, task.depth, self.leave_out.is_nothing(), task.alpha, task.beta) {
                return Scored { score, sure: entry.sure };
            }
            from_table = entry.best;
        }

        let mut most_moves = usize::MAX;
        if self.leave_out.applies_to(&task) {
            if let Some(scored) = self.leave_out.far_off(self.evaluate.value(position), &task) {
                return scored;
            }
            most_moves = LeaveOut::most_moves(task.depth);
        }

        let ply = task.ply as usize;
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let (killers, evaluate) = (self.frames[ply].killers, self.evaluate);
        order::collect(&mut moves, position, mover, from_table, killers, self.history, |p, m| {
            evaluate.order(p, m)
        });
        self.path.push(key);
        let found = self.moves(position, mover, task, open, most_moves, &mut moves);
        self.path.pop();
        self.frames[ply].moves = moves;

        if task.depth >= TABLE_DEPTH && !self.counter.stopped {
            let Best { scored, number } = found;
            let bound = if scored.score >= task.beta {
                Bound::Lower
            } else if scored.score > task.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let score = from_node(scored.score, task.ply);
            let entry = Entry {
                score,
                sure: scored.sure,
                bound,
                depth: task.depth,
                full: self.leave_out.is_nothing(),
                best: number,
            };
            self.table.store(table_key, entry);
        }
        found.scored
    }

    /// Searches the moves of a node one by one.
    fn moves(
        &mut self,
        position: &P,
        mover: Seat,
        task: Task,
        open: bool,
        most_moves: usize,
        moves: &mut [Waiting<P::Move>],
    ) -> Best {
        let mut best = Best { scored: Scored { score: -INFINITE, sure: true }, number: None };
        let mut all_sure = true;
        let mut alpha = task.alpha;
        for i in 0..moves.len() {
            // A loss is claimed only if every move was searched and loses.
            if i >= most_moves && best.scored.score >= -MOST {
                all_sure = false;
                break;
            }
            let Waiting { m, number, .. } = order::bring_best(moves, i);
            let child = position.after(m);
            let next = Task { alpha, depth: task.depth - 1, ply: task.ply + 1, ..task };
            let scored = if i == 0 {
                self.child(&child, mover, next)
            } else {
                let less = if decided(alpha) { 0 } else { self.leave_out.plies(task.depth, i, open) };
                self.later_child(&child, mover, next, less)
            };
            if self.counter.stopped {
                return best;
            }
            all_sure &= scored.sure;
            if scored.score > best.scored.score {
                best.scored = scored;
                if scored.score > alpha {
                    best.number = Some(number);
                    alpha = scored.score;
                    if open {
                        // Below a cutoff no line was kept: the window may have been closed.
                        if alpha >= task.beta {
                            self.frames[task.ply as usize + 1].line.clear();
                        }
                        self.keep_line(task.ply, m);
                    }
                }
            }
            if alpha >= task.beta {
                // One refutation is enough; the other moves do not matter.
                self.credit(mover, task, &moves[..=i]);
                return best;
            }
        }
        best.scored.sure = all_sure || decided(best.scored.score);
        best
    }

    /// Searches a move that is not expected to be best. A closed window first tests whether it is, initially
    /// with the depth reduced by `less` plies.
    fn later_child(&mut self, child: &P, mover: Seat, task: Task, less: u32) -> Scored {
        if less > 0 {
            let quick = Task { beta: task.alpha + 1, depth: task.depth - less, ..task };
            let scored = self.child(child, mover, quick);
            if scored.score <= task.alpha || self.counter.stopped {
                return scored;
            }
        }
        let scored = self.child(child, mover, Task { beta: task.alpha + 1, ..task });
        if scored.score > task.alpha && scored.score < task.beta && !self.counter.stopped {
            return self.child(child, mover, task);
        }
        scored
    }

    /// Searches a node with at most one ply to go: no table, no ordering, only the children's estimates.
    #[inline]
    fn last_plies(&mut self, position: &P, mover: Seat, task: Task) -> Scored {
        let evaluate = self.evaluate;
        if task.depth == 0 {
            return Scored::estimate(evaluate.value(position));
        }
        if self.counter.look() {
            return Scored::estimate(0);
        }
        if self.leave_out.applies_to(&task)
            && let Some(scored) = self.leave_out.far_off(evaluate.value(position), &task)
        {
            return scored;
        }
        let mut best = Scored { score: -INFINITE, sure: true };
        let mut best_move = None;
        let mut all_sure = true;
        let mut nodes = 0;
        // The visit cannot be cut short, but after a cutoff the remaining moves cost little.
        position.for_each_child(|m, child| {
            if best.score >= task.beta {
                return;
            }
            nodes += 1;
            let scored = match child.status() {
                Status::Over(standing) => Scored::over(&standing, mover, task.ply + 1),
                Status::ToAct(next) if next == mover => Scored::estimate(evaluate.value(&child)),
                Status::ToAct(_) if self.wins_at_once(&child) => {
                    Scored { score: task.ply as i32 + 2 - WIN, sure: true }
                }
                Status::ToAct(next) if self.is_extended(&child, task.ply + 1, 0) => {
                    let alpha = task.alpha.max(best.score);
                    let below = Task { alpha, depth: 1, ply: task.ply + 1, ..task };
                    self.frames[below.ply as usize].line.clear();
                    let scored = self.node(&child, next, below.turned()).turned();
                    if scored.score > alpha {
                        self.keep_line(task.ply, m);
                    }
                    all_sure &= scored.sure;
                    if scored.score > best.score {
                        (best, best_move) = (scored, None);
                    }
                    return;
                }
                Status::ToAct(_) => Scored::estimate(-evaluate.value(&child)),
            };
            all_sure &= scored.sure;
            if scored.score > best.score {
                (best, best_move) = (scored, Some(m));
            }
        });
        self.counter.nodes += nodes;
        if best.score < task.beta {
            best.sure = all_sure || decided(best.score);
        }
        if task.is_open()
            && best.score > task.alpha
            && let Some(m) = best_move
        {
            self.frames[task.ply as usize + 1].line.clear();
            self.keep_line(task.ply, m);
        }
        best
    }

    fn keep_line(&mut self, ply: u32, m: P::Move) {
        let (here, below) = self.frames.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }

    /// Updates killers and history: the last move of `tried` caused a cutoff, those before it did not.
    fn credit(&mut self, mover: Seat, task: Task, tried: &[Waiting<P::Move>]) {
        let Some((refuting, others)) = tried.split_last() else { return };
        let killers = &mut self.frames[task.ply as usize].killers;
        if killers[0] != Some(refuting.m) {
            *killers = [Some(refuting.m), killers[0]];
        }
        let credit = (task.depth * task.depth).min(400) as i32;
        self.history.credit(mover, refuting.m, credit);
        for other in others {
            self.history.credit(mover, other.m, -credit);
        }
    }
}

/// The first move that wins immediately.
fn winning_move<P: Position>(position: &P, mover: Seat) -> Option<P::Move> {
    let wins =
        |m| matches!(position.after(m).status(), Status::Over(end) if outcome(&end, mover) == Outcome::Win);
    position
        .try_for_each_move(|m| if wins(m) { ControlFlow::Break(m) } else { ControlFlow::Continue(()) })
        .break_value()
}

struct Best {
    scored: Scored,
    number: Option<u16>,
}
