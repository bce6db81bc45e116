//! The puzzles API: attempts are judged by the proof, both sides are rated once, and ratings can be rebuilt.

use crate::{
    simulation::{
        disk::{Disk, Process},
        random::Chance,
    },
    test_server::TestServer,
};
use ludoteca_catalog::GameId;
use ludoteca_puzzle::{Collection, Puzzle, STORED};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Memory, Person, Puzzles, Store};
use serde_json::{Value, json};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};
use sqlx::{Connection, SqliteConnection};
use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

fn squadro() -> Collection {
    Collection::read(STORED[0]).unwrap()
}

/// The solver's moves that decide the attempt: correct ones, or wrong at once.
fn moves(file: &Collection, puzzle: &Puzzle, solves: bool) -> Vec<String> {
    if !solves {
        let wrong = puzzle.moves.iter().find(|(_, worth)| !puzzle.accepts(*worth)).unwrap();
        return vec![wrong.0.clone()];
    }
    let mut game = file.open(&puzzle.position).unwrap();
    let solver = game.status();
    let mut own = Vec::new();
    for text in &puzzle.line {
        if game.status() == solver {
            own.push(text.clone());
        }
        game.play(text).unwrap();
    }
    own
}

async fn attempt(server: &TestServer, token: &str, id: &str, moves: &[String]) -> (u16, Value) {
    let request = json!({ "id": format!("try-{id}"), "moves": moves });
    server.post(&format!("/puzzles/squadro/{id}/attempts"), token, request).await
}

#[tokio::test]
async fn a_first_attempt_changes_both_ratings_once_and_publicly() {
    let server = TestServer::open().await;
    let ada = server.account("ada").await;
    let file = squadro();
    let puzzle = file.puzzles.iter().find(|puzzle| puzzle.grade == 7 && puzzle.steps > 1).unwrap();
    let (id, right) = (puzzle.id.as_str(), moves(&file, puzzle, true));
    let (status, before) = server.get(&format!("/puzzles/squadro/{id}"), &ada).await;
    assert_eq!((status, &before["tried"], &before["task"]), (200, &Value::Null, &json!(puzzle.task.word())));
    let untried =
        json!({ "rating": 1838, "deviation": 200, "provisional": true, "attempts": 0, "solved": 0 });
    assert_eq!(before["standing"], untried, "where its grade says");
    assert_eq!(before["moves"].as_array().unwrap().len(), puzzle.moves.len());

    let (status, done) = attempt(&server, &ada, id, &right).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!((&done["solved"], &done["counted"]), (&json!(true), &json!(true)));
    let new = Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
    let hard = Glicko2Rating { rating: 1838.0, deviation: 200.0, volatility: 0.06 };
    let (solver, tried) = glicko2(&new, &hard, &Outcomes::WIN, &Glicko2Config::default());
    let step = |before: i32, after: &Glicko2Rating| {
        json!({ "before": before, "rating": after.rating.round() as i32,
            "deviation": after.deviation.round() as i32, "provisional": after.deviation > 110.0 })
    };
    assert_eq!((&done["you"], &done["puzzle"]), (&step(1500, &solver), &step(1838, &tried)));
    // A repeated request has no effect; a later attempt is judged and does not count.
    assert_eq!(attempt(&server, &ada, id, &right).await.1, done);
    let wrong = json!({ "id": "again", "moves": moves(&file, puzzle, false) });
    let (_, again) = server.post(&format!("/puzzles/squadro/{id}/attempts"), &ada, wrong).await;
    assert_eq!(again, json!({ "solved": false, "counted": false, "you": null, "puzzle": null }));
    let other = json!({ "id": format!("try-{id}"), "moves": ["Y1"] });
    let (status, problem) = server.post("/puzzles/squadro/1-8/attempts", &ada, other).await;
    assert_eq!((status, &problem["key"]), (422, &json!("id-taken")));

    let (_, seen) = server.get(&format!("/puzzles/squadro/{id}"), &ada).await;
    assert_eq!((&seen["tried"], &seen["standing"]["attempts"]), (&json!(true), &json!(1)));
    assert_eq!(
        (&seen["standing"]["solved"], &seen["standing"]["rating"]),
        (&json!(1), &done["puzzle"]["rating"])
    );
    assert_eq!(server.get(&format!("/puzzles/squadro/{id}"), "").await.1["tried"], Value::Null);
    let own = server.get("/users/ada/puzzles", "").await.1["ratings"][0].clone();
    assert_eq!((&own["game"], &own["rating"]), (&json!("squadro"), &done["you"]["rating"]));
    assert_eq!((&own["attempts"], &own["solved"]), (&json!(1), &json!(1)));
    let (_, history) = server.get("/users/ada/puzzles/history?game=squadro", "").await;
    let change = done["you"]["rating"].as_i64().unwrap() - 1500;
    assert_eq!(history["points"][0]["change"], change);
    let (_, tried) = server.get("/me/puzzles?game=squadro", &ada).await;
    assert_eq!((&tried["tried"][0]["puzzle"], &tried["tried"][0]["you"]), (&json!(id), &done["you"]));
    assert_eq!(tried["tried"][0]["rival"], done["puzzle"]);
    let (_, list) = server.get("/puzzles/squadro", &ada).await;
    let at = file.puzzles.iter().position(|other| other.id == id).unwrap();
    assert_eq!((&list["count"], &list["puzzles"][at]["tried"]), (&json!(120), &json!(true)));
    let (_, rest) = server.get("/puzzles/squadro?from=100", &ada).await;
    assert_eq!((rest["puzzles"].as_array().unwrap().len(), &rest["next"]), (20, &Value::Null));
    // After a year the uncertainty of a person's rating has grown; that of a puzzle has not.
    server.wait(365 * 24 * 60 * 60 * 1000);
    let later = server.get("/users/ada/puzzles", "").await.1["ratings"][0]["deviation"].as_i64().unwrap();
    assert!(later > own["deviation"].as_i64().unwrap());
    let (_, same) = server.get(&format!("/puzzles/squadro/{id}"), "").await;
    assert_eq!(same["standing"], seen["standing"]);
    let (_, export) = server.get("/me/export", &ada).await;
    let lines = export.as_str().unwrap().lines().filter(|line| line.contains("\"type\":\"attempt\""));
    assert_eq!(lines.count(), 1);
}

#[tokio::test]
async fn invalid_attempts_are_refused_and_do_not_count() {
    let server = TestServer::open().await;
    let ada = server.account("ada").await;
    let file = squadro();
    let puzzle = file.puzzles.iter().find(|puzzle| puzzle.steps == 3).unwrap();
    let right = moves(&file, puzzle, true);
    let operation = format!("/puzzles/squadro/{}/attempts", puzzle.id);
    let many = [right.clone(), right.clone()].concat();
    for (request, status, key) in [
        (json!({ "id": "x" }), 422, "unfinished"),
        (json!({ "id": "x", "moves": [] }), 422, "unfinished"),
        (json!({ "id": "x", "moves": right[..1] }), 422, "unfinished"),
        (json!({ "id": "x", "moves": right[..right.len() - 1] }), 422, "unfinished"),
        (json!({ "id": "x", "moves": puzzle.line }), 422, "illegal-move"),
        (json!({ "id": "x", "moves": many }), 422, "too-many-moves"),
        (json!({ "id": "x", "moves": ["solved"] }), 422, "illegal-move"),
        (json!({ "id": "x", "moves": ["Y9"] }), 422, "illegal-move"),
        (json!({ "id": "x", "moves": [""] }), 422, "illegal-move"),
        (json!({ "id": "", "moves": right }), 422, "bad-id"),
        (json!({ "id": "x".repeat(65), "moves": right }), 422, "bad-id"),
        (json!({ "id": "x", "moves": right, "solved": true }), 400, "bad-request"),
        (json!({ "id": "x", "moves": "Y1" }), 400, "bad-request"),
        (json!({ "moves": right }), 400, "bad-request"),
    ] {
        let (answered, problem) = server.post(&operation, &ada, request.clone()).await;
        assert_eq!((answered, &problem["key"]), (status, &json!(key)), "{request}: {problem}");
    }
    let request = json!({ "id": "x", "moves": right });
    for (operation, token, status, key) in [
        (operation.as_str(), "", 401, "who-are-you"),
        ("/puzzles/squadro/nothing/attempts", &ada, 404, "no-such-puzzle"),
        ("/puzzles/chess/1-8/attempts", &ada, 404, "no-such-game"),
    ] {
        let (answered, problem) = server.post(operation, token, request.clone()).await;
        assert_eq!((answered, &problem["key"]), (status, &json!(key)), "{operation}: {problem}");
    }
    for (path, status, key) in [
        ("/puzzles/chess", 404, "no-such-game"),
        ("/puzzles/chess/next", 404, "no-such-game"),
        ("/puzzles/squadro/nothing", 404, "no-such-puzzle"),
        ("/puzzles/squadro/daily?day=tomorrow", 422, "bad-question"),
        ("/puzzles/squadro/daily?day=2026-02-30", 422, "bad-question"),
        ("/users/nemo/puzzles", 404, "no-such-user"),
        ("/users/ada/puzzles/history", 422, "bad-question"),
        ("/users/ada/puzzles/history?game=chess", 404, "no-such-game"),
        ("/me/puzzles", 422, "bad-question"),
        ("/leaderboards/puzzles?game=chess", 404, "no-such-game"),
    ] {
        let (answered, problem) = server.get(path, &ada).await;
        assert_eq!((answered, &problem["key"]), (status, &json!(key)), "{path}: {problem}");
    }
    assert_eq!(server.store.attempts_made().await.unwrap(), 0);
    assert_eq!(server.get("/users/ada/puzzles", "").await.1["ratings"], json!([]));

    // Guests and bots may solve puzzles; no rating changes.
    let guest = server.guest("Gil").await;
    let bot = server.account("bot").await;
    server.store.forget_person("bot", "bot").await.unwrap();
    let uncounted = json!({ "solved": true, "counted": false, "you": null, "puzzle": null });
    assert_eq!(server.post(&operation, &guest, request.clone()).await, (200, uncounted));
    assert_eq!(server.post(&operation, &bot, request.clone()).await.0, 401, "it is gone");
    // An attempt with a hint is not solved, whatever is played.
    let helped = json!({ "id": "helped", "moves": right, "helped": true });
    let (_, done) = server.post(&operation, &ada, helped).await;
    assert_eq!((&done["solved"], &done["counted"]), (&json!(false), &json!(true)));
    assert!(done["you"]["rating"].as_i64().unwrap() < 1500);
    assert_eq!(server.post(&operation, &ada, request).await.1["counted"], false, "it was the first one");
    let gave_up = json!({ "id": "gave-up", "helped": true });
    let (status, done) = server.post("/puzzles/squadro/1-8/attempts", &ada, gave_up).await;
    assert_eq!((status, &done["solved"], &done["counted"]), (200, &json!(false), &json!(true)));
}

#[tokio::test]
async fn bots_solve_and_are_not_rated() {
    let server = TestServer::open_in_memory().await;
    let token = server.account("robot").await;
    let person = server.store.person("robot").await.unwrap().unwrap();
    let account = ludoteca_store::Account {
        person: "owned".to_owned(),
        folded: "owned".to_owned(),
        skeleton: None,
        password: None,
        email: None,
        owner: Some("robot".to_owned()),
        role: String::new(),
        created: 1,
    };
    let bot = Person { id: "owned".to_owned(), name: "owned".to_owned(), bot: true, ..person };
    assert!(server.store.add_account(&account, &bot, None).await.unwrap());
    let (_, tokens) =
        server.store.token(&hash(&token)).await.unwrap().map_or((0, None), |found| (1, Some(found)));
    let of_bot = ludoteca_store::Token {
        hash: hash("bot's"),
        id: "bot's".to_owned(),
        person: "owned".to_owned(),
        ..tokens.unwrap().0
    };
    server.store.add_token(&of_bot).await.unwrap();
    let (status, done) =
        server.post("/puzzles/squadro/1-8/attempts", "bot's", json!({ "id": "x", "moves": ["Y1"] })).await;
    assert_eq!((status, &done["solved"], &done["counted"]), (200, &json!(true), &json!(false)));
    assert_eq!(server.store.attempts_made().await.unwrap(), 0);
}

fn hash(token: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn simulated_solvers_and_puzzles_come_to_the_right_order_and_to_what_skillratings_says() {
    const SOLVERS: usize = 30;
    const PUZZLES: usize = 60;
    const WEEK: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;
    let server = TestServer::open_in_memory().await;
    let file = squadro();
    let mut chance = Chance::new(5);
    let mut tokens = Vec::new();
    for number in 0..SOLVERS {
        tokens.push(server.account(&format!("s{number}")).await);
    }
    // Their true difficulty is independent of their grades.
    let strength = |number: usize| 1000.0 + 40.0 * number as f64;
    let hardness = |number: usize| 900.0 + 1400.0 * (number * 37 % PUZZLES) as f64 / PUZZLES as f64;
    let new = Glicko2Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
    let mut solvers = vec![(new, 0); SOLVERS];
    let mut puzzles: Vec<Glicko2Rating> = file.puzzles[..PUZZLES]
        .iter()
        .map(|puzzle| ludoteca_rating::level(GameId::Squadro, 2, puzzle.grade).unwrap().value)
        .map(|rating| Glicko2Rating { rating, deviation: 200.0, ..new })
        .collect();
    let mut all: Vec<(usize, usize)> = (0..SOLVERS).flat_map(|s| (0..PUZZLES).map(move |p| (s, p))).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, chance.within(0..i as u64 + 1) as usize);
    }
    for (who, which) in all {
        server.wait(chance.within(0..3_000_000));
        let now = server.now.load(Ordering::Relaxed);
        let expected = 1.0 / (1.0 + 10_f64.powf((hardness(which) - strength(who)) / 400.0));
        let solves = (chance.within(0..1_000_000) as f64) < 1_000_000.0 * expected;
        let puzzle = &file.puzzles[which];
        let (status, done) = attempt(&server, &tokens[who], &puzzle.id, &moves(&file, puzzle, solves)).await;
        assert_eq!(
            (status, &done["solved"], &done["counted"]),
            (200, &json!(solves), &json!(true)),
            "{done}"
        );
        let (came, last) = solvers[who];
        let periods = if last == 0 { 0.0 } else { (now - last) as f64 / WEEK };
        let wider = came.deviation.hypot(173.7178 * came.volatility * periods.sqrt()).min(350.0);
        let deviation = if periods > 0.0 { wider } else { came.deviation };
        let outcome = if solves { Outcomes::WIN } else { Outcomes::LOSS };
        let came = Glicko2Rating { deviation, ..came };
        let (you, it) = glicko2(&came, &puzzles[which], &outcome, &Glicko2Config::default());
        (solvers[who], puzzles[which]) = ((you, now), it);
    }
    for (number, (theirs, _)) in solvers.iter().enumerate() {
        let row = server.store.solver_rating(&format!("s{number}"), "squadro").await.unwrap().unwrap();
        let own = (row.rating, row.deviation, row.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility), "solver {number}");
    }
    for (puzzle, theirs) in file.puzzles.iter().zip(&puzzles) {
        let row = server.store.puzzle_rating("squadro", &puzzle.id).await.unwrap().unwrap();
        let own = (row.rating, row.deviation, row.volatility);
        assert_eq!(own, (theirs.rating, theirs.deviation, theirs.volatility), "puzzle {}", puzzle.id);
    }
    // Of all pairs whose true difficulty differs by 300 points, hardly any are in the wrong order.
    let wrong = |truth: &dyn Fn(usize) -> f64, found: &[f64]| {
        let pairs = (0..found.len()).flat_map(|a| (0..found.len()).map(move |b| (a, b)));
        let apart: Vec<_> = pairs.filter(|(a, b)| truth(*a) + 300.0 <= truth(*b)).collect();
        let wrong = apart.iter().filter(|(a, b)| found[*a] >= found[*b]).count();
        wrong as f64 / apart.len() as f64
    };
    let of_solvers = wrong(&strength, &solvers.iter().map(|(one, _)| one.rating).collect::<Vec<_>>());
    let of_puzzles = wrong(&hardness, &puzzles.iter().map(|one| one.rating).collect::<Vec<_>>());
    assert!(of_solvers < 0.02 && of_puzzles < 0.05, "{of_solvers} {of_puzzles}");

    let (_, boards) = server.get("/leaderboards/puzzles?game=squadro", "").await;
    let leaders = boards["leaderboards"][0]["leaders"].as_array().unwrap();
    let first = leaders[0]["user"]["id"].as_str().unwrap();
    assert!(first[1..].parse::<usize>().unwrap() >= SOLVERS - 5, "{first}");
    assert_eq!((&leaders[0]["place"], &leaders[0]["attempts"]), (&json!(1), &json!(PUZZLES)));
    assert_eq!(server.get("/leaderboards/puzzles?game=peak", "").await.1["leaderboards"], json!([]));
    // The next puzzle has not been tried, and is near: 60 are left, of which the nearest come.
    for (number, token) in tokens.iter().enumerate() {
        let (_, next) = server.get("/puzzles/squadro/next", token).await;
        let own = solvers[number].0.rating;
        let id = next["id"].as_str().unwrap();
        let left = &file.puzzles[PUZZLES..];
        let distance =
            |puzzle: &Puzzle| (ludoteca_rating::puzzle(GameId::Squadro, puzzle.grade).value - own).abs();
        let chosen = left.iter().find(|puzzle| puzzle.id == id).expect("one that was not tried");
        let nearer = left.iter().filter(|puzzle| distance(puzzle) < distance(chosen)).count();
        assert!(nearer < 5, "{nearer} are nearer to {own}");
        let (_, other) = server.get(&format!("/puzzles/squadro/next?but={id}"), token).await;
        assert_ne!(other["id"], json!(id));
    }
}

/// The attempts and all data derived from them, as text with the bytes of numbers.
async fn dump(path: &std::path::Path) -> String {
    let mut database = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let mut text = String::new();
    for (table, order, columns) in [
        ("puzzle_attempts", "number", "number, id, person, game, puzzle, grade, at, moves, solved"),
        (
            "puzzle_ratings",
            "game, puzzle",
            "game, puzzle, rating, deviation, volatility, attempts, solved, changed",
        ),
        (
            "solver_ratings",
            "game, person",
            "game, person, rating, deviation, volatility, attempts, solved, changed",
        ),
        (
            "puzzle_history",
            "number",
            "number, person, before, rating, deviation, puzzle_before, puzzle_rating, puzzle_deviation",
        ),
        ("counters", "name", "name, value"),
    ] {
        let all =
            columns.split(", ").map(|name| format!("quote({name})")).collect::<Vec<_>>().join(" || ',' || ");
        let question = sqlx::AssertSqlSafe(format!("SELECT {all} FROM {table} ORDER BY {order}"));
        let rows: Vec<String> = sqlx::query_scalar(question).fetch_all(&mut database).await.unwrap();
        text += &format!("{table}\n{}\n", rows.join("\n"));
    }
    text
}

#[tokio::test]
async fn rebuilt_ratings_of_puzzles_are_the_same_bytes() {
    let server = TestServer::open().await;
    let file = squadro();
    let mut chance = Chance::new(11);
    let mut tokens = Vec::new();
    for name in ["ada", "bob", "eve"] {
        tokens.push(server.account(name).await);
    }
    for puzzle in &file.puzzles[..40] {
        for token in &tokens {
            server.wait(chance.within(0..40 * 60 * 60 * 1000));
            let own = moves(&file, puzzle, chance.one_in(2));
            assert_eq!(attempt(&server, token, &puzzle.id, &own).await.0, 200);
        }
    }
    server.services.close().await;
    let path = server.folder.path().join("ludoteca.sqlite");
    let before = dump(&path).await;
    assert!(before.lines().count() > 280, "{before}");
    let store = Arc::new(ludoteca_store::Sqlite::open(&path).await.unwrap());
    let rebuilt = Services::rebuild(Arc::clone(&store) as Arc<dyn Store>).await.unwrap();
    assert_eq!(rebuilt.last(), Some(&("puzzles", 120, "attempts")));
    assert_eq!(dump(&path).await, before);
    // A rebuild that was interrupted is continued at the next start.
    let store = Arc::new(ludoteca_store::Sqlite::open(&path).await.unwrap());
    store.clear_puzzles().await.unwrap();
    store.close().await;
    let server = TestServer::open_in(server.folder, server.now).await;
    server.services.close().await;
    assert_eq!(dump(&path).await, before);
}

/// Servers are killed and their disk fails while clients repeat their attempts until they are answered: each
/// attempt counts once, and the ratings equal those of a rebuild.
#[tokio::test(start_paused = true)]
async fn whatever_happens_to_the_servers_every_attempt_counts_once() {
    let file = Arc::new(squadro());
    let data = Arc::new(Memory::default());
    let sound = Disk { data: Arc::clone(&data), ..Disk::sound() };
    let now = Arc::new(AtomicU64::new(1_000_000));
    let people = ["ada", "bob", "eve", "tim"];
    let first = TestServer::open_on(Arc::new(sound), tempfile::tempdir().unwrap(), Arc::clone(&now)).await;
    let mut tokens = BTreeMap::new();
    for name in people {
        tokens.insert(name, first.account(name).await);
    }
    first.services.close().await;
    let mut chance = Chance::new(3);
    let mut rounds = 0;
    let wanted = 25;
    let mut solved: BTreeMap<(&str, String), bool> = BTreeMap::new();
    while (data.attempts_made().await.unwrap() as usize) < people.len() * wanted {
        rounds += 1;
        assert!(rounds < 2000, "it comes to no end");
        let process = Arc::new(Process::default());
        let mut houses = Vec::new();
        for _ in 0..2 {
            let disk = Disk {
                data: Arc::clone(&data),
                process: Arc::clone(&process),
                faulty: Arc::new(AtomicBool::new(true)),
                chance: Mutex::new(chance.fork()),
            };
            let time = now.load(Ordering::Relaxed);
            let environment = Environment::simulated(move || time, rounds);
            // A faulty disk may fail at once.
            if let Ok(services) = Services::open(Arc::new(disk), environment, None).await {
                houses.push(services);
            }
        }
        // All users send their next attempt to both servers at once.
        let mut sent = Vec::new();
        for (person, token) in &tokens {
            let tried = data.tried(person, "squadro").await.unwrap();
            let puzzle = file.puzzles[..wanted].iter().find(|one| tried.iter().all(|(id, _)| *id != one.id));
            let Some(puzzle) = puzzle else { continue };
            let key = (*person, puzzle.id.clone());
            let solves = *solved.entry(key).or_insert_with(|| chance.one_in(2));
            for services in &houses {
                let page = ludoteca_server::Page::new([("index.html".to_owned(), "page".into())]);
                let app =
                    ludoteca_server::app(ludoteca_server::State::new(page).with_services(services.clone()));
                let request =
                    json!({ "id": format!("try-{}", puzzle.id), "moves": moves(&file, puzzle, solves) });
                let request = axum::http::Request::builder()
                    .method("POST")
                    .uri(format!("/api/v1/puzzles/squadro/{}/attempts", puzzle.id))
                    .header("host", "house")
                    .header("authorization", format!("Bearer {token}"))
                    .body(axum::body::Body::from(request.to_string()))
                    .unwrap();
                sent.push(tokio::spawn(tower::ServiceExt::oneshot(app, request)));
            }
        }
        tokio::time::sleep(chance.millis(1..1_500)).await;
        process.killed.store(true, Ordering::Relaxed);
        sent.iter().for_each(tokio::task::JoinHandle::abort);
        now.fetch_add(100_000, Ordering::Relaxed);
    }
    let attempts = data.attempts(0, 1000).await.unwrap();
    assert_eq!(attempts.len(), people.len() * wanted);
    assert!(attempts.iter().zip(1..).all(|(attempt, number)| attempt.number == number));
    for attempt in &attempts {
        let key =
            (people.iter().copied().find(|name| *name == attempt.person).unwrap(), attempt.puzzle.clone());
        assert_eq!(attempt.solved, solved[&key]);
    }
    assert_eq!(data.puzzles_place().await.unwrap(), attempts.len() as u64);
    let all = async || {
        let mut text = format!("{:?}", data.puzzle_ratings("squadro").await.unwrap());
        for person in people {
            text += &format!("{:?}", data.solver_ratings(person).await.unwrap());
            text += &format!("{:?}", data.puzzle_history(person, "squadro", 0, 1000).await.unwrap());
        }
        text
    };
    let before = all().await;
    Services::rebuild(Arc::clone(&data) as Arc<dyn Store>).await.unwrap();
    assert_eq!(all().await, before);
}

#[tokio::test]
async fn the_daily_puzzle_is_the_same_for_all_and_changes_each_day() {
    let server = TestServer::open_in_memory().await;
    let (ada, gil) = (server.account("ada").await, server.guest("Gil").await);
    let id = async |path: &str, token: &str| server.get(path, token).await.1["id"].clone();
    let daily = "/puzzles/peak/daily?day=2026-11-17";
    assert_eq!(id(daily, &ada).await, id(daily, &gil).await);
    assert_ne!(id(daily, "").await, id("/puzzles/peak/daily?day=2026-11-18", "").await);
    let peak = Collection::read(STORED[2]).unwrap();
    let expected = ludoteca_puzzle::daily(&peak.puzzles, |puzzle| puzzle.grade, 20_774).unwrap();
    assert_eq!(id(daily, "").await, json!(expected.id), "days since 1970");
    // Without a day, today's puzzle is returned.
    server.now.store(20_774 * 24 * 60 * 60 * 1000 + 5, Ordering::Relaxed);
    assert_eq!(id("/puzzles/peak/daily", "").await, json!(expected.id));
    assert_eq!(server.get(&format!("/puzzles/peak/{}", expected.id), "").await.1["steps"], expected.steps);
}

#[tokio::test(start_paused = true)]
async fn puzzles_of_a_folder_are_offered_as_soon_as_they_are_there() {
    let server = TestServer::open_in_memory().await;
    let folder = server.folder.path().join("puzzles");
    // The folder may be created later.
    server.services.serve_puzzles_from(folder.clone()).await;
    let count = async || server.get("/puzzles/squadro", "").await.1["count"].as_u64().unwrap();
    assert_eq!(count().await, 120);
    fs::create_dir(&folder).unwrap();
    let text: String = STORED[0].split_inclusive("\n\n").take(2).collect();
    fs::write(folder.join("bad.txt"), text.replace("task win", "task wim")).unwrap();
    fs::write(folder.join("new.txt"), text.replace("puzzle 1-0", "puzzle k2vq8mzt4wpc")).unwrap();
    let mut waited = 0;
    while count().await < 121 {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        waited += 1;
        assert!(waited < 10_000, "it is not taken up");
    }
    let ada = server.account("ada").await;
    let request = json!({ "id": "x", "moves": ["Y2", "Y2", "Y4", "Y4"] });
    let (status, done) = server.post("/puzzles/squadro/k2vq8mzt4wpc/attempts", &ada, request).await;
    assert_eq!((status, &done["solved"], &done["counted"]), (200, &json!(true), &json!(true)), "{done}");
    // Removed puzzles are gone; their ratings stay.
    fs::remove_file(folder.join("new.txt")).unwrap();
    while count().await > 120 {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    assert_eq!(server.get("/puzzles/squadro/k2vq8mzt4wpc", "").await.0, 404);
    assert_eq!(server.get("/users/ada/puzzles", "").await.1["ratings"][0]["attempts"], 1);
}
