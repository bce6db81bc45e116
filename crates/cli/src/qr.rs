//! Links as QR codes in the terminal, for phones.

use qrcode::{QrCode, render::unicode::Dense1x2};

/// Black on white whatever the terminal's own colours are: half of all phones do not read the opposite.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\x1b[0m";

/// The code of a link, two rows of squares in a line of text; `None` when the link is too long for one.
pub(crate) fn code(link: &str) -> Option<String> {
    let drawn = QrCode::new(link).ok()?.render::<Dense1x2>().build();
    Some(drawn.lines().map(|line| format!("{BLACK_ON_WHITE}{line}{AS_BEFORE}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_white_square_with_black_in_it() {
        let drawn = code("http://192.168.1.5:7878").unwrap();
        let rows: Vec<&str> = drawn
            .lines()
            .map(|line| line.strip_prefix(BLACK_ON_WHITE).unwrap().strip_suffix(AS_BEFORE).unwrap())
            .collect();
        let width = rows[0].chars().count();
        assert!(rows.iter().all(|row| row.chars().count() == width), "{drawn}");
        assert!(
            rows.len() * 2 >= width && rows.len() * 2 <= width + 1,
            "{} rows, {width} columns",
            rows.len()
        );
        // Nothing stands in the margin that readers need, and the three corners have their squares.
        assert!(rows[0].chars().all(|c| c == ' '));
        assert!(rows[2].starts_with("    █▀▀▀▀▀█") && rows[2].ends_with("█▀▀▀▀▀█    "), "{drawn}");
        assert!(drawn.chars().all(|c| " █▀▄\n\x1b[0123456789;m".contains(c)), "{drawn}");
        assert_eq!(code(&"x".repeat(5000)), None);
    }
}
