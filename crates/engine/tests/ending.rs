//! Late in a game of Squadro the engine's values for every move are exactly those of the solved game,
//! including distances.

use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::{Analysis, Budget, DEFAULT_TABLE_BYTES, Level, Player, Value, Watch, engine};
use ludoteca_search::Outcome;
use std::sync::atomic::{AtomicU32, Ordering};

const EXACT: &str = include_str!("../../../data/squadro-exact.txt");

fn think(player: &mut dyn Player, game: &dyn AnyPlay, nodes: Option<u64>) -> Analysis {
    let budget = Budget { nodes, lines: 5, ..Budget::default() };
    player.think(game, &budget, &mut Watch { stop: &|| false, report: &mut |_| {} }).expect("a move")
}

fn player() -> Box<dyn Player> {
    engine(GameId::Squadro, Level::FULL, DEFAULT_TABLE_BYTES, 1)
}

/// Positions in which both sides have two or more pieces home, and for each piece the plies to the end after
/// its move, as listed in the file.
fn late() -> impl Iterator<Item = (String, Vec<i32>)> {
    EXACT.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let late = words[0].split('/').all(|side| side.matches('c').count() >= 2);
        let after = words[4..].iter().map(|word| word.parse().expect("a number")).collect();
        late.then(|| (format!("{} {}", words[0], words[1]), after))
    })
}

#[test]
fn every_move_of_a_late_position_has_its_exact_value_and_distance() {
    let mut player = player();
    let (mut positions, mut moves) = (0, 0);
    for (position, after) in late().take(60) {
        let setup = Setup { position: Some(position.clone()), ..Setup::default() };
        let game = open(GameId::Squadro, &setup).expect("a position");
        let found = think(&mut *player, &*game, Some(500_000));
        positions += 1;
        for line in found.lines {
            let piece = line.moves[0][1..].parse::<usize>().expect("a piece");
            let expected = match after[piece - 1] {
                -1 => (Outcome::Draw, None),
                plies if plies % 2 == 0 => (Outcome::Win, Some(plies as u32 + 1)),
                plies => (Outcome::Loss, Some(plies as u32 + 1)),
            };
            let Some(Value::Proven { result, plies }) = line.value else {
                panic!("{position} {}: {:?}", line.moves[0], line.value);
            };
            let plies = (result != Outcome::Draw).then_some(plies);
            assert_eq!((result, plies), expected, "{position} {}", line.moves[0]);
            moves += 1;
        }
    }
    assert!(positions > 50 && moves > 150, "{positions} positions, {moves} moves");
}

#[test]
fn it_solves_without_a_time_limit() {
    let (position, _) = late().next().expect("a late position");
    let setup = Setup { position: Some(position), ..Setup::default() };
    let game = open(GameId::Squadro, &setup).expect("a position");
    assert!(
        think(&mut *player(), &*game, None)
            .lines
            .iter()
            .all(|line| line.value.is_some_and(|v| v.is_proven()))
    );
}

#[test]
fn best_play_of_both_sides_takes_the_reported_number_of_plies() {
    let mut ended = 0;
    for (position, _) in late().take(10) {
        let setup = Setup { position: Some(position.clone()), ..Setup::default() };
        let mut game = open(GameId::Squadro, &setup).expect("a position");
        let mut player = player();
        let first = think(&mut *player, &*game, Some(100_000));
        let Some(Value::Proven { result: Outcome::Win | Outcome::Loss, plies }) = first.lines[0].value else {
            continue;
        };
        for _ in 0..plies {
            let best = think(&mut *player, &*game, Some(100_000)).best().to_owned();
            game.play(&best).expect("a legal move");
        }
        assert!(matches!(game.status(), Status::Over(_)), "{position}");
        ended += 1;
    }
    assert!(ended > 5, "only {ended} of 10 games had a winner");
}

#[test]
fn whenever_it_is_stopped_the_deepest_answer_counts() {
    let setup = Setup { position: Some("b4c69/6a693 r".to_owned()), ..Setup::default() };
    let game = open(GameId::Squadro, &setup).expect("a position");
    for most in [50, 150, 300, 1000, 3000] {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > most;
        let mut deepest = 0;
        let mut report = |analysis: &Analysis| deepest = deepest.max(analysis.depth);
        let found =
            player().think(&*game, &Budget::default(), &mut Watch { stop: &stop, report: &mut report });
        let depth = found.expect("a move").depth;
        assert!(deepest > 5 && depth >= deepest, "stopped at {most}: depth {depth} after {deepest}");
    }
}
