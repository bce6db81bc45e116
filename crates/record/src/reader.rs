use crate::{
    Error, ErrorKind, MAX_GAME, ReadOrSkip, Records, Visitor, source::Source, tokens::is_name_byte,
    visitor::Ignore, words,
};
use std::io::BufRead;

/// Reads records from a stream, game by game, buffering at most one token or comment.
///
/// After a [syntax error](Error::Syntax), the next call continues with the next game that has tags: at the
/// next line that opens a tag section.
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) source: Source<R>,
    /// Holds texts that differ from the input: with escapes resolved or line endings normalised.
    pub(crate) scratch: String,
    pub(crate) resume: Resume,
    /// The maximum length of a game in bytes, and the offset where the current game begins.
    pub(crate) most: u64,
    pub(crate) begin: u64,
}

/// Where to look for the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resume {
    /// At the beginning of the file.
    Start,
    /// The error is at the cursor.
    Here,
    /// At the next tag section; if the error was among tags, after the current section.
    Section { among_tags: bool },
    /// Nowhere: the input has ended or failed.
    Nowhere,
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader at the beginning of a file.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            source: Source::new(input),
            scratch: String::new(),
            resume: Resume::Start,
            most: u64::MAX,
            begin: 0,
        }
    }

    /// Reads one game. Returns `false` if there are no more games.
    ///
    /// # Errors
    /// If reading the input fails, or the game is malformed; in the latter case, the next call reads the next
    /// game.
    pub fn read_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Error> {
        if self.resume == Resume::Nowhere {
            return Ok(false);
        }
        let result = self.next_game(visitor);
        if matches!(result, Ok(false) | Err(Error::Io(_))) {
            self.resume = Resume::Nowhere;
        }
        result
    }

    /// Skips one game, checking only its tags. Returns `false` if there are no more games.
    ///
    /// # Errors
    /// Fails in the same cases as [`read_game`](Self::read_game).
    pub fn skip_game(&mut self) -> Result<bool, Error> {
        self.read_game(&mut Ignore)
    }

    /// Reads all remaining games, up to the first error.
    ///
    /// # Errors
    /// Fails in the same cases as [`read_game`](Self::read_game).
    pub fn read_all<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Error> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// The games as trees, one at a time. A game longer than [`MAX_GAME`](crate::MAX_GAME) is an error.
    pub fn records(self) -> Records<R> {
        Records::new(Reader { most: MAX_GAME as u64, ..self })
    }

    /// The number of games started so far, including those with errors.
    pub fn games(&self) -> u64 {
        self.source.game
    }

    /// The number of bytes currently allocated for buffers. Bounded, regardless of the file's length.
    pub fn buffer_capacity(&self) -> usize {
        self.source.capacity() + self.scratch.capacity()
    }

    fn next_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Error> {
        if let Resume::Section { among_tags } = self.resume {
            self.find_section(among_tags)?;
        }
        let start = self.resume == Resume::Start;
        // Before the end of the tag section, an error discards all of its tags.
        self.resume = Resume::Section { among_tags: true };
        // Errors from here on belong to the game that is about to start.
        self.source.game += 1;
        if start {
            self.source.pass_byte_order_mark()?;
            self.pass_escapes()?;
        }
        self.skip_blank()?;
        if self.source.peek()?.is_none() {
            self.source.game -= 1;
            return Ok(false);
        }
        self.begin = self.source.place();
        visitor.begin_game();
        let fresh = self.tags(visitor)?;
        self.resume = Resume::Section { among_tags: false };
        match visitor.begin_moves() {
            ReadOrSkip::Read => self.moves(visitor, fresh)?,
            ReadOrSkip::Skip => self.skip_moves(0, fresh)?,
        }
        self.resume = Resume::Here;
        visitor.end_game();
        Ok(true)
    }

    /// Moves to the next line that opens a tag section: a line with a tag that follows one without.
    fn find_section(&mut self, among_tags: bool) -> Result<(), Error> {
        let mut after_tag = among_tags;
        loop {
            match self.source.pass_line() {
                Err(Error::Syntax(_)) => {
                    self.source.pass_bad_bytes();
                    continue;
                }
                result => result?,
            }
            if self.source.peek()?.is_none() {
                return Ok(());
            }
            self.source.at += 1;
            let is_tag = self.peek_at(0)? == Some(b'[');
            if is_tag && !after_tag && self.peek_at(1)?.is_some_and(is_name_byte) {
                return Ok(());
            }
            after_tag = is_tag;
        }
    }

    /// Returns an error if the game has become too long.
    #[inline]
    pub(crate) fn check_length(&self) -> Result<(), Error> {
        if self.source.place() - self.begin > self.most {
            return Err(self.source.error(0, ErrorKind::TooLong { what: words::A_GAME, limit: MAX_GAME }));
        }
        Ok(())
    }

    /// The byte `i` after the cursor; `None` if there is none, or if it is not part of valid text.
    fn peek_at(&mut self, i: usize) -> Result<Option<u8>, Error> {
        match self.source.byte(i) {
            Err(Error::Syntax(_)) => Ok(None),
            result => result,
        }
    }

    /// Skips white space and escape lines; returns the number of line endings, excluding those of escape
    /// lines.
    #[inline]
    pub(crate) fn skip_blank(&mut self) -> Result<usize, Error> {
        // Nearly always a single blank.
        if self.source.pass_one_blank() {
            return Ok(0);
        }
        self.skip_long_blank()
    }

    fn skip_long_blank(&mut self) -> Result<usize, Error> {
        let mut breaks = 0;
        loop {
            match self.source.peek()? {
                Some(b' ' | b'\t' | b'\r') => self.source.at += 1,
                Some(b'\n') => {
                    self.source.at += 1;
                    breaks += 1;
                    self.pass_escapes()?;
                }
                _ => return Ok(breaks),
            }
        }
    }

    /// At the beginning of a line: skips lines that start with `%`.
    fn pass_escapes(&mut self) -> Result<(), Error> {
        while self.source.peek()? == Some(b'%') {
            self.source.pass_line()?;
            if self.source.peek()?.is_some() {
                self.source.at += 1;
            }
        }
        Ok(())
    }
}
