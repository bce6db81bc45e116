//! Passkeys (WebAuthn): logging in without a password. The server issues a random challenge, which the
//! owner's device signs. Challenges are stored for some minutes and removed when they are answered: an answer
//! is valid once, at any server on the same database.

mod relying_party;

pub use relying_party::Site;

use super::{Accounts, Entry, Proof, Session, checked_email, names, notices::Factor, tokens::checked_label};
use crate::{
    active::time,
    error::{AccountError, PasskeyError, TokenError, Unavailable, not_kept, not_read},
    people::hash,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use ludoteca_protocol::{
    NewPasskey, NewPasskeyAccount, PasskeyAnswer, PasskeyChallenge, PasskeyList, PasskeyOrigin,
    PasskeyPurpose, PasskeyRequest, PasskeyView, SignedIn,
};
use ludoteca_store::{Account, ChallengeRow, PasskeyRow, Person, Removal, Time};
use relying_party::{LASTS, RelyingParty};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;
use webauthn_rs::{
    fake::{FakePasskeyDistribution, WebauthnFakeCredentialGenerator},
    prelude::{
        DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
        RegisterPublicKeyCredential, Uuid,
    },
};

/// The most passkeys of one account.
pub(crate) const MAX_PASSKEYS: u32 = 20;
/// Letters in a challenge's id: 160 bits, so that only the client that requested it can answer.
const CHALLENGE: usize = 32;
const PASSKEY_ID: usize = 8;
/// Letters in a browser's id: 160 bits.
pub const BROWSER: usize = 32;
/// How long a session confirmed by a passkey may use moderators' rights.
pub(crate) const PROOF_LASTS: Time = 12 * 60 * 60 * 1000;

/// A pending challenge, bound to its requester.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "for")]
enum PendingCeremony {
    /// Registration of an account with this name; by the guest with this token, if there is one.
    Account { name: String, token: Option<String>, state: PasskeyRegistration },
    /// Adding a passkey to the account of the session with this token.
    Key { token: String, state: PasskeyRegistration },
    /// A log-in by the browser with this hashed id.
    LogIn { browser: String, state: DiscoverableAuthentication },
    /// Proof of ownership in the session with this token.
    Proof { token: String, state: DiscoverableAuthentication },
}

impl Accounts {
    fn party(&self, reached: &str) -> Result<RelyingParty, PasskeyError> {
        relying_party::party(self.environment.site(), reached).ok_or(PasskeyError::NoSite)
    }

    /// The origin that a page must have to use passkeys.
    pub fn passkey_origin(&self, reached: &str) -> PasskeyOrigin {
        PasskeyOrigin { origin: self.party(reached).ok().map(|party| party.origin) }
    }

    /// The user handle for authenticators. It is opaque, and the same for all keys of a person.
    fn handle_of(&self, person: &str) -> Uuid {
        let mut bytes = [0; 16];
        if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) {
            mac.update(b"passkeys of ");
            mac.update(person.as_bytes());
            bytes.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        }
        Uuid::from_bytes(bytes)
    }

    /// A random id for a browser that is about to log in with a passkey.
    pub fn browser_name(&self) -> String {
        self.environment.name(BROWSER)
    }

    /// Issues a challenge. One for logging in is valid only for the `browser` that requested it.
    pub async fn ask_passkey(
        &self,
        session: Option<&Session>,
        wanted: &PasskeyRequest,
        reached: &str,
        browser: &str,
    ) -> Result<PasskeyChallenge, AccountError> {
        let party = self.party(reached)?;
        match wanted.purpose {
            PasskeyPurpose::Account => self.ask_for_account(&party, session, wanted).await,
            PasskeyPurpose::Key => {
                let session = session.ok_or(PasskeyError::NotLoggedIn)?;
                let proof =
                    Proof { password: wanted.password.as_ref(), passkey: wanted.passkey.as_ref(), reached };
                let account = self.proved_for_passkeys(session, proof).await?;
                let known = self.roles.passkeys_of(&account.person).await?;
                let exclude = known.iter().filter_map(|row| URL_SAFE_NO_PAD.decode(&row.credential).ok());
                let (options, state) =
                    self.creation(&party, &account.person, &session.who.name, exclude.collect())?;
                let asked = PendingCeremony::Key { token: session.token.id.clone(), state };
                Ok(self.keep_challenge(&account.person, &asked, options).await?)
            }
            PasskeyPurpose::LogIn => {
                let (mut options, state) = request(&party)?;
                let mut person = String::new();
                if let Some(name) = &wanted.name {
                    let account = self.people.account_by_name(name).await?;
                    person = account.map_or_else(|| "unknown".to_owned(), |account| account.person);
                    options["allowCredentials"] = self.credentials_of(&person, name).await?;
                }
                let asked = PendingCeremony::LogIn { browser: hash(browser), state };
                Ok(self.keep_challenge(&person, &asked, options).await?)
            }
            PasskeyPurpose::Proof => {
                let session = session.ok_or(PasskeyError::NotLoggedIn)?;
                let (mut options, state) = request(&party)?;
                options["allowCredentials"] = listed(&self.roles.passkeys_of(&session.who.id).await?);
                let asked = PendingCeremony::Proof { token: session.token.id.clone(), state };
                Ok(self.keep_challenge(&session.who.id, &asked, options).await?)
            }
        }
    }

    async fn ask_for_account(
        &self,
        party: &RelyingParty,
        session: Option<&Session>,
        wanted: &PasskeyRequest,
    ) -> Result<PasskeyChallenge, AccountError> {
        if session.is_some_and(|session| !session.guest) {
            return Err(AccountError::HasAccount);
        }
        let name = names::checked(wanted.name.as_deref().unwrap_or_default())?.text;
        self.not_an_accounts(&name, "").await?;
        let person = session.map_or_else(|| self.environment.name(12), |session| session.who.id.clone());
        let (options, state) = self.creation(party, &person, &name, Vec::new())?;
        let token = session.map(|session| session.token.id.clone());
        let asked = PendingCeremony::Account { name, token, state };
        Ok(self.keep_challenge(&person, &asked, options).await?)
    }

    /// The options that a browser needs to create a passkey.
    fn creation(
        &self,
        party: &RelyingParty,
        person: &str,
        name: &str,
        exclude: Vec<Vec<u8>>,
    ) -> Result<(Value, PasskeyRegistration), PasskeyError> {
        let started =
            party.webauthn.start_passkey_registration(self.handle_of(person), name, name, Some(exclude));
        let (options, state) = started.map_err(not_asked)?;
        let mut options = serde_json::to_value(options.public_key).unwrap_or_default();
        // Only a resident key can be found without a user name.
        options["authenticatorSelection"]["residentKey"] = json!("required");
        options["authenticatorSelection"]["requireResidentKey"] = json!(true);
        Ok((options, state))
    }

    /// The credentials of an account by name. For unknown names they are derived from the name, always the
    /// same, so that nothing reveals whether an account exists.
    async fn credentials_of(&self, person: &str, name: &str) -> Result<Value, PasskeyError> {
        let rows = self.roles.passkeys_of(person).await?;
        if !rows.is_empty() {
            return Ok(listed(&rows));
        }
        let made_up = WebauthnFakeCredentialGenerator::<FakePasskeyDistribution>::new(&self.secret)
            .and_then(|maker| maker.generate(names::folded(name).as_bytes()))
            .map_err(not_asked)?;
        Ok(made_up.iter().map(|id| descriptor(&URL_SAFE_NO_PAD.encode(id))).collect())
    }

    async fn keep_challenge(
        &self,
        person: &str,
        asked: &PendingCeremony,
        options: Value,
    ) -> Result<PasskeyChallenge, Unavailable> {
        let (id, now) = (self.environment.name(CHALLENGE), time(self.environment.now()));
        let row = ChallengeRow {
            id: id.clone(),
            person: person.to_owned(),
            data: serde_json::to_string(asked).unwrap_or_default(),
            expires: now + LASTS.as_millis() as i64,
        };
        self.store.add_challenge(&row, now).await.map_err(not_kept)?;
        Ok(PasskeyChallenge { challenge: id, options })
    }

    /// Removes a challenge and returns it with its requester, so that it cannot be answered again.
    async fn take_challenge(&self, id: &str) -> Result<(String, PendingCeremony), PasskeyError> {
        let row = self.store.take_challenge(id, time(self.environment.now())).await.map_err(not_kept)?;
        let row = row.ok_or(PasskeyError::ChallengeOver)?;
        Ok((row.person, serde_json::from_str(&row.data).map_err(|_| PasskeyError::ChallengeOver)?))
    }

    /// Verifies a new passkey and prepares it for storage.
    async fn made(
        &self,
        party: &RelyingParty,
        state: &PasskeyRegistration,
        person: &str,
        credential: &Value,
        label: String,
    ) -> Result<PasskeyRow, PasskeyError> {
        if !is_of_one_page(credential) {
            return Err(PasskeyError::Framed);
        }
        let credential: RegisterPublicKeyCredential = read(credential)?;
        let id = URL_SAFE_NO_PAD.encode(&credential.raw_id);
        if self.store.passkey(&id).await.map_err(not_read)?.is_some() {
            return Err(PasskeyError::Known);
        }
        let passkey = party.webauthn.finish_passkey_registration(&credential, state);
        let passkey = passkey.map_err(|error| PasskeyError::Unusable(error.to_string()))?;
        let now = time(self.environment.now());
        Ok(PasskeyRow {
            credential: URL_SAFE_NO_PAD.encode(passkey.cred_id()),
            id: self.environment.name(PASSKEY_ID),
            person: person.to_owned(),
            label,
            data: serde_json::to_string(&passkey).unwrap_or_default(),
            created: now,
            used: now,
        })
    }

    /// Creates an account whose owner logs in with a passkey.
    pub async fn register_by_passkey(
        &self,
        session: Option<&Session>,
        wanted: &NewPasskeyAccount,
        client: &str,
        reached: &str,
    ) -> Result<SignedIn, AccountError> {
        let party = self.party(reached)?;
        if session.is_some_and(|session| !session.guest) {
            return Err(AccountError::HasAccount);
        }
        self.settings.may_register(wanted.invite_code.as_deref()).await?;
        let email = wanted.email.as_deref().map(checked_email).transpose()?;
        let label = label_or(wanted.label.as_deref(), client)?;
        let (id, asked) = self.take_challenge(&wanted.challenge).await?;
        let PendingCeremony::Account { name, token, state } = asked else {
            return Err(PasskeyError::ChallengeOver.into());
        };
        if token.as_ref() != session.map(|session| &session.token.id) {
            return Err(PasskeyError::ChallengeOver.into());
        }
        let names::AccountName { text: name, folded, skeleton } = names::checked(&name)?;
        let passkey = self.made(&party, &state, &id, &wanted.credential, label).await?;
        let created = time(self.environment.now());
        let person =
            Person { id: id.clone(), name: name.clone(), guest: false, created, vacation: None, bot: false };
        let account = Account { person: id, folded, email, created, ..Account::default() };
        let account = Account { skeleton: Some(skeleton), ..account };
        self.add_account(&account, person, Some(&passkey), client, wanted.invite_code.as_deref()).await
    }

    /// Logs in with a passkey.
    pub async fn log_in_by_passkey(
        &self,
        answer: &PasskeyAnswer,
        entry: Entry<'_>,
        reached: &str,
        browser: &str,
    ) -> Result<SignedIn, AccountError> {
        let party = self.party(reached)?;
        let (person, asked) = self.take_challenge(&answer.challenge).await?;
        let PendingCeremony::LogIn { browser: originator, state } = asked else {
            return Err(PasskeyError::ChallengeOver.into());
        };
        if originator != hash(browser) {
            tracing::info!(address = ?entry.address, "a passkey challenge was answered by another browser");
            return Err(PasskeyError::ChallengeOver.into());
        }
        let expected = Some(person.as_str()).filter(|person| !person.is_empty());
        let Some(person) = self.answered(&party, state, &answer.credential, expected).await? else {
            tracing::info!(person = expected, address = ?entry.address, "a log-in by passkey failed");
            return Err(PasskeyError::Wrong.into());
        };
        let signed_in = self.sign_in(self.who_is(&person).await?, entry.client, true).await;
        match &signed_in {
            Ok(_) => tracing::info!(person, address = ?entry.address, "a log-in by passkey succeeded"),
            Err(refused) => {
                tracing::info!(person, address = ?entry.address, "a log-in was refused: {refused}");
            }
        }
        Ok(signed_in?.0)
    }

    /// Records that this session was confirmed by a passkey, which moderators and admins need.
    pub async fn prove(
        &self,
        session: &Session,
        answer: &PasskeyAnswer,
        reached: &str,
    ) -> Result<(), AccountError> {
        let proof = Proof { password: None, passkey: Some(answer), reached };
        self.proved(session, proof).await?;
        let noted = self.store.prove_token(&session.token.hash, time(self.environment.now())).await;
        Ok(noted.map_err(not_kept)?)
    }

    /// The caller's account, before a change of its passkeys. Moderators and admins must use one of their
    /// passkeys: otherwise a stolen password could create its own second factor.
    async fn proved_for_passkeys(
        &self,
        session: &Session,
        proof: Proof<'_>,
    ) -> Result<Account, AccountError> {
        let account = self.proved(session, proof).await?;
        let by_password = proof.password.is_some();
        if by_password
            && !account.role.is_empty()
            && self.roles.has_passkeys()
            && !self.roles.passkeys_of(&account.person).await?.is_empty()
        {
            tracing::info!(person = account.person, "a change of a moderator's passkeys was refused");
            return Err(PasskeyError::PasswordIsNotEnough.into());
        }
        Ok(account)
    }

    /// Whether one of the person's own passkeys has answered.
    pub(crate) async fn is_proved(
        &self,
        session: &Session,
        answer: &PasskeyAnswer,
        reached: &str,
    ) -> Result<bool, PasskeyError> {
        let party = self.party(reached)?;
        let (person, asked) = self.take_challenge(&answer.challenge).await?;
        let PendingCeremony::Proof { token, state } = asked else { return Err(PasskeyError::ChallengeOver) };
        if token != session.token.id || person != session.who.id {
            return Err(PasskeyError::ChallengeOver);
        }
        Ok(self.answered(&party, state, &answer.credential, Some(&person)).await?.is_some())
    }

    /// The owner of the passkey that has answered; `None` if the answer is invalid.
    async fn answered(
        &self,
        party: &RelyingParty,
        state: DiscoverableAuthentication,
        credential: &Value,
        expected: Option<&str>,
    ) -> Result<Option<String>, PasskeyError> {
        if !is_of_one_page(credential) {
            return Ok(None);
        }
        let credential: PublicKeyCredential = read(credential)?;
        let id = URL_SAFE_NO_PAD.encode(credential.get_credential_id());
        let found = self.store.passkey(&id).await.map_err(not_read)?;
        let Some(row) = found.filter(|row| expected.is_none_or(|person| person == row.person)) else {
            return Ok(None);
        };
        let handle = credential.get_user_unique_id();
        // Without a user name, the key must carry the user handle.
        let is_owner =
            handle.map_or(expected.is_some(), |said| said == self.handle_of(&row.person).as_bytes());
        let Ok(mut passkey) = serde_json::from_str::<Passkey>(&row.data) else { return Ok(None) };
        let checked = party.webauthn.finish_discoverable_authentication_v2(&credential, state, &passkey);
        let result = match checked {
            Ok(result) if is_owner && result.user_verified() => result,
            Ok(_) => return Ok(None),
            Err(error) => {
                tracing::info!(person = row.person, "a passkey was rejected: {error}");
                return Ok(None);
            }
        };
        passkey.update_credential(&result);
        let after = serde_json::to_string(&passkey).unwrap_or_else(|_| row.data.clone());
        let used = self.store.use_passkey(&id, &row.data, &after, time(self.environment.now())).await;
        Ok(used.map_err(not_kept)?.then_some(row.person))
    }

    pub async fn passkeys(&self, session: &Session) -> Result<PasskeyList, Unavailable> {
        let rows = self.roles.passkeys_of(&session.who.id).await?;
        Ok(PasskeyList { passkeys: rows.into_iter().map(view).collect() })
    }

    /// Adds a passkey to the caller's account.
    pub async fn add_passkey(
        &self,
        session: &Session,
        wanted: &NewPasskey,
        client: &str,
        reached: &str,
    ) -> Result<PasskeyView, AccountError> {
        let party = self.party(reached)?;
        if session.guest {
            return Err(AccountError::NeedsAccount);
        }
        let label = label_or(wanted.label.as_deref(), client)?;
        let (person, asked) = self.take_challenge(&wanted.challenge).await?;
        let PendingCeremony::Key { token, state } = asked else {
            return Err(PasskeyError::ChallengeOver.into());
        };
        if token != session.token.id || person != session.who.id {
            return Err(PasskeyError::ChallengeOver.into());
        }
        let row = self.made(&party, &state, &person, &wanted.credential, label).await?;
        let added = self.store.add_passkey(&row, MAX_PASSKEYS).await.map_err(not_kept)?;
        if !added {
            let is_known = self.roles.passkeys_of(&person).await?.len() < MAX_PASSKEYS as usize;
            return Err(if is_known { PasskeyError::Known } else { PasskeyError::TooMany }.into());
        }
        tracing::info!(person, "a passkey was added");
        let account = self.store.account(&person).await.map_err(not_read)?;
        if let Some(account) = account {
            self.notify_owner(&account, &session.who.name, &Factor::PasskeyAdded(&row.label));
        }
        Ok(view(row))
    }

    pub async fn label_passkey(&self, session: &Session, id: &str, label: &str) -> Result<(), AccountError> {
        let label = checked_label(label)?;
        let done = self.store.label_passkey(&session.who.id, id, label).await;
        match done.map_err(not_kept)? {
            true => Ok(()),
            false => Err(PasskeyError::Unknown.into()),
        }
    }

    /// Removes a passkey, but never the last way to log in.
    pub async fn remove_passkey(
        &self,
        session: &Session,
        id: &str,
        proof: Proof<'_>,
    ) -> Result<(), AccountError> {
        let account = self.proved_for_passkeys(session, proof).await?;
        let done = self.store.remove_passkey(&account.person, id).await;
        match done.map_err(not_kept)? {
            Removal::Done => {
                tracing::info!(person = account.person, "a passkey was removed");
                self.notify_owner(&account, &session.who.name, &Factor::PasskeyRemoved);
                Ok(())
            }
            Removal::Unknown => Err(PasskeyError::Unknown.into()),
            Removal::Last => Err(PasskeyError::LastWayIn.into()),
        }
    }
}

/// Whether passkeys can be bound to this site.
pub(crate) fn accepts_passkeys(site: &Site) -> bool {
    relying_party::party(Some(site), "").is_some()
}

/// A challenge that any passkey of this server can answer.
fn request(party: &RelyingParty) -> Result<(Value, DiscoverableAuthentication), PasskeyError> {
    let started = party.webauthn.start_discoverable_authentication();
    let (options, state) = started.map_err(not_asked)?;
    Ok((serde_json::to_value(options.public_key).unwrap_or_default(), state))
}

fn listed(rows: &[PasskeyRow]) -> Value {
    rows.iter().map(|row| descriptor(&row.credential)).collect()
}

fn descriptor(id: &str) -> Value {
    json!({ "type": "public-key", "id": id })
}

fn view(row: PasskeyRow) -> PasskeyView {
    let data: Value = serde_json::from_str(&row.data).unwrap_or_default();
    let synced = data["cred"]["backup_state"] == true;
    PasskeyView { id: row.id, label: row.label, created: row.created, used: row.used, synced }
}

/// The label chosen by the owner, or else the browser's name.
fn label_or(label: Option<&str>, client: &str) -> Result<String, TokenError> {
    match label {
        Some(label) => checked_label(label).map(str::to_owned),
        None if client.is_empty() => Ok("passkey".to_owned()),
        None => Ok(client.to_owned()),
    }
}

/// Whether the browser reports that the passkey was used by a top-level page of ours, and not inside a frame
/// of another site (clickjacking).
fn is_of_one_page(credential: &Value) -> bool {
    let said = credential["response"]["clientDataJSON"].as_str().and_then(|text| {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
        serde_json::from_slice::<Value>(&bytes).ok()
    });
    // Data that cannot be parsed is rejected when the signature is checked.
    said.is_none_or(|said| said["crossOrigin"] != true && said.get("topOrigin").is_none())
}

fn read<T: serde::de::DeserializeOwned>(credential: &Value) -> Result<T, PasskeyError> {
    T::deserialize(credential).map_err(|error| PasskeyError::Malformed(error.to_string()))
}

fn not_asked(error: webauthn_rs::prelude::WebauthnError) -> PasskeyError {
    tracing::error!("cannot create a passkey challenge: {error}");
    PasskeyError::NoChallenge
}
