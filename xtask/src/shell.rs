//! Runs commands and prints them first.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The error is one line.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Runs a command in the repository and shows its output.
pub(crate) fn run(words: &[&str], variables: &[(&str, &str)]) -> Result {
    eprintln!("\x1b[1m$ {}\x1b[0m", words.join(" "));
    let status = Command::new(words[0])
        .args(&words[1..])
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("cannot run {}: {error}", words[0]))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", words.join(" "))) }
}

/// Replaces this process by a command where the system supports it, so that signals reach the command and it
/// can shut down cleanly.
pub(crate) fn hand_over(words: &[&str]) -> Result {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        eprintln!("\x1b[1m$ {}\x1b[0m", words.join(" "));
        let error = Command::new(words[0]).args(&words[1..]).exec();
        Err(format!("cannot run {}: {error}", words[0]))
    }
    #[cfg(not(unix))]
    run(words, &[])
}

/// Whether a command exists and succeeds.
pub(crate) fn works(words: &[&str]) -> bool {
    Command::new(words[0])
        .args(&words[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The output of a command, if it succeeds.
pub(crate) fn output(words: &[&str]) -> Option<String> {
    let output = Command::new(words[0]).args(&words[1..]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
pub(crate) fn target() -> String {
    std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned())
}
