//! A search on a thread of its own.

use super::{Output, go::Limits, info};
use ludoteca_catalog::AnyPlay;
use ludoteca_engine::{Analysis, Budget, Player, Watch};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often an infinite search that has finished checks whether it was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
    /// Returns the player; `None` if it panicked.
    thread: JoinHandle<Option<Box<dyn Player>>>,
}

impl Thinking {
    pub(super) fn start(
        player: Box<dyn Player>,
        game: Box<dyn AnyPlay>,
        budget: Budget,
        limits: &Limits,
        out: Output,
    ) -> Thinking {
        let begin = Instant::now();
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let search = Search {
            begin,
            // A time limit beyond the clock's range is no limit.
            deadline: limits.time.and_then(|time| begin.checked_add(time)),
            waits: limits.infinite,
            stop: Arc::clone(&stop),
            done: Arc::clone(&done),
            out,
        };
        let thread = thread::spawn(move || search.run(player, &*game, &budget));
        Thinking { stop, done, thread }
    }

    /// Whether `bestmove` has been written.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Waits for the end and returns the player, unless it panicked.
    pub(super) fn finish(self) -> Option<Box<dyn Player>> {
        self.thread.join().ok().flatten()
    }
}

struct Search {
    begin: Instant,
    deadline: Option<Instant>,
    /// Whether the answer is held back until `stop`.
    waits: bool,
    stop: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
    out: Output,
}

impl Search {
    fn run(
        self,
        mut player: Box<dyn Player>,
        game: &dyn AnyPlay,
        budget: &Budget,
    ) -> Option<Box<dyn Player>> {
        let mut last = None;
        let found = catch_unwind(AssertUnwindSafe(|| {
            let stopped = || {
                self.stop.load(Ordering::Acquire)
                    || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            };
            let mut report = |analysis: &Analysis| {
                self.out.say(&info::lines(analysis, self.begin.elapsed()));
                last = Some(analysis.clone());
            };
            player.think(game, budget, &mut Watch { stop: &stopped, report: &mut report })
        }));
        let broke_down = found.is_err();
        if broke_down {
            self.out.complain("the search broke down; another engine takes over");
        }
        let found = found.ok().flatten();
        if let Some(analysis) = &found
            && last.as_ref() != Some(analysis)
        {
            self.out.say(&info::lines(analysis, self.begin.elapsed()));
        }
        while self.waits && !self.stop.load(Ordering::Acquire) {
            thread::sleep(POLL_INTERVAL);
        }
        // A client that waits for a move gets one, at least the best so far or the first legal move.
        let best = found.or(last).map(|analysis| analysis.best().to_owned());
        let best = best.or_else(|| game.legal_moves().into_iter().next()).unwrap_or_default();
        // The client may send the next command right after this line, and must then find the search finished.
        self.out.say_after(|| self.done.store(true, Ordering::Release), &format!("bestmove {best}"));
        (!broke_down).then_some(player)
    }
}
