//! The board as data: rows for Yellow from left to right, columns for Red from top to bottom.

use crate::{HOME, Move, RED, Squadro, TRACKS, TURN, YELLOW, notation::piece, tracks::speed};
use ludoteca_core::{
    Board, Picture, Position, Seat,
    board::{Cell, CellKind, Ground, Heading, Label, Piece, Point, Shape},
};

/// Cells: the 25 crossings row by row, then for each seat the five start edges and the five far edges.
const CROSSINGS: usize = TRACKS * TRACKS;

impl Picture for Squadro {
    fn board(&self) -> Board {
        let mut cells = Vec::with_capacity(CROSSINGS + 4 * TRACKS);
        for row in 0..TRACKS {
            for column in 0..TRACKS {
                let name = format!("{}/{}", piece(YELLOW, row), piece(RED, column));
                cells.push(Cell { name, at: on_track(YELLOW, row, column + 1), kind: CellKind::Crossing });
            }
        }
        for seat in [YELLOW, RED] {
            for (space, word) in [(0, "start"), (usize::from(TURN), "turn")] {
                for track in 0..TRACKS {
                    let name = format!("{} {word}", piece(seat, track));
                    let turned = self.progress(seat, track) >= TURN;
                    let in_force = self.progress(seat, track) != HOME && turned == (space != 0);
                    let dots = speed(seat, track, space as u8);
                    let kind = CellKind::TrackEnd { seat, dots, in_force };
                    cells.push(Cell { name, at: on_track(seat, track, space), kind });
                }
            }
        }
        let pieces = [YELLOW, RED]
            .into_iter()
            .flat_map(|seat| (0..TRACKS).map(move |track| self.runner(seat, track)))
            .collect();
        let labels = (0..TRACKS)
            .flat_map(|track| {
                let step = 100 * (track as i32 + 1);
                [(YELLOW, Point { x: -100, y: step }), (RED, Point { x: step, y: -100 })]
                    .map(|(seat, at)| Label { text: piece(seat, track), at })
            })
            .collect();
        Board { ground: Ground::Tracks, cells, pieces, labels, marks: Vec::new() }
    }

    fn targets(&self, m: Move) -> Vec<usize> {
        vec![self.cell_of(self.mover(), m.track())]
    }

    fn trace(&self, m: Move) -> Vec<usize> {
        [self, &self.after(m)].map(|position| position.cell_of(self.mover(), m.track())).into()
    }
}

impl Squadro {
    fn runner(&self, seat: Seat, track: usize) -> Piece {
        let progress = self.progress(seat, track);
        let heading = match (seat == RED, progress < TURN) {
            (false, true) => Heading::Right,
            (false, false) => Heading::Left,
            (true, true) => Heading::Down,
            (true, false) => Heading::Up,
        };
        let shape =
            Shape::Runner { seat, heading, speed: speed(seat, track, progress), home: progress == HOME };
        Piece { cell: self.cell_of(seat, track), shape }
    }

    /// The index of the cell a piece stands on.
    pub(crate) fn cell_of(&self, seat: Seat, track: usize) -> usize {
        cell_at(seat, track, self.progress(seat, track))
    }
}

/// The index of the cell on which a piece with this progress stands; a piece that is home lies at its start.
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

/// The middle of a space of a track.
fn on_track(seat: Seat, track: usize, space: usize) -> Point {
    let (along, across) = (100 * space as i32, 100 * (track as i32 + 1));
    if seat == RED { Point { x: across, y: along } } else { Point { x: along, y: across } }
}
