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

/// A game with a built-in evaluation.
pub trait Judged: Game {
    /// The evaluation of positions.
    type Judge: Evaluate<Self> + Clone + Default + 'static;

    type Ending: Ending<Self> + 'static;

    /// The expected final score of each seat; `None` in games without scores.
    fn expected_score(&self) -> Option<[f32; 2]> {
        None
    }
}

/// Implements `Judged` by weighted features.
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
