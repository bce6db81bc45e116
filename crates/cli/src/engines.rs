//! The engine's levels as players on a server.

use ludoteca_catalog::{AnyPlay, Seat, Status};
use ludoteca_engine::{Analysis, Budget, Level, Outcome, Value, Watch, engine};
use ludoteca_server::hub::Computers;
use std::time::{Duration, Instant};

/// Memory of one computer that thinks, in bytes.
const MEMORY: usize = 4 << 20;
/// How long a computer thinks about a draw.
const ABOUT_A_DRAW: Duration = Duration::from_millis(500);

/// A new player for each move: nothing is kept between them, so that thousands of games cost no memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engines;

impl Computers for Engines {
    fn best(&self, game: &dyn AnyPlay, level: u8, millis: u64) -> Option<String> {
        let analysis = think(game, level, Duration::from_millis(millis))?;
        Some(analysis.best().to_owned())
    }

    fn agrees_to_draw(&self, game: &dyn AnyPlay, level: u8, seat: Seat) -> bool {
        let Some(analysis) = think(game, level, ABOUT_A_DRAW) else { return false };
        let Some(value) = analysis.lines.first().and_then(|line| line.value) else { return false };
        let own_turn = matches!(game.status(), Status::ToAct(to_act) if to_act == seat);
        // The value is that of the seat to act: whoever is better declines.
        match value {
            Value::Proven { result: Outcome::Draw, .. } => true,
            Value::Proven { result, .. } => (result == Outcome::Loss) == own_turn,
            Value::Estimate(0) => true,
            Value::Estimate(value) => (value < 0) == own_turn,
            Value::Shares { .. } => false,
        }
    }
}

fn think(game: &dyn AnyPlay, level: u8, limit: Duration) -> Option<Analysis> {
    let begun = Instant::now();
    let mut player = engine(game.game(), Level::new(level)?, MEMORY, 1);
    // Level and position decide, so that a game could be played again; the number of plies makes repeated
    // positions differ.
    let budget = Budget { seed: game.steps() as u64, ..Budget::default() };
    let stop = || begun.elapsed() >= limit;
    player.think(game, &budget, &mut Watch { stop: &stop, report: &mut |_| {} })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_catalog::{GameId, Setup, open};

    #[test]
    fn every_level_plays_every_game_with_every_number_of_players() {
        for id in GameId::ALL {
            for players in id.info().min_players..=id.info().max_players() {
                let setup = Setup { players: Some(players), ..Setup::default() };
                let game = open(id, &setup).unwrap();
                for level in 1..=10 {
                    let text = Engines.best(&*game, level, 5).unwrap();
                    assert!(game.legal_moves().contains(&text), "{id} level {level}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_computer_agrees_to_a_draw_when_it_is_not_better() {
        // Yellow has three pieces home and needs one more; Red has none.
        let setup = Setup { position: Some("cccb0/00000 y".to_owned()), ..Setup::default() };
        let game = open(GameId::Squadro, &setup).unwrap();
        let [yellow, red] = [0, 1].map(|number| Seat::new(number).unwrap());
        assert!(!Engines.agrees_to_draw(&*game, 5, yellow));
        assert!(Engines.agrees_to_draw(&*game, 5, red));
    }
}
