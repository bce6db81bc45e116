//! Fair play: whoever plays a rated game gets no help from this server meanwhile, and afterwards those who
//! watch over it can see how the moves compare with perfect ones.

#[cfg(feature = "table")]
use super::active::ActiveGame;
use super::{
    Hub, Who, problem,
    ratings::{Kind, kind_of},
    trouble::not_read,
};
use ludoteca_catalog::GameId;
use ludoteca_protocol::{Glance, Problem};

/// A move of a finished game, and the position in which it was made.
#[cfg(feature = "table")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    pub(crate) seat: usize,
    pub(crate) position: String,
    pub(crate) text: String,
}

impl Hub {
    /// Refuses help with a game to whoever is playing a rated one of its kind.
    pub(crate) async fn no_help_while_playing(&self, who: &Who, kind: GameId) -> Result<(), Problem> {
        let store = &self.0.store;
        let playing = store.playing(&who.id, kind.info().id).await.map_err(|error| not_read(&error))?;
        let is_rated = |glance: &str| serde_json::from_str::<Glance>(glance).is_ok_and(|glance| glance.rated);
        let Some(game) = playing.into_iter().find(|row| is_rated(&row.glance)) else { return Ok(()) };
        let person = store.person(&who.id).await.map_err(|error| not_read(&error))?;
        if person.is_none_or(|person| kind_of(&person) == Kind::Guest) {
            return Ok(());
        }
        let link = format!("/g/{}", game.id);
        let detail = format!("you are playing a rated game of this kind: {link}. Ask again when it is over");
        Err(Problem { args: vec![link], ..problem(403, "own-rated-game", detail) })
    }

    /// The moves of a game that is over, for whoever watches over fair play.
    #[cfg(feature = "table")]
    pub(crate) async fn decisions(&self, id: &str, who: &Who) -> Result<(GameId, Vec<Decision>), Problem> {
        if !self.may_moderate(who).await? {
            return Err(problem(403, "only-moderators", "only moderators see that"));
        }
        self.look_at(id, |game| {
            if !matches!(game.contest.stage(), ludoteca_contest::Stage::Over(_)) {
                return Err(problem(422, "not-over", "this is shown when the game is over"));
            }
            Ok((game.contest.game().game(), decisions(game)))
        })
        .await
    }
}

#[cfg(feature = "table")]
fn decisions(game: &ActiveGame) -> Vec<Decision> {
    let terms = game.contest.terms().clone();
    let Ok((again, _)) = ludoteca_contest::Contest::new(terms, ludoteca_contest::Now::at(0)) else {
        return Vec::new();
    };
    let mut board = again.game().fork();
    let mut decisions = Vec::new();
    for (seat, text) in game.contest.game().played() {
        let position = board.position();
        if board.play(&text).is_err() {
            break;
        }
        decisions.push(Decision { seat: seat.index(), position, text });
    }
    decisions
}
