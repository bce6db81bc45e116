//! Rating changes by puzzle attempts. Attempts are processed in order, and only from the attempt log, so the
//! same attempts always give the same ratings.

use super::Puzzles;
use ludoteca_catalog::GameId;
use ludoteca_rating::{Rating, attempted};
use ludoteca_store::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Store, StoreError};
use std::collections::BTreeMap;

/// The number of attempts per batch.
const AT_ONCE: u32 = 500;

type Rows = BTreeMap<(String, String), PuzzleRating>;

/// The rating changes of a batch.
struct AttemptBatch<'a> {
    store: &'a dyn Store,
    /// By game and puzzle, and by game and person.
    puzzles: Rows,
    solvers: Rows,
    lines: Vec<PuzzleLine>,
}

pub(crate) fn rating_of(row: &PuzzleRating) -> Rating {
    Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility }
}

/// The initial rating of a puzzle.
pub(crate) fn untried(game: &str, grade: u8) -> Rating {
    game.parse::<GameId>().map_or(Rating::NEW, |game| ludoteca_rating::puzzle(game, grade))
}

fn new(game: &str, whose: &str, begins: Rating) -> PuzzleRating {
    PuzzleRating {
        game: game.to_owned(),
        whose: whose.to_owned(),
        rating: begins.value,
        deviation: begins.deviation,
        volatility: begins.volatility,
        attempts: 0,
        solved: 0,
        changed: 0,
    }
}

/// The row after an attempt.
fn after(row: &PuzzleRating, rating: Rating, attempt: &Attempt) -> PuzzleRating {
    PuzzleRating {
        rating: rating.value,
        deviation: rating.deviation,
        volatility: rating.volatility,
        attempts: row.attempts + 1,
        solved: row.solved + u64::from(attempt.solved),
        changed: row.changed.max(attempt.at),
        ..row.clone()
    }
}

impl AttemptBatch<'_> {
    fn new(store: &dyn Store) -> AttemptBatch<'_> {
        AttemptBatch { store, puzzles: Rows::new(), solvers: Rows::new(), lines: Vec::new() }
    }

    async fn take_in(&mut self, attempt: &Attempt) -> Result<(), StoreError> {
        let Attempt { game, puzzle, person, .. } = attempt;
        let (of_puzzle, of_solver) = ((game.clone(), puzzle.clone()), (game.clone(), person.clone()));
        let rival = match self.puzzles.get(&of_puzzle) {
            Some(row) => row.clone(),
            None => {
                let row = self.store.puzzle_rating(game, puzzle).await?;
                row.unwrap_or_else(|| new(game, puzzle, untried(game, attempt.grade)))
            }
        };
        let solver = match self.solvers.get(&of_solver) {
            Some(row) => row.clone(),
            None => {
                let row = self.store.solver_rating(person, game).await?;
                row.unwrap_or_else(|| new(game, person, Rating::NEW))
            }
        };
        let idle = if solver.attempts == 0 { 0 } else { attempt.at.saturating_sub(solver.changed).max(0) };
        let (you, it) = attempted(rating_of(&solver), idle.unsigned_abs(), rating_of(&rival), attempt.solved);
        self.lines.push(PuzzleLine {
            number: attempt.number,
            person: person.clone(),
            game: game.clone(),
            puzzle: puzzle.clone(),
            at: attempt.at,
            solved: attempt.solved,
            before: solver.rating,
            rating: you.value,
            deviation: you.deviation,
            puzzle_before: rival.rating,
            puzzle_rating: it.value,
            puzzle_deviation: it.deviation,
        });
        self.solvers.insert(of_solver, after(&solver, you, attempt));
        self.puzzles.insert(of_puzzle, after(&rival, it, attempt));
        Ok(())
    }

    fn changes(self, from: u64, to: u64) -> PuzzleChanges {
        PuzzleChanges {
            from,
            to,
            attempt: None,
            puzzles: self.puzzles.into_values().collect(),
            solvers: self.solvers.into_values().collect(),
            lines: self.lines,
        }
    }
}

impl Puzzles {
    /// Processes the attempts that an interrupted rebuild has left.
    pub(crate) async fn take_in_attempts(&self) -> Result<(), StoreError> {
        let store = &*self.store;
        loop {
            let from = store.puzzles_place().await?;
            let attempts = store.attempts(from, AT_ONCE).await?;
            let Some(last) = attempts.last() else { return Ok(()) };
            let mut making = AttemptBatch::new(store);
            for attempt in &attempts {
                making.take_in(attempt).await?;
            }
            // If another server was faster, this changes nothing, and the cursor is read again.
            store.change_puzzles(&making.changes(from, last.number)).await?;
        }
    }

    /// Rebuilds all puzzle ratings; returns the number of attempts.
    pub(crate) async fn rebuild_puzzles(&self) -> Result<u64, StoreError> {
        self.store.clear_puzzles().await?;
        self.take_in_attempts().await?;
        self.store.puzzles_place().await
    }

    /// Adds an attempt and its rating changes in one commit; `None`: another server was faster, or the
    /// attempt exists already.
    pub(crate) async fn add_attempt(&self, attempt: Attempt) -> Result<Option<PuzzleLine>, StoreError> {
        let store = &*self.store;
        self.take_in_attempts().await?;
        let from = store.attempts_made().await?;
        let attempt = Attempt { number: from + 1, ..attempt };
        let mut making = AttemptBatch::new(store);
        making.take_in(&attempt).await?;
        let line = making.lines.first().cloned();
        let changes = PuzzleChanges { attempt: Some(attempt), ..making.changes(from, from + 1) };
        Ok(if store.change_puzzles(&changes).await? { line } else { None })
    }
}
