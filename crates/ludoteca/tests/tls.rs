//! `ludoteca bot` and `ludoteca play --server` on a server behind a proxy that terminates TLS.

use crate::{
    common::{command, terminal},
    third_party::{Running, bot_plays_to_the_end, server},
    tls_proxy::tls_proxy,
};
use ludoteca_client::{Client, Roots};
use ludoteca_protocol::{GameView, JoinRequest};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{Read, Write},
    path::PathBuf,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

const PATIENCE: Duration = Duration::from_secs(120);

/// A server reached through the proxy.
struct TlsServer {
    address: String,
    certificate: PathBuf,
    runtime: Runtime,
    folder: TempDir,
    _server: Running,
}

impl TlsServer {
    fn start() -> TlsServer {
        let (server, plain) = server();
        let folder = TempDir::new().unwrap();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let plain = plain.trim_start_matches("http://").parse().unwrap();
        let (address, certificate) = runtime.block_on(tls_proxy(plain, &folder));
        TlsServer { address, certificate, runtime, folder, _server: server }
    }

    fn client(&self) -> Client {
        let roots = Roots::from_file(&self.certificate).unwrap();
        Client::new(self.address.parse().unwrap()).with_roots(roots)
    }
}

/// What a program has written to its terminal so far.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn of(mut terminal: File) -> Written {
        let written = Written::default();
        let all = Arc::clone(&written.0);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = terminal.read(&mut bytes) {
                all.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        written
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// Waits for something to be found in the text.
    #[track_caller]
    fn wait<T>(&self, find: impl Fn(&str) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if let Some(found) = find(&text) {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "{:?}", text.chars().take(4000).collect::<String>());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Game and secret of the invitation link in a text.
fn invitation(text: &str) -> Option<(String, String)> {
    let (_, link) = text.split_once("/g/")?;
    let (link, _) = link.split_once(['\r', '\n'])?;
    let (game, secret) = link.split_once("?invitation=")?;
    Some((game.to_owned(), secret.to_owned()))
}

async fn until_moves(client: &Client, game: &str, moves: &[&str]) -> GameView {
    let begun = Instant::now();
    loop {
        let view = client.see(game).await.unwrap();
        if view.moves == moves {
            return view;
        }
        assert!(begun.elapsed() < PATIENCE, "{:?}", view.moves);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_bot_plays_over_tls() {
    let server = TlsServer::start();
    let certificate = server.certificate.to_str().unwrap();
    bot_plays_to_the_end(&server.runtime, &server.client(), &server.address, &["--ca", certificate]);
}

#[test]
fn a_game_is_played_in_the_terminal_over_tls() {
    let server = TlsServer::start();
    let (mut keys, screen) = terminal();
    let data = server.folder.path().join("data");
    let mut program = command(&["play", "squadro", "--server", &server.address, "--name", "Ada"]);
    program.arg("--ca").arg(&server.certificate).arg("--data").arg(&data);
    program.stdin(screen.try_clone().unwrap()).stdout(screen.try_clone().unwrap()).stderr(screen);
    let _program = Running(program.spawn().unwrap());
    let written = Written::of(keys.try_clone().unwrap());
    let (game, secret) = written.wait(invitation);
    let bob = server.runtime.block_on(async {
        let stranger = server.client();
        let bob = stranger.with_token(&stranger.guest(Some("Bob")).await.unwrap().token);
        bob.join(&game, &JoinRequest { seat: None, invitation: Some(secret) }).await.unwrap();
        bob
    });
    // The screen accepts keys once it is drawn.
    written.wait(|text| text.contains("you:").then_some(()));
    keys.write_all(b"Y1\r").unwrap();
    server.runtime.block_on(async {
        let GameView { seq, .. } = until_moves(&bob, &game, &["Y1"]).await;
        let act = json!({ "id": "reply", "seq": seq, "do": { "move": "R1" } });
        let _: Value = bob.post(&format!("/games/{game}/actions"), &act).await.unwrap();
    });
    // Ignored until the reply has arrived.
    let begun = Instant::now();
    while server.runtime.block_on(bob.see(&game)).unwrap().moves.len() < 3 {
        assert!(begun.elapsed() < PATIENCE);
        keys.write_all(b"\x1b").unwrap();
        thread::sleep(Duration::from_millis(200));
        keys.write_all(b"Y2\r").unwrap();
        thread::sleep(Duration::from_millis(500));
    }
    server.runtime.block_on(until_moves(&bob, &game, &["Y1", "R1", "Y2"]));
}
