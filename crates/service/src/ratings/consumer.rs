//! Rating changes by finished games. Games are processed in the order of their ends, and only from the log
//! and the list of finished games, so the same games always give the same ratings.

use super::{begun, places, pool, rating_of, waits_until};
use crate::{
    active::{ActiveGame, Holder},
    consumers::{Consumer, Ended},
    slot::next_game,
};
use async_trait::async_trait;
use ludoteca_protocol::{MatchGame, PlayerKind};
use ludoteca_rating::{Entrant, Pool, Rating, halves, rated};
use ludoteca_store::{
    OpenUnit, RatingChanges, RatingLine, RatingRow, SeatScore, Store, StoreError, StoredEvent, Time,
};
use std::collections::BTreeMap;

#[derive(Debug)]
pub(crate) struct RatingsConsumer;

#[async_trait]
impl Consumer for RatingsConsumer {
    fn name(&self) -> &'static str {
        "ratings"
    }

    async fn place(&self, store: &dyn Store) -> Result<u64, StoreError> {
        store.ratings_place().await
    }

    async fn clear(&self, store: &dyn Store) -> Result<(), StoreError> {
        store.clear_ratings().await
    }

    async fn take_in(&self, store: &dyn Store, from: u64, games: &[Ended]) -> Result<(), StoreError> {
        let Some(last) = games.last() else { return Ok(()) };
        let mut making = RatingBatch::new(store).await?;
        for game in games {
            making.take_in(game).await?;
        }
        // If another server was faster, this changes nothing, and the next cursor is read again.
        store.change_ratings(&making.changes(from, last.finished.number)).await.map(drop)
    }
}

/// A game that counts.
#[derive(Debug)]
struct RatedGame {
    game: String,
    pool: Pool,
    seats: Vec<Player>,
    places: Vec<u8>,
    unit: Option<MatchGame>,
    previous: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
enum Player {
    Person(String),
    Level(u8),
}

/// How a finished game affects ratings.
enum RatingOutcome {
    /// It has a result that counts.
    Counts(RatedGame),
    /// It does not count; the game named here is the first of the match whose second this was to be.
    Not { second_after: Option<String> },
}

fn read(id: &str, events: &[StoredEvent]) -> RatingOutcome {
    let game = match ActiveGame::load(id, events) {
        Ok(game) => game,
        Err(error) => {
            tracing::error!(game = id, "the log of a finished game is damaged, it is not rated: {error}");
            return RatingOutcome::Not { second_after: None };
        }
    };
    counted(&game).map_or_else(
        || {
            let is_second = game.made.unit == Some(MatchGame::Second);
            RatingOutcome::Not { second_after: game.made.previous.clone().filter(|_| is_second) }
        },
        RatingOutcome::Counts,
    )
}

fn counted(game: &ActiveGame) -> Option<RatedGame> {
    // An older version began it, or it is unrated.
    if game.began.len() != game.holders.len() {
        return None;
    }
    let kinds: Vec<PlayerKind> = game.began.iter().map(|began| began.kind).collect();
    let player = |holder: &Holder| match holder {
        Holder::User(user) => Some(Player::Person(user.id.clone())),
        Holder::Level(level) => Some(Player::Level(*level)),
        Holder::Free { .. } | Holder::Elsewhere { .. } => None,
    };
    let seats: Vec<Player> = game.holders.iter().map(player).collect::<Option<_>>()?;
    if !seats.iter().any(|player| matches!(player, Player::Person(_))) {
        return None;
    }
    Some(RatedGame {
        game: game.id.to_string(),
        pool: pool(&game.contest, &kinds)?,
        seats,
        places: places(game)?,
        unit: game.made.unit,
        previous: game.made.previous.clone(),
    })
}

impl RatedGame {
    /// The places of this game in the order of the other game's players; `None` when the players differ.
    fn places_as_in(&self, other: &RatedGame) -> Option<Vec<u8>> {
        let place = |player: &Player| {
            let seat = self.seats.iter().position(|own| own == player)?;
            self.places.get(seat).copied()
        };
        (self.pool == other.pool).then(|| other.seats.iter().map(place).collect())?
    }
}

/// The rating changes of a batch.
struct RatingBatch<'a> {
    store: &'a dyn Store,
    /// The ratings read so far, and whether a game has changed them.
    ratings: BTreeMap<(String, String), (RatingRow, bool)>,
    lines: Vec<RatingLine>,
    seats: BTreeMap<(String, u8), SeatScore>,
    /// First games that wait for their second, and whether they did before this batch.
    waiting: Vec<(OpenUnit, bool)>,
    closed: Vec<String>,
}

impl RatingBatch<'_> {
    async fn new(store: &dyn Store) -> Result<RatingBatch<'_>, StoreError> {
        let waiting = store.open_units().await?.into_iter().map(|unit| (unit, true)).collect();
        Ok(RatingBatch {
            store,
            ratings: BTreeMap::new(),
            lines: Vec::new(),
            seats: BTreeMap::new(),
            waiting,
            closed: Vec::new(),
        })
    }

    fn changes(self, from: u64, to: u64) -> RatingChanges {
        let changed = |(row, changed): (RatingRow, bool)| changed.then_some(row);
        let opened = self.waiting.into_iter().filter(|(_, before)| !before).map(|(unit, _)| unit);
        RatingChanges {
            from,
            to,
            ratings: self.ratings.into_values().filter_map(changed).collect(),
            lines: self.lines,
            seats: self.seats.into_values().collect(),
            opened: opened.collect(),
            closed: self.closed,
        }
    }

    async fn take_in(&mut self, ended: &Ended) -> Result<(), StoreError> {
        let (number, at) = (ended.finished.number, ended.finished.at);
        self.count_those_left_alone(number, at).await?;
        let game = match read(&ended.finished.game, &ended.events) {
            RatingOutcome::Counts(game) => game,
            RatingOutcome::Not { second_after: None } => return Ok(()),
            RatingOutcome::Not { second_after: Some(first) } => {
                // The second was aborted: the first counts alone.
                let Some(unit) = self.close(&first) else { return Ok(()) };
                return self.count_first_alone(&unit, number).await;
            }
        };
        match (game.unit, game.previous.as_deref()) {
            (Some(MatchGame::First), _) => {
                let game = ended.finished.game.clone();
                self.waiting.push((OpenUnit { game, number, at }, false));
                Ok(())
            }
            (Some(MatchGame::Second), Some(first)) => {
                let Some(unit) = self.close(first) else {
                    return self.count(&[&game], number, at).await;
                };
                match self.first(&unit).await? {
                    Some(first) if first.places_as_in(&game).is_some() => {
                        self.count(&[&first, &game], number, at).await
                    }
                    Some(first) => {
                        self.count(&[&first], number, unit.at).await?;
                        self.count(&[&game], number, at).await
                    }
                    None => self.count(&[&game], number, at).await,
                }
            }
            _ => self.count(&[&game], number, at).await,
        }
    }

    /// Counts first games whose second has not begun in time.
    async fn count_those_left_alone(&mut self, number: u64, now: Time) -> Result<(), StoreError> {
        let late: Vec<OpenUnit> = self
            .waiting
            .iter()
            .filter(|(unit, _)| waits_until(unit.at) < now)
            .map(|(unit, _)| unit.clone())
            .collect();
        for unit in late {
            if let Some(second) = self.store.fact(&next_game(&unit.game)).await? {
                let events = self.store.events(&second, 0).await?;
                // A second game that began in time is awaited, however long it takes.
                if begun(&events).is_some_and(|begun| begun <= waits_until(unit.at)) {
                    continue;
                }
            }
            self.close(&unit.game);
            self.count_first_alone(&unit, number).await?;
        }
        Ok(())
    }

    async fn count_first_alone(&mut self, unit: &OpenUnit, number: u64) -> Result<(), StoreError> {
        match self.first(unit).await? {
            Some(first) => self.count(&[&first], number, unit.at).await,
            None => Ok(()),
        }
    }

    async fn first(&self, unit: &OpenUnit) -> Result<Option<RatedGame>, StoreError> {
        Ok(match read(&unit.game, &self.store.events(&unit.game, 0).await?) {
            RatingOutcome::Counts(game) => Some(game),
            RatingOutcome::Not { .. } => None,
        })
    }

    fn close(&mut self, game: &str) -> Option<OpenUnit> {
        let at = self.waiting.iter().position(|(unit, _)| unit.game == game)?;
        let (unit, before) = self.waiting.remove(at);
        if before {
            self.closed.push(unit.game.clone());
        }
        Some(unit)
    }

    /// Counts games that are rated together; the last one determines the seats.
    async fn count(&mut self, games: &[&RatedGame], number: u64, at: Time) -> Result<(), StoreError> {
        let Some(last) = games.last() else { return Ok(()) };
        let pool = last.pool.to_string();
        let mut came = Vec::with_capacity(last.seats.len());
        for player in &last.seats {
            came.push(match player {
                Player::Level(level) => {
                    let known = ludoteca_rating::level(last.pool.game, last.pool.players, *level);
                    Entrant::Fixed(known.unwrap_or(Rating::NEW))
                }
                Player::Person(person) => {
                    let row = self.rating(person, &pool).await?;
                    let idle = if row.games == 0 { 0 } else { at.saturating_sub(row.changed).max(0) };
                    Entrant::Rated { rating: rating_of(row), idle: idle.unsigned_abs() }
                }
            });
        }
        let places: Vec<Vec<u8>> = games.iter().filter_map(|game| game.places_as_in(last)).collect();
        for (seat, (player, after)) in last.seats.iter().zip(rated(&came, &places)).enumerate() {
            let Player::Person(person) = player else { continue };
            let Some((row, changed)) = self.ratings.get_mut(&(person.clone(), pool.clone())) else {
                continue;
            };
            self.lines.push(RatingLine {
                number,
                seat: seat as u8,
                game: last.game.clone(),
                person: person.clone(),
                pool: pool.clone(),
                at,
                before: row.rating,
                rating: after.value,
                deviation: after.deviation,
            });
            *changed = true;
            row.rating = after.value;
            row.deviation = after.deviation;
            row.volatility = after.volatility;
            row.games += games.len() as u64;
            row.changed = row.changed.max(at);
        }
        for game in games {
            for seat in 0..game.seats.len() {
                let none = SeatScore { pool: pool.clone(), seat: seat as u8, games: 0, halves: 0 };
                let score = self.seats.entry((pool.clone(), seat as u8)).or_insert(none);
                score.games += 1;
                score.halves += u64::from(halves(&game.places, seat));
            }
        }
        Ok(())
    }

    async fn rating(&mut self, person: &str, pool: &str) -> Result<&RatingRow, StoreError> {
        let key = (person.to_owned(), pool.to_owned());
        if !self.ratings.contains_key(&key) {
            let new = || RatingRow {
                person: person.to_owned(),
                pool: pool.to_owned(),
                rating: Rating::NEW.value,
                deviation: Rating::NEW.deviation,
                volatility: Rating::NEW.volatility,
                games: 0,
                changed: 0,
            };
            let row = self.store.rating(person, pool).await?.unwrap_or_else(new);
            self.ratings.insert(key.clone(), (row, false));
        }
        Ok(&self.ratings[&key].0)
    }
}
