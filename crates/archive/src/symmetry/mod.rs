//! Which positions are the same but for how one looks at the board, or for who is called what. One text
//! stands for all of them, so that what was played in one counts for all.

mod number_one;
mod peak;

use ludoteca_catalog::GameId;
use ludoteca_core::Game;

/// One text for all positions that are this one but for a symmetry.
#[must_use]
pub fn canonical_text<G: Game>(game: GameId, position: &G) -> String {
    // One Piece for Two knows its own symmetries: left and right, and the colours.
    let text = position.canonical().position_text();
    match game {
        GameId::Peak => smallest(peak::images(&text), text),
        GameId::NumberOne => smallest(number_one::images(&text), text),
        // The rows of Squadro are of different speeds, and so are the colours: nothing is like anything else.
        GameId::Squadro | GameId::OnePieceForTwo => text,
    }
}

/// The other forms of a position, as text; for tests.
#[must_use]
pub fn images(game: GameId, text: &str) -> Vec<String> {
    match game {
        GameId::Peak => peak::images(text),
        GameId::NumberOne => number_one::images(text),
        GameId::Squadro | GameId::OnePieceForTwo => Vec::new(),
    }
}

/// A text that cannot be read stands for itself.
fn smallest(images: Vec<String>, text: String) -> String {
    images.into_iter().min().unwrap_or(text)
}
