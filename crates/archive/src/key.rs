//! Keys of positions.

use ludoteca_catalog::{AnyPlay, ForGame, GameId, play_of};
use ludoteca_core::{Game, Options};
use twox_hash::XxHash3_64;

/// The key of a position: a 64-bit hash of the text of its [canonical](ludoteca_core::Position::canonical)
/// position. Archives store it, so these texts must never change.
pub type Key = u64;

/// The options that still matter in a position but are not part of its text.
pub(crate) fn shape(game: GameId, options: &Options) -> String {
    match game {
        GameId::OnePieceForTwo => {
            format!("{}x{}-{}", options.word("width"), options.word("height"), options.word("pieces"))
        }
        GameId::Squadro | GameId::NumberOne | GameId::Peak => String::new(),
    }
}

pub(crate) fn key<G: Game>(shape: &str, position: &G) -> Key {
    let text = format!("{} {shape} {}", G::INFO.id, position.canonical().position_text());
    match XxHash3_64::oneshot(text.as_bytes()) {
        // This value is reserved for "no position".
        crate::counts::NO_MOVE => 1,
        key => key,
    }
}

/// The key of a game's current position.
#[must_use]
pub fn key_of(play: &dyn AnyPlay) -> Key {
    struct Now<'a>(&'a dyn AnyPlay);
    impl ForGame for Now<'_> {
        type Output = Option<Key>;
        fn run<G: Game>(self) -> Option<Key> {
            let game = self.0.game();
            Some(key(&shape(game, self.0.options()), play_of::<G>(self.0)?.position()))
        }
    }
    // A play always belongs to the game it reports.
    play.game().with(Now(play)).unwrap_or(1)
}

/// The legal moves, each with the key of the position after it.
#[must_use]
pub fn moves_of(play: &dyn AnyPlay) -> Vec<(String, Key)> {
    struct Moves<'a>(&'a dyn AnyPlay);
    impl ForGame for Moves<'_> {
        type Output = Option<Vec<(String, Key)>>;
        fn run<G: Game>(self) -> Self::Output {
            let game = self.0.game();
            let shape = shape(game, self.0.options());
            let position = play_of::<G>(self.0)?.position();
            let mut moves = Vec::new();
            position.for_each_child(|m, after| moves.push((position.move_text(m), key(&shape, &after))));
            Some(moves)
        }
    }
    play.game().with(Moves(play)).unwrap_or_default()
}

pub(crate) fn stored(key: Key) -> i64 {
    key.cast_signed()
}
