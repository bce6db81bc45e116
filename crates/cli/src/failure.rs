//! What went wrong, as one line, and the exit status that goes with it.

use crate::terminal::harmless;
use ludoteca_catalog::{SetupError, UnknownGame};
use std::{fmt, io, process::ExitCode};

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was called wrongly: exit status 2.
    Usage(String),
    /// Anything else: exit status 1.
    Other(String),
    /// Nobody reads our output any more: no message, as is the custom in a pipe.
    PipeClosed,
}

impl Failure {
    pub(crate) fn other(error: impl fmt::Display) -> Failure {
        Failure::Other(error.to_string())
    }

    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(text) => complain(&text, 2),
            Failure::Other(text) => complain(&text, 1),
            Failure::PipeClosed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) | Failure::Other(text) => f.write_str(&one_line(text)),
            Failure::PipeClosed => f.write_str("nobody reads the output any more"),
        }
    }
}

fn complain(text: &str, status: u8) -> ExitCode {
    anstream::eprintln!("ludoteca: {}", one_line(text));
    ExitCode::from(status)
}

/// Names from outside may hold anything, but a message is one line.
pub(crate) fn one_line(text: &str) -> String {
    harmless(&text.replace(char::is_control, " "))
}

/// Help and version go to standard output; a wrong call gets the one line that says what is wrong.
pub(crate) fn wrong_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    complain(&one_line_of(error), 2)
}

/// What is wrong with the words of a command line, without how the command is used.
pub(crate) fn one_line_of(error: &clap::Error) -> String {
    let rendered = error.to_string();
    let lines: Vec<&str> = rendered
        .lines()
        .map(str::trim)
        .filter(|line| {
            !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information")
        })
        .collect();
    let text = lines.join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Options(_) | SetupError::Variant { .. } => Failure::Usage(error.to_string()),
            SetupError::Position { .. } => Failure::Other(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Other(error.to_string()),
        }
    }
}
