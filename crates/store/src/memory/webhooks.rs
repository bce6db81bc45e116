use super::Memory;
use crate::{
    Delivery, DeliveryOutcome, Followup, MAX_WAITING, NoticeRow, StoreError, Time, Webhook, Webhooks,
};
use async_trait::async_trait;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct Tables {
    webhooks: BTreeMap<String, Webhook>,
    deliveries: BTreeMap<String, Delivery>,
}

impl Tables {
    pub(crate) fn deliver(&mut self, notices: &[NoticeRow]) {
        for webhook in self.webhooks.values() {
            let is_waiting = |one: &&Delivery| one.webhook == webhook.id && one.due.is_some();
            let waiting = self.deliveries.values().filter(is_waiting).count();
            let wanted = notices.iter().filter(|notice| webhook.wants(notice));
            for notice in wanted.take(MAX_WAITING.saturating_sub(waiting)) {
                let delivery = Delivery::new(&webhook.id, notice);
                self.deliveries.entry(delivery.id.clone()).or_insert(delivery);
            }
        }
    }

    /// Removes webhooks with their deliveries.
    pub(crate) fn remove(&mut self, is_gone: impl Fn(&Webhook) -> bool) {
        self.webhooks.retain(|_, webhook| !is_gone(webhook));
        let webhooks = &self.webhooks;
        self.deliveries.retain(|_, delivery| webhooks.contains_key(&delivery.webhook));
    }

    /// Deletes a person's data.
    pub(crate) fn forget(&mut self, person: &str) {
        self.remove(|webhook| webhook.person == person);
    }

    /// The delivery, if its lease still holds.
    fn held(&mut self, delivery: &Delivery) -> Option<&mut Delivery> {
        self.deliveries.get_mut(&delivery.id).filter(|stored| stored.due == delivery.due)
    }
}

#[async_trait]
impl Webhooks for Memory {
    async fn add_webhook(&self, webhook: &Webhook, most: u32) -> Result<bool, StoreError> {
        let webhooks = &mut self.tables().webhooks.webhooks;
        let own = webhooks.values().filter(|other| other.person == webhook.person).count();
        if own >= most as usize {
            return Ok(false);
        }
        webhooks.insert(webhook.id.clone(), webhook.clone());
        Ok(true)
    }

    async fn remove_orphaned_webhooks(&self, now: Time) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let tables = &mut *tables;
        let accounts = &tables.accounts;
        tables.webhooks.remove(|webhook| {
            webhook.expires.is_some_and(|expires| expires <= now)
                || webhook
                    .token
                    .as_ref()
                    .is_some_and(|token| !accounts.has_token(&webhook.person, token, now))
        });
        Ok(())
    }

    async fn webhooks_of(&self, person: &str) -> Result<Vec<Webhook>, StoreError> {
        let tables = self.tables();
        let own = tables.webhooks.webhooks.values().filter(|webhook| webhook.person == person);
        let mut own: Vec<Webhook> = own.cloned().collect();
        own.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
        Ok(own)
    }

    async fn remove_webhook(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let tables = &mut self.tables().webhooks;
        if tables.webhooks.get(id).is_none_or(|webhook| webhook.person != person) {
            return Ok(false);
        }
        tables.webhooks.remove(id);
        tables.deliveries.retain(|_, delivery| delivery.webhook != id);
        Ok(true)
    }

    async fn turn_on_webhook(&self, first: &Delivery) -> Result<(), StoreError> {
        let tables = &mut self.tables().webhooks;
        if let Some(webhook) = tables.webhooks.get_mut(&first.webhook) {
            (webhook.failing, webhook.off) = (None, None);
            tables.deliveries.entry(first.id.clone()).or_insert_with(|| first.clone());
        }
        Ok(())
    }

    async fn deliveries_to(&self, webhook: &str, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let tables = self.tables();
        let own = tables.webhooks.deliveries.values().filter(|delivery| delivery.webhook == webhook);
        let mut own: Vec<Delivery> = own.cloned().collect();
        own.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
        own.truncate(limit as usize);
        Ok(own)
    }

    async fn has_due_deliveries(&self, now: Time) -> Result<bool, StoreError> {
        let tables = self.tables();
        Ok(tables.webhooks.deliveries.values().any(|delivery| delivery.due.is_some_and(|due| due <= now)))
    }

    async fn claim_deliveries(
        &self,
        now: Time,
        until: Time,
        but: &[String],
        each: u32,
        most: u32,
    ) -> Result<Vec<(Webhook, Delivery)>, StoreError> {
        let tables = &mut self.tables().webhooks;
        let is_due =
            |one: &&mut Delivery| one.due.is_some_and(|due| due <= now) && !but.contains(&one.webhook);
        let mut due: Vec<&mut Delivery> = tables.deliveries.values_mut().filter(is_due).collect();
        due.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        let mut taken: BTreeMap<String, u32> = BTreeMap::new();
        let mut claimed = Vec::new();
        for delivery in due {
            let count = taken.entry(delivery.webhook.clone()).or_default();
            if *count < each && claimed.len() < most as usize {
                *count += 1;
                delivery.due = Some(until);
                let webhook = tables.webhooks.get(&delivery.webhook).filter(|webhook| webhook.off.is_none());
                claimed.extend(webhook.map(|webhook| (webhook.clone(), delivery.clone())));
            }
        }
        Ok(claimed)
    }

    async fn note_try(&self, delivery: &Delivery, tried: &DeliveryOutcome) -> Result<bool, StoreError> {
        let tables = &mut self.tables().webhooks;
        let Some(stored) = tables.held(delivery) else { return Ok(false) };
        stored.tries += 1;
        stored.tried = Some((tried.at, tried.answer.clone()));
        stored.taken = tried.then == Followup::Taken;
        stored.due = match tried.then {
            Followup::Again(at) => Some(at),
            _ => None,
        };
        let Some(webhook) = tables.webhooks.get_mut(&delivery.webhook) else { return Ok(true) };
        webhook.failing = match tried.then {
            Followup::Taken => None,
            _ => webhook.failing.or(Some(tried.at)),
        };
        if let Followup::Off(why) = &tried.then {
            webhook.off.get_or_insert((tried.at, why.clone()));
            let own = tables.deliveries.values_mut().filter(|one| one.webhook == delivery.webhook);
            own.for_each(|one| one.due = None);
        }
        Ok(true)
    }

    async fn release_delivery(&self, delivery: &Delivery, due: Time) -> Result<(), StoreError> {
        if let Some(stored) = self.tables().webhooks.held(delivery) {
            stored.due = Some(due);
        }
        Ok(())
    }

    async fn forget_deliveries(&self, before: Time) -> Result<(), StoreError> {
        let old = |delivery: &Delivery| delivery.due.is_none() && delivery.at < before;
        self.tables().webhooks.deliveries.retain(|_, delivery| !old(delivery));
        Ok(())
    }
}
