//! Animations of painted frames. The page itself draws and paints what it shows.

use crate::failure::Failure;
use ludoteca_draw::Gif;

/// An animated GIF under construction.
#[derive(Debug)]
pub struct Animation(Gif);

impl Animation {
    /// Creates an animation without frames.
    ///
    /// # Errors
    /// If width or height is 0.
    pub fn new(width: u16, height: u16) -> Result<Animation, Failure> {
        Ok(Animation(Gif::new(width, height).map_err(Failure::request)?))
    }

    /// Adds a frame of four bytes per pixel, shown for this many hundredths of a second.
    ///
    /// # Errors
    /// If the number of bytes does not match the size.
    pub fn push(&mut self, rgba: &[u8], hundredths: u16) -> Result<(), Failure> {
        self.0.push(rgba, hundredths).map_err(Failure::request)
    }

    /// The finished file.
    ///
    /// # Errors
    /// Never, since it is written to memory.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        self.0.finish().map_err(Failure::request)
    }
}
