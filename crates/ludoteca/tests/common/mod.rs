use ludoteca_program_tests::Program;
pub(crate) use ludoteca_program_tests::{ask, post, spawn, text};
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
