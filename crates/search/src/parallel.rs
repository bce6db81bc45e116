//! Several threads on one position. Not in wasm, where a page starts its own workers.

use crate::{AlphaBeta, Answer, Evaluate, Limits, Stop, Table};
use ludoteca_core::Position;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// An [`AlphaBeta`] with helpers on threads of their own, who search the same position and meet in the table.
///
/// With helpers the answer depends on the order in which threads write, so it may differ from run to run;
/// values that are proven are proven all the same.
#[derive(Debug)]
pub struct Team {
    leader: AlphaBeta,
    helpers: Vec<AlphaBeta>,
}

impl Team {
    /// So many threads, at least one, with one table of so many bytes.
    #[must_use]
    pub fn new(threads: usize, table_bytes: usize) -> Self {
        let table = Arc::new(Table::new(table_bytes));
        let mut all = (0..threads.max(1) as u32).map(|number| AlphaBeta::sharing(Arc::clone(&table), number));
        Team { leader: all.next().unwrap_or_default(), helpers: all.collect() }
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.leader.clear();
        self.helpers.iter_mut().for_each(AlphaBeta::clear);
    }

    /// As [`AlphaBeta::search`]. Limits, nodes and depth are those of the leader; the helpers end with it.
    pub fn search<P: Position, E: Evaluate<P> + ?Sized>(
        &mut self,
        position: &P,
        history: &[P],
        evaluate: &E,
        limits: &Limits,
        stop: Stop<'_>,
        report: &mut dyn FnMut(&Answer<P::Move>),
    ) -> Answer<P::Move> {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for helper in &mut self.helpers {
                let done = &done;
                scope.spawn(move || {
                    let limits = Limits { lines: limits.lines, ..Limits::default() };
                    helper.search(position, history, evaluate, &limits, Stop::flag(done), &mut |_| ());
                });
            }
            let _done = SetAtTheEnd(&done);
            self.leader.search(position, history, evaluate, limits, stop, report)
        })
    }
}

/// Sets the flag however the leader ends, so that no helper is waited for in vain.
struct SetAtTheEnd<'a>(&'a AtomicBool);

impl Drop for SetAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
