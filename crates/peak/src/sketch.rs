//! The contents of a parsed text or an editor, and whether they form a valid position.

use crate::{
    DARK, LIGHT, PIECES, Peak, Rules, Space, Turn, notation::letter, picture, reader::Reader, reasons,
};
use ludoteca_core::{
    self as core, Board, CannotArise, Choice, Editing, Position, PositionError, Seat, SyntaxError, ToolInfo,
    board::Shape,
};
use std::fmt;

const SPACES: usize = (Space::SIDE * Space::SIDE) as usize;

/// The towers and single pieces, the player to move, and whether the other player is stuck. May break rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// The towers, by [`Space::index`].
    towers: [Option<Tower>; SPACES],
    mover: Seat,
    stuck: bool,
}

/// One or more pieces on a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tower {
    /// From 1 to [`PIECES`] pieces.
    pub(crate) height: u8,
    /// The owner of the top piece.
    pub(crate) owner: Seat,
}

/// An editor action on a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Adds a piece of this seat on top; a tower of all 36 pieces does not grow.
    Add(Seat),
    /// Removes the top piece.
    Take,
}

/// A choice beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The player to move.
    Mover(Seat),
    /// Whether the other player is stuck (PK-6).
    Stuck(bool),
}

impl From<&Peak> for Sketch {
    fn from(position: &Peak) -> Self {
        let mut towers = [None; SPACES];
        for space in Space::all() {
            let height = position.height(space);
            towers[space.index()] = position.owner(space).map(|owner| Tower { height, owner });
        }
        Sketch { towers, mover: position.mover, stuck: position.turn == Turn::Again }
    }
}

impl Editing for Peak {
    type Sketch = Sketch;
}

impl core::Sketch for Sketch {
    type Position = Peak;
    type Tool = Tool;
    type Setting = Setting;

    fn first(rules: &Rules) -> Self {
        Sketch::from(&Peak::start(rules))
    }

    fn read(_: &Rules, text: &str) -> Result<Self, PositionError> {
        let mut reader = Reader::new(text);
        let mut towers = [None; SPACES];
        for space in Space::in_text_order() {
            if space.column() == 0 && space.rank() + 1 < Space::SIDE {
                reader.expect('/', "'/' after six spaces")?;
            }
            towers[space.index()] = read_space(&mut reader, space)?;
        }
        reader.expect(' ', "a blank after the board")?;
        let mover = reader.one_of(&[('l', LIGHT), ('d', DARK)], "'l' or 'd' to move")?;
        reader.expect(' ', "a blank and '-' or 's'")?;
        let stuck = reader.one_of(&[('-', false), ('s', true)], "'-' or 's'")?;
        reader.expect_end()?;
        Ok(Sketch { towers, mover, stuck })
    }

    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        for space in Space::in_text_order() {
            if space.column() == 0 && space.rank() + 1 < Space::SIDE {
                out.write_char('/')?;
            }
            write_space(self.towers[space.index()], out)?;
        }
        write!(out, " {} {}", letter(self.mover), stuck_sign(self.stuck))
    }

    fn build(&self) -> Result<Peak, PositionError> {
        let turn = if self.stuck { Turn::Again } else { Turn::Usual };
        let mut position = Peak { mover: self.mover, turn, ..Peak::EMPTY };
        let mut total = 0;
        for space in Space::all() {
            let Some(Tower { height, owner }) = self.towers[space.index()] else { continue };
            total += u32::from(height);
            position.set_tower(space, height, owner);
        }
        if total > PIECES {
            return Err(reasons::TOO_MANY_PIECES.refuse([&total]).at(0));
        }
        // The last character marks a stuck player.
        position.check_stuck().map_err(|refusal| refusal.at(self.text().len() - 1))?;
        if !position.can_jump(position.mover) {
            position.turn = Turn::Over;
        }
        Ok(position)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn board(&self) -> Board {
        picture::board(|space| self.towers[space.index()])
    }

    fn tools(&self) -> Vec<ToolInfo<Tool>> {
        let add = |seat| {
            ToolInfo::piece(letter(seat).to_string(), Shape::Tower { seat, height: 1 }, Tool::Add(seat))
        };
        vec![add(LIGHT), add(DARK), ToolInfo::plain("take", Tool::Take)]
    }

    fn put(&mut self, cell: usize, tool: Tool) {
        let Some(tower) = self.towers.get_mut(cell) else { return };
        let height = tower.map_or(0, |tower| tower.height);
        *tower = match (tool, *tower) {
            (Tool::Add(owner), _) => Some(Tower { height: (height + 1).min(PIECES as u8), owner }),
            (Tool::Take, Some(Tower { owner, .. })) if height > 1 => {
                Some(Tower { height: height - 1, owner })
            }
            (Tool::Take, _) => None,
        };
    }

    fn choices(&self) -> Vec<Choice<Setting>> {
        let movers = [LIGHT, DARK].map(|seat| (letter(seat), Setting::Mover(seat)));
        let stuck = [false, true].map(|stuck| (stuck_sign(stuck), Setting::Stuck(stuck)));
        vec![
            Choice::new("act", letter(self.mover), movers),
            Choice::new("stuck", stuck_sign(self.stuck), stuck),
        ]
    }

    fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::Mover(mover) => self.mover = mover,
            Setting::Stuck(stuck) => self.stuck = stuck,
        }
    }

    fn clear(&mut self) {
        self.towers = [None; SPACES];
        self.stuck = false;
    }

    /// PK-2, PK-4: pieces are stacked and never leave the board.
    fn cannot_arise(&self) -> Option<CannotArise> {
        let pieces: u32 = self.towers.iter().flatten().map(|tower| u32::from(tower.height)).sum();
        (pieces != PIECES).then_some(CannotArise { key: "pieces-missing", ruling: "PK-4" })
    }
}

fn stuck_sign(stuck: bool) -> char {
    if stuck { 's' } else { '-' }
}

fn write_space(tower: Option<Tower>, out: &mut dyn fmt::Write) -> fmt::Result {
    match tower {
        None => out.write_char('.'),
        Some(Tower { height: 1, owner }) => out.write_char(letter(owner)),
        Some(Tower { height, owner }) => write!(out, "{height}{}", letter(owner)),
    }
}

fn read_space(reader: &mut Reader<'_>, space: Space) -> Result<Option<Tower>, PositionError> {
    let at = reader.at();
    let digits = reader.digits();
    if digits.starts_with('0') {
        return Err(SyntaxError::new(reader.text(), at, "'.', 'l', 'd' or a height from 2 on").into());
    }
    let seats = [('l', Some(LIGHT)), ('d', Some(DARK)), ('.', None)];
    let owner = if digits.is_empty() {
        reader.one_of(&seats, "'.', 'l', 'd' or a height")?
    } else {
        reader.one_of(&seats[..2], "'l' or 'd' after a height")?
    };
    let Some(owner) = owner else { return Ok(None) };
    match digits.parse::<u8>() {
        _ if digits.is_empty() => Ok(Some(Tower { height: 1, owner })),
        Ok(1) => Err(reasons::TOWER_OF_ONE.refuse([&space, &letter(owner)]).at(at)),
        Ok(height) if u32::from(height) <= PIECES => Ok(Some(Tower { height, owner })),
        _ => Err(reasons::TOWER_TOO_HIGH.refuse([&space, &digits]).at(at)),
    }
}
