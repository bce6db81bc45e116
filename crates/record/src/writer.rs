use crate::{Line, Ply, Record, Turn, WriteError, check, tokens::mark_of_glyph};
use std::io::Write;

/// The width of a line of moves. A longer comment stands alone and is not broken, since its text is kept as
/// it is.
const WIDTH: usize = 80;

/// Writes records as text, one after the other, with a blank line between them.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    text: String,
    started: bool,
}

impl<W: Write> Writer<W> {
    /// A writer at the beginning of a file.
    pub fn new(out: W) -> Writer<W> {
        Writer { out, text: String::new(), started: false }
    }

    /// Writes one record.
    ///
    /// # Errors
    /// When the output fails, or the record holds something that could not be read back: then nothing is
    /// written.
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

    /// Returns the output written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Appends a record that has been checked.
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

/// Sets words into lines.
struct Layout<'a> {
    text: &'a mut String,
    /// Characters in the current line.
    column: usize,
    /// The last word; not set yet, because a parenthesis may be closed behind it.
    word: String,
    /// Parentheses to be opened before the next word.
    opened: usize,
    /// Whether the last word is a comment up to the end of its line.
    ends_line: bool,
}

impl Layout<'_> {
    /// `turn` is what a ply without a turn would be taken for by a reader.
    fn line(&mut self, line: &Line, mut turn: Option<Turn>) {
        self.comments(&line.comments);
        // After a break the eye has lost the number, so that it is repeated.
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
