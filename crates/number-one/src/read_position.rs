//! Strict parser for the grammar of positions. `check.rs` decides whether the board is a valid position.

use crate::{
    Arrangement, Move, NumberOne, Rules, Size,
    check::check_players,
    cursor::Cursor,
    field::Field,
    moves::Sizes,
    notation::{seat_from, size_from_digit, size_from_letter},
    reasons as why,
    sketch::{Content, Sketch},
};
use ludoteca_core::{Position, PositionError, Refusal, Seat, Sketch as _, SyntaxError};

pub(crate) fn read(rules: &Rules, text: &str) -> Result<NumberOne, PositionError> {
    if is_set_up(text) { read_set_up(rules, text) } else { read_board(rules, text)?.build() }
}

/// Whether this can only be the text of a set-up position.
pub(crate) fn is_set_up(text: &str) -> bool {
    text.starts_with('s')
}

pub(crate) fn read_set_up(rules: &Rules, text: &str) -> Result<NumberOne, PositionError> {
    let cursor = &mut Cursor::new(text);
    cursor.expect("setup")?;
    cursor.expect(" ")?;
    let at = cursor.at();
    let players = cursor.take("the number of players", |byte| byte.is_ascii_digit().then(|| byte - b'0'))?;
    check_players(rules.players, players, at)?;
    cursor.expect(" ")?;
    let mut position = NumberOne::set_up(players);
    if !cursor.skip(b'-') {
        loop {
            let at = cursor.at();
            let arrangement = read_arrangement(cursor)?.map_err(|refusal| refusal.at(at))?;
            position.play_unchecked(Move::Arrange(arrangement));
            if !position.is_set_up() {
                return Err(why::TOO_MANY_ARRANGEMENTS.refuse([&players]).at(at));
            }
            if !cursor.skip(b',') {
                break;
            }
        }
    }
    cursor.end()?;
    Ok(position)
}

/// Parses three letters, rejecting them unless each of S, M and L occurs (NO-3).
pub(crate) fn read_arrangement(cursor: &mut Cursor<'_>) -> Result<Result<Arrangement, Refusal>, SyntaxError> {
    let at = cursor.at();
    let mut sizes = [Size::Small; 3];
    for size in &mut sizes {
        *size = cursor.take("three pegs, S, M and L in any order (for example LSM)", size_from_letter)?;
    }
    Ok(Arrangement::new(sizes).ok_or_else(|| why::ARRANGEMENT.refuse([&cursor.since(at)])))
}

/// Parses the board; the rows must match one of the fields (NO-1).
pub(crate) fn read_board(rules: &Rules, text: &str) -> Result<Sketch, PositionError> {
    let cursor = &mut Cursor::new(text);
    let rows = read_rows(cursor)?;
    let (field, holes) = place_on_field(&rows)?;
    cursor.expect(" ")?;
    let to_act = cursor.take("the player to move, a to d", seat_from)?;
    cursor.expect(" ")?;
    let moved = read_moved(cursor)?;
    cursor.expect(" ")?;
    let out = read_out(cursor)?;
    cursor.end()?;
    Ok(Sketch { field, holes, players: rules.players, to_act, moved, out })
}

fn read_rows(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<(Content, usize)>>, PositionError> {
    let mut rows = vec![Vec::new()];
    loop {
        let at = cursor.at();
        let content = match cursor.peek() {
            Some(b' ') | None => return Ok(rows),
            Some(b'/') => {
                cursor.skip(b'/');
                rows.push(Vec::new());
                continue;
            }
            Some(b'o') => cursor.take("o", |_| Some(Content::Token))?,
            Some(b'.') => cursor.take(".", |_| Some(Content::Empty))?,
            _ => {
                let expected = "o, ., a peg (a to d and its size), / or a blank";
                let letter = |byte: u8| {
                    seat_from(byte.to_ascii_lowercase()).map(|seat| (seat, byte.is_ascii_uppercase()))
                };
                let (seat, turned) = cursor.take(expected, letter)?;
                let size = cursor.take("a peg's size, 1 to 3", size_from_digit)?;
                Content::Peg { seat, size, turned }
            }
        };
        if let Some(row) = rows.last_mut() {
            row.push((content, at));
        }
    }
}

/// The content of each hole of the field, by [`Hole::index`](crate::Hole::index).
fn place_on_field(rows: &[Vec<(Content, usize)>]) -> Result<(&'static Field, Vec<Content>), PositionError> {
    let Some(field) = Field::with_rows(rows.len()) else {
        return Err(why::ROWS.refuse([&rows.len()]).at(0));
    };
    let mut last_at = 0;
    for (number, contents) in (0..field.rows()).rev().zip(rows) {
        let (first, last) = field.row_numbers(number);
        let length = usize::from(last + 1 - first);
        if contents.len() != length {
            let letter = char::from(b'a' + number);
            let at = contents.first().map_or(last_at, |&(_, at)| at);
            return Err(why::ROW_LENGTH.refuse([&letter, &length, &contents.len()]).at(at));
        }
        last_at = contents.last().map_or(last_at, |&(_, at)| at);
    }
    let holes = rows.iter().rev().flatten().map(|&(content, _)| content).collect();
    Ok((field, holes))
}

fn read_moved(cursor: &mut Cursor<'_>) -> Result<Sizes, SyntaxError> {
    let mut moved = Sizes::default();
    if cursor.skip(b'-') {
        return Ok(moved);
    }
    moved.insert(cursor.take("- or the sizes that moved, 1 to 3", size_from_digit)?);
    while cursor.peek().is_some_and(|byte| byte != b' ') {
        let larger = |byte| size_from_digit(byte).filter(|&size| moved.iter().all(|before| before < size));
        let size = cursor.take("a larger size or a blank", larger)?;
        moved.insert(size);
    }
    Ok(moved)
}

fn read_out(cursor: &mut Cursor<'_>) -> Result<Vec<Seat>, SyntaxError> {
    let mut out = Vec::new();
    if cursor.skip(b'-') {
        return Ok(out);
    }
    out.push(cursor.take("- or the players who are out, a to d", seat_from)?);
    while cursor.peek().is_some() {
        out.push(cursor.take("another player who is out, a to d, or nothing more", seat_from)?);
    }
    Ok(out)
}
