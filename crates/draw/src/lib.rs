//! Renders a [`Board`](ludoteca_core::Board), which is plain data, as [`text`] for a terminal and as [`svg`]
//! for a file or a page. It supports the grounds and shapes that the data can name, without knowing any game
//! or rule.
//!
//! ```
//! use ludoteca_core::{Board, Seat, board::*};
//! use ludoteca_draw::{SvgOptions, TextOptions, svg, text};
//!
//! let cell = |name: &str, x| Cell { name: name.to_owned(), at: Point { x, y: 0 }, kind: CellKind::Seat };
//! let board = Board {
//!     ground: Ground::Seats,
//!     cells: vec![cell("a1", 0), cell("b1", 100), cell("c1", 200)],
//!     pieces: vec![Piece { cell: 1, shape: Shape::Tower { seat: Seat::FIRST, height: 3 } }],
//!     labels: vec![],
//!     marks: vec![Mark { cell: 0, kind: MarkKind::LastMove }],
//! };
//! assert_eq!(text(&board, &TextOptions::for_seats(&["light", "dark"])), " [.] 3l   .\n");
//! assert!(svg(&board, &SvgOptions::default()).starts_with("<svg "));
//! ```

#[cfg(feature = "gif")]
mod gif;
mod palette;
mod svg;
mod text;

#[cfg(feature = "gif")]
pub use gif::Gif;
pub use palette::{Theme, colour, css_palette, css_plain, css_rules};
pub use svg::{SvgOptions, svg};
pub use text::{Ink, Span, TextOptions, text, text_rows};
