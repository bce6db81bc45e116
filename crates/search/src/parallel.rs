//! Search on several threads. In wasm there is only one: a page starts its own workers.

use crate::{AlphaBeta, Answer, Evaluate, Limits, Stop, TranspositionTable};
use ludoteca_core::Position;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

/// An [`AlphaBeta`] with helper threads that search the same position and share its table (lazy SMP).
///
/// With helpers the answer depends on the order in which threads write, so it may differ from run to run.
/// Proven values are proven all the same.
#[derive(Debug)]
pub struct Team {
    leader: AlphaBeta,
    helpers: Vec<AlphaBeta>,
}

impl Team {
    /// A team of this many threads (at least one, and in wasm exactly one) with one table of this size.
    #[must_use]
    pub fn new(threads: usize, table_bytes: usize) -> Self {
        let table = Arc::new(TranspositionTable::new(table_bytes));
        let threads = if cfg!(target_arch = "wasm32") { 1 } else { threads.max(1) };
        let mut all = (0..threads as u32).map(|number| AlphaBeta::sharing(Arc::clone(&table), number));
        Team { leader: all.next().unwrap_or_default(), helpers: all.collect() }
    }

    /// Clears the table and the history of every thread.
    pub fn clear(&mut self) {
        self.leader.clear();
        self.helpers.iter_mut().for_each(AlphaBeta::clear);
    }

    /// Searches like [`AlphaBeta::search`]; a team of one gives the same answer. Nodes are the total of all
    /// threads, and a node limit is split evenly. The depth is the leader's; the helpers end with it.
    pub fn search<P: Position, E: Evaluate<P> + ?Sized>(
        &mut self,
        position: &P,
        history: &[P],
        evaluate: &E,
        limits: &Limits,
        stop: Stop<'_>,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        if self.helpers.is_empty() {
            return self.leader.search(position, history, evaluate, limits, stop, report);
        }
        let threads = self.helpers.len() as u64 + 1;
        let own = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads)), ..limits.clone() };
        let (done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut answer = thread::scope(|scope| {
            for helper in &mut self.helpers {
                let (done, helped) = (&done, &helped);
                scope.spawn(move || {
                    let limits = Limits { nodes: None, depth: None, ..limits.clone() };
                    // Called once per grain of nodes, so it can count them.
                    let look = || {
                        helped.fetch_add(Stop::GRAIN, Ordering::Relaxed);
                        done.load(Ordering::Relaxed)
                    };
                    helper.search(position, history, evaluate, &limits, Stop::when(&look), &mut |_| ());
                });
            }
            let _done = SetAtTheEnd(&done);
            let mut report = |answer: &Answer<P::Move>| {
                let nodes = answer.nodes + helped.load(Ordering::Relaxed);
                report(&Answer { nodes, ..answer.clone() });
            };
            self.leader.search(position, history, evaluate, &own, stop, &mut report)
        });
        answer.nodes += helped.load(Ordering::Relaxed);
        answer
    }
}

/// Sets the flag however the leader ends, even by a panic, so that the helpers always stop.
struct SetAtTheEnd<'a>(&'a AtomicBool);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
