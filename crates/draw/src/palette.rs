//! The colours: one table, from which the style block is written and the contrasts are tested.

use ludoteca_core::board::Ground;

/// By day or by night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the two names say it")]
pub enum Theme {
    Light,
    Dark,
}

/// The colours of one ground in one theme, each `#rrggbb`. In CSS every field is a custom property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// `--wood-1` the face, `--wood-2` grain and hollows, `--wood-3` grooves and rails, `--wood-4` inlays.
    pub wood: [&'static str; 4],
    /// `--token`: the lenses in the holes.
    pub token: &'static str,
    /// `--felt`: below the holes.
    pub felt: &'static str,
    /// `--seat-1` to `--seat-4`: the pieces.
    pub seat: [&'static str; 4],
    /// `--seat-1-ink` to `--seat-4-ink`: what is drawn on the pieces.
    pub seat_ink: [&'static str; 4],
    /// `--ink`: coordinates.
    pub ink: &'static str,
    /// `--accent`: marks.
    pub accent: &'static str,
}

const DARK_INK: &str = "#1d120a";
const PALE_INK: &str = "#fff9ee";

/// `--shade` and `--glint`: what the light misses and what catches it, whatever the wood.
const SHADE: &str = "#2b1404";
const GLINT: &str = "#fffaf0";

const WALNUT_LIGHT: Palette = Palette {
    wood: ["#4a3020", "#3a2416", "#28180e", "#c9a675"],
    token: "#120e0b",
    felt: "#1e2b24",
    seat: ["#edb54b", "#d2603e", "#8fc49c", "#c3a3d6"],
    seat_ink: ["#3b2406", "#210a03", DARK_INK, DARK_INK],
    ink: "#d9bd94",
    accent: "#c9e26a",
};

const WALNUT_DARK: Palette = Palette {
    wood: ["#352116", "#28180f", "#190f08", "#a98a5f"],
    token: "#0a0807",
    felt: "#16211b",
    seat: ["#e3ab45", "#cb5c3c", "#86b993", "#b999cc"],
    seat_ink: ["#332005", "#1c0802", DARK_INK, DARK_INK],
    ink: "#c4a77e",
    accent: "#bcd65e",
};

const BEECH_HEXAGON_LIGHT: Palette = Palette {
    wood: ["#e6c596", "#d4ab74", "#a87843", "#f4dfb9"],
    token: "#1c1917",
    felt: "#4d5e50",
    seat: ["#006ba8", "#b84800", "#007a57", "#8550a0"],
    seat_ink: [PALE_INK; 4],
    ink: "#5c3b18",
    accent: "#4a6500",
};

const BEECH_HEXAGON_DARK: Palette = Palette {
    wood: ["#7b5b3a", "#67492c", "#432d19", "#a3805a"],
    token: "#0b0908",
    felt: "#2c3a30",
    seat: ["#86caf5", "#ffb07a", "#66dcb2", "#dfb9f2"],
    seat_ink: [DARK_INK; 4],
    ink: "#f6e3c4",
    accent: "#e6f58f",
};

const BEECH_SEATS_LIGHT: Palette = Palette {
    wood: ["#a27746", "#94683a", "#6b4823", "#bb8f5b"],
    token: "#1c1917",
    felt: "#2f3d33",
    seat: ["#faecd0", "#2f1e16", "#d9f2df", "#f0dcf7"],
    seat_ink: ["#5a3a17", "#f3dfbd", DARK_INK, DARK_INK],
    ink: "#120903",
    accent: "#effbb0",
};

const BEECH_SEATS_DARK: Palette = Palette {
    wood: ["#8c663f", "#7e5934", "#4a3018", "#a97f52"],
    token: "#0b0908",
    felt: "#26332b",
    seat: ["#ecdab6", "#150e0a", "#c9e6d0", "#e3cdec"],
    seat_ink: ["#4a2f12", "#dcc49c", DARK_INK, DARK_INK],
    ink: "#fff6e6",
    accent: "#ecf99c",
};

const BEECH_RAIL_LIGHT: Palette = Palette {
    wood: ["#ecd3aa", "#d9b684", "#8a5d33", "#f8e8c9"],
    token: "#1c1917",
    felt: "#4d5e50",
    seat: ["#c8452f", "#2f6fb0", "#007f5b", "#8550a0"],
    seat_ink: [PALE_INK; 4],
    ink: "#5c3b18",
    accent: "#4a6500",
};

const BEECH_RAIL_DARK: Palette = Palette {
    wood: ["#35271b", "#20160e", "#86643f", "#5e4632"],
    token: "#0b0908",
    felt: "#26332b",
    seat: ["#e06a52", "#5b9bdc", "#4fc79c", "#c495dc"],
    seat_ink: [DARK_INK; 4],
    ink: "#dcc4a0",
    accent: "#c9e26a",
};

/// The colours of a ground in a theme.
#[must_use]
pub fn palette(ground: Ground, theme: Theme) -> &'static Palette {
    match (ground, theme) {
        (Ground::Tracks, Theme::Light) => &WALNUT_LIGHT,
        (Ground::Tracks, Theme::Dark) => &WALNUT_DARK,
        (Ground::Hexagon, Theme::Light) => &BEECH_HEXAGON_LIGHT,
        (Ground::Hexagon, Theme::Dark) => &BEECH_HEXAGON_DARK,
        (Ground::Seats, Theme::Light) => &BEECH_SEATS_LIGHT,
        (Ground::Seats, Theme::Dark) => &BEECH_SEATS_DARK,
        (Ground::Rail, Theme::Light) => &BEECH_RAIL_LIGHT,
        (Ground::Rail, Theme::Dark) => &BEECH_RAIL_DARK,
    }
}

/// The class of a ground on the root element.
pub(crate) fn class(ground: Ground) -> &'static str {
    match ground {
        Ground::Tracks => "tracks",
        Ground::Hexagon => "hexagon",
        Ground::Seats => "seats",
        Ground::Rail => "rail",
    }
}

/// The custom properties of a ground as CSS, the dark ones for those who prefer them.
#[must_use]
pub fn css_palette(ground: Ground) -> String {
    let class = class(ground);
    let (light, dark) = (palette(ground, Theme::Light), palette(ground, Theme::Dark));
    format!(
        ".board.{class}{{{}}}\n@media (prefers-color-scheme:dark){{.board.{class}{{{}}}}}\n",
        light.properties(),
        dark.properties()
    )
}

/// All of the style of a ground in one theme without custom properties and media queries, which most programs
/// that are not browsers do not understand.
#[must_use]
pub fn css_plain(ground: Ground, theme: Theme) -> String {
    let palette = palette(ground, theme);
    let mut plain = String::new();
    for rule in css_rules().lines() {
        if rule.contains("{--seat:") {
            continue;
        }
        if rule.contains("var(--seat)") || rule.contains("var(--seat-ink)") {
            // What a seat's pieces look like is inherited from their group: a rule for each seat.
            for seat in 1..=palette.seat.len() {
                let own = |rule: &str| {
                    rule.replace(".board .", &format!(".board .seat-{seat} ."))
                        .replace("var(--seat)", &format!("var(--seat-{seat})"))
                        .replace("var(--seat-ink)", &format!("var(--seat-{seat}-ink)"))
                };
                plain += &own(rule);
                plain.push('\n');
            }
        } else {
            plain += rule;
            plain.push('\n');
        }
    }
    for property in palette.properties().split(';') {
        if let Some((name, value)) = property.split_once(':') {
            plain = plain.replace(&format!("var({name})"), value);
        }
    }
    plain
}

impl Palette {
    fn properties(&self) -> String {
        let numbered = |name: &str, suffix: &str, values: &[&str]| -> String {
            (1..).zip(values).map(|(i, value)| format!("--{name}-{i}{suffix}:{value};")).collect()
        };
        format!(
            "{}{}{}--token:{};--felt:{};--ink:{};--accent:{};--shade:{SHADE};--glint:{GLINT}",
            numbered("wood", "", &self.wood),
            numbered("seat", "", &self.seat),
            numbered("seat", "-ink", &self.seat_ink),
            self.token,
            self.felt,
            self.ink,
            self.accent
        )
    }
}

/// What the classes of the drawing look like, in terms of the custom properties; the same for all grounds.
#[must_use]
pub fn css_rules() -> &'static str {
    include_str!("board.css")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ground; 4] = [Ground::Tracks, Ground::Hexagon, Ground::Seats, Ground::Rail];

    /// Relative luminance as WCAG 2 defines it.
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

    #[track_caller]
    fn check<S: AsRef<str>>(pairs: impl Fn(Ground, &'static Palette) -> Vec<(S, S)>, least: f64) {
        let mut poor = Vec::new();
        for ground in GROUNDS {
            for theme in [Theme::Light, Theme::Dark] {
                for (a, b) in pairs(ground, palette(ground, theme)) {
                    let (a, b) = (a.as_ref(), b.as_ref());
                    let ratio = contrast(a, b);
                    if ratio < least {
                        poor.push(format!("{ground:?} {theme:?}: {a} on {b} is {ratio:.2}, not {least}"));
                    }
                }
            }
        }
        assert!(poor.is_empty(), "{}", poor.join("\n"));
    }

    /// How many seats the pieces of a ground are made for.
    fn seats(ground: Ground) -> usize {
        if ground == Ground::Hexagon { 4 } else { 2 }
    }

    #[test]
    fn plain_style_has_nothing_left_to_look_up() {
        for ground in GROUNDS {
            for theme in [Theme::Light, Theme::Dark] {
                let plain = css_plain(ground, theme);
                assert!(!plain.contains("var(") && !plain.contains("--") && !plain.contains('@'), "{plain}");
                let second = palette(ground, theme).seat[1];
                assert!(plain.contains(&format!(".board .seat-2 .body{{fill:{second}}}")), "{plain}");
            }
        }
    }

    #[test]
    fn contrast_of_black_and_white() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.005);
    }

    /// A colour laid over another, as thick as `opacity`.
    fn over(below: &str, above: &str, opacity: f64) -> String {
        let channel = |colour: &str, i| f64::from(u8::from_str_radix(&colour[i..i + 2], 16).expect("hex"));
        let mixed = [1, 3, 5].map(|i| channel(below, i) * (1.0 - opacity) + channel(above, i) * opacity);
        mixed.iter().fold("#".to_owned(), |colour, value| format!("{colour}{:02x}", value.round() as u8))
    }

    /// What pieces are seen against: the face with its planks, and what else they stand on. The opacities
    /// are those of `.plank` and `.square`.
    fn beneath(ground: Ground, p: &Palette) -> Vec<String> {
        let [face, dark, groove, pale] = p.wood;
        let planks = [face.to_owned(), over(face, dark, 0.2), over(face, pale, 0.2)];
        match ground {
            Ground::Tracks => vec![face.to_owned(), groove.to_owned()],
            Ground::Hexagon => planks.to_vec(),
            Ground::Seats => [&planks[..], &[dark.to_owned()]].concat(),
            Ground::Rail => planks.iter().map(|plank| over(plank, pale, 0.3)).collect(),
        }
    }

    #[test]
    fn pieces_stand_out_from_the_wood() {
        check(
            |ground, p| {
                let pair = |wood: &String| {
                    p.seat[..seats(ground)]
                        .iter()
                        .map(|&seat| (seat.to_owned(), wood.clone()))
                        .collect::<Vec<_>>()
                };
                beneath(ground, p).iter().flat_map(pair).collect()
            },
            3.0,
        );
    }

    #[test]
    fn tokens_stand_out_from_the_wood() {
        check(|ground, p| if ground == Ground::Hexagon { vec![(p.token, p.wood[0])] } else { vec![] }, 3.0);
    }

    #[test]
    fn marks_and_inlays_stand_out() {
        check(|_, p| vec![(p.accent, p.wood[0])], 3.0);
        check(|ground, p| if ground == Ground::Tracks { vec![(p.wood[3], p.wood[2])] } else { vec![] }, 3.0);
    }

    #[test]
    fn letters_and_digits_can_be_read() {
        // Labels lie outside the field, in the shade of `.border` where there is one.
        check(
            |ground, p| {
                let shade = match ground {
                    Ground::Tracks => 0.2,
                    Ground::Hexagon => 0.07,
                    Ground::Seats => 0.03,
                    Ground::Rail => 0.0,
                };
                let [face, dark, _, pale] = p.wood;
                let planks = [face.to_owned(), over(face, dark, 0.2), over(face, pale, 0.2)];
                planks.map(|plank| (p.ink.to_owned(), over(&plank, SHADE, shade))).to_vec()
            },
            4.5,
        );
        check(|_, p| p.seat_ink.iter().copied().zip(p.seat).collect(), 4.5);
    }
}
