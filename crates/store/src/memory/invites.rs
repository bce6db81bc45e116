use super::Memory;
use crate::{InviteCode, Invites, StoreError, Time};
use async_trait::async_trait;

#[async_trait]
impl Invites for Memory {
    async fn add_invite_code(&self, code: &InviteCode) -> Result<bool, StoreError> {
        let codes = &mut self.tables().invite_codes;
        let is_new = !codes.contains_key(&code.code);
        codes.entry(code.code.clone()).or_insert_with(|| code.clone());
        Ok(is_new)
    }

    async fn invite_codes(&self) -> Result<Vec<InviteCode>, StoreError> {
        let mut codes: Vec<InviteCode> = self.tables().invite_codes.values().cloned().collect();
        codes.sort_by(|one, other| (other.created, &one.code).cmp(&(one.created, &other.code)));
        Ok(codes)
    }

    async fn remove_invite_code(&self, code: &str) -> Result<bool, StoreError> {
        Ok(self.tables().invite_codes.remove(code).is_some())
    }

    async fn use_invite_code(&self, code: &str, now: Time) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let Some(code) = tables.invite_codes.get_mut(code).filter(|code| code.is_good(now)) else {
            return Ok(false);
        };
        code.used += 1;
        Ok(true)
    }

    async fn return_invite_code(&self, code: &str) -> Result<(), StoreError> {
        if let Some(code) = self.tables().invite_codes.get_mut(code) {
            code.used = code.used.saturating_sub(1);
        }
        Ok(())
    }
}
