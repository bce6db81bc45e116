//! Pieces somebody points at although no move begins with them.

use crate::{
    failure::{Failure, Kind, Sentence},
    phrases::{NO_JUMP, NOT_YOUR_PEG, PEG_BLOCKED},
};
use ludoteca_catalog::{AnyPlay, Status, board::Shape};

/// Why the piece on a cell cannot be moved now; `None` where there is none, where it can, and in games in which naming the piece is the move.
pub(crate) fn why_not_from(game: &dyn AnyPlay, cell: usize) -> Option<Failure> {
    let Status::ToAct(mover) = game.status() else { return None };
    if game.targets().iter().any(|(_, cells)| cells.first() == Some(&cell)) {
        return None;
    }
    let board = game.board();
    let name = &board.cells.get(cell)?.name;
    let piece = board.pieces.iter().find(|piece| piece.cell == cell)?;
    let refused = |text: &str| game.fork().play(text).err().map(Failure::from);
    let said = match piece.shape {
        Shape::Tower { seat, height: 1 } if seat == mover => Sentence::of(&NO_JUMP, [name]),
        // Wherever it should go.
        Shape::Tower { .. } => return refused(&format!("{name}-{name}")),
        Shape::Peg { seat, .. } if seat != mover => {
            let info = game.game().info();
            Sentence::of(&NOT_YOUR_PEG, [&info.seat_name(mover), name, &info.seat_name(seat)])
        }
        Shape::Peg { size, moved, .. } => {
            let letter = usize::from(size).checked_sub(1).and_then(|i| "SML".get(i..=i))?;
            if moved {
                return refused(&format!("{letter}{name}"));
            }
            Sentence::of(&PEG_BLOCKED, [&letter, name])
        }
        Shape::Runner { .. } | Shape::Domino { .. } => return None,
    };
    Some(Failure::said(Kind::Illegal, said))
}
