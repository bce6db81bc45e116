use crate::{Line, Ply, Record, Turn, WriteError, check, tokens::mark_of_glyph};
use std::io::Write;

/// The width of a line of moves. A longer comment is put on a line of its own and not wrapped, since its text
/// is preserved.
const WIDTH: usize = 80;

/// Writes records as text, one after the other, separated by blank lines.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    text: String,
    started: bool,
}

impl<W: Write> Writer<W> {
    /// Creates a writer at the beginning of a file.
    pub fn new(out: W) -> Writer<W> {
        Writer { out, text: String::new(), started: false }
    }

    /// Writes one record as text.
    ///
    /// # Errors
    /// If writing to the output fails, or if the record contains something that could not be read back. In
    /// the latter case, nothing is written.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        check::record(record)?;
        self.text.clear();
        if self.started {
            self.text.push('\n');
        }
        lay_out(record, &mut self.text);
        self.out.write_all(self.text.as_bytes())?;
        self.started = true;
        Ok(())
    }

    /// Returns the underlying output.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Appends a record that has already been validated.
pub(crate) fn lay_out(record: &Record, text: &mut String) {
    for (name, value) in &record.tags {
        text.push('[');
        text.push_str(name);
        text.push(' ');
        push_quoted(value, text);
        text.push_str("]\n");
    }
    if !record.tags.is_empty() {
        text.push('\n');
    }
    let mut layout = Layout { text, column: 0, word: String::new(), opened: 0, ends_line: false };
    layout.line(&record.main, None);
    layout.push(&record.result.to_string());
    layout.flush();
    layout.text.push('\n');
}

/// Appends a value in quotes.
pub(crate) fn push_quoted(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
}

/// Wraps words into lines.
struct Layout<'a> {
    text: &'a mut String,
    /// The number of characters in the current line.
    column: usize,
    /// The last word, not yet written because a closing parenthesis may still be attached to it.
    word: String,
    /// The number of parentheses to open before the next word.
    opened: usize,
    /// Whether the last word is a comment that extends to the end of its line.
    ends_line: bool,
}

impl Layout<'_> {
    /// `turn` is the turn a reader would infer for a ply without one.
    fn line(&mut self, line: &Line, mut turn: Option<Turn>) {
        self.comments(&line.comments);
        // For readability, repeat the number after comments and variations.
        let mut after_break = true;
        for ply in &line.plies {
            let own = ply.turn.or(turn);
            let shown = own.filter(|own| after_break || own.first || Some(*own) != turn);
            self.ply(ply, shown);
            for variation in &ply.variations {
                self.opened += 1;
                self.line(variation, own);
                self.close();
            }
            turn = own.map(Turn::continued);
            after_break = !ply.comments.is_empty() || !ply.variations.is_empty();
        }
    }

    fn ply(&mut self, ply: &Ply, turn: Option<Turn>) {
        let mut word = turn.map_or(String::new(), |turn| format!("{turn} "));
        word.push_str(&ply.text);
        let mut glyphs = ply.glyphs.as_slice();
        if let [first, rest @ ..] = glyphs
            && let Some(mark) = mark_of_glyph(*first)
        {
            word.push_str(mark);
            glyphs = rest;
        }
        self.push(&word);
        for glyph in glyphs {
            self.push(&format!("${glyph}"));
        }
        self.comments(&ply.comments);
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            if comment.contains('}') {
                self.push(&format!(";{comment}"));
                self.ends_line = true;
            } else {
                self.push(&format!("{{{comment}}}"));
            }
        }
    }

    fn push(&mut self, word: &str) {
        self.flush();
        self.word.extend(std::iter::repeat_n('(', self.opened));
        self.word.push_str(word);
        self.opened = 0;
    }

    fn close(&mut self) {
        if self.opened > 0 || self.ends_line {
            self.push("");
        }
        self.word.push(')');
    }

    fn flush(&mut self) {
        let mut lines = self.word.split('\n');
        let first = lines.next().unwrap_or_default().chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + first <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column = lines.next_back().map_or(self.column + first, |last| last.chars().count());
        self.text.push_str(&self.word);
        if self.ends_line {
            self.text.push('\n');
            self.column = 0;
        }
        self.ends_line = false;
        self.word.clear();
    }
}
