//! How many positions are won, lost and endless.

use ludoteca_solve::squadro::{Layout, Pair, Values};
use serde::{Deserialize, Serialize};

/// The positions with one player to move. Entries that are no positions do not count; positions no game reaches do.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// The player to move wins.
    pub won: u64,
    /// The player to move loses, the finished games among them.
    pub lost: u64,
    /// Neither side can force an end.
    pub endless: u64,
    /// The other side has won already.
    pub finished: u64,
    /// Positions by plies to the end, where the table tells distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_plies: Option<Vec<u64>>,
}

impl Tally {
    /// All of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.endless
    }

    /// Adds what another part of the table has.
    pub fn add(&mut self, other: &Tally) {
        self.won += other.won;
        self.lost += other.lost;
        self.endless += other.endless;
        self.finished += other.finished;
        if let Some(theirs) = &other.by_plies {
            let ours = self.by_plies.get_or_insert_default();
            ours.resize(ours.len().max(theirs.len()), 0);
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        }
    }
}

/// Which entries of a pair are positions.
#[derive(Debug)]
pub(crate) struct Positions<'a> {
    layout: &'a Layout,
    pair: Pair,
    /// For each crossing, a bit for each of Red's states with a piece on it.
    reds: Vec<Vec<u64>>,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(layout: &'a Layout, pair: Pair) -> Positions<'a> {
        let sides = layout.sides();
        let block = &sides.seats[1].blocks[usize::from(pair.red)];
        let crossings = sides.board.tracks() * sides.board.tracks();
        let mut reds = vec![vec![0; (block.len as usize).div_ceil(64)]; crossings];
        for place in 0..block.len {
            let mut there = sides.seats[1].states[(block.first + place) as usize].in_the_way;
            while there != 0 {
                reds[there.trailing_zeros() as usize][place as usize / 64] |= 1 << (place % 64);
                there &= there - 1;
            }
        }
        Positions { layout, pair, reds }
    }

    /// Pieces home, of the mover and of the other.
    fn homes(&self, mover: usize) -> [u32; 2] {
        let seats = &self.layout.sides().seats;
        let homes = [
            seats[0].blocks[usize::from(self.pair.yellow)].home,
            seats[1].blocks[usize::from(self.pair.red)].home,
        ];
        [homes[mover], homes[1 - mover]]
    }

    /// SQ-9: whether the other side has won already, with this player to move.
    pub(crate) fn is_finished(&self, mover: usize) -> bool {
        self.homes(mover)[1] == self.layout.sides().board.to_win()
    }

    /// A bit for each place of a row (`above`: Yellow's state in its block) that is a position.
    pub(crate) fn row(&self, mover: usize, above: usize, bits: &mut Vec<u64>) {
        let sides = self.layout.sides();
        let len = sides.seats[1].blocks[usize::from(self.pair.red)].len as usize;
        bits.clear();
        let [own, other] = self.homes(mover);
        if own >= sides.board.to_win() || other > sides.board.to_win() {
            bits.resize(len.div_ceil(64), 0);
            return;
        }
        bits.resize(len.div_ceil(64), u64::MAX);
        if let Some(last) = bits.last_mut().filter(|_| len % 64 != 0) {
            *last = (1 << (len % 64)) - 1;
        }
        let first = sides.seats[0].blocks[usize::from(self.pair.yellow)].first as usize;
        let mut standing = sides.seats[0].states[first + above].standing;
        while standing != 0 {
            // SQ-8: no two pieces on a crossing.
            let taken = &self.reds[standing.trailing_zeros() as usize];
            bits.iter_mut().zip(taken).for_each(|(bits, taken)| *bits &= !taken);
            standing &= standing - 1;
        }
    }
}

/// Counts a half of a pair's payload.
pub(crate) fn count(layout: &Layout, pair: Pair, mover: usize, half: &[u8]) -> Tally {
    let positions = Positions::new(layout, pair);
    let mut tally = Tally::default();
    let mut by_byte = [0_u64; 256];
    let mut valid = Vec::new();
    for (above, row) in half.chunks_exact(layout.row_bytes(pair)).enumerate() {
        positions.row(mover, above, &mut valid);
        let there: u64 = valid.iter().map(|bits| u64::from(bits.count_ones())).sum();
        match layout.values() {
            Values::Wdl => {
                let ones = |bits: &[u8]| bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
                let (won, endless) = row.split_at(row.len() / 2);
                let (won, endless) = (ones(won), ones(endless));
                tally.won += won;
                tally.endless += endless;
                tally.lost += there.saturating_sub(won + endless);
            }
            Values::Distance => {
                // What is no position has 0, as the endless ones have.
                row.iter().for_each(|&byte| by_byte[usize::from(byte)] += 1);
                by_byte[0] = (by_byte[0] + there).saturating_sub(row.len() as u64);
            }
        }
        if positions.is_finished(mover) {
            tally.finished += there;
        }
    }
    if layout.values() == Values::Distance {
        let parity = |parity: usize| by_byte[1..].iter().skip(parity).step_by(2).sum();
        tally.endless = by_byte[0];
        tally.lost = parity(0);
        tally.won = parity(1);
        let last = by_byte.iter().rposition(|&count| count > 0).unwrap_or(0);
        tally.by_plies = Some(by_byte[1..=last.max(1)].to_vec());
    }
    tally
}
