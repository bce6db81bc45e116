//! Mails the owner when a credential of the account changes. It goes to the account's address, if there is
//! one and the server sends mail.

use super::{Accounts, Session, mail::Letter};
use crate::error::{RateLimited, Unavailable, not_read};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::HashMapStateStore,
};
use ludoteca_store::Account;
use std::{fmt, num::NonZeroU32, sync::Arc};

/// The credential that has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Factor<'a> {
    Password,
    Recovered,
    OldAddress,
    NewAddress,
    RecoveryCodes,
    PasskeyAdded(&'a str),
    PasskeyRemoved,
    Token(&'a str),
    Bot(&'a str),
    BotToken(&'a str),
    Webhook(&'a str),
}

impl Factor<'_> {
    fn sentence(self, account: &str) -> String {
        match self {
            Factor::Password => format!(
                "The password of the account {account} was changed. All other sessions, personal tokens and \
                 bots' tokens have ended, and recovery codes are void: create new ones."
            ),
            Factor::Recovered => format!(
                "The account {account} was opened with a recovery code, and its password was changed. All \
                 sessions, tokens and webhooks have ended, and the other recovery codes are void: create new \
                 ones."
            ),
            Factor::OldAddress => {
                format!("Mail about the account {account} no longer goes to this address.")
            }
            Factor::NewAddress => {
                format!(
                    "Mail about the account {account} goes to this address from now on. Its recovery codes are \
                     void: create new ones."
                )
            }
            Factor::RecoveryCodes => {
                format!("New recovery codes were created for the account {account}. The old ones are void.")
            }
            Factor::PasskeyAdded(label) => {
                format!("The passkey \u{201c}{label}\u{201d} was added to the account {account}.")
            }
            Factor::PasskeyRemoved => format!("A passkey was removed from the account {account}."),
            Factor::Token(label) => {
                format!("The personal token \u{201c}{label}\u{201d} was created for the account {account}.")
            }
            Factor::Bot(name) => format!("The bot {name} was created for the account {account}."),
            Factor::BotToken(name) => format!("The bot {name} of the account {account} has a new token."),
            Factor::Webhook(url) => format!("A webhook to {url} was added to the account {account}."),
        }
    }
}

impl Accounts {
    /// Mails an account's owner what has changed, in the background.
    pub(crate) fn notify_owner(&self, account: &Account, name: &str, factor: &Factor<'_>) {
        let (Some(mail), Some(to)) = (self.environment.mail(), &account.email) else { return };
        let mail = Arc::clone(mail);
        let letter = Letter::changed(to.clone(), &factor.sentence(name), mail.site());
        tokio::spawn(async move {
            if let Err(error) = mail.send(letter).await {
                tracing::error!("a mail could not be sent: {error}");
            }
        });
    }
}

impl Accounts {
    /// The same for a request made with a personal token. A bot's account has no address, so its owner gets
    /// the mail.
    pub(crate) async fn notify_owner_of(
        &self,
        session: &Session,
        factor: &Factor<'_>,
    ) -> Result<(), Unavailable> {
        let read = async |person: &str| self.store.account(person).await.map_err(not_read);
        let Some(account) = read(&session.who.id).await? else { return Ok(()) };
        let owner = match &account.owner {
            Some(owner) => read(owner).await?,
            None => Some(account),
        };
        if let Some(owner) = owner {
            self.notify_owner(&owner, &session.who.name, factor);
        }
        Ok(())
    }
}

/// Limits how often a person may change their address: each new address gets a mail, which must not be abused
/// to flood mailboxes.
pub(crate) struct NewAddresses(RateLimiter<String, HashMapStateStore<String>, DefaultClock>);

/// The burst, and the number per hour after it.
const ADDRESSES: (NonZeroU32, NonZeroU32) =
    (NonZeroU32::MIN.saturating_add(9), NonZeroU32::MIN.saturating_add(4));

impl Default for NewAddresses {
    fn default() -> NewAddresses {
        let (burst, per_hour) = ADDRESSES;
        let quota = Quota::per_hour(per_hour).allow_burst(burst);
        NewAddresses(RateLimiter::new(quota, HashMapStateStore::default(), DefaultClock::default()))
    }
}

impl fmt::Debug for NewAddresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewAddresses").finish_non_exhaustive()
    }
}

impl NewAddresses {
    /// Charges one change, or rejects it.
    pub(crate) fn count(&self, person: &str) -> Result<(), RateLimited> {
        self.0.retain_recent();
        self.0.check_key(&person.to_owned()).map_err(|until| {
            let seconds = until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
            RateLimited::new("e-mails", "too many new e-mail addresses", seconds)
        })
    }
}
