//! The grammar of the text format: how the [`Reader`] parses a single game.

use crate::{
    Error, ErrorKind, MAX_COMMENT, MAX_DEPTH, MAX_TOKEN, ReadOrSkip, Turn, Visitor,
    reader::{Reader, Resume},
    tokens::{Token, classify, glyph_of_mark, is_move_byte, is_name_byte},
    visitor::Ignore,
    words,
};
use std::io::BufRead;

impl<R: BufRead> Reader<R> {
    /// Parses the tag section, which ends at a blank line or at anything but a tag or a comment. Returns
    /// whether the cursor is at the start of a line.
    pub(crate) fn tags<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Error> {
        let mut tagged = false;
        let mut breaks = 0;
        loop {
            self.check_length()?;
            let over = tagged && breaks >= 2;
            match self.source.peek()? {
                Some(b'[') if !over => {
                    self.tag(visitor)?;
                    tagged = true;
                }
                Some(b'{' | b';') if !over => self.comment(visitor)?,
                _ => return Ok(breaks > 0),
            }
            breaks = self.skip_blank()?;
        }
    }

    /// Parses the moves up to and including the result, or up to the next game's tags.
    pub(crate) fn moves<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
        mut fresh: bool,
    ) -> Result<(), Error> {
        let mut depth = 0;
        // For each depth, whether there is a ply to which a glyph or a variation could belong.
        let mut has_ply = [false; MAX_DEPTH + 1];
        let mut number = PendingNumber::default();
        loop {
            self.check_length()?;
            match self.source.peek()? {
                Some(byte) if is_move_byte(byte) => {
                    let len = self.source.run(0, is_move_byte, words::A_MOVE, MAX_TOKEN)?;
                    let text = self.source.slice(0, len);
                    match classify(text) {
                        Token::Move => {
                            visitor.ply(text, number.take());
                            has_ply[depth] = true;
                        }
                        Token::Number(value) => number = PendingNumber { value: Some(value), dots: 0 },
                        Token::GameResult(_) if depth > 0 => {
                            return Err(self.source.expected(0, words::CLOSED_VARIATION));
                        }
                        Token::GameResult(result) => {
                            visitor.result(result);
                            self.source.at += len;
                            return self.closing_comments(visitor);
                        }
                        Token::BadNumber => {
                            return Err(self.source.expected(0, words::TURN_NUMBER));
                        }
                        Token::BadRanking => {
                            return Err(self.source.expected(0, words::RANKING));
                        }
                    }
                    self.source.at += len;
                }
                Some(b'{' | b';') => self.comment(visitor)?,
                Some(b'(') => {
                    if !has_ply[depth] {
                        return Err(self.source.expected(0, words::MOVE_BEFORE_VARIATION));
                    }
                    if depth == MAX_DEPTH {
                        return Err(self.source.error(0, ErrorKind::TooDeep));
                    }
                    self.source.at += 1;
                    number = PendingNumber::default();
                    match visitor.begin_variation() {
                        ReadOrSkip::Read => {
                            depth += 1;
                            has_ply[depth] = false;
                        }
                        ReadOrSkip::Skip => self.skip_moves(1, false)?,
                    }
                }
                Some(b')') if depth > 0 => {
                    self.source.at += 1;
                    number = PendingNumber::default();
                    depth -= 1;
                    visitor.end_variation();
                }
                Some(b'!' | b'?' | b'$') if has_ply[depth] => {
                    let glyph = self.glyph()?;
                    visitor.glyph(glyph);
                }
                Some(b'!' | b'?' | b'$') => return Err(self.source.expected(0, words::MOVE_BEFORE_GLYPH)),
                Some(b'.') if number.value.is_some() => {
                    self.source.at += 1;
                    number.dots = number.dots.saturating_add(1);
                }
                Some(b'[') if fresh && depth == 0 => return Ok(()),
                Some(b'[') if fresh => {
                    self.resume = Resume::Here;
                    return Err(self.source.expected(0, words::CLOSED_VARIATION));
                }
                None if depth == 0 => return Ok(()),
                None => return Err(self.source.expected(0, words::CLOSED_VARIATION)),
                Some(_) => return Err(self.source.expected(0, words::MOVE_OR_MORE)),
            }
            fresh = self.skip_blank()? > 0;
        }
    }

    /// Skips moves, parsing only what is needed to find their end: the variation's `)` if `depth` is 1, the
    /// end of the game if it is 0.
    pub(crate) fn skip_moves(&mut self, mut depth: usize, mut fresh: bool) -> Result<(), Error> {
        let in_variation = depth > 0;
        loop {
            if self.source.pass_plain_moves() {
                fresh = self.skip_blank()? > 0;
            }
            match self.source.peek()? {
                Some(byte) if is_move_byte(byte) => {
                    let len = self.source.run(0, is_move_byte, words::A_MOVE, MAX_TOKEN)?;
                    let over =
                        depth == 0 && matches!(classify(self.source.slice(0, len)), Token::GameResult(_));
                    self.source.at += len;
                    if over {
                        return self.closing_comments(&mut Ignore);
                    }
                }
                Some(b'{' | b';') => {
                    let comment = self.find_comment()?;
                    self.source.at += comment.len;
                }
                Some(b'(') => {
                    self.source.at += 1;
                    depth += 1;
                }
                Some(b')') => {
                    self.source.at += 1;
                    depth = depth.saturating_sub(1);
                    if in_variation && depth == 0 {
                        return Ok(());
                    }
                }
                Some(b'[') if fresh && !in_variation => return Ok(()),
                Some(b'[') if fresh => {
                    self.resume = Resume::Here;
                    return Err(self.source.expected(0, words::CLOSED_VARIATION));
                }
                None if !in_variation => return Ok(()),
                None => return Err(self.source.expected(0, words::CLOSED_VARIATION)),
                Some(_) => {
                    let found = self.source.ahead(0).chars().next();
                    self.source.at += found.map_or(0, char::len_utf8);
                }
            }
            fresh = self.skip_blank()? > 0;
        }
    }

    /// Reports the comments that follow the result on the same line.
    fn closing_comments<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Error> {
        loop {
            self.check_length()?;
            match self.source.peek()? {
                Some(b' ' | b'\t' | b'\r') => self.source.at += 1,
                Some(b'{' | b';') => self.comment(visitor)?,
                _ => return Ok(()),
            }
        }
    }

    /// Parses a glyph: `!`, `?!`, `$7`, ...
    fn glyph(&mut self) -> Result<u8, Error> {
        let (glyph, len, expected) = if self.source.peek()? == Some(b'$') {
            let len = self.source.run(1, |b| b.is_ascii_digit(), words::A_GLYPH, MAX_TOKEN)?;
            (self.source.slice(1, 1 + len).parse().ok(), 1 + len, words::GLYPH_NUMBER)
        } else {
            let len = self.source.run(0, |b| matches!(b, b'!' | b'?'), words::A_GLYPH, MAX_TOKEN)?;
            (glyph_of_mark(self.source.slice(0, len)), len, words::GLYPH_MARK)
        };
        let glyph = glyph.ok_or_else(|| self.source.expected(0, expected))?;
        self.source.at += len;
        Ok(glyph)
    }

    fn comment<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Error> {
        let comment = self.find_comment()?;
        let text = self.source.slice(1, comment.text_end);
        if text.contains('\r') {
            plain_line_ends(text, &mut self.scratch);
            visitor.comment(&self.scratch);
        } else {
            visitor.comment(text);
        }
        self.source.at += comment.len;
        Ok(())
    }

    /// Finds the end of the comment at the cursor.
    fn find_comment(&mut self) -> Result<Found, Error> {
        let braces = self.source.peek()? == Some(b'{');
        let close = if braces { '}' } else { '\n' };
        let mut seen = 1;
        let end = loop {
            if let Some(i) = self.source.ahead(seen).find(close) {
                break Some(seen + i);
            }
            seen += self.source.ahead(seen).len();
            if seen > 1 + MAX_COMMENT || !self.source.grow()? {
                break None;
            }
        };
        let end_or_seen = end.unwrap_or(seen);
        if end_or_seen > 1 + MAX_COMMENT {
            return Err(self
                .source
                .error(0, ErrorKind::TooLong { what: words::A_COMMENT, limit: MAX_COMMENT }));
        }
        match (braces, end) {
            (true, Some(end)) => Ok(Found { text_end: end, len: end + 1 }),
            (true, None) => Err(self.source.error(0, ErrorKind::Unclosed)),
            // Leave the line feed, since it counts as a line ending.
            (false, _) => {
                let returns = usize::from(self.source.slice(1, end_or_seen).ends_with('\r'));
                Ok(Found { text_end: end_or_seen - returns, len: end_or_seen })
            }
        }
    }

    /// Parses `[Name "value"]`. The cursor stays at the bracket until the whole tag has been parsed.
    fn tag<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Error> {
        let is_space = |b| matches!(b, b' ' | b'\t');
        let name_start = 1 + self.source.run(1, is_space, words::SPACE_IN_TAG, MAX_TOKEN)?;
        let name_len = self.source.run(name_start, is_name_byte, words::A_TAG_NAME, MAX_TOKEN)?;
        if name_len == 0 {
            return Err(self.source.expected(name_start, words::NAME_OF_TAG));
        }
        let name_end = name_start + name_len;
        let quote = name_end + self.source.run(name_end, is_space, words::SPACE_IN_TAG, MAX_TOKEN)?;
        if self.source.byte(quote)? != Some(b'"') {
            return Err(self.source.expected(quote, words::QUOTE_BEFORE_TAG_VALUE));
        }
        let (value_end, escaped) = self.tag_value(quote + 1)?;
        let after = value_end + 1;
        let bracket = after + self.source.run(after, is_space, words::SPACE_IN_TAG, MAX_TOKEN)?;
        if self.source.byte(bracket)? != Some(b']') {
            return Err(self.source.expected(bracket, words::BRACKET_AFTER_TAG_VALUE));
        }
        let name = self.source.slice(name_start, name_end);
        let value = self.source.slice(quote + 1, value_end);
        if escaped {
            unescape(value, &mut self.scratch);
            visitor.tag(name, &self.scratch);
        } else {
            visitor.tag(name, value);
        }
        self.source.at += bracket + 1;
        Ok(())
    }

    /// Finds the closing quote of the value that starts at `start`; returns whether the value contains
    /// escapes.
    fn tag_value(&mut self, start: usize) -> Result<(usize, bool), Error> {
        let mut end = start;
        let mut escaped = false;
        loop {
            end += self.source.run(
                end,
                |b| !matches!(b, b'"' | b'\\' | b'\n' | b'\r'),
                words::A_TAG_VALUE,
                MAX_TOKEN,
            )?;
            if end - start > MAX_TOKEN {
                let problem = ErrorKind::TooLong { what: words::A_TAG_VALUE, limit: MAX_TOKEN };
                return Err(self.source.error(start, problem));
            }
            match self.source.byte(end)? {
                Some(b'"') => return Ok((end, escaped)),
                Some(b'\\') => {
                    if !matches!(self.source.byte(end + 1)?, Some(b'"' | b'\\')) {
                        return Err(self.source.expected(end + 1, words::ESCAPED));
                    }
                    escaped = true;
                    end += 2;
                }
                _ => return Err(self.source.expected(end, words::QUOTE_AFTER_TAG_VALUE)),
            }
        }
    }
}

/// A comment's extent relative to the cursor: the end of its text and its total length.
struct Found {
    text_end: usize,
    len: usize,
}

/// The number of a ply that has not been read yet.
#[derive(Default)]
struct PendingNumber {
    value: Option<u32>,
    dots: u8,
}

impl PendingNumber {
    #[inline]
    fn take(&mut self) -> Option<Turn> {
        // `1` and `1.` start the turn; `1...` (and `1..`) continue it.
        self.value.take().map(|number| Turn { number, first: self.dots <= 1 })
    }
}

/// Converts `\r\n` to `\n`, and a carriage return anywhere else to a space.
fn plain_line_ends(text: &str, out: &mut String) {
    out.clear();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
}

/// Resolves `\"` and `\\`.
pub(crate) fn unescape(value: &str, out: &mut String) {
    out.clear();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
}
