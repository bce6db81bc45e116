use super::Memory;
use crate::{
    AuditLine, Block, Change, Decision, Moderation, Report, ReportSearch, Sanction, SanctionKind, StoreError,
};
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct Tables {
    sanctions: BTreeMap<(String, SanctionKind), Sanction>,
    reports: Vec<Report>,
    audit: Vec<AuditLine>,
    blocks: BTreeMap<(String, String), Block>,
}

impl Tables {
    /// Deletes a person's data.
    pub(crate) fn forget(&mut self, person: &str) {
        self.sanctions.retain(|(about, _), _| about != person);
        self.blocks.retain(|(one, other), _| one != person && other != person);
        self.reports.iter_mut().filter(|report| report.by == person).for_each(|report| report.text.clear());
        // The detail holds the old and new name.
        let renamed = self.audit.iter_mut().filter(|line| line.person == person && line.action == "rename");
        renamed.for_each(|line| line.detail.clear());
    }

    /// Whether a sanction or a report names a person.
    pub(crate) fn refers_to(&self, person: &str) -> bool {
        self.sanctions.keys().any(|(about, _)| about == person)
            || self.reports.iter().any(|report| report.by == person || report.about == person)
    }

    /// Merges a guest into an account.
    pub(crate) fn merge(&mut self, guest: &str, into: &str) {
        let moved = |person: &mut String| {
            if person == guest {
                into.clone_into(person);
            }
        };
        for report in &mut self.reports {
            moved(&mut report.by);
            moved(&mut report.about);
        }
        // Where both have the same block, the account's is kept.
        let (guests, blocks): (BTreeMap<_, _>, _) = std::mem::take(&mut self.blocks)
            .into_iter()
            .partition(|((person, other), _)| person == guest || other == guest);
        self.blocks = blocks;
        for mut block in guests.into_values() {
            moved(&mut block.person);
            moved(&mut block.other);
            if block.person != block.other {
                self.blocks.entry((block.person.clone(), block.other.clone())).or_insert(block);
            }
        }
        let (guests, sanctions): (BTreeMap<_, _>, _) =
            std::mem::take(&mut self.sanctions).into_iter().partition(|((person, _), _)| person == guest);
        self.sanctions = sanctions;
        for ((_, kind), mut sanction) in guests {
            moved(&mut sanction.person);
            self.sanctions.entry((into.to_owned(), kind)).or_insert(sanction);
        }
    }

    /// The index of an open report.
    fn unfinished(&mut self, id: &str) -> Option<&mut Report> {
        self.reports.iter_mut().find(|report| report.id == id && report.done.is_none())
    }
}

#[async_trait]
impl Moderation for Memory {
    async fn decide(&self, decision: &Decision) -> Result<bool, StoreError> {
        let Decision { at, by, action, person, detail, change } = decision.clone();
        let mut tables = self.moderation();
        let changed = match change {
            Change::Nothing => true,
            Change::Sanction(kind, until) => {
                let sanction = Sanction { person: person.clone(), kind, until, by: by.clone(), at };
                tables.sanctions.insert((person.clone(), kind), sanction);
                true
            }
            Change::Lift(kind) => tables.sanctions.remove(&(person.clone(), kind)).is_some(),
            Change::Role(role) => self.set_role(&person, &role),
            Change::Take(id) => {
                let open = tables.unfinished(&id).filter(|report| report.taken.is_none());
                open.map(|report| report.taken = Some((by.clone(), at))).is_some()
            }
            Change::Release(id) => tables.unfinished(&id).is_some_and(|report| report.taken.take().is_some()),
            Change::Done(id) => {
                tables.unfinished(&id).map(|report| report.done = Some((by.clone(), at))).is_some()
            }
        };
        if changed {
            let number = tables.audit.len() as u64 + 1;
            tables.audit.push(AuditLine { number, at, by, action, person, detail });
        }
        Ok(changed)
    }

    async fn sanctions_of(&self, person: &str) -> Result<Vec<Sanction>, StoreError> {
        let tables = self.moderation();
        let mut own: Vec<Sanction> =
            tables.sanctions.values().filter(|one| one.person == person).cloned().collect();
        own.sort_by_key(|sanction| sanction.kind.word());
        Ok(own)
    }

    async fn audit(
        &self,
        person: Option<&str>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<AuditLine>, StoreError> {
        let tables = self.moderation();
        let about = |line: &&AuditLine| person.is_none_or(|person| line.person == person);
        let earlier = tables.audit.iter().rev().filter(|line| line.number < before).filter(about);
        Ok(earlier.take(limit as usize).cloned().collect())
    }

    async fn add_report(&self, report: &Report) -> Result<(), StoreError> {
        self.moderation().reports.push(report.clone());
        Ok(())
    }

    async fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        Ok(self.moderation().reports.iter().find(|report| report.id == id).cloned())
    }

    async fn reports(&self, search: &ReportSearch, limit: u32) -> Result<Vec<Report>, StoreError> {
        let tables = self.moderation();
        let mut found: Vec<Report> =
            tables.reports.iter().filter(|report| search.fits(report)).cloned().collect();
        found.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn add_block(&self, block: &Block, most: u32) -> Result<bool, StoreError> {
        let key = (block.person.clone(), block.other.clone());
        let mut tables = self.moderation();
        let count = tables.blocks.keys().filter(|(person, _)| *person == block.person).count();
        if count >= most as usize && !tables.blocks.contains_key(&key) {
            return Ok(false);
        }
        tables.blocks.entry(key).or_insert_with(|| block.clone());
        Ok(true)
    }

    async fn remove_block(&self, person: &str, other: &str) -> Result<bool, StoreError> {
        Ok(self.moderation().blocks.remove(&(person.to_owned(), other.to_owned())).is_some())
    }

    async fn blocks_of(&self, person: &str) -> Result<Vec<Block>, StoreError> {
        let tables = self.moderation();
        let mut own: Vec<Block> =
            tables.blocks.values().filter(|block| block.person == person).cloned().collect();
        own.sort_by_key(|block| block.at);
        Ok(own)
    }

    async fn blockers_of(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let tables = self.moderation();
        let blocks = tables.blocks.values().filter(|block| block.other == person);
        Ok(blocks.map(|block| block.person.clone()).collect())
    }
}
