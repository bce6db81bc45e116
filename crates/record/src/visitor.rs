use crate::{GameResult, Turn};

/// Whether a visitor wants the part that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadOrSkip {
    /// Everything in it is reported.
    Read,
    /// It is passed over.
    Skip,
}

/// Is called with what a record contains, in the order of the text. Nothing is stored between the calls.
///
/// For each game: `begin_game`, any number of `tag` and `comment`, `begin_moves`, the moves, `result` where
/// the game has one, comments that follow it on its line, `end_game`. A game with a syntax error stops short,
/// and the next call is `begin_game` of the next game.
pub trait Visitor {
    /// Called when a game begins.
    fn begin_game(&mut self) {}

    /// A tag pair, its value without quotes and escapes.
    fn tag(&mut self, _name: &str, _value: &str) {}

    /// The tags are over. On [`ReadOrSkip::Skip`] only `end_game` follows, and the moves are not checked.
    fn begin_moves(&mut self) -> ReadOrSkip {
        ReadOrSkip::Read
    }

    /// A ply, with the turn number that stands before it in the text.
    fn ply(&mut self, _text: &str, _turn: Option<Turn>) {}

    /// A glyph of the ply before: `!` is 1, `$7` is 7.
    fn glyph(&mut self, _glyph: u8) {}

    /// A comment without its braces, otherwise as it stands, but with `\n` for `\r\n`.
    fn comment(&mut self, _text: &str) {}

    /// A variation on the ply before. On [`ReadOrSkip::Skip`] neither its plies nor its end are reported.
    fn begin_variation(&mut self) -> ReadOrSkip {
        ReadOrSkip::Read
    }

    /// The variation is over.
    fn end_variation(&mut self) {}

    /// The result token. Not called when the game has none.
    fn result(&mut self, _outcome: GameResult) {}

    /// The game is over.
    fn end_game(&mut self) {}
}

/// Wants to know nothing.
pub(crate) struct Ignore;

impl Visitor for Ignore {
    fn begin_moves(&mut self) -> ReadOrSkip {
        ReadOrSkip::Skip
    }
}
