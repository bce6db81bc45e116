use super::Memory;
use crate::{GameRow, OpenUnit, RatingChanges, RatingLine, RatingRow, Ratings, SeatScore, Stage, StoreError};
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct Tables {
    place: u64,
    ratings: BTreeMap<(String, String), RatingRow>,
    lines: Vec<RatingLine>,
    seats: BTreeMap<(String, u8), SeatScore>,
    units: Vec<OpenUnit>,
}

#[async_trait]
impl Ratings for Memory {
    async fn ratings_place(&self) -> Result<u64, StoreError> {
        Ok(self.ratings().place)
    }

    async fn change_ratings(&self, changes: &RatingChanges) -> Result<bool, StoreError> {
        let mut tables = self.ratings();
        if tables.place != changes.from {
            return Ok(false);
        }
        tables.place = changes.to;
        for row in &changes.ratings {
            tables.ratings.insert((row.person.clone(), row.pool.clone()), row.clone());
        }
        tables.lines.extend(changes.lines.iter().cloned());
        for score in &changes.seats {
            let none = SeatScore { games: 0, halves: 0, ..score.clone() };
            let known = tables.seats.entry((score.pool.clone(), score.seat)).or_insert(none);
            known.games += score.games;
            known.halves += score.halves;
        }
        tables.units.extend(changes.opened.iter().cloned());
        tables.units.retain(|unit| !changes.closed.contains(&unit.game));
        Ok(true)
    }

    async fn clear_ratings(&self) -> Result<(), StoreError> {
        *self.ratings() = Tables::default();
        Ok(())
    }

    async fn ratings_of(&self, person: &str) -> Result<Vec<RatingRow>, StoreError> {
        let tables = self.ratings();
        Ok(tables.ratings.values().filter(|row| row.person == person).cloned().collect())
    }

    async fn rating(&self, person: &str, pool: &str) -> Result<Option<RatingRow>, StoreError> {
        Ok(self.ratings().ratings.get(&(person.to_owned(), pool.to_owned())).cloned())
    }

    async fn rating_history(
        &self,
        person: &str,
        pool: &str,
        since: u64,
        limit: u32,
    ) -> Result<Vec<RatingLine>, StoreError> {
        let tables = self.ratings();
        let own = tables.lines.iter().filter(|line| line.person == person && line.pool == pool);
        Ok(own.filter(|line| line.number > since).take(limit as usize).cloned().collect())
    }

    async fn rating_lines(&self, game: &str) -> Result<Vec<RatingLine>, StoreError> {
        let tables = self.ratings();
        let mut lines: Vec<RatingLine> =
            tables.lines.iter().filter(|line| line.game == game).cloned().collect();
        lines.sort_by_key(|line| line.seat);
        Ok(lines)
    }

    async fn leaders(&self, pool: &str, deviation: f64, limit: u32) -> Result<Vec<RatingRow>, StoreError> {
        let tables = self.ratings();
        let known = |row: &&RatingRow| row.pool == pool && row.deviation <= deviation;
        let mut rows: Vec<RatingRow> = tables.ratings.values().filter(known).cloned().collect();
        // Ties are already ordered by id.
        rows.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    async fn seat_scores(&self) -> Result<Vec<SeatScore>, StoreError> {
        Ok(self.ratings().seats.values().cloned().collect())
    }

    async fn open_units(&self) -> Result<Vec<OpenUnit>, StoreError> {
        Ok(self.ratings().units.clone())
    }

    async fn last_seats(&self, kind: &str, pair: [&str; 2]) -> Result<Option<[u8; 2]>, StoreError> {
        let between = |row: &GameRow, seats: &[(u8, String)]| {
            let [one, other] = pair.map(|person| seats.iter().find(|(_, holder)| holder == person));
            let alone = seats.iter().all(|(_, holder)| pair.contains(&holder.as_str()));
            let fits = row.kind == kind && row.stage != Stage::Waiting && alone;
            fits.then_some([one?.0, other?.0])
        };
        let found = self.games_with_seats();
        let mut found: Vec<_> = found
            .iter()
            .filter_map(|(row, seats)| Some(((row.created, &row.id), between(row, seats)?)))
            .collect();
        found.sort();
        Ok(found.pop().map(|(_, seats)| seats))
    }

    async fn playing(&self, person: &str, kind: &str) -> Result<Vec<GameRow>, StoreError> {
        let plays = |(row, seats): &(GameRow, Vec<(u8, String)>)| {
            row.kind == kind
                && row.stage == Stage::Playing
                && seats.iter().any(|(_, holder)| holder == person)
        };
        let mut rows: Vec<GameRow> =
            self.games_with_seats().into_iter().filter(plays).map(|(row, _)| row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.changed));
        Ok(rows)
    }
}
