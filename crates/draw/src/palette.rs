//! Colours, from the table shared with the page: the source of the style block and of the contrast tests.

use ludoteca_core::board::Ground;

/// The light or dark theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    Light,
    Dark,
}

/// Rows with a scope, a name, and its colours in the light and the dark theme. Further colours are used only
/// by the page.
const TABLE: &str = include_str!("../../../data/palette.txt");

/// The drawing's custom properties, with their names in the table for tracks, hexagon, seats and rail. If a
/// ground does not use a property, it maps to an arbitrary existing name.
const PROPERTIES: [(&str, [&str; 4]); 31] = [
    ("face", ["wood-1", "wood-1", "wood-1", "one-piece-frame"]),
    ("slab", ["wood-3", "wood-4", "wood-4", "one-piece-rail"]),
    ("plank", ["wood-1", "wood-3", "wood-3", "one-piece-plank"]),
    ("plank-pale", ["wood-1", "wood-2", "wood-2", "one-piece-plank-pale"]),
    ("plank-mild", ["wood-1", "wood-1", "wood-1", "one-piece-plank"]),
    ("grain", ["wood-2", "grain", "grain", "one-piece-grain"]),
    ("rim", ["wood-4", "burnt", "line", "one-piece-shade"]),
    ("groove", ["wood-3", "wood-4", "wood-4", "one-piece-trough"]),
    ("inlay", ["wood-4", "wood-4", "wood-4", "one-piece-ledge"]),
    ("hole-lip", ["wood-2", "hole-lip", "shine", "one-piece-ledge"]),
    ("hole-wall", ["wood-3", "hole-wall", "seat-wall", "one-piece-trough"]),
    ("floor", ["wood-2", "felt", "seat-floor", "one-piece-trough"]),
    ("token", ["wood-3", "token", "wood-4", "one-piece-trough"]),
    ("token-shine", ["wood-4", "token-shine", "shine", "one-piece-ledge"]),
    ("square", ["wood-4", "wood-4", "wood-4", "one-piece-square"]),
    ("ray", ["wood-4", "wood-4", "wood-4", "one-piece-ray"]),
    ("rail", ["wood-3", "wood-4", "wood-4", "one-piece-rail"]),
    ("ledge", ["wood-3", "wood-4", "wood-4", "one-piece-ledge"]),
    // Only the hexagon has more than two seats.
    ("seat-1", ["seat-1", "seat-1", "seat-1", "seat-1"]),
    ("seat-2", ["seat-2", "seat-2", "seat-2", "seat-2"]),
    ("seat-3", ["seat-1", "seat-3", "seat-1", "seat-1"]),
    ("seat-4", ["seat-2", "seat-4", "seat-2", "seat-2"]),
    ("seat-1-ink", ["seat-1-ink", "inlay", "seat-1-ink", "seat-1-ink"]),
    ("seat-2-ink", ["seat-2-ink", "inlay", "seat-2-ink", "seat-2-ink"]),
    ("seat-3-ink", ["seat-1-ink", "inlay", "seat-1-ink", "seat-1-ink"]),
    ("seat-4-ink", ["seat-2-ink", "inlay", "seat-2-ink", "seat-2-ink"]),
    ("ink", ["ink"; 4]),
    ("accent", ["accent"; 4]),
    ("halo", ["mark-halo"; 4]),
    ("shade", ["shade"; 4]),
    ("glint", ["glint"; 4]),
];

/// The colour of a name on a ground, looked up in the table: `#rrggbb`.
fn in_table(ground: Ground, name: &str, theme: Theme) -> Option<&'static str> {
    let row = |place: &str| {
        TABLE.lines().find_map(|line| {
            let mut words = line.split_ascii_whitespace();
            let found = words.next() == Some(place) && words.next() == Some(name);
            let colour = if theme == Theme::Light { words.next() } else { words.nth(1) };
            colour.filter(|_| found)
        })
    };
    let colour = [class(ground), "every", "root"].into_iter().find_map(row)?;
    match colour.strip_prefix("var(--") {
        Some(other) => in_table(ground, other.trim_end_matches(')'), theme),
        None => Some(colour),
    }
}

/// The colour of a custom property (without the `--`) as `#rrggbb`; empty if the drawing has no such
/// property.
#[must_use]
pub fn colour(ground: Ground, theme: Theme, property: &str) -> &'static str {
    let names = PROPERTIES.iter().find(|(known, _)| *known == property);
    names.and_then(|(_, names)| in_table(ground, names[ground as usize], theme)).unwrap_or_default()
}

fn properties(ground: Ground, theme: Theme) -> impl Iterator<Item = (&'static str, &'static str)> {
    PROPERTIES.iter().map(move |&(property, _)| (property, colour(ground, theme, property)))
}

/// The ground's class on the root element, and its name in the table.
pub(crate) fn class(ground: Ground) -> &'static str {
    match ground {
        Ground::Tracks => "tracks",
        Ground::Hexagon => "hexagon",
        Ground::Seats => "seats",
        Ground::Rail => "rail",
    }
}

/// A ground's custom properties as CSS, including dark colours for users who prefer them.
#[must_use]
pub fn css_palette(ground: Ground) -> String {
    let class = class(ground);
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| {
        properties(ground, theme).map(|(name, colour)| format!("--{name}:{colour};")).collect::<String>()
    });
    format!(".board.{class}{{{light}}}\n@media (prefers-color-scheme:dark){{.board.{class}{{{dark}}}}}\n")
}

/// A ground's entire style in one theme, without custom properties and media queries, which few programs
/// other than browsers support.
#[must_use]
pub fn css_plain(ground: Ground, theme: Theme) -> String {
    let mut plain = String::new();
    for rule in css_rules().lines() {
        if rule.contains("{--seat:") {
            continue;
        }
        if rule.contains("var(--seat)") || rule.contains("var(--seat-ink)") {
            // A seat's colours apply to elements with its class and to their descendants, so each seat needs
            // its own rule.
            let (selectors, body) = rule.split_once('{').unwrap_or((rule, "}"));
            for seat in 1..=2 + 2 * usize::from(ground == Ground::Hexagon) {
                let own = |selector: &str| {
                    let class = selector.trim_start_matches(".board ");
                    format!(".board .seat-{seat} {class},.board .seat-{seat}{class}")
                };
                let selectors: Vec<String> = selectors.split(',').map(own).collect();
                let body = body
                    .replace("var(--seat)", &format!("var(--seat-{seat})"))
                    .replace("var(--seat-ink)", &format!("var(--seat-{seat}-ink)"));
                plain += &format!("{}{{{body}\n", selectors.join(","));
            }
        } else {
            plain += rule;
            plain.push('\n');
        }
    }
    for (name, colour) in properties(ground, theme) {
        plain = plain.replace(&format!("var(--{name})"), colour);
    }
    plain
}

/// The CSS rules of the drawing's classes, in terms of the custom properties; identical for all grounds.
#[must_use]
pub fn css_rules() -> &'static str {
    include_str!("board.css")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ground; 4] = [Ground::Tracks, Ground::Hexagon, Ground::Seats, Ground::Rail];

    /// Relative luminance as defined by WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6).expect("#rrggbb");
        let channel = |i: usize| {
            let value = f64::from(u8::from_str_radix(&digits[i..i + 2], 16).expect("hex")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// Asserts a minimum contrast between pairs of properties on each ground, in both themes.
    #[track_caller]
    fn check(pairs: impl Fn(Ground) -> Vec<(&'static str, &'static str)>, least: f64) {
        let mut poor = Vec::new();
        for ground in GROUNDS {
            for theme in [Theme::Light, Theme::Dark] {
                for (a, b) in pairs(ground) {
                    let ratio = contrast(colour(ground, theme, a), colour(ground, theme, b));
                    if ratio < least {
                        poor.push(format!("{ground:?} {theme:?}: {a} on {b} is {ratio:.2}, not {least}"));
                    }
                }
            }
        }
        assert!(poor.is_empty(), "{}", poor.join("\n"));
    }

    #[test]
    fn plain_style_has_nothing_left_to_look_up() {
        for ground in GROUNDS {
            for theme in [Theme::Light, Theme::Dark] {
                let plain = css_plain(ground, theme);
                assert!(!plain.contains("var(") && !plain.contains("--") && !plain.contains('@'), "{plain}");
                let second = colour(ground, theme, "seat-2");
                let body = format!(".board .seat-2 .body,.board .seat-2.body{{fill:{second}}}");
                assert!(plain.contains(&body), "{plain}");
            }
        }
    }

    #[test]
    fn contrast_of_black_and_white() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.005);
    }

    #[test]
    fn every_property_has_a_colour_on_every_ground() {
        for ground in GROUNDS {
            for theme in [Theme::Light, Theme::Dark] {
                for (name, colour) in properties(ground, theme) {
                    assert!(colour.starts_with('#') && colour.len() == 7, "{ground:?} {name}: {colour:?}");
                }
            }
        }
    }

    const SEATS: [&str; 4] = ["seat-1", "seat-2", "seat-3", "seat-4"];
    const INKS: [&str; 4] = ["seat-1-ink", "seat-2-ink", "seat-3-ink", "seat-4-ink"];
    const PLANKS: [&str; 3] = ["plank", "plank-pale", "plank-mild"];

    #[test]
    fn pieces_stand_out_from_the_wood() {
        let beneath = |ground| match ground {
            Ground::Tracks => vec!["face", "groove"],
            Ground::Hexagon | Ground::Rail => PLANKS.to_vec(),
            Ground::Seats => [&PLANKS[..], &["floor"]].concat(),
        };
        let pair = |wood| SEATS.map(|seat| (seat, wood));
        check(|ground| beneath(ground).into_iter().flat_map(pair).collect(), 3.0);
    }

    #[test]
    fn tokens_stand_out_from_the_wood() {
        let tokens = PLANKS.map(|plank| ("token", plank)).to_vec();
        check(|ground| if ground == Ground::Hexagon { tokens.clone() } else { Vec::new() }, 3.0);
    }

    #[test]
    fn marks_and_inlays_stand_out() {
        // A mark is drawn on its halo wherever the wood itself does not give enough contrast.
        check(|_| vec![("accent", "halo")], 3.0);
        check(|ground| if ground == Ground::Tracks { vec![("inlay", "groove")] } else { Vec::new() }, 3.0);
    }

    #[test]
    fn letters_and_digits_can_be_read() {
        // Labels are outside the field, in the shade of `.border` if there is one.
        for ground in GROUNDS {
            let (woods, shade) = match ground {
                Ground::Tracks => (&["face"][..], 0.2),
                Ground::Hexagon => (&PLANKS[..], 0.07),
                Ground::Seats => (&PLANKS[..], 0.0),
                Ground::Rail => (&["face"][..], 0.0),
            };
            for theme in [Theme::Light, Theme::Dark] {
                let colour = |name| colour(ground, theme, name);
                for wood in woods {
                    let ratio = contrast(colour("ink"), &over(colour(wood), colour("shade"), shade));
                    assert!(ratio >= 4.5, "{ground:?} {theme:?}: labels on {wood} are {ratio:.2}");
                }
            }
        }
        check(|_| INKS.into_iter().zip(SEATS).collect(), 4.5);
    }

    /// The colour that results from compositing `above` over `below` with this opacity.
    fn over(below: &str, above: &str, opacity: f64) -> String {
        let channel = |colour: &str, i| f64::from(u8::from_str_radix(&colour[i..i + 2], 16).expect("hex"));
        let mixed = [1, 3, 5].map(|i| channel(below, i) * (1.0 - opacity) + channel(above, i) * opacity);
        mixed.iter().fold("#".to_owned(), |colour, value| format!("{colour}{:02x}", value.round() as u8))
    }
}
