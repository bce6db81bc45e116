use ludoteca_core::SyntaxError;

/// The unread part of a text.
pub(crate) struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, rest: text }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// The number of bytes read so far.
    pub(crate) fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn wanted(&self, expected: &'static str) -> SyntaxError {
        SyntaxError::new(self.text, self.at(), expected)
    }

    pub(crate) fn expect(&mut self, c: char, expected: &'static str) -> Result<(), SyntaxError> {
        self.one_of(&[(c, ())], expected)
    }

    pub(crate) fn expect_end(&self) -> Result<(), SyntaxError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wanted("nothing more")) }
    }

    /// Consumes one of these characters and returns its meaning.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        choices: &[(char, T)],
        expected: &'static str,
    ) -> Result<T, SyntaxError> {
        for &(c, value) in choices {
            if let Some(rest) = self.rest.strip_prefix(c) {
                self.rest = rest;
                return Ok(value);
            }
        }
        Err(self.wanted(expected))
    }

    /// Consumes zero or more digits.
    pub(crate) fn digits(&mut self) -> &'a str {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.rest.strip_suffix(rest).unwrap_or_default();
        self.rest = rest;
        digits
    }

    /// Consumes a letter and a number: the name of a space, not necessarily of this board.
    pub(crate) fn space_name(&mut self) -> Result<&'a str, SyntaxError> {
        let whole = self.rest;
        self.rest = whole
            .strip_prefix(|c: char| c.is_ascii_lowercase())
            .ok_or_else(|| self.wanted("a space, a1 to f6 (for example b2-e5)"))?;
        if self.digits().is_empty() {
            return Err(self.wanted("the space's number, 1 to 6 (for example b2-e5)"));
        }
        Ok(whole.strip_suffix(self.rest).unwrap_or_default())
    }
}
