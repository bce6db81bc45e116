use crate::{
    Error, ErrorKind, MAX_GAME, ReadOrSkip, Records, Visitor, source::Source, tokens::is_name_byte,
    visitor::Ignore, words,
};
use std::io::BufRead;

/// Reads records from a stream, game by game, holding no more than a token or a comment.
///
/// After a [syntax error](Error::Syntax) the next call goes on with the next game that has tags: at the next
/// line that opens a tag section.
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) source: Source<R>,
    /// Texts that differ from the input: escapes resolved, line ends made plain.
    pub(crate) scratch: String,
    pub(crate) resume: Resume,
    /// The most bytes a game may have, and the place where the present one begins.
    pub(crate) most: u64,
    pub(crate) begin: u64,
}

/// Where the next game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resume {
    /// At the beginning of the file.
    Start,
    /// The fault is at the cursor.
    Here,
    /// At the next tag section; when the error was among tags, not within these.
    Section { among_tags: bool },
    /// Nowhere: the input has ended or failed.
    Nowhere,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the beginning of a file.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            source: Source::new(input),
            scratch: String::new(),
            resume: Resume::Start,
            most: u64::MAX,
            begin: 0,
        }
    }

    /// Reads one game. `false` when there was none left.
    ///
    /// # Errors
    /// When the input fails, or the game is not written as it should be; then the next call reads the next
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

    /// Passes over one game, checking its tags alone. `false` when there was none left.
    ///
    /// # Errors
    /// As [`read_game`](Self::read_game).
    pub fn skip_game(&mut self) -> Result<bool, Error> {
        self.read_game(&mut Ignore)
    }

    /// Reads all games that are left, up to the first error.
    ///
    /// # Errors
    /// As [`read_game`](Self::read_game).
    pub fn read_all<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Error> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// The games as trees, one at a time. A game longer than [`MAX_GAME`](crate::MAX_GAME) is an error.
    pub fn records(self) -> Records<R> {
        Records::new(Reader { most: MAX_GAME as u64, ..self })
    }

    /// The number of games begun so far, those with errors included.
    pub fn games(&self) -> u64 {
        self.source.game
    }

    /// The bytes set aside for buffers at this moment. Bounded, however long the file.
    pub fn buffer_capacity(&self) -> usize {
        self.source.capacity() + self.scratch.capacity()
    }

    fn next_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Error> {
        if let Resume::Section { among_tags } = self.resume {
            self.find_section(among_tags)?;
        }
        let start = self.resume == Resume::Start;
        // Until the tags are over, an error costs all of them.
        self.resume = Resume::Section { among_tags: true };
        // Whatever is wrong from here on belongs to the game that is about to begin.
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

    /// Goes to the next line that opens a tag section: one with a tag, after one without.
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

    /// An error when the game has become too long.
    #[inline]
    pub(crate) fn check_length(&self) -> Result<(), Error> {
        if self.source.place() - self.begin > self.most {
            return Err(self.source.error(0, ErrorKind::TooLong { what: words::A_GAME, limit: MAX_GAME }));
        }
        Ok(())
    }

    /// The byte `i` after the cursor, `None` where there is none or none that is text.
    fn peek_at(&mut self, i: usize) -> Result<Option<u8>, Error> {
        match self.source.byte(i) {
            Err(Error::Syntax(_)) => Ok(None),
            result => result,
        }
    }

    /// Passes white space and escape lines; says how many line ends went by, those of escape lines aside.
    #[inline]
    pub(crate) fn skip_blank(&mut self) -> Result<usize, Error> {
        // Nearly always it is one blank.
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

    /// At the beginning of a line: passes the lines that begin with `%`.
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
