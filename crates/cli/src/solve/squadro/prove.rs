//! Verification of a table's entries from the positions after their moves.

use super::{bar, worth_text};
use ludoteca_shell::Failure;
use ludoteca_table::{Position, Table};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Verifies random entries; fails at the first wrong one.
pub(super) fn random(table: &Table, count: u64, seed: u64) -> Result<(), Failure> {
    let sides = table.layout().sides();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |limit: usize| ((u64::from(random.next_u32()) * limit as u64) >> 32) as u32;
    let bar = bar(count);
    bar.set_message("proving random entries");
    let mut proven = 0;
    while proven < count {
        let (mover, y, r) =
            (below(2), below(sides.seats[0].states.len()), below(sides.seats[1].states.len()));
        if let Some(position) = Position::from_numbers(sides, mover as usize, y, r) {
            one(table, &position)?;
            proven += 1;
            bar.set_position(proven);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Verifies every entry, and returns their number.
pub(super) fn all(table: &Table) -> Result<u64, Failure> {
    let sides = table.layout().sides();
    let [yellows, reds] = [0, 1].map(|seat| sides.seats[seat].states.len() as u32);
    let bar = bar(2 * u64::from(yellows));
    bar.set_message("proving every entry");
    let mut proven = 0;
    for mover in 0..2 {
        for y in 0..yellows {
            for position in (0..reds).filter_map(|r| Position::from_numbers(sides, mover, y, r)) {
                one(table, &position)?;
                proven += 1;
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(proven)
}

fn one(table: &Table, position: &Position) -> Result<(), Failure> {
    let proof = table.prove(position).map_err(Failure::other)?;
    if proof.holds() {
        return Ok(());
    }
    let (stored, proven) = (worth_text(&proof.stored), worth_text(&proof.proven));
    Err(Failure::Other(format!(
        "{position}: the table says {stored}, but the positions after it make it {proven}"
    )))
}
