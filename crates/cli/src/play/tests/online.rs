//! The terminal program against a real server: one player at the screen, the other by HTTP requests.

use super::*;
use crate::play::{Arguments, online::enter};
use clap::Parser;
use ludoteca_client::{Client, Invitation};
use ludoteca_protocol::{GameView, JoinRequest};
use ludoteca_server::{Limits, Page, RequestLimits, State, serve};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Sqlite;
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
    sync::oneshot,
};

/// A test that waits this long has found an event that never arrives.
const PATIENCE: Duration = Duration::from_secs(120);

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Server {
    fn start(folder: PathBuf, address: String) -> Server {
        let (tell, told) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
                let store = Arc::new(Sqlite::open(&folder.join("games.sqlite")).await.unwrap());
                let services = Services::open(store, Environment::real(), None).await.unwrap();
                let page = Page::new([("index.html".to_owned(), "page".into())]);
                let state = State::new(page).with_services(services.clone());
                let state = state.with_request_limits(&RequestLimits::default());
                let listener = TcpListener::bind(address).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let goodbye = services.clone();
                serve(listener, state, Limits::default(), async move {
                    drop(stopped.await);
                    goodbye.say_goodbye();
                })
                .await;
                services.close().await;
            });
        });
        Server { address: told.recv().unwrap(), stop, thread }
    }

    fn stop(self) {
        drop(self.stop);
        self.thread.join().unwrap();
    }
}

#[derive(Parser)]
struct Words {
    #[command(flatten)]
    arguments: Arguments,
}

fn arguments(words: &[&str]) -> Arguments {
    Words::try_parse_from([&["play"], words].concat()).unwrap_or_else(|error| panic!("{error}")).arguments
}

/// A player who sends plain requests.
struct Other {
    runtime: Runtime,
    client: Client,
}

impl Other {
    fn new(address: SocketAddr) -> Other {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let stranger = Client::new(address.to_string().parse().unwrap());
        let guest = runtime.block_on(stranger.guest(Some("Bob"))).unwrap();
        Other { runtime, client: stranger.with_token(&guest.token) }
    }

    fn join(&self, link: &str) -> GameView {
        let link: Invitation = link.parse().unwrap();
        let request = JoinRequest { seat: None, invitation: link.secret };
        self.runtime.block_on(self.client.join(&link.game, &request)).unwrap()
    }

    fn see(&self, game: &str) -> GameView {
        self.runtime.block_on(self.client.see(game)).unwrap()
    }

    fn act(&self, game: &str, action: Value) {
        let seq = self.see(game).seq;
        let request = json!({ "id": format!("{seq}"), "seq": seq, "do": action });
        let answer: Value =
            self.runtime.block_on(self.client.post(&format!("/games/{game}/actions"), &request)).unwrap();
        assert!(answer["seq"].as_u64() > Some(seq), "{answer}");
    }
}

/// Runs the program until a condition holds.
#[track_caller]
fn until(app: &mut App, is_so: impl Fn(&App) -> bool) {
    let begun = Instant::now();
    while !is_so(app) {
        assert!(begun.elapsed() < PATIENCE, "it never came:\n{}", shown(app));
        app.tick();
        thread::sleep(Duration::from_millis(5));
    }
}

#[track_caller]
fn until_says(app: &mut App, text: &str) {
    until(app, |app| shown(app).contains(text));
}

/// Creates a game at the screen, and joins it as the other player by its link.
fn begin(words: &[&str], other: &Other) -> (App, GameView, String) {
    let (mut joined, mut said) = (None, String::new());
    let mut say = |text: &str| {
        said += text;
        if let Some(link) = text.lines().find(|line| line.contains("/g/")) {
            joined = Some(other.join(link));
        }
    };
    let entered = enter(&arguments(words), &mut say).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(said.contains('█'), "a code is drawn: {said}");
    (App::with_game(entered.screen, 1, Rc::new(|| 0)), joined.unwrap(), entered.way_back)
}

#[test]
fn a_game_on_a_server_survives_its_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path().to_owned(), "127.0.0.1:0".to_owned());
    let address = server.address;
    let (url, data) = (format!("http://{address}"), folder.path().to_str().unwrap());
    let other = Other::new(address);
    let us = ["--server", &url, "--name", "Ada", "--data", data];
    let (mut app, game, way_back) = begin(&[&["squadro", "--clock", "5+3"], &us[..]].concat(), &other);
    until_says(&mut app, "to act: yellow  you: yellow");
    says(&app, "yellow (Ada) 5:00");
    until_says(&mut app, "red (Bob) away");
    enter_move(&mut app, "Y3");
    until(&mut app, |app| played(app) == ["Y3"]);
    other.act(&game.id, json!({ "move": "R1" }));
    until_says(&mut app, "red played R1.");
    server.stop();
    until_says(&mut app, "NO CONNECTION");
    enter_move(&mut app, "Y1");
    says(&app, "Y1: will be sent after reconnecting.");
    enter_move(&mut app, "Y2");
    says(&app, "Y1: not confirmed yet.");
    let server = Server::start(folder.path().to_owned(), address.to_string());
    until(&mut app, |app| played(app) == ["Y3", "R1", "Y1"]);
    assert!(!shown(&app).contains("NO CONNECTION"));
    assert_eq!(other.see(&game.id).moves, ["Y3", "R1", "Y1"], "sent once");
    // A returning player is the same player.
    drop(app);
    assert!(way_back.ends_with(" --name \"Ada\""), "{way_back}");
    let back: Vec<&str> = way_back.split(' ').skip(2).map(|word| word.trim_matches('"')).collect();
    let words = [&back[..], &["--data", data]].concat();
    let entered = enter(&arguments(&words), &mut |_| ()).unwrap_or_else(|failure| panic!("{failure}"));
    let mut app = App::with_game(entered.screen, 1, Rc::new(|| 0));
    until_says(&mut app, "you: yellow");
    assert_eq!(played(&app), ["Y3", "R1", "Y1"]);
    other.act(&game.id, json!("offer-draw"));
    until_says(&mut app, "red offers a draw. Does yellow accept?");
    press(&mut app, KeyCode::Char('y'));
    until_says(&mut app, "draw by agreement");
    drop(app);
    server.stop();
}

fn enter_move(app: &mut App, text: &str) {
    super::enter(app, text);
}

#[test]
fn offers_are_answered_by_the_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path().to_owned(), "127.0.0.1:0".to_owned());
    let (url, data) = (format!("http://{}", server.address), folder.path().to_str().unwrap());
    let other = Other::new(server.address);
    let (mut app, game, _) = begin(&["squadro", "--server", &url, "--seat", "red", "--data", data], &other);
    until_says(&mut app, "you: red");
    enter_move(&mut app, "R1");
    says(&app, "to act: yellow");
    other.act(&game.id, json!({ "move": "Y3" }));
    until_says(&mut app, "yellow played Y3.");
    press(&mut app, KeyCode::Tab);
    says(&app, "No hints in online games.");
    enter_move(&mut app, "R1");
    until(&mut app, |app| played(app) == ["Y3", "R1"]);
    press(&mut app, KeyCode::Backspace);
    until_says(&mut app, "red offers: taking back.");
    other.act(&game.id, json!("accept"));
    until(&mut app, |app| played(app) == ["Y3"]);
    enter_move(&mut app, "R2");
    until(&mut app, |app| played(app) == ["Y3", "R2"]);
    other.act(&game.id, json!("take-back"));
    until_says(&mut app, "Take back Y3 R2? (y/n)");
    press(&mut app, KeyCode::Char('n'));
    until_says(&mut app, "red declines: taking back.");
    control(&mut app, 'r');
    press(&mut app, KeyCode::Char('y'));
    until_says(&mut app, "yellow wins by resignation");
    press(&mut app, KeyCode::Enter);
    says(&app, "Play the next game of the series? (y/n)");
    press(&mut app, KeyCode::Char('y'));
    until_says(&mut app, "waiting for the others  you: yellow");
    let next = other.see(&game.id).next.unwrap();
    let joined = other.runtime.block_on(other.client.join(&next, &JoinRequest::default())).unwrap();
    assert_eq!(joined.you, Some(1), "colours have changed");
    until_says(&mut app, "to act: yellow  you: yellow");
    enter_move(&mut app, "Y1");
    until(&mut app, |app| played(app) == ["Y1"]);
    control(&mut app, 'q');
    says(&app, "The game continues and your clock keeps running. Leave? (y/n)");
    press(&mut app, KeyCode::Char('y'));
    assert!(app.done());
    server.stop();
}

#[cfg(unix)]
#[test]
fn the_token_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path().to_owned(), "127.0.0.1:0".to_owned());
    let (url, data) = (format!("http://{}", server.address), folder.path().to_str().unwrap());
    let other = Other::new(server.address);
    let (app, ..) = begin(&["peak", "--server", &url, "--name", "Ada/..", "--data", data], &other);
    drop(app);
    let host = folder.path().join("guests").join(format!("127.0.0.1_3a_{}", server.address.port()));
    let file = host.join("Ada_2f_..");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    server.stop();
}

#[test]
fn impossible_requests_get_one_line() {
    let refused = |words: &[&str]| match enter(&arguments(words), &mut |_| ()) {
        Ok(_) => panic!("{words:?}"),
        Err(failure) => failure.to_string(),
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    assert!(refused(&["--watch", "abc", "--data", data]).contains("Name it with --server"));
    let server = Server::start(folder.path().to_owned(), "127.0.0.1:0".to_owned());
    let url = format!("http://{}", server.address);
    let here = ["--server", &url, "--data", data];
    let with = |words: &[&'static str]| refused(&[&here[..], words].concat());
    assert!(with(&[]).contains("name a game to create"));
    assert!(with(&["--watch", "nonesuch"]).contains("there is no game \"nonesuch\""));
    assert!(with(&["--join", "nonsense"]).contains("is not a link to a game"));
    assert!(with(&["squadro", "--seat", "green"]).contains("no seat \"green\" in squadro"));
    server.stop();
    assert!(with(&["squadro"]).starts_with(&url), "{}", with(&["squadro"]));
}
