//! The network's first layer: one row of numbers for each crossing, added up.
//!
//! Nearly all positions that a search evaluates differ little from one evaluated just before: the side that
//! did not move is unchanged, and only one or two of the mover's pieces stand elsewhere. So for recent
//! placements of the side that did not move, the sums for each piece of the other side are cached.

use super::network::{BIAS, ROWS};
use ludoteca_core::Seat;
use ludoteca_squadro::{HOME, RED, TRACKS, TURN, YELLOW, speed};
use std::cell::RefCell;

/// The number of values that a crossing adds.
pub(super) const WIDTH: usize = 256;
pub(super) type Rows = [i16; WIDTH];

pub(super) const SEATS: [Seat; 2] = [YELLOW, RED];

/// The number of possible progress values.
const STEPS: usize = HOME as usize + 1;

/// By seat and track, then by progress: the index among the values that a piece there can have. A piece with
/// two or three steps never stands on the first crossing of that way; the file has no rows for it.
const DIGITS: [[[u8; 16]; TRACKS]; 2] = {
    let mut digits = [[[0; 16]; TRACKS]; 2];
    let mut i = 0;
    while i < 2 * TRACKS {
        let (seat, track) = (i / TRACKS, i % TRACKS);
        let (mut progress, mut digit) = (0, 0);
        while progress < STEPS {
            digits[seat][track][progress] = digit;
            let first = progress == 1 || progress == TURN as usize + 1;
            if !first || speed(SEATS[seat], track, progress as u8) == 1 {
                digit += 1;
            }
            progress += 1;
        }
        digits[seat][track][15] = digit; // the number of values
        i += 1;
    }
    digits
};

/// By crossing (Yellow's track, then Red's): the index of its first row.
const FIRST: [[usize; TRACKS]; TRACKS + 1] = {
    let mut first = [[0; TRACKS]; TRACKS + 1];
    let (mut i, mut at) = (0, 0);
    while i < TRACKS * TRACKS {
        let (yellow, red) = (i / TRACKS, i % TRACKS);
        first[yellow][red] = at;
        at += DIGITS[0][yellow][15] as usize * DIGITS[1][red][15] as usize;
        i += 1;
    }
    first[TRACKS][0] = at;
    first
};
/// The total number of rows in the file.
pub(super) const FILE_ROWS: usize = FIRST[TRACKS][0];

const _: () = assert!(FILE_ROWS == 59 * 59);

/// The number of cached placements of the resting side, for each mover.
const PLACES: usize = 128;

/// The cached sums for one placement of the resting side.
#[derive(Clone)]
struct Place {
    resting: u32,
    moving: u32,
    /// By track of the moving side.
    parts: [Rows; TRACKS],
    sums: Rows,
}

thread_local! {
    static PLACES_OF: RefCell<[Vec<Place>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Calls `judge` with the sums for Yellow's and Red's pieces. `mover` is the seat to move, so the other one
/// has just moved.
#[inline]
pub(super) fn with_sums<T>(mover: usize, lanes: [u32; 2], judge: impl FnOnce(&Rows) -> T) -> T {
    PLACES_OF.with_borrow_mut(|places| {
        let places = &mut places[mover & 1];
        if places.is_empty() {
            let sums = [0; WIDTH];
            let empty = Place { resting: u32::MAX, moving: u32::MAX, parts: [sums; TRACKS], sums };
            places.resize(PLACES, empty);
        }
        let (resting, moving) = (lanes[mover & 1], lanes[1 - (mover & 1)]);
        let place = &mut places[(resting.wrapping_mul(0x9e37_79b1) >> 25) as usize % PLACES];
        if mover == 0 {
            place.go_to::<1>(resting, moving)
        } else {
            place.go_to::<0>(resting, moving)
        }
        judge(&place.sums)
    })
}

impl Place {
    /// `MOVING` is the seat that has just moved.
    #[inline]
    fn go_to<const MOVING: usize>(&mut self, resting: u32, moving: u32) {
        if self.resting != resting {
            self.resting = resting;
            self.sums = BIAS;
            for track in 0..TRACKS {
                self.parts[track] = [0; WIDTH];
                self.renew::<MOVING>(track, resting, moving);
            }
        } else {
            let changed = self.moving ^ moving;
            for track in 0..TRACKS {
                if changed >> (4 * track) & 15 != 0 {
                    self.renew::<MOVING>(track, resting, moving);
                }
            }
        }
        self.moving = moving;
    }

    fn renew<const MOVING: usize>(&mut self, track: usize, resting: u32, moving: u32) {
        let digit = |seat: usize, track: usize, lanes: u32| {
            usize::from(DIGITS[seat][track][(lanes >> (4 * track) & 15) as usize])
        };
        let own = digit(MOVING, track, moving);
        let mut rows = [&ROWS[0]; TRACKS];
        for (other, row) in rows.iter_mut().enumerate() {
            let rest = digit(1 - MOVING, other, resting);
            let number = if MOVING == 0 {
                FIRST[track][other] + own * usize::from(DIGITS[1][other][15]) + rest
            } else {
                FIRST[other][track] + rest * usize::from(DIGITS[1][track][15]) + own
            };
            *row = &ROWS[number % FILE_ROWS];
        }
        let part = &mut self.parts[track];
        for i in 0..WIDTH {
            let new: i16 = rows.iter().map(|row| i16::from(row[i] as i8)).sum();
            self.sums[i] = self.sums[i].wrapping_add(new.wrapping_sub(part[i]));
            part[i] = new;
        }
    }
}
