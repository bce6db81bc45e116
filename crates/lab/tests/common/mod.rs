use ludoteca_program_tests::Program;
pub(crate) use ludoteca_program_tests::text;
use std::{
    path::Path,
    process::{Child, Output, Stdio},
};

pub(crate) fn program() -> Program {
    Program::new("ludoteca-lab", env!("CARGO_BIN_EXE_ludoteca-lab"), env!("CARGO_TARGET_TMPDIR"))
}

/// The program for players and hosts, whose games and servers the lab measures.
pub(crate) fn ludoteca() -> Program {
    program().beside("ludoteca")
}

pub(crate) fn lab(words: &[&str]) -> Output {
    program().run(words)
}

#[track_caller]
pub(crate) fn complains(words: &[&str], status: i32, expected: &str) {
    program().complains(words, status, expected);
}

/// Starts a command that collects something from games. `make` is the command without the number wanted and
/// `--out`.
pub(crate) fn begin(make: &str, count: &str, out: &Path) -> Child {
    let mut command = program().command(&[]);
    command.args(make.split(' ')).arg(count).arg("--out").arg(out);
    command.stdout(Stdio::null()).spawn().unwrap()
}

/// The same command, killed by the system in the middle of writing: its files may not grow beyond 512 bytes.
#[cfg(unix)]
#[track_caller]
pub(crate) fn dies_of_its_files(make: &str, out: &Path) {
    use std::os::unix::process::ExitStatusExt;
    const SIGXFSZ: i32 = 25;
    let mut command = program().script("ulimit -c 0; ulimit -f 1; exec \"$0\" \"$@\"");
    let output = command.args(make.split(' ')).args(["3", "--out"]).arg(out).output().unwrap();
    assert_eq!(output.status.signal(), Some(SIGXFSZ), "{}", text(&output.stderr));
}

#[track_caller]
pub(crate) fn ends_well(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
