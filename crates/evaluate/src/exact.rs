//! Exact values of Squadro positions, from `data/squadro-exact.txt`.

use ludoteca_core::{Notation, Position, Standing};
use ludoteca_squadro::{Move, Rules, Squadro, TRACKS};
use std::fmt;

/// A position whose value with best play is known.
#[derive(Clone, Debug)]
pub struct Exact {
    pub position: Squadro,
    /// The result with best play.
    pub result: Standing,
    /// The result after each move.
    pub after: Vec<(Move, Standing)>,
}

/// A line that is not a position with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactError {
    /// The line number, counted from 1.
    pub line: usize,
    pub fault: String,
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for ExactError {}

/// Reads exact values; the file's header explains its columns.
///
/// # Errors
/// If a line is not a position, or does not have one value for the position and one for each piece.
pub fn read_exact(text: &str) -> Result<Vec<Exact>, ExactError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines.map(|(i, line)| read_line(line).map_err(|fault| ExactError { line: i + 1, fault })).collect()
}

fn read_line(line: &str) -> Result<Exact, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [pieces, mover, _origin, value, ref after @ ..] = words[..] else {
        return Err("expected a position, its origin and its values".to_owned());
    };
    let position =
        Squadro::read_position(&Rules::default(), &format!("{pieces} {mover}")).map_err(|e| e.to_string())?;
    if after.len() != TRACKS {
        return Err(format!("expected a value for each of {TRACKS} pieces"));
    }
    let mut exact = Exact {
        result: result(&position, number(value)?),
        after: Vec::with_capacity(TRACKS),
        position: position.clone(),
    };
    for (track, value) in after.iter().enumerate() {
        let value = number(value)?;
        if let Some(m) = Move::new(track).filter(|&m| value != -9 && position.is_legal(m)) {
            exact.after.push((m, result(&position.after(m), value)));
        }
    }
    Ok(exact)
}

fn number(word: &str) -> Result<i32, String> {
    word.parse().map_err(|_| format!("{word:?} is not a number of plies"))
}

/// The result from plies to the end: odd, the side to move wins; even, it loses; -1, neither.
fn result(position: &Squadro, plies: i32) -> Standing {
    let mover = position.mover();
    match plies {
        -1 => Standing::draw(2),
        _ if plies % 2 == 0 => Standing::win_of_two(mover.other_of_two()),
        _ => Standing::win_of_two(mover),
    }
}
