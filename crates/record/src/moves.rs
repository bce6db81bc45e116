use crate::{
    Error, ErrorKind, GameResult, Record, Refused, WriteError, check,
    lines::Lines,
    text::unescape,
    tokens::{Token, classify, is_move_byte},
    words::{self, Words},
    writer::push_quoted,
};
use std::{
    collections::HashSet,
    io::{BufRead, Write},
};

/// A game as a bare list of moves: `squadro first=red: R1 Y2 R3 1-0`.
///
/// The header contains the name of the game, then settings as `key=value`. A value containing spaces is
/// quoted, as in `position="00000/00000 y"`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MoveList {
    /// The game's name: lower-case letters, digits and `-`.
    pub game: String,
    /// Keys and values, in order; keys are unique.
    pub settings: Vec<(String, String)>,
    /// The moves as written in the list.
    pub moves: Vec<String>,
    /// The result; [`GameResult::Unknown`] for a list without one.
    pub result: GameResult,
}

impl MoveList {
    /// The main line of a record of a game without settings.
    pub fn of(game: impl Into<String>, record: &Record) -> MoveList {
        MoveList {
            game: game.into(),
            settings: Vec::new(),
            moves: record.moves().map(str::to_owned).collect(),
            result: record.result,
        }
    }

    /// The value of the setting with this key.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    fn check(&self) -> Result<(), Refused> {
        let named = |text: &str| !text.is_empty() && text.bytes().all(is_id_byte);
        if !named(&self.game) {
            return check::refuse(words::THE_GAME, &self.game, words::NAMES_OF_GAMES);
        }
        let mut keys = HashSet::new();
        for (key, value) in &self.settings {
            if !named(key) {
                return check::refuse(words::THE_SETTING, key, words::NAMES_OF_SETTINGS);
            }
            if !keys.insert(key) {
                return check::refuse(words::THE_SETTING, key, words::GIVEN_TWICE);
            }
            check::tag_value(value)?;
        }
        self.moves.iter().try_for_each(|text| check::move_text(text))
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.game);
        for (key, value) in &self.settings {
            line.push(' ');
            line.push_str(key);
            line.push('=');
            if !value.is_empty() && value.bytes().all(is_bare_byte) {
                line.push_str(value);
            } else {
                push_quoted(value, line);
            }
        }
        line.push(':');
        for text in &self.moves {
            line.push(' ');
            line.push_str(text);
        }
        line.push(' ');
        line.push_str(&self.result.to_string());
    }
}

fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

/// Bytes allowed in an unquoted value.
fn is_bare_byte(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\' | b':')
}

/// Reads move lists, one game per line. Blank lines and lines starting with `#` are skipped. After a syntax
/// error, reading continues with the next line.
///
/// ```
/// use ludoteca_record::MoveListReader;
///
/// let list = MoveListReader::new(&b"squadro first=red: R1 Y2 R3 1-0"[..]).next().unwrap()?;
/// assert_eq!(list.setting("first"), Some("red"));
/// assert_eq!(list.moves, ["R1", "Y2", "R3"]);
/// # Ok::<(), ludoteca_record::Error>(())
/// ```
#[derive(Debug)]
pub struct MoveListReader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> MoveListReader<R> {
    /// Creates a reader at the beginning of a file.
    pub fn new(input: R) -> MoveListReader<R> {
        MoveListReader { lines: Lines::new(input) }
    }

    /// The number of bytes currently allocated for the line.
    pub fn buffer_capacity(&self) -> usize {
        self.lines.capacity()
    }
}

impl<R: BufRead> Iterator for MoveListReader<R> {
    type Item = Result<MoveList, Error>;

    fn next(&mut self) -> Option<Result<MoveList, Error>> {
        let ignored = |line: &str| line.starts_with('#') || line.trim_ascii().is_empty();
        let read = match self.lines.next_game(ignored)? {
            Ok(line) => Cursor { line, at: 0 }.list().map_err(|(at, problem)| {
                let head = line.get(..at).unwrap_or(line);
                (1 + head.chars().count(), problem)
            }),
            Err(error) => return Some(Err(error)),
        };
        Some(read.map_err(|(column, problem)| self.lines.error(column, problem)))
    }
}

/// Parses one line. Errors contain a byte offset into it.
struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

type Fault = (usize, ErrorKind);

impl<'a> Cursor<'a> {
    fn list(mut self) -> Result<MoveList, Fault> {
        let mut list = MoveList { game: self.id(words::NAME_OF_GAME)?.to_owned(), ..MoveList::default() };
        let mut keys = HashSet::new();
        while !self.passed(':') {
            if !self.passed(' ') {
                return Err(self.expected(words::BLANK_OR_COLON));
            }
            let start = self.at;
            let key = self.id(words::NAME_OF_SETTING)?;
            if !keys.insert(key) {
                self.at = start;
                return Err(self.expected(words::NEW_SETTING));
            }
            if !self.passed('=') {
                return Err(self.expected(words::EQUALS_SIGN));
            }
            let value = self.value()?;
            list.settings.push((key.to_owned(), value));
        }
        while self.blank_before_token()? {
            let text = self.run(is_move_byte);
            match classify(text) {
                Token::Move if !text.is_empty() => list.moves.push(text.to_owned()),
                Token::GameResult(result) => {
                    list.result = result;
                    if self.blank_before_token()? {
                        return Err(self.expected(words::NOTHING_AFTER_RESULT));
                    }
                    break;
                }
                _ => {
                    self.at -= text.len();
                    return Err(self.expected(words::MOVE_OR_RESULT));
                }
            }
        }
        Ok(list)
    }

    /// Skips the blanks between tokens; returns false at the end of the line.
    fn blank_before_token(&mut self) -> Result<bool, Fault> {
        let blanks = self.run(|b| matches!(b, b' ' | b'\t')).len();
        if self.at == self.line.len() {
            return Ok(false);
        }
        if blanks == 0 { Err(self.expected(words::BLANK)) } else { Ok(true) }
    }

    fn id(&mut self, expected: Words) -> Result<&'a str, Fault> {
        let id = self.run(is_id_byte);
        if id.is_empty() { Err(self.expected(expected)) } else { Ok(id) }
    }

    fn value(&mut self) -> Result<String, Fault> {
        if !self.passed('"') {
            let value = self.run(is_bare_byte);
            return if value.is_empty() { Err(self.expected(words::A_VALUE)) } else { Ok(value.to_owned()) };
        }
        let start = self.at;
        loop {
            self.run(|b| !matches!(b, b'"' | b'\\'));
            let end = self.at;
            if self.passed('"') {
                let mut value = String::new();
                unescape(&self.line[start..end], &mut value);
                // Values that cannot be written are not accepted either.
                return match check::tag_value(&value) {
                    Ok(()) => Ok(value),
                    Err(refused) => Err((start, ErrorKind::Refused(refused))),
                };
            }
            if !self.passed('\\') {
                return Err(self.expected(words::QUOTE_AFTER_VALUE));
            }
            if !self.passed('"') && !self.passed('\\') {
                return Err(self.expected(words::ESCAPED));
            }
        }
    }

    fn passed(&mut self, c: char) -> bool {
        let passed = self.line[self.at..].starts_with(c);
        self.at += if passed { c.len_utf8() } else { 0 };
        passed
    }

    fn run(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.line[self.at..];
        let len = rest.bytes().position(|b| !wanted(b)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn expected(&self, expected: Words) -> Fault {
        (self.at, ErrorKind::Expected { expected, found: self.line[self.at..].chars().next() })
    }
}

/// Writes move lists, one game per line.
#[derive(Debug)]
pub struct MoveListWriter<W> {
    out: W,
    line: String,
}

impl<W: Write> MoveListWriter<W> {
    /// Creates a writer at the beginning of a file.
    pub fn new(out: W) -> MoveListWriter<W> {
        MoveListWriter { out, line: String::new() }
    }

    /// Writes one list as a line.
    ///
    /// # Errors
    /// If writing to the output fails, or if the list contains something that could not be read back. In the
    /// latter case, nothing is written.
    pub fn write(&mut self, list: &MoveList) -> Result<(), WriteError> {
        list.check()?;
        self.line.clear();
        list.write(&mut self.line);
        check::line_length(self.line.as_bytes())?;
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        Ok(())
    }

    /// Returns the underlying output.
    pub fn into_inner(self) -> W {
        self.out
    }
}
