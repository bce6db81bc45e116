//! Recovery of a lost password, by printed codes or a mailed code.

use super::{Accounts, Entry, Proof, QueueKey, Session, mail::Letter, notices::Factor};
use crate::{
    active::time,
    error::{AccountError, Unavailable, not_kept, not_read},
    people::hash,
};
use ludoteca_protocol::{Recovery, RecoveryCodes, RecoveryMail, SignedIn};
use ludoteca_store::MailCode;
use std::sync::Arc;

const CODES: usize = 10;
/// Four groups of four letters: 80 bits, so a plain hash is safe.
const GROUPS: usize = 4;
const MAIL_CODE: usize = 32;
const MAIL_LASTS: i64 = 10 * 60 * 1000;
/// The most mailed codes pending per person, so that mailboxes are not flooded.
const MAX_MAILS: u32 = 3;

impl Accounts {
    /// Creates new codes; earlier ones become invalid.
    pub async fn recovery_codes(
        &self,
        session: &Session,
        proof: Proof<'_>,
    ) -> Result<RecoveryCodes, AccountError> {
        let account = self.proved(session, proof).await?;
        let group = || self.environment.name(4);
        let codes: Vec<String> =
            (0..CODES).map(|_| (0..GROUPS).map(|_| group()).collect::<Vec<_>>().join("-")).collect();
        let hashes: Vec<String> = codes.iter().map(|code| hash(&plain(code))).collect();
        let kept = self.store.set_recovery_codes(&account.person, &hashes).await;
        kept.map_err(not_kept)?;
        self.notify_owner(&account, &session.who.name, &Factor::RecoveryCodes);
        Ok(RecoveryCodes { codes })
    }

    /// Sets a new password for the holder of a code, and logs them in. Revokes all sessions, tokens and
    /// webhooks of the account.
    pub async fn recover(
        &self,
        request: &Recovery,
        entry: Entry<'_>,
        line: QueueKey,
    ) -> Result<SignedIn, AccountError> {
        self.passwords.check(&request.password, &request.name).await?;
        let account = self.people.account_by_name(&request.name).await?;
        // Hash before the code is used up, and do the same work if no such account.
        let password = self.passwords.hash(&request.password, self.environment.bytes(), line).await?;
        let person = account.as_ref().map(|account| account.person.clone()).unwrap_or_default();
        let code = hash(&plain(&request.code.0));
        let recovered = self.store.recover(&person, &code, &password, time(self.environment.now())).await;
        let Some(account) = account.filter(|_| matches!(recovered, Ok(true))) else {
            recovered.map_err(not_kept)?;
            tracing::info!(person, address = ?entry.address, "a recovery failed");
            return Err(AccountError::WrongCode);
        };
        tracing::info!(person, address = ?entry.address, "an account was recovered");
        self.cut_with_bots(&person).await?;
        let who = self.who_is(&person).await?;
        self.notify_owner(&account, &who.name, &Factor::Recovered);
        Ok(self.sign_in(who, entry.client, false).await?.0)
    }

    /// Mails a recovery code. The response does not reveal whether the account exists or has an address.
    pub fn recover_by_mail(&self, request: RecoveryMail) -> Result<(), AccountError> {
        let Some(mail) = self.environment.mail() else {
            return Err(AccountError::NoMail);
        };
        let (accounts, mail) = (self.clone(), Arc::clone(mail));
        // In the background, so that the time reveals nothing.
        tokio::spawn(async move {
            match accounts.letter_for(&request.name, mail.site()).await {
                Ok(Some(letter)) => {
                    if let Err(error) = mail.send(letter).await {
                        tracing::error!("a mail could not be sent: {error}");
                    }
                }
                Ok(None) => {}
                Err(error) => tracing::error!("a mail could not be written: {error}"),
            }
        });
        Ok(())
    }

    async fn letter_for(&self, name: &str, site: &str) -> Result<Option<Letter>, Unavailable> {
        let store = &self.store;
        let Some(account) = self.people.account_by_name(name).await? else { return Ok(None) };
        let Some(to) = account.email else { return Ok(None) };
        let Some(person) = store.person(&account.person).await.map_err(not_read)? else {
            return Ok(None);
        };
        let (code, now) = (self.environment.name(MAIL_CODE), time(self.environment.now()));
        let mailed = MailCode {
            hash: hash(&code),
            person: person.id.clone(),
            email: to.clone(),
            expires: now + MAIL_LASTS,
        };
        let added = store.add_mail_code(&mailed, now, MAX_MAILS).await;
        let added = added.map_err(not_kept)?;
        Ok(added.then(|| Letter::lost_password(to, &person.name, site, &code)))
    }
}

/// Normalizes a code: it may be typed with or without dashes, in upper or lower case.
fn plain(code: &str) -> String {
    code.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).take(64).collect()
}
