use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// How far a search goes. With a fixed seed and node limit (and no [`Stop`]) the answer is always the same.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Search at most about this many positions; the first iteration is finished in any case, so that there
    /// is an answer.
    pub nodes: Option<u64>,
    /// Search at most this many plies. It ends every search: those that deepen step by step after the last
    /// step, a Monte Carlo tree as [`Mcts`](crate::Mcts) says.
    pub depth: Option<u32>,
    /// How many moves get a line and a value of their own; at least 1.
    pub lines: usize,
    /// Chooses among what is otherwise equal: the course of random games, the order of moves at the root.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: None, depth: None, lines: 1, seed: 0 }
    }
}

impl Limits {
    /// Only a node limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a depth limit.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// How a caller ends a search early. A search never asks a clock: a caller with one hands in a closure.
#[derive(Clone, Copy, Default)]
pub struct Stop<'a> {
    flag: Option<&'a AtomicBool>,
    poll: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Stop<'a> {
    /// Only the limits end the search.
    #[must_use]
    pub fn never() -> Self {
        Stop::default()
    }

    /// The search ends soon after the flag is set, by whatever thread.
    #[must_use]
    pub fn flag(flag: &'a AtomicBool) -> Self {
        Stop { flag: Some(flag), poll: None }
    }

    /// The search ends soon after the closure, called every [`Stop::GRAIN`] nodes or so, returns true.
    #[must_use]
    pub fn when(poll: &'a dyn Fn() -> bool) -> Self {
        Stop { flag: None, poll: Some(poll) }
    }

    /// As before, and also when the closure returns true.
    #[must_use]
    pub fn or_when(self, poll: &'a dyn Fn() -> bool) -> Self {
        Stop { poll: Some(poll), ..self }
    }

    /// So many nodes pass between two looks at the flag and the closure.
    pub const GRAIN: u64 = 1024;

    pub(crate) fn is_set(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) || self.poll.is_some_and(|poll| poll())
    }
}

impl fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("flag", &self.flag).field("poll", &self.poll.is_some()).finish()
    }
}

/// Counts nodes and looks at limit and stop now and then.
#[derive(Debug)]
pub(crate) struct Counter<'a> {
    pub(crate) nodes: u64,
    limit: u64,
    next_look: u64,
    stop: Stop<'a>,
    /// Once true, everything unwinds.
    pub(crate) stopped: bool,
}

impl<'a> Counter<'a> {
    /// Before [`start`](Self::start) nothing stops it.
    pub(crate) fn new(limits: &Limits, stop: Stop<'a>) -> Self {
        let limit = limits.nodes.unwrap_or(u64::MAX);
        Counter { nodes: 0, limit, next_look: u64::MAX, stop, stopped: false }
    }

    /// From now on limit and stop count.
    pub(crate) fn start(&mut self) {
        self.next_look = self.nodes;
    }

    /// To be called at every node that can be given up.
    #[inline]
    pub(crate) fn look(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_closely();
        }
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look_closely(&mut self) {
        self.stopped |= self.nodes >= self.limit || self.stop.is_set();
        self.next_look = (self.nodes + Stop::GRAIN).min(self.limit);
    }
}
