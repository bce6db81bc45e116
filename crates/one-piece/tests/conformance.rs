//! Runs the conformance kit for several sizes and both starting players.

use ludoteca_conformance::{
    check_perft_table, check_rules, editing, garbage, nameable_moves, options, random_position, reasons,
};
use ludoteca_core::{Game, Notation, Options, Position};
use ludoteca_one_piece::{Arrow, Cell, Move, OnePiece, Piece, Rules};
use proptest::prelude::*;

fn rules(text: &str) -> Rules {
    OnePiece::rules(&options::<OnePiece>(text))
}

#[test]
fn rules_hold() {
    for (text, games) in [
        ("", 12),
        ("first=blue", 4),
        ("width=10 height=10 pieces=50", 6),
        ("width=10 height=4 pieces=7", 3),
        ("width=5 height=5 pieces=8", 12),
        ("width=6 height=4 pieces=12", 12),
        ("width=4 height=5 pieces=50", 20),
        ("width=4 height=4 pieces=8", 20),
        ("width=4 height=4 pieces=5 first=blue", 6),
        ("width=4 height=4 pieces=2", 1),
        ("width=4 height=4 pieces=1", 1),
    ] {
        check_rules::<OnePiece>(&rules(text), games, None);
    }
}

/// If there are more pieces than the grid can hold, every game fills the grid or is won.
#[test]
fn games_without_moving_are_bounded() {
    check_rules::<OnePiece>(&rules("width=4 height=4 pieces=50"), 20, Some(8));
    check_rules::<OnePiece>(&rules("width=10 height=10 pieces=50 first=blue"), 2, None);
}

#[test]
fn editor_and_reader_agree() {
    for text in ["", "width=10 height=10 pieces=50", "width=4 height=5 pieces=3 first=blue"] {
        editing::<OnePiece>(&rules(text), 8, 60, |_| true);
    }
}

/// The text of every piece on the grid or one step beyond it.
fn piece_texts(now: &OnePiece) -> Vec<String> {
    let mut texts = Vec::new();
    for column in 0..=now.width() {
        for rank in 1..=now.height() + 1 {
            for arrow in Arrow::ALL {
                texts.push(format!("{}{rank}{}", char::from(b'a' + column), arrow.sign()));
            }
        }
    }
    texts
}

#[test]
fn nameable_moves_are_legal_or_say_why_not() {
    for (text, games, plies) in
        [("", 20, 19), ("width=10 height=10 pieces=50", 10, 49), ("width=5 height=4 pieces=50", 20, 20)]
    {
        nameable_moves::<OnePiece>(&rules(text), games, plies, piece_texts);
    }
    for (text, games, plies) in [
        ("width=4 height=4 pieces=1", 1, 8),
        ("width=4 height=4 pieces=5", 3, 12),
        ("width=4 height=4 pieces=8", 4, 8),
        ("width=5 height=5 pieces=8", 2, 12),
    ] {
        nameable_moves::<OnePiece>(&rules(text), games, plies, |now| {
            let pieces = piece_texts(now);
            let moving = pieces.iter().flat_map(|from| pieces.iter().map(move |to| format!("{from}-{to}")));
            moving.chain(pieces.iter().cloned()).collect()
        });
    }
}

/// The same without text: tries every move that can be constructed as a value.
#[test]
fn exactly_the_generated_moves_are_legal() {
    let cells: Vec<Cell> = (0..10).flat_map(|c| (0..10).filter_map(move |r| Cell::new(c, r))).collect();
    let pieces: Vec<Piece> = cells
        .iter()
        .flat_map(|&cell| Arrow::ALL.into_iter().filter_map(move |a| Piece::new(cell, a)))
        .collect();
    for (text, seed, plies) in [
        ("", 1, 9),
        ("", 3, 30),
        ("width=10 height=10 pieces=50", 2, 30),
        ("width=5 height=5 pieces=8", 4, 12),
    ] {
        let now = random_position::<OnePiece>(&rules(text), seed, plies);
        let legal = now.moves();
        for lifted in cells.iter().copied().map(Some).chain([None]) {
            for &placed in &pieces {
                let m = Move { lifted, placed };
                assert_eq!(now.is_legal(m), legal.contains(&m), "{now:?}: {m:?}");
            }
        }
    }
}

#[test]
fn garbage_is_refused_without_panic() {
    for (text, games, plies) in [
        ("", 60, 40),
        ("width=10 height=10 pieces=50", 40, 40),
        ("width=4 height=4 pieces=5", 40, 40),
        ("width=4 height=4 pieces=50", 60, 10),
    ] {
        garbage::<OnePiece>(&rules(text), games, plies);
    }
}

#[test]
fn reasons_are_on_the_rules_page() {
    reasons::<OnePiece>(include_str!("../../../docs/rules/one-piece-for-two.md"));
}

#[test]
fn perft_table() {
    check_perft_table::<OnePiece>(include_str!("../../../data/perft/one-piece-for-two.txt"));
}

proptest! {
    #[test]
    fn positions_and_moves_round_trip(
        width in 4u8..=10, height in 4u8..=10, pieces in 1u8..=50, seed in any::<u64>(), plies in 0u32..80,
    ) {
        let pairs = [("width", width), ("height", height), ("pieces", pieces)].map(|(k, n)| (k, n.to_string()));
        let rules = OnePiece::rules(&Options::new(&OnePiece::INFO, None, pairs).unwrap());
        let now = random_position::<OnePiece>(&rules, seed, plies);
        prop_assert_eq!(OnePiece::read_position(&rules, &now.position_text()), Ok(now.clone()));
        for m in now.moves() {
            prop_assert_eq!(now.read_move(&now.move_text(m)), Ok(m));
            let after = now.after(m);
            prop_assert_eq!(OnePiece::read_position(&rules, &after.position_text()), Ok(after));
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC*", near in "[a-k0-9<>^v,\\- rbé]{0,16}") {
        let rules = Rules::default();
        for text in [text, near] {
            if let Ok(now) = OnePiece::read_position(&rules, &text) {
                prop_assert_eq!(now.position_text(), text.clone());
            }
            let start = OnePiece::start(&rules);
            if let Ok(m) = start.read_move(&text) {
                prop_assert_eq!(start.move_text(m), text);
            }
        }
    }
}
