//! The SVG structure that a page relies on.

use crate::common::{ONE, TWO, dominoes, hexagon, mark, peg, put, samples, seat, towers};
use ludoteca_core::{
    Board,
    board::{Ground, Heading, Mark, MarkKind, Piece, Shape},
};
use ludoteca_draw::{SvgOptions, css_palette, css_rules, svg};
use roxmltree::{Document, Node};

fn drawn(board: &Board) -> String {
    svg(board, &SvgOptions { title: "A <board> & \"more\"", ..SvgOptions::default() })
}

/// All groups of a class.
fn of_class<'a>(document: &'a Document<'_>, class: &'a str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| has_class(node, class)).collect()
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|c| c == class))
}

fn count(board: &Board, class: &str) -> usize {
    of_class(&Document::parse(&drawn(board)).expect("well formed"), class).len()
}

#[test]
fn a_page_finds_every_cell_piece_mark_and_label() {
    for (name, board) in samples() {
        let picture = drawn(&board);
        let document = Document::parse(&picture).unwrap_or_else(|error| panic!("{name}: {error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"), "{name}");
        assert_eq!(root.attribute("viewBox").expect("viewBox").split(' ').count(), 4, "{name}");
        let title = root.first_element_child().expect("title");
        assert_eq!(
            (title.tag_name().name(), title.text()),
            ("title", Some("A <board> & \"more\"")),
            "{name}"
        );
        let cells = of_class(&document, "cell");
        let names: Vec<_> = cells.iter().filter_map(|cell| cell.attribute("data-cell")).collect();
        assert_eq!(names, board.cells.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>(), "{name}");
        let pieces = of_class(&document, "piece");
        assert_eq!(pieces.len(), board.pieces.len(), "{name}");
        assert!(pieces.iter().all(|p| p.has_attribute("data-piece") && p.has_attribute("data-on")), "{name}");
        assert_eq!(of_class(&document, "mark").len(), board.marks.len(), "{name}");
        let labels = of_class(&document, "label");
        let words: Vec<_> = labels.iter().filter_map(|label| label.text()).collect();
        assert_eq!(words, board.labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn names_are_escaped() {
    let mut board = towers("l");
    "<a href=\"x\">&'\u{1}".clone_into(&mut board.cells[0].name);
    "<&>".clone_into(&mut board.labels[0].text);
    let picture = drawn(&board);
    let document = Document::parse(&picture).expect("well formed");
    let cell = of_class(&document, "cell")[0];
    assert_eq!(cell.attribute("data-cell"), Some("<a href=\"x\">&'\u{fffd}"));
    assert_eq!(of_class(&document, "label")[0].text(), Some("<&>"));
}

#[test]
fn everything_lies_in_the_view() {
    for (name, board) in samples() {
        let picture = drawn(&board);
        let document = Document::parse(&picture).expect("well formed");
        let view: Vec<f64> = document
            .root_element()
            .attribute("viewBox")
            .expect("viewBox")
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect();
        let points = board.cells.iter().map(|cell| cell.at).chain(board.labels.iter().map(|label| label.at));
        for at in points {
            let (x, y) = (f64::from(at.x) - view[0], f64::from(at.y) - view[1]);
            assert!(
                (30.0..=view[2] - 30.0).contains(&x) && (30.0..=view[3] - 30.0).contains(&y),
                "{name} {at:?}"
            );
        }
    }
}

#[test]
fn colours_are_named_in_the_style_block_alone() {
    for (name, board) in samples() {
        let styled = drawn(&board);
        let plain =
            svg(&board, &SvgOptions { title: "A <board> & \"more\"", style: false, ..SvgOptions::default() });
        let block = format!("<style>\n{}{}</style>\n", css_palette(board.ground), css_rules());
        assert_eq!(styled.replacen(&block, "", 1), plain, "{name}");
        for literal in ["#", "rgb", "hsl", "style", "fill=", "stroke=", " id="] {
            assert!(!plain.contains(literal), "{name} has {literal}");
        }
    }
    assert!(!css_rules().contains('#') && !css_rules().contains("rgb"));
}

#[test]
fn every_rule_is_used_and_every_property_has_a_value() {
    let palette = [Ground::Tracks, Ground::Hexagon, Ground::Seats, Ground::Rail].map(css_palette);
    for property in css_rules().split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
        let defined = format!("{property}:");
        let everywhere = palette.iter().all(|css| css.matches(&defined).count() == 2);
        assert!(everywhere || css_rules().contains(&defined), "{property}");
    }
    let unstyled = SvgOptions { style: false, ..SvgOptions::default() };
    let drawings: String = samples().iter().map(|(_, board)| svg(board, &unstyled)).collect();
    for class in
        css_rules().split(['.', ' ', '{', ',', '\n']).filter(|word| word.starts_with(char::is_alphabetic))
    {
        // Words inside rule bodies end in a brace or contain a colon; the remaining words are class names.
        if !class.contains([':', ';', '}', '(']) {
            assert!(drawings.contains(class), "no drawing has the class {class}");
        }
    }
}

#[test]
fn numbers_have_at_most_one_decimal() {
    for (name, board) in samples() {
        let plain = svg(&board, &SvgOptions { style: false, ..SvgOptions::default() });
        let mut after =
            plain.split('.').skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).count());
        assert!(after.all(|digits| digits <= 1), "{name}");
        assert!(!plain.contains("NaN") && !plain.contains("inf"), "{name}");
        assert!(!plain.contains("-0 ") && !plain.contains("\"-0\""), "{name}");
    }
}

#[test]
fn the_same_board_is_drawn_the_same() {
    for ((name, one), (_, two)) in samples().into_iter().zip(samples()) {
        assert_eq!(drawn(&one), drawn(&two), "{name}");
    }
}

#[test]
fn pegs_show_size_side_and_whether_they_moved() {
    let mut board = hexagon(5, &[]);
    put(&mut board, "a1", peg(ONE, 1, true, false));
    put(&mut board, "c3", peg(TWO, 2, false, true));
    put(&mut board, "e5", peg(seat(2), 3, true, false));
    assert_eq!((count(&board, "ring"), count(&board, "moved")), (2, 1));
    let picture = drawn(&board);
    let document = Document::parse(&picture).expect("well formed");
    let letters: Vec<_> = of_class(&document, "letter").iter().filter_map(|node| node.text()).collect();
    assert_eq!(letters, ["L", "M", "S"], "from the back to the front");
    assert_eq!(count(&board, "token"), board.cells.len(), "tokens are the cells' own");
}

#[test]
fn seats_have_signs_of_different_form() {
    let signs: Vec<String> = (0..4)
        .map(|number| {
            let mut board = towers("");
            put(&mut board, "c3", Shape::Tower { seat: seat(number), height: 1 });
            let picture = drawn(&board);
            let document = Document::parse(&picture).expect("well formed");
            of_class(&document, "sign")[0].attribute("d").expect("a path").to_owned()
        })
        .collect();
    // A circle has arcs; the other signs have one line fewer than they have corners.
    let form = |path: &str| (path.matches('a').count(), path.matches('L').count());
    assert_eq!(signs.iter().map(|path| form(path)).collect::<Vec<_>>(), [(2, 0), (0, 2), (0, 3), (0, 3)]);
    assert_ne!(signs[2], signs[3]);
}

#[test]
fn towers_have_digits_from_two_on() {
    let board = towers("l2d12l");
    let picture = drawn(&board);
    let document = Document::parse(&picture).expect("well formed");
    let digits: Vec<_> = of_class(&document, "letter").iter().filter_map(|node| node.text()).collect();
    assert_eq!(digits, ["2", "12"]);
}

#[test]
fn targets_are_dots_on_empty_cells_and_rings_on_pieces() {
    let mut board = dominoes(4, 4, &["a1>"]);
    mark(&mut board, MarkKind::Target, &["a1", "b1", "a2", "b2", "c1"]);
    assert_eq!((count(&board, "spot"), count(&board, "halo")), (3, 2));
}

#[test]
fn nonsense_is_drawn_as_far_as_it_goes() {
    let mut board = dominoes(4, 4, &[]);
    board.pieces.push(Piece { cell: 99, shape: peg(seat(3), 9, true, true) });
    board.pieces.push(Piece { cell: 0, shape: Shape::Domino { other: 99, heading: Heading::Right } });
    board.pieces.push(Piece { cell: 4, shape: Shape::Tower { seat: ONE, height: u8::MAX } });
    board.marks.extend([MarkKind::Selected, MarkKind::LastMove].map(|kind| Mark { cell: 99, kind }));
    (board.cells[1].at.x, board.cells[2].at.y) = (i32::MAX, i32::MIN);
    for ground in [Ground::Tracks, Ground::Hexagon, Ground::Seats, Ground::Rail] {
        let board = Board { ground, ..board.clone() };
        Document::parse(&drawn(&board)).unwrap_or_else(|error| panic!("{ground:?}: {error}"));
        let empty = Board { cells: vec![], labels: vec![], ..board };
        Document::parse(&drawn(&empty)).unwrap_or_else(|error| panic!("{ground:?}: {error}"));
    }
}
