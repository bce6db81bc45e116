#![allow(dead_code, reason = "each test file uses a part")]

use std::{
    path::Path,
    process::{Child, Command, Output, Stdio},
};

/// The program, not yet started, with nothing to read and its output kept.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteca"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn ludoteca(words: &[&str]) -> Output {
    command(words).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// One line on standard error, nothing on standard output, this exit status.
#[track_caller]
pub(crate) fn complains(words: &[&str], status: i32, expected: &str) {
    let output = ludoteca(words);
    assert_eq!(text(&output.stderr), format!("ludoteca: {expected}\n"));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(status));
}

/// A command that collects something from games, started but not waited for. `make` is all of it but the
/// number wanted and `--out`.
pub(crate) fn begin(make: &str, count: &str, out: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteca"));
    command.args(make.split(' ')).arg(count).arg("--out").arg(out);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The same command, killed by the system in the middle of writing: its files may not grow beyond 512 bytes.
#[cfg(unix)]
#[track_caller]
pub(crate) fn dies_of_its_files(make: &str, out: &Path) {
    use std::os::unix::process::ExitStatusExt;
    const SIGXFSZ: i32 = 25;
    let script = "ulimit -c 0; ulimit -f 1; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_ludoteca")]).args(make.split(' '));
    let output = command.args(["3", "--out"]).arg(out).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.signal(), Some(SIGXFSZ), "{}", text(&output.stderr));
}

#[track_caller]
pub(crate) fn ends_well(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
