//! Links as QR codes in the terminal, for phones.

use qrcode::{QrCode, render::unicode::Dense1x2};

/// Black on white regardless of the terminal's colours: half of all phones cannot read inverted codes.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\x1b[0m";

/// The code of a link, two rows of modules per line of text; `None` if the link is too long.
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
        // The quiet zone that readers need is empty, and the three corners have their finder patterns.
        assert!(rows[0].chars().all(|c| c == ' '));
        assert!(rows[2].starts_with("    █▀▀▀▀▀█") && rows[2].ends_with("█▀▀▀▀▀█    "), "{drawn}");
        assert!(drawn.chars().all(|c| " █▀▄\n\x1b[0123456789;m".contains(c)), "{drawn}");
        assert_eq!(code(&"x".repeat(5000)), None);
    }
}
