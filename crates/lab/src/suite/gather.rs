//! Searches games until enough has been found, for suites and puzzles. A stopped run can be continued.

use super::journal::Journal;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_shell::{
    Failure,
    output::{print, write_text},
    workers,
};
use std::{num::NonZeroUsize, ops::ControlFlow, path::Path};

/// The maximum number of games per item: there are games in which next to nothing can be proven.
const MAX_GAMES: usize = 200;

/// What to search for, and where to write it.
pub(crate) struct Wanted<'a> {
    /// The plural used in messages: `puzzles` or `positions`.
    pub(crate) things: &'a str,
    pub(crate) count: usize,
    /// The number of games, if it is limited: then fewer items are acceptable. `None` if unlimited.
    pub(crate) games: Option<usize>,
    /// The command that finds them; a journal of another one is refused.
    pub(crate) command: &'a str,
    pub(crate) threads: Option<NonZeroUsize>,
    /// The output file; `None` for standard output.
    pub(crate) out: Option<&'a Path>,
}

/// How to write and read an item on one line of the journal.
pub(crate) struct LineForm<W, R> {
    pub(crate) write: W,
    pub(crate) read: R,
}

/// The requested number of items, or as many as there are.
pub(crate) struct Gathered<T> {
    found: Vec<T>,
    games: usize,
    journal: Option<Journal>,
}

impl Wanted<'_> {
    /// Searches games, by their numbers, with `find`. An item is kept if `take` accepts it, given the items
    /// kept before.
    pub(crate) fn gather<T: Send>(
        &self,
        form: LineForm<impl Fn(&T) -> String, impl Fn(&str) -> Result<T, String>>,
        find: impl Fn(u64) -> Result<Option<T>, Failure> + Sync,
        take: impl Fn(&[T], &T) -> bool,
    ) -> Result<Gathered<T>, Failure> {
        let mut gathered = Gathered { found: Vec::new(), games: 0, journal: None };
        if let Some(out) = self.out {
            let (journal, games) = Journal::open(out, self.command, form.read)?;
            for found in games {
                if !self.is_whole(&gathered) {
                    gathered.add(found, &take);
                }
            }
            gathered.journal = Some(journal);
        }
        let bar = self.progress_bar();
        let first = gathered.games;
        let whole = self.is_whole(&gathered);
        let most = self.count.saturating_mul(MAX_GAMES).min(self.games.unwrap_or(usize::MAX));
        let games = if whole { 0 } else { most.saturating_sub(first) };
        let end = workers::in_order(
            workers::threads(self.threads),
            games,
            |number| find((first + number) as u64),
            |found| {
                let kept = found.and_then(|found| {
                    let line = found.as_ref().map(&form.write);
                    gathered.journal.as_mut().map_or(Ok(()), |journal| journal.add(line.as_deref()))?;
                    Ok(found)
                });
                match kept {
                    Err(failure) => ControlFlow::Break(Err(failure)),
                    Ok(found) => {
                        gathered.add(found, &take);
                        bar.set_position(gathered.found.len() as u64);
                        bar.set_message(gathered.games.to_string());
                        if self.is_whole(&gathered) {
                            ControlFlow::Break(Ok(()))
                        } else {
                            ControlFlow::Continue(())
                        }
                    }
                }
            },
        );
        bar.finish_and_clear();
        if let ControlFlow::Break(end) = end {
            end?;
        }
        if !self.is_whole(&gathered) {
            let Wanted { things, count, .. } = self;
            let (found, games) = (gathered.found.len(), gathered.games);
            let fewer = format!("only {found} of {count} {things} found in {games} games");
            if self.games.is_none() || found == 0 {
                return Err(Failure::Other(fewer));
            }
            anstream::eprintln!("ludoteca-lab: {fewer}");
        }
        Ok(gathered)
    }

    /// Writes the finished text, and removes the journal.
    pub(crate) fn write(&self, text: &str, journal: Option<Journal>) -> Result<(), Failure> {
        match self.out {
            None => print(text),
            Some(path) => {
                write_text(path, text)?;
                journal.map_or(Ok(()), Journal::remove)
            }
        }
    }

    fn is_whole<T>(&self, gathered: &Gathered<T>) -> bool {
        gathered.found.len() == self.count
    }

    /// Shown on standard error, in a terminal only.
    fn progress_bar(&self) -> ProgressBar {
        let template =
            format!("{{wide_bar}} {{pos}}/{{len}} {} from {{msg}} games, {{eta}} left", self.things);
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(self.count as u64).with_style(style)
    }
}

impl<T> Gathered<T> {
    fn add(&mut self, found: Option<T>, take: impl Fn(&[T], &T) -> bool) {
        self.games += 1;
        let found = found.filter(|found| take(&self.found, found));
        self.found.extend(found);
    }

    /// The items, the number of games searched, and the journal.
    pub(crate) fn into_parts(self) -> (Vec<T>, usize, Option<Journal>) {
        (self.found, self.games, self.journal)
    }
}
