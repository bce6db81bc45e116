//! When the store's row of a game is written.

use super::active::ActiveGame;
use ludoteca_store::GameRow;

/// What the store's row says of a game in memory. Where a live game stands is written now and then, not at
/// every move: whoever asks meanwhile asks its owner, and after a crash the events say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFreshness {
    /// How it stood before.
    Behind,
    /// How it stands.
    Now,
    /// How it stands, with the deadline of a live game too: it can leave memory.
    NowAndDeadline,
}

/// The row of a live game if the store's is behind, or has no deadline and the game is about to leave memory.
pub(crate) fn row_to_write(game: &mut ActiveGame, idle: bool) -> Option<GameRow> {
    let wanted = if idle { RowFreshness::NowAndDeadline } else { RowFreshness::Now };
    let enough = game.stored == wanted || game.stored == RowFreshness::NowAndDeadline;
    (game.is_live_and_played() && !enough).then(|| {
        game.stored = wanted;
        game.row(wanted)
    })
}
