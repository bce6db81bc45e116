//! Small boards end to end: solved, written, read back, and every entry verified.

use ludoteca_search::Outcome;
use ludoteca_solve::{
    Worth,
    squadro::{self, Board, Sides, Value, Values},
};
use ludoteca_table::{Position, Tally};
use std::collections::HashSet;

/// The table in memory is made by other code.
#[test]
fn every_entry_is_that_of_the_table_in_memory_and_proven_from_its_successors() {
    for (tracks, values) in [(2, Values::Wdl), (2, Values::Distance), (3, Values::Wdl), (3, Values::Distance)]
    {
        let folder = tempfile::tempdir().unwrap();
        let table = crate::common::make(folder.path(), tracks, values);
        let board = Board::new(tracks).unwrap();
        let memory = squadro::ValueTable::solve(Sides::new(board), |_| ());
        let sides = memory.sides();
        let reachable = reachable(board);
        let mut counts = [Tally::default(), Tally::default()];
        for (mover, counts) in counts.iter_mut().enumerate() {
            for y in 0..sides.seats[0].states.len() as u32 {
                for r in 0..sides.seats[1].states.len() as u32 {
                    let Some(position) = Position::from_numbers(sides, mover, y, r) else { continue };
                    let (value, plies) = match Value::from_byte(memory.bytes()[sides.entry(mover, y, r)]) {
                        Value::Endless => (Outcome::Draw, None),
                        Value::Win(plies) => (Outcome::Win, Some(plies)),
                        Value::Loss(plies) => (Outcome::Loss, Some(plies)),
                    };
                    let mut unreached = Tally::default();
                    let reached = reachable.contains(&position.to_string());
                    let tally = if reached { &mut *counts } else { &mut unreached };
                    match value {
                        Outcome::Win => tally.won += 1,
                        Outcome::Draw => tally.endless += 1,
                        Outcome::Loss => tally.lost += 1,
                    }
                    tally.finished += u64::from(plies == Some(0));
                    if let (Values::Distance, Some(plies)) = (values, plies) {
                        let by_plies = tally.by_plies.get_or_insert_default();
                        if usize::from(plies) >= by_plies.len() {
                            tally.longest_at = Some(position.to_string());
                        }
                        by_plies.resize(by_plies.len().max(usize::from(plies) + 1), 0);
                        by_plies[usize::from(plies)] += 1;
                    }
                    let plies = plies.filter(|_| values == Values::Distance).map(u32::from);
                    let proof = table.prove(&position).unwrap();
                    assert_eq!(proof.stored, Worth { value, plies }, "{position}");
                    assert!(proof.holds(), "{position}: {proof:?}");
                }
            }
        }
        assert_eq!(table.to_move(), &counts, "{tracks} {values:?}");
    }
}

/// Every reachable position, with either seat starting.
fn reachable(board: Board) -> HashSet<String> {
    let zeros = "0".repeat(board.tracks());
    let start = |mover| Position::read(board, &format!("{zeros}/{zeros} {mover}")).unwrap();
    let mut waiting = vec![start('y'), start('r')];
    let mut reached = HashSet::new();
    while let Some(position) = waiting.pop() {
        if reached.insert(position.to_string()) {
            waiting.extend(position.children().into_iter().map(|(_, child)| child));
        }
    }
    reached
}
