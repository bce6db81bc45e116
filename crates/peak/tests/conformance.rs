//! Runs the conformance kit on Peak.

use ludoteca_conformance as kit;
use ludoteca_core::{
    Notation, Picture, Position,
    board::{Piece, Point, Shape},
};
use ludoteca_peak::{Arrangement, LIGHT, Peak, Rules, Space};
use proptest::prelude::*;

const BOTH: [Rules; 2] = [Rules { setup: Arrangement::Standard }, Rules { setup: Arrangement::Checkerboard }];

#[test]
fn rules() {
    for rules in BOTH {
        kit::check_rules::<Peak>(&rules, 60, None);
    }
}

#[test]
fn nameable_moves() {
    let all: Vec<String> =
        Space::all().flat_map(|from| Space::all().map(move |to| format!("{from}-{to}"))).collect();
    for rules in BOTH {
        kit::nameable_moves::<Peak>(&rules, 20, 400, |_| all.clone());
    }
}

#[test]
fn garbage() {
    for rules in BOTH {
        kit::garbage::<Peak>(&rules, 150, 400);
    }
}

#[test]
fn editing() {
    for rules in BOTH {
        kit::editing::<Peak>(&rules, 20, 200, |_| true);
    }
}

#[test]
fn reasons() {
    kit::reasons::<Peak>(include_str!("../../../docs/rules/peak.md"));
}

#[test]
fn perft() {
    kit::check_perft_table::<Peak>(include_str!("../../../data/perft/peak.txt"));
}

#[test]
fn picture() {
    let start = Peak::start(&BOTH[0]);
    let m = start.read_move("a1-d4").unwrap();
    let board = start.after(m).board();
    let (a1, d4) = (board.cell("a1").unwrap(), board.cell("d4").unwrap());
    assert_eq!(start.targets(m), [a1, d4]);
    assert_eq!((board.cells[a1].at, board.cells[d4].at), (Point { x: 0, y: 500 }, Point { x: 300, y: 200 }));
    assert_eq!(board.pieces.len(), 35);
    assert!(board.pieces.iter().all(|piece| piece.cell != a1));
    let tower = Shape::Tower { seat: LIGHT, height: 2 };
    assert!(board.pieces.contains(&Piece { cell: d4, shape: tower }));
    let labels: String = board.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, "abcdef123456");
}

proptest! {
    #[test]
    fn positions_of_real_games_round_trip(seed: u64, plies in 0..60u32, checkerboard: bool) {
        let rules = BOTH[usize::from(checkerboard)];
        let position = kit::random_position::<Peak>(&rules, seed, plies);
        prop_assert_eq!(Peak::read_position(&rules, &position.position_text()), Ok(position.clone()));
        for m in position.moves() {
            prop_assert_eq!(position.read_move(&position.move_text(m)), Ok(m));
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        let _ = Peak::read_position(&BOTH[0], &text);
        let _ = Peak::start(&BOTH[0]).read_move(&text);
    }
}
