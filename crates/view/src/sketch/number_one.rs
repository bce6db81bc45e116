use super::{Choice, Sketch, Tool};
use crate::board::PieceShape;
use ludoteca_catalog::{
    Board, GameId, Seat, Setup,
    board::{CellKind, Piece, Shape},
    open,
};

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Token,
    Empty,
    Peg { seat: usize, size: u8, turned: bool },
}

/// What each hole holds, row by row from the top, and whose turn it is.
pub(super) struct Holes {
    /// The holes' names, in the order of the text, with what they hold.
    holes: Vec<(String, Content)>,
    players: u8,
    act: usize,
    moved: String,
    /// In the order in which they went out.
    out: Vec<usize>,
}

const MOVED: [&str; 7] = ["-", "1", "2", "3", "12", "13", "23"];

fn letter(seat: usize) -> char {
    char::from(b'a' + seat as u8)
}

fn seat(letter: char) -> Option<usize> {
    ('a'..='d').position(|known| known == letter)
}

/// The holes' names as the text has them: rows from the top, each from its lowest number.
fn names(board: &Board) -> Vec<String> {
    let mut names: Vec<String> = board.cells.iter().map(|cell| cell.name.clone()).collect();
    // Rows come from the bottom, each in order: the sort is stable.
    names.sort_by_key(|name| std::cmp::Reverse(name.chars().next()));
    names
}

fn board_of(players: u8, position: Option<&str>) -> Option<Board> {
    let setup = Setup { players: Some(players), position: position.map(str::to_owned), ..Setup::default() };
    open(GameId::NumberOne, &setup).ok().map(|game| game.board())
}

impl Holes {
    /// `players` where the text does not say: as many as have pegs or are out, and as the hexagon is for.
    pub(super) fn read(text: &str, players: Option<u8>) -> Option<Holes> {
        if let Some(rest) = text.strip_prefix("setup ") {
            let players = rest.chars().next()?.to_digit(10)? as u8;
            return Holes::of_board(&board_of(players, Some(text))?, players);
        }
        let mut fields = text.split(' ');
        let (rows, act) = (fields.next()?, fields.next()?);
        let (moved, out) = (fields.next()?, fields.next()?);
        let contents = contents(rows)?;
        let seats = |out: &str| out.chars().filter(|&c| c != '-').map(seat).collect::<Option<Vec<_>>>();
        let (out, act) = (seats(out)?, seat(act.parse().ok()?)?);
        let pegs = contents.iter().filter_map(|content| match content {
            Content::Peg { seat, .. } => Some(*seat),
            _ => None,
        });
        let most = pegs.chain(out.iter().copied()).max().unwrap_or(0) as u8 + 1;
        let large = rows.split('/').count() > 9;
        let players =
            if large { 4 } else { players.filter(|&n| n < 4).unwrap_or(most).max(most.clamp(2, 3)) };
        let names = names(&board_of(players, None)?);
        let fits = names.len() == contents.len() && MOVED.contains(&moved) && fields.next().is_none();
        let fits = fits && act < usize::from(players) && most <= players;
        fits.then(|| Holes {
            holes: names.into_iter().zip(contents).collect(),
            players,
            act,
            moved: moved.to_owned(),
            out,
        })
    }

    /// While the board is being set up the text has no holes: they are taken from the board.
    fn of_board(board: &Board, players: u8) -> Option<Holes> {
        let content = |name: &String| {
            let cell = board.cell(name)?;
            let piece = board.pieces.iter().find(|piece| piece.cell == cell).map(|piece| piece.shape);
            Some(match (piece, board.cells[cell].kind) {
                (Some(Shape::Peg { seat, size, upright, .. }), _) => {
                    Content::Peg { seat: seat.index(), size, turned: !upright }
                }
                (_, CellKind::Hole { token: true }) => Content::Token,
                _ => Content::Empty,
            })
        };
        let holes = names(board).into_iter().map(|name| Some((name.clone(), content(&name)?)));
        let holes = holes.collect::<Option<Vec<_>>>()?;
        let mut sketch = Holes { holes, players, act: 0, moved: "-".to_owned(), out: Vec::new() };
        sketch.tidy();
        Some(sketch)
    }

    pub(super) fn players(&self) -> u8 {
        self.players
    }

    /// Whoever has no peg is out, but for a board without any.
    fn tidy(&mut self) {
        let has = |seat: usize| {
            self.holes
                .iter()
                .any(|(_, content)| matches!(content, Content::Peg { seat: owner, .. } if *owner == seat))
        };
        let seats: Vec<usize> = (0..usize::from(self.players)).collect();
        let without: Vec<usize> = seats.iter().copied().filter(|&seat| !has(seat)).collect();
        if without.len() == seats.len() {
            self.out.clear();
            return;
        }
        self.out.retain(|seat| without.contains(seat));
        let new: Vec<usize> = without.into_iter().filter(|seat| !self.out.contains(seat)).collect();
        self.out.extend(new);
    }
}

fn contents(rows: &str) -> Option<Vec<Content>> {
    let mut contents = Vec::new();
    let mut letters = rows.chars();
    while let Some(c) = letters.next() {
        contents.push(match c {
            '/' => continue,
            'o' => Content::Token,
            '.' => Content::Empty,
            _ => {
                let size = letters.next()?.to_digit(10).filter(|size| (1..=3).contains(size))? as u8;
                Content::Peg { seat: seat(c.to_ascii_lowercase())?, size, turned: c.is_ascii_uppercase() }
            }
        });
    }
    Some(contents)
}

impl Sketch for Holes {
    fn write(&self) -> String {
        let mut text = String::new();
        let mut row = None;
        for (name, content) in &self.holes {
            let own = name.chars().next();
            if row.is_some() && row != own {
                text.push('/');
            }
            row = own;
            match *content {
                Content::Token => text.push('o'),
                Content::Empty => text.push('.'),
                Content::Peg { seat, size, turned } => {
                    let letter = letter(seat);
                    text.push(if turned { letter.to_ascii_uppercase() } else { letter });
                    text += &size.to_string();
                }
            }
        }
        let out: String = self.out.iter().map(|&seat| letter(seat)).collect();
        let out = if out.is_empty() { "-" } else { &out };
        format!("{text} {} {} {out}", letter(self.act), self.moved)
    }

    fn show(&self, board: &mut Board) {
        board.pieces.clear();
        for (name, content) in &self.holes {
            let Some(cell) = board.cell(name) else { continue };
            if let CellKind::Hole { token } = &mut board.cells[cell].kind {
                *token = *content == Content::Token;
            }
            if let Content::Peg { seat: index, size, turned } = *content
                && let Some(seat) = Seat::new(index as u8)
            {
                let moved = index == self.act && self.moved.contains(&size.to_string());
                board.pieces.push(Piece { cell, shape: Shape::Peg { seat, size, upright: !turned, moved } });
            }
        }
        board.pieces.sort_by_key(|piece| match piece.shape {
            Shape::Peg { seat, size, .. } => (seat, size),
            _ => (Seat::FIRST, 0),
        });
    }

    fn tools(&self) -> Vec<Tool> {
        let pegs = (0..usize::from(self.players)).flat_map(|seat| {
            (1..=3).map(move |size| {
                let peg = PieceShape::Peg { seat, size, upright: true, moved: false };
                Tool::new(format!("{}{size}", letter(seat)), Some(peg))
            })
        });
        pegs.chain([Tool::new("token", None), Tool::new("take", None)]).collect()
    }

    /// There is one peg of each size: put elsewhere it leaves an empty hole, put where it stands it is turned
    /// over.
    fn put(&mut self, name: &str, tool: &str) {
        let Some(hole) = self.holes.iter().position(|(own, _)| own == name) else { return };
        let mut signs = tool.chars();
        let peg = match (signs.next().and_then(seat), signs.next().and_then(|c| c.to_digit(10)), tool) {
            (_, _, "token") => Content::Token,
            (Some(seat), Some(size @ 1..=3), _) if seat < usize::from(self.players) => {
                let (size, mut turned) = (size as u8, false);
                for (i, (_, content)) in self.holes.iter_mut().enumerate() {
                    if let Content::Peg { seat: owner, size: same, turned: was } = *content
                        && (owner, same) == (seat, size)
                    {
                        turned = (i == hole) != was;
                        *content = Content::Empty;
                    }
                }
                Content::Peg { seat, size, turned }
            }
            _ => Content::Empty,
        };
        self.holes[hole].1 = peg;
        self.tidy();
    }

    fn choices(&self) -> Vec<Choice> {
        let seats = (0..usize::from(self.players)).map(|seat| letter(seat).to_string()).collect();
        let act = Choice { key: "act", value: letter(self.act).to_string(), values: seats };
        vec![act, Choice::of("moved", &self.moved, MOVED)]
    }

    fn choose(&mut self, key: &str, value: &str) {
        match (key, value.parse().ok().and_then(seat)) {
            ("act", Some(seat)) if seat < usize::from(self.players) => self.act = seat,
            ("moved", _) if MOVED.contains(&value) => value.clone_into(&mut self.moved),
            _ => {}
        }
    }

    /// Every hole has its token again.
    fn clear(&mut self) {
        self.holes.iter_mut().for_each(|(_, content)| *content = Content::Token);
        "-".clone_into(&mut self.moved);
        self.tidy();
    }
}
