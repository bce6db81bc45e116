//! Round trip through the GIF decoder: frames, their durations and their pixels.

use gif::{ColorOutput, DecodeOptions};
use ludoteca_draw::Gif;

fn filled(colour: [u8; 3], points: usize) -> Vec<u8> {
    [colour[0], colour[1], colour[2], 255].repeat(points)
}

#[test]
fn frames_come_out_as_they_went_in() {
    let mut gif = Gif::new(8, 6).unwrap();
    let first = filled([200, 100, 50], 48);
    let mut second = first.clone();
    second[(2 * 8 + 3) * 4..][..4].copy_from_slice(&[0, 0, 255, 255]);
    for (frame, time) in [(&first, 100), (&second, 70), (&second, 300)] {
        gif.push(frame, time).unwrap();
    }
    let bytes = gif.finish().unwrap();
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (8, 6));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay, frame.buffer.to_vec()));
    }
    assert_eq!(frames.len(), 3);
    assert_eq!(frames[0], (0, 0, 8, 6, 100, first));
    // First only the pixel that changed, then an unchanged one, since a frame cannot be empty.
    assert_eq!(frames[1], (3, 2, 1, 1, 70, vec![0, 0, 255, 255]));
    assert_eq!((frames[2].2, frames[2].3, frames[2].4), (1, 1, 300));
}

#[test]
fn wrong_sizes_are_refused() {
    assert!(Gif::new(0, 6).is_err() && Gif::new(6, 0).is_err());
    assert!(Gif::new(2, 2).unwrap().push(&[0; 15], 10).is_err());
}
