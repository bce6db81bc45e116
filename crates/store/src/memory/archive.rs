use super::Memory;
use crate::{
    Archive, ArchiveBatch, ArchiveSearch, ArchivedGame, PositionRow, StoreError, TallyRow, VisitPack,
};
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct ArchiveTables {
    place: u64,
    games: BTreeMap<u64, ArchivedGame>,
    positions: BTreeMap<i64, PositionRow>,
    visits: BTreeMap<(i64, u64), VisitPack>,
    names: BTreeMap<String, String>,
}

impl ArchiveTables {
    /// Merges a guest into an account; a game in which both played is left unchanged.
    pub(crate) fn merge(&mut self, guest: &str, into: &str, name: &str) {
        for game in self.games.values_mut() {
            if game.seats.iter().any(|seat| seat.person.as_deref() == Some(into)) {
                continue;
            }
            for seat in game.seats.iter_mut().filter(|seat| seat.person.as_deref() == Some(guest)) {
                (seat.person, seat.name) = (Some(into.to_owned()), name.to_owned());
            }
        }
    }
}

#[async_trait]
impl Archive for Memory {
    async fn archive_place(&self) -> Result<u64, StoreError> {
        Ok(self.tables().archive.place)
    }

    async fn archive(&self, from: u64, to: u64, batch: &ArchiveBatch) -> Result<bool, StoreError> {
        let archive = &mut self.tables().archive;
        if archive.place != from {
            return Ok(false);
        }
        archive.place = to;
        archive.games.extend(batch.games.iter().map(|game| (game.number, game.clone())));
        archive.positions.extend(batch.positions.iter().map(|row| (row.position, row.clone())));
        archive.visits.extend(batch.visits.iter().map(|pack| ((pack.position, pack.first), pack.clone())));
        Ok(true)
    }

    async fn empty_archive(&self) -> Result<(), StoreError> {
        let archive = &mut self.tables().archive;
        *archive = ArchiveTables { names: std::mem::take(&mut archive.names), ..ArchiveTables::default() };
        Ok(())
    }

    async fn search_archive(
        &self,
        search: &ArchiveSearch,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StoreError> {
        let tables = self.tables();
        let fitting = tables.archive.games.values().rev().filter(|game| search.fits(game));
        Ok(fitting.take(limit as usize).cloned().collect())
    }

    async fn archived(&self, numbers: &[u64]) -> Result<Vec<ArchivedGame>, StoreError> {
        let tables = self.tables();
        let mut games: Vec<ArchivedGame> =
            numbers.iter().filter_map(|number| tables.archive.games.get(number)).cloned().collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.number));
        Ok(games)
    }

    async fn archived_position(&self, position: i64) -> Result<Option<PositionRow>, StoreError> {
        Ok(self.tables().archive.positions.get(&position).cloned())
    }

    async fn archived_positions(&self, positions: &[i64]) -> Result<Vec<PositionRow>, StoreError> {
        let tables = self.tables();
        Ok(positions.iter().filter_map(|position| tables.archive.positions.get(position)).cloned().collect())
    }

    async fn archived_visits(&self, position: i64, before: u64) -> Result<Option<VisitPack>, StoreError> {
        let tables = self.tables();
        let packs = tables.archive.visits.range((position, 0)..(position, before));
        Ok(packs.last().map(|(_, pack)| pack.clone()))
    }

    async fn archive_tally(&self, person: &str) -> Result<Vec<TallyRow>, StoreError> {
        let tables = self.tables();
        let mut tally: BTreeMap<(String, u8, String, Option<String>), u64> = BTreeMap::new();
        for game in tables.archive.games.values() {
            for (seat, at) in game.seats.iter().zip(0..) {
                if seat.person.as_deref() == Some(person) {
                    let what = (game.kind.clone(), at, seat.outcome.clone(), seat.first_move.clone());
                    *tally.entry(what).or_default() += 1;
                }
            }
        }
        let row =
            |((kind, seat, outcome, first_move), games)| TallyRow { kind, seat, outcome, first_move, games };
        Ok(tally.into_iter().map(row).collect())
    }

    async fn forget_name(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let archive = &mut self.tables().archive;
        archive.names.insert(person.to_owned(), name.to_owned());
        for seat in archive.games.values_mut().flat_map(|game| &mut game.seats) {
            if seat.person.as_deref() == Some(person) {
                name.clone_into(&mut seat.name);
            }
        }
        Ok(())
    }

    async fn forgotten_names(&self, people: &[&str]) -> Result<Vec<(String, String)>, StoreError> {
        let tables = self.tables();
        let name = |person: &&str| Some(((*person).to_owned(), tables.archive.names.get(*person)?.clone()));
        Ok(people.iter().filter_map(name).collect())
    }

    async fn bots_among(&self, people: &[&str]) -> Result<Vec<String>, StoreError> {
        let tables = self.tables();
        let bots = people.iter().filter(|id| tables.people.get(**id).is_some_and(|person| person.bot));
        Ok(bots.map(|id| (*id).to_owned()).collect())
    }
}
