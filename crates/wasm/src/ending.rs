//! Why a game ended, and by which ruling.

use crate::{
    describe::leaving_phrase,
    facts::in_own_type,
    failure::Sentence,
    phrases::{
        EQUAL_SCORES, FOUR_HOME, FOUR_IN_A_ROW, HIGHER_SCORE, LAST_SMALL_PEG, NO_MOVE, REPETITION_ONE_PIECE,
        REPETITION_PEAK, REPETITION_SQUADRO,
    },
};
use ludoteca_catalog::{AnyPlay, GameId, Standing};
use ludoteca_peak::{DARK, LIGHT, Peak};

/// What decided a game that ended with this standing.
pub(crate) fn reason(game: &dyn AnyPlay, standing: &Standing) -> Sentence {
    let info = game.game().info();
    let winner = standing.winner();
    let name = winner.map_or("", |seat| info.seat_name(seat));
    let by_repetition = game.ended_by_repetition();
    if let Some((seat, how)) = game.last_leaving() {
        return Sentence::of(leaving_phrase(how), [&info.seat_name(seat)]);
    }
    match game.game() {
        GameId::Squadro if by_repetition => Sentence::of(&REPETITION_SQUADRO, []),
        GameId::Squadro => Sentence::of(&FOUR_HOME, [&name]),
        GameId::NumberOne => Sentence::of(&LAST_SMALL_PEG, [&name]),
        GameId::Peak => {
            let peak = in_own_type::<Peak>(game);
            let score = |seat| peak.as_ref().map_or(0, |peak| peak.score(seat));
            let (light, dark) = (score(LIGHT), score(DARK));
            // PK-6: when a game has ended, the player to move cannot jump; the other one perhaps still can.
            let stuck = peak.as_ref().map_or("", |peak| info.seat_name(peak.mover()));
            match winner {
                _ if by_repetition => Sentence::of(&REPETITION_PEAK, [&light, &dark]),
                None => Sentence::of(&EQUAL_SCORES, [&light, &stuck]),
                Some(_) => Sentence::of(&HIGHER_SCORE, [&name, &light.max(dark), &light.min(dark), &stuck]),
            }
        }
        GameId::OnePieceForTwo if by_repetition => Sentence::of(&REPETITION_ONE_PIECE, []),
        GameId::OnePieceForTwo if winner.is_some() => Sentence::of(&FOUR_IN_A_ROW, [&name]),
        GameId::OnePieceForTwo => Sentence::of(&NO_MOVE, []),
    }
}
