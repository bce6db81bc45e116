//! `ludoteca admin`: what is done to a server's data while the server is stopped.

use crate::{
    common::command,
    serve::{ask, spawn},
};
use std::process::{Command, Output};

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
