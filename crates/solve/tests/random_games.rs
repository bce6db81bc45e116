//! Random games with and without cycles and with non-alternating seats, against the plainest possible
//! solvers.

use crate::net::{Kind, Net, forced_wins, graph, minimax, result_for, tree};
use ludoteca_core::{Position, Seat, Status};
use ludoteca_search::{Outcome, Stop};
use ludoteca_solve::{Graph, Prover, Stage, Unsolved, Worth};

const ENOUGH: usize = 1 << 30;

#[test]
fn graphs_are_solved_with_distances() {
    let mut counts = [0; 3];
    for seed in 0..1500 {
        let all = Net::all(graph(seed, 4, 8 + seed as u32 % 60, Kind::Draws));
        let solved = Graph::new(&all[0], ENOUGH, &mut |_| true).unwrap();
        let wins = [Seat::FIRST, Seat::SECOND].map(|seat| forced_wins(&all, seat));
        for (i, position) in all.iter().enumerate() {
            let Some(worth) = solved.worth(position) else { continue };
            let mover = position.mover();
            let expected = match (wins[mover.index()][i], wins[mover.other_of_two().index()][i]) {
                (Some(plies), _) => Worth { value: Outcome::Win, plies: Some(plies) },
                (_, Some(plies)) => Worth { value: Outcome::Loss, plies: Some(plies) },
                (None, None) => Worth { value: Outcome::Draw, plies: None },
            };
            assert_eq!(worth, expected, "{position:?}");
            counts[worth.value as usize] += 1;
        }
        check_line(&solved, &all[0]);
        assert_eq!(solved.counts().iter().sum::<usize>(), solved.positions());
    }
    assert!(counts.iter().all(|&count| count > 1500), "{counts:?}");
}

/// Asserts that best play ends after as many plies as the start's worth says, with that result; or, in a
/// draw, ends as a draw or repeats a position.
#[track_caller]
fn check_line(solved: &Graph<Net>, start: &Net) {
    let worth = solved.worth(start).unwrap();
    let line = solved.line();
    let mut at = start.clone();
    let mut seen = vec![at.clone()];
    for &m in &line {
        at = at.after(m);
        seen.push(at.clone());
    }
    match at.status() {
        Status::Over(standing) => assert_eq!(result_for(&standing, start.mover()), worth.value, "{start:?}"),
        Status::ToAct(_) => {
            assert_eq!(worth.value, Outcome::Draw, "{start:?}");
            assert!(seen[..line.len()].contains(&at), "{start:?}");
        }
    }
    if let Some(plies) = worth.plies {
        assert_eq!(line.len(), plies as usize, "{start:?}");
    }
}

#[test]
fn judged_moves_have_the_values_of_plain_minimax() {
    let mut judged = 0;
    for seed in 0..600 {
        let position = Net::new(tree(seed, 2, 4, 7, if seed % 2 == 0 { u32::MAX } else { 8 }));
        let Status::ToAct(mover) = position.status() else { continue };
        let found = Prover::new(1 << 16, 100_000).judge(&position, Stop::never()).unwrap();
        let sign = |position: &Net| minimax(position, mover, 99).signum();
        let sign_of = |value: Outcome| value as i32 - 1;
        assert_eq!(sign_of(found.value), sign(&position), "{position:?}");
        let keeping: Vec<u8> = found.keeping().collect();
        for (m, value) in &found.moves {
            let truth = sign(&position.after(*m));
            // If the position is won, draws and losses are not distinguished.
            assert_eq!(*value == Outcome::Win, truth > 0, "{position:?} {m}");
            if found.value < Outcome::Win {
                assert_eq!(sign_of(*value), truth, "{position:?} {m}");
            }
            assert_eq!(keeping.contains(m), truth == sign(&position), "{position:?} {m}");
        }
        judged += 1;
    }
    assert!(judged > 400);
}

#[test]
fn unproven_positions_have_no_value() {
    let position = Net::new(tree(7, 2, 4, 7, u32::MAX));
    assert_eq!(Prover::new(1 << 16, 1).judge(&position, Stop::never()), None);
    let over =
        Net::all(graph(1, 4, 30, Kind::Draws)).into_iter().find(|p| matches!(p.status(), Status::Over(_)));
    assert_eq!(Prover::new(1 << 16, 1000).judge(&over.unwrap(), Stop::never()), None);
}

#[test]
fn limits_and_unfit_games_are_refused() {
    let start = Net::new(graph(3, 4, 60, Kind::Draws));
    let error = Graph::new(&start, 100, &mut |_| true).unwrap_err();
    assert!(matches!(error, Unsolved::Memory { .. }), "{error:?}");
    let error = Graph::new(&start, ENOUGH, &mut |stage| matches!(stage, Stage::Listing { .. })).unwrap_err();
    assert_eq!(error, Unsolved::Stopped);
    assert_eq!(
        Graph::new(&Net::new(tree(1, 3, 3, 5, 9)), ENOUGH, &mut |_| true).unwrap_err(),
        Unsolved::Unfit
    );
    let scored =
        (0..20).map(|seed| Graph::new(&Net::new(graph(seed, 4, 30, Kind::Scores)), ENOUGH, &mut |_| true));
    assert!(scored.into_iter().any(|solved| solved.is_err_and(|error| error == Unsolved::Unfit)));
}
