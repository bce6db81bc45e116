//! One side's pieces as a number, in an order that groups the phases.

use super::Board;
use super::digits::places;
use std::ops::Range;

/// The states of both sides, Yellow's and Red's.
#[derive(Debug)]
pub struct Sides {
    pub board: Board,
    /// Yellow's and Red's states.
    pub seats: [Side; 2],
}

/// All states of one side's pieces, ordered by their sum of phases, then by their phases.
#[derive(Debug)]
pub struct Side {
    pub states: Vec<State>,
    /// The blocks: states with the same phases are adjacent.
    pub blocks: Vec<Block>,
    /// The range of blocks for each sum of phases.
    pub sums: Vec<Range<usize>>,
    /// Maps a state's `code` to its number.
    pub number_of: Vec<u32>,
    /// By track, progress and the occupied crossings of the track: the amount by which the code grows with
    /// the move, shifted left by 5, and the opposing tracks jumped. `u32::MAX` for a piece that is home.
    pub moves: Vec<u32>,
    /// By track and progress: the amount by which the code shrinks if the piece is jumped.
    pub returns: Vec<u32>,
    /// By track and progress: the digit of the code times its place value.
    part: [[u32; 13]; 5],
}

/// States of a side whose pieces are in the same phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first state's number.
    pub first: u32,
    pub len: u32,
    pub home: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct State {
    /// Progress, four bits per track.
    pub progress: u32,
    /// The progress values in mixed radix, skipping impossible ones.
    pub code: u32,
    /// The crossings on which the pieces stand, `tracks` bits for each opposing track.
    pub in_the_way: u32,
    /// The same crossings, `tracks` bits for each own track.
    pub standing: u32,
}

impl Side {
    fn new(board: Board, seat: usize) -> Side {
        let n = board.tracks();
        let digits = |track: usize| (0..=board.home()).filter(move |&p| board.possible(seat, track, p));
        let mut part = [[u32::MAX; 13]; 5];
        let mut weight = 1;
        for (track, part) in part.iter_mut().enumerate().take(n) {
            for (digit, p) in digits(track).enumerate() {
                part[usize::from(p)] = digit as u32 * weight;
            }
            weight *= digits(track).count() as u32;
        }
        let phase = |p: u8| u32::from(p >= board.turn()) + u32::from(p == board.home());
        let phases = |state: &[u8; 5]| state.map(phase);
        let sum = |state: &[u8; 5]| phases(state).iter().take(n).sum::<u32>();
        // The first state of each block; the others follow by counting up, the last track first.
        let starts = |track: usize| if track < n { vec![0, board.turn(), board.home()] } else { vec![0] };
        let mut firsts = every(starts);
        firsts.sort_by_key(|state| (sum(state), phases(state)));
        let all: Vec<[u8; 5]> = firsts
            .iter()
            .flat_map(|first| {
                every(|track| if track < n { places(board, seat, track, first[track]) } else { vec![0] })
            })
            .collect();

        let mut number_of = vec![0; weight as usize];
        let mut blocks: Vec<Block> = Vec::new();
        let mut sums = vec![0..0; 2 * n + 1];
        let mut states = Vec::with_capacity(all.len());
        for (number, progress) in all.iter().enumerate() {
            let state = State::new(board, &part, progress);
            number_of[state.code as usize] = number as u32;
            if number == 0 || phases(&all[number - 1]) != phases(progress) {
                let home = progress[..n].iter().filter(|&&p| p == board.home()).count() as u32;
                let block = blocks.len();
                blocks.push(Block { first: number as u32, len: 0, home });
                let of_sum: &mut Range<usize> = &mut sums[sum(progress) as usize];
                *of_sum = if of_sum.end == 0 { block..block + 1 } else { of_sum.start..block + 1 };
            }
            if let Some(block) = blocks.last_mut() {
                block.len += 1;
            }
            states.push(state);
        }

        let mut moves = Vec::new();
        let mut returns = Vec::new();
        for (track, part) in part.iter().enumerate().take(n) {
            for p in 0..=board.home() {
                let from = part[usize::from(p)];
                for occupied in 0..1_u32 << n {
                    let (to, jumped) = board.advance(seat, track, p, occupied);
                    let to = part[usize::from(to)];
                    let legal = p != board.home() && from != u32::MAX && to != u32::MAX;
                    moves.push(if legal { (to - from) << 5 | jumped } else { u32::MAX });
                }
                returns.push(if from == u32::MAX { 0 } else { from - part[usize::from(board.edge(p))] });
            }
        }
        Side { states, blocks, sums, number_of, moves, returns, part }
    }

    /// The number of a state, from the progress of its pieces; `None` if a piece cannot stand there.
    #[must_use]
    pub fn number(&self, progress: &[u8]) -> Option<u32> {
        let mut code = 0;
        for (part, &p) in self.part.iter().zip(progress) {
            code += part.get(usize::from(p)).copied().filter(|&part| part != u32::MAX)?;
        }
        self.number_of.get(code as usize).copied()
    }
}

/// All combinations of one value per track, in order.
fn every(values: impl Fn(usize) -> Vec<u8>) -> Vec<[u8; 5]> {
    let mut all = vec![[0; 5]];
    for track in 0..5 {
        let values = values(track);
        let with = |state: [u8; 5]| {
            values.iter().map(move |&value| {
                let mut state = state;
                state[track] = value;
                state
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

impl State {
    fn new(board: Board, part: &[[u32; 13]; 5], progress: &[u8; 5]) -> State {
        let n = board.tracks();
        let mut state = State { progress: 0, code: 0, in_the_way: 0, standing: 0 };
        for (track, &p) in progress.iter().enumerate().take(n) {
            state.progress |= u32::from(p) << (4 * track);
            state.code += part[track][usize::from(p)];
            if let Some(crossing) = board.crossing(p) {
                // A piece stands on its own track at the crossing with the opposing track of that number.
                state.in_the_way |= 1 << (crossing * n + track);
                state.standing |= 1 << (track * n + crossing);
            }
        }
        state
    }
}

impl Sides {
    /// All states of both sides.
    #[must_use]
    pub fn new(board: Board) -> Sides {
        Sides { board, seats: [Side::new(board, 0), Side::new(board, 1)] }
    }

    /// The number of entries of a table.
    #[must_use]
    pub fn entries(&self) -> usize {
        Sides::entries_of(self.board)
    }

    /// The number of entries of a board's table.
    #[must_use]
    pub fn entries_of(board: Board) -> usize {
        let states = |seat| {
            let digits = |track| (0..=board.home()).filter(|&p| board.possible(seat, track, p)).count();
            (0..board.tracks()).map(digits).product::<usize>()
        };
        2 * states(0) * states(1)
    }

    /// The index of a position's entry: `mover` (0: Yellow), then the numbers of Yellow's and Red's states.
    #[must_use]
    pub fn entry(&self, mover: usize, yellow: u32, red: u32) -> usize {
        (mover * self.seats[0].states.len() + yellow as usize) * self.seats[1].states.len() + red as usize
    }

    /// Whether no two pieces share a crossing (SQ-8).
    #[must_use]
    pub fn apart(&self, yellow: u32, red: u32) -> bool {
        let [y, r] = [&self.seats[0].states[yellow as usize], &self.seats[1].states[red as usize]];
        y.standing & r.in_the_way == 0
    }

    /// Calls `visit` with the state numbers, Yellow's first, after each of the mover's moves.
    pub fn for_each_move(&self, mover: usize, yellow: u32, red: u32, mut visit: impl FnMut(usize, [u32; 2])) {
        let n = self.board.tracks();
        let numbers = [yellow, red];
        let states = [0, 1].map(|seat| self.seats[seat].states[numbers[seat] as usize]);
        let (own, other) = (&self.seats[mover], &self.seats[1 - mover]);
        let rows = usize::from(self.board.home()) + 1;
        for track in 0..n {
            let progress = (states[mover].progress >> (4 * track)) as usize & 15;
            let occupied = (states[1 - mover].in_the_way >> (track * n)) as usize & ((1 << n) - 1);
            let m = own.moves[((track * rows + progress) << n) + occupied];
            if m == u32::MAX {
                continue;
            }
            let mut after = numbers;
            after[mover] = own.number_of[(states[mover].code + (m >> 5)) as usize];
            let mut jumped = m & 31;
            if jumped != 0 {
                let mut code = states[1 - mover].code;
                while jumped != 0 {
                    let track = jumped.trailing_zeros() as usize;
                    let progress = (states[1 - mover].progress >> (4 * track)) as usize & 15;
                    code -= other.returns[track * rows + progress];
                    jumped &= jumped - 1;
                }
                after[1 - mover] = other.number_of[code as usize];
            }
            visit(track, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_board_has_228_096_states_a_side() {
        let sides = Sides::new(Board::FULL);
        for side in &sides.seats {
            assert_eq!(side.states.len(), 228_096);
            assert_eq!(side.blocks.len(), 243);
            assert_eq!(side.sums.len(), 11);
            assert_eq!(side.blocks.iter().map(|block| block.len).sum::<u32>(), 228_096);
        }
        assert_eq!(sides.entries(), 2 * 228_096 * 228_096);
        assert_eq!(sides.seats[0].number(&[0; 5]), Some(0));
        assert_eq!(sides.seats[0].number(&[1, 0, 0, 0, 0]), None);
    }
}
