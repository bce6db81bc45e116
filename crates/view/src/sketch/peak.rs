use super::{CannotArise, Choice, Sketch, Tool};
use crate::board::PieceShape;
use ludoteca_catalog::{
    Board, Seat,
    board::{Piece, Shape},
};
use ludoteca_peak::{DARK, LIGHT, PIECES, Space};

const SIDE: usize = Space::SIDE as usize;

/// What lies on each space, rank 6 first, and who is to move.
pub(super) struct Towers {
    spaces: Vec<Option<(u8, char)>>,
    mover: char,
    again: char,
}

fn seat(letter: char) -> Seat {
    if letter == 'l' { LIGHT } else { DARK }
}

/// Where the space of this name stands in the text.
fn index(name: &str) -> Option<usize> {
    let mut letters = name.chars();
    let column = (letters.next()? as usize).checked_sub('a' as usize)?;
    let rank = letters.next()?.to_digit(10)? as usize;
    (column < SIDE && (1..=SIDE).contains(&rank)).then(|| (SIDE - rank) * SIDE + column)
}

impl Towers {
    pub(super) fn read(text: &str) -> Option<Towers> {
        let mut fields = text.split(' ');
        let (board, mover, again) = (fields.next()?, fields.next()?, fields.next()?);
        let mut spaces = Vec::new();
        for rank in board.split('/') {
            let mut height = String::new();
            for c in rank.chars() {
                match c {
                    '.' if height.is_empty() => spaces.push(None),
                    'l' | 'd' => {
                        let pieces = if height.is_empty() { 1 } else { height.parse().ok()? };
                        spaces.push(Some((pieces, c)));
                        height.clear();
                    }
                    '0'..='9' => height.push(c),
                    _ => return None,
                }
            }
            if spaces.len() % SIDE != 0 || !height.is_empty() {
                return None;
            }
        }
        let one = |text: &str, known: [char; 2]| text.parse().ok().filter(|c| known.contains(c));
        let whole = fields.next().is_none() && spaces.len() == SIDE * SIDE;
        whole.then_some(())?;
        Some(Towers { spaces, mover: one(mover, ['l', 'd'])?, again: one(again, ['-', 's'])? })
    }
}

impl Sketch for Towers {
    fn write(&self) -> String {
        let space = |space: &Option<(u8, char)>| match space {
            None => ".".to_owned(),
            Some((1, letter)) => letter.to_string(),
            Some((height, letter)) => format!("{height}{letter}"),
        };
        let ranks: Vec<String> =
            self.spaces.chunks(SIDE).map(|rank| rank.iter().map(space).collect()).collect();
        format!("{} {} {}", ranks.join("/"), self.mover, self.again)
    }

    fn show(&self, board: &mut Board) {
        let tower = |(cell, name): (usize, &str)| {
            let (height, letter) = self.spaces[index(name)?]?;
            Some(Piece { cell, shape: Shape::Tower { seat: seat(letter), height } })
        };
        let names = board.cells.iter().map(|cell| cell.name.as_str()).enumerate();
        board.pieces = names.filter_map(tower).collect();
    }

    fn tools(&self) -> Vec<Tool> {
        let disc = |seat: usize| PieceShape::Tower { seat, height: 1, layers: vec![Some(seat)] };
        vec![Tool::new("l", Some(disc(0))), Tool::new("d", Some(disc(1))), Tool::new("take", None)]
    }

    /// A piece goes on top of what is there; taking takes the top piece off.
    fn put(&mut self, name: &str, tool: &str) {
        let Some(space) = index(name).and_then(|index| self.spaces.get_mut(index)) else { return };
        *space = match (tool, *space) {
            ("l" | "d", before) => {
                let letter = if tool == "l" { 'l' } else { 'd' };
                Some((before.map_or(0, |(height, _)| height).saturating_add(1), letter))
            }
            ("take", Some((height, letter))) if height > 1 => Some((height - 1, letter)),
            _ => None,
        };
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::of("act", self.mover, ["l", "d"]), Choice::of("stuck", self.again, ["-", "s"])]
    }

    fn choose(&mut self, key: &str, value: &str) {
        match (key, value) {
            ("act", "l") => self.mover = 'l',
            ("act", "d") => self.mover = 'd',
            ("stuck", "-") => self.again = '-',
            ("stuck", "s") => self.again = 's',
            _ => {}
        }
    }

    fn clear(&mut self) {
        self.spaces.fill(None);
        self.again = '-';
    }

    /// PK-2, PK-4: pieces are stacked and never taken off.
    fn cannot_arise(&self) -> Option<CannotArise> {
        let pieces: u32 = self.spaces.iter().flatten().map(|&(height, _)| u32::from(height)).sum();
        (pieces != PIECES).then_some(CannotArise { key: "pieces-missing", ruling: "PK-4" })
    }
}
