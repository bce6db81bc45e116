//! Search for any number of seats, each playing for itself.

use crate::{
    Answer, Evaluate, Limits, Line, Stop, Value, answer::descending, hash::key_of, limits::Counter,
    path::Path, score::MAX_PLY, shares,
};
use ludoteca_core::{PerSeat, Position, Seat, Status};
use std::ops::ControlFlow;

/// Max^n: every seat chooses the move with the greatest share for itself, the first of equals in the
/// position's fixed order.
///
/// The result is exact to its depth: only the moves after one that yields the whole victory are cut.
#[derive(Debug)]
pub struct MaxN {
    slots: Box<[Slot]>,
}

/// A table entry, reused for searches of the same depth.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    depth: u32,
    found: Found,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    shares: PerSeat<f32>,
    proven: bool,
}

impl Default for MaxN {
    fn default() -> Self {
        MaxN::new(32 << 20)
    }
}

impl MaxN {
    /// Creates a search whose table takes `table_bytes` bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        let nothing = Found { shares: PerSeat::new(0, |_| 0.0), proven: false };
        let count = (table_bytes / size_of::<Slot>()).max(1);
        MaxN { slots: vec![Slot { key: 0, depth: 0, found: nothing }; count].into() }
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
        let mut answer = Answer { lines: Vec::new(), nodes: 0, depth: 0 };
        let Status::ToAct(mover) = position.status() else { return answer };
        // Entries of another evaluation or of a game with another history would be wrong.
        self.slots.iter_mut().for_each(|slot| slot.depth = 0);
        let mut path = Path::new(history, position);
        path.push(key_of(position));
        let lines = (0..=MAX_PLY + 1).map(|_| Vec::new()).collect();
        let mut run =
            Run { slots: &mut self.slots, evaluate, counter: Counter::new(limits, stop), path, lines };
        let deepest = limits.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        for depth in 1..=deepest {
            let mut found: Vec<(Found, Vec<P::Move>)> = Vec::new();
            position.for_each_child(|m, child| {
                if !run.counter.stopped {
                    let of_child = run.child(&child, depth - 1, 1);
                    let line = std::iter::once(m).chain(run.lines[1].iter().copied()).collect();
                    found.push((of_child, line));
                }
            });
            if run.counter.stopped {
                break;
            }
            found.sort_by(|(a, _), (b, _)| descending(a.shares[mover], b.shares[mover]));
            // The first line's value is the position's value; it is certain only if no other move can be
            // better.
            let all = found.iter().all(|(found, _)| found.proven);
            let settled =
                all || position.seats() <= 2 && found[0].0.proven && found[0].0.shares[mover] >= 1.0;
            found[0].0.proven = settled;
            answer = Answer {
                lines: found
                    .into_iter()
                    .take(limits.lines.max(1))
                    .map(|(found, moves)| found.line(moves))
                    .collect(),
                nodes: run.counter.nodes,
                depth,
            };
            report(&answer);
            if all || settled && limits.lines <= 1 {
                break;
            }
            run.counter.start();
        }
        Answer { nodes: run.counter.nodes, ..answer }
    }
}

impl Found {
    fn line<M>(self, moves: Vec<M>) -> Line<M> {
        Line { moves, value: Value::Shares { shares: self.shares, proven: self.proven } }
    }
}

struct Run<'a, P: Position, E: ?Sized> {
    slots: &'a mut [Slot],
    evaluate: &'a E,
    counter: Counter<'a>,
    path: Path,
    /// The best line from each ply.
    lines: Vec<Vec<P::Move>>,
}

impl<P: Position, E: Evaluate<P> + ?Sized> Run<'_, P, E> {
    fn child(&mut self, position: &P, depth: u32, ply: usize) -> Found {
        self.counter.nodes += 1;
        self.lines[ply].clear();
        let mover = match position.status() {
            Status::Over(standing) => return Found { shares: shares(&standing), proven: true },
            Status::ToAct(mover) => mover,
        };
        let key = key_of(position);
        if self.path.contains(key)
            && let Some(standing) = position.third_occurrence()
        {
            return Found { shares: shares(&standing), proven: self.path.is_third(key) };
        }
        if depth == 0 || self.counter.look() {
            return Found { shares: self.evaluate.shares(position), proven: false };
        }
        let index = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        let slot = self.slots[index];
        if slot.key == key && slot.depth > 0 && (slot.depth == depth || slot.found.proven) {
            return slot.found;
        }
        self.path.push(key);
        let found = self.moves(position, mover, depth, ply);
        self.path.pop();
        if !self.counter.stopped {
            self.slots[index] = Slot { key, depth, found };
        }
        found
    }

    fn moves(&mut self, position: &P, mover: Seat, depth: u32, ply: usize) -> Found {
        let mut best: Option<Found> = None;
        let mut all_proven = true;
        let whole = position.try_for_each_move(|m| {
            let found = self.child(&position.after(m), depth - 1, ply + 1);
            if self.counter.stopped {
                return ControlFlow::Break(());
            }
            all_proven &= found.proven;
            if best.is_none_or(|best| found.shares[mover] > best.shares[mover]) {
                best = Some(found);
                let (here, below) = self.lines.split_at_mut(ply + 1);
                here[ply].clear();
                here[ply].push(m);
                here[ply].extend_from_slice(&below[0]);
                if found.shares[mover] >= 1.0 {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        match best {
            // With two seats nothing can beat the whole victory; with more, the choice among several such
            // moves may matter to the others.
            Some(best) if whole.is_break() && position.seats() <= 2 => best,
            Some(best) => Found { proven: all_proven, ..best },
            None => Found { shares: self.evaluate.shares(position), proven: false },
        }
    }
}
