//! Reading positions, strictly: whatever is accepted is settled and is written back the same.

use crate::{
    Arrangement, Hole, Move, NumberOne, Peg, Players, Rules, Size,
    cursor::Cursor,
    field::{Field, Holes},
    moves::Sizes,
    notation::{seat_arg, seat_from, size_from_digit, size_from_letter},
    reasons as why,
};
use ludoteca_core::{Position, PositionError, Refusal, Seat, SyntaxError};

pub(crate) fn read(rules: &Rules, text: &str) -> Result<NumberOne, PositionError> {
    let mut cursor = Cursor::new(text);
    if cursor.peek() == Some(b's') { read_set_up(rules, &mut cursor) } else { read_board(rules, &mut cursor) }
}

fn impossible(at: usize, refusal: Refusal) -> PositionError {
    PositionError::Impossible { refusal, at }
}

fn check_players(rules: &Rules, players: u8, at: usize) -> Result<(), PositionError> {
    if Players::new(players).is_none() {
        return Err(impossible(at, why::NUMBER_OF_PLAYERS.refuse([&players])));
    }
    match rules.players {
        Some(wanted) if wanted.number() != players => {
            Err(impossible(at, why::OTHER_PLAYERS.refuse([&players, &wanted.number()])))
        }
        _ => Ok(()),
    }
}

fn read_set_up(rules: &Rules, cursor: &mut Cursor<'_>) -> Result<NumberOne, PositionError> {
    cursor.expect("setup")?;
    cursor.expect(" ")?;
    let at = cursor.at();
    let players = cursor.take("the number of players", |byte| byte.is_ascii_digit().then(|| byte - b'0'))?;
    check_players(rules, players, at)?;
    cursor.expect(" ")?;
    let mut position = NumberOne::set_up(players);
    if !cursor.skip(b'-') {
        loop {
            let at = cursor.at();
            let arrangement = read_arrangement(cursor)?.map_err(|refusal| impossible(at, refusal))?;
            position.play_unchecked(Move::Arrange(arrangement));
            if !position.is_set_up() {
                return Err(impossible(at, why::TOO_MANY_ARRANGEMENTS.refuse([&players])));
            }
            if !cursor.skip(b',') {
                break;
            }
        }
    }
    cursor.end()?;
    Ok(position)
}

/// Three letters; refused unless each of S, M and L is there (NO-3).
pub(crate) fn read_arrangement(cursor: &mut Cursor<'_>) -> Result<Result<Arrangement, Refusal>, SyntaxError> {
    let at = cursor.at();
    let mut sizes = [Size::Small; 3];
    for size in &mut sizes {
        *size = cursor.take("three pegs, S, M and L in any order (for example LSM)", size_from_letter)?;
    }
    Ok(Arrangement::new(sizes).ok_or_else(|| why::ARRANGEMENT.refuse([&cursor.since(at)])))
}

/// What a hole holds in the text.
#[derive(Clone, Copy)]
enum Content {
    Token,
    Empty,
    Peg { seat: Seat, size: Size, turned: bool },
}

/// The pegs with their places in the text.
type PegsRead = Vec<(Seat, Size, Peg, usize)>;

fn read_board(rules: &Rules, cursor: &mut Cursor<'_>) -> Result<NumberOne, PositionError> {
    let rows = read_rows(cursor)?;
    let (field, tokens, pegs) = place_on_field(&rows)?;
    cursor.expect(" ")?;
    let to_act_at = cursor.at();
    let to_act = cursor.take("the player to move, a to d", seat_from)?;
    cursor.expect(" ")?;
    let moved_at = cursor.at();
    let moved = read_moved(cursor)?;
    cursor.expect(" ")?;
    let out_at = cursor.at();
    let out = read_out(cursor)?;
    cursor.end()?;

    for &(seat, _, peg, at) in &pegs {
        if out.contains(&seat) {
            let refusal = why::OUT_ON_BOARD.refuse([&seat_arg(seat), &field.cell(peg.hole)]);
            return Err(impossible(at, refusal));
        }
    }
    let players = count_players(&pegs, &out, out_at)?;
    check_players(rules, players, 0)?;
    let own_field = Field::of(players);
    if own_field.holes != field.holes {
        return Err(impossible(0, why::FIELD.refuse([&players, &own_field.holes, &field.holes])));
    }
    for &(seat, _, peg, at) in &pegs {
        if !pegs.iter().any(|&(other, size, ..)| other == seat && size == Size::Small) {
            let refusal = why::NO_SMALL_PEG.refuse([&seat_arg(seat), &field.cell(peg.hole)]);
            return Err(impossible(at, refusal));
        }
    }
    if !pegs.iter().any(|&(seat, ..)| seat == to_act) {
        return Err(impossible(to_act_at, why::CANNOT_ACT.refuse([&seat_arg(to_act)])));
    }
    let on_board: Vec<_> = pegs.iter().map(|&(seat, size, peg, _)| (seat, size, peg)).collect();
    let position = NumberOne::in_play(tokens, &on_board, &out, players, (to_act, moved));
    check_turn(&position, moved_at)?;
    Ok(position)
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

fn place_on_field(
    rows: &[Vec<(Content, usize)>],
) -> Result<(&'static Field, Holes, PegsRead), PositionError> {
    let Some(field) = Field::with_rows(rows.len()) else {
        return Err(impossible(0, why::ROWS.refuse([&rows.len()])));
    };
    let mut tokens = 0;
    let mut pegs: PegsRead = Vec::new();
    let mut end_of_last = 0;
    for (number, contents) in (0..field.rows()).rev().zip(rows) {
        let (first, last) = field.row_numbers(number);
        let length = usize::from(last + 1 - first);
        if contents.len() != length {
            let letter = char::from(b'a' + number);
            let at = contents.first().map_or(end_of_last, |&(_, at)| at);
            return Err(impossible(at, why::ROW_LENGTH.refuse([&letter, &length, &contents.len()])));
        }
        for (hole, &(content, at)) in (first..=last).filter_map(|c| field.hole(number, c)).zip(contents) {
            end_of_last = at;
            match content {
                Content::Token => tokens |= hole.bit(),
                Content::Empty => {}
                Content::Peg { seat, size, turned } => {
                    check_single(field, &pegs, seat, size, hole, at)?;
                    pegs.push((seat, size, Peg { hole, turned }, at));
                }
            }
        }
    }
    Ok((field, tokens, pegs))
}

fn check_single(
    field: &Field,
    pegs: &PegsRead,
    seat: Seat,
    size: Size,
    hole: Hole,
    at: usize,
) -> Result<(), PositionError> {
    match pegs.iter().find(|&&(other, same, ..)| other == seat && same == size) {
        None => Ok(()),
        Some(&(_, _, first, _)) => {
            let (first, second) = (field.cell(first.hole), field.cell(hole));
            Err(impossible(at, why::PEG_TWICE.refuse([&seat_arg(seat), &size.distance(), &first, &second])))
        }
    }
}

fn read_moved(cursor: &mut Cursor<'_>) -> Result<Sizes, PositionError> {
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

fn read_out(cursor: &mut Cursor<'_>) -> Result<Vec<Seat>, PositionError> {
    let mut out = Vec::new();
    if cursor.skip(b'-') {
        return Ok(out);
    }
    out.push(cursor.take("- or the players who are out, a to d", seat_from)?);
    while cursor.peek().is_some() {
        let at = cursor.at();
        let seat = cursor.take("another player who is out, a to d, or nothing more", seat_from)?;
        if out.contains(&seat) {
            return Err(impossible(at, why::OUT_TWICE.refuse([&seat_arg(seat)])));
        }
        out.push(seat);
    }
    Ok(out)
}

/// How many take part: those on the board and those out, lettered without a gap.
fn count_players(pegs: &PegsRead, out: &[Seat], out_at: usize) -> Result<u8, PositionError> {
    let mut present = [None; Seat::MAX];
    for &(seat, _, _, at) in pegs {
        present[seat.index()] = Some(at);
    }
    for (i, seat) in out.iter().enumerate() {
        present[seat.index()] = Some(out_at + i);
    }
    let players = present.iter().flatten().count();
    if let Some(missing) = present[..players].iter().position(Option::is_none)
        && let Some((other, at)) =
            present.iter().enumerate().skip(missing).find_map(|(i, at)| Some((i, (*at)?)))
    {
        let [missing, other] =
            [missing, other].map(|index| seat_arg(Seat::new(index as u8).unwrap_or(Seat::FIRST)));
        return Err(impossible(at, why::SEAT_SKIPPED.refuse([&missing, &other])));
    }
    Ok(players as u8)
}

/// NO-4, NO-12, NO-13: somebody has won, or the player to act can go on.
fn check_turn(position: &NumberOne, moved_at: usize) -> Result<(), PositionError> {
    let player = position.player();
    let seat = seat_arg(player);
    for size in Size::ALL {
        if position.has_moved(size) && position.peg(player, size).is_none() {
            return Err(impossible(moved_at, why::MOVED_OFF_BOARD.refuse([&seat, &size])));
        }
    }
    if position.is_over() {
        let moved = Size::ALL.into_iter().any(|size| position.has_moved(size));
        return if moved { Err(impossible(moved_at, why::MOVED_AT_END.refuse([&seat]))) } else { Ok(()) };
    }
    if position.waiting().is_empty() {
        return Err(impossible(moved_at, why::TURN_OVER.refuse([&seat])));
    }
    if !position.can_move(position.waiting()) {
        return Err(impossible(0, why::BLOCKED.refuse([&seat])));
    }
    Ok(())
}
