//! Which entries are positions.

use ludoteca_solve::squadro::{Layout, Pair};

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

    /// The numbers of pieces home, of the mover and of the opponent.
    fn homes(&self, mover: usize) -> [u32; 2] {
        let seats = &self.layout.sides().seats;
        let homes = [
            seats[0].blocks[usize::from(self.pair.yellow)].home,
            seats[1].blocks[usize::from(self.pair.red)].home,
        ];
        [homes[mover], homes[1 - mover]]
    }

    /// A bit for each place of a row (`above`: the index of Yellow's state in its block) that is a position.
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
        if let Some(last) = bits.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last = (1 << (len % 64)) - 1;
        }
        let first = sides.seats[0].blocks[usize::from(self.pair.yellow)].first as usize;
        let mut standing = sides.seats[0].states[first + above].standing;
        while standing != 0 {
            // SQ-8: no two pieces share a crossing.
            let taken = &self.reds[standing.trailing_zeros() as usize];
            bits.iter_mut().zip(taken).for_each(|(bits, taken)| *bits &= !taken);
            standing &= standing - 1;
        }
    }
}
