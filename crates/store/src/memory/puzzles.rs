use super::Memory;
use crate::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Puzzles, StoreError};
use async_trait::async_trait;
use std::collections::BTreeMap;

/// By game and puzzle, or by person and game.
type Ratings = BTreeMap<(String, String), PuzzleRating>;

#[derive(Debug, Default)]
pub(crate) struct Tables {
    attempts: Vec<Attempt>,
    place: u64,
    puzzles: Ratings,
    solvers: Ratings,
    lines: Vec<PuzzleLine>,
}

impl Tables {
    pub(crate) fn forget_moves(&mut self, person: &str) {
        self.attempts.iter_mut().filter(|one| one.person == person).for_each(|one| one.moves.clear());
    }

    fn attempts_like(&self, is_it: impl Fn(&Attempt) -> bool) -> Vec<Attempt> {
        self.attempts.iter().filter(|attempt| is_it(attempt)).cloned().collect()
    }
}

#[async_trait]
impl Puzzles for Memory {
    async fn attempts_made(&self) -> Result<u64, StoreError> {
        Ok(self.puzzles().attempts.len() as u64)
    }

    async fn puzzles_place(&self) -> Result<u64, StoreError> {
        Ok(self.puzzles().place)
    }

    async fn change_puzzles(&self, changes: &PuzzleChanges) -> Result<bool, StoreError> {
        let mut tables = self.puzzles();
        if tables.place != changes.from {
            return Ok(false);
        }
        if let Some(attempt) = &changes.attempt {
            let same = |other: &Attempt| {
                let puzzle = (&other.game, &other.puzzle) == (&attempt.game, &attempt.puzzle);
                other.person == attempt.person && (other.id == attempt.id || puzzle)
            };
            if tables.attempts.len() as u64 != changes.from || tables.attempts.iter().any(same) {
                return Ok(false);
            }
            tables.attempts.push(attempt.clone());
        }
        tables.place = changes.to;
        for row in &changes.puzzles {
            tables.puzzles.insert((row.game.clone(), row.whose.clone()), row.clone());
        }
        for row in &changes.solvers {
            tables.solvers.insert((row.whose.clone(), row.game.clone()), row.clone());
        }
        tables.lines.extend(changes.lines.iter().cloned());
        Ok(true)
    }

    async fn clear_puzzles(&self) -> Result<(), StoreError> {
        let mut tables = self.puzzles();
        let attempts = std::mem::take(&mut tables.attempts);
        *tables = Tables { attempts, ..Tables::default() };
        Ok(())
    }

    async fn attempts(&self, since: u64, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        let mut attempts = self.puzzles().attempts_like(|attempt| attempt.number > since);
        attempts.truncate(limit as usize);
        Ok(attempts)
    }

    async fn attempts_of(&self, person: &str) -> Result<Vec<Attempt>, StoreError> {
        Ok(self.puzzles().attempts_like(|attempt| attempt.person == person))
    }

    async fn tried(&self, person: &str, game: &str) -> Result<Vec<(String, bool)>, StoreError> {
        let own = self.puzzles().attempts_like(|one| one.person == person && one.game == game);
        let mut tried: Vec<_> = own.into_iter().map(|one| (one.puzzle, one.solved)).collect();
        tried.sort();
        Ok(tried)
    }

    async fn attempt_called(&self, person: &str, id: &str) -> Result<Option<Attempt>, StoreError> {
        Ok(self.puzzles().attempts_like(|one| one.person == person && one.id == id).pop())
    }

    async fn attempt_at(
        &self,
        person: &str,
        game: &str,
        puzzle: &str,
    ) -> Result<Option<Attempt>, StoreError> {
        let is_it = |one: &Attempt| one.person == person && one.game == game && one.puzzle == puzzle;
        Ok(self.puzzles().attempts_like(is_it).pop())
    }

    async fn puzzle_rating(&self, game: &str, puzzle: &str) -> Result<Option<PuzzleRating>, StoreError> {
        Ok(self.puzzles().puzzles.get(&(game.to_owned(), puzzle.to_owned())).cloned())
    }

    async fn puzzle_ratings(&self, game: &str) -> Result<Vec<PuzzleRating>, StoreError> {
        Ok(self.puzzles().puzzles.values().filter(|row| row.game == game).cloned().collect())
    }

    async fn solver_rating(&self, person: &str, game: &str) -> Result<Option<PuzzleRating>, StoreError> {
        Ok(self.puzzles().solvers.get(&(person.to_owned(), game.to_owned())).cloned())
    }

    async fn solver_ratings(&self, person: &str) -> Result<Vec<PuzzleRating>, StoreError> {
        Ok(self.puzzles().solvers.values().filter(|row| row.whose == person).cloned().collect())
    }

    async fn best_solvers(
        &self,
        game: &str,
        deviation: f64,
        limit: u32,
    ) -> Result<Vec<PuzzleRating>, StoreError> {
        let known = |row: &&PuzzleRating| row.game == game && row.deviation <= deviation;
        let mut rows: Vec<PuzzleRating> = self.puzzles().solvers.values().filter(known).cloned().collect();
        // Ties are already ordered by id.
        rows.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    async fn puzzle_line(&self, number: u64) -> Result<Option<PuzzleLine>, StoreError> {
        Ok(self.puzzles().lines.iter().find(|line| line.number == number).cloned())
    }

    async fn puzzle_history(
        &self,
        person: &str,
        game: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError> {
        let tables = self.puzzles();
        let own = tables.lines.iter().filter(|line| line.person == person && line.game == game);
        Ok(own.filter(|line| line.number > since).take(limit as usize).cloned().collect())
    }

    async fn last_puzzles(
        &self,
        person: &str,
        game: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError> {
        let tables = self.puzzles();
        let own = tables.lines.iter().rev().filter(|line| line.person == person && line.game == game);
        Ok(own.filter(|line| line.number < before).take(limit as usize).cloned().collect())
    }
}
