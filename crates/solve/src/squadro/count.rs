//! The numbers of reachable positions that are won, lost and endless, and in how many plies.

use super::{Ended, Failure, Layout, Pair, Progress, Reached, Shelf, Values, reach};
use std::{
    cmp::Ordering,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};

/// The reachable positions with one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move.
    pub won: u64,
    /// Lost for the player to move, including finished games.
    pub lost: u64,
    pub endless: u64,
    /// Positions in which the game is over.
    pub finished: u64,
    /// The won and lost positions by plies to the end; empty without distances.
    pub by_plies: Vec<u64>,
    /// The state numbers of a position with the greatest distance, the first in the order of Yellow's and
    /// Red's states. `None` without distances.
    pub longest: Option<[u32; 2]>,
}

/// Counts the values of the reachable positions in a solved table, by the player to move, Yellow first;
/// `None` if stopped.
///
/// # Errors
/// If the store fails.
pub fn count<S: Shelf>(
    layout: &Layout,
    shelf: &S,
    threads: usize,
    report: &(impl Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Option<[Counts; 2]>, Failure<S::Error>> {
    let total = Mutex::new(<[Counts; 2]>::default());
    let visit = |pair: Pair, reached: Reached<'_>| {
        for mover in 0..2 {
            let half = shelf.load(pair, mover).map_err(Failure::Shelf)?;
            if half.len() != layout.half(pair, mover).len() {
                return Err(Failure::Length(pair));
            }
            let mut counts = Counts::default();
            let rows = reached.rows(mover).zip(half.chunks_exact(layout.row_bytes(pair)));
            match layout.values() {
                Values::Wdl => rows.for_each(|(reached, row)| counts.by_result(reached, row)),
                Values::Distance => {
                    let mut bytes = [0; 256];
                    rows.for_each(|(reached, row)| by_byte(reached, row, &mut bytes));
                    counts = Counts::from_bytes(&bytes);
                    // Only the few pairs with positions at least as far from the end as any before are
                    // scanned again.
                    let known = total.lock().unwrap_or_else(PoisonError::into_inner)[mover].by_plies.len();
                    if counts.by_plies.len() >= known.max(1) {
                        let rows = reached.rows(mover).zip(half.chunks_exact(layout.row_bytes(pair)));
                        let found = first_with(counts.by_plies.len() as u8, rows);
                        let first = layout.blocks(pair).map(|block| block.first);
                        counts.longest =
                            found.map(|[above, place]| [first[0] + above as u32, first[1] + place as u32]);
                    }
                }
            }
            let to_win = layout.sides().board.to_win();
            if layout.blocks(pair).iter().any(|block| block.home >= to_win) {
                counts.finished = counts.lost;
            }
            total.lock().unwrap_or_else(PoisonError::into_inner)[mover].add(&counts);
        }
        Ok(())
    };
    let ended = reach(layout, threads, &visit, report, stop)?;
    let total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((ended == Ended::Complete).then_some(total))
}

fn by_byte(reached: &[u64], row: &[u8], bytes: &mut [u64; 256]) {
    for (&reached, row) in reached.iter().zip(row.chunks(64)) {
        let mut bits = reached;
        while bits != 0 {
            if let Some(&byte) = row.get(bits.trailing_zeros() as usize) {
                bytes[usize::from(byte)] += 1;
            }
            bits &= bits - 1;
        }
    }
}

/// The first reachable position with this byte: its row and its place in the row.
fn first_with<'a>(byte: u8, rows: impl Iterator<Item = (&'a [u64], &'a [u8])>) -> Option<[usize; 2]> {
    for (above, (reached, row)) in rows.enumerate() {
        let is_reached =
            |place: usize| reached.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1);
        if let Some(place) = (0..row.len()).find(|&place| row[place] == byte && is_reached(place)) {
            return Some([above, place]);
        }
    }
    None
}

impl Counts {
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.endless
    }

    fn by_result(&mut self, reached: &[u64], row: &[u8]) {
        let (won, endless) = row.split_at(row.len() / 2);
        let cells = won.as_chunks().0.iter().zip(endless.as_chunks().0);
        for (reached, (&won, &endless)) in reached.iter().zip(cells) {
            let count = |bits: u64| u64::from((reached & bits).count_ones());
            let (won, endless) = (u64::from_le_bytes(won), u64::from_le_bytes(endless));
            self.won += count(won);
            self.endless += count(endless);
            self.lost += count(!(won | endless));
        }
    }

    /// The counts from the frequency of each byte of a table with distances.
    fn from_bytes(bytes: &[u64; 256]) -> Counts {
        let [endless, by_plies @ ..] = bytes;
        let longest = by_plies.iter().rposition(|&count| count > 0).map_or(0, |longest| longest + 1);
        Counts {
            won: by_plies.iter().skip(1).step_by(2).sum(),
            lost: by_plies.iter().step_by(2).sum(),
            endless: *endless,
            finished: 0,
            by_plies: by_plies[..longest].to_vec(),
            longest: None,
        }
    }

    fn add(&mut self, other: &Counts) {
        match other.by_plies.len().cmp(&self.by_plies.len()) {
            Ordering::Greater => self.longest = other.longest,
            Ordering::Equal => self.longest = self.longest.into_iter().chain(other.longest).min(),
            Ordering::Less => {}
        }
        self.won += other.won;
        self.lost += other.lost;
        self.endless += other.endless;
        self.finished += other.finished;
        self.by_plies.resize(self.by_plies.len().max(other.by_plies.len()), 0);
        self.by_plies.iter_mut().zip(&other.by_plies).for_each(|(sum, more)| *sum += more);
    }
}
