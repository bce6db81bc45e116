//! The contents of a parsed text or an editor, and whether they form a valid position.

use crate::{
    HOME, HOME_TO_WIN, RED, Rules, Squadro, TRACKS, TURN, YELLOW,
    notation::{ALL_HOME, BOTH_WON, SHARED_CROSSING, name, piece},
    picture,
    tracks::Lanes,
};
use ludoteca_core::{
    self as core, Arg, Board, CannotArise, Choice, Editing, PositionError, Seat, SyntaxError, ToolInfo,
    board::Shape,
};
use std::fmt;

/// The progress of each piece and the player to move. May break rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// 0 to [`HOME`], by seat and track.
    progress: [[u8; TRACKS]; 2],
    mover: Seat,
}

/// Places a piece of this seat, outbound or on its way back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    pub(crate) seat: Seat,
    pub(crate) back: bool,
}

pub(crate) const DIGIT: &str = "a progress digit (0 to 9, a, b, c)";

impl From<&Squadro> for Sketch {
    fn from(position: &Squadro) -> Self {
        let side = |seat| std::array::from_fn(|track| position.progress(seat, track));
        Sketch { progress: [side(YELLOW), side(RED)], mover: position.mover() }
    }
}

impl Editing for Squadro {
    type Sketch = Sketch;
}

impl core::Sketch for Sketch {
    type Position = Squadro;
    type Tool = Tool;
    type Setting = Seat;

    fn first(rules: &Rules) -> Self {
        Sketch { progress: [[0; TRACKS]; 2], mover: rules.first }
    }

    fn read(_: &Rules, text: &str) -> Result<Self, PositionError> {
        let bytes = text.as_bytes();
        let yellow = read_side(text, 0)?;
        expect(text, TRACKS, b'/', "'/' between Yellow's digits and Red's")?;
        let red = read_side(text, TRACKS + 1)?;
        let end = 2 * TRACKS + 1;
        expect(text, end, b' ', "a blank before the player to move")?;
        let mover = match bytes.get(end + 1) {
            Some(b'y') => YELLOW,
            Some(b'r') => RED,
            _ => return Err(SyntaxError::new(text, end + 1, "the player to move (y or r)").into()),
        };
        if bytes.len() > end + 2 {
            return Err(SyntaxError::new(text, end + 2, "nothing more").into());
        }
        Ok(Sketch { progress: [yellow, red], mover })
    }

    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abc???";
        let mut text = *b"00000/00000 y";
        for (side, start) in self.progress.iter().zip([0, TRACKS + 1]) {
            for (sign, &progress) in text[start..].iter_mut().zip(side) {
                *sign = DIGITS[usize::from(progress)];
            }
        }
        if self.mover == RED {
            text[2 * TRACKS + 2] = b'r';
        }
        out.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }

    fn build(&self) -> Result<Squadro, PositionError> {
        let [yellow, red] = self.progress;
        let home = |side: [u8; TRACKS]| side.iter().filter(|&&p| p == HOME).count();
        for (seat, side, at) in [(YELLOW, yellow, 0), (RED, red, TRACKS + 1)] {
            if home(side) == TRACKS {
                return Err(ALL_HOME.refuse([&name(seat)]).at(at));
            }
        }
        if home(yellow).min(home(red)) >= HOME_TO_WIN as usize {
            return Err(BOTH_WON.refuse([]).at(TRACKS + 1));
        }
        for (row, &y) in yellow.iter().enumerate() {
            for (column, &r) in red.iter().enumerate() {
                // SQ-1: row i and column j cross at Yellow's space j and Red's space i.
                if space(y) == column + 1 && space(r) == row + 1 {
                    let refusal = SHARED_CROSSING
                        .refuse([&Arg::Piece(piece(YELLOW, row)), &Arg::Piece(piece(RED, column))]);
                    return Err(refusal.at(TRACKS + 1 + column));
                }
            }
        }
        Ok(Squadro::from_sides([Lanes::new(yellow), Lanes::new(red)], self.mover))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn board(&self) -> Board {
        picture::board(&self.progress)
    }

    fn tools(&self) -> Vec<ToolInfo<Tool>> {
        let tool = |seat, letter, back| {
            let heading = picture::heading(seat, back);
            let shape = Shape::Runner { seat, heading, speed: 0, home: false };
            ToolInfo::piece(
                format!("{letter}-{}", if back { "back" } else { "out" }),
                shape,
                Tool { seat, back },
            )
        };
        [(YELLOW, 'y'), (RED, 'r')]
            .into_iter()
            .flat_map(|(seat, letter)| [false, true].map(|back| tool(seat, letter, back)))
            .collect()
    }

    fn put(&mut self, cell: usize, tool: Tool) {
        if let Some((seat, track, progress)) = picture::piece_put(cell, tool) {
            self.progress[seat.index()][track] = progress;
        }
    }

    fn choices(&self) -> Vec<Choice<Seat>> {
        let letter = if self.mover == RED { 'r' } else { 'y' };
        vec![Choice::new("act", letter, [('y', YELLOW), ('r', RED)])]
    }

    fn choose(&mut self, mover: Seat) {
        self.mover = mover;
    }

    fn clear(&mut self) {
        self.progress = [[0; TRACKS]; 2];
    }

    fn cannot_arise(&self) -> Option<CannotArise> {
        let position = self.build().ok()?;
        if position.can_arise() {
            return None;
        }
        Some(if position.winner() == Some(position.mover()) {
            CannotArise { key: "winner-to-move", ruling: "SQ-9" }
        } else {
            CannotArise { key: "first-crossing", ruling: "SQ-2" }
        })
    }
}

fn read_side(text: &str, from: usize) -> Result<[u8; TRACKS], SyntaxError> {
    let mut progress = [0; TRACKS];
    for (track, slot) in progress.iter_mut().enumerate() {
        *slot = match text.as_bytes().get(from + track) {
            Some(digit @ b'0'..=b'9') => digit - b'0',
            Some(letter @ b'a'..=b'c') => letter - b'a' + 10,
            _ => return Err(SyntaxError::new(text, from + track, DIGIT)),
        };
    }
    Ok(progress)
}

fn expect(text: &str, at: usize, byte: u8, expected: &'static str) -> Result<(), SyntaxError> {
    if text.as_bytes().get(at) == Some(&byte) { Ok(()) } else { Err(SyntaxError::new(text, at, expected)) }
}

/// The space on its track, 0 to 6, occupied by a piece.
fn space(progress: u8) -> usize {
    usize::from(if progress <= TURN { progress } else { HOME - progress })
}
