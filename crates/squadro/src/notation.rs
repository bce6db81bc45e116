//! Positions `00000/00000 y` and moves `Y1`..`R5`.

use crate::{HOME, HOME_TO_WIN, Move, RED, Rules, Squadro, TRACKS, TURN, YELLOW, tracks::Lanes};
use ludoteca_core::{
    Arg, MoveError, Notation, Position, PositionError, Reason, Refusal, Seat, Status, SyntaxError,
};
use std::fmt;

static SHARED_CROSSING: Reason = Reason {
    ruling: "SQ-8",
    key: "shared-crossing",
    text: "{0} and {1} stand on the same crossing: opposing pieces never share one",
};
static ALL_HOME: Reason =
    Reason { ruling: "SQ-9", key: "all-home", text: "{0} has five pieces home, but four end the game" };
static BOTH_WON: Reason = Reason {
    ruling: "SQ-9",
    key: "both-won",
    text: "both sides have four pieces home, but the first to do so ends the game",
};
static NOT_YOUR_TURN: Reason =
    Reason { ruling: "SQ-4", key: "not-your-turn", text: "it is {0}'s turn, and {1} is {2}'s" };
static PIECE_IS_HOME: Reason =
    Reason { ruling: "SQ-4", key: "piece-is-home", text: "{0} is home and has left the board" };

const DIGIT: &str = "a progress digit (0 to 9, a, b, c)";

/// The seat's name for a sentence.
fn name(seat: Seat) -> Arg {
    Arg::Seat(seat, if seat == RED { "Red" } else { "Yellow" })
}

/// The piece's name: its move in the notation.
pub(crate) fn piece(seat: Seat, track: usize) -> String {
    format!("{}{}", if seat == RED { 'R' } else { 'Y' }, track + 1)
}

impl Notation for Squadro {
    const REASONS: &'static [&'static Reason] =
        &[&SHARED_CROSSING, &ALL_HOME, &BOTH_WON, &NOT_YOUR_TURN, &PIECE_IS_HOME];
    const EXPECTED: &'static [&'static str] = &[
        DIGIT,
        "'/' between Yellow's digits and Red's",
        "a blank before the player to move",
        "the player to move (y or r)",
        "nothing more",
        "a piece, Y1 to Y5 or R1 to R5 (for example Y3)",
        "the piece's number, 1 to 5 (for example Y3)",
    ];

    fn read_position(_rules: &Rules, text: &str) -> Result<Self, PositionError> {
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
        check_board(yellow, red)?;
        Ok(Squadro::from_sides([Lanes::new(yellow), Lanes::new(red)], mover))
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abc???";
        let mut text = *b"00000/00000 y";
        for track in 0..TRACKS {
            text[track] = DIGITS[usize::from(self.progress(YELLOW, track))];
            text[TRACKS + 1 + track] = DIGITS[usize::from(self.progress(RED, track))];
        }
        if self.mover == RED {
            text[2 * TRACKS + 2] = b'r';
        }
        out.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let bytes = text.as_bytes();
        let owner = match bytes.first() {
            Some(b'Y') => YELLOW,
            Some(b'R') => RED,
            _ => {
                return Err(
                    SyntaxError::new(text, 0, "a piece, Y1 to Y5 or R1 to R5 (for example Y3)").into()
                );
            }
        };
        let track = match bytes.get(1) {
            Some(digit @ b'1'..=b'5') => usize::from(digit - b'1'),
            _ => return Err(SyntaxError::new(text, 1, "the piece's number, 1 to 5 (for example Y3)").into()),
        };
        if bytes.len() > 2 {
            return Err(SyntaxError::new(text, 2, "nothing more").into());
        }
        if matches!(self.status(), Status::Over(_)) {
            return Err(MoveError::GameOver);
        }
        self.check_piece(owner, track)?;
        Ok(Move(track as u8))
    }

    fn write_move(&self, m: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&piece(self.mover, m.track()))
    }
}

impl Squadro {
    /// Says why this piece cannot move now.
    pub(crate) fn check_piece(&self, owner: Seat, track: usize) -> Result<(), Refusal> {
        let named = Arg::Piece(piece(owner, track));
        if owner != self.mover {
            return Err(NOT_YOUR_TURN.refuse([&name(self.mover), &named, &name(owner)]));
        }
        if self.progress(owner, track) == HOME {
            return Err(PIECE_IS_HOME.refuse([&named]));
        }
        Ok(())
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

fn check_board(yellow: [u8; TRACKS], red: [u8; TRACKS]) -> Result<(), PositionError> {
    let impossible = |refusal: Refusal, at: usize| Err(PositionError::Impossible { refusal, at });
    let home = |side: [u8; TRACKS]| side.iter().filter(|&&p| p == HOME).count();
    for (seat, side, at) in [(YELLOW, yellow, 0), (RED, red, TRACKS + 1)] {
        if home(side) == TRACKS {
            return impossible(ALL_HOME.refuse([&name(seat)]), at);
        }
    }
    if home(yellow).min(home(red)) >= HOME_TO_WIN as usize {
        return impossible(BOTH_WON.refuse([]), TRACKS + 1);
    }
    for (row, &y) in yellow.iter().enumerate() {
        for (column, &r) in red.iter().enumerate() {
            // SQ-1: row i and column j cross at Yellow's space j and Red's space i.
            if space(y) == column + 1 && space(r) == row + 1 {
                let pieces =
                    [(YELLOW, row), (RED, column)].map(|(seat, track)| Arg::Piece(piece(seat, track)));
                let refusal = SHARED_CROSSING.refuse(pieces.each_ref().map(|piece| piece as _));
                return impossible(refusal, TRACKS + 1 + column);
            }
        }
    }
    Ok(())
}

/// The space of its track, 0 to 6, a piece stands on.
fn space(progress: u8) -> usize {
    usize::from(if progress <= TURN { progress } else { HOME - progress })
}
