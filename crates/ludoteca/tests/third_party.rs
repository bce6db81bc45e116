//! Third-party programs on a server: a client written from the OpenAPI document alone, and an engine
//! connected by `ludoteca bot`.

use crate::common::{command, program, serve, spawn};
use ludoteca_client::Client;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
};
use tokio::runtime::Runtime;

/// Stops a program when the test is over, however it ends.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn server() -> (Running, String) {
    let (child, address) = spawn(&mut serve(&["--addr", "127.0.0.1:0", "--limits", "off"]));
    (Running(child), format!("http://{address}"))
}

#[test]
fn a_client_from_the_description_alone_plays_all_games() {
    let (_server, address) = server();
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/client.py");
    let output = Command::new("python3").arg(client).args([&address, "7"]).output().unwrap();
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{complained}");
    for kind in ["squadro", "peak", "one-piece-for-two", "number-one, 2", "number-one, 3"] {
        assert!(said.lines().any(|line| line.starts_with(kind)), "{kind}: {said}");
    }
}

#[test]
fn an_engine_takes_up_challenges_and_plays_them_to_the_end() {
    let (_server, address) = server();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    bot_plays_to_the_end(&runtime, &Client::new(address.parse().unwrap()), &address, &[]);
}

/// `ludoteca bot`, with these further words, plays one game against an account of a server.
pub(crate) fn bot_plays_to_the_end(runtime: &Runtime, stranger: &Client, address: &str, more: &[&str]) {
    let (ada, bot) = runtime.block_on(async {
        let request = json!({ "name": "ada", "password": "correct horse battery" });
        let made: Value = stranger.post("/accounts", &request).await.unwrap();
        let ada = stranger.with_token(made["token"].as_str().unwrap());
        let bot: Value = ada
            .post("/accounts/bot", &json!({ "name": "ada-bot", "password": "correct horse battery" }))
            .await
            .unwrap();
        (ada, bot)
    });
    assert_eq!(bot["user"]["bot"], true);
    let engine = format!("{} ugi squadro", program().quoted());
    let words = ["bot", "--server", address, "--engine", &engine, "--time", "20ms"];
    let mut program = Running(
        command(&[&words[..], &["--games", "1", "--at-once", "1"], more].concat())
            .env("LUDOTECA_TOKEN", bot["token"].as_str().unwrap())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut said = BufReader::new(program.0.stdout.take().unwrap()).lines();
    assert_eq!(said.next().unwrap().unwrap(), format!("ada-bot plays Squadro at {address}"));
    runtime.block_on(async {
        let challenge = |kind: &str| json!({ "game": kind, "seats": ["you", { "user": bot["user"]["id"] }] });
        // It plays only Squadro, and declines other games.
        let other: Value = ada.post("/games", &challenge("peak")).await.unwrap();
        let game: Value = ada.post("/games", &challenge("squadro")).await.unwrap();
        let id = game["id"].as_str().unwrap();
        loop {
            let view = ada.see(id).await.unwrap();
            if view.result.is_some() {
                assert_eq!(
                    view.termination.as_deref(),
                    Some("normal"),
                    "no player resigns or runs out of time"
                );
                break;
            }
            if view.to_act == view.you && !view.legal_moves.is_empty() {
                let text = &view.legal_moves[view.moves.len() % view.legal_moves.len()];
                let act = json!({ "id": format!("m{}", view.seq), "seq": view.seq, "do": { "move": text } });
                let _: Value = ada.post(&format!("/games/{id}/actions"), &act).await.unwrap();
            } else {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
        let other = ada.see(other["id"].as_str().unwrap()).await.unwrap();
        assert_eq!(other.termination.as_deref(), Some("aborted"), "declined");
    });
    let rest: Vec<String> = said.map(Result::unwrap).collect();
    assert!(rest.iter().any(|line| line.contains("with ada")), "{rest:?}");
    assert!(rest.last().unwrap().contains("over"), "{rest:?}");
    assert!(program.0.wait().unwrap().success());
}

#[test]
fn a_bot_without_engine_or_with_a_wrong_token_gets_a_one_line_error() {
    let (_server, address) = server();
    let told = |words: &[&str]| {
        let output = command(&[&["bot", "--server", &address], words].concat()).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let engine = format!("{} ugi squadro", program().quoted());
    assert!(told(&["--token", "x", "--engine", "nothing-like-this squadro"]).contains("cannot start"));
    assert!(told(&["--token", "x", "--engine", &engine]).contains("unknown token"));
    assert!(told(&["--token", "x", "--engine", "cat"]).contains("--game"));
}

#[test]
fn webhooks_are_delivered_to_the_hosts_that_the_operator_allows() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = receiver.local_addr().unwrap().to_string();
    let words = ["--addr", "127.0.0.1:0", "--limits", "off", "--webhook-allow", &host];
    let (child, address) = spawn(&mut serve(&words));
    let _server = Running(child);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let stranger = Client::new(address.parse().unwrap());
        let password = "correct horse battery";
        let account = async |name: &str| -> (Client, Value) {
            let request = json!({ "name": name, "password": password });
            let made: Value = stranger.post("/accounts", &request).await.unwrap();
            (stranger.with_token(made["token"].as_str().unwrap()), made["user"]["id"].clone())
        };
        let ((ada, id), (bob, _)) = (account("ada").await, account("bob").await);
        let webhook = |url: &str| json!({ "url": url, "notices": ["challenge"], "password": password });
        let elsewhere: Result<Value, _> = ada.post("/webhooks", &webhook("http://127.0.0.1:9/hook")).await;
        elsewhere.unwrap_err();
        let _: Value = ada.post("/webhooks", &webhook(&format!("http://{host}/hook"))).await.unwrap();
        let challenge = json!({ "game": "squadro", "seats": ["you", { "user": id }] });
        let _: Value = bob.post("/games", &challenge).await.unwrap();
    });
    let (mut stream, _) = receiver.accept().unwrap();
    let mut delivery = String::new();
    let mut bytes = [0; 4096];
    while !delivery.contains(r#""notice":"challenge""#) {
        let count = stream.read(&mut bytes).unwrap();
        assert!(count > 0, "{delivery}");
        delivery.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    assert!(delivery.starts_with("POST /hook HTTP/1.1\r\n"), "{delivery}");
    assert!(delivery.to_lowercase().contains("\r\nwebhook-signature: v1,"), "{delivery}");
}
