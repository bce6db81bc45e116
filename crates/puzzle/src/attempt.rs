//! Judges attempts by the moves made and by the proven values in the file.

use crate::{Collection, Puzzle};
use ludoteca_catalog::MoveError;
use std::fmt;

/// The state of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All moves to find were found, or the last move leaves the line and is proven to be as good as the
    /// line's own.
    Solved,
    /// The last move is proven to be wrong.
    Wrong,
}

/// Why an attempt cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAnAttempt {
    /// More moves remain to be found.
    Unfinished,
    /// This move comes after the end of the attempt.
    TooMany(String),
    /// This move is illegal.
    Illegal(String, MoveError),
    /// This text leaves the game.
    Leaves(String),
    /// The puzzle itself cannot be played; the parser rejects such puzzles.
    Damaged,
}

impl fmt::Display for NotAnAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnAttempt::Unfinished => f.write_str("there is more to find"),
            NotAnAttempt::TooMany(text) => write!(f, "nothing is asked any more when {text:?} comes"),
            NotAnAttempt::Illegal(text, error) => write!(f, "move {text:?}: {error}"),
            NotAnAttempt::Leaves(text) => write!(f, "{text:?} is no move"),
            NotAnAttempt::Damaged => f.write_str("the puzzle cannot be played"),
        }
    }
}

impl std::error::Error for NotAnAttempt {}

impl Collection {
    /// Judges the solver's own moves; the other side follows the line. The moves end with the one that
    /// decides: the first wrong one, the first that is right but leaves the line, or the last to be found.
    ///
    /// # Errors
    /// If the moves are illegal, too few, or too many.
    pub fn judge(&self, puzzle: &Puzzle, own: &[String]) -> Result<Verdict, NotAnAttempt> {
        let mut game = self.open(&puzzle.position).map_err(|_| NotAnAttempt::Damaged)?;
        let solver = game.status();
        let (mut own, mut step) = (own.iter(), 0);
        let verdict = 'decided: {
            for text in &puzzle.line {
                if game.status() == solver {
                    let made = own.next().ok_or(NotAnAttempt::Unfinished)?;
                    let mut next = game.fork();
                    next.play(made).map_err(|error| NotAnAttempt::Illegal(made.clone(), error))?;
                    if next.last_leaving().is_some() {
                        return Err(NotAnAttempt::Leaves(made.clone()));
                    }
                    // In canonical notation, however it was typed.
                    let made = next.last_move().unwrap_or_default();
                    if made != *text {
                        let is_right = match step {
                            0 => puzzle.accepted().any(|right| right == made),
                            later => puzzle.right.get(later - 1).is_some_and(|right| right.contains(&made)),
                        };
                        break 'decided if is_right { Verdict::Solved } else { Verdict::Wrong };
                    }
                    step += 1;
                }
                game.play(text).map_err(|_| NotAnAttempt::Damaged)?;
            }
            Verdict::Solved
        };
        own.next().map_or(Ok(verdict), |more| Err(NotAnAttempt::TooMany(more.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::STORED;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn files() -> Vec<Collection> {
        STORED.iter().map(|text| Collection::read(text).unwrap()).collect()
    }

    /// The solver's own moves of the line.
    fn own(file: &Collection, puzzle: &Puzzle) -> Vec<String> {
        let mut game = file.open(&puzzle.position).unwrap();
        let solver = game.status();
        let mut own = Vec::new();
        for text in &puzzle.line {
            if game.status() == solver {
                own.push(text.clone());
            }
            game.play(text).unwrap();
        }
        own
    }

    #[test]
    fn the_line_solves_every_puzzle_and_nothing_less_does() {
        for file in files() {
            for puzzle in &file.puzzles {
                let line = own(&file, puzzle);
                assert_eq!(file.judge(puzzle, &line), Ok(Verdict::Solved), "{} {}", file.game, puzzle.id);
                let fewer = &line[..line.len() - 1];
                assert_eq!(file.judge(puzzle, fewer), Err(NotAnAttempt::Unfinished), "{}", puzzle.id);
                let more = [line.clone(), words(&["Y1"])].concat();
                assert_eq!(file.judge(puzzle, &more), Err(NotAnAttempt::TooMany("Y1".to_owned())));
            }
        }
    }

    #[test]
    fn every_first_move_is_judged_by_its_proof() {
        for file in files() {
            for puzzle in &file.puzzles {
                for (text, worth) in &puzzle.moves {
                    let judged = file.judge(puzzle, std::slice::from_ref(text));
                    let expected = match (puzzle.accepts(*worth), *text == puzzle.line[0]) {
                        (true, true) if puzzle.right.is_empty() => Ok(Verdict::Solved),
                        (true, true) => Err(NotAnAttempt::Unfinished),
                        (true, false) => Ok(Verdict::Solved),
                        (false, _) => Ok(Verdict::Wrong),
                    };
                    assert_eq!(judged, expected, "{} {}: {text}", file.game, puzzle.id);
                }
            }
        }
    }

    #[test]
    fn a_later_move_is_right_when_it_is_as_good_as_that_of_the_line() {
        let (mut right, mut wrong) = (0, 0);
        for file in files() {
            for puzzle in &file.puzzles {
                let line = own(&file, puzzle);
                for (step, listed) in puzzle.right.iter().enumerate() {
                    let before = &line[..=step];
                    let mut game = file.open(&puzzle.position).unwrap();
                    let solver = game.status();
                    let mut left = before.len();
                    for text in &puzzle.line {
                        if game.status() == solver {
                            if left == 0 {
                                break;
                            }
                            left -= 1;
                        }
                        game.play(text).unwrap();
                    }
                    for text in game.legal_moves().into_iter().filter(|text| *text != line[step + 1]) {
                        let verdict =
                            file.judge(puzzle, &[before, std::slice::from_ref(&text)].concat()).unwrap();
                        assert_eq!(verdict == Verdict::Solved, listed.contains(&text), "{}", puzzle.id);
                        right += usize::from(verdict == Verdict::Solved);
                        wrong += usize::from(verdict == Verdict::Wrong);
                    }
                }
            }
        }
        assert!(right > 100 && wrong > 1000, "{right} right, {wrong} wrong");
    }

    #[test]
    fn illegal_moves_are_no_attempt() {
        let file = &files()[0];
        let puzzle = &file.puzzles[0];
        assert_eq!(file.judge(puzzle, &[]), Err(NotAnAttempt::Unfinished));
        for wrong in ["", "solved", "Y9", "R1"] {
            let judged = file.judge(puzzle, &words(&[wrong]));
            assert!(matches!(judged, Err(NotAnAttempt::Illegal(..))), "{wrong:?}: {judged:?}");
        }
    }
}
