//! Hand-built boards, similar to those of the games.
#![allow(dead_code, reason = "each test file uses some of these")]

use ludoteca_core::{
    Board, Seat,
    board::{Cell, CellKind, Ground, Heading, Label, Mark, MarkKind, Piece, Point, Shape},
};

pub(crate) const ONE: Seat = Seat::FIRST;
pub(crate) const TWO: Seat = Seat::SECOND;

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("0 to 3")
}

fn cell(name: String, x: i32, y: i32, kind: CellKind) -> Cell {
    Cell { name, at: Point { x, y }, kind }
}

fn label(text: impl ToString, x: i32, y: i32) -> Label {
    Label { text: text.to_string(), at: Point { x, y } }
}

fn bare(ground: Ground, cells: Vec<Cell>, labels: Vec<Label>) -> Board {
    Board { ground, cells, pieces: Vec::new(), labels, marks: Vec::new() }
}

pub(crate) fn put(board: &mut Board, name: &str, shape: Shape) {
    let cell = board.cell(name).expect(name);
    board.pieces.push(Piece { cell, shape });
}

pub(crate) fn mark(board: &mut Board, kind: MarkKind, names: &[&str]) {
    for name in names {
        let cell = board.cell(name).expect(name);
        board.marks.push(Mark { cell, kind });
    }
}

/// Five tracks each way. Each piece has a space (0 to 6) and a flag for the way back; `None` means home.
pub(crate) fn tracks(pieces: [[Option<(i32, bool)>; 5]; 2]) -> Board {
    const OUT: [[u8; 5]; 2] = [[3, 1, 2, 1, 3], [1, 3, 2, 3, 1]];
    let at = |seat: Seat, track: i32, space: i32| {
        let (along, across) = (100 * space, 100 * (track + 1));
        if seat == ONE { (along, across) } else { (across, along) }
    };
    let mut cells = Vec::new();
    for row in 0..5 {
        for column in 0..5 {
            let (x, y) = at(ONE, row, column + 1);
            cells.push(cell(format!("Y{}/R{}", row + 1, column + 1), x, y, CellKind::Crossing));
        }
    }
    let mut labels = Vec::new();
    let mut runners = Vec::new();
    for (seat, letter) in [(ONE, 'Y'), (TWO, 'R')] {
        for track in 0..5 {
            let piece = pieces[seat.index()][track as usize];
            let out = OUT[seat.index()][track as usize];
            for (space, word) in [(0, "start"), (6, "turn")] {
                let (x, y) = at(seat, track, space);
                let dots = if space == 0 { out } else { 4 - out };
                let in_force = piece.is_some_and(|(_, back)| back == (space == 6));
                let kind = CellKind::TrackEnd { seat, dots, in_force };
                cells.push(cell(format!("{letter}{} {word}", track + 1), x, y, kind));
            }
            let (x, y) = at(seat, track, -1);
            labels.push(label(format!("{letter}{}", track + 1), x, y));
            let (space, back) = piece.unwrap_or((0, true));
            let heading = match (seat == ONE, back) {
                (true, false) => Heading::Right,
                (true, true) => Heading::Left,
                (false, false) => Heading::Down,
                (false, true) => Heading::Up,
            };
            let speed = if back { 4 - out } else { out };
            runners.push((
                at(seat, track, space),
                Shape::Runner { seat, heading, speed, home: piece.is_none() },
            ));
        }
    }
    let mut board = bare(Ground::Tracks, cells, labels);
    for ((x, y), shape) in runners {
        let cell = board.cells.iter().position(|cell| cell.at == Point { x, y }).expect("on the board");
        board.pieces.push(Piece { cell, shape });
    }
    board
}

/// A hexagon with this many holes per side, all with tokens except the ones listed.
pub(crate) fn hexagon(side: i32, sunk: &[&str]) -> Board {
    let rows = 2 * side - 1;
    let middle = side - 1;
    let mut cells = Vec::new();
    let mut labels = Vec::new();
    let x = |row: i32, number: i32| 100 * number - 50 * row;
    let y = |row: i32| 87 * (rows - 1 - row);
    for row in (0..rows).rev() {
        let letter = char::from(b'a' + row as u8);
        let numbers = (row - middle).max(0) + 1..=(row + side).min(rows);
        labels.push(label(letter, x(row, *numbers.start() - 1), y(row)));
        for number in numbers {
            let name = format!("{letter}{number}");
            let token = !sunk.contains(&name.as_str());
            cells.push(cell(name, x(row, number), y(row), CellKind::Hole { token }));
        }
    }
    for number in 1..=rows {
        let row = (number - side).max(0) - 1;
        labels.push(label(number, x(row, number), y(row)));
    }
    bare(Ground::Hexagon, cells, labels)
}

/// A grid with letters below and numbers on the left.
pub(crate) fn grid(ground: Ground, kind: CellKind, width: i32, height: i32) -> Board {
    let mut cells = Vec::new();
    let mut labels = Vec::new();
    for rank in (1..=height).rev() {
        let y = 100 * (height - rank);
        labels.push(label(rank, -100, y));
        for file in 0..width {
            let name = format!("{}{rank}", char::from(b'a' + file as u8));
            cells.push(cell(name, 100 * file, y, kind));
        }
    }
    labels.extend((0..width).map(|file| label(char::from(b'a' + file as u8), 100 * file, 100 * height)));
    bare(ground, cells, labels)
}

/// Six by six seats; towers are written rank by rank from the top, as in `2l.d`.
pub(crate) fn towers(ranks: &str) -> Board {
    let mut board = grid(Ground::Seats, CellKind::Seat, 6, 6);
    let mut cell = 0;
    let mut height = 0;
    for sign in ranks.chars() {
        let seat = match sign {
            'l' => Some(ONE),
            'd' => Some(TWO),
            '/' => continue,
            digit if digit.is_ascii_digit() => {
                height = 10 * height + digit as u8 - b'0';
                continue;
            }
            _ => None,
        };
        if let Some(seat) = seat {
            board.pieces.push(Piece { cell, shape: Shape::Tower { seat, height: height.max(1) } });
        }
        (cell, height) = (cell + 1, 0);
    }
    board
}

/// A grid on a rail with dominoes such as `d1>`: the red half's cell and the direction of the blue half.
pub(crate) fn dominoes(width: i32, height: i32, pieces: &[&str]) -> Board {
    let mut board = grid(Ground::Rail, CellKind::Square, width, height);
    for piece in pieces {
        let (name, arrow) = piece.split_at(piece.len() - 1);
        let (heading, (dx, dy)) = match arrow {
            ">" => (Heading::Right, (100, 0)),
            "<" => (Heading::Left, (-100, 0)),
            "^" => (Heading::Up, (0, -100)),
            _ => (Heading::Down, (0, 100)),
        };
        let at = board.cells[board.cell(name).expect(name)].at;
        let there = Point { x: at.x + dx, y: at.y + dy };
        let other = board.cells.iter().position(|cell| cell.at == there).expect("on the grid");
        put(&mut board, name, Shape::Domino { other, heading });
    }
    board
}

pub(crate) fn peg(seat: Seat, size: u8, upright: bool, moved: bool) -> Shape {
    Shape::Peg { seat, size, upright, moved }
}

/// A game of each kind at its start and in progress, with marks.
pub(crate) fn samples() -> Vec<(&'static str, Board)> {
    let start = Some((0, false));
    let mut tracks_middle = tracks([
        [Some((3, false)), Some((6, true)), None, Some((2, true)), start],
        [Some((2, false)), Some((0, false)), Some((4, true)), None, Some((6, true))],
    ]);
    mark(&mut tracks_middle, MarkKind::LastMove, &["Y1/R3"]);
    mark(&mut tracks_middle, MarkKind::Target, &["R1 start", "Y4/R3"]);
    mark(&mut tracks_middle, MarkKind::Selected, &["Y4/R2"]);

    let mut hexagon_start = hexagon(5, &["a2", "a1", "b1", "i8", "i9", "h9"]);
    for (name, seat, size) in
        [("a2", ONE, 3), ("a1", ONE, 1), ("b1", ONE, 2), ("i8", TWO, 2), ("i9", TWO, 1), ("h9", TWO, 3)]
    {
        put(&mut hexagon_start, name, peg(seat, size, true, false));
    }

    let mut hexagon_middle = hexagon(
        6,
        &["a1", "a2", "b1", "b2", "c3", "d4", "e5", "k10", "k11", "j11", "j10", "h8", "g7", "f1", "e1", "g2"],
    );
    for (name, shape) in [
        ("b2", peg(ONE, 1, true, true)),
        ("d4", peg(ONE, 2, false, false)),
        ("e5", peg(ONE, 3, true, false)),
        ("h8", peg(seat(2), 1, false, false)),
        ("j10", peg(seat(2), 3, true, false)),
        ("g7", peg(seat(2), 2, true, false)),
        ("f1", peg(TWO, 1, true, false)),
        ("g2", peg(TWO, 2, false, false)),
        ("e1", peg(TWO, 3, false, false)),
        ("f11", peg(seat(3), 1, true, false)),
        ("e10", peg(seat(3), 2, true, false)),
        ("g11", peg(seat(3), 3, false, false)),
    ] {
        put(&mut hexagon_middle, name, shape);
    }
    mark(&mut hexagon_middle, MarkKind::LastMove, &["a1", "b2"]);
    mark(&mut hexagon_middle, MarkKind::Selected, &["e5"]);
    mark(&mut hexagon_middle, MarkKind::Target, &["h5", "e8", "b5", "h8", "c3"]);

    let mut towers_middle = towers("d.lld./l2d..3l./.dl5d.l/l.2ld.l/4d..12l.d/l.d.l.");
    mark(&mut towers_middle, MarkKind::LastMove, &["b1", "c3"]);
    mark(&mut towers_middle, MarkKind::Selected, &["a5"]);
    mark(&mut towers_middle, MarkKind::Target, &["d5", "d2", "a2"]);

    let pieces =
        ["a1>", "c1^", "d1>", "f2v", "g1>", "a2^", "b2^", "d2>", "c4v", "e3^", "f4v", "g2>", "d3^", "h3^"];
    let mut rail_middle = dominoes(8, 8, &pieces);
    mark(&mut rail_middle, MarkKind::LastMove, &["d3", "d4"]);
    mark(&mut rail_middle, MarkKind::Selected, &["h3"]);
    mark(&mut rail_middle, MarkKind::Target, &["g3", "g4", "a4", "b4"]);

    vec![
        ("tracks-start", tracks([[start; 5]; 2])),
        ("tracks-middle", tracks_middle),
        ("hexagon-start", hexagon_start),
        ("hexagon-middle", hexagon_middle),
        ("seats-start", towers("ddlldd/llddll/ddlldd/llddll/ddlldd/llddll")),
        ("seats-middle", towers_middle),
        ("rail-start", dominoes(8, 8, &["d1>"])),
        ("rail-middle", rail_middle),
    ]
}
