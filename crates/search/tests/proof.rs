//! Proof-number search against plain solving, on games with and without cycles.

use crate::net::{Kind, Net, endless, forced_wins, graph, minimax, tree};
use ludoteca_core::{Position, Seat, Status};
use ludoteca_search::{Goal, Limits, Outcome, Proof, ProofSearch, Stop, Verdict};

fn ask(search: &mut ProofSearch, position: &Net, seat: Seat, goal: Goal, nodes: u64) -> Proof<u8> {
    search.search(position, &[], seat, goal, &Limits::nodes(nodes), Stop::never())
}

fn verdict(yes: bool) -> Verdict {
    if yes { Verdict::Proven } else { Verdict::Disproven }
}

#[test]
fn trees_are_decided() {
    for seed in 0..2000 {
        let position = Net::new(tree(seed, 2, 4, 7, if seed % 2 == 0 { u32::MAX } else { 8 }));
        let mut search = ProofSearch::new(1 << 16);
        for seat in Seat::all(2) {
            let truth = minimax(&position, seat, 99);
            let win = ask(&mut search, &position, seat, Goal::Win, 100_000);
            assert_eq!(win.verdict, verdict(truth > 0), "{position:?} {seat:?}");
            let draw = ask(&mut search, &position, seat, Goal::Draw, 100_000);
            assert_eq!(draw.verdict, verdict(truth >= 0), "{position:?} {seat:?}");
        }
    }
}

#[test]
fn games_with_cycles_are_decided_as_by_solving_backwards() {
    let mut counts = [0; 3];
    for seed in 0..1500 {
        let rules = graph(seed, 4, 8 + seed as u32 % 30, Kind::Draws);
        let all = Net::all(rules);
        let mut search = ProofSearch::new(1 << 18);
        for seat in Seat::all(2) {
            let wins = forced_wins(&all, seat);
            // Several questions share one table: entries of one must be valid for the next.
            for node in [0, 1, 2, 3] {
                let position = &all[node];
                let proof = ask(&mut search, position, seat, Goal::Win, 200_000);
                assert_eq!(
                    proof.verdict,
                    verdict(wins[node].is_some()),
                    "{position:?} {seat:?} {}",
                    proof.nodes
                );
                let other = ask(&mut search, position, seat.other_of_two(), Goal::Draw, 200_000);
                assert_eq!(other.verdict, verdict(wins[node].is_none()), "{position:?} {seat:?}");
                counts[proof.verdict as usize] += 1;
            }
        }
    }
    assert!(counts[0] > 2000 && counts[1] > 2000, "{counts:?}");
}

#[test]
fn no_proof_rests_on_a_repetition_that_wins() {
    let mut counts = [0; 3];
    for seed in 0..1500 {
        let rules = graph(seed, 4, 8 + seed as u32 % 20, Kind::Scores);
        let all = Net::all(rules);
        let mut search = ProofSearch::new(1 << 18);
        for seat in Seat::all(2) {
            let wins = forced_wins(&all, seat);
            let proof = ask(&mut search, &all[0], seat, Goal::Win, 20_000);
            counts[proof.verdict as usize] += 1;
            match proof.verdict {
                Verdict::Proven => assert!(wins[0].is_some(), "seed {seed} {seat:?}"),
                Verdict::Disproven => assert!(wins[0].is_none(), "seed {seed} {seat:?}"),
                Verdict::Unknown => assert!(wins[0].is_none(), "seed {seed} {seat:?}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn the_line_of_a_proof_keeps_it() {
    let mut whole = 0;
    for seed in 0..600 {
        let rules = graph(seed, 4, 20, Kind::Draws);
        let all = Net::all(rules);
        for seat in Seat::all(2) {
            let wins = forced_wins(&all, seat);
            let proof = ask(&mut ProofSearch::new(1 << 18), &all[0], seat, Goal::Win, 100_000);
            if proof.verdict != Verdict::Proven {
                assert!(proof.line.is_empty());
                continue;
            }
            let mut position = all[0].clone();
            for &m in &proof.line {
                assert!(position.is_legal(m));
                position.play_unchecked(m);
                assert!(wins[position.node as usize].is_some(), "seed {seed} {seat:?} {proof:?}");
            }
            if let Status::Over(standing) = position.status() {
                assert_eq!(crate::net::result_for(&standing, seat), Outcome::Win);
                whole += 1;
            }
        }
    }
    assert!(whole > 200, "{whole}");
}

#[test]
fn a_third_occurrence_in_the_game_ends_it() {
    let mut changed = 0;
    for seed in 0..1000 {
        let position = Net::new(graph(seed, 4, 16, Kind::Draws));
        let mover = position.mover();
        let mut search = ProofSearch::new(1 << 16);
        let without = ask(&mut search, &position, mover, Goal::Win, 50_000);
        // Every move leads to a position that has already occurred twice, unless it ends the game.
        let twice: Vec<Net> = position
            .moves()
            .into_iter()
            .map(|m| position.after(m))
            .filter(|child| matches!(child.status(), Status::ToAct(_)) && *child != position)
            .flat_map(|child| [child.clone(), child])
            .collect();
        let with = search.search(&position, &twice, mover, Goal::Win, &Limits::nodes(50_000), Stop::never());
        let at_once = position.moves().into_iter().any(|m| {
            matches!(position.after(m).status(), Status::Over(s) if crate::net::result_for(&s, mover) == Outcome::Win)
        });
        assert_eq!(with.verdict, verdict(at_once), "seed {seed}");
        changed += u32::from(with.verdict != without.verdict);
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn limits_and_stop_are_kept_and_a_small_table_does_not_mislead() {
    let position = Net::new(endless(1));
    let proof = ask(&mut ProofSearch::new(1 << 16), &position, Seat::FIRST, Goal::Win, 100);
    assert_eq!((proof.verdict, proof.nodes), (Verdict::Unknown, 100));
    let stopped = ProofSearch::new(0).search(
        &position,
        &[],
        Seat::FIRST,
        Goal::Win,
        &Limits::default(),
        Stop::when(&|| true),
    );
    assert_eq!((stopped.verdict, stopped.nodes), (Verdict::Unknown, 1));
    for seed in 0..300 {
        let position = Net::new(tree(seed, 2, 4, 6, u32::MAX));
        let proof = ask(&mut ProofSearch::new(0), &position, Seat::FIRST, Goal::Win, 5000);
        let truth = verdict(minimax(&position, Seat::FIRST, 99) > 0);
        assert!(proof.verdict == truth || proof.verdict == Verdict::Unknown, "seed {seed}");
    }
}
