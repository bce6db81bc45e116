//! How much memory one address can make the server use, with everything it may open, without ever reading.
//!
//! ```sh
//! cargo nextest run -p ludoteca-server --run-ignored only hostile::memory --no-capture
//! ```

#![cfg(target_os = "linux")]

use super::server::{ATTACKER, Socket, Spawned, answer, connect, open_socket};
use futures_util::SinkExt;
use ludoteca_catalog::GameId;
use ludoteca_service::{Environment, RandomGames, Services};
use ludoteca_store::{Archive, Events, People, Sqlite, Store};
use serde_json::json;
use std::{fs, path::Path, sync::Arc, time::Duration};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// The duration of an attack: when measuring, and in every test run.
const LASTS: Duration = Duration::from_secs(8);
const BRIEFLY: Duration = Duration::from_secs(2);
const MIB: u64 = 1 << 20;

/// Fills a folder with finished games.
async fn fill(folder: &Path, count: u64) -> String {
    let store = Arc::new(Sqlite::open(&folder.join(ludoteca_server::DATABASE)).await.unwrap());
    let source = RandomGames::new(7, GameId::ALL.to_vec(), 100);
    let games: Vec<_> = (0..count).filter_map(|number| source.game(number)).collect();
    for person in source.people() {
        store.add_person(&person).await.unwrap();
    }
    let longest = games.iter().max_by_key(|game| game.events.len()).unwrap().game.clone();
    store.append(&games).await.unwrap();
    let services =
        Services::open(Arc::clone(&store) as Arc<dyn Store>, Environment::real(), None).await.unwrap();
    // The services archives finished games in the background.
    while store.archive_place().await.unwrap() < games.len() as u64 {
        sleep(Duration::from_millis(50)).await;
    }
    services.close().await;
    let dumps = folder.join(ludoteca_server::DUMPS);
    fs::create_dir(&dumps).unwrap();
    fs::write(dumps.join("ludoteca-2026-01.jsonl.zst"), vec![7; 64 << 20]).unwrap();
    longest
}

fn resident(server: &Spawned, line: &str) -> u64 {
    let text = server.about("status", line);
    text.strip_suffix(" kB").unwrap().trim().parse::<u64>().unwrap() * 1024
}

/// Resets the measured peak (proc(5): clear_refs).
fn forget_peak(server: &Spawned) {
    fs::write(format!("/proc/{}/clear_refs", server.id()), "5").unwrap();
}

/// Sends these lines on many connections at once, and reads nothing.
async fn unread(server: &Spawned, count: usize, lines: &str) -> Vec<TcpStream> {
    let request = lines.replace('\n', "\r\n");
    let mut open = Vec::new();
    for _ in 0..count {
        let mut stream = connect(ATTACKER, server.address).await;
        // The server may have closed it already.
        let _ = timeout(Duration::from_secs(1), stream.write_all(request.as_bytes())).await;
        open.push(stream);
    }
    open
}

/// Opens sockets as fast as the limits permit, repeats this message on each until it is closed, and reads
/// nothing.
async fn shout(server: &Spawned, clients: usize, message: &Message, count: usize, lasts: Duration) {
    let (address, end) = (server.address, Instant::now() + lasts);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..clients {
        let message = message.clone();
        tasks.spawn(async move {
            while Instant::now() < end {
                let mut stream = connect(ATTACKER, address).await;
                let head = "GET /api/v1/socket HTTP/1.1\nhost: localhost\nconnection: upgrade\nupgrade: websocket\n\
                    sec-websocket-version: 13\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==";
                if !answer(&mut stream, head).await.contains(" 101 ") {
                    sleep(Duration::from_millis(500)).await;
                    continue;
                }
                let role = tokio_tungstenite::tungstenite::protocol::Role::Client;
                let mut socket =
                    tokio_tungstenite::WebSocketStream::from_raw_socket(stream, role, None).await;
                for _ in 0..count {
                    let left = end.saturating_duration_since(Instant::now());
                    if !matches!(timeout(left, socket.feed(message.clone())).await, Ok(Ok(()))) {
                        break;
                    }
                }
                let left = end.saturating_duration_since(Instant::now());
                let _ = timeout(left, socket.flush()).await;
                // Open, and still unread, until the end.
                sleep(end.saturating_duration_since(Instant::now()).min(Duration::from_secs(2))).await;
            }
        });
    }
    while tasks.join_next().await.is_some() {}
}

/// Opens all kinds of connections at once, and reads nothing.
async fn open_everything(server: &Spawned, game: &str) -> (Vec<Socket>, Vec<TcpStream>) {
    let head = "HTTP/1.1\nhost: localhost\n";
    let (mut sockets, mut open) = (Vec::new(), Vec::new());
    for _ in 0..150 {
        sockets.push(open_socket(ATTACKER, server.address).await);
    }
    for lines in [
        format!("GET /api/v1/lobby/events {head}\n"),
        format!("GET /api/v1/games/{game}/events {head}\n"),
        format!("GET /api/v1/archive/dumps/ludoteca-2026-01.jsonl.zst {head}\n"),
        format!("GET / {head}x: {}", "x".repeat(380 << 10)),
        format!("POST /api/v1/guests {head}content-length: 65536\n\n{}", "x".repeat(60_000)),
    ] {
        open.extend(unread(server, 100, &lines).await);
    }
    (sockets, open)
}

/// As many files as this process may open.
pub(super) fn raise_open_files() {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let all = rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, all).unwrap();
}

/// Asserts limits on the memory that the server takes beyond that for its first requests.
async fn measured(server: &Spawned) -> impl Fn(&str, u64) {
    drop(unread(server, 20, "GET /api/v1/archive HTTP/1.1\nhost: localhost\n\n").await);
    sleep(Duration::from_secs(1)).await;
    let before = resident(server, "VmRSS:");
    println!("before: {} MiB resident", before / MIB);
    move |name, most| {
        let peak = resident(server, "VmHWM:").saturating_sub(before) / MIB;
        let after = resident(server, "VmRSS:").saturating_sub(before) / MIB;
        println!("{name}: {peak} MiB more at most, {after} MiB more at the end (allowed: {most})");
        assert!(peak <= most, "{name}: {peak} MiB");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_who_reads_nothing_takes_little_memory() {
    raise_open_files();
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), 200).await;
    let server = Spawned::start(folder.path(), "", None).await;
    let grown = measured(&server).await;

    forget_peak(&server);
    shout(&server, 50, &Message::Ping(Bytes::from_static(&[7; 125])), usize::MAX, BRIEFLY).await;
    grown("pings, pongs unread", 20);

    forget_peak(&server);
    let dump = "GET /api/v1/archive/dump/jsonl.zst HTTP/1.1\nhost: localhost\n\n";
    let open = unread(&server, 300, dump).await;
    sleep(BRIEFLY).await;
    grown("300 compressed dumps, unread", 50);
    drop(open);

    forget_peak(&server);
    let document = "GET /api/v1/openapi.json HTTP/1.1\nhost: localhost\naccept-encoding: gzip\n\n";
    let open = unread(&server, 300, document).await;
    sleep(BRIEFLY).await;
    grown("300 compressed answers, unread", 50);
    drop(open);

    forget_peak(&server);
    let head = format!("GET / HTTP/1.1\nhost: localhost\nx: {}", "x".repeat(380 << 10));
    let open = unread(&server, 400, &head).await;
    grown("400 unfinished heads", 50);
    drop(open);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_takes_little_memory_with_all_it_may_open_at_once() {
    raise_open_files();
    let folder = tempfile::tempdir().unwrap();
    let game = fill(folder.path(), 200).await;
    let server = Spawned::start(folder.path(), "", None).await;
    let grown = measured(&server).await;
    forget_peak(&server);
    let _open = open_everything(&server, &game).await;
    sleep(BRIEFLY).await;
    grown("sockets, streams, files, heads and bodies together", 200);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it takes a minute and much of the machine"]
async fn one_address_takes_little_memory_whatever_it_opens() {
    raise_open_files();
    let folder = tempfile::tempdir().unwrap();
    let game = fill(folder.path(), 3000).await;
    let server = Spawned::start(folder.path(), "", None).await;
    let grown = measured(&server).await;
    let head = "HTTP/1.1\nhost: localhost\n";

    forget_peak(&server);
    shout(&server, 300, &Message::Ping(Bytes::from_static(&[7; 125])), usize::MAX, LASTS).await;
    grown("pings, pongs unread", 50);

    forget_peak(&server);
    shout(&server, 300, &Message::text("x".repeat(30_000)), usize::MAX, LASTS).await;
    grown("text that is no message, refusals unread", 50);

    forget_peak(&server);
    let subscribe = json!({ "type": "subscribe", "game": game, "since": 0 }).to_string();
    shout(&server, 300, &Message::text(subscribe), 100, LASTS).await;
    grown("a long game asked for again and again, unread", 200);

    forget_peak(&server);
    let mut open = unread(&server, 300, &format!("GET /api/v1/archive/dump/jsonl.zst {head}\n")).await;
    sleep(LASTS).await;
    grown("300 compressed dumps, unread", 50);
    open.clear();

    forget_peak(&server);
    for accept in ["application/x-ndjson", "text/plain"] {
        let list = format!("GET /api/v1/archive {head}accept: {accept}\n\n");
        open.extend(unread(&server, 150, &list).await);
    }
    sleep(LASTS).await;
    grown("300 lists of games, unread", 50);
    open.clear();

    forget_peak(&server);
    let file = format!("GET /api/v1/archive/dumps/ludoteca-2026-01.jsonl.zst {head}\n");
    open = unread(&server, 300, &file).await;
    sleep(LASTS).await;
    grown("300 monthly dumps, unread", 50);
    open.clear();

    forget_peak(&server);
    open = unread(&server, 2000, &format!("GET / {head}x: {}", "x".repeat(380 << 10))).await;
    sleep(LASTS).await;
    grown("2,000 unfinished heads", 200);
    open.clear();

    forget_peak(&server);
    let body = format!("POST /api/v1/guests {head}content-length: 65536\n\n{}", "x".repeat(60_000));
    open = unread(&server, 2000, &body).await;
    sleep(LASTS).await;
    grown("2,000 unfinished bodies", 200);
    open.clear();

    forget_peak(&server);
    let _open = open_everything(&server, &game).await;
    sleep(LASTS).await;
    grown("sockets, streams, files, heads and bodies together", 200);
}
