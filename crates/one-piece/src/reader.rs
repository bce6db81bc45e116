use crate::{BLUE, RED, piece::Arrow, reasons::Written};
use ludoteca_core::{Seat, SyntaxError};

/// Reads from left to right. `at` only ever passes ASCII, so it is always at a character boundary.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError::new(self.text, self.at, expected)
    }

    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), SyntaxError> {
        if self.take(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    pub(crate) fn end(&self, expected: &'static str) -> Result<(), SyntaxError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error(expected)) }
    }

    pub(crate) fn seat(&mut self, expected: &'static str) -> Result<Seat, SyntaxError> {
        if self.take(b'r') {
            Ok(RED)
        } else if self.take(b'b') {
            Ok(BLUE)
        } else {
            Err(self.error(expected))
        }
    }

    /// Accepts any letter with any rank up to 99 as a cell; the rules check whether it is on the grid.
    pub(crate) fn piece(&mut self) -> Result<Written, SyntaxError> {
        let Some(letter @ b'a'..=b'z') = self.peek() else {
            return Err(self.error("the cell of the red half (for example d1>)"));
        };
        self.at += 1;
        let Some(first @ b'1'..=b'9') = self.peek() else {
            return Err(self.error("the number of the cell's rank (for example d1>)"));
        };
        self.at += 1;
        let mut rank = first - b'0';
        if let Some(second @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            rank = 10 * rank + second - b'0';
        }
        let Some(arrow) = Arrow::ALL.into_iter().find(|arrow| self.take(arrow.sign() as u8)) else {
            return Err(self.error("an arrow to the blue half, > < ^ or v (for example d1>)"));
        };
        Ok(Written { column: letter - b'a', rank: rank - 1, arrow })
    }
}
