//! Parses moves; every rejection names the ruling that forbids the move.

use crate::{
    Arrangement, Hole, Move, NumberOne, Size, cursor::Cursor, notation::seat_arg, notation::size_from_letter,
    read_position::read_arrangement, reasons as why,
};
use ludoteca_core::{MoveError, Refusal};

/// A syntactically valid move, independent of the position.
enum Text<'a> {
    Arrangement(Result<Arrangement, Refusal>),
    Peg { size: Size, row: u8, column: u8, name: &'a str, star: bool },
}

pub(crate) fn read(position: &NumberOne, text: &str) -> Result<Move, MoveError> {
    let text = parse(text)?;
    if position.is_over() {
        return Err(MoveError::GameOver);
    }
    let m = match text {
        Text::Arrangement(_) if !position.is_set_up() => return Err(why::SET_UP_DONE.refuse([]).into()),
        Text::Arrangement(arrangement) => Move::Arrange(arrangement?),
        Text::Peg { .. } if position.is_set_up() => {
            return Err(why::STILL_SET_UP.refuse([&seat_arg(position.player())]).into());
        }
        Text::Peg { size, row, column, name, star } => {
            let field = position.field();
            let to = field.hole(row, column).ok_or_else(|| why::NO_HOLE.refuse([&name, &field.holes]))?;
            check_peg_move(position, size, to)?;
            if star && position.has_token(to) {
                return Err(why::STAR_ON_TOKEN.refuse([&field.cell(to), &size]).into());
            }
            Move::Peg { size, to }
        }
    };
    Ok(m)
}

fn parse(text: &str) -> Result<Text<'_>, MoveError> {
    let mut cursor = Cursor::new(text);
    let parsed = if text.as_bytes().get(1).copied().and_then(size_from_letter).is_some() {
        Text::Arrangement(read_arrangement(&mut cursor)?)
    } else {
        let size = cursor.take("a peg, S, M or L (for example Me5, or LSM to set up)", size_from_letter)?;
        let start = cursor.at();
        let row = cursor.take("a hole after the peg (for example Me5)", |byte| {
            byte.is_ascii_lowercase().then(|| byte - b'a')
        })?;
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let mut column = cursor.take("the hole's number after its letter (for example Me5)", |byte| {
            digit(byte).filter(|&first| first != 0)
        })?;
        if let Some(second) = cursor.take_if(digit) {
            column = column * 10 + second;
        }
        let name = cursor.since(start);
        Text::Peg { size, row, column, name, star: cursor.skip(b'*') }
    };
    cursor.end()?;
    Ok(parsed)
}

/// Explains why the player to act cannot move the peg of this size to a hole.
pub(crate) fn check_peg_move(position: &NumberOne, size: Size, to: Hole) -> Result<(), Refusal> {
    let player = position.player();
    let field = position.field();
    let Some(peg) = position.peg(player, size) else {
        return Err(why::PEG_GONE.refuse([&seat_arg(player), &size]));
    };
    if position.has_moved(size) {
        return Err(why::HAS_MOVED.refuse([&size]));
    }
    if position.has_peg(to) {
        return Err(why::HOLDS_PEG.refuse([&field.cell(to)]));
    }
    if !position.can_come_to(peg.hole, size, to) {
        return Err(why_no_way(position, size, peg.hole, to));
    }
    if peg.turned && !position.has_token(to) {
        return Err(why::EMPTY_HOLE.refuse([&field.cell(to), &size]));
    }
    Ok(())
}

/// Why no path leads there (NO-5, NO-6), given that the landing hole contains no peg.
fn why_no_way(position: &NumberOne, size: Size, from: Hole, to: Hole) -> Refusal {
    let field = position.field();
    let (away, distance) = (field.distance(from, to), size.distance());
    if away != distance {
        return why::DISTANCE.refuse([&size, &distance, &field.cell(to), &away, &field.cell(from)]);
    }
    match field.line(from, to).into_iter().find(|&hole| position.has_peg(hole)) {
        Some(between) => why::PEG_BETWEEN.refuse([&field.cell(between)]),
        None => why::NO_WAY.refuse([&size, &field.cell(from), &field.cell(to)]),
    }
}
