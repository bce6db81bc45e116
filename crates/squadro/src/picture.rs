//! The board as data: Yellow's rows run from left to right, Red's columns from top to bottom.

use crate::{HOME, Move, RED, Sketch, Squadro, TRACKS, TURN, Tool, YELLOW, notation::piece, tracks::speed};
use ludoteca_core::{
    Board, Picture, Position, Seat, Sketch as _,
    board::{Cell, CellKind, Ground, Heading, Label, Piece, Point, Shape},
};

/// Cell order: the 25 crossings row by row, then for each seat its five start edges and its five far edges.
const CROSSINGS: usize = TRACKS * TRACKS;

impl Picture for Squadro {
    fn board(&self) -> Board {
        Sketch::from(self).board()
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        vec![self.cell_of(self.mover(), m.track())]
    }

    fn trace(&self, m: Move) -> Vec<usize> {
        [self, &self.after(m)].map(|position| position.cell_of(self.mover(), m.track())).into()
    }
}

impl Squadro {
    /// The index of the cell occupied by a piece.
    pub(crate) fn cell_of(&self, seat: Seat, track: usize) -> usize {
        cell_at(seat, track, self.progress(seat, track))
    }
}

/// Builds the board from the progress of each piece, by seat and track.
pub(crate) fn board(progress: &[[u8; TRACKS]; 2]) -> Board {
    let mut cells = Vec::with_capacity(CROSSINGS + 4 * TRACKS);
    for row in 0..TRACKS {
        for column in 0..TRACKS {
            let name = format!("{}/{}", piece(YELLOW, row), piece(RED, column));
            cells.push(Cell { name, at: on_track(YELLOW, row, column + 1), kind: CellKind::Crossing });
        }
    }
    let mut pieces = Vec::with_capacity(2 * TRACKS);
    let mut labels = Vec::with_capacity(2 * TRACKS);
    for (seat, side) in [YELLOW, RED].into_iter().zip(progress) {
        for (space, word) in [(0, "start"), (usize::from(TURN), "turn")] {
            for (track, &progress) in side.iter().enumerate() {
                let name = format!("{} {word}", piece(seat, track));
                let in_force = progress != HOME && (progress >= TURN) == (space != 0);
                let dots = speed(seat, track, space as u8);
                let kind = CellKind::TrackEnd { seat, dots, in_force };
                cells.push(Cell { name, at: on_track(seat, track, space), kind });
            }
        }
        for (track, &progress) in side.iter().enumerate() {
            let (heading, speed) = (heading(seat, progress >= TURN), speed(seat, track, progress));
            let shape = Shape::Runner { seat, heading, speed, home: progress == HOME };
            pieces.push(Piece { cell: cell_at(seat, track, progress), shape });
        }
    }
    for track in 0..TRACKS {
        let step = 100 * (track as i32 + 1);
        for (seat, at) in [(YELLOW, Point { x: -100, y: step }), (RED, Point { x: step, y: -100 })] {
            labels.push(Label { text: piece(seat, track), at });
        }
    }
    Board { ground: Ground::Tracks, cells, pieces, labels, marks: Vec::new() }
}

/// The direction a piece points, outbound or on its way back.
pub(crate) fn heading(seat: Seat, back: bool) -> Heading {
    match (seat == RED, back) {
        (false, false) => Heading::Right,
        (false, true) => Heading::Left,
        (true, false) => Heading::Down,
        (true, true) => Heading::Up,
    }
}

/// The index of the cell occupied by a piece with this progress; a piece that is home lies at its start.
pub(crate) fn cell_at(seat: Seat, track: usize, progress: u8) -> usize {
    let ends = CROSSINGS + seat.index() * 2 * TRACKS + track;
    match progress {
        0 | HOME => ends,
        TURN => ends + TRACKS,
        progress => {
            let crossing = usize::from(if progress < TURN { progress } else { HOME - progress }) - 1;
            if seat == RED { crossing * TRACKS + track } else { track * TRACKS + crossing }
        }
    }
}

/// The piece that a tool affects on this cell: its seat, its track and its new progress. Only the track's own
/// piece can be at the end of a track, whatever the tool's seat.
pub(crate) fn piece_put(cell: usize, Tool { seat, back }: Tool) -> Option<(Seat, usize, u8)> {
    let Some(end) = cell.checked_sub(CROSSINGS) else {
        let (row, column) = (cell / TRACKS, cell % TRACKS);
        let (track, space) = if seat == RED { (column, row + 1) } else { (row, column + 1) };
        return Some((seat, track, if back { HOME - space as u8 } else { space as u8 }));
    };
    let owner = *[YELLOW, RED].get(end / (2 * TRACKS))?;
    let progress = match (end / TRACKS % 2, back) {
        (1, _) => TURN,
        (_, true) => HOME,
        (_, false) => 0,
    };
    Some((owner, end % TRACKS, progress))
}

/// The centre of a space on a track.
fn on_track(seat: Seat, track: usize, space: usize) -> Point {
    let (along, across) = (100 * space as i32, 100 * (track as i32 + 1));
    if seat == RED { Point { x: across, y: along } } else { Point { x: along, y: across } }
}
