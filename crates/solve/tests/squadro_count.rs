//! The reachable positions and the counts by result, compared with following every move from the start.

use ludoteca_solve::squadro::{
    Board, Counts, Ended, Failure, Layout, Memory, Pair, Reached, Sides, Value, ValueTable, Values, count,
    reach, solve,
};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Every reachable entry, found by following moves.
fn follow(sides: &Sides) -> Vec<bool> {
    let mut reached = vec![false; sides.entries()];
    let mut waiting = vec![(0, 0, 0), (1, 0, 0)];
    let home = |seat: usize, state: u32| {
        let progress = sides.seats[seat].states[state as usize].progress;
        let home = u32::from(sides.board.home());
        (0..sides.board.tracks()).filter(|track| progress >> (4 * track) & 15 == home).count() as u32
    };
    while let Some((mover, yellow, red)) = waiting.pop() {
        let entry = sides.entry(mover, yellow, red);
        if !std::mem::replace(&mut reached[entry], true)
            && home(0, yellow).max(home(1, red)) < sides.board.to_win()
        {
            sides.for_each_move(mover, yellow, red, |_, [y, r]| waiting.push((1 - mover, y, r)));
        }
    }
    reached
}

fn counts(table: &ValueTable, reached: &[bool]) -> [Counts; 2] {
    let half = table.bytes().len() / 2;
    [0, 1].map(|mover| {
        let mut counts = Counts::default();
        let mut by_plies = vec![0; 255];
        let entries = mover * half..(mover + 1) * half;
        for (&byte, _) in
            table.bytes()[entries.clone()].iter().zip(&reached[entries]).filter(|(_, reached)| **reached)
        {
            match Value::from_byte(byte) {
                Value::Endless => counts.endless += 1,
                Value::Win(plies) => {
                    counts.won += 1;
                    by_plies[usize::from(plies)] += 1;
                }
                Value::Loss(plies) => {
                    counts.lost += 1;
                    counts.finished += u64::from(plies == 0);
                    by_plies[usize::from(plies)] += 1;
                }
            }
        }
        let longest = by_plies.iter().rposition(|&count| count > 0).expect("some end");
        by_plies.truncate(longest + 1);
        let first = (mover * half..(mover + 1) * half)
            .find(|&entry| reached[entry] && usize::from(table.bytes()[entry]) == longest + 1)
            .map(|entry| entry - mover * half);
        let reds = table.sides().seats[1].states.len();
        let longest = first.map(|entry| [entry / reds, entry % reds].map(|number| number as u32));
        Counts { by_plies, longest, ..counts }
    })
}

fn check(tracks: usize) {
    let board = Board::new(tracks).expect("a board of so many tracks");
    let table = ValueTable::solve(Sides::new(board), |_| ());
    let followed = follow(table.sides());
    let expected = counts(&table, &followed);
    let never = AtomicBool::new(false);
    for (values, threads) in [(Values::Wdl, 1), (Values::Distance, 2)] {
        let layout = Layout::new(Arc::new(Sides::new(board)), values);
        let visit = |pair: Pair, reached: Reached<'_>| -> Result<(), Failure<Infallible>> {
            let first = [0, 1].map(|seat| {
                let block = usize::from([pair.yellow, pair.red][seat]);
                table.sides().seats[seat].blocks[block].clone()
            });
            for mover in 0..2 {
                assert_eq!(reached.rows(mover).count() as u32, first[0].len);
                for (y, row) in (first[0].first..).zip(reached.rows(mover)) {
                    for place in 0..first[1].len {
                        let bit = row[place as usize / 64] >> (place % 64) & 1 == 1;
                        let entry = table.sides().entry(mover, y, first[1].first + place);
                        assert_eq!(bit, followed[entry], "{mover} {y} {place} of {pair:?}");
                    }
                }
            }
            Ok(())
        };
        assert_eq!(reach(&layout, threads, &visit, &|_| (), &never), Ok(Ended::Complete));

        let shelf = Memory::new(layout.clone());
        assert_eq!(solve(&layout, &shelf, threads, &|_| (), &never), Ok(Ended::Complete));
        let done = AtomicU64::new(0);
        let report = |progress: ludoteca_solve::squadro::Progress| {
            done.fetch_max(progress.done, Ordering::Relaxed);
        };
        let counted = count(&layout, &shelf, threads, &report, &never).expect("a shelf in memory");
        assert_eq!(done.into_inner(), table.bytes().len() as u64);
        let mut expected = expected.clone();
        if values == Values::Wdl {
            for counts in &mut expected {
                counts.by_plies.clear();
                counts.longest = None;
            }
        }
        assert_eq!(counted, Some(expected));
    }
}

#[test]
fn the_small_boards_are_counted_as_by_following_moves() {
    check(2);
    check(3);
}

#[test]
#[ignore = "162 million entries: for release builds"]
fn the_board_of_four_is_counted_as_by_following_moves() {
    check(4);
}

#[test]
fn counting_stops_on_request_and_refuses_an_incomplete_store() {
    let board = Board::new(2).expect("a board of so many tracks");
    let layout = Layout::new(Arc::new(Sides::new(board)), Values::Wdl);
    let shelf = Memory::new(layout.clone());
    let failure = count(&layout, &shelf, 1, &|_| (), &AtomicBool::new(false));
    assert_eq!(failure, Err(Failure::Length(Pair { yellow: 0, red: 0 })));
    assert_eq!(count(&layout, &shelf, 1, &|_| (), &AtomicBool::new(true)), Ok(None));
}
