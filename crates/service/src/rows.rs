//! Decides when the store's row of a game is written.

use super::active::ActiveGame;
use ludoteca_store::GameRow;

/// How current the store's row of a game in memory is. For live games it is written now and then, not at
/// every move: meanwhile other nodes ask the owner, and after a crash the events restore it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFreshness {
    /// The row is outdated.
    Behind,
    /// The row is current.
    Now,
    /// Current, with the deadline of a live game too: the game can be unloaded.
    NowAndDeadline,
}

/// The row of a live game, if the store's is outdated, or lacks the deadline while the game is about to be
/// unloaded.
pub(crate) fn row_to_write(game: &mut ActiveGame, idle: bool) -> Option<GameRow> {
    let wanted = if idle { RowFreshness::NowAndDeadline } else { RowFreshness::Now };
    let enough = game.stored == wanted || game.stored == RowFreshness::NowAndDeadline;
    (game.is_live_and_played() && !enough).then(|| {
        game.stored = wanted;
        game.row(wanted)
    })
}
