//! Exact values over HTTP, from a small board's table.

use axum::{
    body::{Body, Bytes},
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt;
use ludoteca_server::{Page, State, TableShelf, app};
use ludoteca_solve::squadro::{Board, Ended, Layout, Sides, Values, count, solve};
use ludoteca_table::{Opened, Position, Store, Table, Tally};
use serde_json::{Value, json};
use std::{
    fs, io,
    path::Path,
    sync::{Arc, Mutex, atomic::AtomicBool},
};
use tower::ServiceExt;

fn make(folder: &Path, values: Values) -> Table {
    let layout = Layout::new(Arc::new(Sides::new(Board::new(3).unwrap())), values);
    let store = match Store::open(folder, &layout, "a test", 1 << 20, &mut |_, _| ()).unwrap() {
        Opened::Unfinished(store) => *store,
        Opened::Finished(_) => panic!("nothing is left to do"),
    };
    assert_eq!(solve(&layout, &store, 2, &|_| (), &AtomicBool::new(false)).unwrap(), Ended::Complete);
    let [yellow, red] = count(&layout, &store, 2, &|_| (), &AtomicBool::new(false)).unwrap().unwrap();
    let tally = |mover, counts| Tally::new(layout.sides(), mover, counts);
    store.finish([tally(0, yellow), tally(1, red)]).unwrap()
}

fn state() -> State {
    let index = ("index.html".to_owned(), Bytes::from("the page"));
    State::new(Page::new([index]))
}

fn with_table(table: Table) -> State {
    let shelf = TableShelf::default();
    shelf.put(table);
    state().with_table(shelf)
}

async fn ask(state: State, path: &str) -> (StatusCode, String, Value) {
    let request = Request::builder().uri(path).body(Body::empty()).unwrap();
    let response = app(state).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let caching = parts.headers[header::CACHE_CONTROL].to_str().unwrap().to_owned();
    let json = serde_json::from_slice(&body).unwrap_or_else(|_| json!(String::from_utf8_lossy(&body)));
    (parts.status, caching, json)
}

const TABLE: &str = "/api/v1/squadro/table";

/// The page asks this once, instead of asking for a table that does not exist.
#[tokio::test]
async fn health_reports_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let with_table = with_table(make(folder.path(), Values::Wdl));
    for (state, expected) in [(state(), false), (with_table, true)] {
        let (status, caching, answer) = ask(state, "/health").await;
        assert_eq!((status, caching.as_str()), (StatusCode::OK, "no-store"));
        assert_eq!(answer["squadroTable"], json!(expected));
    }
}

#[tokio::test]
async fn values_are_the_tables_own() {
    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Distance));
    let table = Table::open(folder.path()).unwrap();
    let mut position = Position::read(table.layout().sides().board, "000/000 y").unwrap();
    // Along the best line to the end of the game, where there are no moves.
    loop {
        let asked = position.to_string().replace(' ', "_");
        let (status, caching, answer) = ask(state.clone(), &format!("{TABLE}?position={asked}")).await;
        assert_eq!((status, caching.as_str()), (StatusCode::OK, "public, max-age=31536000, immutable"));
        let worth = table.worth(&position).unwrap();
        assert_eq!(answer["position"], position.to_string());
        assert_eq!(answer["valueForMover"], worth.value.word());
        assert_eq!(answer["plies"], json!(worth.plies));
        let moves = table.moves(&position).unwrap();
        let expected: Vec<Value> = moves
            .iter()
            .map(|m| json!({ "move": m.text, "valueForMover": m.worth.value.word(), "plies": m.worth.plies }))
            .collect();
        assert_eq!(answer["moves"], json!(expected));
        let Some(best) = moves.into_iter().next() else { break };
        assert_eq!((best.worth.value, best.worth.plies), (worth.value, worth.plies), "{position}");
        position = best.after;
    }
    assert!(position.winner().is_some());
    // Browsers encode a blank in several ways.
    for blank in ["%20", "+", "_"] {
        let (status, _, answer) = ask(state.clone(), &format!("{TABLE}?position=000%2F000{blank}y")).await;
        assert_eq!((status, &answer["position"]), (StatusCode::OK, &json!("000/000 y")));
    }
}

#[tokio::test]
async fn a_table_without_distances_tells_the_value_alone() {
    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Wdl));
    let (status, _, answer) = ask(state, &format!("{TABLE}?position=000/000_y")).await;
    assert_eq!((status, &answer["plies"]), (StatusCode::OK, &Value::Null));
    assert!(["win", "draw", "loss"].contains(&answer["valueForMover"].as_str().unwrap()));
}

#[tokio::test]
async fn invalid_table_queries_are_refused_in_a_sentence() {
    let (status, caching, answer) = ask(state(), &format!("{TABLE}?position=00000/00000_y")).await;
    assert_eq!((status, caching.as_str()), (StatusCode::NOT_FOUND, "no-store"));
    let sentence = "this server has no table of Squadro: start it with --tables DIR";
    let expected = json!({ "title": "Not found", "status": 404, "key": "not-found", "detail": sentence });
    assert_eq!(answer, expected);

    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Distance));
    for (question, sentence) in [
        ("", "the query must contain a position, such as ?position=00000/00000_y"),
        ("?positions=x", "the query must contain a position, such as ?position=00000/00000_y"),
        (
            "?position=000/00_y",
            "position \"000/00 y\": on this board expected 3 digits of Yellow's, '/', 3 of Red's, a blank, and y or r",
        ),
        ("?position=020/020_y", "position \"020/020 y\": two pieces stand on the same crossing (SQ-8)"),
        (
            "?position=100/000_y",
            "position \"100/000 y\": Y1 never stands there, as it moves more than one step (SQ-2)",
        ),
    ] {
        let (status, caching, answer) = ask(state.clone(), &format!("{TABLE}{question}")).await;
        assert_eq!(
            (status, caching.as_str(), &answer["detail"]),
            (StatusCode::BAD_REQUEST, "no-store", &json!(sentence))
        );
    }
}

/// Damages every block of the table in this folder.
fn damage(folder: &Path) {
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if file.file_name().to_string_lossy().starts_with("level") {
            let mut bytes = fs::read(file.path()).unwrap();
            bytes.iter_mut().for_each(|byte| *byte ^= 0x55);
            fs::write(file.path(), bytes).unwrap();
        }
    }
}

#[tokio::test]
async fn a_block_that_is_damaged_later_spoils_that_answer_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Distance));
    damage(folder.path());
    let (status, caching, answer) = ask(state.clone(), &format!("{TABLE}?position=000/000_y")).await;
    assert_eq!((status, caching.as_str()), (StatusCode::INTERNAL_SERVER_ERROR, "no-store"));
    let sentence = answer["detail"].as_str().unwrap();
    assert!(sentence.starts_with("this part of Squadro's table cannot be read: level"), "{sentence}");
    assert!(!sentence.contains(&folder.path().display().to_string()), "{sentence}");
    let (status, _, page) = ask(state, "/squadro").await;
    assert_eq!((status, page), (StatusCode::OK, json!("the page")));
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_damaged_table_is_logged_once() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Distance));
    damage(folder.path());
    for position in ["000/000_y", "000/000_y", "000/000_r"] {
        let (status, _, _) = ask(state.clone(), &format!("{TABLE}?position={position}")).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    // The operator's log contains the path of the file and what to do.
    assert!(log.contains(&folder.path().display().to_string()), "{log}");
    assert!(
        log.ends_with("further faults are not logged: `ludoteca solve verify` checks all of it\n"),
        "{log}"
    );
}

/// Players of a rated game of Squadro, or of a live one with people, get no values of its positions.
#[tokio::test]
async fn a_player_of_a_rated_or_live_game_gets_no_help() {
    for (rated, key) in [(true, "own-rated-game"), (false, "own-live-game")] {
        no_help(rated, key).await;
    }
}

async fn no_help(rated: bool, key: &str) {
    let server = crate::test_server::TestServer::open().await;
    let folder = tempfile::tempdir().unwrap();
    let state = with_table(make(folder.path(), Values::Wdl)).with_services(server.services.clone());
    let ada = server.account("ada").await;
    let bob = server.account("bob").await;
    let request =
        json!({ "game": "squadro", "rated": rated, "clock": { "system": "per-turn", "time": 60_000 } });
    let (_, game) = server.post("/games", &ada, request).await;
    let asks = async |header: &str, value: String| {
        let request = Request::builder().uri(format!("{TABLE}?position=000/000_y")).header(header, value);
        let response = app(state.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (status, body) = (response.status(), response.into_body().collect().await.unwrap().to_bytes());
        (status, serde_json::from_slice::<Value>(&body).unwrap())
    };
    let by_token = |token: &str| format!("Bearer {token}");
    assert_eq!(asks("authorization", by_token(&ada)).await.0, StatusCode::OK, "it has not begun");
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &bob, join).await.0, 200);
    for (header, value) in [("authorization", by_token(&ada)), ("cookie", format!("ludoteca_session={bob}"))]
    {
        let (status, problem) = asks(header, value).await;
        assert_eq!((status, &problem["key"]), (StatusCode::FORBIDDEN, &json!(key)), "{problem}");
        assert_eq!(problem["args"], json!([format!("/g/{id}")]));
    }
    assert_eq!(asks("accept", "*/*".to_owned()).await.0, StatusCode::OK, "anonymous callers get values");
    server.act(id, &ada, "a", json!({ "move": "Y1" })).await;
    server.act(id, &bob, "b", json!("resign")).await;
    assert_eq!(asks("authorization", by_token(&ada)).await.0, StatusCode::OK, "it is over");
    let (status, problem) = server.get(&format!("/games/{id}/accuracy"), &ada).await;
    assert_eq!((status, &problem["key"]), (403, &json!("only-moderators")));
}

/// After a game, moderators can compare its moves with the table; other users cannot.
#[tokio::test]
async fn moderators_see_how_fair_a_finished_game_was() {
    let server = crate::test_server::TestServer::open().await;
    let folder = tempfile::tempdir().unwrap();
    let with_table = app(with_table(make(folder.path(), Values::Wdl)).with_services(server.services.clone()));
    let moderator = crate::moderation::with_role(&server, "Mo", "moderator").await;
    let asks = async |game: &str, token: &str| {
        let request = Request::builder().uri(format!("/api/v1/games/{game}/accuracy"));
        let request = request.header("authorization", format!("Bearer {token}"));
        let response = with_table.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (status, body) = (response.status(), response.into_body().collect().await.unwrap().to_bytes());
        (status.as_u16(), serde_json::from_slice::<Value>(&body).unwrap())
    };
    let (squadro, tokens) = server.game(crate::test_server::squadro(), &["Ada", "Bob"]).await;
    assert_eq!(asks(&squadro, &moderator).await.1["key"], "not-over");
    server.act(&squadro, &tokens[0], "a", json!({ "move": "Y1" })).await;
    server.act(&squadro, &tokens[1], "b", json!({ "move": "R1" })).await;
    server.act(&squadro, &tokens[1], "c", json!("resign")).await;
    let (status, answer) = asks(&squadro, &moderator).await;
    assert_eq!((status, &answer["game"]), (200, &json!(squadro)), "{answer}");
    assert_eq!(answer["seats"].as_array().unwrap().len(), 2, "each player's: {answer}");
    assert_eq!(asks(&squadro, &tokens[0]).await.1["key"], "only-moderators");
    assert_eq!(server.get(&format!("/games/{squadro}/accuracy"), &moderator).await.1["key"], "no-table");
    let (peak, tokens) = server.game(json!({ "game": "peak" }), &["Ada", "Bob"]).await;
    let to_act = server.see(&peak, "").await["to_act"].as_u64().unwrap() as usize;
    let text = server.see(&peak, &tokens[to_act]).await["legal_moves"][0].clone();
    server.act(&peak, &tokens[to_act], "a", json!({ "move": text })).await;
    server.act(&peak, &tokens[1 - to_act], "b", json!("resign")).await;
    assert_eq!(asks(&peak, &moderator).await.1["key"], "no-table");
}
