//! Puzzle attempts and ratings.

use super::{Backend, Connection, QueryBuilder, Row, flag, integer};
use crate::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Puzzles, StoreError, bigint};
use async_trait::async_trait;
use sqlx::{Connection as _, FromRow, Row as _};

impl FromRow<'_, Row> for Attempt {
    fn from_row(row: &Row) -> sqlx::Result<Attempt> {
        Ok(Attempt {
            number: integer(row, "number")?,
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            game: row.try_get("game")?,
            puzzle: row.try_get("puzzle")?,
            grade: integer(row, "grade")?,
            at: row.try_get("at")?,
            moves: row.try_get("moves")?,
            solved: flag(row, "solved")?,
        })
    }
}

impl FromRow<'_, Row> for PuzzleRating {
    fn from_row(row: &Row) -> sqlx::Result<PuzzleRating> {
        Ok(PuzzleRating {
            game: row.try_get("game")?,
            whose: row.try_get("whose")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            attempts: integer(row, "attempts")?,
            solved: integer(row, "solved")?,
            changed: row.try_get("changed")?,
        })
    }
}

impl FromRow<'_, Row> for PuzzleLine {
    fn from_row(row: &Row) -> sqlx::Result<PuzzleLine> {
        Ok(PuzzleLine {
            number: integer(row, "number")?,
            person: row.try_get("person")?,
            game: row.try_get("game")?,
            puzzle: row.try_get("puzzle")?,
            at: row.try_get("at")?,
            solved: flag(row, "solved")?,
            before: row.try_get("before")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            puzzle_before: row.try_get("puzzle_before")?,
            puzzle_rating: row.try_get("puzzle_rating")?,
            puzzle_deviation: row.try_get("puzzle_deviation")?,
        })
    }
}

/// Sets a counter if it still has the expected value.
async fn count_on(commit: &mut Connection, name: &str, changes: &PuzzleChanges) -> Result<bool, StoreError> {
    let count = sqlx::query("UPDATE counters SET value = $1 WHERE name = $2 AND value = $3")
        .bind(bigint(changes.to))
        .bind(name)
        .bind(bigint(changes.from))
        .execute(&mut *commit)
        .await?;
    Ok(count.rows_affected() == 1)
}

async fn add_attempt_on(commit: &mut Connection, attempt: &Attempt) -> Result<bool, StoreError> {
    let added = sqlx::query(
        "INSERT INTO puzzle_attempts \
         (number, id, person, game, puzzle, grade, at, moves, solved) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(bigint(attempt.number))
    .bind(attempt.id.as_str())
    .bind(attempt.person.as_str())
    .bind(attempt.game.as_str())
    .bind(attempt.puzzle.as_str())
    .bind(i64::from(attempt.grade))
    .bind(attempt.at)
    .bind(attempt.moves.as_str())
    .bind(i64::from(attempt.solved))
    .execute(&mut *commit)
    .await?;
    Ok(added.rows_affected() == 1)
}

async fn put_puzzle_ratings_on(
    commit: &mut Connection,
    statement: &'static str,
    ratings: &[PuzzleRating],
) -> Result<(), StoreError> {
    for row in ratings {
        sqlx::query(statement)
            .bind(row.game.as_str())
            .bind(row.whose.as_str())
            .bind(row.rating)
            .bind(row.deviation)
            .bind(row.volatility)
            .bind(bigint(row.attempts))
            .bind(bigint(row.solved))
            .bind(row.changed)
            .execute(&mut *commit)
            .await?;
    }
    Ok(())
}

async fn change_puzzles_on(connection: &mut Connection, changes: &PuzzleChanges) -> Result<bool, StoreError> {
    let mut commit = connection.begin().await?;
    let mut first = count_on(&mut commit, "puzzles", changes).await?;
    if let Some(attempt) = changes.attempt.as_ref().filter(|_| first) {
        first =
            count_on(&mut commit, "attempts", changes).await? && add_attempt_on(&mut commit, attempt).await?;
    }
    if !first {
        commit.rollback().await?;
        return Ok(false);
    }
    put_puzzle_ratings_on(
        &mut commit,
        "INSERT INTO puzzle_ratings \
         (game, puzzle, rating, deviation, volatility, attempts, solved, changed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (game, puzzle) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, attempts = excluded.attempts, \
         solved = excluded.solved, changed = excluded.changed",
        &changes.puzzles,
    )
    .await?;
    put_puzzle_ratings_on(
        &mut commit,
        "INSERT INTO solver_ratings \
         (game, person, rating, deviation, volatility, attempts, solved, changed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (person, game) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, attempts = excluded.attempts, \
         solved = excluded.solved, changed = excluded.changed",
        &changes.solvers,
    )
    .await?;
    for line in &changes.lines {
        sqlx::query(
            "INSERT INTO puzzle_history (number, person, game, puzzle, at, solved, before, \
             rating, deviation, puzzle_before, puzzle_rating, puzzle_deviation) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(bigint(line.number))
        .bind(line.person.as_str())
        .bind(line.game.as_str())
        .bind(line.puzzle.as_str())
        .bind(line.at)
        .bind(i64::from(line.solved))
        .bind(line.before)
        .bind(line.rating)
        .bind(line.deviation)
        .bind(line.puzzle_before)
        .bind(line.puzzle_rating)
        .bind(line.puzzle_deviation)
        .execute(&mut *commit)
        .await?;
    }
    commit.commit().await?;
    Ok(true)
}

/// A query for attempts, up to its condition.
fn for_attempts(like: &str) -> QueryBuilder {
    QueryBuilder::new(format!(
        "SELECT number, id, person, game, puzzle, grade, at, moves, solved \
         FROM puzzle_attempts WHERE {like} = "
    ))
}

/// A query for ratings of puzzles or people, up to its condition.
fn for_puzzle_ratings(of: &str, like: &str) -> QueryBuilder {
    QueryBuilder::new(format!(
        "SELECT game, {of} AS whose, rating, deviation, volatility, attempts, solved, changed FROM {} \
         WHERE {like} = ",
        if of == "puzzle" { "puzzle_ratings" } else { "solver_ratings" }
    ))
}

/// A query for lines of the history, up to its condition.
fn for_puzzle_lines(like: &str) -> QueryBuilder {
    QueryBuilder::new(format!(
        "SELECT number, person, game, puzzle, at, solved, before, rating, deviation, \
         puzzle_before, puzzle_rating, puzzle_deviation FROM puzzle_history WHERE {like} = "
    ))
}

impl Backend {
    async fn puzzle_count(&self, name: &str) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT value FROM counters WHERE name = $1")
            .bind(name)
            .fetch_one(&self.reading())
            .await?;
        Ok(count.unsigned_abs())
    }

    async fn attempts_where(&self, mut query: QueryBuilder) -> Result<Vec<Attempt>, StoreError> {
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn puzzle_ratings_where(&self, mut query: QueryBuilder) -> Result<Vec<PuzzleRating>, StoreError> {
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }

    async fn puzzle_lines_where(&self, mut query: QueryBuilder) -> Result<Vec<PuzzleLine>, StoreError> {
        Ok(query.build_query_as().fetch_all(&self.reading()).await?)
    }
}

#[async_trait]
impl Puzzles for Backend {
    async fn attempts_made(&self) -> Result<u64, StoreError> {
        self.puzzle_count("attempts").await
    }

    async fn puzzles_place(&self) -> Result<u64, StoreError> {
        self.puzzle_count("puzzles").await
    }

    async fn change_puzzles(&self, changes: &PuzzleChanges) -> Result<bool, StoreError> {
        let mut connection = self.writing().acquire().await?;
        let changed = change_puzzles_on(&mut connection, changes).await;
        if changed.is_err() {
            // As with the log: after an error, an apparent commit on this connection may not be one.
            connection.close_on_drop();
        }
        changed
    }

    async fn clear_puzzles(&self) -> Result<(), StoreError> {
        let mut commit = self.writing().begin().await?;
        for table in [
            "DELETE FROM puzzle_ratings",
            "DELETE FROM solver_ratings",
            "DELETE FROM puzzle_history",
            "UPDATE counters SET value = 0 WHERE name = 'puzzles'",
        ] {
            sqlx::query(table).execute(&mut *commit).await?;
        }
        commit.commit().await?;
        Ok(())
    }

    async fn attempts(&self, since: u64, limit: u32) -> Result<Vec<Attempt>, StoreError> {
        let mut query = for_attempts("1");
        query.push_bind(1_i64).push(" AND number > ").push_bind(bigint(since));
        query.push(" ORDER BY number LIMIT ").push_bind(i64::from(limit));
        self.attempts_where(query).await
    }

    async fn attempts_of(&self, person: &str) -> Result<Vec<Attempt>, StoreError> {
        let mut query = for_attempts("person");
        query.push_bind(person).push(" ORDER BY number");
        self.attempts_where(query).await
    }

    async fn tried(&self, person: &str, game: &str) -> Result<Vec<(String, bool)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT puzzle, solved FROM puzzle_attempts WHERE person = $1 AND game = $2 \
             ORDER BY puzzle",
        )
        .bind(person)
        .bind(game)
        .fetch_all(&self.reading())
        .await?;
        Ok(rows.into_iter().map(|(puzzle, solved)| (puzzle, solved != 0)).collect())
    }

    async fn attempt_called(&self, person: &str, id: &str) -> Result<Option<Attempt>, StoreError> {
        let mut query = for_attempts("person");
        query.push_bind(person).push(" AND id = ").push_bind(id);
        Ok(self.attempts_where(query).await?.pop())
    }

    async fn attempt_at(
        &self,
        person: &str,
        game: &str,
        puzzle: &str,
    ) -> Result<Option<Attempt>, StoreError> {
        let mut query = for_attempts("person");
        query.push_bind(person).push(" AND game = ").push_bind(game);
        query.push(" AND puzzle = ").push_bind(puzzle);
        Ok(self.attempts_where(query).await?.pop())
    }

    async fn puzzle_rating(&self, game: &str, puzzle: &str) -> Result<Option<PuzzleRating>, StoreError> {
        let mut query = for_puzzle_ratings("puzzle", "game");
        query.push_bind(game).push(" AND puzzle = ").push_bind(puzzle);
        Ok(self.puzzle_ratings_where(query).await?.pop())
    }

    async fn puzzle_ratings(&self, game: &str) -> Result<Vec<PuzzleRating>, StoreError> {
        let mut query = for_puzzle_ratings("puzzle", "game");
        query.push_bind(game).push(" ORDER BY puzzle");
        self.puzzle_ratings_where(query).await
    }

    async fn solver_rating(&self, person: &str, game: &str) -> Result<Option<PuzzleRating>, StoreError> {
        let mut query = for_puzzle_ratings("person", "person");
        query.push_bind(person).push(" AND game = ").push_bind(game);
        Ok(self.puzzle_ratings_where(query).await?.pop())
    }

    async fn solver_ratings(&self, person: &str) -> Result<Vec<PuzzleRating>, StoreError> {
        let mut query = for_puzzle_ratings("person", "person");
        query.push_bind(person).push(" ORDER BY game");
        self.puzzle_ratings_where(query).await
    }

    async fn best_solvers(
        &self,
        game: &str,
        deviation: f64,
        limit: u32,
    ) -> Result<Vec<PuzzleRating>, StoreError> {
        let mut query = for_puzzle_ratings("person", "game");
        query.push_bind(game).push(" AND deviation <= ").push_bind(deviation);
        query.push(" ORDER BY rating DESC, person LIMIT ").push_bind(i64::from(limit));
        self.puzzle_ratings_where(query).await
    }

    async fn puzzle_line(&self, number: u64) -> Result<Option<PuzzleLine>, StoreError> {
        let mut query = for_puzzle_lines("number");
        query.push_bind(bigint(number));
        Ok(self.puzzle_lines_where(query).await?.pop())
    }

    async fn puzzle_history(
        &self,
        person: &str,
        game: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError> {
        let mut query = for_puzzle_lines("person");
        query.push_bind(person).push(" AND game = ").push_bind(game);
        query.push(" AND number > ").push_bind(bigint(since));
        query.push(" ORDER BY number LIMIT ").push_bind(i64::from(limit));
        self.puzzle_lines_where(query).await
    }

    async fn last_puzzles(
        &self,
        person: &str,
        game: &str,
        before: u64,
        limit: u32,
    ) -> Result<Vec<PuzzleLine>, StoreError> {
        let mut query = for_puzzle_lines("person");
        query.push_bind(person).push(" AND game = ").push_bind(game);
        query.push(" AND number < ").push_bind(bigint(before));
        query.push(" ORDER BY number DESC LIMIT ").push_bind(i64::from(limit));
        self.puzzle_lines_where(query).await
    }
}
