//! Positions that are equal up to a symmetry of the board or of the players. One text represents all of them,
//! so that their statistics are counted together.

mod number_one;
mod peak;

use ludoteca_catalog::GameId;
use ludoteca_core::Game;

/// The text that represents all positions symmetric to this one.
#[must_use]
pub fn canonical_text<G: Game>(game: GameId, position: &G) -> String {
    // One Piece for Two implements its own symmetries: left and right, and the colours.
    let text = position.canonical().position_text();
    match game {
        GameId::Peak => smallest(peak::images(&text), text),
        GameId::NumberOne => smallest(number_one::images(&text), text),
        // The rows of Squadro have different speeds, and so do the colours: there are no symmetries.
        GameId::Squadro | GameId::OnePieceForTwo => text,
    }
}

/// The symmetric forms of a position, as text; for tests.
#[must_use]
pub fn images(game: GameId, text: &str) -> Vec<String> {
    match game {
        GameId::Peak => peak::images(text),
        GameId::NumberOne => number_one::images(text),
        GameId::Squadro | GameId::OnePieceForTwo => Vec::new(),
    }
}

/// A text that cannot be parsed represents itself.
fn smallest(images: Vec<String>, text: String) -> String {
    images.into_iter().min().unwrap_or(text)
}
