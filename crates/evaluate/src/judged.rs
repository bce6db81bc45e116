use crate::{
    Knowledge,
    ending::{Ending, SquadroEnding},
    tune::{Budget, Files, Progress, Report, TuneError, tune},
};
use ludoteca_core::Game;
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;
use ludoteca_search::Evaluate;
use ludoteca_squadro::Squadro;
use std::ops::ControlFlow;

/// A game of which the program knows how a position stands.
pub trait Judged: Game {
    /// What knows it.
    type Judge: Evaluate<Self> + Clone + Default + 'static;

    /// What solves its endings.
    type Ending: Ending<Self> + 'static;

    /// Finds the judge's weights anew from games against itself: see [`tune()`].
    ///
    /// # Errors
    /// When a file is wrong or cannot be read or written, or when the judge is not made from games against
    /// itself.
    fn tune(
        budget: &Budget,
        files: &Files,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, TuneError>;

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

            fn tune(
                budget: &Budget,
                files: &Files,
                progress: impl FnMut(Progress) -> ControlFlow<()>,
            ) -> Result<Report, TuneError> {
                tune::<Self>(budget, files, progress)
            }

            $(fn expected_score(&self) -> Option<[f32; 2]> {
                Some($score(self))
            })?
        }
    )*};
}
judged_by_features! {
    NumberOne;
    Peak, crate::expected_score;
    OnePiece;
}

impl Judged for Squadro {
    type Judge = crate::Network;
    type Ending = SquadroEnding;

    fn tune(
        _budget: &Budget,
        _files: &Files,
        _progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, TuneError> {
        Err(TuneError::LearntFromSolution)
    }
}
