//! Helpers of the SVG renderer: numbers, text and wood.

use ludoteca_core::board::{Heading, Point};
use std::fmt;

/// Appends formatted text to the drawing.
macro_rules! draw {
    ($out:expr, $($arg:tt)*) => { $out.push_str(&format!($($arg)*)) };
}
pub(super) use draw;

/// Formats a number for the drawing: as an integer, or with one decimal.
#[derive(Clone, Copy)]
pub(super) struct N(pub(super) f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Text escaped for element content and for attributes in double quotes.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML 1.0 cannot represent the other control characters, even escaped.
                '\t' | '\n' | '\r' => write!(f, "&#{};", c as u32)?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A unit step in a direction.
pub(super) fn step(heading: Heading) -> (f64, f64) {
    match heading {
        Heading::Right => (1.0, 0.0),
        Heading::Down => (0.0, 1.0),
        Heading::Left => (-1.0, 0.0),
        Heading::Up => (0.0, -1.0),
    }
}

/// The rotation in degrees for something that points to the right by default.
pub(super) fn turn(heading: Heading) -> i32 {
    match heading {
        Heading::Right => 0,
        Heading::Down => 90,
        Heading::Left => 180,
        Heading::Up => 270,
    }
}

/// The `transform` that moves an element to a point.
pub(super) fn translate(at: Point) -> String {
    format!("translate({} {})", at.x, at.y)
}

/// A small generator of numbers from 0 to 1, seeded so that the wood looks the same every time.
pub(super) struct Chance(pub(super) u32);

impl Chance {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 24)
    }

    /// A number between `-by` and `by`.
    pub(super) fn swing(&mut self, by: f64) -> f64 {
        (self.next() * 2.0 - 1.0) * by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written: Vec<String> =
            [0.0, -0.04, 1.0, -2.5, 0.05, 99.96, -100.0].into_iter().map(|n| N(n).to_string()).collect();
        assert_eq!(written, ["0", "0", "1", "-2.5", "0.1", "100", "-100"]);
    }

    #[test]
    fn words_are_escaped() {
        assert_eq!(Escaped("a<b>&\"c\"\u{7}").to_string(), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}");
    }
}
