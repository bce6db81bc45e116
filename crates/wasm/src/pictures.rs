//! Pictures to keep: the same drawings as `ludoteca show` makes, and animations of frames the page has
//! painted.

use crate::{
    failure::Failure,
    session::{Session, read},
};
use ludoteca_draw::{Gif, SvgOptions, Theme, svg};
use serde::Deserialize;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Drawing {
    /// After so many plies; all of them when nothing is said.
    ply: Option<usize>,
    /// One theme alone; without it, dark for those who prefer it.
    theme: Option<ThemeName>,
    /// In points.
    width: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ThemeName {
    Light,
    Dark,
}

impl Session {
    /// The board as SVG: `{"ply": 3, "theme": "light", "width": 480}`, where nothing is a must.
    ///
    /// # Errors
    /// When the request is not of this form.
    pub fn picture(&self, json: &str) -> Result<String, Failure> {
        let Drawing { ply, theme, width } = read(json)?;
        let mut then = self.game.fork();
        for _ in ply.unwrap_or(usize::MAX)..then.played().len() {
            then.take_back();
        }
        let title = format!("{}: {}", then.game().info().name, then.position());
        let theme = theme.map(|theme| match theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        });
        Ok(svg(&then.board(), &SvgOptions { title: &title, style: true, theme, width }))
    }
}

/// An animated GIF that is being made.
#[derive(Debug)]
pub struct Animation(Gif);

impl Animation {
    /// One without frames yet.
    ///
    /// # Errors
    /// When a side is 0.
    pub fn new(width: u16, height: u16) -> Result<Animation, Failure> {
        Ok(Animation(Gif::new(width, height).map_err(Failure::request)?))
    }

    /// Adds a frame of four bytes for each point, which stays for so many hundredths of a second.
    ///
    /// # Errors
    /// When there are more or fewer bytes than the size asks for.
    pub fn push(&mut self, rgba: &[u8], hundredths: u16) -> Result<(), Failure> {
        self.0.push(rgba, hundredths).map_err(Failure::request)
    }

    /// The file, in base 64 as all answers are text.
    ///
    /// # Errors
    /// Never, as it is written to memory.
    pub fn finish(self) -> Result<String, Failure> {
        Ok(base64(&self.0.finish().map_err(Failure::request)?))
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, i| number << 8 | usize::from(*three.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = DIGITS[number >> (18 - 6 * i) & 63];
            text.push(if i <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_in_base_64() {
        // The examples of RFC 4648.
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }
}
