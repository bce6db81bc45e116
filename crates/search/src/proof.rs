//! Exact answers for two seats: depth-first proof-number search (df-pn).

mod store;

use crate::{Limits, Outcome, Stop, hash::key_of, limits::Counter, path::Path, score::outcome};
use ludoteca_core::{Position, Seat, Standing, Status};
use store::{Entry, FREE, INFINITE, Store};

/// The goal a seat must reach for a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The seat can force a win.
    Win,
    /// The seat can force at least a draw.
    Draw,
}

/// Whether a seat can force its goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Yes, whatever the other seat plays.
    Proven,
    /// No: the other seat can prevent it.
    Disproven,
    /// The limits were too narrow, or the answer depends on repetition in a way the search does not resolve.
    Unknown,
}

/// The result of a proof search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// Whether the goal is proven, disproven or unknown.
    pub verdict: Verdict,
    /// If proven: a sample game in which the seat follows its proof, as far as the table still holds it.
    pub line: Vec<M>,
    /// The number of positions expanded.
    pub nodes: u64,
    /// The root's proof number and disproof number: the minimum number of positions still to be settled for a
    /// proof and for a disproof, as far as the search knows. Both are 0 once the question is settled.
    pub open: [u32; 2],
    /// The length of the longest path searched, in plies.
    pub deepest: u32,
}

/// Depth-first proof-number search for games of two seats, in any order of turns.
///
/// # Repetition
/// The search asks whether one seat, the attacker, can force a win. A position that repeats on the path
/// counts as a failure of the attacker. No proof therefore depends on repetition, and every proof holds on
/// every path. A disproof that depends on repetition holds only where the path contains the earlier position.
/// It is stored under a key of the whole path, and under the position's own key only if all its repetitions
/// lie below the position itself. If the rules would count a repetition as a win for the attacker, a disproof
/// that needs it is not conclusive and the verdict is [`Verdict::Unknown`]. Whether a seat can reach at least
/// a draw is answered by asking whether the other seat can force a win.
#[derive(Debug)]
pub struct ProofSearch {
    store: Store,
}

impl Default for ProofSearch {
    fn default() -> Self {
        ProofSearch::new(64 << 20)
    }
}

impl ProofSearch {
    /// Creates a search whose table takes `table_bytes` bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        ProofSearch { store: Store::new(table_bytes) }
    }

    /// Searches whether `seat` can force `goal` in `position`. `history` holds the earlier positions of the
    /// game, for repetition.
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        history: &[P],
        seat: Seat,
        goal: Goal,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Proof<P::Move> {
        let attacker = if goal == Goal::Win { seat } else { seat.other_of_two() };
        let path = Path::new(history, position);
        let salt = path.salt() ^ (attacker.index() as u64 + 1) << 60;
        let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST) as usize;
        let frames = (0..deepest + 2).map(|_| Vec::new()).collect();
        let counter = Counter::new(limits, stop);
        let mut run = Run {
            store: &mut self.store,
            attacker,
            salt,
            path,
            counter,
            trail: Vec::new(),
            deepest,
            frames,
            root: Entry::UNKNOWN,
            reached: 0,
        };
        let mut root = Child { position: position.clone(), m: None, key: key_of(position), end: None };
        if let Status::Over(standing) = position.status() {
            root.end = Some(run.end(&standing));
        }
        run.counter.start();
        let mut found = run.look_up(&root, 0);
        while !found.is_settled() && !run.counter.stopped {
            run.work(&root, 0, INFINITE, INFINITE);
            found = run.look_up(&root, 0);
        }
        let verdict = match (found.pn, found.dn, goal) {
            (0, _, Goal::Win) => Verdict::Proven,
            (0, _, Goal::Draw) => Verdict::Disproven,
            (_, 0, _) if found.depends != FREE => Verdict::Unknown,
            (_, 0, Goal::Win) => Verdict::Disproven,
            (_, 0, Goal::Draw) => Verdict::Proven,
            _ => Verdict::Unknown,
        };
        let line = if verdict == Verdict::Proven { run.line(root) } else { Vec::new() };
        let open = match (verdict, goal) {
            (Verdict::Unknown, Goal::Win) => [run.root.pn, run.root.dn],
            (Verdict::Unknown, Goal::Draw) => [run.root.dn, run.root.pn],
            _ => [0, 0],
        };
        Proof { verdict, line, nodes: run.counter.nodes, open, deepest: run.reached as u32 }
    }
}

/// Longer paths are abandoned, as if they depended on a position before the root.
const DEEPEST: u32 = 300;
/// A disproof that depends on a position before the root is not conclusive.
const DOUBT: u32 = 0;

struct Run<'a, P: Position> {
    store: &'a mut Store,
    attacker: Seat,
    salt: u64,
    path: Path,
    counter: Counter<'a>,
    /// The positions from the root to the node, each with a key of the whole path.
    trail: Vec<(u64, u64)>,
    deepest: usize,
    frames: Vec<Vec<Child<P>>>,
    /// The root's numbers, stored in the table only once it is settled.
    root: Entry,
    reached: usize,
}

#[derive(Clone)]
struct Child<P: Position> {
    position: P,
    m: Option<P::Move>,
    key: u64,
    /// The entry of a finished game.
    end: Option<Entry>,
}

impl<P: Position> Run<'_, P> {
    fn end(&self, standing: &Standing) -> Entry {
        if outcome(standing, self.attacker) == Outcome::Win { Entry::PROVEN } else { Entry::DISPROVEN }
    }

    fn collect(&self, position: &P, children: &mut Vec<Child<P>>) {
        children.clear();
        position.for_each_child(|m, position| {
            let end = match position.status() {
                Status::Over(standing) => Some(self.end(&standing)),
                Status::ToAct(_) => None,
            };
            children.push(Child { key: key_of(&position), position, m: Some(m), end });
        });
    }

    /// The entry of a child at this ply, given the positions before it on the trail.
    fn look_up(&self, child: &Child<P>, ply: usize) -> Entry {
        if let Some(end) = child.end {
            return end;
        }
        let key = child.key;
        if ply > 0
            && self.path.is_third(key)
            && let Some(standing) = child.position.third_occurrence()
        {
            return self.end(&standing);
        }
        if let Some(earlier) = self.trail.iter().position(|&(on_trail, _)| on_trail == key) {
            // Plies count from 1 here; 0 stands for positions before the root.
            let wins =
                child.position.third_occurrence().is_some_and(|s| outcome(&s, self.attacker) == Outcome::Win);
            return Entry { depends: if wins { DOUBT } else { earlier as u32 + 1 }, ..Entry::DISPROVEN };
        }
        let known = self.store.get(key ^ self.salt);
        match known {
            Some(known) if known.is_settled() => known,
            _ => self.store.get(self.key_on_path(key)).or(known).unwrap_or(Entry::UNKNOWN),
        }
    }

    fn key_on_path(&self, key: u64) -> u64 {
        chain(self.trail.last().map_or(self.salt, |&(_, path)| path), key)
    }

    /// Expands a position until its proof number reaches `pn`, its disproof number reaches `dn`, or it is
    /// settled.
    fn work(&mut self, node: &Child<P>, ply: usize, pn: u32, dn: u32) {
        self.counter.nodes += 1;
        if self.counter.look() {
            return;
        }
        self.reached = self.reached.max(ply);
        let key_on_path = self.key_on_path(node.key);
        if ply >= self.deepest {
            self.store.put(key_on_path, Entry { depends: DOUBT, ..Entry::DISPROVEN }, 1);
            return;
        }
        let attacking = node.position.status() == Status::ToAct(self.attacker);
        let before = self.counter.nodes;
        let mut children = std::mem::take(&mut self.frames[ply]);
        self.collect(&node.position, &mut children);
        self.trail.push((node.key, key_on_path));
        let entry = loop {
            let Summary { entry, best, second } = self.sum_up(&children, ply + 1, attacking);
            if ply == 0 {
                self.root = entry;
            }
            if entry.is_settled() || entry.pn >= pn || entry.dn >= dn {
                break entry;
            }
            let of_best = self.look_up(&children[best], ply + 1);
            // The threshold lies slightly above the second best child, so that two equal children do not
            // alternate at every step.
            let beyond = |second: u32| second.saturating_add(second / 4 + 1).min(INFINITE);
            let (child_pn, child_dn) = if attacking {
                (pn.min(beyond(second)), (dn - entry.dn).saturating_add(of_best.dn).min(INFINITE))
            } else {
                ((pn - entry.pn).saturating_add(of_best.pn).min(INFINITE), dn.min(beyond(second)))
            };
            self.work(&children[best], ply + 1, child_pn, child_dn);
            if self.counter.stopped {
                break entry;
            }
        };
        self.trail.pop();
        self.frames[ply] = children;
        if self.counter.stopped {
            return;
        }
        let work = (self.counter.nodes - before + 1).min(u64::from(u32::MAX)) as u32;
        // Repetitions of this position and of those below it stay within the subtree.
        if entry.dn == 0 && entry.depends <= ply as u32 {
            self.store.put(key_on_path, entry, work);
        } else {
            self.store.put(node.key ^ self.salt, Entry { depends: FREE, ..entry }, work);
        }
    }

    /// Computes the node's numbers from those of its children.
    fn sum_up(&self, children: &[Child<P>], ply: usize, attacking: bool) -> Summary {
        let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0_u32, 0);
        let mut all_depend = FREE; // the earliest: disproving all children needs each of them
        let mut settling: Option<u32> = None; // the latest: one settling child is enough
        for (i, child) in children.iter().enumerate() {
            let entry = self.look_up(child, ply);
            // The mover's own number comes first: the attacker tries to prove, the defender to disprove.
            let (own, other) = if attacking { (entry.pn, entry.dn) } else { (entry.dn, entry.pn) };
            second = second.min(own.max(least));
            if own < least || own == 0 && settling.is_some_and(|depends| entry.depends > depends) {
                (least, best) = (own, i);
                if own == 0 {
                    settling = Some(entry.depends);
                }
            }
            sum = sum.saturating_add(other).min(INFINITE);
            all_depend = all_depend.min(entry.depends);
        }
        let sum = if least == 0 { INFINITE } else { sum.min(INFINITE - 1) }; // a large sum is not a proof
        let (pn, dn) = if attacking { (least, sum) } else { (sum, least) };
        let depends = match settling {
            _ if dn > 0 => FREE,
            Some(depends) => depends,
            None => all_depend,
        };
        let number = best.min(usize::from(u16::MAX)) as u16;
        Summary { entry: Entry { pn, dn, depends, best: number }, best, second }
    }

    /// Follows the proof: the proving side plays the move its proof rests on, the other side the move that
    /// took the most work.
    fn line(&mut self, root: Child<P>) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut at = root;
        for ply in 0..self.deepest {
            let entry = self.look_up(&at, ply);
            let Status::ToAct(seat) = at.position.status() else { break };
            if !entry.is_settled() {
                break;
            }
            let keeps = (seat == self.attacker) == (entry.pn == 0);
            let mut children = Vec::new();
            self.collect(&at.position, &mut children);
            let key_on_path = self.key_on_path(at.key);
            self.trail.push((at.key, key_on_path));
            let chosen = if keeps {
                Some(usize::from(entry.best))
            } else {
                (0..children.len()).rev().max_by_key(|&i| self.store.work(children[i].key ^ self.salt))
            };
            let Some(child) = chosen.and_then(|i| children.get(i)) else { break };
            if self.trail.iter().any(|&(key, _)| key == child.key) {
                break;
            }
            line.extend(child.m);
            at = child.clone();
        }
        line
    }
}

struct Summary {
    entry: Entry,
    /// The child to work on, or the child that settles the node.
    best: usize,
    /// The second best child's number from the mover's point of view.
    second: u32,
}

/// Extends the key of a path by one position.
fn chain(path: u64, key: u64) -> u64 {
    (path.rotate_left(23) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32
}
