//! The page's board colours, generated from the palette that is also used to draw pictures of games.

use crate::shell::{Result, root};
use std::fs;

const TABLE: &str = "data/palette.txt";
const STYLE: &str = "web/src/lib/board/palette.css";
/// The CSS selectors for the rows of the palette.
const SELECTORS: [(&str, &str); 7] = [
    ("root", ""),
    ("every", ".board"),
    ("tracks", ".board.tracks"),
    ("hexagon", ".board.hexagon"),
    ("seats", ".board.seats"),
    ("rail", ".board.rail"),
    ("drawn", ".drawn-on-page"),
];
const HEAD: &str = "/*
 * The colours of the boards: inside a board the page's names for wood, seats and accent mean these. Made from
 * data/palette.txt by `cargo xtask palette`: change that file, not this one.
 */
";
const CONTRAST: &str = ":root[data-theme=\"contrast\"]";

pub(crate) fn write() -> Result {
    let style = style(&read(TABLE)?)?;
    fs::write(root().join(STYLE), style).map_err(|error| format!("{STYLE}: {error}"))
}

/// Whether the page's colours differ from the palette.
pub(crate) fn faults() -> Result<Vec<String>> {
    let same = style(&read(TABLE)?)? == read(STYLE)?;
    let fault = || format!("{STYLE} is out of date with {TABLE}: run `cargo xtask palette`");
    Ok(if same { Vec::new() } else { vec![fault()] })
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

fn style(table: &str) -> Result<String> {
    let mut rows = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [place, name, day, night, ref contrast @ ..]
                if contrast.len() < 3 && SELECTORS.iter().any(|(known, _)| *known == place) =>
            {
                rows.push((place, name, value(&[day, night]), value(contrast)));
            }
            _ => return Err(format!("{TABLE}: {line:?}: expected a place, a name and two to four colours")),
        }
    }
    let mut style = HEAD.to_owned();
    for (place, selector) in SELECTORS {
        let usual = rows.iter().filter(|row| row.0 == place).map(|row| (row.1, row.2.as_deref()));
        style += &block(if selector.is_empty() { ":root" } else { selector }, usual);
    }
    for (place, selector) in SELECTORS {
        let contrast = rows.iter().filter(|row| row.0 == place).map(|row| (row.1, row.3.as_deref()));
        style += &block(format!("{CONTRAST} {selector}").trim_end(), contrast);
    }
    Ok(style)
}

/// A colour by day and by night; a single colour is used for both.
fn value(colours: &[&str]) -> Option<String> {
    match *colours {
        [] => None,
        [day, night] if day != night => Some(format!("light-dark({day}, {night})")),
        [both, ..] => Some(both.to_owned()),
    }
}

/// The rule for a selector, with the names that have a value; empty if none has.
fn block<'a>(selector: &str, values: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let lines: String =
        values.filter_map(|(name, value)| Some(format!("  --{name}: {};\n", value?))).collect();
    if lines.is_empty() { lines } else { format!("{selector} {{\n{lines}}}\n") }
}
