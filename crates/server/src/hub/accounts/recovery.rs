//! When a password is lost: codes on paper, or a code by mail.

use super::{Proof, Session, mail::Letter, passwords};
use crate::hub::{Hub, active::time, people::hash, problem, trouble::not_kept};
use ludoteca_protocol::{Problem, Recovery, RecoveryCodes, RecoveryMail, SignedIn};
use ludoteca_store::StoreError;
use std::sync::Arc;

const CODES: usize = 10;
/// Four groups of four letters: 80 bits, so that a plain hash keeps them safe.
const GROUPS: usize = 4;
const MAIL_CODE: usize = 32;
const MAIL_LASTS: i64 = 60 * 60 * 1000;
/// The most codes that are on their way to one person: nobody's mailbox is filled from here.
const MOST_MAILS: u32 = 3;

impl Hub {
    /// New codes; those from before are good no more.
    pub(crate) async fn recovery_codes(
        &self,
        session: &Session,
        proof: Proof<'_>,
    ) -> Result<RecoveryCodes, Problem> {
        let account = self.proved(session, proof).await?;
        let group = || self.0.outside.name(4);
        let codes: Vec<String> =
            (0..CODES).map(|_| (0..GROUPS).map(|_| group()).collect::<Vec<_>>().join("-")).collect();
        let hashes: Vec<String> = codes.iter().map(|code| hash(&plain(code))).collect();
        let kept = self.0.store.set_recovery_codes(&account.person, &hashes).await;
        kept.map_err(|error| not_kept(&error))?;
        Ok(RecoveryCodes { codes })
    }

    /// Changes the password of somebody who has a code, and lets them in; everybody else who is logged in to
    /// the account is logged out.
    pub(crate) async fn recover(&self, wish: &Recovery, client: &str) -> Result<SignedIn, Problem> {
        passwords::check(&wish.password, &wish.name)?;
        let account = self.account_called(&wish.name).await?;
        // The same work whether or not there is the account, and before the code is used up.
        let password = self.0.passwords.hash(&wish.password, self.0.outside.bytes()).await?;
        let person = account.map(|account| account.person).unwrap_or_default();
        let code = hash(&plain(&wish.code.0));
        let store = &self.0.store;
        let used = store.use_recovery_code(&person, &code).await.map_err(|error| not_kept(&error))?
            || store
                .use_mail_code(&person, &code, time(self.now()))
                .await
                .map_err(|error| not_kept(&error))?;
        if !used {
            return Err(problem(
                401,
                "wrong-code",
                "the name or the code is wrong, or the code was used before",
            ));
        }
        store.set_password(&person, &password).await.map_err(|error| not_kept(&error))?;
        self.end_sessions(&person, "").await?;
        Ok(self.sign_in(self.who_is(&person).await?, client).await?.0)
    }

    /// Mails a code to somebody who has lost their password. Whether there is such an account, and whether
    /// it has an address, is not told.
    pub(crate) fn recover_by_mail(&self, wish: RecoveryMail) -> Result<(), Problem> {
        let Some(mail) = self.0.outside.mail() else {
            return Err(problem(503, "no-mail", "this server sends no mail: use a recovery code"));
        };
        let (hub, mail) = (self.clone(), Arc::clone(mail));
        // Nobody waits for it, so that the time tells nothing.
        tokio::spawn(async move {
            match hub.letter_for(&wish.name, mail.site()).await {
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

    async fn letter_for(&self, name: &str, site: &str) -> Result<Option<Letter>, StoreError> {
        let store = &self.0.store;
        let Some(account) = store.account_called(&super::names::folded(name)).await? else { return Ok(None) };
        let Some(to) = account.email else { return Ok(None) };
        let Some(person) = store.person(&account.person).await? else { return Ok(None) };
        let (code, now) = (self.0.outside.name(MAIL_CODE), time(self.now()));
        let added = store.add_mail_code(&person.id, &hash(&code), now + MAIL_LASTS, now, MOST_MAILS).await?;
        Ok(added.then(|| Letter::lost_password(to, &person.name, site, &code)))
    }
}

/// A code as it is compared: people write it with or without lines, in large or small letters.
fn plain(code: &str) -> String {
    code.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).take(64).collect()
}
