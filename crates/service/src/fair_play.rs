//! Fair play: players of a rated game, or of a live one with other people, get no help from this server while
//! it lasts. Afterwards moderators can compare the moves with perfect play.

use super::active::ActiveGame;
use super::{
    Games, Identity, Moderation,
    error::{GameError, not_read},
};
use ludoteca_catalog::GameId;
use ludoteca_protocol::{GameOverview, SeatOverview};
use ludoteca_store::GameRow;

/// A move of a finished game, and the position in which it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub seat: usize,
    pub position: String,
    pub text: String,
}

impl Games {
    /// Denies help with a game to players of a rated one of its kind, or of a live one with other people.
    pub async fn no_help_while_playing(&self, who: &Identity, kind: GameId) -> Result<(), GameError> {
        let store = &self.0.store;
        let playing = store.playing(&who.id, kind.info().id).await.map_err(not_read)?;
        let overview =
            |row: &GameRow| serde_json::from_str::<GameOverview>(&row.overview).unwrap_or_default();
        let is_person = |seat: &SeatOverview| seat.user.as_ref().is_some_and(|user| !user.bot);
        let is_live = |row: &&GameRow| {
            row.live && overview(row).seats.iter().filter(|seat| is_person(seat)).count() > 1
        };
        let rated = playing.iter().find(|row| overview(row).rated);
        let Some(game) = rated.or_else(|| playing.iter().find(is_live)) else { return Ok(()) };
        let link = format!("/g/{}", game.id);
        Err(match rated {
            Some(_) => GameError::HelpInRatedGame(link),
            None => GameError::HelpInLiveGame(link),
        })
    }

    /// The moves of a finished game.
    async fn decisions(&self, id: &str) -> Result<(GameId, Vec<Decision>), GameError> {
        self.look_at(id, |game| {
            if !matches!(game.contest.stage(), ludoteca_contest::Stage::Over(_)) {
                return Err(GameError::NotOver);
            }
            Ok((game.contest.game().game(), decisions(game)))
        })
        .await
    }
}

impl Moderation {
    /// The moves of a finished game, for moderators.
    pub async fn decisions(
        &self,
        id: &str,
        session: &super::Session,
    ) -> Result<(GameId, Vec<Decision>), GameError> {
        self.roles.only_moderators(session).await?;
        self.games.decisions(id).await
    }
}

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
