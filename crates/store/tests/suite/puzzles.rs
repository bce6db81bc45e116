//! The puzzle tests for every store.

use ludoteca_store::{Attempt, PuzzleChanges, PuzzleLine, PuzzleRating, Store};

pub(super) async fn run(store: &dyn Store) {
    an_attempt_and_what_it_changes_are_one_commit(store).await;
    late_and_repeated_writes_change_nothing(store).await;
    derived_data_can_be_deleted_and_the_attempts_stay(store).await;
    a_deleted_person_leaves_no_moves(store).await;
}

fn attempt(number: u64, person: &str, puzzle: &str, solved: bool) -> Attempt {
    Attempt {
        number,
        id: format!("try-{puzzle}"),
        person: person.to_owned(),
        game: "squadro".to_owned(),
        puzzle: puzzle.to_owned(),
        grade: 4,
        at: 70 + number as i64,
        moves: "Y1 Y3".to_owned(),
        solved,
    }
}

fn rating(whose: &str, rating: f64, deviation: f64) -> PuzzleRating {
    PuzzleRating {
        game: "squadro".to_owned(),
        whose: whose.to_owned(),
        rating,
        deviation,
        volatility: 0.059_999_999_9,
        attempts: 3,
        solved: 2,
        changed: 77,
    }
}

fn line(attempt: &Attempt) -> PuzzleLine {
    PuzzleLine {
        number: attempt.number,
        person: attempt.person.clone(),
        game: attempt.game.clone(),
        puzzle: attempt.puzzle.clone(),
        at: attempt.at,
        solved: attempt.solved,
        before: 1500.0,
        rating: 1500.0 + 1.0 / 3.0,
        deviation: 290.318_961_7,
        puzzle_before: 1260.0,
        puzzle_rating: 1260.0 - 1.0 / 7.0,
        puzzle_deviation: 180.1,
    }
}

fn changes(attempt: &Attempt) -> PuzzleChanges {
    PuzzleChanges {
        from: attempt.number - 1,
        to: attempt.number,
        puzzles: vec![rating(&attempt.puzzle, 1300.0 + attempt.number as f64, 170.0)],
        solvers: vec![rating(&attempt.person, 1500.0 + attempt.number as f64 / 3.0, 90.0)],
        lines: vec![line(attempt)],
        attempt: Some(attempt.clone()),
    }
}

async fn an_attempt_and_what_it_changes_are_one_commit(store: &dyn Store) {
    assert_eq!((store.attempts_made().await.unwrap(), store.puzzles_place().await.unwrap()), (0, 0));
    let ada = [attempt(1, "z-ada", "1-5", true), attempt(3, "z-ada", "1-17", false)];
    let bob = attempt(2, "z-bob", "1-5", false);
    for attempt in [&ada[0], &bob, &ada[1]] {
        assert!(store.change_puzzles(&changes(attempt)).await.unwrap());
    }
    assert_eq!((store.attempts_made().await.unwrap(), store.puzzles_place().await.unwrap()), (3, 3));
    assert_eq!(store.attempts(1, 10).await.unwrap(), [bob.clone(), ada[1].clone()]);
    assert_eq!(store.attempts(0, 1).await.unwrap(), [ada[0].clone()]);
    assert_eq!(store.attempts_of("z-ada").await.unwrap(), ada);
    let tried = store.tried("z-ada", "squadro").await.unwrap();
    assert_eq!(tried, [("1-17".to_owned(), false), ("1-5".to_owned(), true)]);
    assert!(store.tried("z-ada", "peak").await.unwrap().is_empty());
    assert_eq!(store.attempt_called("z-bob", "try-1-5").await.unwrap(), Some(bob.clone()));
    assert_eq!(store.attempt_called("z-eve", "try-1-5").await.unwrap(), None);
    assert_eq!(store.attempt_at("z-ada", "squadro", "1-17").await.unwrap(), Some(ada[1].clone()));
    assert_eq!(store.attempt_at("z-ada", "peak", "1-17").await.unwrap(), None);

    assert_eq!(store.puzzle_rating("squadro", "1-5").await.unwrap(), Some(rating("1-5", 1302.0, 170.0)));
    assert_eq!(store.puzzle_rating("peak", "1-5").await.unwrap(), None);
    let all = store.puzzle_ratings("squadro").await.unwrap();
    assert_eq!(all, [rating("1-17", 1303.0, 170.0), rating("1-5", 1302.0, 170.0)]);
    assert_eq!(store.solver_rating("z-ada", "squadro").await.unwrap(), Some(rating("z-ada", 1501.0, 90.0)));
    assert_eq!(store.solver_ratings("z-ada").await.unwrap(), [rating("z-ada", 1501.0, 90.0)]);
    let best = async |deviation| {
        let rows = store.best_solvers("squadro", deviation, 10).await.unwrap();
        rows.into_iter().map(|row| row.whose).collect::<Vec<_>>()
    };
    assert_eq!(best(100.0).await, ["z-ada", "z-bob"]);
    assert!(best(80.0).await.is_empty(), "no rating is certain enough");
    assert_eq!(store.puzzle_line(2).await.unwrap(), Some(line(&bob)));
    let lines = ada.each_ref().map(line);
    assert_eq!(store.puzzle_history("z-ada", "squadro", 0, 10).await.unwrap(), lines);
    assert_eq!(store.puzzle_history("z-ada", "squadro", 1, 10).await.unwrap(), lines[1..]);
    let last = store.last_puzzles("z-ada", "squadro", u64::MAX, 10).await.unwrap();
    assert_eq!(last, [lines[1].clone(), lines[0].clone()]);
    assert_eq!(store.last_puzzles("z-ada", "squadro", 3, 10).await.unwrap(), lines[..1]);
    assert!(store.last_puzzles("z-ada", "peak", 3, 10).await.unwrap().is_empty());
}

async fn late_and_repeated_writes_change_nothing(store: &dyn Store) {
    let late = attempt(3, "z-eve", "1-5", true);
    assert!(!store.change_puzzles(&changes(&late)).await.unwrap(), "another has this number");
    let again = Attempt { id: "again".to_owned(), ..attempt(4, "z-ada", "1-5", true) };
    assert!(!store.change_puzzles(&changes(&again)).await.unwrap(), "once for each puzzle");
    let same = Attempt { id: "try-1-5".to_owned(), ..attempt(4, "z-ada", "1-99", true) };
    assert!(!store.change_puzzles(&changes(&same)).await.unwrap(), "an id is for one attempt");
    assert_eq!((store.attempts_made().await.unwrap(), store.puzzles_place().await.unwrap()), (3, 3));
    assert_eq!(store.solver_rating("z-eve", "squadro").await.unwrap(), None);
    assert_eq!(store.puzzle_line(4).await.unwrap(), None);
    assert_eq!(store.solver_rating("z-ada", "squadro").await.unwrap(), Some(rating("z-ada", 1501.0, 90.0)));
}

async fn derived_data_can_be_deleted_and_the_attempts_stay(store: &dyn Store) {
    store.clear_puzzles().await.unwrap();
    assert_eq!((store.attempts_made().await.unwrap(), store.puzzles_place().await.unwrap()), (3, 0));
    assert!(store.puzzle_ratings("squadro").await.unwrap().is_empty());
    assert!(store.solver_ratings("z-ada").await.unwrap().is_empty());
    assert_eq!(store.puzzle_line(1).await.unwrap(), None);
    let attempts = store.attempts(0, 10).await.unwrap();
    // No new attempt while others are not processed yet.
    assert!(!store.change_puzzles(&changes(&attempt(1, "z-eve", "1-5", true))).await.unwrap());
    let made =
        PuzzleChanges { to: 3, lines: attempts.iter().map(line).collect(), ..PuzzleChanges::default() };
    assert!(store.change_puzzles(&made).await.unwrap());
    assert_eq!(store.puzzle_history("z-ada", "squadro", 0, 10).await.unwrap().len(), 2);
}

async fn a_deleted_person_leaves_no_moves(store: &dyn Store) {
    store.forget_person("z-ada", "deleted-z").await.unwrap();
    let left: Vec<String> = store.attempts(0, 10).await.unwrap().into_iter().map(|one| one.moves).collect();
    assert_eq!(left, ["", "Y1 Y3", ""]);
}
