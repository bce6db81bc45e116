use super::{CannotArise, Choice, Sketch, Tool};
use crate::board::PieceShape;
use ludoteca_catalog::{
    Board, Seat,
    board::{CellKind, Heading, Piece, Shape},
};
use ludoteca_squadro::{HOME, RED, Squadro, TRACKS, TURN, YELLOW, speed};

/// How far each piece has come, and who is to move.
pub(super) struct Tracks {
    progress: [[u8; TRACKS]; 2],
    mover: char,
}

const SEATS: [(char, char, Seat); 2] = [('Y', 'y', YELLOW), ('R', 'r', RED)];

/// A piece as a cell's name has it: `Y2`.
fn track(name: &str) -> Option<(usize, usize)> {
    let mut letters = name.chars();
    let letter = letters.next()?;
    let seat = SEATS.iter().position(|&(capital, ..)| capital == letter)?;
    let number = letters.next()?.to_digit(10)? as usize;
    (letters.next().is_none() && (1..=TRACKS).contains(&number)).then(|| (seat, number - 1))
}

fn heading(seat: usize, back: bool) -> Heading {
    match (seat, back) {
        (0, false) => Heading::Right,
        (0, true) => Heading::Left,
        (_, false) => Heading::Down,
        (_, true) => Heading::Up,
    }
}

impl Tracks {
    pub(super) fn read(text: &str) -> Option<Tracks> {
        let (sides, mover) = text.split_once(' ')?;
        let (yellow, red) = sides.split_once('/')?;
        let side = |text: &str| -> Option<[u8; TRACKS]> {
            let digits: Option<Vec<u8>> =
                text.chars().map(|c| c.to_digit(13).filter(|_| !c.is_uppercase()).map(|d| d as u8)).collect();
            digits?.try_into().ok()
        };
        let mover = mover.parse().ok().filter(|mover| matches!(mover, 'y' | 'r'))?;
        Some(Tracks { progress: [side(yellow)?, side(red)?], mover })
    }

    /// Where a piece of a seat comes to on a cell of this name: its track, and its progress on the way out or
    /// back.
    fn place(name: &str, wanted: usize, back: bool) -> Option<(usize, usize, u8)> {
        if let Some((row, column)) = name.split_once('/') {
            let ((_, row), (_, column)) = (track(row)?, track(column)?);
            let (track, space) = if wanted == 0 { (row, column + 1) } else { (column, row + 1) };
            let space = space as u8;
            return Some((wanted, track, if back { HOME - space } else { space }));
        }
        // Only the track's own piece can stand at its ends.
        let (piece, end) = name.split_once(' ')?;
        let (seat, track) = track(piece)?;
        let progress = match (end, back) {
            ("turn", _) => TURN,
            (_, false) => 0,
            (_, true) => HOME,
        };
        Some((seat, track, progress))
    }

    fn cell_name(&self, seat: usize, track: usize) -> String {
        let progress = self.progress[seat][track];
        let space = usize::from(if progress <= TURN { progress } else { HOME - progress });
        let own = format!("{}{}", SEATS[seat].0, track + 1);
        match (space, seat) {
            (0, _) => format!("{own} start"),
            (_, _) if progress == TURN => format!("{own} turn"),
            (_, 0) => format!("{own}/R{space}"),
            _ => format!("Y{space}/{own}"),
        }
    }
}

impl Sketch for Tracks {
    fn write(&self) -> String {
        let side = |seat: usize| -> String {
            self.progress[seat].iter().filter_map(|&p| char::from_digit(u32::from(p), 13)).collect()
        };
        format!("{}/{} {}", side(0), side(1), self.mover)
    }

    fn show(&self, board: &mut Board) {
        board.pieces.clear();
        for (index, &(_, _, seat)) in SEATS.iter().enumerate() {
            for track in 0..TRACKS {
                let progress = self.progress[index][track];
                let Some(cell) = board.cell(&self.cell_name(index, track)) else { continue };
                let heading = heading(index, progress >= TURN);
                let (speed, home) = (speed(seat, track, progress), progress == HOME);
                board.pieces.push(Piece { cell, shape: Shape::Runner { seat, heading, speed, home } });
            }
        }
        for cell in &mut board.cells {
            let place = cell.name.split_once(' ').and_then(|(piece, end)| Some((track(piece)?, end)));
            if let (CellKind::TrackEnd { in_force, .. }, Some(((seat, track), end))) = (&mut cell.kind, place)
            {
                let progress = self.progress[seat][track];
                *in_force = progress != HOME && (progress >= TURN) == (end == "turn");
            }
        }
    }

    fn tools(&self) -> Vec<Tool> {
        let tool = |seat: usize, back: bool| {
            let heading = heading(seat, back).into();
            let piece = PieceShape::Runner { seat, heading, speed: 0, home: false };
            Tool::new(format!("{}-{}", SEATS[seat].1, if back { "back" } else { "out" }), Some(piece))
        };
        vec![tool(0, false), tool(0, true), tool(1, false), tool(1, true)]
    }

    fn put(&mut self, name: &str, tool: &str) {
        let Some((letter, way)) = tool.split_once('-') else { return };
        if let Some((seat, track, progress)) = Tracks::place(name, usize::from(letter == "r"), way == "back")
        {
            self.progress[seat][track] = progress;
        }
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::of("act", self.mover, ["y", "r"])]
    }

    fn choose(&mut self, key: &str, value: &str) {
        if let ("act", "y" | "r") = (key, value) {
            self.mover = if value == "y" { 'y' } else { 'r' };
        }
    }

    /// The pieces never leave the board: they go back to their starts.
    fn clear(&mut self) {
        self.progress = [[0; TRACKS]; 2];
    }

    fn cannot_arise(&self) -> Option<CannotArise> {
        use ludoteca_core::Notation;
        let position = Squadro::read_position(&Default::default(), &self.write()).ok()?;
        if position.can_arise() {
            return None;
        }
        let winners_turn = position.home(position.mover()) >= ludoteca_squadro::HOME_TO_WIN;
        Some(if winners_turn {
            CannotArise { key: "winner-to-move", ruling: "SQ-9" }
        } else {
            CannotArise { key: "first-crossing", ruling: "SQ-2" }
        })
    }
}
