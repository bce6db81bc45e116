//! The engine's levels as computer players of a server, and above them a perfect player where the server has
//! Squadro's table.

use crate::perfect::{RankedMove, choose};
use ludoteca_catalog::{AnyPlay, GameId, Seat, Status};
use ludoteca_engine::{Analysis, Budget, Level, Outcome, Value, Watch, engine};
use ludoteca_server::TableShelf;
use ludoteca_service::Computers;
use std::time::{Duration, Instant};

/// The memory of one search, in bytes.
const MEMORY: usize = 4 << 20;
/// The time to decide on a draw offer.
const ABOUT_A_DRAW: Duration = Duration::from_millis(500);

/// The engine's strongest level.
const STRONGEST: u8 = 10;
/// The level above it, which plays from the table.
const PERFECT: u8 = 11;

/// Creates a new player for each move. Nothing is kept in between, so thousands of games take no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engines {
    /// Squadro's table, once it is available.
    pub(crate) table: TableShelf,
}

impl Engines {
    /// The legal moves ranked by the table, best first; `None` if the table does not have the position.
    fn known(&self, game: &dyn AnyPlay) -> Option<Vec<RankedMove>> {
        let moves = self.table.moves(&game.position()).filter(|_| game.game() == GameId::Squadro)?;
        let value = moves.first()?.worth.value;
        let known = |one: ludoteca_table::MoveWorth| RankedMove {
            text: one.text,
            keeps: one.worth.value == value,
            wins: one.worth.value == Outcome::Win,
            exact: one.worth.plies.is_some(),
        };
        Some(moves.into_iter().map(known).collect())
    }
}

impl Computers for Engines {
    fn highest(&self, game: GameId) -> u8 {
        let perfect = game == GameId::Squadro && self.table.get().is_some();
        if perfect { PERFECT } else { STRONGEST }
    }

    fn best(&self, game: &dyn AnyPlay, level: u8, millis: u64) -> Option<String> {
        let limit = Duration::from_millis(millis);
        if level == PERFECT
            && let Some(known) = self.known(game)
            && let Some(text) = choose(game, &known, || ranked(game, limit))
        {
            return Some(text);
        }
        // A failure to read the table has already been logged; the game continues.
        let analysis = think(game, level, limit, 1)?;
        Some(analysis.best().to_owned())
    }

    fn agrees_to_draw(&self, game: &dyn AnyPlay, level: u8, seat: Seat) -> bool {
        let own_turn = matches!(game.status(), Status::ToAct(to_act) if to_act == seat);
        if level == PERFECT
            && let Some(value) =
                self.table.moves(&game.position()).and_then(|moves| Some(moves.first()?.worth.value))
        {
            return value == Outcome::Draw || (value == Outcome::Loss) == own_turn;
        }
        let Some(analysis) = think(game, level, ABOUT_A_DRAW, 1) else { return false };
        let Some(value) = analysis.lines.first().and_then(|line| line.value) else { return false };
        // The value is that of the seat to act: the side that is better declines.
        match value {
            Value::Proven { result: Outcome::Draw, .. } => true,
            Value::Proven { result, .. } => (result == Outcome::Loss) == own_turn,
            Value::Estimate(0) => true,
            Value::Estimate(value) => (value < 0) == own_turn,
            Value::Shares { .. } => false,
        }
    }
}

/// The legal moves as ranked by the strongest level.
fn ranked(game: &dyn AnyPlay, limit: Duration) -> Vec<String> {
    let lines = think(game, STRONGEST, limit, usize::MAX).map_or_else(Vec::new, |analysis| analysis.lines);
    lines.into_iter().filter_map(|line| line.moves.into_iter().next()).collect()
}

fn think(game: &dyn AnyPlay, level: u8, limit: Duration, lines: usize) -> Option<Analysis> {
    let begun = Instant::now();
    let lines = lines.min(game.legal_moves().len()).max(1);
    let mut player = engine(game.game(), Level::new(level.min(STRONGEST))?, MEMORY, 1);
    // Seeded by the position's number of plies, so that a game is reproducible and repeated positions differ.
    let budget = Budget { seed: game.steps() as u64, lines, ..Budget::default() };
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
                    let text = Engines::default().best(&*game, level, 5).unwrap();
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
        assert!(!Engines::default().agrees_to_draw(&*game, 5, yellow));
        assert!(Engines::default().agrees_to_draw(&*game, 5, red));
    }
}
