use crate::{GameResult, Turn};

/// Whether a visitor wants to read the part that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadOrSkip {
    /// Report everything in it.
    Read,
    /// Skip it without reporting.
    Skip,
}

/// Receives the contents of records in the order of the text. Nothing is buffered between calls.
///
/// The calls for each game are: `begin_game`, any number of `tag` and `comment`, `begin_moves`, the moves,
/// `result` if the game has one, comments that follow it on its line, and `end_game`. A game with a syntax
/// error stops at the error, and the next call is `begin_game` of the next game.
pub trait Visitor {
    /// Called when a game begins.
    fn begin_game(&mut self) {}

    /// A tag pair; the value is without quotes and escapes.
    fn tag(&mut self, _name: &str, _value: &str) {}

    /// Called at the end of the tags. After [`ReadOrSkip::Skip`], only `end_game` follows, and the moves are
    /// not checked.
    fn begin_moves(&mut self) -> ReadOrSkip {
        ReadOrSkip::Read
    }

    /// A ply, with the turn number that precedes it in the text.
    fn ply(&mut self, _text: &str, _turn: Option<Turn>) {}

    /// A glyph of the previous ply: `!` is 1, `$7` is 7.
    fn glyph(&mut self, _glyph: u8) {}

    /// A comment without its braces, otherwise verbatim except for `\n` instead of `\r\n`.
    fn comment(&mut self, _text: &str) {}

    /// A variation on the previous ply. After [`ReadOrSkip::Skip`], neither its plies nor its end are
    /// reported.
    fn begin_variation(&mut self) -> ReadOrSkip {
        ReadOrSkip::Read
    }

    /// Called when a variation ends.
    fn end_variation(&mut self) {}

    /// The result token. Not called if the game has none.
    fn result(&mut self, _outcome: GameResult) {}

    /// Called when a game ends.
    fn end_game(&mut self) {}
}

/// A visitor that ignores everything.
pub(crate) struct Ignore;

impl Visitor for Ignore {
    fn begin_moves(&mut self) -> ReadOrSkip {
        ReadOrSkip::Skip
    }
}
