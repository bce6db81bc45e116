use ludoteca_program_tests::Program;
pub(crate) use ludoteca_program_tests::{ask, post, spawn, text};
#[cfg(target_os = "linux")]
use std::fs::File;
use std::process::{Command, Output};

/// Named only here and in the lab's tests (checked by `cargo xtask tidy`), so that no test starts the program
/// with the user's own data.
pub(crate) fn program() -> Program {
    Program::new("ludoteca", env!("CARGO_BIN_EXE_ludoteca"), env!("CARGO_TARGET_TMPDIR"))
}

pub(crate) fn command(words: &[&str]) -> Command {
    program().command(words)
}

/// `ludoteca serve`, not yet started, with a data folder of its own.
pub(crate) fn serve(words: &[&str]) -> Command {
    program().serve(words)
}

#[cfg(unix)]
pub(crate) fn script(text: &str) -> Command {
    program().script(text)
}

pub(crate) fn ludoteca(words: &[&str]) -> Output {
    program().run(words)
}

#[track_caller]
pub(crate) fn complains(words: &[&str], status: i32, expected: &str) {
    program().complains(words, status, expected);
}

/// Both ends of a terminal: the test's and the program's.
#[cfg(target_os = "linux")]
pub(crate) fn terminal() -> (File, File) {
    use rustix::{
        pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
        termios::{Winsize, tcsetwinsize},
    };
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let size = Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = File::options().read(true).write(true).open(name).unwrap();
    (ours.into(), theirs)
}

/// Proves that the tests do not touch a developer's own games.
#[cfg(target_os = "linux")]
#[test]
fn the_users_own_folder_is_never_used() {
    let expected = program().home().join("ludoteca/ludoteca.sqlite");
    complains(&["backup", "copy"], 1, &format!("{}: there are no games to copy", expected.display()));
    let said = script("exec \"$0\" backup copy").output().unwrap().stderr;
    assert!(text(&said).contains(&expected.display().to_string()), "{}", text(&said));
    let line = format!("{} backup copy", program().quoted_without_user());
    let said = Command::new("sh").args(["-c", &line]).output().unwrap().stderr;
    assert!(text(&said).contains(&expected.display().to_string()), "{}", text(&said));
}
