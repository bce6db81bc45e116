//! Encodes frames as an animated GIF. Frames may be rendered natively or on a page's canvas.

use gif::{Encoder, Frame, Repeat};
use std::io;

/// The quality of colour quantisation, from 1 (best) to 30 (fastest).
const SPEED: i32 = 10;

/// An animated GIF under construction. It loops for ever.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    height: u16,
    shown: Vec<u8>,
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gif")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

impl Gif {
    /// Creates an animation without frames.
    ///
    /// # Errors
    /// If a side is 0.
    pub fn new(width: u16, height: u16) -> Result<Gif, io::Error> {
        if width == 0 || height == 0 {
            return Err(wrong("a picture has at least one point"));
        }
        let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Gif { encoder, width, height, shown: Vec::new() })
    }

    /// Adds a frame of four bytes (red, green, blue, alpha) per pixel, shown for this many hundredths of a
    /// second. Only the part that differs from the previous frame is encoded.
    ///
    /// # Errors
    /// If the number of bytes does not match the size.
    pub fn push(&mut self, rgba: &[u8], hundredths: u16) -> Result<(), io::Error> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        if rgba.len() != width * height * 4 {
            return Err(wrong("a frame has four bytes for each point"));
        }
        let (left, top, right, bottom) = self.changed(rgba);
        let rows = (top..bottom).map(|y| &rgba[(y * width + left) * 4..(y * width + right) * 4]);
        let mut pixels: Vec<u8> = rows.flatten().copied().collect();
        let size = |from: usize, to: usize| u16::try_from(to - from).unwrap_or(u16::MAX);
        let mut frame = Frame::from_rgba_speed(size(left, right), size(top, bottom), &mut pixels, SPEED);
        frame.left = size(0, left);
        frame.top = size(0, top);
        frame.delay = hundredths;
        self.encoder.write_frame(&frame).map_err(io::Error::other)?;
        self.shown.clear();
        self.shown.extend_from_slice(rgba);
        Ok(())
    }

    /// Finishes the animation and returns the file's contents.
    ///
    /// # Errors
    /// Never, since it writes to memory.
    pub fn finish(self) -> Result<Vec<u8>, io::Error> {
        self.encoder.into_inner().map_err(io::Error::other)
    }

    /// The smallest rectangle (left, top, right, bottom) that contains all changes; a single pixel if there
    /// are none.
    fn changed(&self, rgba: &[u8]) -> (usize, usize, usize, usize) {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        if self.shown.is_empty() {
            return (0, 0, width, height);
        }
        let pairs = rgba.chunks_exact(4).zip(self.shown.chunks_exact(4)).enumerate();
        let differing = pairs.filter(|(_, (now, before))| now != before).map(|(i, _)| (i % width, i / width));
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        for (x, y) in differing {
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
        }
        if right == 0 { (0, 0, 1, 1) } else { (left, top, right, bottom) }
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
