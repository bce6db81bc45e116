//! Exact answers for two seats: depth-first proof-number search (df-pn).

mod store;

use crate::{Limits, Outcome, Stop, hash::key_of, limits::Counter, path::Path, score::outcome};
use ludoteca_core::{Position, Seat, Standing, Status};
use store::{Entry, FREE, INFINITE, Store};

/// What a seat is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The seat wins by force.
    Win,
    /// The seat wins or draws.
    Draw,
}

/// Whether a seat can force it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Yes, whatever the other seat does.
    Proven,
    /// No: the other seat can prevent it.
    Disproven,
    /// The limits were too narrow, or the answer hangs on repetition in a way that is not searched.
    Unknown,
}

/// What a proof search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The answer to the question.
    pub verdict: Verdict,
    /// Proven: how the game may go, the seat keeping to its proof, as far as the table still knows it.
    pub line: Vec<M>,
    /// The number of positions expanded.
    pub nodes: u64,
    /// The least number of positions still to be settled for a proof (first) and for a disproof (second), as
    /// far as the search knows; both are 0 once there is an answer.
    pub open: [u32; 2],
    /// Plies of the longest path that was looked at.
    pub deepest: u32,
}

/// Depth-first proof-number search for games of two seats, in any order of turns.
///
/// # Repetition
/// The search asks whether one seat, the attacker, can force a win. A position that comes again on the path
/// counts as a failure of the attacker, so that no proof rests on it, and every proof holds on every path. A
/// disproof that rests on it holds only where the path has that earlier position: it is kept under a key of
/// the whole path, and under the position's own key only where all the repetitions lie below the position
/// itself. Where the rules would give a repetition to the attacker as a win, a disproof that needs it is no
/// answer, and [`Verdict::Unknown`] is given. Whether a seat reaches at least a draw is the question whether
/// the other can force a win, turned round.
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
    /// A search with a table of this size.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        ProofSearch { store: Store::new(table_bytes) }
    }

    /// Asks whether `seat` can force `goal` in `position`. `history` holds the earlier positions of the game,
    /// for repetition.
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

/// Longer paths are given up, as if they depended on something before the root.
const DEEPEST: u32 = 300;
/// A disproof that depends on something before the root is no disproof.
const DOUBT: u32 = 0;

struct Run<'a, P: Position> {
    store: &'a mut Store,
    attacker: Seat,
    salt: u64,
    path: Path,
    counter: Counter<'a>,
    /// The positions from the root to the node, and a key of the whole path for each.
    trail: Vec<(u64, u64)>,
    deepest: usize,
    frames: Vec<Vec<Child<P>>>,
    /// The numbers of the root, which come into the table only when it is settled.
    root: Entry,
    reached: usize,
}

#[derive(Clone)]
struct Child<P: Position> {
    position: P,
    m: Option<P::Move>,
    key: u64,
    /// Where the game is over.
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

    /// What is known of a position at this ply, those before it being on the trail.
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
            // Plies count from 1 here, 0 being what lies before the root.
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

    /// Works on a position until its proof number reaches `pn`, its disproof number `dn`, or it is settled.
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
            // A little beyond the second best, so that two equal children do not take turns at every step.
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
        // Repetitions of this position and of those below it are the subtree's own affair.
        if entry.dn == 0 && entry.depends <= ply as u32 {
            self.store.put(key_on_path, entry, work);
        } else {
            self.store.put(node.key ^ self.salt, Entry { depends: FREE, ..entry }, work);
        }
    }

    /// The node's numbers from those of its children.
    fn sum_up(&self, children: &[Child<P>], ply: usize, attacking: bool) -> Summary {
        let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0_u32, 0);
        let mut all_depend = FREE; // the earliest: a disproof of all children needs each
        let mut settling: Option<u32> = None; // the latest: of several that settle the node one is enough
        for (i, child) in children.iter().enumerate() {
            let entry = self.look_up(child, ply);
            // The mover's own number comes first: the attacker seeks to prove, the other to disprove.
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
        let sum = if least == 0 { INFINITE } else { sum.min(INFINITE - 1) }; // a large sum is no proof
        let (pn, dn) = if attacking { (least, sum) } else { (sum, least) };
        let depends = match settling {
            _ if dn > 0 => FREE,
            Some(depends) => depends,
            None => all_depend,
        };
        let number = best.min(usize::from(u16::MAX)) as u16;
        Summary { entry: Entry { pn, dn, depends, best: number }, best, second }
    }

    /// Follows the proof: the side that keeps it plays the move it rests on, the other the one that took most
    /// work.
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
    /// The child to work on, or the one that settles the node.
    best: usize,
    /// The mover's own number of the second best child.
    second: u32,
}

/// A key of a path from that of its beginning.
fn chain(path: u64, key: u64) -> u64 {
    (path.rotate_left(23) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32
}
