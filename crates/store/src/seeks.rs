//! Open requests to play.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

/// An open request to play, which others can accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    pub id: String,
    pub person: String,
    pub created: Time,
    /// The requested game and its terms, as JSON.
    pub data: String,
}

#[async_trait]
pub trait Seeks: fmt::Debug + Send + Sync + 'static {
    /// Adds or updates a seek.
    async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError>;
    /// Changes a seek; false if it is no longer `before`, or was removed.
    async fn change_seek(&self, before: &Seek, after: &Seek) -> Result<bool, StoreError>;
    /// Removes a seek; false if it was already removed.
    async fn remove_seek(&self, id: &str) -> Result<bool, StoreError>;
    /// All seeks, oldest first.
    async fn seeks(&self) -> Result<Vec<Seek>, StoreError>;
}
