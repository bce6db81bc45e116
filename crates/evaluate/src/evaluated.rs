use crate::{
    Knowledge,
    ending::{Ending, SquadroEnding},
};
use ludoteca_core::Game;
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;
use ludoteca_search::Evaluate;
use ludoteca_squadro::Squadro;

/// A game of which the program knows how a position stands.
pub trait Judged: Game {
    /// Judges how a position stands.
    type Judge: Evaluate<Self> + Clone + Default + 'static;

    type Ending: Ending<Self> + 'static;

    /// The score each seat may expect at the end; `None` in games that count none.
    fn expected_score(&self) -> Option<[f32; 2]> {
        None
    }
}

/// Judged by weighted features.
macro_rules! judged_by_features {
    ($($game:ty $(, $score:path)?;)*) => {$(
        impl Judged for $game {
            type Judge = Knowledge<Self>;
            type Ending = ();

            $(fn expected_score(&self) -> Option<[f32; 2]> {
                Some($score(self))
            })?
        }
    )*};
}
judged_by_features! {
    NumberOne;
    Peak, crate::peak_score::expected_score;
    OnePiece;
}

impl Judged for Squadro {
    type Judge = crate::Network;
    type Ending = SquadroEnding;
}
