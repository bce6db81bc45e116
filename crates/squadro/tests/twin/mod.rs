//! A second, slow and simple implementation of Squadro: pieces on a map of points move one space at a time,
//! as the rules page describes it. It shares no code with the crate.

const YELLOW_OUT: [i32; 5] = [3, 1, 2, 1, 3];
const YELLOW_BACK: [i32; 5] = [1, 3, 2, 3, 1];
const RED_OUT: [i32; 5] = [1, 3, 2, 3, 1];
const RED_BACK: [i32; 5] = [3, 1, 2, 1, 3];

#[derive(Clone)]
struct Piece {
    yellow: bool,
    /// Row or column, 1 to 5.
    track: i32,
    /// Space of the track, 0 to 6.
    space: i32,
    turned: bool,
    home: bool,
}

impl Piece {
    /// Coordinates on the 7 x 7 field, as column and row.
    fn point(&self) -> (i32, i32) {
        if self.yellow { (self.space, self.track) } else { (self.track, self.space) }
    }

    fn speed(&self) -> i32 {
        let table = match (self.yellow, self.turned) {
            (true, false) => YELLOW_OUT,
            (true, true) => YELLOW_BACK,
            (false, false) => RED_OUT,
            (false, true) => RED_BACK,
        };
        table[self.track as usize - 1]
    }

    fn digit(&self) -> char {
        let progress = match (self.home, self.turned) {
            (true, _) => 12,
            (_, true) => 12 - self.space,
            (_, false) => self.space,
        };
        char::from_digit(progress as u32, 13).unwrap()
    }
}

fn read(text: &str) -> (Vec<Piece>, bool) {
    let (digits, mover) = text.split_once(' ').unwrap();
    let mut pieces = Vec::new();
    for (side, yellow) in digits.split('/').zip([true, false]) {
        for (i, digit) in side.chars().enumerate() {
            let progress = digit.to_digit(13).unwrap() as i32;
            let space = if progress <= 6 { progress } else { 12 - progress };
            let (turned, home) = (progress >= 6, progress == 12);
            pieces.push(Piece { yellow, track: i as i32 + 1, space, turned, home });
        }
    }
    (pieces, mover == "y")
}

fn write(pieces: &[Piece], yellow_to_move: bool) -> String {
    let side = |yellow| pieces.iter().filter(|p| p.yellow == yellow).map(Piece::digit).collect::<String>();
    format!("{}/{} {}", side(true), side(false), if yellow_to_move { 'y' } else { 'r' })
}

/// All legal moves, each with the resulting position.
pub(crate) fn successors(position: &str) -> Vec<(String, String)> {
    let (pieces, yellow_to_move) = read(position);
    let won = |yellow| pieces.iter().filter(|p| p.yellow == yellow && p.home).count() >= 4;
    if won(true) || won(false) {
        return Vec::new();
    }
    (0..pieces.len())
        .filter(|&i| pieces[i].yellow == yellow_to_move && !pieces[i].home)
        .map(|i| {
            let name = format!("{}{}", if yellow_to_move { 'Y' } else { 'R' }, pieces[i].track);
            (name, write(&moved(pieces.clone(), i), !yellow_to_move))
        })
        .collect()
}

fn moved(mut pieces: Vec<Piece>, i: usize) -> Vec<Piece> {
    let step = if pieces[i].turned { -1 } else { 1 };
    let goal = if pieces[i].turned { 0 } else { 6 };
    for _ in 0..pieces[i].speed() {
        pieces[i].space += step;
        let mut jumped = false;
        while let Some(met) = opponent_on(&pieces, i) {
            pieces[met].space = if pieces[met].turned { 6 } else { 0 };
            pieces[i].space += step;
            jumped = true;
        }
        if jumped || pieces[i].space == goal {
            break;
        }
    }
    if pieces[i].space == goal {
        pieces[i].home = pieces[i].turned;
        pieces[i].turned = true;
    }
    pieces
}

fn opponent_on(pieces: &[Piece], i: usize) -> Option<usize> {
    let on_board = |p: &Piece| !p.home && (1..=5).contains(&p.space);
    (0..pieces.len()).find(|&j| {
        pieces[j].yellow != pieces[i].yellow && on_board(&pieces[j]) && pieces[j].point() == pieces[i].point()
    })
}
