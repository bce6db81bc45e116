//! Safe output of untrusted text on a terminal. A control character in a name or comment could move the
//! cursor, change the title or inject input, so it is printed as an escape sequence instead. Files and pipes
//! get the text unchanged.

use std::io::{self, Write};

/// Whether a terminal would interpret the character instead of displaying it. This includes the characters
/// that change the writing direction, with which a text can be made to look like another.
fn is_harmful(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

/// The text with every harmful character as `\u{1b}`.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_harmful(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Escapes harmful characters written to a terminal.
#[derive(Debug)]
pub struct SanitizedWriter<W> {
    out: W,
    /// The first bytes of a character that is not complete yet.
    begun: Vec<u8>,
}

impl<W: Write> SanitizedWriter<W> {
    pub fn new(out: W) -> SanitizedWriter<W> {
        SanitizedWriter { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for SanitizedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.begun);
        text.extend_from_slice(bytes);
        self.begun = text.split_off(text.len() - unfinished(&text));
        self.out.write_all(harmless(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The number of bytes at the end that start an incomplete character.
fn unfinished(bytes: &[u8]) -> usize {
    let is_begun = |last: &usize| {
        let end = std::str::from_utf8(&bytes[bytes.len() - last..]);
        end.is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_begun).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "né\t[\u{1b}]0;title\u{7} \u{9b}31m red\u{202e} \u{7f} 将棋 \u{1f600}\r\n";
    const SHOWN: &str = "né\t[\\u{1b}]0;title\\u{7} \\u{9b}31m red\\u{202e} \\u{7f} 将棋 \u{1f600}\\u{d}\n";

    #[test]
    fn control_characters_are_shown_by_their_numbers() {
        assert_eq!(harmless(TEXT), SHOWN);
    }

    #[test]
    fn wherever_the_text_is_cut() {
        for step in 1..=TEXT.len() {
            let mut shown = Vec::new();
            let mut out = SanitizedWriter::new(&mut shown);
            for part in TEXT.as_bytes().chunks(step) {
                out.write_all(part).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(String::from_utf8(shown).unwrap(), SHOWN, "by {step} bytes");
        }
    }

    #[test]
    fn invalid_utf8_is_escaped() {
        let mut shown = Vec::new();
        SanitizedWriter::new(&mut shown).write_all(b"a\x9bb\xff\x1bc").unwrap();
        assert_eq!(String::from_utf8(shown).unwrap(), "a\u{fffd}b\u{fffd}\\u{1b}c");
    }
}
