//! The ratings API, and that each game is rated exactly once, whatever happens to the server.

use crate::{
    simulation::{
        disk::{Disk, Process},
        random::Chance,
    },
    test_server::TestServer,
};
use ludoteca_service::{Environment, Services};
use ludoteca_store::{Memory, Ratings};
use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

fn rated() -> Value {
    json!({ "game": "squadro", "rated": true, "clock": { "system": "sudden-death", "initial": 300_000 } })
}

/// Creates a game by invitation, with the tokens in the order of the seats.
async fn begin(server: &TestServer, request: Value, tokens: &[&str]) -> String {
    let (status, game) = server.post("/games", tokens[0], request).await;
    assert_eq!(status, 201, "{game}");
    let id = game["id"].as_str().unwrap().to_owned();
    for token in &tokens[1..] {
        let join = json!({ "invitation": game["invitation"] });
        assert_eq!(server.post(&format!("/games/{id}/join"), token, join).await.0, 200);
    }
    id
}

/// Ends a game of Squadro: the player on this seat resigns.
async fn give_up(server: &TestServer, id: &str, tokens: &[&str], seat: usize) {
    for (token, text) in [(tokens[0], "Y1"), (tokens[1], "R1")] {
        assert_eq!(server.act(id, token, text, json!({ "move": text })).await.0, 200);
    }
    let (status, done) = server.act(id, tokens[seat], "end", json!("resign")).await;
    assert_eq!(status, 200, "{done}");
}

#[tokio::test]
async fn a_rated_game_changes_public_ratings() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let id = begin(&server, rated(), &[&ada, &bob]).await;
    let new = json!({ "value": 1500, "provisional": true });
    let game = server.see(&id, "").await;
    assert_eq!((&game["seats"][0]["rating"], &game["seats"][1]["rating"]), (&new, &new));
    assert_eq!(server.get("/games", "").await.1["games"][0]["seats"][0]["rating"], new);
    give_up(&server, &id, &[&ada, &bob], 1).await;
    server.rated().await;
    let over = server.see(&id, "").await;
    assert_eq!(over["seats"][0]["rating_change"], 162);
    assert_eq!(over["seats"][1]["rating_change"], -162);
    assert_eq!(over["seats"][0]["rating"], new, "it is that of the beginning");
    let (status, ratings) = server.get("/users/ada/ratings", "").await;
    assert_eq!((status, &ratings["user"]["name"]), (200, &json!("ada")));
    let own = &ratings["ratings"][0];
    assert_eq!((&own["pool"], &own["rating"]), (&json!("squadro.2.blitz.people"), &json!(1662)));
    assert_eq!((&own["games"], &own["provisional"]), (&json!(1), &json!(true)));
    let path = "/users/ada/ratings/history?pool=squadro.2.blitz.people";
    let (_, history) = server.get(path, "").await;
    assert_eq!(history["points"][0]["game"], json!(id));
    assert_eq!(history["points"][0]["change"], 162);
    assert_eq!(server.get("/leaderboards?game=squadro", "").await.1, json!({ "leaderboards": [] }));
    let (_, colours) = server.get("/colours", "").await;
    let squadro = &colours["colours"][0];
    assert_eq!(
        squadro["seats"],
        json!([{ "seat": 0, "games": 1, "score": 1.0 }, { "seat": 1, "games": 1, "score": 0.0 }])
    );
    assert!(squadro["solved"].as_str().unwrap().starts_with("Yellow wins"));
    // After a year the uncertainty has grown.
    server.wait(365 * 24 * 60 * 60 * 1000);
    let later = server.get("/users/ada/ratings", "").await.1["ratings"][0]["deviation"].as_i64().unwrap();
    assert!(later > own["deviation"].as_i64().unwrap(), "{later}");
}

#[tokio::test]
async fn guests_are_not_rated_and_wrong_questions_are_refused() {
    let server = TestServer::open().await;
    let mut casual = rated();
    casual["rated"] = json!(false);
    let (id, tokens) = server.game(casual, &["Ada", "Bob"]).await;
    assert_eq!(server.see(&id, "").await["seats"][0].get("rating"), None);
    give_up(&server, &id, &[&tokens[0], &tokens[1]], 1).await;
    server.rated().await;
    let own = server.id_of(&tokens[0]).await;
    assert_eq!(server.get(&format!("/users/{own}/ratings"), "").await.1["ratings"], json!([]));
    assert_eq!(server.see(&id, "").await["seats"][0].get("rating_change"), None);
    for (path, status, key) in [
        ("/users/nemo/ratings".to_owned(), 404, "no-such-user"),
        (format!("/users/{own}/ratings/history"), 422, "no-such-pool"),
        (format!("/users/{own}/ratings/history?pool=chess"), 422, "no-such-pool"),
        ("/leaderboards?game=chess".to_owned(), 422, "no-such-pool"),
        ("/leaderboards?speed=slow".to_owned(), 422, "no-such-pool"),
        ("/leaderboards?apart=cats".to_owned(), 422, "no-such-pool"),
    ] {
        let (answered, problem) = server.get(&path, "").await;
        assert_eq!((answered, problem["key"].as_str().unwrap()), (status, key), "{path}: {problem}");
    }
    for (request, key) in [
        (json!({ "game": "squadro", "match": 2 }), "bad-match"),
        (json!({ "game": "squadro", "rated": true, "match": 3 }), "bad-match"),
        (json!({ "game": "number-one", "players": 3, "rated": true, "match": 2 }), "bad-match"),
    ] {
        let (status, problem) = server.post("/games", &tokens[0], request.clone()).await;
        assert_eq!((status, problem["key"].as_str().unwrap()), (422, key), "{problem}");
        let (status, problem) = server.post("/seeks", &tokens[0], request).await;
        assert_eq!((status, problem["key"].as_str().unwrap()), (422, key), "{problem}");
    }
}

#[tokio::test]
async fn players_with_a_settled_rating_are_on_the_leaderboard() {
    let server = TestServer::open_in_memory().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    for round in 0..30 {
        let id = begin(&server, rated(), &[&ada, &bob]).await;
        give_up(&server, &id, &[&ada, &bob], usize::from(round % 3 == 0)).await;
    }
    server.rated().await;
    let (_, boards) = server.get("/leaderboards?game=squadro&players=2&speed=blitz", "").await;
    let leaders = &boards["leaderboards"][0]["leaders"];
    assert_eq!((&leaders[0]["user"]["id"], &leaders[0]["place"]), (&json!("bob"), &json!(1)), "{boards}");
    assert_eq!((&leaders[1]["user"]["id"], &leaders[1]["games"]), (&json!("ada"), &json!(30)));
    server.wait(10 * 365 * 24 * 60 * 60 * 1000);
    assert_eq!(server.get("/leaderboards", "").await.1["leaderboards"], json!([]), "not after ten years");
}

#[tokio::test]
async fn two_who_meet_again_in_the_lobby_change_seats() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut seats = Vec::new();
    for round in 0..6 {
        let (first, second) = if round % 2 == 0 { (&ada, &bob) } else { (&bob, &ada) };
        server.wait(1000);
        assert_eq!(server.post("/seeks", first, json!({ "game": "peak" })).await.0, 201);
        let (_, seek) = server.post("/seeks", second, json!({ "game": "peak" })).await;
        let game = seek["started"].as_str().unwrap().to_owned();
        seats.push(server.see(&game, &ada).await["you"].as_u64().unwrap());
    }
    assert!(seats.windows(2).all(|two| two[0] != two[1]), "{seats:?}");
}

#[tokio::test]
async fn a_match_of_two_is_rated_when_both_games_are_over() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let mut request = rated();
    request["match"] = json!(2);
    let first = begin(&server, request, &[&ada, &bob]).await;
    assert_eq!(server.see(&first, "").await["match_game"], 1);
    give_up(&server, &first, &[&ada, &bob], 1).await;
    server.rated().await;
    assert_eq!(server.get("/users/ada/ratings", "").await.1["ratings"], json!([]), "it waits for the second");
    let (_, next) = server.post(&format!("/games/{first}/rematch"), &ada, json!({})).await;
    let second = next["id"].as_str().unwrap();
    assert_eq!(server.post(&format!("/games/{second}/join"), &bob, json!({})).await.0, 200);
    let game = server.see(second, &ada).await;
    assert_eq!((&game["match_game"], &game["you"]), (&json!(2), &json!(1)), "the other seat");
    give_up(&server, second, &[&bob, &ada], 1).await;
    server.rated().await;
    let own = server.get("/users/ada/ratings", "").await.1["ratings"][0].clone();
    assert_eq!((&own["rating"], &own["games"]), (&json!(1500), &json!(2)), "each has won once");
    assert_eq!(server.see(second, "").await["seats"][0]["rating_change"], 0);
}

/// All data derived from games, as text.
async fn dump(path: &std::path::Path) -> String {
    let mut database = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let mut text = String::new();
    for (table, order) in [
        ("ratings", "person, pool"),
        ("rating_history", "number, game, seat"),
        ("seat_scores", "pool, seat"),
        ("rating_units", "game"),
        ("counters", "name"),
    ] {
        let columns: Vec<String> = sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA table_info({table})")))
            .fetch_all(&mut database)
            .await
            .unwrap()
            .iter()
            .map(|row| row.get::<String, _>("name"))
            .collect();
        // The bytes of numbers, not their decimal digits.
        let all = columns.iter().map(|name| format!("quote({name})")).collect::<Vec<_>>().join(" || ',' || ");
        let rows: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT {all} FROM {table} ORDER BY {order}")))
                .fetch_all(&mut database)
                .await
                .unwrap();
        text += &format!("{table} ({})\n{}\n", columns.join(","), rows.join("\n"));
    }
    text
}

#[tokio::test]
async fn rebuilt_ratings_are_the_same_bytes() {
    let server = TestServer::open().await;
    let mut people = Vec::new();
    for name in ["ada", "bob", "eve", "tim"] {
        people.push(server.account(name).await);
    }
    let mut chance = Chance::new(7);
    for round in 0..60 {
        server.wait(chance.within(0..40 * 60 * 60 * 1000));
        let mut pair: Vec<&str> = people.iter().map(String::as_str).collect();
        while pair.len() > 2 {
            pair.remove(chance.within(0..pair.len() as u64) as usize);
        }
        let mut request = rated();
        request["clock"]["initial"] = json!(*chance.pick(&[60_000, 300_000, 900_000]));
        if chance.one_in(4) {
            request["match"] = json!(2);
        }
        let id = begin(&server, request, &pair).await;
        give_up(&server, &id, &pair, (round + round / 3) % 2).await;
        if chance.one_in(3) {
            let (_, next) = server.post(&format!("/games/{id}/rematch"), pair[0], json!({})).await;
            let second = next["id"].as_str().unwrap().to_owned();
            server.post(&format!("/games/{second}/join"), pair[1], json!({})).await;
            give_up(&server, &second, &[pair[1], pair[0]], 1).await;
        }
    }
    server.rated().await;
    // Its cursor is among the counters too.
    server.services.archive.fill().await.unwrap();
    server.services.close().await;
    let path = server.folder.path().join("ludoteca.sqlite");
    let before = dump(&path).await;
    assert!(before.lines().count() > 100, "{before}");
    let store = Arc::new(ludoteca_store::Sqlite::open(&path).await.unwrap());
    let rebuilt = Services::rebuild(store).await.unwrap();
    assert!(rebuilt[0].0 == "ratings" && rebuilt[0].1 >= 60, "{rebuilt:?}");
    assert_eq!(dump(&path).await, before);
}

/// The server is killed and its disk fails while it rates games: no game is lost or counted twice.
#[tokio::test(start_paused = true)]
async fn a_server_that_is_killed_rates_every_game_once() {
    let data = Arc::new(Memory::default());
    let sound = Disk { data: Arc::clone(&data), ..Disk::sound() };
    let now = Arc::new(AtomicU64::new(1_000_000));
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open_on(Arc::new(sound), folder, Arc::clone(&now)).await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    for round in 0..230 {
        server.wait(100_000);
        let id = begin(&server, rated(), &[&ada, &bob]).await;
        give_up(&server, &id, &[&ada, &bob], usize::from(round % 5 < 2)).await;
    }
    server.rated().await;
    server.services.close().await;
    let all = async || {
        let history = data.rating_history("ada", "squadro.2.blitz.people", 0, 1000).await.unwrap();
        (data.ratings_of("ada").await, data.ratings_of("bob").await, data.seat_scores().await, history)
    };
    let wanted = format!("{:?}", all().await);
    let mut killed = 0;
    for seed in 0..40 {
        data.clear_ratings().await.unwrap();
        let mut chance = Chance::new(seed);
        while data.ratings_place().await.unwrap() < 230 {
            // Two servers at once on the same data: each rates the games that the other has not.
            let process = Arc::new(Process::default());
            let mut opened = Vec::new();
            for _ in 0..2 {
                let disk = Disk {
                    data: Arc::clone(&data),
                    process: Arc::clone(&process),
                    faulty: Arc::new(AtomicBool::new(true)),
                    chance: Mutex::new(chance.fork()),
                };
                let time = now.load(Ordering::Relaxed);
                // A faulty disk may fail at once.
                opened.push(
                    Services::open(Arc::new(disk), Environment::simulated(move || time, seed), None).await,
                );
            }
            tokio::time::sleep(chance.millis(1..1_000)).await;
            process.killed.store(true, Ordering::Relaxed);
            drop(opened);
            killed += 1;
        }
        assert_eq!(format!("{:?}", all().await), wanted, "seed {seed}");
    }
    assert!(killed > 60, "{killed}");
}
