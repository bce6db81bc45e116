//! People, with and without an account.

use crate::{StoreError, Time};
use async_trait::async_trait;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub id: String,
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    pub created: Time,
    /// Their vacation, as JSON.
    pub vacation: Option<String>,
    /// Played by a program.
    pub bot: bool,
}

#[async_trait]
pub trait People: fmt::Debug + Send + Sync + 'static {
    async fn add_person(&self, person: &Person) -> Result<(), StoreError>;
    async fn person(&self, id: &str) -> Result<Option<Person>, StoreError>;
    async fn set_name(&self, person: &str, name: &str) -> Result<(), StoreError>;
    /// Changes a person's vacation; false if it is no longer `before`.
    async fn change_vacation(
        &self,
        person: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, StoreError>;
}
