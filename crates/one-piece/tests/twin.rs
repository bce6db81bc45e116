//! A slow and simple implementation of the rules page that works only on texts.

use ludoteca_conformance::{Successor, check_perft_table_by_twin, options, twin};
use ludoteca_core::Game;
use ludoteca_one_piece::OnePiece;

type Cell = (i32, i32);

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    red: Cell,
    blue: Cell,
}

impl Piece {
    fn new((x, y): Cell, arrow: char) -> Piece {
        let blue = match arrow {
            '>' => (x + 1, y),
            '<' => (x - 1, y),
            '^' => (x, y + 1),
            'v' => (x, y - 1),
            _ => panic!("arrow {arrow}"),
        };
        Piece { red: (x, y), blue }
    }

    fn read(text: &str) -> Piece {
        let x = text.chars().next().unwrap() as i32 - 'a' as i32 + 1;
        let y = text[1..text.len() - 1].parse().unwrap();
        Piece::new((x, y), text.chars().last().unwrap())
    }

    fn text(&self) -> String {
        let arrow = match (self.blue.0 - self.red.0, self.blue.1 - self.red.1) {
            (1, 0) => '>',
            (-1, 0) => '<',
            (0, 1) => '^',
            _ => 'v',
        };
        format!("{}{}{arrow}", char::from(b'a' + self.red.0 as u8 - 1), self.red.1)
    }

    fn cells(&self) -> [Cell; 2] {
        [self.red, self.blue]
    }
}

struct Size {
    width: i32,
    height: i32,
    pieces: usize,
}

impl Size {
    fn read(options: &str) -> Size {
        let mut size = Size { width: 8, height: 8, pieces: 20 };
        for pair in options.split_whitespace() {
            match pair.split_once('=').unwrap() {
                ("width", n) => size.width = n.parse().unwrap(),
                ("height", n) => size.height = n.parse().unwrap(),
                ("pieces", n) => size.pieces = n.parse().unwrap(),
                ("first", _) => {}
                _ => panic!("option {pair}"),
            }
        }
        size
    }

    fn has(&self, (x, y): Cell) -> bool {
        x >= 1 && x <= self.width && y >= 1 && y <= self.height
    }
}

/// The content of each cell: `'r'`, `'b'`, or `' '` if free.
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn new(pieces: &[Piece]) -> Grid {
        let mut grid = vec![vec![' '; 12]; 12];
        for piece in pieces {
            grid[piece.red.0 as usize][piece.red.1 as usize] = 'r';
            grid[piece.blue.0 as usize][piece.blue.1 as usize] = 'b';
        }
        Grid(grid)
    }

    fn at(&self, (x, y): Cell) -> char {
        if (0..12).contains(&x) && (0..12).contains(&y) { self.0[x as usize][y as usize] } else { ' ' }
    }

    /// OP-3: there is no free cell between the game edge and the piece.
    fn rests(&self, piece: &Piece) -> bool {
        piece.cells().iter().all(|&(x, y)| (1..y).all(|below| self.at((x, below)) != ' '))
    }

    /// OP-6: the longest unbroken line of one colour through a cell.
    fn longest_line(&self, cell: Cell) -> usize {
        let colour = self.at(cell);
        let run = |dx: i32, dy: i32| {
            (1..).take_while(|i| self.at((cell.0 + i * dx, cell.1 + i * dy)) == colour).count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .map(|&(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy))
            .max()
            .unwrap()
    }
}

/// Every way to put one more piece on free cells such that all pieces are supported.
fn placings(size: &Size, pieces: &[Piece]) -> Vec<Piece> {
    let grid = Grid::new(pieces);
    let mut found = Vec::new();
    for x in 1..=size.width {
        for y in 1..=size.height {
            for arrow in ['>', '<', '^', 'v'] {
                let piece = Piece::new((x, y), arrow);
                if !piece.cells().iter().all(|&cell| size.has(cell) && grid.at(cell) == ' ') {
                    continue;
                }
                let mut all = vec![piece];
                all.extend_from_slice(pieces);
                let after = Grid::new(&all);
                if all.iter().all(|piece| after.rests(piece)) {
                    found.push(piece);
                }
            }
        }
    }
    found
}

fn position_after(others: &[Piece], placed: Piece, mover: &str) -> String {
    let mut all = others.to_vec();
    all.push(placed);
    let grid = Grid::new(&all);
    let winner = match (grid.longest_line(placed.red) >= 4, grid.longest_line(placed.blue) >= 4) {
        (true, false) => "r",
        (false, true) => "b",
        _ => "-",
    };
    all.sort_by_key(|piece| piece.red);
    let pieces: Vec<String> = all.iter().map(Piece::text).collect();
    format!("{} {} {winner}", pieces.join(","), if mover == "r" { "b" } else { "r" })
}

fn successors(options: &str, position: &str) -> Vec<Successor> {
    let size = Size::read(options);
    let fields: Vec<&str> = position.split(' ').collect();
    let pieces: Vec<Piece> =
        if fields[0] == "-" { Vec::new() } else { fields[0].split(',').map(Piece::read).collect() };
    let mover = fields[1];
    if fields[2] != "-" {
        return Vec::new();
    }
    let mut found = Vec::new();
    if pieces.len() < size.pieces {
        for placed in placings(&size, &pieces) {
            found.push((placed.text(), position_after(&pieces, placed, mover)));
        }
        return found;
    }
    for lifted in &pieces {
        let others: Vec<Piece> = pieces.iter().filter(|piece| *piece != lifted).copied().collect();
        let grid = Grid::new(&others);
        if lifted.cells().iter().any(|&(x, y)| grid.at((x, y + 1)) != ' ') {
            continue;
        }
        for placed in placings(&size, &others) {
            if placed.cells().iter().any(|cell| lifted.cells().contains(cell)) {
                continue;
            }
            let text = format!("{}-{}", lifted.text(), placed.text());
            found.push((text, position_after(&others, placed, mover)));
        }
    }
    found
}

#[test]
fn agrees_with_the_slow_twin() {
    for (text, games, plies) in [
        ("", 30, 60),
        ("first=blue", 4, 40),
        ("pieces=6", 6, 25),
        ("width=10 height=10 pieces=50", 20, 60),
        ("width=10 height=4 pieces=9", 6, 30),
        ("width=4 height=10 pieces=12", 6, 30),
        ("width=5 height=5 pieces=8", 60, 40),
        ("width=6 height=4 pieces=12", 50, 40),
        ("width=4 height=5 pieces=50", 100, 40),
        ("width=4 height=4 pieces=8", 60, 40),
        ("width=4 height=4 pieces=5", 40, 60),
        ("width=4 height=4 pieces=1", 2, 40),
    ] {
        let rules = OnePiece::rules(&options::<OnePiece>(text));
        twin::<OnePiece>(&rules, games, plies, |position| successors(text, position));
    }
}

#[test]
fn perft_table_by_the_slow_twin() {
    let table = include_str!("../../../data/perft/one-piece-for-two.txt");
    check_perft_table_by_twin(table, 5_000, successors);
}
