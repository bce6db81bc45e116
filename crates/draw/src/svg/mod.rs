//! Boards as SVG, structured for use in a page: cells, pieces, marks and labels are groups with classes, all
//! colours are custom properties, and there is no `id` that could clash with another board's.

mod ground;
mod marks;
mod pen;
mod pieces;

use crate::palette::{Theme, class, css_palette, css_plain, css_rules};
use ludoteca_core::Board;
use pen::{Escaped, draw, translate};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgOptions<'a> {
    /// The text for screen readers.
    pub title: &'a str,
    /// Whether to include the style block. A page with many boards omits it and includes
    /// [`css_rules`](crate::css_rules) and its own colours once.
    pub style: bool,
    /// Use only this theme, in a style that any program can read; `None` means light, and dark for users who
    /// prefer it.
    pub theme: Option<Theme>,
    /// The width in pixels; `None` fills the available space.
    pub width: Option<u32>,
}

impl Default for SvgOptions<'_> {
    fn default() -> Self {
        SvgOptions { title: "Board", style: true, theme: None, width: None }
    }
}

/// The board as one `<svg>` element.
///
/// From back to front: the ground, `g.cell[data-cell]`, `g.mark.last`, `g.piece.seat-N[data-piece]` (the
/// shape's name) with `data-on` (its cell's name), `g.mark.selected` and `g.mark.target`, `text.label`.
#[must_use]
pub fn svg(board: &Board, options: &SvgOptions<'_>) -> String {
    let (ground, view) = ground::ground(board);
    let mut out = String::new();
    draw!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board {}\" viewBox=\"{view}\"{} role=\"img\">\n",
        class(board.ground),
        options.width.map_or_else(String::new, |width| size(width, &view))
    );
    draw!(out, "<title>{}</title>\n", Escaped(options.title));
    if options.style {
        let style = match options.theme {
            Some(theme) => css_plain(board.ground, theme),
            None => css_palette(board.ground) + css_rules(),
        };
        draw!(out, "<style>\n{style}</style>\n");
    }
    draw!(out, "<g class=\"ground\">\n{ground}</g>\n");
    ground::cells(&mut out, board);
    marks::below(&mut out, board);
    pieces::pieces(&mut out, board);
    marks::above(&mut out, board);
    for label in &board.labels {
        let (place, text) = (translate(label.at), Escaped(&label.text));
        draw!(out, "<text class=\"label\" transform=\"{place}\" y=\"9\">{text}</text>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// The width and height attributes; the height follows from the view box.
fn size(width: u32, view: &str) -> String {
    let sides: Vec<f64> = view.split(' ').skip(2).filter_map(|side| side.parse().ok()).collect();
    let height = match sides[..] {
        [across, down] if across > 0.0 => (f64::from(width) * down / across).round(),
        _ => f64::from(width),
    };
    format!(" width=\"{width}\" height=\"{height}\"")
}
