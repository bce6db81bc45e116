//! Number One after the set-up. The start holes no longer matter, so the hexagon can be rotated in six ways
//! and mirrored; and players are renamed in turn order, starting with the one to act. The set-up itself has
//! no symmetries.

/// The contents of each hole, in the notation.
type Holes<'a> = Vec<Vec<&'a str>>;

/// All images of a position; none during set-up, or if the text is not a position.
pub(crate) fn images(text: &str) -> Vec<String> {
    read(text).unwrap_or_default()
}

fn read(text: &str) -> Option<Vec<String>> {
    let mut fields = text.split(' ');
    let (board, mover, moved, out) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    if board == "setup" {
        return None;
    }
    let rows: Holes<'_> = board.split('/').map(holes).collect();
    let side = rows.len().div_ceil(2);
    let last = rows.iter().flatten().filter(|hole| hole.len() == 2).flat_map(|hole| letters(hole));
    let players = last.chain(letters(mover)).chain(letters(out)).max()? - b'a' + 1;
    let first = letters(mover).next()? - b'a';
    let renamed = |text: &str| -> String {
        let one = |letter: char| {
            let turned = |base: u8| char::from(base + (letter as u8 - base + players - first) % players);
            match letter {
                'a'..='d' => turned(b'a'),
                'A'..='D' => turned(b'A'),
                other => other,
            }
        };
        text.chars().map(one).collect()
    };
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            row.iter().map(|hole| if hole.len() == 2 { renamed(hole) } else { (*hole).to_owned() }).collect()
        })
        .collect();
    let rest = format!(" a {moved} {}", renamed(out));
    (0..12).map(|turned| Some(turned_board(&rows, side as i32, turned)? + &rest)).collect()
}

/// The players named in a text.
fn letters(text: &str) -> impl Iterator<Item = u8> + '_ {
    text.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase())
}

/// The holes of a row, left to right.
fn holes(row: &str) -> Vec<&str> {
    let (mut holes, mut rest) = (Vec::new(), row);
    while let Some(letter) = rest.chars().next() {
        let (hole, after) = rest.split_at(if letter.is_ascii_alphabetic() && letter != 'o' { 2 } else { 1 });
        holes.push(hole);
        rest = after;
    }
    holes
}

/// Rows are ordered from the top. A hole's coordinates are its distances from the centre along two of the
/// three axes; the third follows, since all three add up to 0.
fn turned_board(rows: &[Vec<String>], side: i32, turned: u8) -> Option<String> {
    let mut text = String::with_capacity(128);
    for row in 0..rows.len() as i32 {
        if row > 0 {
            text.push('/');
        }
        let z = row - (side - 1);
        let first = (-(side - 1)).max(-(side - 1) - z);
        for along in 0..rows[row as usize].len() as i32 {
            let x = first + along;
            let (mut x, mut y, mut z) = (x, -x - z, z);
            if turned & 1 != 0 {
                (y, z) = (z, y);
            }
            for _ in 0..turned >> 1 {
                (x, y, z) = (-z, -x, -y);
            }
            let from = (-(side - 1)).max(-(side - 1) - z);
            let hole = rows.get(usize::try_from(z + side - 1).ok()?)?.get(usize::try_from(x - from).ok()?)?;
            text.push_str(hole);
        }
    }
    Some(text)
}
