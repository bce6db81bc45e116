//! Monte Carlo tree search for any number of seats, with proven results.

mod pool;

use crate::{
    Answer, Evaluate, Limits, Line, Stop, Value, hash::key_of, limits::Counter, path::Path, score::outcome,
    shares, value_of_share,
};
use ludoteca_core::{PerSeat, Position, Seat, Standing, Status, Step, perft};
use pool::{Node, Pool, State};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How a new leaf of the tree is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// By a random game (rollout), cut off after some plies. If it does not end, its last position is
    /// evaluated.
    Rollout {
        /// The maximum length of the rollout.
        plies: u32,
    },
    /// By an evaluation of the position.
    Evaluation,
}

/// The options of an [`Mcts`].
#[derive(Clone, Debug)]
pub struct MctsOptions {
    /// The memory limit of the tree. When it is reached the tree stops growing, but the search continues.
    pub bytes: usize,
    /// The exploration constant: the factor of the square root in UCT.
    pub exploration: f32,
    /// How a new leaf is evaluated.
    pub leaf: Leaf,
    /// First-play urgency: an untried move counts as tried once, with its parent's share minus this value.
    /// With `None`, each move is tried once before any is tried twice.
    pub first_play: Option<f32>,
    /// Whether proven results are propagated up the tree.
    pub solver: bool,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions {
            bytes: 64 << 20,
            exploration: 0.5,
            leaf: Leaf::Evaluation,
            first_play: Some(0.1),
            solver: true,
        }
    }
}

impl MctsOptions {
    /// Plain UCT: random games and no proofs. A baseline for measurements, to be used with
    /// [`Blank`](crate::Blank).
    #[must_use]
    pub fn plain_uct() -> Self {
        MctsOptions {
            exploration: std::f32::consts::FRAC_1_SQRT_2,
            leaf: Leaf::Rollout { plies: 10_000 },
            first_play: None,
            solver: false,
            ..MctsOptions::default()
        }
    }
}

/// Playouts between two checks of the first line's length.
const DEPTH_CHECK_INTERVAL: u64 = 256;

/// Monte Carlo tree search that keeps its tree from one move of a game to the next.
///
/// One playout counts as one node of the [`Limits`]; the depth of an answer is the length of its first line.
/// With a depth limit the tree grows no deeper than that. The search ends when the first line is that long
/// and each of its moves has had [`CONFIRMED`](Self::CONFIRMED) playouts, and at the latest after
/// [`PLAYOUTS_A_PLY`](Self::PLAYOUTS_A_PLY) playouts for each ply of the limit.
#[derive(Debug)]
pub struct Mcts<P: Position> {
    options: MctsOptions,
    root: P,
    history: Vec<P>,
    pool: Pool<P::Move>,
}

impl<P: Position> Mcts<P> {
    /// With a depth limit: the playouts that each move of the first line needs before the search ends.
    pub const CONFIRMED: u32 = 100;
    /// With a depth limit: the maximum number of playouts for each ply of the limit.
    pub const PLAYOUTS_A_PLY: u64 = 20_000;

    /// Creates a tree for `position`. `history` holds the earlier positions of the game, for repetition.
    pub fn new(position: &P, history: &[P], options: MctsOptions) -> Self {
        let pool = Pool::new(options.bytes);
        Mcts { options, root: position.clone(), history: history.to_vec(), pool }
    }

    /// The position at the root.
    pub fn position(&self) -> &P {
        &self.root
    }

    /// The number of playouts through the root that the tree remembers, including those of earlier searches.
    pub fn visits(&self) -> u32 {
        self.pool.nodes[0].visits
    }

    /// Advances to a later position of the same game, reached through `past` (each earlier position with the
    /// move played in it). Returns `false` if the position does not continue the tree's own position and
    /// history; the tree is useless for it then.
    pub fn follow(&mut self, past: &[(P, Step<P::Move>)], position: &P) -> bool {
        let known = self.history.len();
        let same_past = past.len() >= known && self.history.iter().eq(past[..known].iter().map(|(p, _)| p));
        if !same_past || past.get(known).map_or(position, |(p, _)| p) != &self.root {
            return false;
        }
        past[known..].iter().all(|&(_, step)| step.ply().is_some_and(|m| self.advance(m)))
    }

    /// Advances by one move and keeps the subtree below it. Returns `false` and changes nothing if the move
    /// is illegal.
    pub fn advance(&mut self, m: P::Move) -> bool {
        let before = self.root.clone();
        if self.root.play(m).is_err() {
            return false;
        }
        self.history.push(before);
        self.pool.advance(m);
        true
    }

    /// Searches the position at the root. `report` is called each time the number of playouts has doubled.
    pub fn search<E: Evaluate<P> + ?Sized>(
        &mut self,
        evaluate: &E,
        limits: &Limits,
        stop: Stop<'_>,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let Status::ToAct(mover) = self.root.status() else {
            return Answer { lines: Vec::new(), nodes: 0, depth: 0 };
        };
        self.pool.nodes[0].open(mover);
        let path = Path::new(&self.history, &self.root);
        let mut run = Run {
            recurs: self.root.third_occurrence().is_some(),
            root: &self.root,
            options: &self.options,
            pool: &mut self.pool,
            evaluate,
            dice: Xoshiro256PlusPlus::seed_from_u64(limits.seed),
            path,
            visited: Vec::new(),
        };
        let depth = limits.depth.map(|depth| depth.max(1));
        let most = depth.map(|depth| Self::PLAYOUTS_A_PLY.saturating_mul(depth.into()));
        let nodes = limits.nodes.into_iter().chain(most).min();
        let mut counter = Counter::new(&Limits { nodes, ..limits.clone() }, stop);
        let mut next_report = Stop::GRAIN;
        while !counter.look() && !run.pool.nodes[0].is_proven() {
            run.playout(depth.map_or(usize::MAX, |depth| depth as usize));
            counter.nodes += 1;
            if let Some(depth) = depth
                && counter.nodes.is_multiple_of(DEPTH_CHECK_INTERVAL)
                && run.is_confirmed(depth, Self::CONFIRMED)
            {
                break;
            }
            // One playout is enough for an answer, and each takes long enough to check the clock after a few.
            if counter.nodes % 16 == 1 {
                counter.start();
            }
            if counter.nodes == next_report {
                next_report *= 2;
                report(&run.answer(mover, limits.lines, counter.nodes));
            }
        }
        if run.pool.nodes[0].children == 0 {
            run.expand(0, &self.root); // proven by an earlier search, but the moves are still needed
        }
        run.answer(mover, limits.lines, counter.nodes)
    }
}

struct Run<'a, P: Position, E: ?Sized> {
    recurs: bool,
    root: &'a P,
    options: &'a MctsOptions,
    pool: &'a mut Pool<P::Move>,
    evaluate: &'a E,
    dice: Xoshiro256PlusPlus,
    path: Path,
    visited: Vec<Visited>,
}

/// A node on the path of a playout.
#[derive(Clone, Copy)]
struct Visited {
    node: usize,
    /// The best child, if it is settled and the playout continued through another one.
    settled: Option<usize>,
}

impl<P: Position, E: Evaluate<P> + ?Sized> Run<'_, P, E> {
    /// Runs one playout: descends to a leaf, evaluates it and updates all nodes on the path.
    fn playout(&mut self, depth: usize) {
        let mut visited = std::mem::take(&mut self.visited);
        visited.clear();
        let mut position = self.root.clone();
        let mut at = 0;
        let found = loop {
            if let Some(found) = self.judge(at, &position, visited.len() >= depth) {
                break found;
            }
            if self.recurs {
                self.path.push(key_of(&position));
            }
            let (child, settled) = self.select(at);
            if let Some(m) = self.pool.nodes[child].m {
                position.play_unchecked(m);
            }
            visited.push(Visited { node: at, settled });
            at = child;
        };
        self.pool.nodes[at].learn(&found);
        let mut found = found;
        let mut proven = self.options.solver && self.pool.nodes[at].is_proven();
        for &Visited { node, settled } in visited.iter().rev() {
            if self.recurs {
                self.path.pop();
            }
            if let Some(settled) = settled {
                found = self.better(node, found, settled);
            }
            self.pool.nodes[node].learn(&found);
            proven = proven && self.prove(node);
        }
        self.visited = visited;
    }

    /// The shares that the seat to act at `node` prefers: those found below, or those of its settled child.
    fn better(&mut self, node: usize, found: PerSeat<f32>, settled: usize) -> PerSeat<f32> {
        let (State::Open(seat), State::Proven { standing, .. }) =
            (self.pool.nodes[node].state, self.pool.nodes[settled].state)
        else {
            return found;
        };
        let sure = shares(&standing);
        self.pool.nodes[settled].learn(&sure);
        if sure[seat] > found[seat] { sure } else { found }
    }

    /// Evaluates a node at which the playout ends; `None` if it continues with one of the node's children.
    fn judge(&mut self, at: usize, position: &P, deep_enough: bool) -> Option<PerSeat<f32>> {
        if let State::Proven { standing, .. } = self.pool.nodes[at].state {
            return Some(shares(&standing));
        }
        if at > 0
            && self.recurs
            && let Some(found) = self.repeated(at, position)
        {
            return Some(found);
        }
        match (self.pool.nodes[at].state, position.status()) {
            (_, Status::Over(standing)) => {
                self.pool.nodes[at].state = State::Proven { standing, plies: 0 };
                Some(shares(&standing))
            }
            (State::Fresh, Status::ToAct(seat)) => {
                self.pool.nodes[at].open(seat);
                Some(self.leaf(position))
            }
            _ if at > 0 && deep_enough => Some(self.leaf(position)),
            _ if self.pool.nodes[at].children > 0 || self.expand(at, position) => None,
            _ => Some(self.leaf(position)),
        }
    }

    /// A third occurrence in the game ends it. Any other repetition of a position of the path or the game is
    /// evaluated as if it did, but it proves nothing and the tree does not grow there.
    fn repeated(&mut self, at: usize, position: &P) -> Option<PerSeat<f32>> {
        let key = key_of(position);
        if !self.path.contains(key) || matches!(position.status(), Status::Over(_)) {
            return None;
        }
        let standing = position.third_occurrence()?;
        if self.path.is_third(key) {
            self.pool.nodes[at].state = State::Proven { standing, plies: 0 };
        }
        Some(shares(&standing))
    }

    fn leaf(&mut self, position: &P) -> PerSeat<f32> {
        match self.options.leaf {
            Leaf::Evaluation => self.evaluate.shares(position),
            Leaf::Rollout { plies } => {
                let (last, _) = perft::playout(position, plies, || self.dice.next_u32());
                match last.status() {
                    Status::Over(standing) => shares(&standing),
                    Status::ToAct(_) => self.evaluate.shares(&last),
                }
            }
        }
    }

    /// Adds the node's children, the most promising first and equal ones in random order. Returns `false` if
    /// the memory is full.
    fn expand(&mut self, at: usize, position: &P) -> bool {
        let mut moves = Vec::new();
        position.for_each_move(|m| {
            moves.push((std::cmp::Reverse(self.evaluate.order(position, m)), self.dice.next_u32(), m));
        });
        moves.sort_unstable_by_key(|&(order, tie, _)| (order, tie));
        // The root's children are the answer, so they are added even if the memory limit is reached.
        self.pool.adopt(at, moves.iter().map(|&(_, _, m)| m), at == 0)
    }

    /// Selects a child by upper confidence bounds. A settled child offers nothing more to learn, so it is
    /// returned in addition to the best of the others.
    fn select(&self, at: usize) -> (usize, Option<usize>) {
        let node = &self.pool.nodes[at];
        let State::Open(seat) = node.state else { return (node.first as usize, None) };
        let explore = self.options.exploration * (f32::max(node.visits as f32, 1.0).ln()).sqrt();
        let first_play = self.options.first_play.map(|less| node.mean[seat] - less + explore);
        let mut settled = (f32::NEG_INFINITY, None);
        let mut open = (f32::NEG_INFINITY, None);
        for i in node.children() {
            let child = &self.pool.nodes[i];
            let (score, best) = match child.state {
                State::Proven { standing, .. } => (shares(&standing)[seat], &mut settled),
                _ if child.visits == 0 => (first_play.unwrap_or(f32::INFINITY), &mut open),
                _ => (child.mean[seat] + explore / (child.visits as f32).sqrt(), &mut open),
            };
            if score > best.0 {
                *best = (score, Some(i));
            }
        }
        match (open, settled) {
            ((_, Some(open)), (_, None)) => (open, None),
            ((value, Some(open)), (sure, Some(_))) if value >= sure => (open, None),
            ((_, Some(open)), (_, settled)) if self.options.solver => (open, settled),
            (_, (_, settled)) => (settled.unwrap_or(node.first as usize), None),
        }
    }

    /// Checks whether the children settle the node: one of them is optimal, or all are settled.
    fn prove(&mut self, at: usize) -> bool {
        let node = &self.pool.nodes[at];
        let State::Open(seat) = node.state else { return node.is_proven() };
        let mut best: Option<(f32, Standing, u32)> = None;
        let mut all = true;
        for i in node.children() {
            let State::Proven { standing, plies } = self.pool.nodes[i].state else {
                all = false;
                continue;
            };
            let share = shares(&standing)[seat];
            let better = best.is_none_or(|(most, _, at)| {
                share > most || (share == most && if share < 1.0 { plies > at } else { plies < at })
            });
            if better {
                best = Some((share, standing, plies));
            }
        }
        match best {
            Some((share, standing, plies)) if all || share >= 1.0 => {
                self.pool.nodes[at].state = State::Proven { standing, plies: plies + 1 };
                true
            }
            _ => false,
        }
    }

    fn answer(&self, mover: Seat, lines: usize, nodes: u64) -> Answer<P::Move> {
        let root = &self.pool.nodes[0];
        let mut children: Vec<&Node<P::Move>> = root.children().map(|i| &self.pool.nodes[i]).collect();
        children.sort_by(|a, b| preference(b, mover, root).total_cmp(&preference(a, mover, root)));
        let lines: Vec<_> = children.iter().take(lines.max(1)).map(|child| self.line(child, mover)).collect();
        Answer { depth: lines.first().map_or(0, |line| line.moves.len() as u32), lines, nodes }
    }

    fn line(&self, child: &Node<P::Move>, mover: Seat) -> Line<P::Move> {
        let mut moves: Vec<_> = child.m.into_iter().collect();
        let mut at = child;
        while let Some(next) = self.best_child(at) {
            moves.extend(next.m);
            at = next;
        }
        Line { moves, value: value(child, &self.pool.nodes[0].mean, mover) }
    }

    /// The child that the seat to act prefers among those with playouts.
    fn best_child(&self, at: &Node<P::Move>) -> Option<&Node<P::Move>> {
        let to_act = at.seat?;
        let children = at.children().map(|i| &self.pool.nodes[i]).filter(|node| node.visits > 0);
        children.max_by(|a, b| preference(a, to_act, at).total_cmp(&preference(b, to_act, at)))
    }

    /// Whether the best line has at least this length and each of its moves up to there has had at least this
    /// many playouts.
    fn is_confirmed(&self, depth: u32, playouts: u32) -> bool {
        let mut at = &self.pool.nodes[0];
        (0..depth).all(|_| {
            self.best_child(at).is_some_and(|child| {
                at = child;
                child.visits >= playouts
            })
        })
    }
}

/// A seat's preference for a move. A certain first place comes first, the sooner the better. Then come the
/// most visited moves, with the share breaking ties (or the share alone if everything is proven). A certain
/// last place comes last, the later the better.
fn preference<M>(node: &Node<M>, seat: Seat, parent: &Node<M>) -> f64 {
    match node.state {
        State::Proven { standing, plies } => match shares(&standing)[seat] {
            share if share >= 1.0 => 1e12 - f64::from(plies),
            share if share <= 0.0 => -1e12 + f64::from(plies),
            share if parent.is_proven() => 1e9 * f64::from(share) + f64::from(plies),
            share => f64::from(node.visits) + f64::from(share),
        },
        _ => f64::from(node.visits) + f64::from(node.mean[seat]),
    }
}

/// The value of a root child; one that was never visited gets the root's value.
fn value<M>(node: &Node<M>, root: &PerSeat<f32>, mover: Seat) -> Value {
    let mean = if node.visits > 0 { node.mean } else { *root };
    match node.state {
        State::Proven { standing, plies } if standing.seats() == 2 => {
            Value::Proven { result: outcome(&standing, mover), plies: plies + 1 }
        }
        State::Proven { standing, .. } => Value::Shares { shares: shares(&standing), proven: true },
        _ if mean.seats() <= 2 => Value::Estimate(value_of_share(mean[mover])),
        _ => Value::Shares { shares: mean, proven: false },
    }
}
