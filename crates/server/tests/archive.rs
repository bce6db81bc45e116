//! The archive's API, and that the archive agrees with the log.

use crate::test_server::{TestServer, squadro};
use axum::{
    body::Body,
    http::{Request, header},
};
use http_body_util::BodyExt;
use ludoteca_archive::{Ended, INDEXED_PLIES, counts, key_of};
use ludoteca_catalog::{GameId, Setup, Status, open};
use ludoteca_contest::{Contest, Event, Stage};
use ludoteca_service::RandomGames;
use ludoteca_store::{Archive, ArchiveSearch, Events, Games, Memory, Sqlite, Store};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicU64},
};
use tower::ServiceExt;

/// Plays a game of Squadro between two guests; returns its id and theirs.
async fn played(server: &TestServer, moves: &[&str], listed: bool) -> (String, Vec<String>) {
    let mut request = squadro();
    request["listed"] = json!(listed);
    let (id, tokens) = server.game(request, &["Ada", "Bob"]).await;
    let moves = moves.iter().map(|text| json!({ "move": text }));
    for (number, action) in moves.chain([json!("resign")]).enumerate() {
        let token = &tokens[number % 2];
        // An unlisted game is visible to its players only.
        let seq = server.see(&id, token).await["seq"].clone();
        let request = json!({ "id": number.to_string(), "seq": seq, "do": action });
        let done = server.post(&format!("/games/{id}/actions"), token, request).await;
        assert_eq!(done.0, 200, "{done:?}");
    }
    (id, vec![server.id_of(&tokens[0]).await, server.id_of(&tokens[1]).await])
}

async fn text(server: &TestServer, path: &str, accept: &str) -> (String, Vec<u8>) {
    let request = Request::builder().uri(format!("/api/v1{path}")).header(header::ACCEPT, accept);
    let response = server.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let kind = response.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned();
    (kind, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// Bots are marked in every list of finished games.
#[tokio::test]
async fn bots_are_marked_in_the_archive() {
    let server = TestServer::open().await;
    let ada = crate::accounts::account(&server, "Ada").await;
    let bot = server
        .post("/accounts/bot", &ada, json!({ "name": "Robo", "password": crate::accounts::PASSWORD }))
        .await
        .1;
    let bot = bot["token"].as_str().unwrap().to_owned();
    let game = server.post("/games", &ada, squadro()).await.1;
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    assert_eq!(server.post(&format!("/games/{id}/join"), &bot, join).await.0, 200);
    assert_eq!(server.act(id, &ada, "1", json!({ "move": "Y3" })).await.0, 200);
    assert_eq!(server.act(id, &bot, "2", json!({ "move": "R1" })).await.0, 200);
    assert_eq!(server.act(id, &bot, "3", json!("resign")).await.0, 200);
    server.services.archive.fill().await.unwrap();
    let check = |game: &Value, place: &str| {
        let bots = [0, 1].map(|seat| game["seats"][seat]["user"]["bot"].as_bool().unwrap_or(false));
        assert_eq!(bots, [false, true], "{place}: {game}");
    };
    for path in ["/archive", "/users/Robo/games", "/users/Ada/games"] {
        check(&server.get(path, "").await.1["games"][0], path);
    }
    let explorer = server.get("/explorer?game=squadro", "").await.1;
    check(&explorer["newest"][0], "the explorer");
    let (_, lines) = text(&server, "/archive", "application/x-ndjson").await;
    check(&serde_json::from_slice(&lines).unwrap(), "the lines");
    for path in [format!("/games/{id}/record"), "/archive".to_owned()] {
        let (_, record) = text(&server, &path, "text/plain").await;
        let record = String::from_utf8(record).unwrap();
        assert!(record.contains("[RedType \"program\"]"), "{path}: {record}");
        assert!(!record.contains("YellowType"), "{path}: {record}");
    }
}

#[tokio::test]
async fn a_finished_game_is_searchable_explorable_and_announced() {
    let server = TestServer::open().await;
    let (id, people) = played(&server, &["Y3", "R2", "Y1"], true).await;
    let (_, unlisted) = played(&server, &["Y3", "R2"], false).await;
    server.services.archive.fill().await.unwrap();

    let (status, page) = server.get("/archive", "").await;
    assert_eq!((status, &page["next"]), (200, &Value::Null), "{page}");
    let games = page["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "unlisted games are not listed: {page}");
    assert_eq!(
        (games[0]["id"].as_str(), games[0]["result"].as_str(), games[0]["plies"].as_u64()),
        (Some(id.as_str()), Some("1-0"), Some(3))
    );
    assert_eq!((&games[0]["places"], &games[0]["termination"]), (&json!([1, 2]), &json!("resignation")));
    assert_eq!(games[0]["seats"][1]["user"], json!({ "id": people[1], "name": "Bob" }));

    let count = async |query: &str| {
        let (status, page) = server.get(&format!("/archive?{query}"), "").await;
        assert_eq!(status, 200, "{query}: {page}");
        page["games"].as_array().unwrap().len()
    };
    assert_eq!(count(&format!("player={}&with={}&result=win", people[0], people[1])).await, 1);
    assert_eq!(count(&format!("player={}&result=win", people[1])).await, 0);
    assert_eq!(count("game=squadro&position=00200/00000%20r&min_plies=3").await, 1);
    assert_eq!(count("game=squadro&position=00100/00000%20r").await, 0);
    assert_eq!(count("game=squadro&options=&speed=bullet&from=1970-01-01&to=2000-01-01").await, 1);
    assert_eq!(count("game=squadro&options=first%3Dred").await, 0);
    for (query, key, word) in [
        ("game=chess", "bad-question", "chess"),
        ("position=x", "bad-question", "game"),
        ("game=squadro&position=x", "bad-question", "position"),
        ("from=yesterday", "bad-question", "2026-10-03"),
        ("result=win", "bad-question", "whose"),
        ("termination=dead", "bad-question", "resignation"),
        ("player=nemo", "no-such-user", "nemo"),
        ("colour=red", "bad-request", "colour"),
    ] {
        let (status, problem) = server.get(&format!("/archive?{query}"), "").await;
        assert!(status >= 400 && problem["key"] == key, "{query}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(word), "{query}: {problem}");
    }

    let (status, view) = server.get("/explorer?game=squadro", "").await;
    assert_eq!((status, &view["games"], &view["wins"]), (200, &json!(1), &json!(1)), "{view}");
    assert_eq!(view["moves"][0]["move"], "Y3");
    assert_eq!(view["moves"].as_array().unwrap().len(), 5, "every legal move is named");
    assert_eq!(view["newest"][0]["id"], json!(id));
    let (_, after) = server.get("/explorer?game=squadro&position=00200/00000%20r", "").await;
    assert_eq!((&after["losses"], &after["moves"][0]["move"]), (&json!(1), &json!("R2")), "{after}");
    let (_, rated) = server.get("/explorer?game=squadro&min_rating=1000", "").await;
    assert_eq!(rated["games"], 0, "no player has a rating");
    let (status, problem) = server.get("/explorer?game=squadro&speed=slow", "").await;
    assert_eq!((status, &problem["key"]), (422, &json!("bad-question")));

    let (status, profile) = server.get(&format!("/users/{}", people[1]), "").await;
    assert_eq!((status, &profile["user"]["name"]), (200, &json!("Bob")));
    assert_eq!(
        profile["by_game"],
        json!([{ "game": "squadro", "games": 1, "wins": 0, "draws": 0, "losses": 1 }])
    );
    assert_eq!(profile["openings"][0]["move"], "R2");
    let (_, other) = server.get(&format!("/users/{}/games", unlisted[0]), "").await;
    assert_eq!(other["games"], json!([]));
    assert_eq!(server.get("/users/nemo", "").await.1["key"], "no-such-user");
    let (_, record) = server.get(&format!("/users/{}/games", people[1]), "").await;
    assert_eq!(record["games"][0]["id"], json!(id));

    server.store.forget_name(&people[1], "Deleted").await.unwrap();
    let (kind, records) = text(&server, "/archive", "text/plain").await;
    let records = String::from_utf8(records).unwrap();
    assert!(kind.starts_with("text/plain") && records.contains("[Red \"Deleted\"]"), "{records}");
    assert!(!records.contains("Bob"), "{records}");
    let (kind, lines) = text(&server, "/archive", "application/x-ndjson").await;
    let line: Value = serde_json::from_slice(&lines).unwrap();
    assert_eq!((kind.as_str(), &line["id"]), ("application/x-ndjson", &json!(id)));
    let (kind, packed) = text(&server, "/archive/dump/records.zst", "*/*").await;
    assert_eq!(kind, "application/zstd");
    assert_eq!(zstd::decode_all(&packed[..]).unwrap(), records.as_bytes());
    assert_eq!(server.get("/archive/dump/pdf", "").await.0, 404);
    assert_eq!(server.get("/archive/dumps", "").await.1, json!({ "dumps": [] }));
    assert_eq!(server.get("/archive/dumps/..%2Fludoteca.sqlite", "").await.1["key"], "no-such-dump");
}

#[tokio::test]
async fn pages_follow_each_other() {
    let server = TestServer::open_on(
        Arc::new(Memory::default()),
        tempfile::tempdir().unwrap(),
        Arc::new(AtomicU64::new(1_000_000)),
    )
    .await;
    let source = RandomGames::new(5, GameId::ALL.to_vec(), 100);
    let games: Vec<_> = (0..300).filter_map(|number| source.game(number)).collect();
    server.store.append(&games).await.unwrap();
    server.services.archive.fill().await.unwrap();
    // A list read page by page equals the list read at once, also by position, which is stored in packs.
    for query in ["game=squadro", "game=squadro&position=00000/00000%20y"] {
        let (_, all) = server.get(&format!("/archive?{query}&limit=200"), "").await;
        let (mut pages, mut before) = (Vec::new(), String::new());
        loop {
            let (_, page) = server.get(&format!("/archive?{query}&limit=7{before}"), "").await;
            pages.extend(page["games"].as_array().unwrap().clone());
            let Some(next) = page["next"].as_u64() else { break };
            before = format!("&before={next}");
        }
        assert_eq!(json!(pages), all["games"], "{query}");
        assert!(pages.len() > counts::PACK / 2, "{query}: {}", pages.len());
    }
}

/// Counts positions and results by scanning the log.
async fn scanned(store: &dyn Store) -> (BTreeMap<u64, u64>, BTreeMap<String, (String, usize)>) {
    let (mut met, mut results) = (BTreeMap::new(), BTreeMap::new());
    for finished in store.finished(0, u32::MAX >> 1).await.unwrap() {
        let log = store.events(&finished.game, 0).await.unwrap();
        let listed = log[0].about.as_deref().unwrap().contains(r#""listed":true"#);
        let events: Vec<Event> = log.iter().map(|one| serde_json::from_str(&one.data).unwrap()).collect();
        let contest = Contest::replay(&events).unwrap();
        let Stage::Over(ending) = contest.stage() else { panic!("{finished:?} is not over") };
        if ending.standing.is_none() || !listed {
            continue;
        }
        let moves = contest.game().played();
        let plies = moves.iter().filter(|(_, text)| !ludoteca_catalog::is_leaving(text)).count();
        results.insert(finished.game, (contest.result_text(), plies));
        let mut play = contest.game().fork();
        play.take_back_to(0);
        let mut seen = BTreeSet::from([key_of(&*play)]);
        for (_, text) in moves.iter().take(INDEXED_PLIES) {
            // In a game of two, a player who leaves ends the game.
            if play.play(text).is_ok() {
                seen.insert(key_of(&*play));
            }
        }
        // The position after the last indexed ply is not indexed itself.
        if moves.len() > INDEXED_PLIES - 1 && contest.game().steps() > INDEXED_PLIES {
            let last = key_of(&*play);
            let mut before = play.fork();
            before.take_back();
            let mut earlier = before.fork();
            earlier.take_back_to(0);
            let mut keys = BTreeSet::from([key_of(&*earlier)]);
            for (_, text) in moves.iter().take(INDEXED_PLIES - 1) {
                earlier.play(text).unwrap();
                keys.insert(key_of(&*earlier));
            }
            if !keys.contains(&last) {
                seen.remove(&last);
            }
        }
        for key in seen {
            *met.entry(key).or_default() += 1;
        }
    }
    (met, results)
}

/// Wins, draws and losses of the mover, by position and resulting position.
type ByMove = BTreeMap<(u64, u64), [u64; 3]>;

/// Counts moves by scanning the log: a game counts once per position, by the first move played there.
async fn scanned_moves(store: &dyn Store) -> ByMove {
    let mut counts = ByMove::new();
    for finished in store.finished(0, u32::MAX >> 1).await.unwrap() {
        let log = store.events(&finished.game, 0).await.unwrap();
        let events: Vec<Event> = log.iter().map(|one| serde_json::from_str(&one.data).unwrap()).collect();
        let contest = Contest::replay(&events).unwrap();
        let Stage::Over(ending) = contest.stage() else { panic!("{finished:?} is not over") };
        let Some(standing) = ending.standing else { continue };
        if !log[0].about.as_deref().unwrap().contains(r#""listed":true"#) {
            continue;
        }
        let firsts = standing.iter().filter(|(_, place)| *place == 1).count();
        let mut play = contest.game().fork();
        play.take_back_to(0);
        let mut seen = BTreeSet::new();
        for (_, text) in contest.game().played().iter().take(INDEXED_PLIES) {
            let (before, Status::ToAct(seat)) = (key_of(&*play), play.status()) else { break };
            let is_first = seen.insert(before);
            if play.play(text).is_err() {
                break;
            }
            if is_first && !ludoteca_catalog::is_leaving(text) {
                let place = standing.iter().find(|(other, _)| *other == seat).unwrap().1;
                let outcome = if place > 1 { 2 } else { usize::from(firsts > 1) };
                counts.entry((before, key_of(&*play))).or_default()[outcome] += 1;
            }
        }
    }
    counts
}

/// Everything the archive has about these positions.
async fn whole(store: &dyn Store, keys: &[u64]) -> String {
    let games = store.search_archive(&ArchiveSearch::default(), u32::MAX >> 1).await.unwrap();
    let keys: Vec<i64> = keys.iter().map(|key| key.cast_signed()).collect();
    let mut rows = store.archived_positions(&keys).await.unwrap();
    rows.sort_by_key(|row| row.position);
    let mut packs = Vec::new();
    for key in keys {
        let mut before = u64::MAX >> 1;
        while let Some(pack) = store.archived_visits(key, before).await.unwrap() {
            before = pack.first;
            packs.push(pack);
        }
    }
    format!("{games:?}\n{rows:?}\n{packs:?}")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_archive_says_what_the_log_says_and_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("ludoteca.sqlite")).await.unwrap();
    let source = RandomGames::new(3, GameId::ALL.to_vec(), 100);
    let games: Vec<_> = (0..2000).filter_map(|number| source.game(number)).collect();
    assert!(games.len() > 1990, "{}", games.len());
    for some in games.chunks(500) {
        store.append(some).await.unwrap();
    }
    let go_on = &mut |_| ControlFlow::Continue(());
    ludoteca_archive::catch_up(&store, 300, go_on).await.unwrap();
    let (met, results) = scanned(&store).await;
    let found = store.search_archive(&ArchiveSearch::default(), 10_000).await.unwrap();
    let archived: BTreeMap<String, (String, usize)> =
        found.iter().map(|game| (game.game.clone(), (game.result.clone(), game.plies as usize))).collect();
    assert_eq!(archived, results);
    let players: BTreeSet<u8> = found.iter().map(|game| game.players).collect();
    assert_eq!(players, [2, 3, 4].into());
    assert!(found.iter().any(|game| game.termination == "agreement"));
    assert!(found.len() < games.len(), "some are aborted or not listed");

    let keys: Vec<u64> = met.keys().copied().collect();
    let stored: Vec<i64> = keys.iter().map(|key| key.cast_signed()).collect();
    let rows = store.archived_positions(&stored).await.unwrap();
    assert_eq!(rows.len(), met.len());
    let mut by_move = ByMove::new();
    for row in rows {
        let counted = counts::Counts::read(&row.counts).unwrap();
        for ((after, _), tally) in counted.0.iter().filter(|((after, _), _)| *after != counts::NO_MOVE) {
            let sum = by_move.entry((row.position.cast_unsigned(), *after)).or_default();
            for (sum, count) in sum.iter_mut().zip([tally.wins, tally.draws, tally.losses]) {
                *sum += count;
            }
        }
        let games: u64 = counted.0.values().map(counts::Tally::games).sum();
        assert_eq!(games, met[&row.position.cast_unsigned()], "{row:?}");
    }
    assert_eq!(by_move, scanned_moves(&store).await);
    // The start position, counted by hand.
    let start = open(GameId::Squadro, &Setup::default()).unwrap();
    assert!(matches!(start.status(), Status::ToAct(_)));
    let from_start =
        found.iter().filter(|game| game.kind == "squadro" && game.options.is_empty()).count() as u64;
    assert_eq!(met[&key_of(&*start)], from_start);

    let first = whole(&store, &keys).await;
    ludoteca_archive::rebuild(&store, go_on).await.unwrap();
    assert!(first == whole(&store, &keys).await, "the rebuilt archive differs");

    // A node that read the archive's place before another one added the same games changes nothing.
    let mut late = Vec::new();
    for finished in store.finished(0, 50).await.unwrap() {
        let log = store.events(&finished.game, 0).await.unwrap();
        late.extend(Ended { finished, log }.taken());
    }
    let to = late.iter().map(|taken| taken.game.number).max().unwrap();
    assert!(!ludoteca_archive::take_in(&store, 0, to, late).await.unwrap());
    assert!(first == whole(&store, &keys).await, "the late node changed the archive");
}
