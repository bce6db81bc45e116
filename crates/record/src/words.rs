//! The phrases used in error messages about records. They can only be created in this one list, so that
//! translators see all of them.

use std::fmt;

/// A phrase within an error message about a record: what was expected, what is too long, what cannot be
/// written and why.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Words(&'static str);

impl Words {
    /// The English text of the phrase.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

macro_rules! words {
    ($($name:ident = $text:literal;)*) => {
        $(pub(crate) const $name: Words = Words($text);)*
        impl Words {
            /// All phrases, for translators.
            pub const ALL: &'static [Words] = &[$($name),*];
        }
    };
}

words! {
    // Expected in a record.
    MOVE_OR_MORE = "a move, a comment, a variation or the result";
    CLOSED_VARIATION = "')' to close the variation";
    TURN_NUMBER = "a turn number below 4294967296";
    RANKING = "a ranking of two to four of a, b, c, d, each once (for example b>a>c)";
    MOVE_BEFORE_VARIATION = "a move before its variation";
    MOVE_BEFORE_GLYPH = "a move before its mark (for example Y3!)";
    GLYPH_NUMBER = "a mark from $0 to $255 (for example Y3 $1)";
    GLYPH_MARK = "one of ! ? !! ?? !? ?!";
    NAME_OF_TAG = "a tag's name (letters, digits, _)";
    QUOTE_BEFORE_TAG_VALUE = "'\"' before the tag's value";
    QUOTE_AFTER_TAG_VALUE = "'\"' to close the tag's value";
    BRACKET_AFTER_TAG_VALUE = "']' after the tag's value";
    ESCAPED = "'\"' or '\\' after '\\'";
    // Expected in a list of moves.
    NAME_OF_GAME = "the name of a game (for example squadro)";
    NAME_OF_SETTING = "the name of a setting";
    BLANK_OR_COLON = "a blank or ':'";
    NEW_SETTING = "a setting that was not given before";
    EQUALS_SIGN = "'='";
    A_VALUE = "a value";
    QUOTE_AFTER_VALUE = "'\"' to close the value";
    BLANK = "a blank";
    MOVE_OR_RESULT = "a move or the result";
    NOTHING_AFTER_RESULT = "nothing after the result";
    // Too long.
    A_MOVE = "a move";
    A_GLYPH = "a mark";
    A_COMMENT = "a comment";
    A_TAG_NAME = "a tag's name";
    A_TAG_VALUE = "a tag's value";
    SPACE_IN_TAG = "white space in a tag";
    A_LINE = "a line";
    A_GAME = "a game";
    // Cannot be written.
    THE_MOVE = "the move";
    THE_VARIATION_ON = "the variation on";
    THE_COMMENT = "the comment";
    THE_TAG_NAME = "the tag name";
    THE_TAG_VALUE = "the tag value";
    THE_COMMAND = "the command";
    THE_VALUE = "the value";
    THE_GAME = "the game";
    THE_SETTING = "the setting";
    THE_LINE = "the line";
    // Reasons why.
    IS_EMPTY = "it is empty";
    OVER_TOKEN = "it has more than 4096 bytes";
    OVER_COMMENT = "it has more than 1048576 bytes";
    OVER_LINE = "it has more than 16777216 bytes";
    TOO_DEEP = "variations may be at most 30 deep";
    NO_MOVE_CHARACTERS = "moves are printable ASCII without blanks and without any of {}()[];\"$%!?.";
    READS_AS_NUMBER = "it reads as a turn number";
    READS_AS_RESULT = "it reads as a result";
    NAMES = "names are letters, digits and _";
    NAMES_OF_GAMES = "names of games are lower-case letters, digits and -";
    NAMES_OF_SETTINGS = "names of settings are lower-case letters, digits and -";
    GIVEN_TWICE = "it is given twice";
    HOLDS_LINE_END = "it holds a line end";
    HOLDS_RETURN = "it holds a carriage return";
    HOLDS_BRACE_AND_LINE_END = "it holds both '}' and a line end, so neither {...} nor ;... can hold it";
    HOLDS_BRACKET = "it holds a bracket, a brace or a line end";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_COMMENT, MAX_DEPTH, MAX_LINE, MAX_TOKEN};
    use std::collections::HashSet;

    #[test]
    fn each_is_there_once_and_tells_the_true_limit() {
        assert_eq!(Words::ALL.iter().map(|words| words.0).collect::<HashSet<_>>().len(), Words::ALL.len());
        for (words, limit) in [
            (OVER_TOKEN, MAX_TOKEN),
            (OVER_COMMENT, MAX_COMMENT),
            (OVER_LINE, MAX_LINE),
            (TOO_DEEP, MAX_DEPTH),
        ] {
            assert!(words.0.contains(&format!(" {limit} ")), "{words}");
        }
    }
}
