//! Fair play: players of a rated game, or of a live one with other people, get no help from this server while
//! it lasts. Afterwards moderators can compare the moves with perfect play.

#[cfg(feature = "table")]
use super::active::ActiveGame;
use super::{Hub, Identity, errors::not_read, problem};
use ludoteca_catalog::GameId;
use ludoteca_protocol::{GameOverview, Problem, SeatOverview};
use ludoteca_store::GameRow;

/// A move of a finished game, and the position in which it was made.
#[cfg(feature = "table")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    pub(crate) seat: usize,
    pub(crate) position: String,
    pub(crate) text: String,
}

impl Hub {
    /// Denies help with a game to players of a rated one of its kind, or of a live one with other people.
    pub(crate) async fn no_help_while_playing(&self, who: &Identity, kind: GameId) -> Result<(), Problem> {
        let store = &self.0.store;
        let playing = store.playing(&who.id, kind.info().id).await.map_err(|error| not_read(&error))?;
        let overview =
            |row: &GameRow| serde_json::from_str::<GameOverview>(&row.overview).unwrap_or_default();
        let is_person = |seat: &SeatOverview| seat.user.as_ref().is_some_and(|user| !user.bot);
        let is_live = |row: &&GameRow| {
            row.live && overview(row).seats.iter().filter(|seat| is_person(seat)).count() > 1
        };
        let rated = playing.iter().find(|row| overview(row).rated);
        let Some(game) = rated.or_else(|| playing.iter().find(is_live)) else { return Ok(()) };
        let (key, what) = match rated {
            Some(_) => ("own-rated-game", "a rated game"),
            None => ("own-live-game", "a live game with others"),
        };
        let link = format!("/g/{}", game.id);
        let detail = format!("you are playing {what} of this kind: {link}. Come back when it is over");
        Err(Problem { args: vec![link], ..problem(403, key, detail) })
    }

    /// The moves of a finished game, for moderators.
    #[cfg(feature = "table")]
    pub(crate) async fn decisions(
        &self,
        id: &str,
        session: &super::Session,
    ) -> Result<(GameId, Vec<Decision>), Problem> {
        self.only_moderators(session).await?;
        self.look_at(id, |game| {
            if !matches!(game.contest.stage(), ludoteca_contest::Stage::Over(_)) {
                return Err(problem(422, "not-over", "this is available once the game is over"));
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
