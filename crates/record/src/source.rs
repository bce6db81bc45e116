use crate::{
    MAX_TOKEN,
    error::{Error, ErrorKind, SyntaxError},
    tokens::is_move_byte,
    words::Words,
};
use std::{
    io::{self, BufRead},
    str,
};

/// The size of one read from the input: small enough to stay in the cache, large enough to amortise the call.
const CHUNK: usize = 32 * 1024;
/// A UTF-8 character has at most four bytes, so at most three can be incomplete.
const MAX_PARTIAL: usize = 3;

/// A sliding window over the input: text before the cursor is dropped when more is read.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    text: String,
    /// The next character to be read, as an offset into `text`. Moved by the reader, always to a character
    /// boundary.
    pub(crate) at: usize,
    /// A location known by line and column, at or before the cursor.
    mark: Mark,
    /// The bytes of an incomplete character at the end of the input read so far.
    partial: [u8; MAX_PARTIAL],
    partial_len: usize,
    rest: Rest,
    /// The number of the current game, for errors.
    pub(crate) game: u64,
    /// The number of bytes of text before the window.
    forgotten: u64,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    offset: usize,
    line: u64,
    column: u64,
}

/// What follows the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    More,
    NotUtf8,
    End,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(input: R) -> Source<R> {
        Source {
            input,
            text: String::new(),
            at: 0,
            mark: Mark { offset: 0, line: 1, column: 1 },
            partial: [0; MAX_PARTIAL],
            partial_len: 0,
            rest: Rest::More,
            game: 0,
            forgotten: 0,
        }
    }

    /// The number of bytes allocated for the window.
    pub(crate) fn capacity(&self) -> usize {
        self.text.capacity()
    }

    /// The text from `from` to `to`, both relative to the cursor.
    #[inline]
    pub(crate) fn slice(&self, from: usize, to: usize) -> &str {
        &self.text[self.at + from..self.at + to]
    }

    /// The rest of the window starting at `from`, relative to the cursor.
    #[inline]
    pub(crate) fn ahead(&self, from: usize) -> &str {
        &self.text[self.at + from..]
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, Error> {
        self.byte(0)
    }

    /// The byte `i` after the cursor; `None` at the end.
    #[inline]
    pub(crate) fn byte(&mut self, i: usize) -> Result<Option<u8>, Error> {
        loop {
            if let Some(&byte) = self.text.as_bytes().get(self.at + i) {
                return Ok(Some(byte));
            }
            if !self.grow()? {
                return Ok(None);
            }
        }
    }

    /// The length of the run of bytes that satisfy `wanted`, starting `from` bytes after the cursor.
    #[inline]
    pub(crate) fn run(
        &mut self,
        from: usize,
        wanted: impl Fn(u8) -> bool,
        what: Words,
        limit: usize,
    ) -> Result<usize, Error> {
        // Nearly always, the run ends within the window.
        match self.text.as_bytes()[self.at + from..].iter().position(|&b| !wanted(b)) {
            Some(len) if len <= limit => Ok(len),
            _ => self.long_run(from, wanted, what, limit),
        }
    }

    #[cold]
    fn long_run(
        &mut self,
        from: usize,
        wanted: impl Fn(u8) -> bool,
        what: Words,
        limit: usize,
    ) -> Result<usize, Error> {
        let mut len = 0;
        loop {
            let bytes = &self.text.as_bytes()[self.at + from + len..];
            let more = bytes.iter().position(|&b| !wanted(b));
            len += more.unwrap_or(bytes.len());
            if len > limit {
                return Err(self.error(from, ErrorKind::TooLong { what, limit }));
            }
            if more.is_some() || !self.grow()? {
                return Ok(len);
            }
        }
    }

    /// Skips a single blank followed by something else; in all other cases, skips nothing and returns false.
    #[inline]
    pub(crate) fn pass_one_blank(&mut self) -> bool {
        let single = matches!(self.text.as_bytes()[self.at..], [b' ', next, ..] if next > b' ');
        self.at += usize::from(single);
        single
    }

    /// Skips moves, dots and blanks that lie within the window, up to a word that could be a result. Returns
    /// whether there were any.
    pub(crate) fn pass_plain_moves(&mut self) -> bool {
        let bytes = &self.text.as_bytes()[self.at..];
        let mut i = 0;
        while let Some(&byte) = bytes.get(i) {
            match byte {
                b' ' | b'.' => i += 1,
                b'*' | b'0' | b'1' | b'a'..=b'd' => break,
                _ if is_move_byte(byte) => match bytes[i..].iter().position(|&b| !is_move_byte(b)) {
                    Some(len) if len <= MAX_TOKEN => i += len,
                    // The word may continue beyond the window.
                    _ => break,
                },
                _ => break,
            }
        }
        self.at += i;
        i > 0
    }

    /// Moves the cursor to the end of the line (before its line feed) without buffering the skipped text.
    pub(crate) fn pass_line(&mut self) -> Result<(), Error> {
        loop {
            if let Some(i) = self.ahead(0).find('\n') {
                self.at += i;
                return Ok(());
            }
            self.at = self.text.len();
            if !self.grow()? {
                return Ok(());
            }
        }
    }

    /// Continues after bytes that are not UTF-8, once their error has been reported.
    pub(crate) fn pass_bad_bytes(&mut self) {
        if self.rest == Rest::NotUtf8 {
            self.at = self.text.len();
            self.rest = Rest::More;
        }
    }

    /// Skips a byte order mark, which does not count as a character of the first line.
    pub(crate) fn pass_byte_order_mark(&mut self) -> Result<(), Error> {
        const MARK: char = '\u{feff}';
        if self.peek()?.is_some() && self.text.starts_with(MARK) {
            self.at = MARK.len_utf8();
            self.mark.offset = self.at;
        }
        Ok(())
    }

    /// Reads more input and drops the text before the cursor. Returns false at the end of the input.
    #[cold]
    pub(crate) fn grow(&mut self) -> Result<bool, Error> {
        loop {
            match self.rest {
                Rest::End => return Ok(false),
                Rest::NotUtf8 => return Err(self.error(self.text.len() - self.at, ErrorKind::NotUtf8)),
                Rest::More => {}
            }
            let before = self.text.len() - self.at;
            self.forget();
            self.fetch()?;
            if self.text.len() > before {
                return Ok(true);
            }
        }
    }

    /// The cursor's byte offset in the input.
    pub(crate) fn place(&self) -> u64 {
        self.forgotten + self.at as u64
    }

    fn forget(&mut self) {
        self.forgotten += self.at as u64;
        self.mark = self.locate(self.at);
        self.text.drain(..self.at);
        self.at = 0;
        self.mark.offset = 0;
    }

    fn fetch(&mut self) -> Result<(), Error> {
        let chunk = loop {
            match self.input.fill_buf() {
                // The borrow checker requires requesting the buffer again outside the loop.
                Ok(_) => break self.input.fill_buf()?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        };
        let chunk = &chunk[..chunk.len().min(CHUNK)];
        let Some(&first) = chunk.first() else {
            self.rest = if self.partial_len > 0 { Rest::NotUtf8 } else { Rest::End };
            self.partial_len = 0;
            return Ok(());
        };
        if self.partial_len > 0 {
            let taken = self.complete_partial(first);
            self.input.consume(usize::from(taken));
            return Ok(());
        }
        let (valid, bad) = match str::from_utf8(chunk) {
            Ok(text) => {
                self.text.push_str(text);
                (chunk.len(), 0)
            }
            Err(error) => {
                let valid = error.valid_up_to();
                self.text.push_str(str::from_utf8(&chunk[..valid]).unwrap_or_default());
                match error.error_len() {
                    Some(bad) => {
                        self.rest = Rest::NotUtf8;
                        (valid, bad)
                    }
                    None => {
                        let partial = &chunk[valid..];
                        self.partial[..partial.len()].copy_from_slice(partial);
                        self.partial_len = partial.len();
                        (valid, partial.len())
                    }
                }
            }
        };
        self.input.consume(valid + bad);
        Ok(())
    }

    /// Appends a byte to the incomplete character; returns whether the byte belongs to it.
    fn complete_partial(&mut self, byte: u8) -> bool {
        let mut bytes = [0; MAX_PARTIAL + 1];
        bytes[..self.partial_len].copy_from_slice(&self.partial[..self.partial_len]);
        bytes[self.partial_len] = byte;
        let bytes = &bytes[..=self.partial_len];
        match str::from_utf8(bytes) {
            Ok(text) => {
                self.text.push_str(text);
                self.partial_len = 0;
                true
            }
            Err(error) if error.error_len().is_none() => {
                self.partial[self.partial_len] = byte;
                self.partial_len += 1;
                true
            }
            Err(_) => {
                self.rest = Rest::NotUtf8;
                self.partial_len = 0;
                false
            }
        }
    }

    /// An error at the character `from` bytes after the cursor.
    pub(crate) fn error(&self, from: usize, problem: ErrorKind) -> Error {
        let Mark { line, column, .. } = self.locate(self.at + from);
        Error::Syntax(SyntaxError { game: self.game, line, column, problem })
    }

    /// An error at the character `from` bytes after the cursor, where something else is expected.
    pub(crate) fn expected(&mut self, from: usize, expected: Words) -> Error {
        if let Err(error) = self.byte(from) {
            return error;
        }
        let found = self.ahead(from).chars().next();
        let found = if found == Some('\r') { Some('\n') } else { found };
        self.error(from, ErrorKind::Expected { expected, found })
    }

    /// The line and column of an offset. They are computed on demand or when text is dropped, which is much
    /// faster than counting at each token.
    fn locate(&self, offset: usize) -> Mark {
        let text = &self.text[self.mark.offset..offset];
        let lines = text.bytes().filter(|&b| b == b'\n').count() as u64;
        let column = match text.rfind('\n') {
            Some(end) => 1 + text[end + 1..].chars().count() as u64,
            None => self.mark.column + text.chars().count() as u64,
        };
        Mark { offset, line: self.mark.line + lines, column }
    }
}
