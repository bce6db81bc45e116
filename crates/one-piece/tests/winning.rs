//! The fast win detection agrees with trying every ply.

use ludoteca_conformance::for_each_random_position;
use ludoteca_core::{Notation, Position, Status};
use ludoteca_one_piece::{OnePiece, RED, Rules};

fn wins_by_trying(position: &OnePiece) -> bool {
    let mut wins = false;
    position.for_each_child(|_, child| {
        wins |=
            matches!(child.status(), Status::Over(standing) if standing.winner() == Some(position.mover()));
    });
    wins
}

/// The same grid with the other player to move.
fn turned(rules: &Rules, position: &OnePiece) -> OnePiece {
    let text = position.position_text();
    let text = match text.strip_suffix(" r -") {
        Some(pieces) => format!("{pieces} b -"),
        None => format!("{} r -", text.strip_suffix(" b -").unwrap()),
    };
    OnePiece::read_position(rules, &text).unwrap()
}

#[test]
fn wins_and_threats_are_those_found_by_trying() {
    // Indexed by whether the box is empty, and by the answer.
    let (mut wins, mut threats) = ([[0; 2]; 2], [[0; 2]; 2]);
    for (width, height, pieces) in [(8, 8, 20), (6, 6, 12), (5, 10, 14), (10, 4, 16)] {
        let rules = Rules::new(width, height, pieces, RED).unwrap();
        for_each_random_position::<OnePiece>(&rules, 1000, u32::from(pieces) + 10, |position, seed| {
            assert_eq!(position.wins_at_once(), wins_by_trying(position), "seed {seed} {position:?}");
            let Status::ToAct(_) = position.status() else { return };
            let empty = usize::from(position.in_box() == 0);
            wins[empty][usize::from(position.wins_at_once())] += 1;
            // If only one piece is left, it will not be available to the other player.
            if position.in_box() != 1 {
                let threatened = wins_by_trying(&turned(&rules, position));
                assert_eq!(position.is_threatened(), threatened, "seed {seed} {position:?}");
                threats[empty][usize::from(threatened)] += 1;
            }
        });
    }
    assert!(wins.iter().chain(&threats).flatten().all(|&count| count > 300), "{wins:?} {threats:?}");
}
