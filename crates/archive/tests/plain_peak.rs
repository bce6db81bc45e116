//! Peak: no rule distinguishes left, right, up and down, so the board can be rotated and mirrored in eight
//! ways; and the colours can be exchanged with the turn, so that Light is to move in all images.

const SIDE: usize = 6;

/// All images of a position; none if the text is not a position.
pub(crate) fn images(text: &str) -> Vec<String> {
    read(text)
        .map_or(Vec::new(), |(spaces, stuck)| (0..8).map(|turned| write(&spaces, turned, stuck)).collect())
}

/// A tower's height, and whether the player to move owns it; height 0: empty.
type Space = (u8, bool);

fn read(text: &str) -> Option<([[Space; SIDE]; SIDE], char)> {
    let mut fields = text.split(' ');
    let (board, mover, stuck) = (fields.next()?, fields.next()?, fields.next()?);
    let mover = mover.chars().next()?;
    let mut spaces = [[(0, false); SIDE]; SIDE];
    for (rank, line) in board.split('/').enumerate() {
        let (mut column, mut height) = (0, 0);
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(digit) => height = 10 * height + digit as u8,
                None => {
                    let space = spaces.get_mut(rank)?.get_mut(column)?;
                    *space = if letter == '.' { (0, false) } else { (height.max(1), letter == mover) };
                    (column, height) = (column + 1, 0);
                }
            }
        }
    }
    Some((spaces, stuck.chars().next()?))
}

fn write(spaces: &[[Space; SIDE]; SIDE], turned: u8, stuck: char) -> String {
    let mut text = String::with_capacity(64);
    for rank in 0..SIDE {
        if rank > 0 {
            text.push('/');
        }
        for column in 0..SIDE {
            let (mut y, mut x) = (rank, column);
            if turned & 1 != 0 {
                (y, x) = (x, y);
            }
            if turned & 2 != 0 {
                x = SIDE - 1 - x;
            }
            if turned & 4 != 0 {
                y = SIDE - 1 - y;
            }
            let (height, own) = spaces[y][x];
            if height > 1 {
                text.push_str(&height.to_string());
            }
            text.push(match (height, own) {
                (0, _) => '.',
                (_, true) => 'l',
                (_, false) => 'd',
            });
        }
    }
    text.push_str(" l ");
    text.push(stuck);
    text
}
