//! Players with a Monte Carlo tree keep its subtree for the next position of the same game, and nothing for
//! any other position.

use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::{
    Analysis, Budget, DEFAULT_TABLE_BYTES, Leaf, Level, Player, Watch, engine, monte_carlo, plain_uct,
};

fn number_one(seats: u8) -> Box<dyn AnyPlay> {
    open(GameId::NumberOne, &Setup { players: Some(seats), ..Setup::default() }).unwrap()
}

fn think(player: &mut dyn Player, game: &dyn AnyPlay, nodes: u64) -> Analysis {
    let budget = Budget { nodes: Some(nodes), seed: 3, ..Budget::default() };
    player.think(game, &budget, &mut Watch { stop: &|| false, report: &mut |_| {} }).unwrap()
}

/// Thinks long, plays the first moves of the line found, and thinks for one more playout. Returns the length
/// of the line then, and that in a new game.
fn depth_of_one_playout(mut player: Box<dyn Player>, mut game: Box<dyn AnyPlay>, plies: usize) -> [u32; 2] {
    let line = think(&mut *player, &*game, 4000).lines.swap_remove(0).moves;
    for text in &line[..plies.min(line.len() - 1)] {
        game.play(text).unwrap();
    }
    let kept = think(&mut *player, &*game, 1).depth;
    player.new_game();
    [kept, think(&mut *player, &*game, 1).depth]
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let [evaluation, rollout] = [Leaf::Evaluation, Leaf::Rollout { plies: 100 }];
    for leaf in [evaluation, rollout] {
        for game in GameId::ALL {
            let player = monte_carlo(game, leaf, DEFAULT_TABLE_BYTES);
            let [kept, anew] = depth_of_one_playout(player, open(game, &Setup::default()).unwrap(), 1);
            assert!(kept > 1 && anew <= 1, "{game} {leaf:?}: {kept} {anew}");
        }
    }
    for seats in [3, 4] {
        let player = engine(GameId::NumberOne, Level::FULL, DEFAULT_TABLE_BYTES, 1);
        let [kept, anew] = depth_of_one_playout(player, number_one(seats), 2);
        assert!(kept > 1 && anew <= 1, "{seats}: {kept} {anew}");
    }
}

#[test]
fn plain_uct_and_the_lower_levels_begin_anew_with_every_move() {
    let [after, _] = depth_of_one_playout(
        plain_uct(GameId::Squadro),
        open(GameId::Squadro, &Setup::default()).unwrap(),
        1,
    );
    assert_eq!(after, 1);
    let level = engine(GameId::NumberOne, Level::new(9).unwrap(), DEFAULT_TABLE_BYTES, 1);
    let [after, _] = depth_of_one_playout(level, number_one(3), 1);
    assert_eq!(after, 1);
}

#[test]
fn a_game_that_does_not_follow_is_searched_anew() {
    let mut player = monte_carlo(GameId::Squadro, Leaf::Evaluation, DEFAULT_TABLE_BYTES);
    let mut game = open(GameId::Squadro, &Setup::default()).unwrap();
    think(&mut *player, &*game, 3000);
    let first = game.legal_moves()[0].clone();
    game.play(&first).unwrap();
    think(&mut *player, &*game, 3000);
    game.take_back();
    let mut other = monte_carlo(GameId::Squadro, Leaf::Evaluation, DEFAULT_TABLE_BYTES);
    assert_eq!(think(&mut *player, &*game, 500), think(&mut *other, &*game, 500));
}

#[test]
fn the_same_seed_and_playouts_play_the_same_game() {
    let once = || {
        let mut players: Vec<_> =
            (0..3).map(|_| engine(GameId::NumberOne, Level::FULL, DEFAULT_TABLE_BYTES, 1)).collect();
        let mut game = number_one(3);
        while let Status::ToAct(seat) = game.status()
            && game.steps() < 30
        {
            let found = think(&mut *players[seat.index()], &*game, 300);
            game.play(found.best()).unwrap();
        }
        game.played()
    };
    assert_eq!(once(), once());
}
