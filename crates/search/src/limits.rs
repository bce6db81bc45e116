use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// The limits of a search. With a fixed seed and node limit (and no [`Stop`]) the answer is always the same.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Search at most about this many positions. The first iteration always completes, so that there is an
    /// answer.
    pub nodes: Option<u64>,
    /// Search at most this many plies. This ends every search: iterative deepening after its last iteration,
    /// a Monte Carlo tree as described at [`Mcts`](crate::Mcts).
    pub depth: Option<u32>,
    /// The number of moves that get a line and a value of their own; at least 1.
    pub lines: usize,
    /// Seed for the choice among otherwise equal options: random games and the order of moves at the root.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: None, depth: None, lines: 1, seed: 0 }
    }
}

impl Limits {
    /// A node limit and no other.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A depth limit and no other.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// How a caller ends a search early. A search never reads a clock; a caller that has one passes a closure.
#[derive(Clone, Copy, Default)]
pub struct Stop<'a> {
    flag: Option<&'a AtomicBool>,
    poll: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Stop<'a> {
    /// A search that ends only at its limits.
    #[must_use]
    pub fn never() -> Self {
        Stop::default()
    }

    /// Ends the search soon after any thread sets the flag.
    #[must_use]
    pub fn flag(flag: &'a AtomicBool) -> Self {
        Stop { flag: Some(flag), poll: None }
    }

    /// Ends the search soon after the closure returns true. It is called about every [`Stop::GRAIN`] nodes.
    #[must_use]
    pub fn when(poll: &'a dyn Fn() -> bool) -> Self {
        Stop { flag: None, poll: Some(poll) }
    }

    /// Also ends the search when this closure returns true.
    #[must_use]
    pub fn or_when(self, poll: &'a dyn Fn() -> bool) -> Self {
        Stop { poll: Some(poll), ..self }
    }

    /// The number of nodes between two checks of the flag and the closure.
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

/// Counts nodes and periodically checks the limit and the stop condition.
#[derive(Debug)]
pub(crate) struct Counter<'a> {
    pub(crate) nodes: u64,
    limit: u64,
    next_look: u64,
    stop: Stop<'a>,
    /// Once set, the whole search unwinds.
    pub(crate) stopped: bool,
}

impl<'a> Counter<'a> {
    /// Limit and stop condition are ignored before [`start`](Self::start).
    pub(crate) fn new(limits: &Limits, stop: Stop<'a>) -> Self {
        let limit = limits.nodes.unwrap_or(u64::MAX);
        Counter { nodes: 0, limit, next_look: u64::MAX, stop, stopped: false }
    }

    /// Starts to apply the limit and the stop condition.
    pub(crate) fn start(&mut self) {
        self.next_look = self.nodes;
    }

    /// Counts a node; must be called at every node that can be abandoned.
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
