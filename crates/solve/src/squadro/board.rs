//! Boards of two to five tracks per side: the published board is the largest, the small ones are for
//! verification.

/// SQ-2: by seat and track, the speed on the way out; the speed on the way back is its complement to four.
const OUT: [[u8; 5]; 2] = [[3, 1, 2, 1, 3], [1, 3, 2, 3, 1]];

/// A Squadro board with the first few of the published tracks. A player wins by bringing all pieces but one
/// home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    tracks: usize,
}

impl Board {
    pub const FULL: Board = Board { tracks: 5 };

    /// A board with this number of tracks per side, 2 to 5; `None` otherwise.
    #[must_use]
    pub fn new(tracks: usize) -> Option<Board> {
        (2..=5).contains(&tracks).then_some(Board { tracks })
    }

    /// The number of tracks, and pieces, of a side.
    #[must_use]
    pub fn tracks(self) -> usize {
        self.tracks
    }

    /// The progress of a piece that has just turned round: one more than the number of crossings.
    #[must_use]
    pub fn turn(self) -> u8 {
        self.tracks as u8 + 1
    }

    /// The progress of a piece that is home.
    #[must_use]
    pub fn home(self) -> u8 {
        2 * self.turn()
    }

    /// SQ-9: the number of pieces home that wins.
    #[must_use]
    pub fn to_win(self) -> u32 {
        self.tracks as u32 - 1
    }

    #[must_use]
    pub fn speed(self, seat: usize, track: usize, progress: u8) -> u8 {
        let out = OUT[seat][track];
        if progress < self.turn() { out } else { 4 - out }
    }

    /// Whether a piece of this track can have this progress: one with two or three steps never stands on the
    /// first crossing of that way.
    #[must_use]
    pub fn possible(self, seat: usize, track: usize, progress: u8) -> bool {
        let first = progress == 1 || progress == self.turn() + 1;
        !first || self.speed(seat, track, progress) == 1
    }

    /// The crossing of its track, from 0, on which a piece stands; `None` on the edges.
    #[must_use]
    pub fn crossing(self, progress: u8) -> Option<usize> {
        let space = if progress <= self.turn() { progress } else { self.home() - progress };
        (space > 0 && space < self.turn()).then(|| usize::from(space) - 1)
    }

    /// SQ-7: the progress to which a jumped piece returns.
    #[must_use]
    pub fn edge(self, progress: u8) -> u8 {
        if progress < self.turn() { 0 } else { self.turn() }
    }

    /// SQ-5, SQ-6: the progress of a piece after its move, and the set of opposing tracks whose pieces it
    /// jumped. `occupied` has a bit for each crossing of the track that an opposing piece stands on.
    #[must_use]
    pub fn advance(self, seat: usize, track: usize, progress: u8, occupied: u32) -> (u8, u32) {
        let last = if progress < self.turn() { self.turn() } else { self.home() };
        let meets = |p: u8| self.crossing(p).filter(|&crossing| occupied >> crossing & 1 == 1);
        let mut to = progress;
        let mut jumped = 0;
        for _ in 0..self.speed(seat, track, progress) {
            if to == last {
                break;
            }
            to += 1;
            if meets(to).is_some() {
                while let Some(crossing) = meets(to) {
                    jumped |= 1 << crossing;
                    to += 1;
                }
                break;
            }
        }
        (to, jumped)
    }
}
