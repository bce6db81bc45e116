//! The table in memory, filled in the plainest way: for small boards, and as a reference for the faster
//! algorithms.

use super::{Sides, Value};

/// The value of every position of a board.
#[derive(Debug)]
pub struct ValueTable {
    sides: Sides,
    bytes: Vec<u8>,
}

impl ValueTable {
    /// Solves a board; `report` is called with the number of entries done. Takes one byte of memory per
    /// position: 104 GB for the full board.
    #[must_use]
    pub fn solve(sides: Sides, mut report: impl FnMut(u64)) -> ValueTable {
        let mut table = ValueTable { bytes: vec![0; sides.entries()], sides };
        let sums = table.sides.seats[0].sums.len();
        let mut done = 0;
        for total in (0..2 * sums - 1).rev() {
            for yellow in (0..sums).filter(|yellow| (0..sums).contains(&total.wrapping_sub(*yellow))) {
                done += table.group(yellow, total - yellow);
                report(done);
            }
        }
        table
    }

    /// Sweeps the positions with these sums of phases until nothing changes; returns the number of entries.
    fn group(&mut self, yellow: usize, red: usize) -> u64 {
        let states = |seat: usize, sum: usize| {
            let side = &self.sides.seats[seat];
            let blocks = &side.blocks[side.sums[sum].clone()];
            let (first, last) = (blocks.first().map(|b| b.first), blocks.last().map(|b| b.first + b.len));
            first.unwrap_or(0)..last.unwrap_or(0)
        };
        let (yellows, reds) = (states(0, yellow), states(1, red));
        let mut changed = true;
        while changed {
            changed = false;
            for y in yellows.clone().rev() {
                for r in reds.clone().rev() {
                    for mover in 0..2 {
                        let entry = self.sides.entry(mover, y, r);
                        let byte = self.judge(mover, y, r);
                        changed |= self.bytes[entry] != byte;
                        self.bytes[entry] = byte;
                    }
                }
            }
        }
        2 * yellows.len() as u64 * reds.len() as u64
    }

    fn judge(&self, mover: usize, yellow: u32, red: u32) -> u8 {
        let home = |seat: usize, number: u32| {
            let progress = self.sides.seats[seat].states[number as usize].progress;
            let home = u32::from(self.sides.board.home());
            (0..self.sides.board.tracks()).filter(|track| progress >> (4 * track) & 15 == home).count() as u32
        };
        let homes = [home(0, yellow), home(1, red)];
        let (to_win, all) = (self.sides.board.to_win(), self.sides.board.tracks() as u32);
        if !self.sides.apart(yellow, red) || homes[mover] >= to_win || homes[1 - mover] == all {
            return 0;
        }
        if homes[1 - mover] == to_win {
            return 1;
        }
        let (mut best, mut worst, mut endless) = (u8::MAX, 0, false);
        self.sides.for_each_move(mover, yellow, red, |_, [y, r]| {
            match self.bytes[self.sides.entry(1 - mover, y, r)] {
                0 => endless = true,
                win if win % 2 == 1 => best = best.min(win),
                loss => worst = worst.max(loss),
            }
        });
        match (best, endless) {
            (u8::MAX, true) => 0,
            (u8::MAX, false) => worst + 1,
            (best, _) => best + 1,
        }
    }

    /// The states that index the table.
    #[must_use]
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// All bytes, in the order of [`Sides::entry`].
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value of a position: the player to move (0: Yellow) and the progress of the pieces; `None` if a
    /// piece cannot stand there.
    #[must_use]
    pub fn value(&self, mover: usize, yellow: &[u8], red: &[u8]) -> Option<Value> {
        let (y, r) = (self.sides.seats[0].number(yellow)?, self.sides.seats[1].number(red)?);
        self.bytes.get(self.sides.entry(mover, y, r)).map(|&byte| Value::from_byte(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squadro::Board;
    use std::collections::HashMap;

    type Position = (usize, Vec<u8>, Vec<u8>);

    /// The plainest possible solver: positions reached from the start in a map, values by distance.
    fn by_distance(board: Board) -> HashMap<Position, Option<u32>> {
        let start = vec![0; board.tracks()];
        let mut children: HashMap<Position, Vec<Position>> = HashMap::new();
        let mut waiting = vec![(0, start.clone(), start.clone()), (1, start.clone(), start)];
        while let Some(position) = waiting.pop() {
            if children.contains_key(&position) {
                continue;
            }
            let after = after(board, &position);
            waiting.extend(after.iter().cloned());
            children.insert(position, after);
        }
        let mut values: HashMap<Position, Option<u32>> = HashMap::new();
        for (position, after) in &children {
            values.insert(position.clone(), after.is_empty().then_some(0));
        }
        for plies in 1.. {
            let mut found = Vec::new();
            for (position, after) in children.iter().filter(|(position, _)| values[*position].is_none()) {
                let known: Vec<_> = after.iter().filter_map(|child| values[child]).collect();
                let wins = known.iter().any(|known| known % 2 == 0);
                let loses = known.len() == after.len();
                if wins || loses {
                    found.push(position.clone());
                }
            }
            if found.is_empty() {
                break;
            }
            for position in found {
                values.insert(position, Some(plies));
            }
        }
        values
    }

    fn after(board: Board, (mover, yellow, red): &Position) -> Vec<Position> {
        let home = |side: &[u8]| side.iter().filter(|&&p| p == board.home()).count() as u32;
        if home(yellow).max(home(red)) >= board.to_win() {
            return Vec::new();
        }
        let mut sides = [yellow.clone(), red.clone()];
        let mut all = Vec::new();
        for track in 0..board.tracks() {
            let progress = sides[*mover][track];
            if progress == board.home() {
                continue;
            }
            let crossed = |p: u8| board.crossing(p);
            let occupied = (0..board.tracks()).filter(|&t| crossed(sides[1 - mover][t]) == Some(track));
            let (to, jumped) =
                board.advance(*mover, track, progress, occupied.fold(0, |set, t| set | 1 << t));
            let before = sides.clone();
            sides[*mover][track] = to;
            for t in (0..board.tracks()).filter(|t| jumped >> t & 1 == 1) {
                sides[1 - mover][t] = board.edge(sides[1 - mover][t]);
            }
            all.push((1 - mover, sides[0].clone(), sides[1].clone()));
            sides = before;
        }
        all
    }

    #[test]
    fn small_boards_agree_with_the_plainest_solver() {
        for tracks in [2, 3] {
            let board = Board::new(tracks).expect("a board with these tracks");
            let table = ValueTable::solve(Sides::new(board), |_| ());
            let plain = by_distance(board);
            let mut counts = [0; 3];
            for ((mover, yellow, red), plies) in &plain {
                let value = table.value(*mover, yellow, red).expect("a reachable position");
                let expected = match plies {
                    None => Value::Endless,
                    Some(plies) if plies % 2 == 1 => Value::Win(*plies as u8),
                    Some(plies) => Value::Loss(*plies as u8),
                };
                assert_eq!(value, expected, "{mover} {yellow:?} {red:?}");
                counts[plies.map_or(2, |plies| plies as usize % 2)] += 1;
            }
            assert!(counts[0] > 100 && counts[1] > 100, "{tracks} tracks: {counts:?}");
        }
    }
}
