//! Squadro: a small network over the crossings, learnt from the exact values of the solved game.
//!
//! Who passes whom is decided crossing by crossing. So each of the 25 adds a row of numbers that depends on how far the
//! two pieces sharing it have come. What they add up to, cut off below 0 and above 1 and squared, is weighted and summed. All in
//! whole numbers, the same on every machine. `docs/network.md` describes the file and how it is made.

use ludoteca_core::{PerSeat, Seat};
use ludoteca_search::{Evaluate, MOST, shares_of_two};
use ludoteca_squadro::{HOME, Move, Squadro, TRACKS, TURN};
use std::fmt;

/// Numbers a crossing adds.
const WIDTH: usize = 32;
/// Values a progress can have.
const STEPS: usize = HOME as usize + 1;
/// What 1.0 is in the rows' whole numbers: activations end there.
const ROW_ONE: i16 = 512;

/// The network for one player to move.
struct Half {
    /// By crossing (own track, then the other side's), then by the own piece's progress and the other's.
    rows: [[[[i16; WIDTH]; 16]; 16]; TRACKS * TRACKS],
    bias: [i16; WIDTH],
    last: [i16; WIDTH],
    last_bias: i32,
}

static HALVES: [Half; 2] = read(include_bytes!("../../../data/networks/squadro.bin"));

const BYTES: usize = 2 * (2 * WIDTH * (TRACKS * TRACKS * STEPS * STEPS + 2) + 4);

/// The file is as long as the network: the compiler sees to it.
#[allow(long_running_const_eval, reason = "a hundred thousand numbers, read once and for all")]
const fn read(file: &[u8; BYTES]) -> [Half; 2] {
    let mut at = 0;
    let yellow = read_half(file, &mut at, false);
    [yellow, read_half(file, &mut at, true)]
}

const fn read_half(file: &[u8; BYTES], at: &mut usize, red: bool) -> Half {
    let mut half = Half {
        rows: [[[[0; WIDTH]; 16]; 16]; TRACKS * TRACKS],
        bias: [0; WIDTH],
        last: [0; WIDTH],
        last_bias: 0,
    };
    let mut i = 0;
    while i < TRACKS * TRACKS * STEPS * STEPS {
        // In the file Yellow's track and progress come before Red's, here the mover's.
        let (crossing, both) = (i / (STEPS * STEPS), i % (STEPS * STEPS));
        let (y, r) = (both / STEPS, both % STEPS);
        let row = read_row(file, at);
        if red {
            half.rows[crossing % TRACKS * TRACKS + crossing / TRACKS][r][y] = row;
        } else {
            half.rows[crossing][y][r] = row;
        }
        i += 1;
    }
    half.bias = read_row(file, at);
    half.last = read_row(file, at);
    half.last_bias = read_long(file, at);
    half
}

const fn read_row(file: &[u8; BYTES], at: &mut usize) -> [i16; WIDTH] {
    let mut row = [0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        row[i] = i16::from_le_bytes([file[*at], file[*at + 1]]);
        *at += 2;
        i += 1;
    }
    row
}

const fn read_long(file: &[u8; BYTES], at: &mut usize) -> i32 {
    let long = i32::from_le_bytes([file[*at], file[*at + 1], file[*at + 2], file[*at + 3]]);
    *at += 4;
    long
}

/// Squadro's judge.
#[derive(Clone, Copy, Default)]
pub struct Network;

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({WIDTH} numbers a crossing)")
    }
}

impl Half {
    /// In thousandths of a clear advantage.
    #[inline]
    fn judge(&self, own: u32, other: u32) -> i32 {
        let [own, other] =
            [own, other].map(|lanes| [0, 1, 2, 3, 4].map(|track| (lanes >> (4 * track) & 15) as usize));
        let mut first = self.bias;
        for (i, &own) in own.iter().enumerate() {
            for (j, &other) in other.iter().enumerate() {
                let row = &self.rows[i * TRACKS + j][own][other];
                for (sum, number) in first.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*number);
                }
            }
        }
        let mut total = self.last_bias;
        for (sum, weight) in first.into_iter().zip(self.last) {
            // The square of what lies between 0 and 1, as 0 to 256.
            let root = i32::from(sum.clamp(0, ROW_ONE) << 3);
            let active = ((root * root) >> 16) as i16;
            total += i32::from(active) * i32::from(weight);
        }
        ((total >> 7) * 1000) >> 10 // 2^17 is one clear advantage
    }
}

impl Evaluate<Squadro> for Network {
    #[inline]
    fn value(&self, position: &Squadro) -> i32 {
        let [own, other] = position.lanes();
        HALVES[position.mover().index() & 1].judge(own, other).clamp(-MOST, MOST)
    }

    fn shares(&self, position: &Squadro) -> PerSeat<f32> {
        shares_of_two(position.mover(), self.value(position))
    }

    /// By the race after the move: turns won by walking, and those the jumped pieces lose.
    #[inline]
    fn order(&self, position: &Squadro, m: Move) -> i32 {
        use ludoteca_core::Position;
        let mover = position.mover();
        let [other, own] = position.after(m).lanes();
        race(mover.other_of_two(), other) - race(mover, own)
    }
}

/// By seat, track and progress: how many turns the piece needs to come home if nobody is in its way (SQ-2, SQ-5).
static TURNS_LEFT: [[[u8; 16]; TRACKS]; 2] = {
    const OUT: [[u8; TRACKS]; 2] = [[3, 1, 2, 1, 3], [1, 3, 2, 3, 1]];
    let mut table = [[[0; 16]; TRACKS]; 2];
    let mut seat = 0;
    while seat < 2 {
        let mut track = 0;
        while track < TRACKS {
            let (out, back) = (OUT[seat][track], 4 - OUT[seat][track]);
            let mut progress = 0;
            while progress < HOME {
                table[seat][track][progress as usize] = if progress < TURN {
                    (TURN - progress).div_ceil(out) + TURN.div_ceil(back)
                } else {
                    (HOME - progress).div_ceil(back)
                };
                progress += 1;
            }
            track += 1;
        }
        seat += 1;
    }
    table
};

/// The turns a seat's four quickest pieces still need.
#[inline]
fn race(seat: Seat, lanes: u32) -> i32 {
    let (mut sum, mut most) = (0, 0);
    for (track, turns) in TURNS_LEFT[seat.index() & 1].iter().enumerate() {
        let turns = turns[(lanes >> (4 * track) & 15) as usize];
        (sum, most) = (sum + turns, most.max(turns));
    }
    i32::from(sum - most)
}
