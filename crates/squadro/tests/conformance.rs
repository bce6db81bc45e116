//! Runs the conformance kit on Squadro.

use ludoteca_conformance as kit;
use ludoteca_core::{Notation, Position};
use ludoteca_squadro::{RED, Rules, Squadro, YELLOW};
use proptest::prelude::*;

const TABLE: &str = include_str!("../../../data/perft/squadro.txt");
const BOTH: [Rules; 2] = [Rules { first: YELLOW }, Rules { first: RED }];

#[test]
fn rules() {
    for rules in BOTH {
        kit::check_rules::<Squadro>(&rules, 40, None);
    }
}

#[test]
fn nameable_moves() {
    let all: Vec<String> =
        ["Y", "R"].iter().flat_map(|side| (1..=5).map(move |n| format!("{side}{n}"))).collect();
    kit::nameable_moves::<Squadro>(&BOTH[0], 40, 400, |_| all.clone());
}

#[test]
fn garbage() {
    kit::garbage::<Squadro>(&BOTH[0], 100, 100);
}

#[test]
fn editing() {
    kit::editing::<Squadro>(&BOTH[0], 20, 200, |_| true);
}

#[test]
fn reasons() {
    kit::reasons::<Squadro>(include_str!("../../../docs/rules/squadro.md"));
}

#[test]
fn slow_twin() {
    for rules in BOTH {
        kit::twin::<Squadro>(&rules, 200, 400, crate::twin::successors);
    }
}

#[test]
fn perft() {
    kit::check_perft_table::<Squadro>(TABLE);
}

#[test]
fn perft_by_the_slow_twin() {
    kit::check_perft_table_by_twin(TABLE, 20_000, |_, position| crate::twin::successors(position));
}

proptest! {
    /// Any ten digits are either rejected or parsed to a valid position.
    #[test]
    fn any_digits(yellow in "[0-9abc]{5}", red in "[0-9abc]{5}", mover in "[yr]") {
        let text = format!("{yellow}/{red} {mover}");
        if let Ok(position) = Squadro::read_position(&Rules::default(), &text) {
            prop_assert_eq!(position.position_text(), text.clone());
            for m in position.moves() {
                let after = position.after(m).position_text();
                prop_assert!(Squadro::read_position(&Rules::default(), &after).is_ok(), "{} then {}", text, after);
            }
            let fast: std::collections::BTreeSet<_> =
                position.moves().iter().map(|&m| (position.move_text(m), position.after(m).position_text())).collect();
            prop_assert_eq!(fast, crate::twin::successors(&text).into_iter().collect());
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,20}") {
        let _ = Squadro::read_position(&Rules::default(), &text);
        let _ = Squadro::start(&Rules::default()).read_move(&text);
    }
}
