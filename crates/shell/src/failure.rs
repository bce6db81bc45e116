//! Errors of commands: one line each, with an exit status.

use crate::terminal::harmless;
use ludoteca_catalog::{SetupError, UnknownGame};
use std::{fmt, io, process::ExitCode};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong: exit status 2.
    Usage(String),
    /// Any other error: exit status 1.
    Other(String),
    /// The output pipe was closed: no message, as is usual for programs in a pipe.
    PipeClosed,
}

impl Failure {
    pub fn other(error: impl fmt::Display) -> Failure {
        Failure::Other(error.to_string())
    }

    /// Prints the error after the program's name, and returns the exit status.
    pub fn report(self, program: &str) -> ExitCode {
        match self {
            Failure::Usage(text) => complain(program, &text, 2),
            Failure::Other(text) => complain(program, &text, 1),
            Failure::PipeClosed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) | Failure::Other(text) => f.write_str(&one_line(text)),
            Failure::PipeClosed => f.write_str("the output was closed"),
        }
    }
}

fn complain(program: &str, text: &str, status: u8) -> ExitCode {
    anstream::eprintln!("{program}: {}", one_line(text));
    ExitCode::from(status)
}

/// Makes a message one line, even if it quotes names with line breaks.
pub fn one_line(text: &str) -> String {
    harmless(&text.replace(char::is_control, " "))
}

/// Prints help and version to standard output, and a usage error as one line.
pub fn wrong_usage(program: &str, error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    complain(program, &one_line_of(error), 2)
}

/// The usage error alone, without the usage text.
pub fn one_line_of(error: &clap::Error) -> String {
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
