//! Random Squadro positions.

use ludoteca_search::Outcome;
use ludoteca_shell::Failure;
use ludoteca_solve::squadro::Board;
use ludoteca_table::{MoveWorth, Position, Table};
use rand_core::Rng;
use std::path::Path;

/// Opens a table of the full board.
pub(super) fn open(folder: &Path) -> Result<Table, Failure> {
    let table = Table::open(folder).map_err(Failure::other)?;
    if table.layout().sides().board != Board::FULL {
        return Err(Failure::Usage(format!("{}: not a table of the full board", folder.display())));
    }
    Ok(table)
}

/// A random position of a random game that is not over.
pub(super) fn met_in_play(dice: &mut impl Rng) -> Result<Position, Failure> {
    let start = if dice.next_u64().is_multiple_of(2) { "00000/00000 y" } else { "00000/00000 r" };
    let mut position = Position::read(Board::FULL, start).map_err(Failure::Other)?;
    let mut game = Vec::new();
    loop {
        let children = position.children();
        if children.is_empty() {
            break;
        }
        let chosen = dice.next_u64() as usize % children.len();
        let next = children.into_iter().nth(chosen).map(|(_, child)| child);
        game.push(position);
        match next {
            Some(next) => position = next,
            None => break,
        }
    }
    let chosen = dice.next_u64() as usize % game.len().max(1);
    game.into_iter().nth(chosen).ok_or_else(|| Failure::Other("a game without a move".to_owned()))
}

/// A uniformly random position that is not over.
pub(super) fn any(table: &Table, dice: &mut impl Rng) -> Position {
    let sides = table.layout().sides();
    loop {
        let [mover, yellow, red] = [2, sides.seats[0].states.len(), sides.seats[1].states.len()]
            .map(|count| dice.next_u64() as usize % count);
        let position = Position::from_numbers(sides, mover, yellow as u32, red as u32);
        if let Some(position) = position.filter(|position| position.winner().is_none()) {
            return position;
        }
    }
}

/// The moves that keep a position's value, and whether it is won; `None` if it is lost.
pub(super) fn keeping(moves: &[MoveWorth]) -> Option<(Vec<String>, bool)> {
    let best = moves.first().map(|m| m.worth.value).filter(|&value| value != Outcome::Loss)?;
    let keeping = moves.iter().filter(|m| m.worth.value == best).map(|m| m.text.clone());
    Some((keeping.collect(), best == Outcome::Win))
}
