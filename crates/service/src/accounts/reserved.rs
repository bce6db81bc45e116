//! Names of deleted accounts are reserved for some time, so that no one can pose as the deleted user. Only a
//! keyed hash is stored, since the name itself must be forgotten.

use super::{Accounts, names};
use crate::{
    active::time,
    error::{NameError, Unavailable, not_kept, not_read},
};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_store::{Account, ReservedName, Time};
use sha2::Sha256;

/// How long a name stays reserved.
const RESERVED: Time = 180 * 24 * 60 * 60 * 1000;

impl Accounts {
    fn reserved_form(&self, skeleton: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return String::new() };
        mac.update(b"reserved name ");
        mac.update(skeleton.as_bytes());
        crate::to_hex(&mac.finalize().into_bytes())
    }

    /// Reserves the name of an account that is being deleted. A bot's owner may reuse its name.
    pub(crate) async fn reserve_name(&self, account: &Account) -> Result<(), Unavailable> {
        let now = time(self.environment.now());
        let name = ReservedName {
            name: self.reserved_form(&names::skeleton(&account.folded)),
            owner: account.owner.clone(),
            until: now + RESERVED,
        };
        self.store.reserve_name(&name, now).await.map_err(not_kept)
    }

    /// Rejects a name that another person had until recently.
    pub(crate) async fn not_reserved(&self, name: &str, person: &str) -> Result<(), NameError> {
        let form = self.reserved_form(&names::skeleton(name));
        let found = self.store.reserved_name(&form, time(self.environment.now())).await;
        match found.map_err(not_read)? {
            Some(reserved) if reserved.owner.as_deref() != Some(person) => {
                Err(NameError::Deleted(name.to_owned()))
            }
            _ => Ok(()),
        }
    }
}
