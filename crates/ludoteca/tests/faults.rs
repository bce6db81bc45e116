//! The program on a failing machine: no space left on the disk, a folder that is not writable. The disk is
//! made to look full by the limit on file sizes, which is set on the running program and lifted again.

use crate::{
    common::{command, text},
    killed::{ask, insist, start},
};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::Path,
    process::Child,
};

/// Limits the size of files; `None` lifts the limit.
fn limit_files(child: &Child, size: Option<u64>) {
    let pid = Pid::from_raw(child.id().try_into().unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: size, maximum: None }).unwrap();
}

#[test]
fn without_room_on_the_disk_moves_are_refused_and_with_room_they_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path(), "127.0.0.1:0");
    let guest =
        || insist(&address, "POST", "/guests", "", &json!({})).1["token"].as_str().unwrap().to_owned();
    let tokens = [guest(), guest()];
    let (_, game) = insist(&address, "POST", "/games", &tokens[0], &json!({ "game": "squadro" }));
    let id = game["id"].as_str().unwrap();
    let join = json!({ "invitation": game["invitation"] });
    insist(&address, "POST", &format!("/games/{id}/join"), &tokens[1], &join);
    let path = format!("/games/{id}/actions");
    let see = || insist(&address, "GET", &format!("/games/{id}"), "", &Value::Null).1;
    let act = |seat: usize, text: &str| {
        let request = json!({ "id": text, "seq": see()["seq"], "do": { "move": text } });
        ask(&address, "POST", &path, &tokens[seat], &request).unwrap()
    };
    assert_eq!(act(0, "Y1").0, 200);
    for round in 0..3 {
        let (seat, text) = [(1, "R1"), (0, "Y2"), (1, "R2")][round];
        limit_files(&server, Some(4096));
        for attempt in 0..3 {
            let (status, problem) = act(seat, text);
            let told = (status, problem["key"].as_str());
            assert_eq!(told, (503, Some("not-stored")), "{round} {attempt}: {problem}");
        }
        assert_eq!(see()["moves"].as_array().unwrap().len(), round + 1, "spectators are allowed");
        let (status, problem) = ask(&address, "POST", "/guests", "", &json!({})).unwrap();
        assert_eq!((status, &problem["status"]), (503, &json!(503)), "{problem}");
        limit_files(&server, None);
        let (status, done) = act(seat, text);
        assert_eq!(status, 200, "{done}");
    }
    // Confirmed moves survive even a kill.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, _) = start(folder.path(), &address);
    assert_eq!(see()["moves"], json!(["Y1", "R1", "Y2", "R2"]));
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Starts the program on a folder without superuser rights; returns the single line of its error.
fn refusal(data: &Path) -> String {
    let mut command = command(&["serve", "--addr", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    if rustix::process::geteuid().is_root() {
        command.uid(65_534);
    }
    let mut child = command.spawn().unwrap();
    let mut started = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut started).unwrap();
    if !started.is_empty() {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((started.as_str(), output.status.code()), ("", Some(1)), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    fs::create_dir(&data).unwrap();
    allow(folder.path(), 0o755);
    allow(&data, 0o555);
    for data in [data.clone(), data.join("below")] {
        let said = refusal(&data);
        assert!(said.contains(data.to_str().unwrap()) && said.contains("--data"), "{said}");
    }
    allow(&data, 0o755);
}

#[test]
fn a_database_that_may_only_be_read_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, _) = start(folder.path(), "127.0.0.1:0");
    server.kill().unwrap();
    server.wait().unwrap();
    allow(folder.path(), 0o777);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let is_lock = path.extension().is_some_and(|extension| extension == "lock");
        allow(&path, if is_lock { 0o666 } else { 0o444 });
    }
    let said = refusal(folder.path());
    assert!(said.contains("ludoteca.sqlite") && said.contains("readonly"), "{said}");
}
