//! Levels as players: the weakest does not move at random, a higher one is stronger, and the same seed plays
//! the same game.

use ludoteca_catalog::{GameId, Place, Seat, Setup, Standing, Status, open};
use ludoteca_engine::{Budget, Level, Player, Random, Watch, engine};

fn level(game: GameId, number: u8) -> Box<dyn Player> {
    engine(game, Level::new(number).unwrap(), 1 << 20, 3)
}

/// Plays one game; returns the moves and the result.
fn play(game: GameId, seats: u8, players: &mut [Box<dyn Player>], seed: u64) -> (Vec<String>, Standing) {
    let setup = Setup { players: (game.info().max_players() > 2).then_some(seats), ..Setup::default() };
    let mut game = open(game, &setup).unwrap();
    loop {
        match game.status() {
            Status::Over(standing) => {
                return (game.played().into_iter().map(|(_, text)| text).collect(), standing);
            }
            Status::ToAct(seat) => {
                let budget = Budget { seed: seed * 4 + seat.index() as u64, ..Budget::default() };
                let mut watch = Watch { stop: &|| false, report: &mut |_| {} };
                let found = players[seat.index()].think(&*game, &budget, &mut watch).unwrap();
                game.play(found.best()).unwrap();
            }
        }
    }
}

/// The points of the first player against the second in this many games; each player has the first seat in
/// half of them.
fn points(
    game: GameId,
    first: fn(GameId) -> Box<dyn Player>,
    second: fn(GameId) -> Box<dyn Player>,
    games: u64,
) -> f64 {
    (0..games)
        .map(|seed| {
            let own = if seed % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
            let mut players =
                if seed % 2 == 0 { [first(game), second(game)] } else { [second(game), first(game)] };
            let (_, standing) = play(game, 2, &mut players, seed);
            let (own, other): (Place, Place) = (standing[own], standing[own.other_of_two()]);
            if own < other {
                1.0
            } else if own == other {
                0.5
            } else {
                0.0
            }
        })
        .sum()
}

#[test]
fn the_weakest_level_is_better_than_chance_and_the_fourth_better_than_it() {
    for game in GameId::ALL {
        let against_chance = points(game, |game| level(game, 1), |_| Box::new(Random), 40);
        assert!(against_chance > 22.0, "{game}: {against_chance} of 40");
        let fourth = points(game, |game| level(game, 4), |game| level(game, 1), 30);
        assert!(fourth > 18.0, "{game}: {fourth} of 30");
    }
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_one_another() {
    for (game, seats) in [(GameId::Squadro, 2), (GameId::NumberOne, 3)] {
        let once = |seed| {
            let mut players: Vec<_> = (0..seats).map(|seat| level(game, 3 + seat)).collect();
            play(game, seats, &mut players, seed).0
        };
        assert_eq!(once(5), once(5), "{game}");
        assert_ne!(once(5), once(6), "{game}");
    }
}
