//! Positions of any board, in the notation and as state numbers of the table.

use ludoteca_core::{Notation, Position as _, Status};
use ludoteca_solve::squadro::{Board, Sides};
use ludoteca_squadro::{RED, Rules, Squadro, TRACKS, YELLOW};
use std::fmt;

const DIGITS: &[u8; 13] = b"0123456789abc";

/// A position: the player to move and the progress of each piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    mover: usize,
    /// Yellow's pieces, then Red's; on small boards the last tracks stay 0.
    progress: [[u8; TRACKS]; 2],
}

impl Position {
    /// Reads a position: on the full board in the notation of the rules, on a small one in the same with
    /// fewer digits.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    pub fn read(board: Board, text: &str) -> Result<Position, String> {
        let position = if board == Board::FULL {
            let squadro =
                Squadro::read_position(&Rules::default(), text).map_err(|error| error.to_string())?;
            Position::from_rules(&squadro)
        } else {
            Position::read_small(board, text)?
        };
        for (mover, (name, seat)) in [("Y", 0), ("R", 1)].into_iter().enumerate() {
            let stuck = (0..board.tracks()).find(|&t| !board.possible(seat, t, position.progress[mover][t]));
            if let Some(track) = stuck {
                return Err(format!(
                    "{name}{} never stands there, as it moves more than one step (SQ-2)",
                    track + 1
                ));
            }
        }
        Ok(position)
    }

    fn read_small(board: Board, text: &str) -> Result<Position, String> {
        let n = board.tracks();
        let expected = || {
            format!("on this board expected {n} digits of Yellow's, '/', {n} of Red's, a blank, and y or r")
        };
        let bytes = text.as_bytes();
        if bytes.len() != 2 * n + 3 || bytes[n] != b'/' || bytes[2 * n + 1] != b' ' {
            return Err(expected());
        }
        let mut progress = [[0; TRACKS]; 2];
        for (seat, from) in [(0, 0), (1, n + 1)] {
            for track in 0..n {
                let digit =
                    DIGITS.iter().position(|&digit| digit == bytes[from + track]).ok_or_else(expected)?;
                progress[seat][track] = digit as u8;
                if digit > usize::from(board.home()) {
                    return Err(format!(
                        "a piece is home with {} on this board",
                        char::from(DIGITS[usize::from(board.home())])
                    ));
                }
            }
        }
        let mover = match bytes[2 * n + 2] {
            b'y' => 0,
            b'r' => 1,
            _ => return Err(expected()),
        };
        let position = Position { board, mover, progress };
        let homes = [position.home(0), position.home(1)];
        if homes.iter().any(|&home| home > board.to_win()) || homes == [board.to_win(); 2] {
            return Err(format!("{} pieces home end the game (SQ-9)", board.to_win()));
        }
        if position.shares_a_crossing() {
            return Err("two pieces stand on the same crossing (SQ-8)".to_owned());
        }
        Ok(position)
    }

    fn from_rules(squadro: &Squadro) -> Position {
        let side = |seat| std::array::from_fn(|track| squadro.progress(seat, track));
        Position {
            board: Board::FULL,
            mover: usize::from(squadro.mover() == RED),
            progress: [side(YELLOW), side(RED)],
        }
    }

    /// The position of an entry; `None` if the entry is not a position.
    #[must_use]
    pub fn from_numbers(sides: &Sides, mover: usize, yellow: u32, red: u32) -> Option<Position> {
        let side = |seat: usize, number: u32| {
            let packed = sides.seats[seat].states.get(number as usize)?.progress;
            Some(std::array::from_fn(|track| (packed >> (4 * track)) as u8 & 15))
        };
        let position = Position { board: sides.board, mover, progress: [side(0, yellow)?, side(1, red)?] };
        let won = |seat| position.home(seat) >= sides.board.to_win();
        let fits = mover < 2
            && !won(mover)
            && position.home(1 - mover) <= sides.board.to_win()
            && !position.shares_a_crossing();
        fits.then_some(position)
    }

    /// The numbers of Yellow's and Red's states.
    #[must_use]
    pub fn numbers(&self, sides: &Sides) -> Option<[u32; 2]> {
        let n = self.board.tracks();
        let [yellow, red] = &self.progress;
        Some([sides.seats[0].number(&yellow[..n])?, sides.seats[1].number(&red[..n])?])
    }

    /// The player to move: 0 Yellow, 1 Red.
    #[must_use]
    pub fn mover(&self) -> usize {
        self.mover
    }

    fn home(&self, seat: usize) -> u32 {
        self.progress[seat][..self.board.tracks()].iter().filter(|&&p| p == self.board.home()).count() as u32
    }

    /// SQ-9: the player who has won.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        [1 - self.mover, self.mover].into_iter().find(|&seat| self.home(seat) >= self.board.to_win())
    }

    fn shares_a_crossing(&self) -> bool {
        let [yellow, red] = &self.progress;
        let n = self.board.tracks();
        (0..n).any(|row| {
            self.board
                .crossing(yellow[row])
                .is_some_and(|column| self.board.crossing(red[column]) == Some(row))
        })
    }

    /// The position after each move, with the move's text. On the full board these come from the crate of the
    /// rules, so that a table is verified by other code than the code that made it.
    #[must_use]
    pub fn children(&self) -> Vec<(String, Position)> {
        if self.board != Board::FULL {
            return self.children_by_hand();
        }
        let Ok(squadro) = Squadro::read_position(&Rules::default(), &self.to_string()) else {
            return Vec::new();
        };
        let mut children = Vec::with_capacity(TRACKS);
        if matches!(squadro.status(), Status::ToAct(_)) {
            squadro.for_each_child(|m, child| {
                children.push((squadro.move_text(m), Position::from_rules(&child)))
            });
        }
        children
    }

    /// The same computed from the board's description alone, for boards that the crate of the rules does not
    /// support.
    fn children_by_hand(&self) -> Vec<(String, Position)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let (own, other) = (self.mover, 1 - self.mover);
        let mut children = Vec::new();
        for track in 0..self.board.tracks() {
            let from = self.progress[own][track];
            if from == self.board.home() {
                continue;
            }
            let meets = |t: &usize| self.board.crossing(self.progress[other][*t]) == Some(track);
            let occupied = (0..self.board.tracks()).filter(meets).fold(0, |set, t| set | 1 << t);
            let (to, jumped) = self.board.advance(own, track, from, occupied);
            let mut child = self.clone();
            child.mover = other;
            child.progress[own][track] = to;
            for t in (0..self.board.tracks()).filter(|t| jumped >> t & 1 == 1) {
                child.progress[other][t] = self.board.edge(self.progress[other][t]);
            }
            children.push((format!("{}{}", if own == 0 { 'Y' } else { 'R' }, track + 1), child));
        }
        children
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |seat: usize| {
            let side = &self.progress[seat][..self.board.tracks()];
            side.iter().map(|&p| char::from(*DIGITS.get(usize::from(p)).unwrap_or(&b'?'))).collect::<String>()
        };
        write!(f, "{}/{} {}", digits(0), digits(1), if self.mover == 0 { 'y' } else { 'r' })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On the full board both move generators agree throughout a long game.
    #[test]
    fn both_ways_to_move_agree() {
        let mut position = Position::read(Board::FULL, "00000/00000 y").unwrap();
        let mut random = 1_u64;
        for ply in 0..20_000 {
            let children = position.children();
            assert_eq!(children, position.children_by_hand(), "{position}");
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position = match children.get((random >> 33) as usize % children.len().max(1)) {
                Some((_, child)) => child.clone(),
                None => Position::read(Board::FULL, ["00000/00000 y", "00000/00000 r"][ply % 2]).unwrap(),
            };
        }
    }

    #[test]
    fn texts_are_read_and_written_the_same_or_refused() {
        let small = Board::new(3).unwrap();
        for text in ["000/000 y", "808/232 r", "480/430 y"] {
            assert_eq!(Position::read(small, text).map(|position| position.to_string()).as_deref(), Ok(text));
        }
        let refusals = [
            ("00/000 y", "expected 3 digits"),
            ("000/000 x", "expected 3 digits"),
            ("00é/000 y", "expected 3 digits"),
            ("0c0/000 y", "a piece is home with 8"),
            ("880/808 y", "2 pieces home end the game (SQ-9)"),
            ("888/000 y", "2 pieces home end the game (SQ-9)"),
            ("020/020 y", "two pieces stand on the same crossing (SQ-8)"),
            ("100/000 y", "Y1 never stands there"),
        ];
        for (text, expected) in refusals {
            let fault = Position::read(small, text).unwrap_err();
            assert!(fault.contains(expected), "{text}: {fault}");
        }
        let shared = Position::read(Board::FULL, "20000/01000 y").unwrap_err();
        assert!(shared.ends_with("opposing pieces never share one (SQ-8)"), "{shared}");
        let stuck = Position::read(Board::FULL, "10000/00000 y").unwrap_err();
        assert!(stuck.starts_with("Y1 never stands there"), "{stuck}");
    }
}
