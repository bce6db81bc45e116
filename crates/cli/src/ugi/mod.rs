//! The Universal Game Interface (docs/ugi.md): reads and writes lines, which `session` interprets.

mod go;
mod info;
mod options;
mod session;
mod thinking;

use clap::Args;
use ludoteca_catalog::GameId;
use ludoteca_shell::{
    Failure,
    engine_options::{EngineOptions, engine},
};
use session::{Next, UgiSession};
use std::{
    io::{self, BufRead, Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

/// Speak UGI, the Universal Game Interface, on standard input and output
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: squadro, number-one, peak or one-piece-for-two
    #[arg(value_name = "GAME")]
    game: GameId,
}

/// The maximum length of a line, enough for a game of a few hundred thousand moves.
const MAX_LINE_LENGTH: u64 = 1 << 22;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    converse(arguments.game, engine, &mut io::stdin().lock(), Output::new(io::stdout()))
}

/// The output of `ludoteca ugi` for these lines, with tables of 1 MiB and one thread. The engine is stopped
/// after the last line.
///
/// # Panics
/// Never, whatever the lines; the fuzz targets check this.
#[must_use]
pub fn answers(game: GameId, lines: &[u8]) -> Vec<u8> {
    let kept = KeptOutput::default();
    let small: session::Make =
        |game, options| engine(game, &EngineOptions { hash_mib: 1, threads: 1, ..options.clone() });
    let result = converse(game, small, &mut &*lines, Output::new(kept.clone()));
    assert!(result.is_ok(), "{result:?}");
    let kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
    kept.clone()
}

/// An output kept in memory.
#[derive(Clone, Default)]
struct KeptOutput(Arc<Mutex<Vec<u8>>>);

impl Write for KeptOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn converse(game: GameId, make: session::Make, input: &mut impl BufRead, out: Output) -> Result<(), Failure> {
    let mut session = UgiSession::new(game, make, out.clone())?;
    while let Some(line) = read_line(input)? {
        let line = line.unwrap_or_else(|| {
            out.complain("this line is too long");
            String::new()
        });
        if let Next::Quit = session.handle(&line) {
            break;
        }
    }
    session.quit();
    Ok(())
}

/// The next line without its end, whatever its bytes; the inner `None` is a line that is too long.
#[expect(clippy::option_option, reason = "the end of the input and a bad line are different things")]
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Option<String>>> {
    let mut line = Vec::new();
    if input.take(MAX_LINE_LENGTH).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == MAX_LINE_LENGTH && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(String::from_utf8_lossy(&line).into_owned())))
}

/// The output, shared by the session and the search. If it is closed, lines are lost, and the input will end
/// soon.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn new(out: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(out)))
    }

    /// Writes lines without interleaving those of others.
    fn say(&self, lines: &str) {
        self.say_after(|| (), lines);
    }

    /// Calls a function and then writes, without other writers in between.
    fn say_after(&self, first: impl FnOnce(), lines: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first();
        let _ = writeln!(out, "{lines}").and_then(|()| out.flush());
    }

    /// Reports an error on one line.
    fn complain(&self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string {text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_they_hold() {
        let long = [vec![b'x'; MAX_LINE_LENGTH as usize + 5], b"\nb".to_vec()].concat();
        let mut input = &long[..];
        assert_eq!(read_line(&mut input).unwrap(), Some(None));
        assert_eq!(read_line(&mut input).unwrap(), Some(Some("b".to_owned())));
        assert_eq!(read_line(&mut input).unwrap(), None);
        assert_eq!(read_line(&mut &b"a\xff\r\n"[..]).unwrap(), Some(Some("a\u{fffd}\r\n".to_owned())));
    }
}
