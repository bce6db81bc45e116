//! A game as an animated GIF, from the pictures that `show --svg` draws.

use ludoteca_catalog::AnyPlay;
use ludoteca_draw::{Gif, SvgOptions, Theme, svg};
use ludoteca_shell::Failure;
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree, fontdb},
};
use std::sync::Arc;

/// The width in pixels.
const WIDTH: u32 = 480;
/// How long a position is shown, in hundredths of a second; the first and the last are shown longer.
const STAY: u16 = 80;
const BEGINNING: u16 = 120;
const END: u16 = 300;

/// Renders the game so far, with a frame for the first position and one for each ply.
pub(crate) fn gif(game: &dyn AnyPlay) -> Result<Vec<u8>, Failure> {
    let plies = game.steps();
    let options = options();
    let mut gif: Option<Gif> = None;
    for ply in 0..=plies {
        let mut then = game.fork();
        then.take_back_to(ply);
        let frame = paint(&*then, &options)?;
        let time = if ply == plies { END } else { [STAY, BEGINNING][usize::from(ply == 0)] };
        let animation = match &mut gif {
            Some(gif) => gif,
            None => gif.insert(Gif::new(side(frame.width())?, side(frame.height())?)?),
        };
        animation.push(frame.data(), time)?;
    }
    Ok(gif.map(Gif::finish).transpose()?.unwrap_or_default())
}

fn side(points: u32) -> Result<u16, Failure> {
    u16::try_from(points).map_err(Failure::other)
}

/// Uses any sans-serif font on this machine; without one, letters and digits are left out.
fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let families = |face: &fontdb::FaceInfo| face.families.first().map(|(name, _)| name.clone());
    let names: Vec<String> = fonts.faces().filter_map(families).collect();
    let plain = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial", "Helvetica", "Segoe UI"];
    let known = plain.into_iter().find(|plain| names.iter().any(|name| name == plain));
    if let Some(name) = known.map(str::to_owned).or_else(|| names.first().cloned()) {
        fonts.set_sans_serif_family(name);
    }
    Options { fontdb: Arc::new(fonts), ..Options::default() }
}

/// Renders the current board on the page's background colour.
fn paint(game: &dyn AnyPlay, options: &Options<'_>) -> Result<Pixmap, Failure> {
    let drawing = SvgOptions { theme: Some(Theme::Light), width: Some(WIDTH), ..SvgOptions::default() };
    let tree = Tree::from_str(&svg(&game.board(), &drawing), options).map_err(Failure::other)?;
    let size = tree.size().to_int_size();
    let mut picture = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Failure::Other("the picture has no size".to_owned()))?;
    picture.fill(Color::from_rgba8(0xf3, 0xed, 0xe2, 0xff));
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    Ok(picture)
}
