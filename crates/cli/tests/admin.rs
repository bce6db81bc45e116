//! `ludoteca admin`: what is done to a server's data while the server is stopped.

use crate::{
    common::command,
    serve::{ask, spawn},
};
use std::{
    io::{Read, Write},
    net::TcpStream,
    process::{Command, Output},
};

fn rebuild(folder: &std::path::Path) -> Output {
    command(&["admin", "rebuild", "--data", folder.to_str().unwrap()]).output().unwrap()
}

#[test]
fn what_is_made_from_games_is_made_again_only_while_the_server_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = rebuild(&folder.path().join("nothing"));
    assert!(!nothing.status.success());
    let said = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert!(said.contains("ludoteca.sqlite: there are no games"), "{said}");
    let data = folder.path().to_str().unwrap();
    let (mut child, address) = spawn(&mut command(&["serve", "--addr", "127.0.0.1:0", "--data", data]));
    assert!(ask(&address, "/health").contains("ok"));
    let running = rebuild(folder.path());
    let said = String::from_utf8_lossy(&running.stderr).into_owned();
    assert!(!running.status.success() && said.contains("another ludoteca uses this folder"), "{said}");
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let rebuilt = rebuild(folder.path());
    let said = String::from_utf8_lossy(&rebuilt.stdout).into_owned();
    assert!(rebuilt.status.success() && said.contains("ratings: made again from 0 finished games"), "{said}");
}

fn admin(folder: &std::path::Path, words: &[&str]) -> (bool, String) {
    let mut all = vec!["admin"];
    all.extend(words);
    all.extend(["--data", folder.to_str().unwrap()]);
    let output = command(&all).output().unwrap();
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (output.status.success(), said.concat())
}

/// A request with a body; with a token unless it is empty.
pub(crate) fn post(address: &str, path: &str, token: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\n{who}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_first_admin_is_made_in_the_shell_and_people_are_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let log_in = r#"{"name":"Eve","password":"a long walk in the rain"}"#;
    let serve = || spawn(&mut command(&["serve", "--addr", "127.0.0.1:0", "--data", data]));
    let stop = |mut child: std::process::Child| {
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        assert!(child.wait().unwrap().success());
    };
    let (child, address) = serve();
    assert!(post(&address, "/api/v1/accounts", "", log_in).starts_with("HTTP/1.1 201"));
    let (done, said) = admin(folder.path(), &["role", "Eve", "admin"]);
    assert!(!done && said.contains("another ludoteca uses this folder"), "{said}");
    stop(child);

    let has = |words: &[&str], expected: &str| {
        let (done, said) = admin(folder.path(), words);
        assert!(done && said.contains(expected), "{words:?}: {said}");
    };
    has(&["audit"], "Nobody has moderated anything.");
    has(&["role", "eve", "admin"], "): role admin");
    has(&["mute", "Eve", "--days", "3", "--why", "shouts"], "role admin, mute until 20");
    has(&["unmute", "Eve", "--why", "is sorry"], "): role admin\n");
    has(&["ban", "Eve", "--why", "cheats"], "ban for good");
    has(&["reports", "--open"], "There are no reports.");
    has(&["audit"], "shell: ban Eve (");
    for (words, expected) in [
        (vec!["ban", "Eve"], "--why"),
        (vec!["ban", "Nobody", "--why", "x"], "nobody here is called \"Nobody\""),
        (vec!["mute", "Eve", "--days", "0", "--why", "x"], "1 to 3650 days"),
        (vec!["reopen", "Eve", "--why", "x"], "nothing to reopen"),
        (vec!["role", "Eve", "king"], "king"),
        (vec!["rename", "Eve", "4"], "2 to 30 characters"),
    ] {
        let (done, said) = admin(folder.path(), &words);
        assert!(!done && said.contains(expected) && said.lines().count() == 1, "{words:?}: {said}");
    }
    let (child, address) = serve();
    let refused = post(&address, "/api/v1/sessions", "", log_in);
    assert!(refused.starts_with("HTTP/1.1 403") && refused.contains("\"banned\""), "{refused}");
    stop(child);
    has(&["unban", "Eve", "--why", "a mistake"], "role admin");
    has(&["rename", "Eve", "Eva"], "Eva (");
    has(&["audit"], "shell: rename Eva (");
    let (child, address) = serve();
    assert!(
        post(&address, "/api/v1/sessions", "", &log_in.replace("Eve", "Eva")).starts_with("HTTP/1.1 201")
    );
    stop(child);
}
