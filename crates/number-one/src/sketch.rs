//! The contents of a parsed text or an editor.

use crate::{
    Hole, NumberOne, Peg, Players, Rules, Size, check,
    field::Field,
    moves::Sizes,
    notation::{seat_letter, size_digit, write_board, write_or_dash},
    picture, read_position,
};
use ludoteca_core::{
    self as core, Board, Choice, Editing, Position, PositionError, Seat, Sketch as _, ToolInfo, board::Shape,
};
use std::fmt;

/// The content of each hole, the player to act, and the players who are out. May break rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    pub(crate) field: &'static Field,
    /// The contents, by [`Hole::index`].
    pub(crate) holes: Vec<Content>,
    /// `None` if only the text determines the number of players.
    pub(crate) players: Option<Players>,
    pub(crate) to_act: Seat,
    pub(crate) moved: Sizes,
    /// In order of elimination.
    pub(crate) out: Vec<Seat>,
}

/// A peg in a parsed text or an editor; a game has only one of each.
pub(crate) type PlacedPeg = (Seat, Size, Peg);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Token,
    Empty,
    Peg { seat: Seat, size: Size, turned: bool },
}

/// An editor action on a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Puts this peg on the hole. There is only one of each size: moving it leaves its old hole empty, and
    /// putting it on its current hole turns it over.
    Peg(Seat, Size),
    /// Places a token on a hole.
    Token,
    /// Leaves the hole empty.
    Take,
}

/// A choice beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The player to act.
    ToAct(Seat),
    /// For each size, whether the player to act has moved that peg this turn (NO-4).
    Moved([bool; 3]),
}

/// The pegs that may have moved in an unfinished turn, in the order offered by an editor.
const MOVED: [[bool; 3]; 7] = [
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
    [true, false, true],
    [false, true, true],
];

impl From<&NumberOne> for Sketch {
    fn from(position: &NumberOne) -> Self {
        let field = position.field();
        let token = |hole| if position.has_token(hole) { Content::Token } else { Content::Empty };
        let mut holes: Vec<Content> = field.all_holes().map(token).collect();
        for (seat, size, Peg { hole, turned }) in position.pegs() {
            holes[hole.index()] = Content::Peg { seat, size, turned };
        }
        Sketch {
            field,
            holes,
            players: Players::new(position.seats()),
            to_act: position.player(),
            moved: position.moved(),
            out: position.players_out().collect(),
        }
    }
}

impl Editing for NumberOne {
    type Sketch = Sketch;
}

impl core::Sketch for Sketch {
    type Position = NumberOne;
    type Tool = Tool;
    type Setting = Setting;

    /// With some arrangement of the pegs (NO-3): there is nothing to edit before that.
    fn first(rules: &Rules) -> Self {
        let mut start = NumberOne::start(rules);
        while start.is_set_up()
            && let Some(arrange) = start.pick_move(0)
        {
            start.play_unchecked(arrange);
        }
        Sketch::from(&start)
    }

    /// If the text needs more players than the rules specify, it is read for that many. The larger field
    /// always means four players.
    fn read(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        if read_position::is_set_up(text) {
            let position = read_position::read_set_up(&Rules::default(), text)?;
            return Ok(Sketch::of_set_up(&position));
        }
        let sketch = read_position::read_board(rules, text)?;
        let named = sketch.players_named();
        let players = match rules.players {
            _ if sketch.field == Field::of(4) => Players::Four,
            Some(wanted @ (Players::Two | Players::Three)) => wanted.max(named),
            _ => named,
        };
        let number = players.number();
        if sketch.field != Field::of(number) || sketch.to_act.index() >= usize::from(number) {
            // Some player does not fit this board; the check reports the error.
            sketch.build()?;
        }
        Ok(Sketch { players: Some(players), ..sketch })
    }

    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let content = |hole: Hole| self.holes[hole.index()];
        write_board(self.field, content, (self.to_act, self.moved), self.out.iter().copied(), out)
    }

    fn build(&self) -> Result<NumberOne, PositionError> {
        check::build(self)
    }

    fn seats(&self) -> u8 {
        self.players.unwrap_or_else(|| self.players_named()).number()
    }

    fn board(&self) -> Board {
        picture::board(self)
    }

    fn tools(&self) -> Vec<ToolInfo<Tool>> {
        let peg = |seat, size: Size| {
            let shape = Shape::Peg { seat, size: size.distance(), upright: true, moved: false };
            let key = [seat_letter(seat), size_digit(size)].iter().collect::<String>();
            ToolInfo::piece(key, shape, Tool::Peg(seat, size))
        };
        Seat::all(self.seats())
            .flat_map(|seat| Size::ALL.map(|size| peg(seat, size)))
            .chain([ToolInfo::plain("token", Tool::Token), ToolInfo::plain("take", Tool::Take)])
            .collect()
    }

    fn put(&mut self, cell: usize, tool: Tool) {
        if cell >= self.holes.len() {
            return;
        }
        self.holes[cell] = match tool {
            Tool::Token => Content::Token,
            Tool::Take => Content::Empty,
            Tool::Peg(seat, size) => {
                let mut now = false;
                for (index, content) in self.holes.iter_mut().enumerate() {
                    if let Content::Peg { seat: owner, size: same, turned } = *content
                        && (owner, same) == (seat, size)
                    {
                        now = (index == cell) != turned;
                        *content = Content::Empty;
                    }
                }
                Content::Peg { seat, size, turned: now }
            }
        };
        self.note_who_is_out();
    }

    fn choices(&self) -> Vec<Choice<Setting>> {
        let seats = Seat::all(self.seats()).map(|seat| (seat_letter(seat), Setting::ToAct(seat)));
        let text = |moved: Sizes| {
            let mut text = String::new();
            let _ = write_or_dash(moved.iter().map(size_digit), &mut text);
            text
        };
        let moved = MOVED.map(|moved| (text(Sizes::new(moved)), Setting::Moved(moved)));
        vec![
            Choice::new("act", seat_letter(self.to_act), seats),
            Choice { key: "moved", value: text(self.moved), values: moved.into() },
        ]
    }

    fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::ToAct(seat) => self.to_act = seat,
            Setting::Moved(moved) => self.moved = Sizes::new(moved),
        }
    }

    /// Every hole gets its token back.
    fn clear(&mut self) {
        self.holes.fill(Content::Token);
        self.moved = Sizes::default();
        self.note_who_is_out();
    }
}

impl Sketch {
    /// The board of an unfinished set-up: players who have not arranged their pegs count as out.
    fn of_set_up(position: &NumberOne) -> Sketch {
        let mut sketch = Sketch { to_act: Seat::FIRST, ..Sketch::from(position) };
        sketch.note_who_is_out();
        sketch
    }

    /// The pegs in text order.
    pub(crate) fn pegs(&self) -> impl Iterator<Item = PlacedPeg> {
        self.field.holes_in_text().filter_map(|hole| match self.holes[hole.index()] {
            Content::Peg { seat, size, turned } => Some((seat, size, Peg { hole, turned })),
            Content::Token | Content::Empty => None,
        })
    }

    /// The smallest number of players that covers all players with a peg or out.
    fn players_named(&self) -> Players {
        let named = self.pegs().map(|(seat, ..)| seat).chain(self.out.iter().copied());
        let last = named.map(Seat::index).max();
        match last {
            None | Some(0 | 1) => Players::Two,
            Some(2) => Players::Three,
            Some(_) => Players::Four,
        }
    }

    /// Marks players without a peg as out, unless the board has no pegs at all.
    fn note_who_is_out(&mut self) {
        let has_peg = |seat| self.pegs().any(|(owner, ..)| owner == seat);
        let without: Vec<Seat> = Seat::all(self.seats()).filter(|&seat| !has_peg(seat)).collect();
        if without.len() == usize::from(self.seats()) {
            self.out.clear();
            return;
        }
        self.out.retain(|seat| without.contains(seat));
        for seat in without {
            if !self.out.contains(&seat) {
                self.out.push(seat);
            }
        }
    }
}
