//! How soon a search ends once it is stopped, counted in nodes: without a clock the result is the same on
//! every machine.

use ludoteca_catalog::{GameId, Setup, open};
use ludoteca_engine::{
    Budget, DEFAULT_TABLE_BYTES, Leaf, Level, Player, Watch, engine, monte_carlo, plain_uct,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of positions between two checks of `stop` (see `Stop::GRAIN`), plus some, since checks
/// happen where a position's moves begin. The first iteration always completes, so that there is an answer.
const ALPHA_BETA: [u64; 2] = [2000, 1024 + 256];
/// Playouts before the first check, and between two checks.
const TREE: [u64; 2] = [1, 16];

#[track_caller]
fn ends_after_looks(mut player: Box<dyn Player>, [first, grain]: [u64; 2], game: GameId, seats: u8) {
    let players = (game.info().max_players() > 2).then_some(seats);
    let game = open(game, &Setup { players, ..Setup::default() }).unwrap();
    for looks in [1, 20, 60] {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) + 1 >= looks;
        let mut watch = Watch { stop: &stop, report: &mut |_| {} };
        player.new_game();
        let found = player.think(&*game, &Budget::default(), &mut watch).unwrap();
        let name = format!("{} of {seats}, {looks} looks", player.name());
        assert_eq!(asked.load(Ordering::Relaxed), looks, "{name}: it was asked again after the stop");
        assert!(found.nodes <= first + looks * grain, "{name}: {} nodes", found.nodes);
    }
}

#[test]
fn every_player_looks_often_enough_whether_it_is_stopped() {
    for game in GameId::ALL {
        for seats in game.info().min_players..=game.info().max_players() {
            let grain = if seats == 2 { ALPHA_BETA } else { TREE };
            ends_after_looks(engine(game, Level::FULL, 1 << 20, 1), grain, game, seats);
            ends_after_looks(plain_uct(game), TREE, game, seats);
            for leaf in [Leaf::Evaluation, Leaf::Rollout { plies: 100 }] {
                ends_after_looks(monte_carlo(game, leaf, DEFAULT_TABLE_BYTES), TREE, game, seats);
            }
        }
    }
}
