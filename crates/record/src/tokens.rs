//! The small words of a record: what each character may be part of, and what a run of them means.

use crate::GameResult;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most bytes a token may have: a move, a tag's name, a tag's value.
pub const MAX_TOKEN: usize = 4096;
/// The most bytes a comment may have.
pub const MAX_COMMENT: usize = 1 << 20;
/// The most bytes a game may have where it is read as a tree: as many as a line of the other two forms.
pub const MAX_GAME: usize = crate::MAX_LINE;
/// How deep variations may stand within variations. A JSON parser commonly stops at 128 levels, and a
/// variation takes four of them.
pub const MAX_DEPTH: usize = 30;

/// The turn a ply belongs to. A turn may hold several plies, of one seat or of several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The number of the turn.
    pub number: u32,
    /// Whether the ply opens the turn (`1.`) or continues it (`1...`).
    pub first: bool,
}

impl Turn {
    /// The turn of a ply that follows without a number of its own.
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

/// The marks that may be attached to a move; the glyph's number is the index plus one.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The number of the glyph a mark such as `!?` stands for.
#[must_use]
pub fn glyph_of_mark(mark: &str) -> Option<u8> {
    MARKS.iter().position(|&m| m == mark).map(|i| i as u8 + 1)
}

/// The mark for glyphs 1 to 6; the others are written `$n`.
#[must_use]
pub fn mark_of_glyph(glyph: u8) -> Option<&'static str> {
    MARKS.get(usize::from(glyph).checked_sub(1)?).copied()
}

/// Moves are printable ASCII without the characters that mean something else in a record.
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

/// What a whole run of move characters is. A run is never split: `Me5*` is a move, `a1>` is one too.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Move,
    Number(u32),
    GameResult(GameResult),
    /// Digits alone, but more than a turn can have.
    BadNumber,
    /// Letters joined by `>`, but not two to four different ones of a to d.
    BadRanking,
}

#[inline]
pub(crate) fn classify(text: &str) -> Token {
    match text.as_bytes() {
        [b'*'] => Token::GameResult(GameResult::Unknown),
        // Most numbers are short, and every turn has one.
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
