//! Squadro's network against exact values from another solver.

use ludoteca_core::Position;
use ludoteca_evaluate::{Network, read_exact};
use ludoteca_search::Evaluate;

/// The file's positions are harder than most: in 1,500 of them exactly one of several moves wins.
#[test]
fn the_evaluation_tells_won_from_lost() {
    let exact = read_exact(include_str!("../../../data/squadro-exact.txt")).unwrap();
    assert_eq!(exact.len(), 5000);
    let (mut right, mut decided) = (0, 0);
    for line in &exact {
        if let Some(winner) = line.result.winner() {
            decided += 1;
            right += u32::from((Network.value(&line.position) > 0) == (winner == line.position.mover()));
        }
    }
    assert!(decided > 4900);
    assert!(right * 100 > decided * 88, "{right} of {decided}");
}

/// The file is consistent: a position is won exactly if some move leads to a win for its player.
#[test]
fn positions_and_moves_agree() {
    let exact = read_exact(include_str!("../../../data/squadro-exact.txt")).unwrap();
    for line in exact {
        let mover = line.position.mover();
        assert_eq!(line.after.len(), line.position.count_moves());
        let wins = line.after.iter().any(|(_, result)| result.winner() == Some(mover));
        assert_eq!(line.result.winner() == Some(mover), wins, "{:?}", line.position);
    }
}

#[test]
fn a_wrong_line_is_named() {
    let error = read_exact("# head\n00000/00000 y g 1 2\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: expected a value for each of 5 pieces");
}
