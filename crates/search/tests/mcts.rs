//! Monte Carlo tree search against plain minimax and max^n on random trees.

use crate::net::{Guess, Kind, Net, endless, forced_wins, graph, minimax, number, plain_max_n, tree};
use ludoteca_core::{Leaving, Position, Seat, Status, Step};
use ludoteca_search::{Blank, Leaf, Limits, Mcts, MctsOptions, Outcome, Stop, Value};

fn options(leaf: Leaf) -> MctsOptions {
    MctsOptions { leaf, bytes: 1 << 20, ..MctsOptions::default() }
}

const LEAVES: [Leaf; 2] = [Leaf::Evaluation, Leaf::Rollout { plies: 50 }];

#[test]
fn small_trees_of_two_are_proven() {
    for seed in 0..1500 {
        let position = Net::new(tree(seed, 2, 3, 5, if seed % 2 == 0 { u32::MAX } else { 6 }));
        let mut mcts = Mcts::new(&position, &[], options(LEAVES[seed as usize / 2 % 2]));
        let limits = Limits { lines: 9, ..Limits::nodes(20_000) };
        let answer = mcts.search(&Guess, &limits, Stop::never(), &mut |_| ());
        let mover = position.mover();
        let truth = minimax(&position, mover, 99);
        let found = number(answer.value().unwrap());
        assert!(answer.value().unwrap().is_proven(), "{position:?} {answer:?}");
        assert_eq!(found.signum(), truth.signum(), "{position:?} {answer:?}");
        // Once a win is found, shorter ones are not searched for.
        assert!(found.abs() <= truth.abs(), "{position:?} {answer:?}");
        for line in answer.lines.iter().filter(|line| line.value.is_proven()) {
            let after = minimax(&position.after(line.moves[0]), mover, 99);
            assert_eq!(number(line.value).signum(), after.signum(), "{position:?} {line:?}");
        }
    }
}

#[test]
fn small_trees_of_three_and_four_are_proven_as_max_n_sees_them() {
    let mut checked = 0;
    for seed in 0..3000 {
        let position = Net::new(tree(seed, 3 + (seed % 2) as u8, 3, 4, u32::MAX));
        let (truth, unclear) = plain_max_n(&position, 99);
        if unclear {
            continue;
        }
        checked += 1;
        let mut mcts = Mcts::new(&position, &[], options(LEAVES[seed as usize % 2]));
        let answer = mcts.search(&Guess, &Limits::nodes(20_000), Stop::never(), &mut |_| ());
        let expected = Value::Shares { shares: truth, proven: true };
        assert_eq!(answer.value(), Some(expected), "{position:?} {answer:?}");
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn proven_values_hold_in_games_with_cycles() {
    let mut proven = 0;
    for seed in 0..800 {
        let rules = graph(seed, 4, 16, if seed % 2 == 0 { Kind::Draws } else { Kind::Scores });
        let position = Net::new(rules);
        let all = Net::all(rules);
        let mut mcts = Mcts::new(&position, &[], options(Leaf::Evaluation));
        let answer = mcts.search(&Guess, &Limits::nodes(2000), Stop::never(), &mut |_| ());
        let Some(Value::Proven { result, plies }) = answer.value() else { continue };
        let mover = position.mover();
        let [own, others] = [mover, mover.other_of_two()].map(|seat| forced_wins(&all, seat)[0]);
        proven += 1;
        match result {
            Outcome::Win => assert!(own.is_some_and(|truth| truth <= plies), "seed {seed} {answer:?}"),
            Outcome::Loss => assert!(others.is_some_and(|truth| truth <= plies), "seed {seed} {answer:?}"),
            Outcome::Draw => assert_eq!((own, others), (None, None), "seed {seed} {answer:?}"),
        }
    }
    assert!(proven > 200, "{proven}");
}

#[test]
fn playouts_find_the_better_move_without_a_proof() {
    let mut right = 0;
    for seed in 0..200 {
        let position = Net::new(tree(seed, 2, 4, 6, u32::MAX));
        let mut mcts = Mcts::new(&position, &[], MctsOptions::plain_uct());
        let answer = mcts.search(&Blank, &Limits::nodes(4000), Stop::never(), &mut |_| ());
        let mover = position.mover();
        let value = |m| minimax(&position.after(m), mover, 99).signum();
        let best = position.moves().into_iter().map(value).max().unwrap();
        right += u32::from(value(answer.best().unwrap()) == best);
    }
    assert!(right >= 196, "{right} of 200");
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let position = Net::new(endless(5));
    let mut mcts = Mcts::new(&position, &[], options(Leaf::Evaluation));
    let answer = mcts.search(&Guess, &Limits::nodes(3000), Stop::never(), &mut |_| ());
    let line = &answer.lines[0];
    assert!(line.moves.len() > 2, "{line:?}");
    assert!(!mcts.advance(200), "no such move");
    for &m in &line.moves[..2] {
        assert!(mcts.advance(m));
    }
    assert_eq!(*mcts.position(), position.after(line.moves[0]).after(line.moves[1]));
    // One more playout: the remaining line is the one found before.
    let kept = mcts.search(&Guess, &Limits::nodes(1), Stop::never(), &mut |_| ());
    assert_eq!(kept.lines[0].moves[0], line.moves[2]);
    assert!(kept.lines[0].moves.len() + 4 >= line.moves.len());
}

/// Plays up to all of `moves`; returns the game's history and the position reached.
fn played(position: &Net, moves: &[u8]) -> (Vec<(Net, Step<u8>)>, Net) {
    let mut now = position.clone();
    let past = moves.iter().map(|&m| {
        let before = now.clone();
        now.play_unchecked(m);
        (before, Step::Ply(m))
    });
    (past.collect(), now)
}

#[test]
fn a_tree_follows_its_game_and_no_other() {
    let position = Net::new(endless(5));
    let mut mcts = Mcts::new(&position, &[], options(Leaf::Evaluation));
    let answer = mcts.search(&Guess, &Limits::nodes(3000), Stop::never(), &mut |_| ());
    assert_eq!(mcts.visits(), 3000);
    let (past, now) = played(&position, &answer.lines[0].moves[..2]);
    assert!(mcts.follow(&past, &now));
    let carried = mcts.visits();
    assert!((100..3000).contains(&carried), "{carried}");
    mcts.search(&Guess, &Limits::nodes(500), Stop::never(), &mut |_| ());
    assert_eq!(mcts.visits(), carried + 500);
    // The same position again, then games that do not continue from there: an earlier position, and the same
    // position with another history.
    assert!(mcts.follow(&past, &now));
    assert_eq!(mcts.visits(), carried + 500);
    assert!(!mcts.follow(&past[..1], &past[1].0));
    assert!(!mcts.follow(&[], &now));
    let mut other = past.clone();
    other[0].0 = now.clone();
    assert!(!mcts.follow(&other, &now));
    // Neither does a game in which a player left.
    let mut left = past;
    left.push((now.clone(), Step::Left(Seat::FIRST, Leaving::Resigns)));
    assert!(!mcts.follow(&left, &now));
}

#[test]
fn a_followed_tree_keeps_to_its_memory_and_answers_the_same_twice() {
    let position = Net::new(endless(3));
    let once = |bytes| {
        let mut mcts = Mcts::new(&position, &[], MctsOptions { bytes, ..MctsOptions::default() });
        let mut answers = Vec::new();
        for seed in 0..6 {
            let limits = Limits { seed, ..Limits::nodes(800) };
            answers.push(mcts.search(&Guess, &limits, Stop::never(), &mut |_| ()));
            assert!(mcts.advance(answers[seed as usize].best().unwrap()));
        }
        answers
    };
    for bytes in [1 << 12, 1 << 16, 1 << 20] {
        assert_eq!(once(bytes), once(bytes));
    }
}

#[test]
fn proven_values_of_a_followed_tree_hold() {
    let mut proven = [0; 3];
    for seed in 0..600 {
        let kind = if seed % 2 == 0 { Kind::Draws } else { Kind::Scores };
        let rules = graph(seed, 4, 16, kind);
        let mut mcts = Mcts::new(&Net::new(rules), &[], options(Leaf::Evaluation));
        let mut history = Vec::new();
        for turn in 0..8 {
            let answer = mcts.search(&Guess, &Limits::nodes(150), Stop::never(), &mut |_| ());
            let Some(m) = answer.best() else { break };
            // The reference is a new tree with the same history that searches until everything is proven.
            let position = mcts.position().clone();
            if let Some(Value::Proven { result, .. }) = answer.value()
                && turn > 0
            {
                let mut anew = Mcts::new(&position, &history, options(Leaf::Evaluation));
                let judged = anew.search(&Guess, &Limits::nodes(20_000), Stop::never(), &mut |_| ());
                if let Some(Value::Proven { result: truth, .. }) = judged.value() {
                    assert_eq!(result, truth, "seed {seed} turn {turn} {answer:?} {judged:?}");
                    proven[result as usize] += 1;
                }
            }
            history.push(position);
            assert!(mcts.advance(m));
            let again = history.iter().filter(|p| *p == mcts.position()).count() >= 2;
            if again || matches!(mcts.position().status(), Status::Over(_)) {
                break;
            }
        }
    }
    assert!(proven.iter().all(|&count| count > 20), "{proven:?}");
}

#[test]
fn whole_games_can_be_played_with_one_tree() {
    for seed in 0..60 {
        let mut mcts = Mcts::new(&Net::new(graph(seed, 4, 16, Kind::Draws)), &[], options(Leaf::Evaluation));
        for _ in 0..40 {
            let answer = mcts.search(&Guess, &Limits::nodes(200), Stop::never(), &mut |_| ());
            let Some(m) = answer.best() else { break };
            assert!(mcts.advance(m));
        }
    }
}

#[test]
fn seed_and_node_limit_decide_everything() {
    let position = Net::new(endless(1));
    let once = |seed| {
        let mut mcts = Mcts::new(&position, &[], options(Leaf::Rollout { plies: 20 }));
        mcts.search(&Guess, &Limits { seed, ..Limits::nodes(1000) }, Stop::never(), &mut |_| ())
    };
    assert_eq!(once(1), once(1));
    assert_ne!(once(1), once(2));
}

#[test]
fn limits_memory_and_stop_are_kept() {
    let position = Net::new(endless(2));
    for bytes in [0, 1000, 1 << 16] {
        let mut mcts = Mcts::new(&position, &[], MctsOptions { bytes, ..MctsOptions::default() });
        let answer = mcts.search(&Guess, &Limits::nodes(5000), Stop::never(), &mut |_| ());
        assert_eq!(answer.nodes, 5000);
        assert!(answer.best().is_some());
    }
    let mut mcts = Mcts::new(&position, &[], options(Leaf::Evaluation));
    let answer = mcts.search(&Guess, &Limits::default(), Stop::when(&|| true), &mut |_| ());
    assert!(answer.nodes <= 1 && answer.best().is_some());
}

#[test]
fn a_depth_limit_ends_the_search() {
    for seed in 0..20 {
        let position = Net::new(endless(seed));
        for (depth, bytes) in [(1, 1 << 20), (2, 1 << 20), (4, 1 << 20), (3, 0), (2, 2000)] {
            let most = Mcts::<Net>::PLAYOUTS_A_PLY * u64::from(depth);
            // Without the depth limit the search would use all these nodes.
            let limits = Limits { nodes: Some(most + 1), ..Limits::depth(depth) };
            let mut mcts = Mcts::new(&position, &[], MctsOptions { bytes, ..MctsOptions::default() });
            let answer = mcts.search(&Guess, &limits, Stop::never(), &mut |_| ());
            assert!(answer.nodes <= most, "seed {seed}, depth {depth}: {} playouts", answer.nodes);
            assert!(answer.depth <= depth.max(1), "seed {seed}, depth {depth}: {answer:?}");
            if bytes == 1 << 20 {
                assert_eq!(answer.depth, depth, "seed {seed}: {answer:?}");
                assert!(mcts.visits() >= Mcts::<Net>::CONFIRMED, "seed {seed}, depth {depth}");
            }
        }
    }
}

#[test]
fn a_node_limit_below_the_depth_limit_counts() {
    let mut mcts = Mcts::new(&Net::new(endless(7)), &[], options(Leaf::Evaluation));
    let limits = Limits { nodes: Some(50), ..Limits::depth(1) };
    assert_eq!(mcts.search(&Guess, &limits, Stop::never(), &mut |_| ()).nodes, 50);
}

#[test]
fn a_third_occurrence_in_the_game_ends_it() {
    let mut checked = 0;
    for seed in 0..300 {
        let position = Net::new(graph(seed, 4, 16, Kind::Scores));
        for m in position.moves() {
            let child = position.after(m);
            let (Status::ToAct(_), Some(standing)) = (child.status(), child.third_occurrence()) else {
                continue;
            };
            if child == position {
                continue;
            }
            let history = [child.clone(), position.clone(), child];
            let mut mcts = Mcts::new(&position, &history, options(Leaf::Evaluation));
            let limits = Limits { lines: 9, ..Limits::nodes(500) };
            let answer = mcts.search(&Guess, &limits, Stop::never(), &mut |_| ());
            let line = answer.lines.iter().find(|line| line.moves[0] == m).unwrap();
            if line.value.is_proven() {
                checked += 1;
                let result = crate::net::result_for(&standing, position.mover());
                assert_eq!(line.value, Value::Proven { result, plies: 1 }, "seed {seed}");
            }
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut position = Net::new(tree(1, 2, 3, 2, u32::MAX));
    while let Some(&m) = position.moves().first() {
        position.play_unchecked(m);
    }
    assert!(matches!(position.status(), Status::Over(standing) if standing[Seat::FIRST] > 0));
    let mut mcts = Mcts::new(&position, &[], options(Leaf::Evaluation));
    assert!(mcts.search(&Guess, &Limits::default(), Stop::never(), &mut |_| ()).lines.is_empty());
}
