#![allow(dead_code, reason = "each test file uses a part")]

#[cfg(target_os = "linux")]
use std::fs::File;
use std::{
    env,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::LazyLock,
};

/// Named only here (checked by `cargo xtask tidy`), so that no test starts the program with the user's own
/// data.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ludoteca");
/// The variables with the user's own folders, on the supported systems.
const HOMES: [&str; 5] = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];

/// A missing folder, like the home of a user who has never started the program. Its name is new in every run.
pub(crate) fn home() -> PathBuf {
    static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
        let unused = tempfile::Builder::new().prefix("home-").tempdir_in(env!("CARGO_TARGET_TMPDIR"));
        unused.unwrap().path().to_owned()
    });
    HOME.clone()
}

/// Removes everything of the user who runs the tests: no games, no settings.
fn without_user(mut command: Command) -> Command {
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("LUDOTECA_") {
            command.env_remove(name);
        }
    }
    command.envs(HOMES.map(|name| (name, home())));
    command
}

/// The program, not yet started, with empty input and captured output.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = without_user(Command::new(PROGRAM));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A shell script in which `$0` is the program, not yet started.
pub(crate) fn script(text: &str) -> Command {
    let mut command = without_user(Command::new("sh"));
    command.args(["-c", text, PROGRAM]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program as a word of a command line that is run by a program from [`command`].
pub(crate) fn quoted() -> String {
    format!("'{PROGRAM}'")
}

/// The program as a word of a command line that the test itself runs.
pub(crate) fn quoted_without_user() -> String {
    if cfg!(unix) {
        let homes = HOMES.map(|name| format!("'{name}={}'", home().display()));
        format!("env -u LUDOTECA_DATA {} {}", homes.join(" "), quoted())
    } else {
        quoted()
    }
}

pub(crate) fn ludoteca(words: &[&str]) -> Output {
    command(words).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks for one line on standard error, nothing on standard output, and this exit status.
#[track_caller]
pub(crate) fn complains(words: &[&str], status: i32, expected: &str) {
    let output = ludoteca(words);
    assert_eq!(text(&output.stderr), format!("ludoteca: {expected}\n"));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(status));
}

/// Starts a command that collects something from games. `make` is the command without the number wanted and
/// `--out`.
pub(crate) fn begin(make: &str, count: &str, out: &Path) -> Child {
    let mut command = command(&[]);
    command.args(make.split(' ')).arg(count).arg("--out").arg(out);
    command.stdout(Stdio::null()).spawn().unwrap()
}

/// The same command, killed by the system in the middle of writing: its files may not grow beyond 512 bytes.
#[cfg(unix)]
#[track_caller]
pub(crate) fn dies_of_its_files(make: &str, out: &Path) {
    use std::os::unix::process::ExitStatusExt;
    const SIGXFSZ: i32 = 25;
    let mut command = script("ulimit -c 0; ulimit -f 1; exec \"$0\" \"$@\"");
    let output = command.args(make.split(' ')).args(["3", "--out"]).arg(out).output().unwrap();
    assert_eq!(output.status.signal(), Some(SIGXFSZ), "{}", text(&output.stderr));
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

#[track_caller]
pub(crate) fn ends_well(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Proves that the tests do not touch a developer's own games.
#[cfg(target_os = "linux")]
#[test]
fn the_users_own_folder_is_never_used() {
    let expected = home().join("ludoteca/ludoteca.sqlite");
    complains(&["backup", "copy"], 1, &format!("{}: there are no games to copy", expected.display()));
    let said = script("exec \"$0\" backup copy").output().unwrap().stderr;
    assert!(text(&said).contains(&expected.display().to_string()), "{}", text(&said));
    let line = format!("{} backup copy", quoted_without_user());
    let said = Command::new("sh").args(["-c", &line]).output().unwrap().stderr;
    assert!(text(&said).contains(&expected.display().to_string()), "{}", text(&said));
}
