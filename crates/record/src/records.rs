use crate::{Error, GameResult, Line, Ply, ReadOrSkip, Reader, Record, Turn, Visitor};
use std::{io::BufRead, mem};

/// The games of a file as trees, one at a time. After a syntax error, reading continues with the next game.
#[derive(Debug)]
pub struct Records<R> {
    reader: Reader<R>,
    builder: Builder,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(reader: Reader<R>) -> Records<R> {
        Records { reader, builder: Builder::default() }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        match self.reader.read_game(&mut self.builder) {
            Ok(true) => Some(Ok(mem::take(&mut self.builder.record))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// The readable beginning of the first game in a text, and the error that follows it, if any.
pub(crate) fn prefix(text: &str) -> (Record, Option<Error>) {
    let mut builder = Builder::default();
    let error = Reader::new(text.as_bytes()).read_game(&mut builder).err();
    while !builder.open.is_empty() {
        builder.end_variation();
    }
    builder.record.infer_turns();
    (builder.record, error)
}

/// Builds a tree from visitor calls.
#[derive(Default, Debug)]
struct Builder {
    record: Record,
    /// The open variations, innermost last.
    open: Vec<Line>,
}

impl Builder {
    fn line(&mut self) -> &mut Line {
        self.open.last_mut().unwrap_or(&mut self.record.main)
    }

    fn last_ply(&mut self) -> Option<&mut Ply> {
        self.line().plies.last_mut()
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        // Discard the remains of a game that ended in an error.
        *self = Builder::default();
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.record.tags.push((name.to_owned(), value.to_owned()));
    }

    fn ply(&mut self, text: &str, turn: Option<Turn>) {
        self.line().plies.push(Ply { text: text.to_owned(), turn, ..Ply::default() });
    }

    fn glyph(&mut self, glyph: u8) {
        if let Some(ply) = self.last_ply() {
            ply.glyphs.push(glyph);
        }
    }

    fn comment(&mut self, text: &str) {
        let line = self.line();
        let comments = line.plies.last_mut().map_or(&mut line.comments, |ply| &mut ply.comments);
        comments.push(text.to_owned());
    }

    fn begin_variation(&mut self) -> ReadOrSkip {
        self.open.push(Line::default());
        ReadOrSkip::Read
    }

    fn end_variation(&mut self) {
        let line = self.open.pop();
        if let Some(ply) = self.last_ply() {
            ply.variations.extend(line);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.record.result = result;
    }

    fn end_game(&mut self) {
        self.record.infer_turns();
    }
}
