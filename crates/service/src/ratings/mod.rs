//! Ratings: whose games are rated, ratings at the start of a game, histories and leaderboards. Submodule
//! `made` processes finished games.

mod consumer;
#[cfg(test)]
mod tests;

pub(crate) use consumer::RatingsConsumer;

use super::{
    Environment, Identity, People,
    active::{ActiveGame, Holder, time},
    environment::Millis,
    error::{RatingError, Unavailable, not_read, shown},
};
use ludoteca_catalog::{GameId, Seat};
use ludoteca_contest::{Contest, Stage};
use ludoteca_protocol::{
    Colours, GameView, Leader, Leaderboard, LeaderboardQuery, Leaderboards, PlayerKind, PoolColours,
    PoolRating, PoolView, RatingAtStart, RatingHistory, RatingPoint, RatingView, SeatOverview, SeatWorth,
    UserRatings,
};
use ludoteca_rating::{PROVISIONAL, Pool, Population, Rating, Speed};
use ludoteca_store::{Person, RatingRow, Store};
use std::sync::Arc;

/// How long the first game of a match of two waits for the second to begin; then it counts alone.
pub(crate) const WAITS: Millis = 24 * 60 * 60 * 1000;
/// The most items of a history or leaderboard in one answer.
const MOST: u32 = 200;
/// How many of the strongest players are considered for a leaderboard; those whose rating has become
/// provisional since are left out.
const LOOKED_AT: u32 = 1000;

pub(crate) fn kind_of(person: &Person) -> PlayerKind {
    match (person.guest, person.bot) {
        (true, _) => PlayerKind::Guest,
        (false, true) => PlayerKind::Bot,
        (false, false) => PlayerKind::Person,
    }
}

/// The pool in which a game between such players counts; `None`: it does not count.
fn pool(contest: &Contest, kinds: &[PlayerKind]) -> Option<Pool> {
    if !contest.terms().rated { None } else { pool_if_rated(contest, kinds) }
}

/// The pool in which it would count if it were rated.
fn pool_if_rated(contest: &Contest, kinds: &[PlayerKind]) -> Option<Pool> {
    let terms = contest.terms();
    // Another board size is another game; another starting player is not.
    let unusual = contest.game().options().chosen().any(|(key, _)| key != "first");
    if unusual || terms.position.is_some() || kinds.contains(&PlayerKind::Guest) {
        return None;
    }
    let apart = match kinds {
        kinds if kinds.contains(&PlayerKind::Level) => Population::Engine,
        kinds if kinds.contains(&PlayerKind::Bot) => Population::Bots,
        _ => Population::People,
    };
    let speed = Speed::of(terms.clock.as_ref())?;
    Some(Pool { game: contest.game().game(), players: contest.game().seats(), speed, apart })
}

fn rating_of(row: &RatingRow) -> Rating {
    Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility }
}

/// The current rating, with the uncertainty of inactivity.
fn rating_at(row: &RatingRow, now: Millis) -> Rating {
    rating_of(row).after_idling(now.saturating_sub(row.changed.unsigned_abs()))
}

fn view(rating: &Rating) -> RatingView {
    RatingView { value: rating.shown(), provisional: rating.is_provisional() }
}

fn pool_view(pool: &Pool) -> PoolView {
    PoolView {
        pool: pool.to_string(),
        game: pool.game.info().id.to_owned(),
        players: pool.players,
        speed: pool.speed.word().to_owned(),
        apart: pool.apart.word().to_owned(),
    }
}

/// What is proved about a game, if anything (docs/solved.md).
fn solved(game: GameId) -> Option<String> {
    (game == GameId::Squadro).then(|| "Yellow wins with best play, regardless of who starts.".to_owned())
}

impl ActiveGame {
    /// A seat's holder, for lists.
    pub(crate) fn seat_overview(&self, seat: usize) -> SeatOverview {
        let rating = self.began.get(seat).and_then(|began| began.rating);
        SeatOverview { rating, ..self.holders[seat].overview() }
    }
}

/// Ratings of players by pool.
#[derive(Clone, Debug)]
pub struct Ratings {
    store: Arc<dyn Store>,
    environment: Environment,
    people: People,
}

impl Ratings {
    pub(crate) fn new(store: Arc<dyn Store>, environment: Environment, people: People) -> Ratings {
        Ratings { store, environment, people }
    }

    /// A person's rating in the pool of such a game, and whether the game could count at all.
    pub(crate) async fn rating_in(
        &self,
        contest: &Contest,
        person: &str,
    ) -> Result<(Option<RatingView>, bool), Unavailable> {
        let found = self.store.person(person).await.map_err(not_read)?;
        let kind = found.as_ref().map_or(PlayerKind::Guest, kind_of);
        let Some(pool) = pool_if_rated(contest, &[kind]) else { return Ok((None, false)) };
        let row = self.store.rating(person, &pool.to_string()).await.map_err(not_read)?;
        let rating = row.map_or(Rating::NEW, |row| rating_at(&row, self.environment.now()));
        Ok((Some(view(&rating)), true))
    }

    /// Records the players of a rated game, if this seat is the last to be taken.
    pub(crate) async fn keep_beginning(
        &self,
        game: &mut ActiveGame,
        seat: Seat,
        holder: &Holder,
    ) -> Result<(), Unavailable> {
        let others = game.holders.iter().enumerate().filter(|(other, _)| *other != seat.index());
        if !game.contest.terms().rated
            || others.into_iter().any(|(_, one)| matches!(one, Holder::Free { .. }))
        {
            return Ok(());
        }
        let mut kinds = Vec::with_capacity(game.holders.len());
        for (at, seated) in game.holders.iter().enumerate() {
            kinds.push(match if at == seat.index() { holder } else { seated } {
                Holder::Level(_) => PlayerKind::Level,
                Holder::User(user) => {
                    let found = self.store.person(&user.id).await.map_err(not_read)?;
                    found.as_ref().map_or(PlayerKind::Guest, kind_of)
                }
                Holder::Free { .. } | Holder::Elsewhere { .. } => PlayerKind::Guest,
            });
        }
        let Some(pool) = pool(&game.contest, &kinds) else {
            game.began = kinds.into_iter().map(|kind| RatingAtStart { kind, rating: None }).collect();
            return Ok(());
        };
        let mut began = Vec::with_capacity(kinds.len());
        for (at, kind) in kinds.into_iter().enumerate() {
            let rating = match if at == seat.index() { holder } else { &game.holders[at] } {
                Holder::Level(level) => ludoteca_rating::level(pool.game, pool.players, *level),
                Holder::User(user) => {
                    let row = self.store.rating(&user.id, &pool.to_string()).await;
                    let row = row.map_err(not_read)?;
                    Some(row.map_or(Rating::NEW, |row| rating_at(&row, self.environment.now())))
                }
                Holder::Free { .. } | Holder::Elsewhere { .. } => None,
            };
            began.push(RatingAtStart { kind, rating: rating.as_ref().map(view) });
        }
        game.began = began;
        Ok(())
    }

    /// Adds the rating changes of a finished game.
    pub(crate) async fn add_rating_changes(&self, game: &mut GameView) -> Result<(), Unavailable> {
        if !game.rated || game.result.is_none() {
            return Ok(());
        }
        let lines = self.store.rating_lines(&game.id).await.map_err(not_read)?;
        for line in lines {
            if let Some(seat) = game.seats.get_mut(usize::from(line.seat)) {
                seat.rating_change = Some((line.rating.round() - line.before.round()) as i32);
            }
        }
        Ok(())
    }

    pub async fn ratings_of(&self, name: &str) -> Result<UserRatings, RatingError> {
        let user = self.people.view_named(name).await?;
        let rows = self.store.ratings_of(&user.id).await.map_err(not_read)?;
        let rating = |row: RatingRow| {
            let pool: Pool = row.pool.parse().ok()?;
            let rating = rating_at(&row, self.environment.now());
            Some(PoolRating {
                pool: pool_view(&pool),
                rating: rating.shown(),
                deviation: rating.deviation.round() as i32,
                provisional: rating.is_provisional(),
                games: row.games,
                changed: row.changed,
            })
        };
        Ok(UserRatings { user, ratings: rows.into_iter().filter_map(rating).collect() })
    }

    /// The history of a person's rating in a pool.
    pub async fn rating_history(
        &self,
        name: &str,
        pool: &str,
        since: u64,
    ) -> Result<RatingHistory, RatingError> {
        let user = self.people.view_named(name).await?;
        let unknown = |error: ludoteca_rating::WrongPool| RatingError::UnknownPool(error.to_string());
        let pool: Pool = pool.parse().map_err(unknown)?;
        let lines = self.store.rating_history(&user.id, &pool.to_string(), since, MOST).await;
        let points = lines.map_err(not_read)?.into_iter().map(|line| RatingPoint {
            number: line.number,
            game: line.game,
            at: line.at,
            rating: line.rating.round() as i32,
            deviation: line.deviation.round() as i32,
            change: (line.rating.round() - line.before.round()) as i32,
        });
        Ok(RatingHistory { user, pool: pool.to_string(), points: points.collect() })
    }

    pub async fn leaderboards(&self, wanted: &LeaderboardQuery) -> Result<Leaderboards, RatingError> {
        let unknown = |what, word: &str, known: &[&'static str]| RatingError::UnknownPart {
            what,
            word: shown(word),
            known: known.to_vec(),
        };
        let games: Vec<GameId> = match &wanted.game {
            Some(word) => {
                let known = GameId::ALL.map(|game| game.info().id);
                vec![word.parse().map_err(|_| unknown("game", word, &known))?]
            }
            None => GameId::ALL.to_vec(),
        };
        let speeds: Vec<Speed> = match &wanted.speed {
            Some(word) => {
                let found = Speed::ALL.into_iter().find(|speed| speed.word() == word);
                vec![found.ok_or_else(|| unknown("speed", word, &Speed::ALL.map(Speed::word)))?]
            }
            None => Speed::ALL.to_vec(),
        };
        let apart = match wanted.apart.as_deref() {
            Some(word) => {
                let found = Population::ALL.into_iter().find(|apart| apart.word() == word);
                found
                    .ok_or_else(|| unknown("kind of players", word, &Population::ALL.map(Population::word)))?
            }
            None => Population::People,
        };
        let limit = wanted.limit.unwrap_or(50).min(MOST);
        let mut leaderboards = Vec::new();
        for game in games {
            let info = game.info();
            let players = info.min_players..=info.max_players();
            for players in players.filter(|players| wanted.players.is_none_or(|wanted| wanted == *players)) {
                for speed in &speeds {
                    let board =
                        self.leaderboard(&Pool { game, players, speed: *speed, apart }, limit).await?;
                    leaderboards.extend(Some(board).filter(|board| !board.leaders.is_empty()));
                }
            }
        }
        Ok(Leaderboards { leaderboards })
    }

    async fn leaderboard(&self, pool: &Pool, limit: u32) -> Result<Leaderboard, Unavailable> {
        let rows = self.store.leaders(&pool.to_string(), PROVISIONAL, LOOKED_AT).await;
        let mut leaders = Vec::new();
        for row in rows.map_err(not_read)? {
            let rating = rating_at(&row, self.environment.now());
            if rating.is_provisional() {
                continue;
            }
            let person = self.store.person(&row.person).await.map_err(not_read)?;
            let Some(person) = person else { continue };
            leaders.push(Leader {
                place: leaders.len() as u32 + 1,
                user: Identity::from(person).view(),
                rating: rating.shown(),
                deviation: rating.deviation.round() as i32,
                games: row.games,
            });
            if leaders.len() >= limit as usize {
                break;
            }
        }
        Ok(Leaderboard { pool: pool_view(pool), leaders })
    }

    /// Results by seat in rated games.
    pub async fn colours(&self) -> Result<Colours, Unavailable> {
        let scores = self.store.seat_scores().await.map_err(not_read)?;
        let mut colours: Vec<PoolColours> = Vec::new();
        for score in scores {
            let Ok(pool) = score.pool.parse::<Pool>() else { continue };
            let most = 2 * u64::from(pool.players.max(2) - 1) * score.games.max(1);
            let worth =
                SeatWorth { seat: score.seat, games: score.games, score: score.halves as f64 / most as f64 };
            match colours.last_mut().filter(|last| last.pool.pool == score.pool) {
                Some(last) => last.seats.push(worth),
                None => colours.push(PoolColours {
                    pool: pool_view(&pool),
                    seats: vec![worth],
                    solved: solved(pool.game),
                }),
            }
        }
        Ok(Colours { colours })
    }
}

/// The places of a game, if its result counts.
fn places(game: &ActiveGame) -> Option<Vec<u8>> {
    match game.contest.stage() {
        Stage::Over(ending) => Some(ending.standing?.as_slice().to_vec()),
        _ => None,
    }
}

/// When a stored game began.
fn begun(events: &[ludoteca_store::StoredEvent]) -> Option<ludoteca_store::Time> {
    let is_start = |event: &&ludoteca_store::StoredEvent| {
        let read = serde_json::from_str::<ludoteca_contest::Event>(&event.data);
        read.is_ok_and(|event| event.kind == ludoteca_contest::EventKind::Started)
    };
    events.iter().find(is_start).map(|event| event.at)
}

/// The deadline for the start of the second game of a match.
fn waits_until(ended: ludoteca_store::Time) -> ludoteca_store::Time {
    ended.saturating_add(time(WAITS))
}
