use crate::{Error, ErrorKind, SyntaxError, words};
use std::{
    io::{self, BufRead, Read},
    str,
};

/// The maximum length of a line in bytes, in formats with one game per line.
pub const MAX_LINE: usize = 16 << 20;

/// Lines of limited length, with their numbers.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    line: u64,
    game: u64,
    failed: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, bytes: Vec::new(), line: 0, game: 0, failed: false }
    }

    /// The next line that contains a game, without its line ending; lines that satisfy `ignored` contain
    /// none.
    pub(crate) fn next_game(&mut self, ignored: impl Fn(&str) -> bool) -> Option<Result<&str, Error>> {
        loop {
            match self.next_line() {
                Ok(false) => return None,
                Ok(true) => {}
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error.into()));
                }
            }
            match self.check() {
                Ok(line) if ignored(line) => {}
                Ok(_) => break,
                Err((column, problem)) => {
                    self.game += 1;
                    return Some(Err(self.error(column, problem)));
                }
            }
        }
        self.game += 1;
        Some(self.check().map_err(|(column, problem)| self.error(column, problem)))
    }

    /// An error in the line that was read last; columns count from 1.
    pub(crate) fn error(&self, column: usize, problem: ErrorKind) -> Error {
        let column = column as u64;
        Error::Syntax(SyntaxError { game: self.game, line: self.line, column, problem })
    }

    pub(crate) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    fn next_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        if self.failed {
            return Ok(false);
        }
        // One byte beyond the limit shows that a line is too long; another may be part of its ending.
        let limit = MAX_LINE as u64 + 2;
        let read = (&mut self.input).take(limit).read_until(b'\n', &mut self.bytes)?;
        self.line += 1;
        if self.bytes.last() != Some(&b'\n') && self.bytes.len() > MAX_LINE {
            self.pass_line()?;
        }
        Ok(read > 0)
    }

    /// Skips the rest of an overlong line.
    fn pass_line(&mut self) -> io::Result<()> {
        loop {
            let (len, over) = match self.input.fill_buf() {
                Ok(chunk) => match chunk.iter().position(|&b| b == b'\n') {
                    Some(i) => (i + 1, true),
                    None => (chunk.len(), chunk.is_empty()),
                },
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.input.consume(len);
            if over {
                return Ok(());
            }
        }
    }

    fn check(&self) -> Result<&str, (usize, ErrorKind)> {
        let bytes = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if bytes.len() > MAX_LINE {
            return Err((1, ErrorKind::TooLong { what: words::A_LINE, limit: MAX_LINE }));
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            let valid = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            (1 + valid.chars().count(), ErrorKind::NotUtf8)
        })?;
        let mark = if self.line == 1 { "\u{feff}" } else { "" };
        Ok(text.strip_prefix(mark).unwrap_or(text))
    }
}
