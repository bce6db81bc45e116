//! Pictures to keep: the same drawings as `ludoteca show` makes, and animations of painted frames.

use crate::{failure::Failure, session::Session};
use ludoteca_draw::{Gif, SvgOptions, Theme, svg};
use serde::Deserialize;

/// How to draw.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Drawing {
    /// The number of plies to show; all of them by default.
    pub ply: Option<usize>,
    /// One theme alone; without it, dark for those who prefer it.
    pub theme: Option<ThemeName>,
    /// In points.
    pub width: Option<u32>,
}

/// The colours of a picture.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ThemeName {
    Light,
    Dark,
}

impl Session {
    /// The board as SVG.
    #[must_use]
    pub fn picture(&self, drawing: Drawing) -> String {
        let Drawing { ply, theme, width } = drawing;
        let mut then = self.game.fork();
        then.take_back_to(ply.unwrap_or(usize::MAX));
        let title = format!("{}: {}", then.game().info().name, then.position());
        let theme = theme.map(|theme| match theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        });
        svg(&then.board(), &SvgOptions { title: &title, style: true, theme, width })
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

    /// The file.
    ///
    /// # Errors
    /// Never, as it is written to memory.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        self.0.finish().map_err(Failure::request)
    }
}
