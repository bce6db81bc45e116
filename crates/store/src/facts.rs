//! Settings and facts that the server has stored about itself.

use crate::StoreError;
use async_trait::async_trait;
use std::fmt;

#[async_trait]
pub trait Facts: fmt::Debug + Send + Sync + 'static {
    /// A setting or fact that the server has stored about itself.
    async fn fact(&self, name: &str) -> Result<Option<String>, StoreError>;
    /// Stores a fact unless it is already set, and returns the stored one.
    async fn add_fact(&self, name: &str, value: &str) -> Result<String, StoreError>;
    async fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError>;
}
