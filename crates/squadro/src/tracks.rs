//! Five packed pieces on five tracks, and how one of them advances.

use ludoteca_core::Seat;

/// The number of pieces, and of tracks, per side.
pub const TRACKS: usize = 5;
/// The progress of a piece that has just turned around.
pub const TURN: u8 = 6;
/// The progress of a piece that is home.
pub const HOME: u8 = 12;

/// SQ-2: the outbound speed by seat and track, one per lane. The speed on the way back is four minus the
/// outbound speed.
const OUT: [u32; 2] = [0x3_1213, 0x1_3231];

/// SQ-2: the speed of a piece with this progress.
#[must_use]
pub const fn speed(seat: Seat, track: usize, progress: u8) -> u8 {
    let out = (OUT[seat.index() & 1] >> (4 * track)) as u8 & 3;
    if progress < TURN { out } else { 4 - out }
}

/// The progress of a side's five pieces, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lanes(u32);

/// A one in each lane.
const ONES: u32 = 0x1_1111;
/// The highest bit of each lane.
const HIGH: u32 = ONES << 3;

impl Lanes {
    pub(crate) const START: Lanes = Lanes(0);

    pub(crate) fn new(progress: [u8; TRACKS]) -> Lanes {
        Lanes(progress.iter().rev().fold(0, |lanes, &p| lanes << 4 | u32::from(p)))
    }

    #[inline]
    pub(crate) fn get(self, track: usize) -> u8 {
        (self.0 >> (4 * track)) as u8 & 15
    }

    #[inline]
    pub(crate) fn packed(self) -> u32 {
        self.0
    }

    /// The highest bit of each lane whose piece is home: 12 is the only progress with both upper bits set.
    #[inline]
    fn home(self) -> u32 {
        self.0 & (self.0 << 1) & HIGH
    }

    #[inline]
    pub(crate) fn count_home(self) -> u32 {
        self.home().count_ones()
    }

    /// The track of the `n`-th (0 to 4) of the pieces that are not home; meaningless if `n` is too large.
    #[inline]
    pub(crate) fn nth_not_home(self, n: u32) -> u8 {
        let packed = self.home() >> 3; // bits 0, 4, 8, 12, 16
        let folded = packed | packed >> 10;
        NTH_NOT_HOME[(folded | folded >> 5) as usize & 31][n as usize & 7]
    }

    /// Five bits per opposing track: this side's pieces on its crossings.
    #[inline]
    fn crossings(self) -> u32 {
        let (low, high) = (self.0 as usize & 0xFFF, self.0 as usize >> 12 & 0xFF);
        CROSSINGS[low] | CROSSINGS[high] << 3
    }
}

/// The opposing pieces as seen by a side's moves; shared by all five of its pieces.
pub(crate) struct InTheWay {
    other: Lanes,
    /// Five bits per track: the opposing pieces on its crossings.
    crossings: u32,
    /// SQ-7: in each lane, the opposing piece's progress xor that of the edge it left last.
    to_edge: u32,
    /// The mover's outbound speeds, one per lane.
    out: u32,
}

impl InTheWay {
    #[inline]
    pub(crate) fn new(mover: Seat, other: Lanes) -> InTheWay {
        let turned = ((other.0 + ONES) & HIGH) >> 3; // progress 7 or more
        let to_edge = other.0 ^ (turned * TURN as u32);
        InTheWay { other, crossings: other.crossings(), to_edge, out: OUT[mover.index() & 1] }
    }

    /// Moves the piece on `track` and returns the mover's and the opponent's pieces.
    #[inline]
    pub(crate) fn advance(&self, own: Lanes, track: usize) -> (Lanes, Lanes) {
        let out = (self.out >> (4 * track)) as usize & 3;
        let step = STEPS[out][usize::from(own.get(track))][(self.crossings >> (5 * track)) as usize & 31];
        let (moved, sent_back) = (step & 15, step >> 4);
        (Lanes(own.0 ^ moved << (4 * track)), Lanes(self.other.0 ^ self.to_edge & sent_back))
    }
}

/// The tracks of the pieces not home, by the set of pieces that are home (in the order of `FOLDED`). This is
/// a table because a loop over the bits is mispredicted at every other ply of a random game.
static NTH_NOT_HOME: [[u8; 8]; 32] = {
    /// The piece for each bit of the folded set.
    const FOLDED: [u8; 5] = [0, 4, 3, 2, 1];
    let mut table = [[0; 8]; 32];
    let mut set = 0;
    while set < 32 {
        let mut home = 0u8;
        let mut bit = 0;
        while bit < 5 {
            home |= ((set >> bit) as u8 & 1) << FOLDED[bit];
            bit += 1;
        }
        let (mut track, mut n) = (0, 0);
        while track < TRACKS {
            if home >> track & 1 == 0 {
                table[set][n] = track as u8;
                n += 1;
            }
            track += 1;
        }
        set += 1;
    }
    table
};

/// [`Lanes::crossings`] for three adjacent lanes, and so also for two. Two look-ups replace one per piece,
/// because this is computed for every move played.
static CROSSINGS: [u32; 1 << 12] = {
    let mut table = [0; 1 << 12];
    let mut lanes = 0;
    while lanes < table.len() {
        let mut track = 0;
        while track < 3 {
            let progress = (lanes >> (4 * track)) as u8 & 15;
            if progress > 0 && progress < HOME && progress != TURN {
                table[lanes] |= 1 << (5 * crossing(progress) + track);
            }
            track += 1;
        }
        lanes += 1;
    }
    table
};

/// SQ-1: the crossing on its track, from 0, occupied by a piece with this progress.
const fn crossing(progress: u8) -> u8 {
    if progress < TURN { progress - 1 } else { HOME - progress - 1 }
}

/// By outbound speed, progress and opposing pieces on the track's five crossings: the old progress xor the
/// new one (4 bits) and, above them, the lanes of the pieces jumped over (20 bits).
static STEPS: [[[u32; 32]; 16]; 4] = {
    let mut table = [[[0; 32]; 16]; 4];
    let mut out = 1;
    while out <= 3 {
        let mut progress = 0;
        while progress < HOME {
            let speed = if progress < TURN { out as u8 } else { 4 - out as u8 };
            let mut in_the_way = 0;
            while in_the_way < 32 {
                let (end, jumped) = step(progress, speed, in_the_way);
                table[out][progress as usize][in_the_way as usize] = jumped << 4 | (progress ^ end) as u32;
                in_the_way += 1;
            }
            progress += 1;
        }
        out += 1;
    }
    table
};

/// SQ-5, SQ-6: where the piece stops, and the lanes of the opposing pieces it jumps over.
const fn step(progress: u8, speed: u8, in_the_way: u32) -> (u8, u32) {
    let edge = if progress < TURN { TURN } else { HOME };
    let mut at = progress;
    let mut jumped = 0;
    let mut left = speed;
    while left > 0 && at < edge {
        at += 1;
        left -= 1;
        while at < edge && in_the_way >> crossing(at) & 1 == 1 {
            jumped |= 15 << (4 * crossing(at));
            at += 1;
            left = 0;
        }
    }
    (at, jumped)
}
