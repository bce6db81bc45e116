//! Networks known for an account, because its owner has used them. Password guessing from elsewhere does not
//! lock the owner out of these.

use super::{Accounts, names};
use crate::{
    active::time,
    error::{NameError, Unavailable, not_read},
    network::network,
};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_store::{KnownNetwork, Time};
use sha2::Sha256;
use std::net::IpAddr;

/// The most networks stored per account with a log-in, and the most with a session alone; the most recent
/// ones are kept.
const MAX_KNOWN_NETWORKS: u32 = 8;
/// As long as an unused session lasts.
pub(crate) const REMEMBERED: Time = 180 * 24 * 60 * 60 * 1000;

/// The owner of an account, recognized by their network.
#[derive(Clone, Debug)]
pub struct KnownOwner {
    pub person: String,
    /// Whether they registered or logged in there. A session alone may be stolen.
    pub logged_in: bool,
}

impl Accounts {
    /// The owner of the account with this name, if the address is in a network known for it. Does the same
    /// reads if no such account.
    pub async fn owner_at(
        &self,
        name: &str,
        address: Option<IpAddr>,
    ) -> Result<Option<KnownOwner>, Unavailable> {
        let person =
            self.people.account_by_name(name).await?.map(|account| account.person).unwrap_or_default();
        let known = self.known_networks(&person).await?;
        let Some(address) = address.filter(|_| !person.is_empty()) else { return Ok(None) };
        let here = self.network_hash(&person, address);
        let known = known.into_iter().find(|known| known.network == here);
        Ok(known.map(|known| KnownOwner { person, logged_in: known.logged_in }))
    }

    pub(crate) async fn known_networks(&self, person: &str) -> Result<Vec<KnownNetwork>, Unavailable> {
        let since = time(self.environment.now()) - REMEMBERED;
        self.store.networks_of(person, since).await.map_err(not_read)
    }

    /// Records that the owner of an account used an address, by logging in or with a session alone. A failure
    /// does not affect the request.
    pub async fn owner_was_at(&self, person: &str, address: IpAddr, logged_in: bool) {
        let seen = time(self.environment.now());
        let known = KnownNetwork { network: self.network_hash(person, address), seen, logged_in };
        let noted = self.store.note_network(person, &known, seen - REMEMBERED, MAX_KNOWN_NETWORKS).await;
        if let Err(error) = noted {
            tracing::debug!("an owner's network could not be recorded: {error}");
        }
    }

    /// What is stored of a network. Without the server's secret it reveals neither the network nor whether
    /// two accounts share one.
    fn network_hash(&self, person: &str, address: IpAddr) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return String::new() };
        for part in ["network", person, &network(address).to_string()] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        crate::to_hex(&mac.finalize().into_bytes()[..16])
    }

    /// Adds skeletons to accounts of earlier versions. Where two names look alike, the older account gets the
    /// skeleton; both keep their names.
    pub(crate) async fn add_skeletons(&self) -> Result<(), ludoteca_store::StoreError> {
        let store = &self.store;
        for (person, name) in store.accounts_without_skeleton().await? {
            if !store.set_skeleton(&person, &names::skeleton(&name)).await? {
                tracing::info!(person, "the name of this account looks like that of an older one");
            }
        }
        Ok(())
    }

    /// Rejects a name that belongs to the account of another person, or looks like it.
    pub(crate) async fn not_an_accounts(&self, name: &str, person: &str) -> Result<(), NameError> {
        let found = self.store.account_resembling(&names::forms(name), person).await;
        match found.map_err(not_read)? {
            Some(_) => Err(NameError::Taken(name.to_owned())),
            None => self.not_reserved(name, person).await,
        }
    }
}
