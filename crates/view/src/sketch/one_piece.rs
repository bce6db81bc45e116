use super::{Choice, Sketch, Tool};
use crate::board::PieceShape;
use ludoteca_catalog::{
    Board,
    board::{Heading, Piece, Shape},
};

/// The pieces, each by the column and rank (from 0) of its red half and the arrow to the blue one.
pub(super) struct Dominoes {
    pieces: Vec<(usize, usize, char)>,
    width: usize,
    height: usize,
    mover: char,
    winner: char,
}

const ARROWS: [(char, Heading, &str); 4] = [
    ('>', Heading::Right, "right"),
    ('<', Heading::Left, "left"),
    ('^', Heading::Up, "up"),
    ('v', Heading::Down, "down"),
];

/// A cell by its name: `c10`.
fn cell(name: &str) -> Option<(usize, usize)> {
    let mut letters = name.chars();
    let column = (letters.next()? as usize).checked_sub('a' as usize)?;
    let rank: usize = letters.as_str().parse().ok()?;
    Some((column, rank.checked_sub(1)?))
}

fn name((column, rank): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), rank + 1)
}

impl Dominoes {
    pub(super) fn read(text: &str, board: &Board) -> Option<Dominoes> {
        let mut fields = text.split(' ');
        let (list, mover, winner) = (fields.next()?, fields.next()?, fields.next()?);
        let (columns, ranks): (Vec<usize>, Vec<usize>) =
            board.cells.iter().filter_map(|one| cell(&one.name)).unzip();
        let mut sketch = Dominoes {
            pieces: Vec::new(),
            width: columns.into_iter().max()? + 1,
            height: ranks.into_iter().max()? + 1,
            mover: mover.parse().ok().filter(|c| matches!(c, 'r' | 'b'))?,
            winner: winner.parse().ok().filter(|c| matches!(c, '-' | 'r' | 'b'))?,
        };
        for piece in list.split(',').filter(|_| list != "-") {
            let arrow = piece.chars().last().filter(|c| ARROWS.iter().any(|(arrow, ..)| arrow == c))?;
            let red = cell(&piece[..piece.len() - arrow.len_utf8()])?;
            let piece = (red.0, red.1, arrow);
            // What lies outside or overlaps cannot be drawn: the strict reader says so.
            let cells = sketch.cells(piece)?;
            if cells.iter().any(|&cell| sketch.on(cell).is_some()) {
                return None;
            }
            sketch.pieces.push(piece);
        }
        fields.next().is_none().then_some(sketch)
    }

    /// Both cells of a piece, red first, if both are on the grid.
    fn cells(&self, (column, rank, arrow): (usize, usize, char)) -> Option<[(usize, usize); 2]> {
        let blue = match arrow {
            '>' => (column + 1, rank),
            '<' => (column.checked_sub(1)?, rank),
            '^' => (column, rank + 1),
            _ => (column, rank.checked_sub(1)?),
        };
        let inside = |(column, rank): (usize, usize)| column < self.width && rank < self.height;
        (inside((column, rank)) && inside(blue)).then_some([(column, rank), blue])
    }

    /// The piece that covers a cell.
    fn on(&self, cell: (usize, usize)) -> Option<usize> {
        self.pieces.iter().position(|&piece| self.cells(piece).is_some_and(|cells| cells.contains(&cell)))
    }
}

impl Sketch for Dominoes {
    fn write(&self) -> String {
        let mut pieces = self.pieces.clone();
        pieces.sort_unstable();
        let list: Vec<String> =
            pieces.iter().map(|&(column, rank, arrow)| format!("{}{arrow}", name((column, rank)))).collect();
        let list = if list.is_empty() { "-".to_owned() } else { list.join(",") };
        format!("{list} {} {}", self.mover, self.winner)
    }

    fn show(&self, board: &mut Board) {
        let mut pieces = self.pieces.clone();
        pieces.sort_unstable();
        board.pieces = pieces
            .into_iter()
            .filter_map(|piece| {
                let [red, blue] = self.cells(piece)?;
                let heading = ARROWS.iter().find(|(arrow, ..)| *arrow == piece.2)?.1;
                let shape = Shape::Domino { other: board.cell(&name(blue))?, heading };
                Some(Piece { cell: board.cell(&name(red))?, shape })
            })
            .collect();
    }

    fn tools(&self) -> Vec<Tool> {
        let domino = |heading: Heading| PieceShape::Domino { other: 1, heading: heading.into() };
        let pieces = ARROWS.iter().map(|&(_, heading, key)| Tool::new(key, Some(domino(heading))));
        pieces.chain([Tool::new("take", None)]).collect()
    }

    /// The red half comes to the cell; what lies in the way is taken off. A piece for which there is no room
    /// is turned, if that helps.
    fn put(&mut self, name: &str, tool: &str) {
        let Some((column, rank)) = cell(name) else { return };
        if let (Some(under), "take") = (self.on((column, rank)), tool) {
            self.pieces.remove(under);
        }
        let Some(&(arrow, ..)) = ARROWS.iter().find(|(.., key)| *key == tool) else { return };
        let opposite = match arrow {
            '>' => '<',
            '<' => '>',
            '^' => 'v',
            _ => '^',
        };
        for arrow in [arrow, opposite] {
            let piece = (column, rank, arrow);
            let Some(cells) = self.cells(piece) else { continue };
            for cell in cells {
                if let Some(under) = self.on(cell) {
                    self.pieces.remove(under);
                }
            }
            self.pieces.push(piece);
            return;
        }
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::of("act", self.mover, ["r", "b"]), Choice::of("winner", self.winner, ["-", "r", "b"])]
    }

    fn choose(&mut self, key: &str, value: &str) {
        let letter = value.parse().unwrap_or('-');
        match (key, letter) {
            ("act", 'r' | 'b') => self.mover = letter,
            ("winner", '-' | 'r' | 'b') => self.winner = letter,
            _ => {}
        }
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.winner = '-';
    }
}
