//! Boards as text: four characters per cell and one line per row. Letters carry all information; colour is
//! optional.

use anstyle::{AnsiColor, Style};
use ludoteca_core::{
    Board, Seat,
    board::{CellKind, Ground, Heading, MarkKind, Point, Shape},
};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Adds escape sequences for colour.
    pub colour: bool,
    /// Restricts the output to ASCII: dots become digits, and halves are joined by `-`.
    pub ascii: bool,
    /// A letter for each seat. Its case is set by the renderer: it distinguishes turned pegs from upright
    /// ones.
    pub letters: [char; Seat::MAX],
}

impl TextOptions {
    /// No colour, and the seats' initials as letters.
    #[must_use]
    pub fn for_seats(names: &[&str]) -> TextOptions {
        let mut letters = ['a', 'b', 'c', 'd'];
        for (letter, initial) in letters.iter_mut().zip(names.iter().map(|name| name.chars().next())) {
            *letter = initial.unwrap_or(*letter);
        }
        TextOptions { colour: false, ascii: false, letters }
    }

    fn lower(&self, seat: Seat) -> char {
        self.letters[seat.index()].to_ascii_lowercase()
    }

    fn upper(&self, seat: Seat) -> char {
        self.letters[seat.index()].to_ascii_uppercase()
    }
}

/// A part of a line with uniform appearance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    /// What the span depicts.
    pub ink: Ink,
    /// The mark that covers the span, or that it belongs to.
    pub mark: Option<MarkKind>,
}

/// What a span of text depicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The space between things.
    Blank,
    Label,
    Ground,
    /// Dots for the speed currently in force.
    Force,
    /// A piece, or half of one.
    Seat(Seat),
    /// The brackets of a mark.
    Bracket,
}

#[derive(Clone, Copy)]
struct Glyph {
    sign: char,
    ink: Ink,
    mark: Option<MarkKind>,
}

/// The contents of a cell: characters with their distance from the cell's centre.
type Signs = Vec<(i64, char, Ink)>;

/// Glyphs by line and column. Sparse, so that distant coordinates cost lines but not a whole canvas.
type Canvas = BTreeMap<(usize, i64), Glyph>;

/// The board as lines, each ending in a newline.
///
/// Brackets are marks: `[ ]` the last move, `{ }` selected, `( )` a target, and `|` where two meet.
#[must_use]
pub fn text(board: &Board, options: &TextOptions) -> String {
    let mut out = String::new();
    for row in text_rows(board, options) {
        for span in row {
            let style = if options.colour { style(board.ground, &span) } else { Style::new() };
            out += &format!("{style}{}{style:#}", span.text);
        }
        out.push('\n');
    }
    out
}

/// The board as rows of spans, for programs that do their own colouring.
///
/// A row for each height with a cell or a label, from the top; a column for each 25 units.
#[must_use]
pub fn text_rows(board: &Board, options: &TextOptions) -> Vec<Vec<Span>> {
    let mut heights: Vec<i32> =
        board.cells.iter().map(|c| c.at.y).chain(board.labels.iter().map(|l| l.at.y)).collect();
    heights.sort_unstable();
    heights.dedup();
    let place = |at: Point| (heights.partition_point(|&y| y < at.y), column(at));
    let canvas = paint(board, options, place);
    // Space for brackets is always reserved, so that the board does not shift when marks change.
    let cells = board.cells.iter().map(|cell| column(cell.at) - 2);
    let left = cells.chain(canvas.keys().map(|&(_, column)| column)).min().unwrap_or(0);
    let mut rows = vec![Vec::new(); heights.len()];
    let mut ends = vec![left; heights.len()];
    for ((row, column), glyph) in canvas {
        let gap = usize::try_from(column - ends[row]).unwrap_or(0);
        if gap > 0 {
            rows[row].push(Span { text: " ".repeat(gap), ink: Ink::Blank, mark: None });
        }
        match rows[row].last_mut() {
            Some(Span { text, ink, mark }) if (*ink, *mark) == (glyph.ink, glyph.mark) => {
                text.push(glyph.sign)
            }
            _ => rows[row].push(Span { text: glyph.sign.into(), ink: glyph.ink, mark: glyph.mark }),
        }
        ends[row] = column + 1;
    }
    rows
}

fn column(at: Point) -> i64 {
    i64::from(at.x).div_euclid(25)
}

fn paint(board: &Board, options: &TextOptions, place: impl Fn(Point) -> (usize, i64)) -> Canvas {
    let mut canvas = Canvas::new();
    for label in &board.labels {
        let (row, column) = place(label.at);
        let start = column - label.text.chars().count() as i64 / 2;
        for (i, sign) in (0..).zip(label.text.chars()) {
            canvas.insert((row, start + i), Glyph { sign, ink: Ink::Label, mark: None });
        }
    }
    let mut cells: Vec<Signs> = board.cells.iter().map(|cell| empty(cell.kind, options)).collect();
    for piece in &board.pieces {
        let Some(kind) = board.cells.get(piece.cell).map(|cell| cell.kind) else { continue };
        cells[piece.cell] = standing(piece.shape, kind, options);
        if let Shape::Domino { other, heading } = piece.shape
            && let Some(half) = cells.get_mut(other)
        {
            *half = half_domino(Seat::SECOND, reverse(heading), options);
        }
    }
    let mut brackets = Canvas::new();
    for ((i, signs), cell) in cells.iter().enumerate().zip(&board.cells) {
        let (row, middle) = place(cell.at);
        let mark = strongest(board.marks.iter().filter(|mark| mark.cell == i).map(|mark| mark.kind));
        for &(x, sign, ink) in signs {
            canvas.insert((row, middle + x), Glyph { sign, ink, mark });
        }
        let Some(kind) = mark else { continue };
        let first = signs.iter().map(|sign| sign.0).min().unwrap_or(0);
        let last = signs.iter().map(|sign| sign.0).max().unwrap_or(0);
        let (open, close) = match kind {
            MarkKind::LastMove => ('[', ']'),
            MarkKind::Selected => ('{', '}'),
            MarkKind::Target => ('(', ')'),
        };
        for (x, sign) in [(middle + first - 1, open), (middle + last + 1, close)] {
            let bracket = Glyph { sign, ink: Ink::Bracket, mark };
            brackets.entry((row, x)).and_modify(|meeting| meeting.sign = '|').or_insert(bracket);
        }
    }
    for (at, bracket) in brackets {
        canvas.entry(at).or_insert(bracket);
    }
    join_dominoes(board, options, place, &mut canvas);
    canvas
}

/// Fills the space between the halves of lying dominoes.
fn join_dominoes(
    board: &Board,
    options: &TextOptions,
    place: impl Fn(Point) -> (usize, i64),
    canvas: &mut Canvas,
) {
    let sign = if options.ascii { '-' } else { '─' };
    for piece in &board.pieces {
        let Shape::Domino { other, heading: Heading::Left | Heading::Right } = piece.shape else { continue };
        let Some((one, two)) = board.cells.get(piece.cell).zip(board.cells.get(other)) else { continue };
        let ((row, a), (_, b)) = (place(one.at), place(two.at));
        let middle = a.midpoint(b);
        // Adjacent cells have three columns between them; longer distances in the data are not joined.
        for x in (a.min(b) + 1..a.max(b)).take(3) {
            let seat = if (x < middle) == (a < b) { Seat::FIRST } else { Seat::SECOND };
            canvas.entry((row, x)).or_insert(Glyph { sign, ink: Ink::Seat(seat), mark: None });
        }
    }
}

fn strongest(kinds: impl Iterator<Item = MarkKind>) -> Option<MarkKind> {
    kinds.max_by_key(|kind| match kind {
        MarkKind::LastMove => 0,
        MarkKind::Target => 1,
        MarkKind::Selected => 2,
    })
}

fn empty(kind: CellKind, options: &TextOptions) -> Signs {
    let sign = match kind {
        CellKind::Crossing => '+',
        CellKind::TrackEnd { dots, in_force, .. } => {
            let ink = if in_force { Ink::Force } else { Ink::Ground };
            return vec![(0, dot_sign(dots, options), ink)];
        }
        CellKind::Hole { token: true } => 'o',
        CellKind::Hole { token: false } | CellKind::Seat | CellKind::Square => '.',
    };
    vec![(0, sign, Ink::Ground)]
}

fn dot_sign(dots: u8, options: &TextOptions) -> char {
    match (dots, options.ascii) {
        (1, false) => '·',
        (2, false) => ':',
        (3, false) => '∴',
        _ => char::from_digit(u32::from(dots), 36).unwrap_or('?'),
    }
}

fn standing(shape: Shape, on: CellKind, options: &TextOptions) -> Signs {
    match shape {
        Shape::Runner { seat, home: true, .. } => {
            vec![(0, options.upper(seat), Ink::Seat(seat)), (1, '*', Ink::Seat(seat))]
        }
        Shape::Runner { seat, heading, home: false, .. } => {
            let front = if heading == Heading::Left { -1 } else { 1 };
            let mut signs =
                vec![(0, options.upper(seat), Ink::Seat(seat)), (front, arrow(heading), Ink::Seat(seat))];
            // A piece at the end of its track hides the dots of its speed, so they move behind it.
            if let CellKind::TrackEnd { dots, in_force: true, .. } = on {
                signs.push((-front, dot_sign(dots, options), Ink::Force));
            }
            signs
        }
        Shape::Peg { seat, size, upright, moved } => {
            let letter = if upright { options.lower(seat) } else { options.upper(seat) };
            let mut signs = vec![(-1, letter, Ink::Seat(seat)), (0, size_letter(size), Ink::Seat(seat))];
            if moved {
                signs.push((1, '\'', Ink::Seat(seat)));
            }
            signs
        }
        Shape::Tower { seat, height } => {
            let mut said = if height > 1 { height.to_string() } else { String::new() };
            said.push(options.lower(seat));
            (0..)
                .map(|i: i64| -i)
                .zip(said.chars().rev())
                .map(|(x, sign)| (x, sign, Ink::Seat(seat)))
                .collect()
        }
        Shape::Domino { heading, .. } => half_domino(Seat::FIRST, heading, options),
    }
}

/// The half of a domino whose other half is in this direction; lying halves are joined later.
fn half_domino(seat: Seat, heading: Heading, options: &TextOptions) -> Signs {
    let mut signs = vec![(0, options.upper(seat), Ink::Seat(seat))];
    if matches!(heading, Heading::Up | Heading::Down) {
        signs.push((1, arrow(heading), Ink::Seat(seat)));
    }
    signs
}

pub(crate) fn size_letter(size: u8) -> char {
    match size {
        1 => 'S',
        2 => 'M',
        3 => 'L',
        _ => '?',
    }
}

fn arrow(heading: Heading) -> char {
    match heading {
        Heading::Right => '>',
        Heading::Down => 'v',
        Heading::Left => '<',
        Heading::Up => '^',
    }
}

fn reverse(heading: Heading) -> Heading {
    match heading {
        Heading::Right => Heading::Left,
        Heading::Down => Heading::Up,
        Heading::Left => Heading::Right,
        Heading::Up => Heading::Down,
    }
}

/// Uses the terminal's own sixteen colours, because programs cannot know its background.
fn style(ground: Ground, span: &Span) -> Style {
    let style = match span.ink {
        Ink::Blank | Ink::Ground => Style::new(),
        Ink::Label => Style::new().dimmed(),
        Ink::Force => Style::new().bold(),
        Ink::Seat(seat) => Style::new().bold().fg_color(Some(seat_colour(ground, seat).into())),
        Ink::Bracket => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
    };
    if span.mark == Some(MarkKind::Selected) { style.invert() } else { style }
}

fn seat_colour(ground: Ground, seat: Seat) -> AnsiColor {
    let colours = match ground {
        Ground::Tracks => [AnsiColor::Yellow, AnsiColor::Red, AnsiColor::Green, AnsiColor::Magenta],
        Ground::Hexagon => [AnsiColor::BrightBlue, AnsiColor::Red, AnsiColor::Green, AnsiColor::Magenta],
        Ground::Seats => [AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Red],
        Ground::Rail => [AnsiColor::Red, AnsiColor::BrightBlue, AnsiColor::Green, AnsiColor::Magenta],
    };
    colours[seat.index()]
}
