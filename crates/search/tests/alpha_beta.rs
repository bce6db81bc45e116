//! Alpha-beta against plain minimax on random trees whose seats do not alternate.

use crate::net::{Guess, Hints, Kind, Net, endless, forced_wins, graph, later, minimax, number, tree};
use ludoteca_core::{PerSeat, Position, Seat, Status};
use ludoteca_search::{AlphaBeta, Answer, Evaluate, Limits, Outcome, Stop, Team, Value};

fn search(with: &mut AlphaBeta, position: &Net, history: &[Net], limits: &Limits) -> Answer<u8> {
    search_by(&Guess, with, position, history, limits)
}

fn search_by(
    evaluate: &dyn Evaluate<Net>,
    with: &mut AlphaBeta,
    position: &Net,
    history: &[Net],
    limits: &Limits,
) -> Answer<u8> {
    with.search(position, history, evaluate, limits, Stop::never(), &mut |_| ())
}

/// Asserts that all lines to this depth agree with minimax, are sorted, and consist of moves that keep the
/// value.
#[track_caller]
fn check_lines(answer: &Answer<u8>, position: &Net, depth: u32) {
    let mover = position.mover();
    let mut expected: Vec<i32> =
        position.moves().iter().map(|&m| later(minimax(&position.after(m), mover, depth - 1))).collect();
    expected.sort_by_key(|&value| -value);
    expected.truncate(answer.lines.len());
    let found: Vec<i32> = answer.lines.iter().map(|line| number(line.value)).collect();
    assert_eq!(found, expected, "{position:?} depth {depth} {answer:?}");
    for line in &answer.lines {
        let first = later(minimax(&position.after(line.moves[0]), mover, depth - 1));
        assert_eq!(first, number(line.value), "{position:?} {line:?}");
    }
}

#[test]
fn the_value_at_every_depth_is_that_of_minimax() {
    for seed in 0..1500 {
        let position =
            Net::new(tree(seed, 2, 3 + (seed % 4) as u8 / 3, 8, if seed % 2 == 0 { u32::MAX } else { 7 }));
        for depth in 1..=8 {
            let mut alpha_beta = AlphaBeta::new(1 << 16);
            let limits = Limits { lines: 1 + seed as usize % 3, seed: seed % 5, ..Limits::depth(depth) };
            let answer = search(&mut alpha_beta, &position, &[], &limits);
            check_lines(&answer, &position, answer.depth);
            assert!(answer.depth == depth || answer.lines.iter().all(|line| line.value.is_proven()));
        }
    }
}

#[test]
fn solved_trees_have_the_right_value_distance_and_line() {
    check_solved_trees(&Guess);
}

#[test]
fn hints_change_nothing_in_solved_trees() {
    check_solved_trees(&Hints);
}

fn check_solved_trees(evaluate: &dyn Evaluate<Net>) {
    for seed in 0..3000 {
        let plies = 4 + (seed % 5) as u8;
        let position = Net::new(tree(seed, 2, 6, plies, if seed % 3 == 0 { u32::MAX } else { 12 }));
        // A table so small that entries constantly replace each other.
        let mut alpha_beta = AlphaBeta::new(if seed % 2 == 0 { 0 } else { 1 << 16 });
        let limits = Limits { lines: 1 + seed as usize % 4, ..Limits::default() };
        let answer = search_by(evaluate, &mut alpha_beta, &position, &[], &limits);
        assert!(answer.lines.iter().all(|line| line.value.is_proven()), "{position:?} {answer:?}");
        check_lines(&answer, &position, u32::from(plies));
        for line in &answer.lines {
            let end = line.moves.iter().fold(position.clone(), |p, &m| p.after(m));
            let Value::Proven { result, plies } = line.value else { unreachable!() };
            let Status::Over(standing) = end.status() else { panic!("{position:?} {line:?} goes on") };
            assert_eq!(crate::net::result_for(&standing, position.mover()), result);
            assert_eq!(line.moves.len() as u32, plies);
        }
    }
}

/// The same estimates with heavy pruning.
struct Hasty;

impl Evaluate<Net> for Hasty {
    fn value(&self, position: &Net) -> i32 {
        Guess.value(position)
    }

    fn shares(&self, position: &Net) -> PerSeat<f32> {
        Guess.shares(position)
    }

    fn swing(&self) -> Option<i32> {
        Some(100)
    }
}

#[test]
fn pruning_does_not_change_proven_values() {
    let (mut fewer, mut proven) = (0, 0);
    for seed in 0..300 {
        let plies = 4 + (seed % 2) as u8;
        let width = if seed % 3 == 0 { u32::MAX } else { 60 };
        let position = Net::new(tree(seed, 2, 16, plies, width));
        let hasty = |limits: &Limits, bytes| {
            AlphaBeta::new(bytes).search(&position, &[], &Hasty, limits, Stop::never(), &mut |_| ())
        };
        // Searched to the end: value, distance and lines match minimax.
        let limits = Limits { lines: 1 + seed as usize % 3, ..Limits::default() };
        let answer = hasty(&limits, if seed % 2 == 0 { 0 } else { 1 << 16 });
        assert!(answer.lines.iter().all(|line| line.value.is_proven()), "{position:?} {answer:?}");
        check_lines(&answer, &position, u32::from(plies));
        // At smaller depths: proven results are of the right class.
        for depth in 1..u32::from(plies) {
            let limits = Limits { lines: 2, ..Limits::depth(depth) };
            let answer = hasty(&limits, 1 << 16);
            fewer +=
                u32::from(answer.nodes < search(&mut AlphaBeta::new(1 << 16), &position, &[], &limits).nodes);
            for line in answer.lines.iter().filter(|line| line.value.is_proven()) {
                proven += 1;
                let truth = minimax(&position.after(line.moves[0]), position.mover(), plies.into());
                assert_eq!(truth.signum(), number(line.value).signum(), "{position:?} {line:?}");
            }
        }
    }
    assert!(fewer > 200 && proven > 200, "{fewer} {proven}");
}

#[test]
fn proven_values_hold_in_games_with_cycles() {
    check_games_with_cycles(&Guess);
}

#[test]
fn hints_prove_nothing_wrong_in_games_with_cycles() {
    check_games_with_cycles(&Hints);
}

fn check_games_with_cycles(evaluate: &dyn Evaluate<Net>) {
    let (mut decided, mut found) = (0, 0);
    for seed in 0..1500 {
        let kind = if seed % 2 == 0 { Kind::Draws } else { Kind::Scores };
        let rules = graph(seed, 4, 16, kind);
        let all = Net::all(rules);
        let position = Net::new(rules);
        let wins = [Seat::FIRST, Seat::SECOND].map(|seat| forced_wins(&all, seat));
        let mut alpha_beta = AlphaBeta::new(1 << 16);
        let limits = Limits { depth: Some(24), nodes: Some(20_000), lines: 2, ..Limits::default() };
        let answer = search_by(evaluate, &mut alpha_beta, &position, &[], &limits);
        let mover = position.mover();
        let is_decided = wins.iter().any(|wins| wins[0].is_some());
        decided += u32::from(is_decided);
        found += u32::from(is_decided && answer.lines[0].value.is_proven());
        for line in &answer.lines {
            let child = position.after(line.moves[0]).node as usize;
            let [own, others] = [mover, mover.other_of_two()].map(|seat| wins[seat.index()][child]);
            if let Value::Proven { result, plies } = line.value {
                let truth = match result {
                    Outcome::Win => own,
                    Outcome::Loss => others,
                    Outcome::Draw => {
                        assert_eq!((own, others), (None, None), "seed {seed} {line:?}");
                        continue;
                    }
                };
                // Not always the shortest win: that one may lie beyond a repetition.
                assert!(truth.is_some_and(|truth| truth < plies), "seed {seed} {line:?} {truth:?}");
            }
        }
    }
    assert!(decided > 500 && found * 1000 >= decided * 995, "{found} of {decided}");
}

#[test]
fn a_third_occurrence_in_the_game_ends_it() {
    let mut seen = [0; 3];
    for seed in 0..600 {
        let evaluate: &dyn Evaluate<Net> = if seed % 2 == 0 { &Guess } else { &Hints };
        let position = Net::new(graph(seed, 4, 16, Kind::Scores));
        for m in position.moves() {
            let child = position.after(m);
            let (Status::ToAct(_), Some(standing)) = (child.status(), child.third_occurrence()) else {
                continue;
            };
            if child == position {
                continue;
            }
            let history = [child.clone(), position.clone(), child.clone()];
            let limits = Limits { lines: 9, nodes: Some(5000), ..Limits::default() };
            // Entries of the same game without a history must not be used.
            let mut alpha_beta = AlphaBeta::new(1 << 16);
            search_by(evaluate, &mut alpha_beta, &position, &[], &limits);
            let answer = search_by(evaluate, &mut alpha_beta, &position, &history, &limits);
            let line = answer.lines.iter().find(|line| line.moves[0] == m).unwrap();
            let result = crate::net::result_for(&standing, position.mover());
            seen[result as usize] += 1;
            if result == Outcome::Draw {
                assert_eq!(number(line.value), 0, "seed {seed} {line:?}");
            } else {
                assert_eq!(line.value, Value::Proven { result, plies: 1 }, "seed {seed} {line:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn seed_and_node_limit_decide_everything() {
    let mut different = 0;
    for seed in 0..40 {
        let position = Net::new(endless(seed));
        let once = |seed| {
            let limits = Limits { seed, ..Limits::nodes(30_000) };
            search(&mut AlphaBeta::new(1 << 18), &position, &[], &limits)
        };
        assert_eq!(once(seed), once(seed));
        different += u32::from(once(seed) != once(seed + 100));
    }
    assert!(different > 10, "{different}");
}

#[test]
fn limits_are_kept() {
    let position = Net::new(endless(3));
    for nodes in [0, 1, 500, 5000, 50_000] {
        let answer = search(&mut AlphaBeta::new(1 << 18), &position, &[], &Limits::nodes(nodes));
        assert!(answer.nodes <= nodes + 16, "{} of {nodes}", answer.nodes);
        assert!(answer.best().is_some());
    }
}

#[test]
fn a_stop_ends_the_search_within_the_grain() {
    let position = Net::new(endless(3));
    let set = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits::default();
    let answer =
        AlphaBeta::new(1 << 18).search(&position, &[], &Guess, &limits, Stop::flag(&set), &mut |_| ());
    assert!(answer.nodes <= 16 && answer.best().is_some());

    let looks = std::cell::Cell::new(0);
    let poll = || {
        looks.set(looks.get() + 1);
        looks.get() > 10
    };
    let answer =
        AlphaBeta::new(1 << 18).search(&position, &[], &Guess, &limits, Stop::when(&poll), &mut |_| ());
    assert_eq!(looks.get(), 11);
    assert!(answer.nodes < 11 * (Stop::GRAIN + 16), "{}", answer.nodes);
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut position = Net::new(tree(1, 2, 3, 2, u32::MAX));
    while let Some(&m) = position.moves().first() {
        position.play_unchecked(m);
    }
    let answer = search(&mut AlphaBeta::new(0), &position, &[], &Limits::default());
    assert!(answer.lines.is_empty() && answer.best().is_none());
}

#[test]
fn helpers_change_nothing_in_what_is_proven() {
    for seed in 0..100 {
        let position = Net::new(tree(seed, 2, 6, 8, 40));
        let limits = Limits { lines: 2, ..Limits::default() };
        let answer =
            Team::new(3, 1 << 16).search(&position, &[], &Guess, &limits, Stop::never(), &mut |_| ());
        check_lines(&answer, &position, 8);
    }
}

#[test]
fn a_team_of_one_is_alpha_beta_and_one_of_three_counts_all_nodes() {
    let position = Net::new(endless(3));
    let limits = Limits::nodes(60_000);
    let team = |threads| {
        Team::new(threads, 1 << 16).search(&position, &[], &Guess, &limits, Stop::never(), &mut |_| ())
    };
    let alone = search(&mut AlphaBeta::new(1 << 16), &position, &[], &limits);
    assert_eq!(team(1), alone);
    // Its own third of the nodes is certain; the helpers' share depends on the scheduler.
    let three = team(3);
    assert!(three.nodes > 20_000 && three.best().is_some(), "{three:?}");
}
