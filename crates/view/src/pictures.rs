//! Animations of painted frames. What the page shows it draws and paints itself.

use crate::failure::Failure;
use ludoteca_draw::Gif;

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
