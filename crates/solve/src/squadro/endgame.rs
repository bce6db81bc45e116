//! Solves the rest of a game in memory within an engine's thinking time.
//!
//! From a position on, only its own pair and those with later phases matter. Late in the game these are few
//! enough to be solved in a second, and the results remain valid for the rest of the game, because phases
//! never go back.

use super::blocks::Blocks;
use super::bytes::Bytes;
use super::pair::Solver;
use super::shelf::{Memory, Shelf};
use super::{Board, Layout, Pair, Sides, Values};
use crate::Worth;
use std::sync::Arc;

/// Values and distances of all positions reachable from a position.
#[derive(Debug)]
pub struct Endgame {
    layout: Layout,
    blocks: Blocks<Bytes>,
    shelf: Memory,
    /// The pairs needed for the most recently requested position, ordered so that each depends only on
    /// earlier ones.
    needed: Vec<Pair>,
}

impl Endgame {
    /// Creates the endgame of a board; nothing is solved yet.
    #[must_use]
    pub fn new(board: Board) -> Endgame {
        let layout = Layout::new(Arc::new(Sides::new(board)), Values::Distance);
        let blocks = Blocks::new(&layout);
        Endgame { shelf: Memory::new(layout.clone()), layout, blocks, needed: Vec::new() }
    }

    /// The states by whose numbers positions are given.
    #[must_use]
    pub fn sides(&self) -> &Sides {
        self.layout.sides()
    }

    /// The number of entries from a position on, solved or not, given the numbers of Yellow's and Red's
    /// states. Each takes a byte of memory. `None` if there are no such states.
    pub fn entries(&mut self, yellow: u32, red: u32) -> Option<u64> {
        let first = self.layout.entry(0, yellow, red)?.pair;
        if self.needed.last() != Some(&first) {
            self.needed = self.from(first);
        }
        Some(self.needed.iter().map(|&pair| self.layout.entries(pair)).sum())
    }

    /// The number of these entries that are not solved yet.
    pub fn missing(&mut self, yellow: u32, red: u32) -> Option<u64> {
        self.entries(yellow, red)?;
        let missing = self.needed.iter().filter(|&&pair| !self.shelf.has(pair));
        Some(missing.map(|&pair| self.layout.entries(pair)).sum())
    }

    /// Solves the missing entries from a position on, but at most about `most` of them. `stop` is called
    /// frequently; pairs solved by then are kept, and the next call continues from there. Returns whether
    /// everything is solved.
    pub fn solve(&mut self, yellow: u32, red: u32, most: u64, stop: &dyn Fn() -> bool) -> bool {
        if self.entries(yellow, red).is_none() {
            return false;
        }
        // Earlier phases cannot occur again.
        self.shelf.keep_only(&self.needed.iter().copied().collect());
        let mut solver = Solver::new(&self.layout, &self.blocks);
        let mut left = most;
        for &pair in &self.needed {
            if self.shelf.has(pair) {
                continue;
            }
            if left == 0 {
                return false;
            }
            left = left.saturating_sub(self.layout.entries(pair));
            match solver.solve(&self.shelf, pair, stop) {
                Ok(Some(payload)) if self.shelf.save(pair, payload).is_ok() => {}
                _ => return false,
            }
        }
        true
    }

    /// The worth of a position for the player to move (0: Yellow); `None` unless it is solved.
    #[must_use]
    pub fn worth(&self, mover: usize, yellow: u32, red: u32) -> Option<Worth> {
        let entry = self.layout.entry(mover, yellow, red)?;
        let half = self.shelf.load(entry.pair, mover).ok()?;
        let (rows, width) = (self.layout.rows(entry.pair) / 2, self.layout.row_bytes(entry.pair));
        let row = half.get((entry.row - mover * rows) * width..)?.get(..width)?;
        self.layout.value(row, entry.place)
    }

    /// A pair and all pairs reachable from it, the last ones first.
    fn from(&self, first: Pair) -> Vec<Pair> {
        let sides = self.layout.sides();
        let later = |seat: usize, first: u16| {
            let side = &sides.seats[seat];
            let start = |block: usize| side.states[side.blocks[block].first as usize].progress;
            let from = start(first.into());
            // A block's first state has each piece at the beginning of its phase, and no piece goes back to
            // an earlier phase.
            let after = move |block: &usize| {
                (0..5).all(|track| start(*block) >> (4 * track) & 15 >= from >> (4 * track) & 15)
            };
            (0..side.blocks.len()).filter(after)
        };
        let home = |seat: usize, block: usize| sides.seats[seat].blocks[block].home;
        let to_win = sides.board.to_win();
        let mut found = Vec::new();
        for yellow in later(0, first.yellow).filter(|&block| home(0, block) <= to_win) {
            // The first win ends the game.
            let reds = later(1, first.red).filter(|&block| home(1, block) <= to_win);
            let reds = reds.filter(|&block| home(0, yellow) < to_win || home(1, block) < to_win);
            found.extend(reds.map(|red| Pair { yellow: yellow as u16, red: red as u16 }));
        }
        found.sort_by_key(|&pair| std::cmp::Reverse(self.layout.level(pair)));
        found
    }
}

/// An estimate of the number of entries from a position on, without allocating anything: slightly less than
/// [`Endgame::entries`].
#[must_use]
pub fn entries_from(board: Board, progress: [&[u8]; 2]) -> u64 {
    let side = |seat: usize| {
        // By the number of pieces home, the number of ways in which the others can stand.
        let mut ways = vec![1_u64];
        for (track, &p) in progress[seat].iter().enumerate() {
            let from = match p {
                p if p < board.turn() => 0,
                p if p < board.home() => board.turn(),
                home => home,
            };
            let on_the_way =
                (from..board.home()).filter(|&place| board.possible(seat, track, place)).count() as u64;
            let mut more = vec![0; ways.len() + 1];
            for (home, ways) in ways.into_iter().enumerate() {
                more[home] += ways * on_the_way;
                more[home + 1] += ways;
            }
            ways = more;
        }
        ways.iter().take(board.to_win() as usize).sum::<u64>()
    };
    2 * side(0) * side(1)
}

#[cfg(test)]
mod tests {
    use super::super::{Value, ValueTable};
    use super::*;
    use ludoteca_search::Outcome;
    use std::collections::HashSet;

    fn worth(value: Value) -> Worth {
        match value {
            Value::Endless => Worth { value: Outcome::Draw, plies: None },
            Value::Win(plies) => Worth { value: Outcome::Win, plies: Some(plies.into()) },
            Value::Loss(plies) => Worth { value: Outcome::Loss, plies: Some(plies.into()) },
        }
    }

    #[test]
    fn all_that_can_follow_has_the_values_of_the_plain_table() {
        let board = Board::new(3).expect("a board");
        let table = ValueTable::solve(Sides::new(board), |_| ());
        let mut endgame = Endgame::new(board);
        let mut compared = 0;
        for progress in [[4_u8, 0, 2], [0, 0, 0], [8, 3, 6]] {
            let numbers = [0, 1].map(|seat| endgame.sides().seats[seat].number(&progress).expect("a state"));
            assert!(endgame.solve(numbers[0], numbers[1], u64::MAX, &|| false));
            let mut waiting = vec![(0, numbers)];
            let mut seen = HashSet::new();
            while let Some((mover, [y, r])) = waiting.pop() {
                if !seen.insert((mover, y, r)) || !endgame.sides().apart(y, r) {
                    continue;
                }
                let packed =
                    |seat: usize, state: u32| endgame.sides().seats[seat].states[state as usize].progress;
                let digits = |packed: u32| [0, 1, 2].map(|track| (packed >> (4 * track)) as u8 & 15);
                let home = |packed: u32| digits(packed).iter().filter(|&&p| p == board.home()).count();
                let [yellow, red] = [packed(0, y), packed(1, r)];
                let plain = table.value(mover, &digits(yellow), &digits(red)).expect("a value");
                assert_eq!(endgame.worth(mover, y, r), Some(worth(plain)), "{mover} {yellow:x} {red:x}");
                compared += 1;
                if home(yellow).max(home(red)) < board.to_win() as usize {
                    endgame.sides().for_each_move(mover, y, r, |_, after| waiting.push((1 - mover, after)));
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn values_solved_before_a_stop_are_kept() {
        let board = Board::new(4).expect("a board");
        let mut endgame = Endgame::new(board);
        let [yellow, red] =
            [0, 1].map(|seat| endgame.sides().seats[seat].number(&[5, 7, 0, 2]).expect("a state"));
        let all = endgame.entries(yellow, red).expect("a position");
        assert_eq!(endgame.missing(yellow, red), Some(all));
        let about = entries_from(board, [&[5, 7, 0, 2]; 2]);
        assert!(about <= all && about > all / 10 * 9, "{about} of {all}");
        assert!(!endgame.solve(yellow, red, all / 10, &|| false));
        let missing = endgame.missing(yellow, red).expect("a position");
        assert!(missing < all && missing > all / 2, "{missing} of {all}");
        assert!(!endgame.solve(yellow, red, u64::MAX, &|| true));
        assert_eq!(endgame.missing(yellow, red), Some(missing));
        assert_eq!(endgame.worth(0, yellow, red), None);
        assert!(endgame.solve(yellow, red, missing, &|| false));
        assert!(endgame.worth(0, yellow, red).is_some());
    }
}
