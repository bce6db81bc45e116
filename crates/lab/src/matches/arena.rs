//! Plays the games of a plan, several at once, and stores them.

use super::{
    game::{Chairs, Outline},
    plan::{Plan, Ticket},
    store::Store,
};
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_shell::Failure;
use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread,
};

/// The games played so far.
pub(super) type Outlines = BTreeMap<Ticket, Outline>;

pub(super) struct Arena<'a> {
    pub(super) plan: &'a Plan,
    pub(super) threads: usize,
    pub(super) store: Option<Store>,
    pub(super) known: Outlines,
}

impl Arena<'_> {
    /// Plays the tickets without an outline, until all are played or the caller has `enough`. Returns the
    /// outlines of these tickets only, whatever else the file contains.
    pub(super) fn play(
        mut self,
        tickets: &[Ticket],
        mut enough: impl FnMut(&Outlines) -> bool,
    ) -> Result<Outlines, Failure> {
        let mut outlines: Outlines =
            tickets.iter().filter_map(|ticket| Some((*ticket, self.known.remove(ticket)?))).collect();
        let open: Vec<Ticket> =
            tickets.iter().copied().filter(|ticket| !outlines.contains_key(ticket)).collect();
        if open.is_empty() || enough(&outlines) {
            return Ok(outlines);
        }
        let bar = progress_bar(tickets.len(), outlines.len());
        let (next, abandon) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, games) = channel();
        let result = thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, open.len()) {
                let (sender, plan, open, next, abandon) = (sender.clone(), self.plan, &open, &next, &abandon);
                scope.spawn(move || {
                    let mut chairs = Chairs::default();
                    while let Some(ticket) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let played = chairs.play(plan, *ticket, abandon);
                        let over = !matches!(played, Ok(Some(_)));
                        if sender.send(played).is_err() || over {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let result = games.iter().try_for_each(|played| {
                let Some((outline, record)) = played? else { return Ok(()) };
                if let Some(store) = &mut self.store {
                    store.append(&record)?;
                }
                outlines.insert(outline.ticket, outline);
                bar.inc(1);
                if enough(&outlines) {
                    abandon.store(true, Ordering::Relaxed);
                }
                Ok(())
            });
            // After a failure, running games are abandoned.
            abandon.store(true, Ordering::Relaxed);
            result
        });
        bar.finish_and_clear();
        result.map(|()| outlines)
    }
}

/// Shown on standard error, in a terminal only.
fn progress_bar(games: usize, played: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(games as u64).with_style(style).with_position(played as u64);
    bar.reset_eta();
    bar
}
