//! Weights as text: small files, written by the tuner and embedded by the compiler.
//!
//! ```text
//! # comment
//! singles 12 -4
//! race
//!   0 150 310
//!   -150 0 170
//! ```
//! The groups of weights appear in the order and with the names that the game's evaluation defines: the name,
//! then the values as integers. A table has its name alone on a line, followed by one line for each row.

use std::fmt::{self, Write};

/// One weight: thousandths of a clear advantage for one unit of its feature.
pub type Weight = i16;

/// A named group of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in the file.
    pub name: &'static str,
    /// The number of weights.
    pub len: usize,
    /// The number of weights per row; a group of one row shares a line with its name.
    pub row: usize,
}

impl Group {
    /// A group that consists of one row.
    #[must_use]
    pub const fn row(name: &'static str, len: usize) -> Group {
        Group { name, len, row: len }
    }

    /// A group that consists of several rows.
    #[must_use]
    pub const fn table(name: &'static str, rows: usize, row: usize) -> Group {
        Group { name, len: rows * row, row }
    }
}

/// The total number of weights in these groups.
#[must_use]
pub const fn total(groups: &[Group]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < groups.len() {
        sum += groups[i].len;
        i += 1;
    }
    sum
}

/// Why a text does not hold a game's weights, with the line, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsError {
    pub line: usize,
    pub expected: Expected,
}

/// What the parser of weights expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The name of this group.
    Name(&'static str),
    /// An integer from -32768 to 32767 after one space, for this group.
    Number(&'static str),
    /// The end of the line: the row of this group is complete.
    EndOfRow(&'static str),
    /// A new line, two spaces, and one more row for this group.
    Row(&'static str),
    /// The end of the text: all groups are complete.
    End,
    /// A buffer as long as the groups: a mistake of the caller.
    Room,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected ", self.line)?;
        match self.expected {
            Expected::Name(name) => write!(f, "the name {name}"),
            Expected::Number(name) => {
                write!(f, "a space and a whole number from -32768 to 32767, for {name}")
            }
            Expected::EndOfRow(name) => write!(f, "the end of the line, since the row of {name} is complete"),
            Expected::Row(name) => write!(f, "two spaces and one more row of {name}"),
            Expected::End => write!(f, "nothing more, since all weights are there"),
            Expected::Room => write!(f, "room for as many weights as there are"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Reads the weights of these groups. A `const fn`, so that the compiler detects a wrong file.
///
/// # Errors
/// If the text is anything but the groups in order, each with all its values; `into` may then be partly
/// written.
pub const fn read(groups: &[Group], text: &str, into: &mut [Weight]) -> Result<(), WeightsError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, line: 1 };
    let (mut g, mut slot) = (0, 0);
    while g < groups.len() {
        let group = groups[g];
        reader.skip_comments();
        if !reader.eat(group.name.as_bytes()) {
            return Err(reader.error(Expected::Name(group.name)));
        }
        let table = group.len != group.row;
        let mut n = 0;
        while n < group.len {
            if table && n.is_multiple_of(group.row) && !reader.eat(b"\n ") {
                return Err(reader.error(Expected::Row(group.name)));
            }
            let Some(value) = reader.number() else {
                return Err(reader.error(Expected::Number(group.name)));
            };
            if slot >= into.len() {
                return Err(reader.error(Expected::Room));
            }
            into[slot] = value;
            (n, slot) = (n + 1, slot + 1);
            if n.is_multiple_of(group.row) && !reader.at_line_end() {
                return Err(reader.error(Expected::EndOfRow(group.name)));
            }
        }
        reader.eat(b"\n");
        g += 1;
    }
    reader.skip_comments();
    if reader.at < reader.text.len() {
        return Err(reader.error(Expected::End));
    }
    if slot == into.len() { Ok(()) } else { Err(reader.error(Expected::Room)) }
}

/// Reads weights that are embedded in the program.
///
/// # Panics
/// At compile time, if the file is wrong.
pub(crate) const fn built_in<const N: usize>(groups: &[Group], text: &str) -> [Weight; N] {
    let mut weights = [0; N];
    match read(groups, text, &mut weights) {
        Ok(()) => weights,
        Err(_) => panic!("a file in data/weights does not fit its game: start anew with zeros"),
    }
}

/// Writes the weights in the format of [`read`], below the lines of `about` as comments.
#[must_use]
pub fn write(groups: &[Group], about: &str, weights: &[Weight]) -> String {
    let mut text = String::new();
    for line in about.lines() {
        let _ = writeln!(text, "# {line}");
    }
    let mut rest = weights;
    for group in groups {
        let (values, after) = rest.split_at(group.len.min(rest.len()));
        rest = after;
        text.push_str(group.name);
        for row in values.chunks(group.row.max(1)) {
            if group.len != group.row {
                text.push_str("\n ");
            }
            for value in row {
                let _ = write!(text, " {value}");
            }
        }
        text.push('\n');
    }
    text
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Reader<'_> {
    const fn peek(&self) -> Option<u8> {
        if self.at < self.text.len() { Some(self.text[self.at]) } else { None }
    }

    const fn at_line_end(&self) -> bool {
        matches!(self.peek(), None | Some(b'\n'))
    }

    const fn step(&mut self) {
        if matches!(self.peek(), Some(b'\n')) {
            self.line += 1;
        }
        self.at += 1;
    }

    /// Skips these bytes if they come next.
    const fn eat(&mut self, bytes: &[u8]) -> bool {
        let mut i = 0;
        while i < bytes.len() {
            if self.at + i >= self.text.len() || self.text[self.at + i] != bytes[i] {
                return false;
            }
            i += 1;
        }
        while i > 0 {
            self.step();
            i -= 1;
        }
        true
    }

    /// Skips empty lines and lines that begin with `#`.
    const fn skip_comments(&mut self) {
        loop {
            match self.peek() {
                Some(b'#') => {
                    while !self.at_line_end() {
                        self.step();
                    }
                }
                Some(b'\n') => self.step(),
                _ => return,
            }
        }
    }

    /// Reads a space and a number.
    const fn number(&mut self) -> Option<Weight> {
        if !self.eat(b" ") {
            return None;
        }
        let negative = self.eat(b"-");
        let (mut value, mut digits) = (0i32, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if digits == 5 {
                return None;
            }
            value = value * 10 + (digit - b'0') as i32;
            digits += 1;
            self.step();
        }
        let value = if negative { -value } else { value };
        let fits = Weight::MIN as i32 <= value && value <= Weight::MAX as i32;
        if digits > 0 && fits { Some(value as Weight) } else { None }
    }

    const fn error(&self, expected: Expected) -> WeightsError {
        WeightsError { line: self.line, expected }
    }
}
