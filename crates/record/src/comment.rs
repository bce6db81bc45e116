//! The contents of comments: text, and commands such as `[%clk 0:01:23]`.
//!
//! Comments are kept as written, so that unknown commands survive. These functions parse them.
//!
//! ```
//! use ludoteca_record::comment;
//!
//! let text = "[%clk 0:01:23][%cal Gb2e5] too slow";
//! assert_eq!(comment::command(text, "clk"), Some("0:01:23"));
//! assert_eq!(comment::prose(text), "too slow");
//! ```

use crate::{Refused, tokens::is_name_byte, words};
use std::{fmt, str::FromStr, time::Duration};

/// A part of a comment. Together, the parts make up the entire comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// Text outside of any command.
    Text(&'a str),
    /// A command such as `[%name value]`.
    Command {
        /// The name of the command.
        name: &'a str,
        /// The argument, trimmed; may be empty.
        value: &'a str,
        /// The entire command as written, including its brackets.
        whole: &'a str,
    },
}

/// The parts of a comment, in order.
pub fn parts(comment: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (part, len) = match read_command(rest) {
            Some((command, len)) => (command, len),
            None => {
                let next = rest.match_indices("[%").find(|&(i, _)| read_command(&rest[i..]).is_some());
                let len = next.map_or(rest.len(), |(i, _)| i);
                (Part::Text(&rest[..len]), len)
            }
        };
        rest = &rest[len..];
        Some(part)
    })
}

/// The value of the first command with this name.
#[must_use]
pub fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    parts(comment).find_map(|part| match part {
        Part::Command { name: n, value, .. } if n == name => Some(value),
        _ => None,
    })
}

/// The comment without its commands, trimmed: the text for human readers.
#[must_use]
pub fn prose(comment: &str) -> String {
    let text: String = parts(comment)
        .filter_map(|part| match part {
            Part::Text(text) => Some(text),
            Part::Command { .. } => None,
        })
        .collect();
    text.trim().to_owned()
}

/// Replaces the value of the first command with this name, or inserts the command at the beginning.
///
/// # Errors
/// If the name contains anything but letters, digits and `_`, or the value contains a bracket, a brace or a
/// line ending.
pub fn set_command(comment: &mut String, name: &str, value: &str) -> Result<(), Refused> {
    let new = write_command(name, value)?;
    let mut at = 0;
    let old = parts(comment).find_map(|part| {
        let (whole, wanted) = match part {
            Part::Command { name: n, whole, .. } => (whole, n == name),
            Part::Text(text) => (text, false),
        };
        at += whole.len();
        wanted.then(|| at - whole.len()..at)
    });
    comment.replace_range(old.unwrap_or(0..0), &new);
    Ok(())
}

pub(crate) fn write_command(name: &str, value: &str) -> Result<String, Refused> {
    if name.is_empty() || !name.bytes().all(is_name_byte) {
        return Err(Refused { what: words::THE_COMMAND, text: name.to_owned(), reason: words::NAMES });
    }
    if value.contains(['[', ']', '{', '}', '\n', '\r']) {
        let reason = words::HOLDS_BRACKET;
        return Err(Refused { what: words::THE_VALUE, text: value.to_owned(), reason });
    }
    Ok(format!("[%{name} {value}]"))
}

/// Parses the command at the beginning of the text; returns it with its length.
fn read_command(text: &str) -> Option<(Part<'_>, usize)> {
    let inner = text.strip_prefix("[%")?;
    // Stopping at any bracket avoids quadratic scanning of a megabyte of unclosed commands.
    let end = inner.find(['[', ']']).filter(|&end| inner[end..].starts_with(']'))?;
    let inner = &inner[..end];
    let name_len = inner.bytes().take_while(|&b| is_name_byte(b)).count();
    let (name, value) = inner.split_at(name_len);
    if name.is_empty() || !(value.is_empty() || value.starts_with(char::is_whitespace)) {
        return None;
    }
    let len = end + "[%]".len();
    Some((Part::Command { name, value: value.trim(), whole: &text[..len] }, len))
}

/// A clock time in hours, minutes and seconds: `1:02:03` or `0:00:09.5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clock(pub Duration);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

/// The text is not a time of the form `h:mm:ss` or `h:mm:ss.f`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAClock;

impl fmt::Display for NotAClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a time as h:mm:ss or h:mm:ss.f")
    }
}

impl std::error::Error for NotAClock {}

impl FromStr for Clock {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Clock, NotAClock> {
        let (whole, fraction) = match text.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (text, None),
        };
        let mut fields = whole.split(':');
        let (Some(h), Some(m), Some(s), None) = (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(NotAClock);
        };
        let (hours, minutes, seconds) = (digits(h, 1..=9)?, digits(m, 2..=2)?, digits(s, 2..=2)?);
        if minutes > 59 || seconds > 59 {
            return Err(NotAClock);
        }
        let nanos = match fraction {
            Some(fraction) => digits(fraction, 1..=9)? * 10_u32.pow(9 - fraction.len() as u32),
            None => 0,
        };
        let whole = u64::from(hours) * 3600 + u64::from(minutes) * 60 + u64::from(seconds);
        Ok(Clock(Duration::new(whole, nanos)))
    }
}

/// Parses a number consisting of this many digits; at most nine, so that it always fits.
fn digits(text: &str, len: std::ops::RangeInclusive<usize>) -> Result<u32, NotAClock> {
    if !len.contains(&text.len()) || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NotAClock);
    }
    text.parse().map_err(|_| NotAClock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["0:00:00", "0:01:23", "1:02:03", "100:59:59", "0:00:09.5", "0:00:00.001"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert_eq!("00:01:23.50".parse::<Clock>().unwrap().to_string(), "0:01:23.5");
        assert_eq!("1:02:03.25".parse(), Ok(Clock(Duration::from_millis(3_723_250))));
    }

    #[test]
    fn invalid_clocks_are_refused() {
        for text in [
            "",
            "1:23",
            "0:1:23",
            "0:60:00",
            "0:00:60",
            "-0:00:01",
            "0:00:01.",
            "0:00:+1",
            "0:00:00:00",
            "é:00:00",
        ] {
            assert_eq!(text.parse::<Clock>(), Err(NotAClock), "{text}");
        }
    }

    #[test]
    fn parts_are_the_whole_comment() {
        let text = "a [%clk 0:01:23] b [%] c [%x][%y  two words ] [%a [%open";
        let found: Vec<_> = parts(text).collect();
        assert_eq!(
            found,
            [
                Part::Text("a "),
                Part::Command { name: "clk", value: "0:01:23", whole: "[%clk 0:01:23]" },
                Part::Text(" b [%] c "),
                Part::Command { name: "x", value: "", whole: "[%x]" },
                Part::Command { name: "y", value: "two words", whole: "[%y  two words ]" },
                Part::Text(" [%a [%open"),
            ]
        );
    }

    #[test]
    fn a_command_is_replaced_in_its_place() {
        let mut text = "so [%cal Gb2e5] it [%clk 0:01:23] goes".to_owned();
        set_command(&mut text, "clk", "0:00:59").unwrap();
        assert_eq!(text, "so [%cal Gb2e5] it [%clk 0:00:59] goes");
        set_command(&mut text, "eval", "win in 7").unwrap();
        assert_eq!(text, "[%eval win in 7]so [%cal Gb2e5] it [%clk 0:00:59] goes");
        assert_eq!(prose(&text), "so  it  goes");
        let error = set_command(&mut text, "eval", "1]").unwrap_err().to_string();
        assert_eq!(
            error,
            "the value \"1]\" cannot be in a record: it holds a bracket, a brace or a line end"
        );
        assert!(set_command(&mut text, "", "1").is_err());
    }
}
