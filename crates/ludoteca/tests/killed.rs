//! Kills and restarts the server repeatedly while games are played on it. No confirmed move may be lost or
//! duplicated, no game may continue in two ways, and no clock may run while the server is down. The players'
//! own records are compared with what the server has stored.
//!
//! `LUDOTECA_KILLS=100 cargo test --package ludoteca-cli --test all killed` kills it a hundred times.

use crate::common::command;
use ludoteca_client::{Client, Error};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Child,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Number of concurrent games.
const GAMES: usize = 6;
/// No machine takes this long for a few moves.
const STUCK: Duration = Duration::from_secs(600);
/// TB-7: the maximum time wrongly charged in a turn, in milliseconds.
const TOLERANCE: u64 = 1000;

pub(crate) fn start(folder: &Path, address: &str) -> (Child, String) {
    let folder = folder.to_str().unwrap();
    let mut child =
        command(&["serve", "--addr", address, "--data", folder, "--limits", "off"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Ludoteca: http://").expect(&line).to_owned();
    (child, address)
}

thread_local! {
    static RUNTIME: tokio::runtime::Runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
}

/// Sends a request once; an error means that the server was killed in the meantime.
pub(crate) fn ask(
    address: &str,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> Result<(u16, Value), Error> {
    let client = Client::new(address.parse()?);
    let client = if token.is_empty() { client } else { client.with_token(token) };
    let body = (method != "GET").then_some(body);
    RUNTIME.with(|runtime| runtime.block_on(client.ask(method, path, body)))
}

/// Retries until there is a response.
pub(crate) fn insist(address: &str, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
    loop {
        match ask(address, method, path, token, body) {
            // What could not be stored now can be stored later.
            Ok((503, _)) | Err(_) => thread::sleep(Duration::from_millis(10)),
            Ok(answer) => return answer,
        }
    }
}

/// What a player recorded when an action was confirmed.
struct Confirmed {
    events: Vec<Value>,
    /// From the request that gave the player the turn to the response.
    took: (Instant, Instant),
}

/// Plays game after game for both players until they are stopped; returns their records. Every confirmed move
/// is counted.
fn play(address: &str, stop: &AtomicBool, confirmed: &AtomicUsize) -> Vec<(String, Vec<Confirmed>)> {
    let guest = || insist(address, "POST", "/guests", "", &json!({})).1["token"].as_str().unwrap().to_owned();
    let tokens = [guest(), guest()];
    let mut games = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let clock = json!({ "system": "increment", "initial": 600_000, "increment": 0 });
        let request = json!({ "game": "squadro", "clock": clock });
        let (status, game) = insist(address, "POST", "/games", &tokens[0], &request);
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().unwrap().to_owned();
        let join = json!({ "invitation": game["invitation"] });
        let mut turn = Instant::now();
        let (status, mut seen) = insist(address, "POST", &format!("/games/{id}/join"), &tokens[1], &join);
        assert_eq!(status, 200, "{seen}");
        let mut notes = Vec::new();
        for ply in 0..40 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let seat = seen["to_act"].as_u64().unwrap() as usize;
            let game = insist(address, "GET", &format!("/games/{id}"), &tokens[seat], &Value::Null).1;
            let moves = game["legal_moves"].as_array().unwrap();
            let text = &moves[(ply * 7 + notes.len()) % moves.len()];
            let mut act = json!({ "id": format!("ply {ply}"), "seq": game["seq"], "do": { "move": text } });
            let asked = Instant::now();
            let (status, done) = loop {
                let (status, done) =
                    insist(address, "POST", &format!("/games/{id}/actions"), &tokens[seat], &act);
                if status != 409 {
                    break (status, done);
                }
                // The server was restarted in between: the game has a `resumed` event that we did not know.
                act["seq"] = done["seq"].clone();
            };
            assert_eq!(status, 200, "{done}");
            notes.push(Confirmed {
                events: done["events"].as_array().unwrap().clone(),
                took: (turn, Instant::now()),
            });
            turn = asked;
            confirmed.fetch_add(1, Ordering::Relaxed);
            seen = insist(address, "GET", &format!("/games/{id}"), "", &Value::Null).1;
            if !seen["result"].is_null() {
                break;
            }
        }
        games.push((id, notes));
    }
    games
}

#[test]
fn killed_again_and_again_the_server_loses_nothing() {
    let kills: usize = std::env::var("LUDOTECA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path(), "127.0.0.1:0");
    let (stop, moves) = (AtomicBool::new(false), AtomicUsize::new(0));
    // Waits until this many more moves are confirmed.
    let wait_for = |more: usize| {
        let (wanted, begun) = (moves.load(Ordering::Relaxed) + more, Instant::now());
        while moves.load(Ordering::Relaxed) < wanted {
            assert!(begun.elapsed() < STUCK, "no moves are confirmed any more");
            thread::sleep(Duration::from_millis(1));
        }
    };
    let away: Mutex<Vec<(Instant, Instant)>> = Mutex::default();
    let games = thread::scope(|scope| {
        let players: Vec<_> = (0..GAMES).map(|_| scope.spawn(|| play(&address, &stop, &moves))).collect();
        for kill in 0..kills {
            wait_for(2 + kill * 7 % 20);
            let killed = Instant::now();
            server.kill().unwrap();
            server.wait().unwrap();
            if kill % 8 == 3 {
                // Long enough that a clock running in the meantime is noticed.
                thread::sleep(Duration::from_secs(3));
            }
            server = start(folder.path(), &address).0;
            away.lock().unwrap().push((killed, Instant::now()));
        }
        wait_for(20);
        stop.store(true, Ordering::Relaxed);
        players.into_iter().flat_map(|player| player.join().unwrap()).collect::<Vec<_>>()
    });
    let away = away.into_inner().unwrap();
    let (mut confirmed, mut resumed) = (0, 0);
    for (id, notes) in &games {
        let (_, stored) = insist(&address, "GET", &format!("/games/{id}"), "", &Value::Null);
        let events = stored["events"].as_array().unwrap();
        for (number, event) in events.iter().enumerate() {
            assert_eq!(event["seq"], number + 1, "{id}: numbers have no gap");
        }
        resumed += events.iter().filter(|event| event["type"] == "resumed").count();
        let moved: Vec<&Value> = events.iter().filter(|event| event["type"] == "moved").collect();
        assert_eq!(moved.len(), notes.len(), "{id}: each confirmed move is there once, and no other");
        for (note, moved) in notes.iter().zip(moved) {
            assert!(
                note.events.contains(moved),
                "{id}: {moved} is not what was confirmed: {:?}",
                note.events
            );
            for event in &note.events {
                let seq = event["seq"].as_u64().unwrap() as usize;
                assert_eq!(&events[seq - 1], event, "{id}");
                confirmed += 1;
            }
            let (from, to) = note.took;
            let gone: Duration = away
                .iter()
                .map(|&(killed, back)| back.min(to).saturating_duration_since(killed.max(from)))
                .sum();
            let thought = (to - from).saturating_sub(gone).as_millis() as u64;
            let used = moved["used"].as_u64().unwrap();
            assert!(used <= thought + TOLERANCE, "{id}: {used} ms were charged for {thought} ms: {moved}");
        }
    }
    println!("{kills} kills, {} games, {confirmed} confirmed events, {resumed} times resumed", games.len());
    assert!(confirmed > kills, "too few moves were played to find anything: {confirmed}");
    assert!(resumed > 0, "no game was ever interrupted");
    server.kill().unwrap();
    server.wait().unwrap();
}
