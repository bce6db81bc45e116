//! The four kinds of pieces. Each is drawn around its cell's centre, so that a page can move it with
//! `transform`, and shows its seat's sign: circle, triangle, square or diamond.

use super::pen::{Escaped, N, draw, step, translate, turn};
use crate::text::size_letter;
use ludoteca_core::{
    Board, Seat,
    board::{Heading, Piece, Shape},
};

/// All pieces, from back to front.
pub(super) fn pieces(out: &mut String, board: &Board) {
    let on_cell = |piece: &'_ Piece| board.cells.get(piece.cell).map(|cell| (cell, *piece));
    let mut pieces: Vec<_> = board.pieces.iter().filter_map(on_cell).collect();
    pieces.sort_by_key(|(cell, _)| cell.at.y);
    for (cell, piece) in pieces {
        let (kind, seat) = match piece.shape {
            Shape::Runner { seat, home: false, .. } => ("runner", Some(seat)),
            Shape::Runner { seat, home: true, .. } => ("runner home", Some(seat)),
            Shape::Peg { seat, .. } => ("peg", Some(seat)),
            Shape::Tower { seat, .. } => ("tower", Some(seat)),
            Shape::Domino { .. } => ("domino", None),
        };
        let seat = seat.map_or(String::new(), |seat| format!(" {}", seat_class(seat)));
        let name = kind.split(' ').next().unwrap_or(kind);
        let (on, place) = (Escaped(&cell.name), translate(cell.at));
        draw!(
            out,
            "<g class=\"piece {kind}{seat}\" data-piece=\"{name}\" data-on=\"{on}\" transform=\"{place}\">"
        );
        match piece.shape {
            Shape::Runner { seat, heading, speed, home } => runner(out, seat, heading, speed, home),
            Shape::Peg { seat, size, upright, moved } => peg(out, seat, size, upright, moved),
            Shape::Tower { seat, height } => tower(out, seat, height),
            Shape::Domino { other, heading } => {
                let there = board.cells.get(other).map_or(cell.at, |other| other.at);
                let away =
                    (i64::from(there.x) - i64::from(cell.at.x), i64::from(there.y) - i64::from(cell.at.y));
                domino(out, heading, away);
            }
        }
        out.push_str("</g>\n");
    }
}

fn seat_class(seat: Seat) -> String {
    format!("seat-{}", seat.index() + 1)
}

/// A seat's sign as a path of roughly this radius around a point, flattened by `flat` for tops seen at an
/// angle.
fn sign(seat: Seat, radius: f64, (x, y): (f64, f64), flat: f64) -> String {
    let r = radius;
    // The corners of the triangle and the square extend further, so that all signs look equally large.
    let corners: &[(f64, f64)] = match seat.index() {
        0 => {
            let (left, rx, ry) = (N(x - r), N(r), N(r * flat));
            let across = N(2.0 * r);
            return format!("M{left} {}a{rx} {ry} 0 1 0 {across} 0a{rx} {ry} 0 1 0-{across} 0Z", N(y));
        }
        1 => &[(0.0, -1.3), (1.13, 0.65), (-1.13, 0.65)],
        2 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        _ => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
    };
    let points: Vec<String> =
        corners.iter().map(|(cx, cy)| format!("{} {}", N(x + cx * r), N(y + cy * r * flat))).collect();
    format!("M{}Z", points.join("L"))
}

/// A lozenge that points in its direction of travel, with its speed as dots on its back. At home, it lies
/// beside its track.
fn runner(out: &mut String, seat: Seat, heading: Heading, speed: u8, home: bool) {
    const BODY: &str = "M-36-21H13Q16-21 18-19L43-3Q46 0 43 3L18 19Q16 21 13 21H-36L-45 12V-12Z";
    const BEVEL: &str = "M-34-16H13L38 0L13 16H-34L-40 10V-10Z";
    let (dx, dy) = step(heading);
    let turn = turn(heading);
    // It is moved aside by half a cell: between its own track and the next.
    let (x, y) = if home { (50.0 * dy.abs(), 50.0 * dx.abs()) } else { (0.0, 0.0) };
    draw!(out, "<g transform=\"translate({} {})\">", N(x), N(y - 2.0));
    for (class, down) in [("cast", 11), ("body", 6), ("side", 6), ("body", 0)] {
        draw!(out, "<path class=\"{class}\" transform=\"translate(0 {down}) rotate({turn})\" d=\"{BODY}\"/>");
    }
    draw!(out, "<path class=\"edge\" transform=\"rotate({turn})\" d=\"{BEVEL}\"/>");
    draw!(out, "<path class=\"sign\" d=\"{}\"/>", sign(seat, 8.5, (-23.0 * dx, -23.0 * dy), 1.0));
    if !home {
        for i in 0..u32::from(speed) {
            let along = f64::from(i) * 13.0 - 3.0;
            draw!(out, "<circle class=\"pip\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>", N(along * dx), N(along * dy));
        }
    }
    out.push_str("</g>");
}

/// A barrel seen from slightly above: with a ring on top if upright, plain if turned over.
fn peg(out: &mut String, seat: Seat, size: u8, upright: bool, moved: bool) {
    const FLAT: f64 = 0.6;
    let (rx, height, font) = match size {
        1 => (22.0, 23.0, 21.0),
        2 => (29.0, 37.0, 27.0),
        _ => (36.0, 52.0, 33.0),
    };
    let ry = rx * FLAT;
    let (foot, top) = (9.0, 9.0 - height);
    let bulge = rx + 2.0 + height * 0.12;
    let (nx, ny, nf, nt) = (N(rx), N(ry), N(foot), N(top));
    let (middle, nb) = (N(f64::midpoint(foot, top)), N(bulge));
    draw!(
        out,
        "<ellipse class=\"cast\" cx=\"5\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
        N(foot + 5.0),
        N(rx + 4.0),
        N(ry + 3.0)
    );
    let left = format!("M-{nx} {nt}Q-{nb} {middle}-{nx} {nf}");
    draw!(out, "<path class=\"body\" d=\"{left}A{nx} {ny} 0 0 0 {nx} {nf}Q{nb} {middle} {nx} {nt}Z\"/>");
    // The side facing away from the light, and a thin rim all around.
    let inner = N(rx * 0.45);
    let (inner_top, inner_foot) = (N(top + ry * 0.89), N(foot + ry * 0.89));
    draw!(
        out,
        "<path class=\"side\" d=\"M{inner} {inner_top}V{inner_foot}A{nx} {ny} 0 0 0 {nx} {nf}Q{nb} {middle} {nx} {nt}Z\"/>"
    );
    draw!(out, "<path class=\"side soft\" d=\"{left}A{nx} {ny} 0 0 0 {nx} {nf}Q{nb} {middle} {nx} {nt}Z\"/>");
    draw!(out, "<ellipse class=\"body\" cy=\"{nt}\" rx=\"{nx}\" ry=\"{ny}\"/>");
    draw!(out, "<ellipse class=\"sheen\" cy=\"{nt}\" rx=\"{nx}\" ry=\"{ny}\"/>");
    if upright {
        draw!(
            out,
            "<ellipse class=\"ring\" cy=\"{nt}\" rx=\"{}\" ry=\"{}\"/>",
            N(rx - 4.0),
            N((rx - 4.0) * FLAT)
        );
    }
    draw!(out, "<path class=\"pip\" d=\"{}\"/>", sign(seat, rx * 0.3, (0.0, top), FLAT));
    let baseline = N(f64::midpoint(foot, top) + ry + font * 0.36);
    draw!(
        out,
        "<text class=\"letter\" y=\"{baseline}\" font-size=\"{}\">{}</text>",
        N(font),
        size_letter(size)
    );
    if moved {
        let (x, y) = (N(rx + 4.0), N(top - ry + 6.0));
        draw!(
            out,
            "<g class=\"moved\" transform=\"translate({x} {y})\"><circle class=\"tick-ground\" r=\"11\"/>"
        );
        out.push_str("<path class=\"tick\" d=\"M-5 0.5L-1.5 4.5L5-4\"/></g>");
    }
}

/// Ribbed discs stacked on top of each other, with the height as a digit from two on.
fn tower(out: &mut String, seat: Seat, height: u8) {
    const RX: f64 = 39.0;
    const RY: f64 = 34.0;
    let levels = height.max(1);
    // High towers are compressed so that they do not hide what is behind them.
    let lift = (44.0 / f64::from(levels)).min(9.0);
    let thick = lift.min(8.0);
    draw!(out, "<ellipse class=\"cast\" cx=\"5\" cy=\"12\" rx=\"42\" ry=\"36\"/>");
    let mut top = 0.0;
    for level in 0..levels {
        let foot = 6.0 - f64::from(level) * lift;
        top = foot - thick;
        let (f, t) = (N(foot), N(top));
        draw!(out, "<path class=\"body\" d=\"M-{RX} {t}V{f}A{RX} {RY} 0 0 0 {RX} {f}V{t}Z\"/>");
        draw!(out, "<path class=\"side\" d=\"M-{RX} {t}V{f}A{RX} {RY} 0 0 0 {RX} {f}V{t}Z\"/>");
        let ribs = N(top + thick / 2.0 + 1.0);
        draw!(out, "<path class=\"ribs\" d=\"M-{RX} {ribs}A{RX} {RY} 0 0 0 {RX} {ribs}\"/>");
        draw!(out, "<ellipse class=\"body\" cy=\"{t}\" rx=\"{RX}\" ry=\"{RY}\"/>");
        draw!(out, "<ellipse class=\"seam\" cy=\"{t}\" rx=\"{RX}\" ry=\"{RY}\"/>");
    }
    let t = N(top);
    draw!(out, "<ellipse class=\"ribs\" cy=\"{t}\" rx=\"35\" ry=\"30\"/>");
    draw!(out, "<ellipse class=\"edge\" cy=\"{t}\" rx=\"30\" ry=\"25.5\"/>");
    if height < 2 {
        draw!(out, "<path class=\"sign\" d=\"{}\"/>", sign(seat, 11.0, (0.0, top), 0.9));
    } else {
        let size = if height < 10 { 23 } else { 19 };
        draw!(out, "<path class=\"sign\" d=\"{}\"/>", sign(seat, 20.0, (0.0, top), 0.9));
        draw!(out, "<text class=\"letter\" y=\"{}\" font-size=\"{size}\">{height}</text>", N(top + 9.0));
    }
}

/// Two halves, each with a round hole through which the ground shows; the seat's sign surrounds the hole.
fn domino(out: &mut String, heading: Heading, away: (i64, i64)) {
    const HALF: &str = "M50-46H-32Q-46-46-46-32V32Q-46 46-32 46H50ZM18 0A18 18 0 1 0-18 0A18 18 0 1 0 18 0Z";
    let halves = [(Seat::FIRST, (0, 0), turn(heading)), (Seat::SECOND, away, (turn(heading) + 180) % 360)];
    for (class, down) in [("cast", 8), ("body", 4), ("side", 4), ("body", 0)] {
        for (seat, (x, y), turn) in halves {
            let (seat, place) = (seat_class(seat), format!("translate({x} {}) rotate({turn})", y + down));
            draw!(
                out,
                "<path class=\"{class} {seat}\" fill-rule=\"evenodd\" transform=\"{place}\" d=\"{HALF}\"/>"
            );
        }
    }
    for (seat, (x, y), _) in halves {
        // A triangle's centroid is below the middle of its height.
        let down = if seat == Seat::SECOND { 3.0 } else { 0.0 };
        let (seat, round) = (seat_class(seat), sign(seat, 29.0, (0.0, down), 1.0));
        draw!(out, "<path class=\"sign bold {seat}\" transform=\"translate({x} {y})\" d=\"{round}\"/>");
    }
}
