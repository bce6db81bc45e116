//! The tree's memory: all nodes in one list of fixed capacity, siblings adjacent.

use ludoteca_core::{PerSeat, Seat, Standing};
use std::ops::Range;

/// Whether a node's result is known for certain.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    Fresh,
    /// This seat is to act.
    Open(Seat),
    /// The game is certain to end like this.
    Proven {
        standing: Standing,
        plies: u32,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads to this node; `None` at the root.
    pub(super) m: Option<M>,
    pub(super) state: State,
    /// The seat to act, also if the result is proven; `None` if the game is over or the node was never
    /// expanded.
    pub(super) seat: Option<Seat>,
    pub(super) first: u32,
    pub(super) children: u32,
    pub(super) visits: u32,
    /// The mean shares of all visits; without seats before the first visit.
    pub(super) mean: PerSeat<f32>,
}

impl<M> Node<M> {
    fn new(m: Option<M>) -> Self {
        let mean = PerSeat::new(0, |_| 0.0);
        Node { m, state: State::Fresh, seat: None, first: 0, children: 0, visits: 0, mean }
    }

    pub(super) fn is_proven(&self) -> bool {
        matches!(self.state, State::Proven { .. })
    }

    pub(super) fn open(&mut self, seat: Seat) {
        self.seat = Some(seat);
        if matches!(self.state, State::Fresh) {
            self.state = State::Open(seat);
        }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }

    /// Records one more visit that ended with these shares.
    pub(super) fn learn(&mut self, found: &PerSeat<f32>) {
        self.visits = self.visits.saturating_add(1);
        let (mean, n) = (self.mean, self.visits as f32);
        self.mean = PerSeat::new(found.seats(), |seat| mean[seat] + (found[seat] - mean[seat]) / n);
    }
}

/// The nodes; the root is the first and always exists.
#[derive(Debug)]
pub(super) struct Pool<M> {
    pub(super) nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy + Eq> Pool<M> {
    pub(super) fn new(bytes: usize) -> Self {
        let capacity = (bytes / size_of::<Node<M>>()).clamp(1, u32::MAX as usize / 2);
        Pool { nodes: vec![Node::new(None)], capacity }
    }

    /// Adds a node's children. Returns `false` and changes nothing if there is no room for them.
    pub(super) fn adopt(
        &mut self,
        at: usize,
        moves: impl ExactSizeIterator<Item = M>,
        in_any_case: bool,
    ) -> bool {
        let (first, count) = (self.nodes.len(), moves.len());
        if first + count > self.capacity && !in_any_case {
            return false;
        }
        if first + count > self.nodes.capacity() {
            // Double the capacity, up to the limit.
            let room = (2 * (first + count)).min(self.capacity).max(first + count);
            // If the system has no more memory, the tree stops growing.
            if self.nodes.try_reserve_exact(room - first).is_err() && !in_any_case {
                self.capacity = self.nodes.capacity();
                return false;
            }
        }
        self.nodes.extend(moves.map(|m| Node::new(Some(m))));
        (self.nodes[at].first, self.nodes[at].children) = (first as u32, count as u32);
        count > 0
    }

    /// Makes the root's child by this move the new root, and drops all nodes outside its subtree, in place.
    pub(super) fn advance(&mut self, m: M) {
        let child = self.nodes[0].children().find(|&i| self.nodes[i].m == Some(m));
        let Some(child) = child else {
            self.nodes.truncate(1);
            self.nodes[0] = Node::new(None);
            return;
        };
        // Children are stored after their parents, so one pass in order finds all nodes to keep.
        let mut stays = vec![false; self.nodes.len()];
        stays[child] = true;
        for i in child..self.nodes.len() {
            if stays[i] {
                stays[self.nodes[i].children()].fill(true);
            }
        }
        // Each node moves down into the space of removed nodes; siblings stay adjacent.
        let mut kept = 0;
        let mut places = vec![0; self.nodes.len()];
        for i in child..self.nodes.len() {
            if stays[i] {
                places[i] = kept as u32;
                self.nodes.swap(kept, i);
                kept += 1;
            }
        }
        self.nodes.truncate(kept);
        for node in &mut self.nodes {
            if node.children > 0 {
                node.first = places[node.first as usize];
            }
        }
        self.nodes[0].m = None;
    }
}
