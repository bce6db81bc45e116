use ludoteca_core::SyntaxError;

/// Reads a text byte by byte. It consumes only ASCII, so byte and character offsets are equal.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes the next byte if it matches.
    pub(crate) fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Consumes the next byte if `read` accepts it.
    pub(crate) fn take_if<T>(&mut self, read: impl Fn(u8) -> Option<T>) -> Option<T> {
        let value = self.peek().filter(u8::is_ascii).and_then(read)?;
        self.at += 1;
        Some(value)
    }

    pub(crate) fn take<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(u8) -> Option<T>,
    ) -> Result<T, SyntaxError> {
        self.take_if(read).ok_or_else(|| self.error(expected))
    }

    pub(crate) fn expect(&mut self, word: &'static str) -> Result<(), SyntaxError> {
        for byte in word.bytes() {
            if !self.skip(byte) {
                return Err(self.error(if word == " " { "a blank" } else { word }));
            }
        }
        Ok(())
    }

    pub(crate) fn end(&self) -> Result<(), SyntaxError> {
        if self.at == self.text.len() { Ok(()) } else { Err(self.error("nothing more")) }
    }

    pub(crate) fn error(&self, expected: &'static str) -> SyntaxError {
        SyntaxError::new(self.text, self.at, expected)
    }

    /// The text consumed since `start`.
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }
}
