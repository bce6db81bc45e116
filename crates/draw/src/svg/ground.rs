//! The four grounds and their cells.

use super::pen::{Chance, Escaped, N, draw, translate};
use ludoteca_core::{
    Board,
    board::{Cell, CellKind, Ground, Label, Point},
};

/// Half the square root of three: the height of a row in a hexagon with holes at distance 1.
const ROW: f64 = 0.866_025_403_784_438_6;

/// How far the wood extends beyond the outermost cell or label, excluding its rounded edge.
const BORDER: f64 = 34.0;

/// The distance of the line around the field from the outermost cells.
const FIELD: f64 = 72.0;

/// How far the planks in a frame extend beyond the centres of the outermost cells, excluding [`OVER`].
const IN_FRAME: f64 = 47.0;

/// How far planks and grain extend into the rounded edge.
const OVER: f64 = 7.0;

/// The face of a board: a rectangle, or a hexagon with corners on the left and right.
struct Face {
    middle: (f64, f64),
    /// The distance from the centre to the side and to the top.
    half: (f64, f64),
    hexagon: bool,
}

impl Face {
    /// Encloses all cells and the further points, with equal borders on opposite sides.
    fn around(board: &Board, further: impl Iterator<Item = Point>, border: f64) -> Face {
        let (low, high) = bounds(board.cells.iter().map(|cell| cell.at));
        let middle =
            (f64::from(low.x).midpoint(f64::from(high.x)), f64::from(low.y).midpoint(f64::from(high.y)));
        let points = board.cells.iter().map(|cell| cell.at).chain(further);
        let away = points.map(|p| ((f64::from(p.x) - middle.0).abs(), (f64::from(p.y) - middle.1).abs()));
        if board.ground == Ground::Hexagon {
            let reach = away.map(|(x, y)| (x + y * ROW / 1.5).max(y / ROW)).fold(0.0, f64::max) + border;
            return Face { middle, half: (reach, reach * ROW), hexagon: true };
        }
        let reach = away.fold((0.0, 0.0), |(a, b): (f64, f64), (x, y)| (a.max(x), b.max(y)));
        Face { middle, half: (reach.0 + border, reach.1 + border), hexagon: false }
    }

    /// Half the width at this vertical distance from the centre.
    fn half_width(&self, y: f64) -> f64 {
        if self.hexagon { self.half.0 - y.abs() * ROW / 1.5 } else { self.half.0 }
    }

    /// The outline between two heights relative to the centre, extended by `out` on both sides.
    fn strip(&self, top: f64, bottom: f64, out: f64, down: f64) -> String {
        let (x, y) = (self.middle.0, self.middle.1 + down);
        let mut heights = vec![top, bottom];
        if self.hexagon && top < 0.0 && bottom > 0.0 {
            heights.insert(1, 0.0);
        }
        let right = heights.iter().map(|&h| (x + self.half_width(h) + out, y + h));
        let left = heights.iter().rev().map(|&h| (x - self.half_width(h) - out, y + h));
        let points: Vec<String> = right.chain(left).map(|(x, y)| format!("{} {}", N(x), N(y))).collect();
        format!("M{}Z", points.join("L"))
    }

    fn outline(&self, down: f64) -> String {
        self.strip(-self.half.1, self.half.1, 0.0, down)
    }

    /// The slab: its shadow, its edge and its face.
    fn slab(&self, out: &mut String) {
        draw!(out, "<path class=\"slab cast\" d=\"{}\"/>\n", self.outline(20.0));
        draw!(out, "<path class=\"slab\" d=\"{}\"/>\n", self.outline(10.0));
        draw!(out, "<path class=\"face\" d=\"{}\"/>\n", self.outline(0.0));
    }

    fn planks(&self, out: &mut String, wood: &Wood) {
        let top = -self.half.1 - OVER;
        let height = -2.0 * top / f64::from(wood.planks);
        for plank in 0..wood.planks {
            let class = ["plank", "plank pale", "plank mild"][(plank % 3) as usize];
            let top = top + f64::from(plank) * height;
            if wood.planks > 1 {
                draw!(out, "<path class=\"{class}\" d=\"{}\"/>\n", self.strip(top, top + height, OVER, 0.0));
            }
            self.grain(out, wood, top, height, plank);
        }
    }

    /// Grain lines along one plank that bend around a few knots; the knots themselves are not drawn.
    fn grain(&self, out: &mut String, wood: &Wood, top: f64, height: f64, plank: u32) {
        const PARTS: u32 = 9;
        let mut chance = Chance(plank * 77 + 5);
        let knots: Vec<(f64, f64, f64)> = (0..wood.knots)
            .map(|_| (chance.swing(0.9), top + height * chance.next(), wood.bend * (0.6 + chance.next())))
            .collect();
        let mut line = top + 3.0;
        while line < top + height - 2.0 {
            let reach = self.half_width(line) + OVER;
            let at = |part: u32| {
                let x = reach * (f64::from(part) / f64::from(PARTS) * 2.0 - 1.0);
                let bend: f64 = knots
                    .iter()
                    .map(|&(knot_x, knot_y, bend)| {
                        let away = (line - knot_y) / (2.0 * bend);
                        let along = (x - knot_x * self.half.0) / (self.half.0 * 0.35);
                        2.0 * bend * away / (1.0 + away * away) / (1.0 + along * along)
                    })
                    .sum();
                // Lines stay within their plank.
                let y = (line + bend).clamp(top + 1.0, top + height - 1.0);
                (self.middle.0 + x, self.middle.1 + y)
            };
            let class = match chance.next() {
                c if c < 0.1 => "grain broad",
                c if c < 0.3 => "grain",
                c if c < 0.75 => "grain fine",
                _ => "grain fleck",
            };
            let offset = N((chance.next() * 400.0).round());
            let (x, y) = at(0);
            draw!(out, "<path class=\"{class}\" stroke-dashoffset=\"{offset}\" d=\"M{} {}", N(x), N(y));
            for part in 1..PARTS {
                let ((x, y), next) = (at(part), at(part + 1));
                let end = if part + 1 == PARTS { next } else { (x.midpoint(next.0), y.midpoint(next.1)) };
                draw!(out, "Q{} {} {} {}", N(x), N(y), N(end.0), N(end.1));
            }
            out.push_str("\"/>\n");
            // Limits the number of lines to a few hundred, however large the board is.
            line += wood.spacing.max(height / 200.0) * (0.5 + chance.next());
        }
    }
}

/// The grain parameters of a kind of wood.
struct Wood {
    planks: u32,
    /// The distance between two grain lines.
    spacing: f64,
    /// The number of knots in a plank, and how far the grain bends around them.
    knots: u32,
    bend: f64,
}

const WALNUT: Wood = Wood { planks: 1, spacing: 13.0, knots: 5, bend: 34.0 };
const BEECH: Wood = Wood { planks: 6, spacing: 15.0, knots: 2, bend: 9.0 };

fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    points
        .map(|p| (p, p))
        .reduce(|(low, high), (p, _)| {
            let low = Point { x: low.x.min(p.x), y: low.y.min(p.y) };
            (low, Point { x: high.x.max(p.x), y: high.y.max(p.y) })
        })
        .unwrap_or((Point { x: 0, y: 0 }, Point { x: 0, y: 0 }))
}

/// Everything below the cells, and the `viewBox` that encloses it.
pub(super) fn ground(board: &Board) -> (String, String) {
    let face = Face::around(board, board.labels.iter().map(|label| label.at), BORDER);
    let mut out = String::new();
    face.slab(&mut out);
    if board.ground == Ground::Rail {
        // The planks lie in a frame, which carries the labels.
        Face::around(board, std::iter::empty(), IN_FRAME).planks(&mut out, &BEECH);
        rail(&mut out, board);
    } else {
        face.planks(&mut out, if board.ground == Ground::Tracks { &WALNUT } else { &BEECH });
        let field = Face::around(board, std::iter::empty(), FIELD);
        let (edge, line) =
            (face.strip(-face.half.1 - OVER, face.half.1 + OVER, OVER, 0.0), field.outline(0.0));
        draw!(out, "<path class=\"border\" fill-rule=\"evenodd\" d=\"{edge}{line}\"/>\n");
        draw!(out, "<path class=\"rim\" d=\"{line}\"/>\n");
    }
    if board.ground == Ground::Tracks {
        grooves(&mut out, board);
    }
    // Beyond the face: half its stroke on all sides, and below it the slab's edge and shadow.
    let (width, height) = (2.0 * face.half.0 + 24.0, 2.0 * face.half.1 + 44.0);
    let (left, top) = (face.middle.0 - face.half.0 - 12.0, face.middle.1 - face.half.1 - 12.0);
    let view = format!("{} {} {} {}", N(left.floor()), N(top.floor()), N(width.ceil()), N(height.ceil()));
    (out, view)
}

/// Draws a groove along every row and column that has a crossing.
fn grooves(out: &mut String, board: &Board) {
    let mut lines = Vec::new();
    for crossing in board.cells.iter().filter(|cell| cell.kind == CellKind::Crossing) {
        let row = board.cells.iter().map(|cell| cell.at).filter(|at| at.y == crossing.at.y);
        let column = board.cells.iter().map(|cell| cell.at).filter(|at| at.x == crossing.at.x);
        for line in [bounds(row), bounds(column)] {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    // As long as the pieces at its ends.
    let path: String = lines
        .iter()
        .map(|(from, to)| {
            let (x, y) = (28 * i32::from(from.x != to.x), 28 * i32::from(from.y != to.y));
            let [x1, y1] = [from.x.saturating_sub(x), from.y.saturating_sub(y)];
            format!("M{x1} {y1}L{} {}", to.x.saturating_add(x), to.y.saturating_add(y))
        })
        .collect();
    draw!(out, "<path class=\"groove lip\" transform=\"translate(0 2)\" d=\"{path}\"/>\n");
    draw!(out, "<path class=\"groove wall\" d=\"{path}\"/>\n");
    draw!(out, "<path class=\"groove\" transform=\"translate(0 2.5)\" d=\"{path}\"/>\n");
}

/// The game edge: a thick rail under the lowest cells, with room for the labels below.
fn rail(out: &mut String, board: &Board) {
    let (low, high) = bounds(board.cells.iter().map(|cell| cell.at));
    let (left, top) = (f64::from(low.x) - 78.0, f64::from(high.y) + 50.0);
    let width = f64::from(high.x) - f64::from(low.x) + 156.0;
    let below = |label: &Label| (label.at.y > high.y).then_some(f64::from(label.at.y) - 13.0);
    let foot = board.labels.iter().filter_map(below).fold(top + 34.0, f64::min).max(top + 14.0);
    let (x, w) = (N(left), N(width));
    draw!(
        out,
        "<rect class=\"rail-front\" x=\"{x}\" y=\"{}\" width=\"{w}\" height=\"{}\" rx=\"7\"/>\n",
        N(top),
        N(foot - top)
    );
    draw!(out, "<rect class=\"rail-top\" x=\"{x}\" y=\"{}\" width=\"{w}\" height=\"8\" rx=\"4\"/>\n", N(top));
}

/// The cells as they look without pieces.
pub(super) fn cells(out: &mut String, board: &Board) {
    let (low, high) = bounds(board.cells.iter().map(|cell| cell.at));
    for cell in &board.cells {
        let class = match cell.kind {
            CellKind::Crossing => "crossing",
            CellKind::TrackEnd { in_force: false, .. } => "track-end",
            CellKind::TrackEnd { in_force: true, .. } => "track-end in-force",
            CellKind::Hole { token: false } => "hole",
            CellKind::Hole { token: true } => "hole full",
            CellKind::Seat => "dish-seat",
            CellKind::Square => "grid",
        };
        let (name, place) = (Escaped(&cell.name), translate(cell.at));
        draw!(out, "<g class=\"cell {class}\" data-cell=\"{name}\" transform=\"{place}\">");
        draw_cell(out, cell, outwards(cell.at, low, high));
        out.push_str("</g>\n");
    }
}

/// The outward direction from a cell at the edge of the field; zero for other cells.
fn outwards(at: Point, low: Point, high: Point) -> (i32, i32) {
    let along = |v: i32, low: i32, high: i32| i32::from(v == high) - i32::from(v == low);
    (along(at.x, low.x, high.x), along(at.y, low.y, high.y))
}

fn draw_cell(out: &mut String, cell: &Cell, (dx, dy): (i32, i32)) {
    // Invisible, but makes the entire cell clickable.
    out.push_str("<circle class=\"hit\" r=\"49\"/>");
    match cell.kind {
        CellKind::Crossing => out.push_str("<path class=\"inlay\" d=\"M-11 0H11M0-11V11\"/>"),
        CellKind::TrackEnd { dots, .. } => {
            // Across the track, beyond any piece lying here.
            for i in 0..i32::from(dots) {
                let across = 15 * (2 * i - i32::from(dots) + 1) / 2;
                let (x, y) = (57 * dx + across * dy, 57 * dy + across * dx);
                draw!(out, "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
            }
        }
        CellKind::Hole { token } => {
            out.push_str("<circle class=\"pit-lip\" cy=\"2.5\" r=\"32.5\"/><circle class=\"pit\" r=\"32\"/>");
            out.push_str("<path class=\"pit-shade\" d=\"M-32 0A32 32 0 0 1 32 0A33 24 0 0 0-32 0Z\"/>");
            if token {
                out.push_str("<circle class=\"token\" r=\"29\"/><circle class=\"token-edge\" r=\"23\"/>");
                out.push_str("<path class=\"token-light\" d=\"M-15-8A17 17 0 0 1-3-16.5\"/>");
            }
        }
        CellKind::Seat => {
            out.push_str("<circle class=\"dish-lip\" cy=\"2\" r=\"44\"/><circle class=\"dish\" r=\"43\"/>");
            out.push_str("<path class=\"dish-shade\" d=\"M-43 0A43 43 0 0 1 43 0A44 37 0 0 0-43 0Z\"/>");
        }
        CellKind::Square => {
            out.push_str("<rect class=\"square\" x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"6\"/>");
            out.push_str("<path class=\"rays\" d=\"M0-5V-15M0 5V15M-5 0H-15M5 0H15M3.5-3.5L10.6-10.6");
            out.push_str("M3.5 3.5L10.6 10.6M-3.5-3.5L-10.6-10.6M-3.5 3.5L-10.6 10.6\"/>");
        }
    }
}
