//! Exact renderings in characters.

use crate::common::{ONE, TWO, dominoes, hexagon, mark, peg, put, samples, seat, towers, tracks};
use ludoteca_core::{
    Board,
    board::{Heading, Label, Mark, MarkKind, Piece, Point, Shape},
};
use ludoteca_draw::{Ink, Span, TextOptions, text, text_rows};

const TRACKS: &[&str] = &["yellow", "red"];
const HEXAGON: &[&str] = &["a", "b", "c", "d"];
const SEATS: &[&str] = &["light", "dark"];
const RAIL: &[&str] = &["red", "blue"];

/// Compares with a picture that starts on its own line and is indented like the code around it.
#[track_caller]
fn check(board: &Board, options: &TextOptions, picture: &str) {
    let lines: Vec<&str> = picture.trim_end().trim_start_matches('\n').lines().collect();
    let indent = lines.iter().filter(|line| !line.is_empty()).map(|l| l.len() - l.trim_start().len()).min();
    let expected: String =
        lines.iter().map(|line| format!("{}\n", &line[indent.unwrap_or(0).min(line.len())..])).collect();
    let drawn = text(board, options);
    // Common indentation is ignored in these pictures; the margin for brackets is tested separately.
    let margin =
        drawn.lines().filter(|l| !l.is_empty()).map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
    let drawn: String = drawn.lines().map(|line| format!("{}\n", &line[margin.min(line.len())..])).collect();
    assert_eq!(drawn, expected, "\n{drawn}");
}

fn ascii(names: &[&str]) -> TextOptions {
    TextOptions { ascii: true, ..TextOptions::for_seats(names) }
}

#[test]
fn tracks_at_the_start() {
    let board = tracks([[Some((0, false)); 5]; 2]);
    check(
        &board,
        &ascii(TRACKS),
        "
                R1  R2  R3  R4  R5
                1Rv 3Rv 2Rv 3Rv 1Rv
        Y1  3Y>  +   +   +   +   +   1
        Y2  1Y>  +   +   +   +   +   3
        Y3  2Y>  +   +   +   +   +   2
        Y4  1Y>  +   +   +   +   +   3
        Y5  3Y>  +   +   +   +   +   1
                 3   1   2   1   3
        ",
    );
}

#[test]
fn tracks_with_pieces_turned_home_and_marked() {
    let (_, board) = samples().swap_remove(1);
    check(
        &board,
        &TextOptions::for_seats(TRACKS),
        "
                R1  R2  R3  R4  R5
                (·) ∴Rv  :   R*  ·
        Y1   ∴   +   +  [Y>] +   +   ·
        Y2   ·   Rv  +   +   +   +  <Y∴
        Y3   Y*  +   +   +   +   +   :
        Y4   ·   + {<Y} (R^) +   +   ∴
        Y5  ∴Y>  +   +   +   +   +   ·
                 ∴   ·   :   ·  ∴R^
        ",
    );
}

#[test]
fn hexagon_of_61_holes() {
    let mut board = hexagon(5, &["a1", "a2", "b1", "c3", "i9"]);
    put(&mut board, "a1", peg(ONE, 1, true, false));
    put(&mut board, "a2", peg(ONE, 3, false, false));
    put(&mut board, "c3", peg(ONE, 2, true, true));
    put(&mut board, "i9", peg(TWO, 3, true, false));
    mark(&mut board, MarkKind::LastMove, &["b1", "c3"]);
    mark(&mut board, MarkKind::Target, &["d3", "d4", "d5"]);
    check(
        &board,
        &TextOptions::for_seats(HEXAGON),
        "
                i   o   o   o   o  bL
              h   o   o   o   o   o   o
            g   o   o   o   o   o   o   o
          f   o   o   o   o   o   o   o   o
        e   o   o   o   o   o   o   o   o   o
          d   o   o  (o) (o) (o)  o   o   o   9
            c   o   o [aM'] o   o   o   o   8
              b  [.]  o   o   o   o   o   7
                a  aS  AL   o   o   o   6
                      1   2   3   4   5
        ",
    );
}

#[test]
fn towers_by_height() {
    let mut board = towers("ddlldd/l2d..3l./.dl5d.l/l.2ld.l/4d..12l.d/l.d.l.");
    mark(&mut board, MarkKind::LastMove, &["b1", "c3"]);
    mark(&mut board, MarkKind::Selected, &["a5"]);
    mark(&mut board, MarkKind::Target, &["d5", "d2"]);
    check(
        &board,
        &TextOptions::for_seats(SEATS),
        "
        6   d   d   l   l   d   d
        5  {l} 2d   .  (.) 3l   .
        4   .   d   l  5d   .   l
        3   l   . [2l]  d   .   l
        2  4d   .   .(12l)  .   d
        1   l  [.]  d   .   l   .
            a   b   c   d   e   f
        ",
    );
}

#[test]
fn dominoes_lying_and_standing() {
    let mut board = dominoes(8, 8, &["a1>", "d1<", "e1^", "f2v", "g1>", "h2<"]);
    mark(&mut board, MarkKind::LastMove, &["h2", "g2"]);
    mark(&mut board, MarkKind::Target, &["a2", "f2"]);
    let picture = "
        8   .   .   .   .   .   .   .   .
        7   .   .   .   .   .   .   .   .
        6   .   .   .   .   .   .   .   .
        5   .   .   .   .   .   .   .   .
        4   .   .   .   .   .   .   .   .
        3   .   .   .   .   .   .   .   .
        2  (.)  .   .   .   Bv (Rv)[B]─[R]
        1   R───B   B───R   R^  B^  R───B
            a   b   c   d   e   f   g   h
        ";
    check(&board, &TextOptions::for_seats(RAIL), picture);
    check(&board, &ascii(RAIL), &picture.replace('─', "-"));
}

#[test]
fn brackets_that_meet_share_a_line() {
    let mut board = hexagon(5, &["e4", "e5"]);
    put(&mut board, "e4", peg(ONE, 1, true, true));
    put(&mut board, "e5", peg(TWO, 1, true, false));
    mark(&mut board, MarkKind::LastMove, &["e4"]);
    mark(&mut board, MarkKind::Target, &["e5"]);
    assert!(text(&board, &TextOptions::for_seats(HEXAGON)).contains("o [aS'|bS)  o"));
}

#[test]
fn the_strongest_mark_is_shown() {
    let mut board = towers("");
    mark(&mut board, MarkKind::Selected, &["c4"]);
    mark(&mut board, MarkKind::Target, &["c4", "d4"]);
    mark(&mut board, MarkKind::LastMove, &["c4", "d4"]);
    assert!(text(&board, &TextOptions::for_seats(SEATS)).contains(".  {.} (.)  ."));
}

#[test]
fn the_board_stands_still_when_marks_come() {
    let mut board = towers("2l");
    board.labels.clear();
    let before = text(&board, &TextOptions::for_seats(SEATS));
    assert!(before.starts_with(" 2l   .   ."), "{before}");
    mark(&mut board, MarkKind::Target, &["a6"]);
    let after = text(&board, &TextOptions::for_seats(SEATS));
    assert!(after.starts_with("(2l)  .   ."), "{after}");
}

#[test]
fn the_largest_boards_fit_a_terminal() {
    let mut boards = samples();
    boards.push(("10x10", dominoes(10, 10, &[])));
    boards.push(("91 holes", hexagon(6, &[])));
    for (name, board) in boards {
        let picture = text(&board, &TextOptions::for_seats(HEXAGON));
        assert!(picture.lines().count() <= 22, "{name}: leaves two lines for words");
        assert!(picture.lines().all(|line| line.chars().count() <= 78), "{name}");
        assert!(picture.lines().all(|line| line == line.trim_end()), "{name}");
    }
}

#[test]
fn ascii_is_ascii_and_colour_adds_only_escapes() {
    for (name, board) in samples() {
        let plain = text(&board, &ascii(HEXAGON));
        assert!(plain.is_ascii(), "{name}");
        let coloured = text(&board, &TextOptions { colour: true, ..ascii(HEXAGON) });
        assert!(coloured.contains("\u{1b}["), "{name}");
        let mut stripped = String::new();
        for (i, part) in coloured.split("\u{1b}[").enumerate() {
            stripped += if i == 0 { part } else { part.split_once('m').expect("ends").1 };
        }
        assert_eq!(stripped, plain, "{name}");
    }
}

#[test]
fn spans_tell_seats_and_marks() {
    let mut board = towers("");
    board.cells.truncate(3);
    board.labels.clear();
    put(&mut board, "b6", Shape::Tower { seat: TWO, height: 2 });
    mark(&mut board, MarkKind::Target, &["b6"]);
    let span = |text: &str, ink, mark| Span { text: text.to_owned(), ink, mark };
    let target = Some(MarkKind::Target);
    let expected = vec![
        span("  ", Ink::Blank, None),
        span(".", Ink::Ground, None),
        span(" ", Ink::Blank, None),
        span("(", Ink::Bracket, target),
        span("2d", Ink::Seat(TWO), target),
        span(")", Ink::Bracket, target),
        span("  ", Ink::Blank, None),
        span(".", Ink::Ground, None),
    ];
    assert_eq!(text_rows(&board, &TextOptions::for_seats(SEATS)), [expected]);
}

#[test]
fn nonsense_is_drawn_as_far_as_it_goes() {
    let mut board = dominoes(4, 4, &[]);
    board.pieces.push(Piece { cell: 99, shape: peg(seat(3), 9, true, true) });
    board.pieces.push(Piece { cell: 0, shape: Shape::Domino { other: 99, heading: Heading::Right } });
    board.pieces.push(Piece { cell: 4, shape: peg(seat(3), 9, true, true) });
    board.marks.push(Mark { cell: 99, kind: MarkKind::Selected });
    board.labels.push(Label { text: String::new(), at: Point { x: -1000, y: 7 } });
    check(
        &board,
        &TextOptions::for_seats(&["", "é"]),
        "
        4   A   .   .   .

        3  d?'  .   .   .
        2   .   .   .   .
        1   .   .   .   .
            a   b   c   d
        ",
    );
    let empty = Board { cells: vec![], labels: vec![], ..board };
    assert_eq!(text(&empty, &TextOptions::for_seats(&[])), "");
}
