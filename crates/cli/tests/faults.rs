//! The program on a machine that does not do what it should: no more room on the disk, a folder that cannot be
//! written. Room is taken away by the limit for the size of files, which is given to the running program and
//! taken back from it.

use crate::common::{command, text};
use crate::killed::{ask, insist, start};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    process::Child,
};

/// No file may grow beyond this; `None`: as before.
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
        let wish = json!({ "id": text, "seq": see()["seq"], "do": { "move": text } });
        ask(&address, "POST", &path, &tokens[seat], &wish).unwrap()
    };
    assert_eq!(act(0, "Y1").0, 200);
    for round in 0..3 {
        let (seat, text) = [(1, "R1"), (0, "Y2"), (1, "R2")][round];
        limit_files(&server, Some(4096));
        for _ in 0..3 {
            let (status, problem) = act(seat, text);
            assert_eq!((status, &problem["key"]), (503, &json!("not-stored")), "{problem}");
        }
        assert_eq!(see()["moves"].as_array().unwrap().len(), round + 1, "everybody can look on");
        let (status, problem) = ask(&address, "POST", "/guests", "", &json!({})).unwrap();
        assert_eq!((status, &problem["status"]), (503, &json!(503)), "{problem}");
        limit_files(&server, None);
        let (status, done) = act(seat, text);
        assert_eq!(status, 200, "{done}");
    }
    // What was confirmed is there after the hardest of ends.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, _) = start(folder.path(), &address);
    assert_eq!(see()["moves"], json!(["Y1", "R1", "Y2", "R2"]));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    fs::create_dir(&data).unwrap();
    // The superuser may write everywhere, so it becomes somebody else.
    let lend = |command: &mut std::process::Command| {
        if rustix::process::geteuid().is_root() {
            command.uid(65_534);
        }
    };
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o555)).unwrap();
    for name in [data.clone(), data.join("below")] {
        let name = name.to_str().unwrap();
        let mut command = command(&["serve", "--addr", "127.0.0.1:0", "--data", name]);
        lend(&mut command);
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(name) && said.contains("--data"), "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
    }
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_database_that_may_only_be_read_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, _) = start(folder.path(), "127.0.0.1:0");
    server.kill().unwrap();
    server.wait().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let lock = path.extension().is_some_and(|extension| extension == "lock");
        fs::set_permissions(path, fs::Permissions::from_mode(if lock { 0o666 } else { 0o444 })).unwrap();
    }
    let name = folder.path().to_str().unwrap();
    let mut command = command(&["serve", "--addr", "127.0.0.1:0", "--data", name]);
    if rustix::process::geteuid().is_root() {
        command.uid(65_534);
    }
    let output = command.output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("ludoteca.sqlite") && said.contains("read"), "{said}");
}
