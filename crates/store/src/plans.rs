//! Planned moves.

use crate::StoreError;
use async_trait::async_trait;
use std::fmt;

#[async_trait]
pub trait Plans: fmt::Debug + Send + Sync + 'static {
    /// Stores the planned moves of a seat; `None` deletes them.
    async fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> Result<(), StoreError>;
    /// The planned moves of a game's seats.
    async fn plans(&self, game: &str) -> Result<Vec<(u8, String)>, StoreError>;
}
