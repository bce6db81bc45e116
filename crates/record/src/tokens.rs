//! The tokens of a record: which characters may be part of them, and how they are classified.

use crate::GameResult;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum length in bytes of a token: a move, a tag name or a tag value.
pub const MAX_TOKEN: usize = 4096;
/// The maximum length of a comment in bytes.
pub const MAX_COMMENT: usize = 1 << 20;
/// The maximum length in bytes of a game read as a tree; equal to the limit for a line in the other two
/// formats.
pub const MAX_GAME: usize = crate::MAX_LINE;
/// The maximum nesting depth of variations. JSON parsers commonly stop at 128 levels, and a variation takes
/// four of them.
pub const MAX_DEPTH: usize = 30;

/// The turn of a ply. A turn may contain several plies, by one or several seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The number of the turn.
    pub number: u32,
    /// Whether the ply starts the turn (`1.`) or continues it (`1...`).
    pub first: bool,
}

impl Turn {
    /// The turn of a following ply without a turn number.
    #[must_use]
    pub fn continued(self) -> Turn {
        Turn { first: false, ..self }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.first { "." } else { "..." })
    }
}

/// The marks that may be attached to a move; a glyph's number is its index plus one.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The number of the glyph for a mark such as `!?`.
#[must_use]
pub fn glyph_of_mark(mark: &str) -> Option<u8> {
    MARKS.iter().position(|&m| m == mark).map(|i| i as u8 + 1)
}

/// The mark for glyphs 1 to 6; other glyphs are written `$n`.
#[must_use]
pub fn mark_of_glyph(glyph: u8) -> Option<&'static str> {
    MARKS.get(usize::from(glyph).checked_sub(1)?).copied()
}

/// Moves are printable ASCII without the characters that have other meanings in a record.
const MOVE_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        table[byte as usize] = !matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'"' | b'$' | b'%' | b'!' | b'?' | b'.'
        );
        byte += 1;
    }
    table
};

#[inline]
pub(crate) fn is_move_byte(byte: u8) -> bool {
    MOVE_BYTES[byte as usize]
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The kind of a whole run of move characters. A run is never split: `Me5*` is a single move, and so is
/// `a1>`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Move,
    Number(u32),
    GameResult(GameResult),
    /// Only digits, but too many for a turn number.
    BadNumber,
    /// Letters joined by `>`, but not two to four different ones from a to d.
    BadRanking,
}

#[inline]
pub(crate) fn classify(text: &str) -> Token {
    match text.as_bytes() {
        [b'*'] => Token::GameResult(GameResult::Unknown),
        // Fast path: most numbers are short, and every turn has one.
        [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] => {
            Token::Number(text.bytes().fold(0, |n, b| n * 10 + u32::from(b - b'0')))
        }
        [b'0'..=b'9', ..] => classify_digits(text),
        [b'a'..=b'z', b'>', ..] => classify_ranking(text),
        _ => Token::Move,
    }
}

fn classify_digits(text: &str) -> Token {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().map_or(Token::BadNumber, Token::Number);
    }
    text.parse().map_or(Token::Move, Token::GameResult)
}

fn classify_ranking(text: &str) -> Token {
    let is_letter = |part: &str| matches!(part.as_bytes(), [b'a'..=b'z']);
    if !text.split('>').all(is_letter) {
        return Token::Move;
    }
    text.parse().map_or(Token::BadRanking, Token::GameResult)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_all_four_games_are_moves() {
        for text in [
            "Y3", "R5", "LSM", "Me5", "Me5*", "b2-e5", "d1>", "a1>", "d1>-f3^", "e1<", "d2v", "a>", "1x",
            "1-1",
        ] {
            assert_eq!(classify(text), Token::Move, "{text}");
            assert!(text.bytes().all(is_move_byte), "{text}");
        }
    }

    #[test]
    fn results_and_numbers_are_told_apart() {
        assert_eq!(classify("12"), Token::Number(12));
        assert_eq!(classify("007"), Token::Number(7));
        assert_eq!(classify("4294967296"), Token::BadNumber);
        assert_eq!(classify("*"), Token::GameResult(GameResult::Unknown));
        assert_eq!(classify("1/2-1/2"), Token::GameResult(GameResult::Draw));
        assert_eq!(classify("b>a>c"), Token::GameResult("b>a>c".parse().unwrap()));
        for text in ["b>b", "a>e", "a>b>c>d>a"] {
            assert_eq!(classify(text), Token::BadRanking, "{text}");
        }
    }

    #[test]
    fn marks_are_glyphs_one_to_six() {
        for (glyph, mark) in [(1, "!"), (2, "?"), (3, "!!"), (4, "??"), (5, "!?"), (6, "?!")] {
            assert_eq!(glyph_of_mark(mark), Some(glyph));
            assert_eq!(mark_of_glyph(glyph), Some(mark));
        }
        assert_eq!(glyph_of_mark("!!!"), None);
        assert_eq!(mark_of_glyph(0), None);
        assert_eq!(mark_of_glyph(7), None);
    }
}
