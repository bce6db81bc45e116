//! `ludoteca admin` on a server's data, while it runs or is stopped.

use crate::common::{ask, command, post, spawn};
use std::process::{Command, Output};

fn rebuild(folder: &std::path::Path) -> Output {
    command(&["admin", "rebuild", "--data", folder.to_str().unwrap()]).output().unwrap()
}

#[test]
fn derived_data_is_rebuilt_only_while_the_server_is_stopped() {
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
    assert!(rebuilt.status.success() && said.contains("ratings: rebuilt from 0 finished games"), "{said}");
}

fn admin(folder: &std::path::Path, words: &[&str]) -> (bool, String) {
    let mut all = vec!["admin"];
    all.extend(words);
    all.extend(["--data", folder.to_str().unwrap()]);
    let output = command(&all).output().unwrap();
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (output.status.success(), said.concat())
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
    stop(child);

    let has = |words: &[&str], expected: &str| {
        let (done, said) = admin(folder.path(), words);
        assert!(done && said.contains(expected), "{words:?}: {said}");
    };
    has(&["audit"], "The audit log is empty.");
    has(&["role", "eve", "admin"], "): role admin");
    has(&["mute", "Eve", "--days", "3", "--why", "shouts"], "role admin, mute until 20");
    has(&["unmute", "Eve", "--why", "is sorry"], "): role admin\n");
    has(&["ban", "Eve", "--why", "cheats"], "ban for good");
    has(&["reports", "--open"], "There are no reports.");
    has(&["audit"], "shell: ban Eve (");
    for (words, expected) in [
        (vec!["ban", "Eve"], "--why"),
        (vec!["ban", "Stranger", "--why", "x"], "no user is called \"Stranger\""),
        (vec!["mute", "Eve", "--days", "0", "--why", "x"], "1 to 3650"),
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

#[cfg(unix)]
#[test]
fn a_running_server_takes_orders_from_its_operator_only() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = || {
        spawn(&mut command(&["serve", "--addr", "127.0.0.1:0", "--data", data, "--registration", "invite"]))
    };
    let (mut child, address) = serve();
    let socket = folder.path().join("control.sock");
    assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    let register = |name: &str, code: &str| {
        let body =
            format!(r#"{{"name":"{name}","password":"a long walk in the rain","invite_code":"{code}"}}"#);
        post(&address, "/api/v1/accounts", "", &body)
    };
    assert!(register("Eve", "").contains("invite-code-needed"));
    assert!(register("Eve", "wrong").contains("bad-invite-code"));
    // The first account needs a code, and only the operator can appoint the first admin.
    let (done, code) = admin(folder.path(), &["invite", "--uses", "1"]);
    assert!(done && code.trim().len() == 12, "{code}");
    assert!(register("Eve", code.trim()).starts_with("HTTP/1.1 201"));
    assert!(register("Bob", code.trim()).contains("bad-invite-code"), "it is used up");
    for (words, expected) in [
        (vec!["role", "Eve", "admin"], "): role admin"),
        (vec!["rename", "Eve", "Eva"], "Eva ("),
        (vec!["ban", "Eva", "--why", "a test"], "ban for good"),
        (vec!["audit"], "shell: ban Eva ("),
        (vec!["reports"], "There are no reports."),
    ] {
        let (done, said) = admin(folder.path(), &words);
        assert!(done && said.contains(expected), "{words:?}: {said}");
    }
    let log_in = r#"{"name":"Eva","password":"a long walk in the rain"}"#;
    assert!(post(&address, "/api/v1/sessions", "", log_in).contains("\"banned\""), "at once");
    let (done, said) = admin(folder.path(), &["role", "Stranger", "admin"]);
    assert!(!done && said.contains("no user is called \"Stranger\""), "{said}");

    // A killed server leaves its socket, which the next one replaces; a stopped server removes it.
    assert!(Command::new("kill").args(["-9", &child.id().to_string()]).status().unwrap().success());
    let _ = child.wait();
    assert!(socket.exists());
    assert!(admin(folder.path(), &["unban", "Eva", "--why", "a test"]).0, "on the data itself");
    let (mut child, _) = serve();
    assert!(admin(folder.path(), &["mute", "Eva", "--why", "a test"]).0);
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    assert!(!socket.exists());
}
