//! Puzzles: choosing them, judging attempts, and listing ratings (docs/puzzles.md). Submodule `made` rates,
//! `shelf` loads the puzzles.

mod consumer;
mod library;

use super::{
    Environment, Identity, People, Session,
    active::time,
    environment::Millis,
    error::{PuzzleError, Unavailable, not_kept, not_read, shown},
};
use consumer::{rating_of, untried};
use library::{Found, PuzzleLibrary};
use ludoteca_catalog::GameId;
use ludoteca_protocol::{
    AttemptDone, NewAttempt, PuzzleHistory, PuzzleList, PuzzleMove, PuzzlePoint, PuzzleStatus, PuzzleSummary,
    PuzzleView, RatingStep, SolverBoard, SolverBoards, SolverLeader, SolverRating, TriedPuzzle, TriedPuzzles,
    UserPuzzles,
};
use ludoteca_puzzle::{NotAnAttempt, Puzzle, Verdict, daily};
use ludoteca_rating::{PROVISIONAL, Rating};
use ludoteca_store::{Attempt, PuzzleLine, PuzzleRating, Store};
use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};
use tokio::sync::Mutex;

/// The most items of a list in one answer.
const MOST: u32 = 200;
/// How many of the best solvers are considered for a list; those whose rating has become provisional since
/// are left out.
const LOOKED_AT: u32 = 1000;
/// The next puzzle is chosen among this many nearest ones, so that beginners do not all get the same.
const NEAREST: usize = 5;
pub(crate) const MAX_ID_LENGTH: usize = 64;
/// Retries when another server on the same database was faster.
const TRIES: u32 = 50;
const DAY: Millis = 24 * 60 * 60 * 1000;

fn game_called(word: &str) -> Result<GameId, PuzzleError> {
    word.parse().map_err(PuzzleError::UnknownGame)
}

fn no_such_puzzle(id: &str) -> PuzzleError {
    PuzzleError::Unknown(shown(id))
}

fn standing(row: Option<&PuzzleRating>, game: GameId, puzzle: &Puzzle) -> PuzzleStatus {
    let rating = row.map_or_else(|| untried(game.info().id, puzzle.grade), rating_of);
    PuzzleStatus {
        rating: rating.shown(),
        deviation: rating.deviation.round() as i32,
        provisional: rating.is_provisional(),
        attempts: row.map_or(0, |row| row.attempts),
        solved: row.map_or(0, |row| row.solved),
    }
}

fn step(before: f64, rating: f64, deviation: f64) -> RatingStep {
    RatingStep {
        before: before.round() as i32,
        rating: rating.round() as i32,
        deviation: deviation.round() as i32,
        provisional: deviation > PROVISIONAL,
    }
}

fn you(line: &PuzzleLine) -> RatingStep {
    step(line.before, line.rating, line.deviation)
}

fn rival(line: &PuzzleLine) -> RatingStep {
    step(line.puzzle_before, line.puzzle_rating, line.puzzle_deviation)
}

/// Whether attempts are rated: only those of people with an account.
fn counts(session: &Session) -> bool {
    !session.guest && !session.who.bot
}

#[derive(Clone, Debug)]
pub struct Puzzles {
    store: Arc<dyn Store>,
    environment: Environment,
    people: People,
    library: Arc<PuzzleLibrary>,
    /// Held while an attempt is checked and stored.
    attempts: Arc<Mutex<()>>,
}

impl Puzzles {
    pub(crate) fn new(store: Arc<dyn Store>, environment: Environment, people: People) -> Puzzles {
        Puzzles { store, environment, people, library: Arc::default(), attempts: Arc::default() }
    }

    async fn puzzle_view(
        &self,
        (file, puzzle): Found<'_>,
        session: Option<&Session>,
    ) -> Result<PuzzleView, Unavailable> {
        let (store, game) = (&self.store, file.game.info().id);
        let row = store.puzzle_rating(game, &puzzle.id).await.map_err(not_read)?;
        let tried = match session.filter(|session| counts(session)) {
            Some(session) => {
                let tried = store.attempt_at(&session.who.id, game, &puzzle.id).await;
                tried.map_err(not_read)?.map(|attempt| attempt.solved)
            }
            None => None,
        };
        let mut moves: Vec<_> = puzzle.moves.iter().collect();
        moves.sort_by_key(|(_, worth)| (Reverse(puzzle.accepts(*worth)), worth.rank()));
        let shown = |(text, worth): &(String, ludoteca_puzzle::Worth)| PuzzleMove {
            text: text.clone(),
            value: worth.value.word().to_owned(),
            plies: worth.plies,
            accepted: puzzle.accepts(*worth),
        };
        Ok(PuzzleView {
            game: game.to_owned(),
            id: puzzle.id.clone(),
            options: file.options.iter().cloned().collect(),
            position: puzzle.position.clone(),
            task: puzzle.task.word().to_owned(),
            steps: puzzle.steps,
            moves: moves.into_iter().map(shown).collect(),
            line: puzzle.line.clone(),
            right: puzzle.right.clone(),
            themes: puzzle.themes.iter().map(|theme| (*theme).to_owned()).collect(),
            grade: puzzle.grade,
            standing: standing(row.as_ref(), file.game, puzzle),
            tried,
        })
    }

    pub async fn see_puzzle(
        &self,
        game: &str,
        id: &str,
        session: Option<&Session>,
    ) -> Result<PuzzleView, PuzzleError> {
        let (game, shelf) = (game_called(game)?, self.shelf());
        let found = shelf.puzzle(game, id).ok_or_else(|| no_such_puzzle(id))?;
        Ok(self.puzzle_view(found, session).await?)
    }

    /// The puzzle of a day, the same for all players; today's in UTC, if no day is given.
    pub async fn daily_puzzle(
        &self,
        game: &str,
        day: Option<&str>,
        session: Option<&Session>,
    ) -> Result<PuzzleView, PuzzleError> {
        let (game, shelf) = (game_called(game)?, self.shelf());
        let at = match day {
            None => self.environment.now(),
            Some(text) => {
                let day = ludoteca_archive::read_time(text).filter(|at| *at >= 0);
                day.ok_or(PuzzleError::BadDay)?.unsigned_abs()
            }
        };
        // Only built-in puzzles, so that the page finds the same one offline.
        let own = shelf.own(game);
        let found = daily(&own, |(_, puzzle)| puzzle.grade, at / DAY).copied();
        let found = found.ok_or_else(|| no_such_puzzle("daily"))?;
        Ok(self.puzzle_view(found, session).await?)
    }

    /// A puzzle that the caller has not tried, close to their rating.
    pub async fn next_puzzle(
        &self,
        game: &str,
        but: Option<&str>,
        session: Option<&Session>,
    ) -> Result<PuzzleView, PuzzleError> {
        let (game, shelf, store) = (game_called(game)?, self.shelf(), &self.store);
        let word = game.info().id;
        let (mut own, mut tried) = (Rating::NEW.value, BTreeMap::new());
        if let Some(session) = session.filter(|session| counts(session)) {
            let row = store.solver_rating(&session.who.id, word).await.map_err(not_read)?;
            own = row.map_or(own, |row| row.rating);
            tried = self.tried(session, word).await?;
        }
        let ratings = self.standings(word).await?;
        let distance = |puzzle: &Puzzle| {
            let rating = ratings.get(&puzzle.id).map_or_else(|| untried(word, puzzle.grade), rating_of);
            (rating.value - own).abs()
        };
        let left = |(_, puzzle): &Found<'_>| !tried.contains_key(&puzzle.id);
        let mut left: Vec<Found<'_>> = shelf.of(game).into_iter().filter(left).collect();
        left.sort_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        if left.len() > 1 {
            left.retain(|(_, puzzle)| Some(puzzle.id.as_str()) != but);
        }
        left.truncate(NEAREST);
        let [byte] = self.environment.bytes::<1>();
        let chosen = left.get(usize::from(byte).checked_rem(left.len()).unwrap_or(0));
        Ok(self.puzzle_view(*chosen.ok_or(PuzzleError::AllTried)?, session).await?)
    }

    /// The ratings of all puzzles of a game that have been tried.
    async fn standings(&self, game: &str) -> Result<BTreeMap<String, PuzzleRating>, Unavailable> {
        let rows = self.store.puzzle_ratings(game).await.map_err(not_read)?;
        Ok(rows.into_iter().map(|row| (row.whose.clone(), row)).collect())
    }

    async fn tried(&self, session: &Session, game: &str) -> Result<BTreeMap<String, bool>, Unavailable> {
        let tried = self.store.tried(&session.who.id, game).await;
        Ok(tried.map_err(not_read)?.into_iter().collect())
    }

    /// A page of the puzzles of a game.
    pub async fn list_puzzles(
        &self,
        game: &str,
        from: u32,
        session: Option<&Session>,
    ) -> Result<PuzzleList, PuzzleError> {
        let (game, shelf) = (game_called(game)?, self.shelf());
        let word = game.info().id;
        let ratings = self.standings(word).await?;
        let tried = match session.filter(|session| counts(session)) {
            Some(session) => self.tried(session, word).await?,
            None => BTreeMap::new(),
        };
        let all = shelf.of(game);
        let overview = |(_, puzzle): &Found<'_>| PuzzleSummary {
            id: puzzle.id.clone(),
            grade: puzzle.grade,
            themes: puzzle.themes.iter().map(|theme| (*theme).to_owned()).collect(),
            standing: standing(ratings.get(&puzzle.id), game, puzzle),
            tried: tried.get(&puzzle.id).copied(),
        };
        let puzzles: Vec<PuzzleSummary> =
            all.iter().skip(from as usize).take(MOST as usize).map(overview).collect();
        let (count, next) = (all.len() as u32, from.saturating_add(puzzles.len() as u32));
        let next = Some(next).filter(|next| *next < count);
        Ok(PuzzleList { game: word.to_owned(), count, puzzles, next })
    }

    /// Judges an attempt by the puzzle's proof and, the first time, rates player and puzzle.
    pub async fn try_puzzle(
        &self,
        session: &Session,
        game: &str,
        id: &str,
        request: &NewAttempt,
    ) -> Result<AttemptDone, PuzzleError> {
        if !(1..=MAX_ID_LENGTH).contains(&request.id.chars().count()) {
            return Err(PuzzleError::IdLength);
        }
        let game = game_called(game)?;
        // One at a time; the store detects conflicts with other servers on the same database.
        let _one = if counts(session) { Some(self.attempts.lock().await) } else { None };
        if let Some(done) = self.done_before(session, game, id, request).await? {
            return Ok(done);
        }
        let shelf = self.shelf();
        let (file, puzzle) = shelf.puzzle(game, id).ok_or_else(|| no_such_puzzle(id))?;
        let solved = match file.judge(puzzle, &request.moves) {
            Ok(verdict) => verdict == Verdict::Solved && !request.helped,
            Err(NotAnAttempt::Unfinished) if request.helped => false,
            Err(why) => return Err(PuzzleError::NotAnAttempt(why)),
        };
        let uncounted = AttemptDone { solved, counted: false, you: None, puzzle: None };
        if !counts(session) {
            return Ok(uncounted);
        }
        let (person, word) = (session.who.id.as_str(), game.info().id);
        for _ in 0..TRIES {
            let before = self.store.attempt_at(person, word, id).await.map_err(not_read)?;
            if before.is_some() {
                // Another server may have processed this very attempt meanwhile.
                let done = self.done_before(session, game, id, request).await?;
                return Ok(done.unwrap_or(uncounted));
            }
            let attempt = Attempt {
                number: 0,
                id: request.id.clone(),
                person: person.to_owned(),
                game: word.to_owned(),
                puzzle: id.to_owned(),
                grade: puzzle.grade,
                at: time(self.environment.now()),
                moves: request.moves.join(" "),
                solved,
            };
            if let Some(line) = self.add_attempt(attempt).await.map_err(not_kept)? {
                let (you, puzzle) = (Some(you(&line)), Some(rival(&line)));
                return Ok(AttemptDone { solved, counted: true, you, puzzle });
            }
        }
        Err(PuzzleError::Busy)
    }

    /// The result of an attempt that was submitted before.
    async fn done_before(
        &self,
        session: &Session,
        game: GameId,
        id: &str,
        request: &NewAttempt,
    ) -> Result<Option<AttemptDone>, PuzzleError> {
        let known = self.store.attempt_called(&session.who.id, &request.id).await;
        let Some(known) = known.map_err(not_read)? else { return Ok(None) };
        if (known.game.as_str(), known.puzzle.as_str()) != (game.info().id, id) {
            return Err(PuzzleError::IdTaken);
        }
        self.take_in_attempts().await.map_err(not_kept)?;
        let line = self.store.puzzle_line(known.number).await.map_err(not_read)?;
        let (you, puzzle) = (line.as_ref().map(you), line.as_ref().map(rival));
        Ok(Some(AttemptDone { solved: known.solved, counted: true, you, puzzle }))
    }

    /// A person's puzzle ratings.
    pub async fn puzzles_of(&self, name: &str) -> Result<UserPuzzles, PuzzleError> {
        let user = self.people.view_named(name).await?;
        let rows = self.store.solver_ratings(&user.id).await.map_err(not_read)?;
        let rating = |row: PuzzleRating| {
            let now = self.solver_now(&row);
            SolverRating {
                game: row.game,
                rating: now.shown(),
                deviation: now.deviation.round() as i32,
                provisional: now.is_provisional(),
                attempts: row.attempts,
                solved: row.solved,
                changed: row.changed,
            }
        };
        Ok(UserPuzzles { user, ratings: rows.into_iter().map(rating).collect() })
    }

    /// A solver's current rating, with the uncertainty of inactivity.
    fn solver_now(&self, row: &PuzzleRating) -> Rating {
        rating_of(row).after_idling(self.environment.now().saturating_sub(row.changed.unsigned_abs()))
    }

    /// The history of a person's puzzle rating in a game.
    pub async fn puzzle_history(
        &self,
        name: &str,
        game: &str,
        since: u64,
    ) -> Result<PuzzleHistory, PuzzleError> {
        let user = self.people.view_named(name).await?;
        let game = game_called(game)?.info().id.to_owned();
        let lines = self.store.puzzle_history(&user.id, &game, since, MOST).await;
        let points = lines.map_err(not_read)?.into_iter().map(|line| PuzzlePoint {
            number: line.number,
            at: line.at,
            rating: line.rating.round() as i32,
            deviation: line.deviation.round() as i32,
            change: (line.rating.round() - line.before.round()) as i32,
        });
        Ok(PuzzleHistory { user, game, points: points.collect() })
    }

    /// The puzzles of a game that a person has tried, newest first.
    pub async fn tried_puzzles(
        &self,
        who: &Identity,
        game: &str,
        before: Option<u64>,
    ) -> Result<TriedPuzzles, PuzzleError> {
        let game = game_called(game)?.info().id.to_owned();
        let lines = self.store.last_puzzles(&who.id, &game, before.unwrap_or(u64::MAX), MOST).await;
        let lines = lines.map_err(not_read)?;
        let next = lines.last().filter(|_| lines.len() == MOST as usize).map(|line| line.number);
        let tried = |line: &PuzzleLine| TriedPuzzle {
            number: line.number,
            puzzle: line.puzzle.clone(),
            at: line.at,
            solved: line.solved,
            you: you(line),
            rival: rival(line),
        };
        Ok(TriedPuzzles { game, tried: lines.iter().map(tried).collect(), next })
    }

    /// The best solvers of a game, or of each.
    pub async fn best_solvers(
        &self,
        game: Option<&str>,
        limit: Option<u32>,
    ) -> Result<SolverBoards, PuzzleError> {
        let games = match game {
            Some(word) => vec![game_called(word)?],
            None => GameId::ALL.to_vec(),
        };
        let limit = limit.unwrap_or(50).min(MOST) as usize;
        let mut leaderboards = Vec::new();
        for game in games {
            let game = game.info().id;
            let rows = self.store.best_solvers(game, PROVISIONAL, LOOKED_AT).await;
            let mut leaders = Vec::new();
            for row in rows.map_err(not_read)? {
                let now = self.solver_now(&row);
                if now.is_provisional() {
                    continue;
                }
                let person = self.store.person(&row.whose).await.map_err(not_read)?;
                // Deleted users are not listed.
                let Some(person) = person.filter(|person| !person.guest) else { continue };
                leaders.push(SolverLeader {
                    place: leaders.len() as u32 + 1,
                    user: Identity::from(person).view(),
                    rating: now.shown(),
                    deviation: now.deviation.round() as i32,
                    attempts: row.attempts,
                    solved: row.solved,
                });
                if leaders.len() >= limit {
                    break;
                }
            }
            if !leaders.is_empty() {
                leaderboards.push(SolverBoard { game: game.to_owned(), leaders });
            }
        }
        Ok(SolverBoards { leaderboards })
    }
}
