//! How hard a puzzle is, measured by which levels of the engine solve it.

use crate::suite::choose;
use ludoteca_catalog::AnyPlay;
use ludoteca_engine::{Budget, Level, engine};
use ludoteca_puzzle::Puzzle;
use ludoteca_shell::Failure;

/// How often each level tries, each time with another seed. A level solves a puzzle reliably if it does so
/// every time.
pub(super) const TRIES: u64 = 6;
const TABLE: usize = 4 << 20;

/// The lowest level from which on all find a right first move every time; 10 if not even level 9 does.
pub(super) fn grade(game: &dyn AnyPlay, puzzle: &Puzzle) -> Result<u8, Failure> {
    let mut grade = Level::FULL.number();
    let levels: Vec<Level> = Level::all().filter(|level| *level < Level::FULL).collect();
    for level in levels.into_iter().rev() {
        let mut player = engine(game.game(), level, TABLE, 1);
        for seed in 1..=TRIES {
            player.new_game();
            let chosen = choose(&mut *player, game, &Budget { seed, ..Budget::default() })?;
            if !puzzle.accepted().any(|text| text == chosen) {
                return Ok(grade);
            }
        }
        grade = level.number();
    }
    Ok(grade)
}
