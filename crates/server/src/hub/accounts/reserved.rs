//! Names of deleted accounts are reserved for some time, so that no one can pose as the deleted user. Only a
//! keyed hash is stored, since the name itself must be forgotten.

use super::names;
use crate::hub::{
    Hub,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_protocol::Problem;
use ludoteca_store::{Account, ReservedName, Time};
use sha2::Sha256;

/// How long a name stays reserved.
const RESERVED: Time = 180 * 24 * 60 * 60 * 1000;

impl Hub {
    fn reserved_form(&self, skeleton: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0.secret) else { return String::new() };
        mac.update(b"reserved name ");
        mac.update(skeleton.as_bytes());
        crate::hub::to_hex(&mac.finalize().into_bytes())
    }

    /// Reserves the name of an account that is being deleted. A bot's owner may reuse its name.
    pub(super) async fn reserve_name(&self, account: &Account) -> Result<(), Problem> {
        let now = time(self.now());
        let name = ReservedName {
            name: self.reserved_form(&names::skeleton(&account.folded)),
            owner: account.owner.clone(),
            until: now + RESERVED,
        };
        self.0.store.reserve_name(&name, now).await.map_err(|error| not_kept(&error))
    }

    /// Rejects a name that another person had until recently.
    pub(super) async fn not_reserved(&self, name: &str, person: &str) -> Result<(), Problem> {
        let form = self.reserved_form(&names::skeleton(name));
        let found = self.0.store.reserved_name(&form, time(self.now())).await;
        match found.map_err(|error| not_read(&error))? {
            Some(reserved) if reserved.owner.as_deref() != Some(person) => {
                let detail = format!("the name {name:?} belonged to a deleted account: choose another");
                Err(Problem { args: vec![name.to_owned()], ..problem(422, "name-taken", detail) })
            }
            _ => Ok(()),
        }
    }
}
