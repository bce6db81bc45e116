//! Compares the solver pair by pair with the plain table: every position, both kinds of values, several
//! threads, interrupted runs.

use ludoteca_search::Outcome;
use ludoteca_solve::Worth;
use ludoteca_solve::squadro::{
    Board, Ended, Layout, Memory, Pair, Progress, Shelf, Sides, Value, ValueTable, Values, solve,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Compares every entry that is a position; returns how many of them are won, endless and lost.
fn compare(layout: &Layout, shelf: &Memory, table: &ValueTable) -> [u64; 3] {
    let sides = table.sides();
    let (to_win, all) = (sides.board.to_win(), sides.board.tracks() as u32);
    let mut counts = [0; 3];
    for (y, yellow) in sides.seats[0].blocks.iter().enumerate() {
        for (r, red) in sides.seats[1].blocks.iter().enumerate() {
            for mover in 0..2 {
                let homes = [yellow.home, red.home];
                let no_positions = homes[mover] >= to_win || homes[1 - mover] == all;
                let pair = Pair { yellow: y as u16, red: r as u16 };
                let Ok(half) = shelf.load(pair, mover);
                assert_eq!(half.len(), layout.half(pair, mover).len());
                for ys in yellow.first..yellow.first + yellow.len {
                    for rs in red.first..red.first + red.len {
                        let entry = layout.entry(mover, ys, rs).expect("a state");
                        assert_eq!(entry.pair, pair);
                        let width = layout.row_bytes(pair);
                        let row = &half[(entry.row - mover * layout.rows(pair) / 2) * width..][..width];
                        let worth = layout.value(row, entry.place).expect("in the row");
                        let byte = table.bytes()[sides.entry(mover, ys, rs)];
                        if no_positions || !sides.apart(ys, rs) {
                            assert!(matches!(
                                worth,
                                Worth { value: Outcome::Loss, plies: None }
                                    | Worth { value: Outcome::Draw, .. }
                            ));
                            continue;
                        }
                        let expected = match Value::from_byte(byte) {
                            Value::Endless => Worth { value: Outcome::Draw, plies: None },
                            Value::Win(plies) => Worth { value: Outcome::Win, plies: Some(plies.into()) },
                            Value::Loss(plies) => Worth { value: Outcome::Loss, plies: Some(plies.into()) },
                        };
                        assert_eq!(worth.value, expected.value, "{mover} {ys} {rs}");
                        if layout.values() == Values::Distance {
                            assert_eq!(worth.plies, expected.plies, "{mover} {ys} {rs}");
                        }
                        counts[worth.value as usize] += 1;
                    }
                }
            }
        }
    }
    counts
}

fn check(tracks: usize) {
    let board = Board::new(tracks).expect("a board of so many tracks");
    let table = ValueTable::solve(Sides::new(board), |_| ());
    for values in [Values::Wdl, Values::Distance] {
        for threads in [1, 2] {
            let layout = Layout::new(Arc::new(Sides::new(board)), values);
            let shelf = Memory::new(layout.clone());
            let never = AtomicBool::new(false);
            let most = AtomicU64::new(0);
            let report = |progress: Progress| {
                most.fetch_max(progress.done, Ordering::Relaxed);
            };
            assert_eq!(solve(&layout, &shelf, threads, &report, &never), Ok(Ended::Complete));
            assert_eq!(most.into_inner(), table.bytes().len() as u64);
            let counts = compare(&layout, &shelf, &table);
            assert!(counts[0] > 500 && counts[2] > 500, "{counts:?}");
        }
    }
}

#[test]
fn every_position_of_the_small_boards_agrees() {
    check(2);
    check(3);
}

#[test]
fn a_run_broken_off_goes_on_from_the_shelf() {
    let board = Board::new(3).expect("a board of so many tracks");
    let table = ValueTable::solve(Sides::new(board), |_| ());
    for threads in [1, 2] {
        let layout = Layout::new(Arc::new(Sides::new(board)), Values::Wdl);
        let shelf = Memory::new(layout.clone());
        let mut runs = 0;
        loop {
            let stop = AtomicBool::new(false);
            let pairs = AtomicU64::new(0);
            let report = |progress: Progress| {
                assert!(progress.fresh <= progress.done && progress.done <= progress.all);
                // Every run solves some pairs and is then stopped.
                if progress.fresh > 0 && pairs.fetch_add(1, Ordering::Relaxed) == 100 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            runs += 1;
            match solve(&layout, &shelf, threads, &report, &stop) {
                Ok(Ended::Complete) => break,
                Ok(Ended::Stopped) => assert!(runs < 100),
                Err(failure) => panic!("{failure:?}"),
            }
        }
        assert!(runs > 3, "{runs}");
        compare(&layout, &shelf, &table);
    }
}

/// The byte of a position in a table with distances.
fn byte(layout: &Layout, shelf: &Memory, mover: usize, yellow: u32, red: u32) -> u8 {
    let entry = layout.entry(mover, yellow, red).expect("a state");
    let Ok(half) = shelf.load(entry.pair, mover);
    half[(entry.row - mover * layout.rows(entry.pair) / 2) * layout.row_bytes(entry.pair) + entry.place]
}

/// With distances, values are right if they follow from those after each move: plies decrease with every move
/// down to the end of the game.
#[test]
fn the_last_levels_of_the_full_board_follow_from_their_moves() {
    const LAST: usize = 16;
    let layout = Layout::new(Arc::new(Sides::new(Board::FULL)), Values::Distance);
    let shelf = Memory::new(layout.clone());
    let stop = AtomicBool::new(false);
    let report = |progress: Progress| stop.store(progress.level < LAST, Ordering::Relaxed);
    assert_eq!(solve(&layout, &shelf, 2, &report, &stop), Ok(Ended::Stopped));
    let (sides, mut checked) = (layout.sides(), 0);
    for pair in (LAST..layout.levels()).flat_map(|level| layout.pairs(level)) {
        let blocks = [0, 1].map(|seat| {
            let block = usize::from([pair.yellow, pair.red][seat]);
            &sides.seats[seat].blocks[block]
        });
        if blocks.iter().any(|block| block.home >= sides.board.to_win()) {
            continue;
        }
        let states = blocks.map(|block| block.first..block.first + block.len);
        for (y, r) in states[0].clone().flat_map(|y| states[1].clone().map(move |r| (y, r))) {
            for mover in (0..2).filter(|_| sides.apart(y, r)) {
                let (mut lost, mut won, mut endless) = (None, 0, false);
                sides.for_each_move(mover, y, r, |_, [y, r]| match byte(&layout, &shelf, 1 - mover, y, r) {
                    0 => endless = true,
                    odd if odd % 2 == 1 => lost = Some(lost.map_or(odd, |least: u8| least.min(odd))),
                    even => won = won.max(even),
                });
                let expected = match lost {
                    Some(plies) => plies + 1,
                    None if endless => 0,
                    None => won + 1,
                };
                assert_eq!(byte(&layout, &shelf, mover, y, r), expected, "{mover} {y} {r}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50_000, "{checked}");
}

#[test]
#[ignore = "162 million entries: for release builds"]
fn every_position_of_the_board_of_four_agrees() {
    check(4);
}
