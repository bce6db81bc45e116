//! The opening explorer: which moves were played in a position, and how the games ended.

use crate::{
    counts::{Class, Counts, Tally, band},
    key::{Key, key_of, moves_of, stored},
    search::{Visits, views},
    speed::SPEEDS,
};
use ludoteca_catalog::{AnyPlay, Status};
use ludoteca_protocol::{ExplorerCount, ExplorerMove, ExplorerView};
use ludoteca_store::{Store, StoreError};
use std::collections::HashMap;

/// The number of newest games shown.
const NEWEST: usize = 8;
/// The number of games searched for them.
const LOOKED_AT: usize = 200;

/// A query for a position.
#[derive(Debug)]
pub struct PositionQuery {
    /// A game at that position.
    pub play: Box<dyn AnyPlay>,
    /// Only games of this mean rating or higher.
    pub min_rating: Option<i64>,
    /// Only games of this mean rating or lower.
    pub max_rating: Option<i64>,
    /// Only games of this speed, as an index.
    pub speed: Option<u8>,
}

impl PositionQuery {
    fn is_asked_for(&self, class: Class) -> bool {
        let known = self.min_rating.is_none() && self.max_rating.is_none() || class.band > 0;
        known
            && self.min_rating.is_none_or(|least| class.band >= band(Some(least)))
            && self.max_rating.is_none_or(|most| class.band <= band(Some(most)))
            && self.speed.is_none_or(|speed| class.speed == speed)
    }
}

/// Statistics of a position for each legal move.
///
/// # Errors
/// If the store fails.
pub async fn explore(store: &dyn Store, asked: &PositionQuery) -> Result<ExplorerView, StoreError> {
    let play = &*asked.play;
    let key = key_of(play);
    let row = store.archived_position(stored(key)).await?;
    let damaged = || StoreError::Damaged(format!("the archive's position {}", stored(key)));
    let counts = row.map_or(Some(Counts::default()), |row| Counts::read(&row.counts)).ok_or_else(damaged)?;
    let (mut all, mut by_move) = (Count::default(), HashMap::<Key, Count>::new());
    for ((after, class), tally) in counts.0 {
        if asked.is_asked_for(class) {
            all.add(&tally, class);
            by_move.entry(after).or_default().add(&tally, class);
        }
    }
    let mut moves: Vec<(Key, ExplorerMove)> = Vec::new();
    let legal = if matches!(play.status(), Status::Over(_)) { Vec::new() } else { moves_of(play) };
    for (text, after) in legal {
        match moves.iter_mut().find(|(other, _)| *other == after) {
            Some((_, first)) => first.same.push(text),
            None => {
                let count = by_move.get(&after).copied().unwrap_or_default().view();
                moves.push((after, ExplorerMove { text, same: Vec::new(), count }));
            }
        }
    }
    moves.sort_by_key(|(_, one)| std::cmp::Reverse(one.count.games));
    Ok(ExplorerView {
        game: play.game().info().id.to_owned(),
        players: play.seats(),
        position: play.position(),
        to_act: match play.status() {
            Status::ToAct(seat) => Some(seat.index() as u8),
            Status::Over(_) => None,
        },
        count: all.view(),
        moves: moves.into_iter().map(|(_, one)| one).collect(),
        newest: views(store, newest(store, asked, key).await?).await?,
    })
}

async fn newest(
    store: &dyn Store,
    asked: &PositionQuery,
    key: Key,
) -> Result<Vec<ludoteca_store::ArchivedGame>, StoreError> {
    let mut visits = Visits::new(key, None);
    let (mut games, mut looked_at) = (Vec::new(), 0);
    let all = asked.min_rating.is_none() && asked.max_rating.is_none() && asked.speed.is_none();
    while games.len() < NEWEST && looked_at < LOOKED_AT {
        let some = visits.next(store, if all { NEWEST } else { LOOKED_AT }).await?;
        if some.is_empty() {
            break;
        }
        looked_at += some.len();
        let fits = |game: &ludoteca_store::ArchivedGame| {
            let speed = SPEEDS.iter().position(|word| *word == game.speed).unwrap_or(0) as u8;
            asked.is_asked_for(Class { speed, band: band(game.rating) })
        };
        games.extend(store.archived(&some).await?.into_iter().filter(fits));
    }
    games.truncate(NEWEST);
    Ok(games)
}

/// A tally, and the number of its games that have a rating.
#[derive(Clone, Copy, Default)]
struct Count {
    tally: Tally,
    rated: u64,
}

impl Count {
    fn add(&mut self, tally: &Tally, class: Class) {
        self.tally.add(tally);
        self.rated += if class.band > 0 { tally.games() } else { 0 };
    }

    fn view(self) -> ExplorerCount {
        let Count { tally, rated } = self;
        let games = tally.games();
        ExplorerCount {
            games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            mean_place: (games > 0).then(|| (tally.places * 100 / games) as f64 / 100.0),
            mean_rating: tally.ratings.checked_div(rated).map(|mean| mean as i64),
        }
    }
}
