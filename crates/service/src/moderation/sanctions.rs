//! Sanctions against users.

use crate::{
    Environment,
    active::time,
    error::{AccountError, ChatError, Sanctioned, Unavailable, not_read},
};
use ludoteca_store::{Sanction, SanctionKind, Store};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Sanctions {
    store: Arc<dyn Store>,
    environment: Environment,
}

impl Sanctions {
    pub(crate) fn new(store: Arc<dyn Store>, environment: Environment) -> Sanctions {
        Sanctions { store, environment }
    }

    /// The sanctions in force against a person.
    pub(crate) async fn in_force(&self, person: &str) -> Result<Vec<Sanction>, Unavailable> {
        let now = time(self.environment.now());
        let all = self.store.sanctions_of(person).await.map_err(not_read)?;
        Ok(all.into_iter().filter(|one| one.until.is_none_or(|until| until > now)).collect())
    }

    /// Rejects users who may not write.
    pub(crate) async fn not_muted(&self, person: &str) -> Result<(), ChatError> {
        let sanctions = self.in_force(person).await?;
        match sanctions.iter().find(|one| one.kind == SanctionKind::Mute) {
            Some(mute) => Err(Sanctioned::Muted(mute.until).into()),
            None => Ok(()),
        }
    }

    /// Rejects users who may not log in.
    pub(crate) async fn not_shut_out(&self, person: &str) -> Result<(), AccountError> {
        for sanction in self.in_force(person).await? {
            match sanction.kind {
                SanctionKind::Ban => return Err(Sanctioned::Banned(sanction.until).into()),
                SanctionKind::Close => return Err(Sanctioned::Closed(sanction.until).into()),
                SanctionKind::Mute => {}
            }
        }
        Ok(())
    }
}
