//! Accounts: registration, log-in, and changes to an account. A guest who registers keeps their identity,
//! with all games, seats and premoves.

mod claim_guest_games;
mod delete_account;
mod guests;
mod mail;
pub(crate) mod names;
mod networks;
mod notices;
pub(crate) mod passkeys;
pub(crate) mod passwords;
mod recovery;
mod reserved;
pub(crate) mod tokens;

pub use delete_account::PersonalData;
pub use mail::Mail;
pub use names::name_key;
pub use networks::KnownOwner;
use networks::REMEMBERED;
pub(crate) use notices::Factor;
pub(crate) use notices::NewAddresses;
pub use passkeys::BROWSER;
pub use passkeys::Site;
pub(crate) use passkeys::{PROOF_LASTS, accepts_passkeys};
pub(crate) use passwords::Passwords;
pub use passwords::QueueKey;
use tokens::GUEST_WITH_GAMES;
pub use tokens::Session;
pub(crate) use tokens::{checked_days, end_of};

use super::{
    Environment, People, Settings,
    active::time,
    connections::Connections,
    error::{AccountError, NameError, PasskeyError, Unavailable, not_kept, not_read},
    moderation::{Roles, Sanctions},
    people::Identity,
    rate_limit::RateLimits,
};
use ludoteca_protocol::{
    AccountView, BotList, BotView, CreatedToken, LogIn, NewAccount, NewBot, NewBotToken, NewEmail,
    NewPassword, PasskeyAnswer, Secret, SignedIn,
};
use ludoteca_store::{Account, BotAdded, PasskeyRow, Person, Store, Token, TokenKind};
use names::AccountName;
use std::{
    net::IpAddr,
    ops::Deref,
    sync::{Arc, OnceLock},
};

pub(crate) const MAX_BOTS: u32 = 5;
const MAX_EMAIL_LENGTH: usize = 254;
/// Default lifetime of a bot's token.
const BOT_DAYS: u16 = 366;
const BOT_SCOPES: &str = "play read";

/// The client that starts a session, and its address.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub client: &'a str,
    pub address: Option<IpAddr>,
}

/// Proof, beyond the session, that the caller owns the account.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    pub password: Option<&'a Secret>,
    pub passkey: Option<&'a PasskeyAnswer>,
    /// The origin by which the caller reached the server.
    pub reached: &'a str,
}

/// Accounts, guests, and everything by which they log in.
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Handles>);

#[derive(Debug)]
pub struct Handles {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    /// The key of hashes that must not be reversible.
    pub(crate) secret: [u8; 32],
    pub(crate) rate_limits: Arc<OnceLock<Arc<RateLimits>>>,
    pub(crate) connections: Connections,
    pub(crate) people: People,
    pub(crate) roles: Roles,
    pub(crate) sanctions: Sanctions,
    pub(crate) settings: Settings,
    pub(crate) passwords: Passwords,
    pub(crate) new_addresses: NewAddresses,
}

impl Deref for Accounts {
    type Target = Handles;

    fn deref(&self) -> &Handles {
        &self.0
    }
}

impl Accounts {
    pub(crate) fn new(handles: Handles) -> Accounts {
        Accounts(Arc::new(handles))
    }

    /// Creates an account, for a guest or for a new user.
    pub async fn register(
        &self,
        session: Option<&Session>,
        request: &NewAccount,
        client: &str,
        line: QueueKey,
    ) -> Result<SignedIn, AccountError> {
        if session.is_some_and(|session| !session.guest) {
            return Err(AccountError::HasAccount);
        }
        self.settings.may_register(request.invite_code.as_deref()).await?;
        let AccountName { text: name, folded, skeleton } = names::checked(&request.name)?;
        self.passwords.check(&request.password, &name).await?;
        let email = request.email.as_deref().map(checked_email).transpose()?;
        // Reject early, before hashing; the insert decides whether the name is still free.
        self.not_an_accounts(&name, "").await?;
        let password = self.passwords.hash(&request.password, self.environment.bytes(), line).await?;
        let created = time(self.environment.now());
        let id = session.map_or_else(|| self.environment.name(12), |session| session.who.id.clone());
        let person =
            Person { id: id.clone(), name: name.clone(), guest: false, created, vacation: None, bot: false };
        let account =
            Account { person: id, folded, password: Some(password), email, created, ..Account::default() };
        let account = Account { skeleton: Some(skeleton), ..account };
        self.add_account(&account, person, None, client, request.invite_code.as_deref()).await
    }

    /// Stores a new account and logs its owner in.
    async fn add_account(
        &self,
        account: &Account,
        person: Person,
        passkey: Option<&PasskeyRow>,
        client: &str,
        invite_code: Option<&str>,
    ) -> Result<SignedIn, AccountError> {
        let used = self.settings.use_invite_code(invite_code).await?;
        let is_new = self.store.add_account(account, &person, passkey).await;
        if !matches!(is_new, Ok(true)) {
            self.settings.return_invite_code(used.as_deref()).await;
        }
        if !is_new.map_err(not_kept)? {
            self.not_an_accounts(&person.name, "").await?;
            return Err(if passkey.is_some() {
                PasskeyError::Known.into()
            } else {
                NameError::Taken(person.name).into()
            });
        }
        let (signed_in, token) = self.sign_in(Identity::from(person), client, passkey.is_some()).await?;
        // Tokens issued before the registration must not open the account.
        self.end_sessions(&account.person, &token.id).await?;
        tracing::info!(person = account.person, "an account was created");
        Ok(signed_in)
    }

    /// Logs in with a password.
    pub async fn log_in(
        &self,
        request: &LogIn,
        entry: Entry<'_>,
        line: QueueKey,
    ) -> Result<SignedIn, AccountError> {
        let account = self.people.account_by_name(&request.name).await?;
        let stored = account.as_ref().and_then(|account| account.password.clone());
        let is_right = self.passwords.is_right(&request.password, stored, line).await?;
        let person = account.as_ref().map(|account| account.person.as_str());
        // Do not log the name as typed: some people type their password there.
        let Some(account) = account.as_ref().filter(|_| is_right) else {
            tracing::info!(person, address = ?entry.address, "a log-in by password failed");
            return Err(AccountError::WrongLogIn);
        };
        let signed_in = self.sign_in(self.who_is(&account.person).await?, entry.client, false).await;
        match &signed_in {
            Ok(_) => tracing::info!(person, address = ?entry.address, "a log-in by password succeeded"),
            Err(refused) => {
                tracing::info!(person, address = ?entry.address, "a log-in was refused: {refused}");
            }
        }
        Ok(signed_in?.0)
    }

    async fn who_is(&self, person: &str) -> Result<Identity, AccountError> {
        let found = self.store.person(person).await.map_err(not_read)?;
        found.map(Identity::from).ok_or(AccountError::Unknown)
    }

    async fn sign_in(
        &self,
        who: Identity,
        client: &str,
        by_passkey: bool,
    ) -> Result<(SignedIn, Token), AccountError> {
        let (text, token) = self.new_token(&who.id, TokenKind::Session, client);
        let token = Token { passkey: by_passkey.then_some(token.created), ..token };
        self.store.add_token(&token).await.map_err(not_kept)?;
        // Check after storing the token, so that a concurrent ban leaves no token behind.
        if let Err(refused) = self.sanctions.not_shut_out(&who.id).await {
            self.store.remove_token(&who.id, &token.id).await.map_err(not_kept)?;
            return Err(refused);
        }
        self.end_oldest_sessions(&who.id).await?;
        Ok((SignedIn { user: who.view(), token: text, guest: None }, token))
    }

    /// Renames a user with an account.
    pub async fn rename_account(&self, who: Identity, name: &str) -> Result<Identity, NameError> {
        let AccountName { text: name, folded, skeleton } = names::checked(name)?;
        self.not_an_accounts(&name, &who.id).await?;
        let renamed = self.store.rename_account(&who.id, &name, &folded, Some(&skeleton)).await;
        match renamed.map_err(not_kept)? {
            true => Ok(Identity { name, ..who }),
            false => Err(NameError::Taken(name)),
        }
    }

    /// Private details of the caller's account; `None`: they have none.
    pub async fn account_of(&self, session: &Session) -> Result<Option<AccountView>, Unavailable> {
        let store = &self.store;
        let account = store.account(&session.who.id).await.map_err(not_read)?;
        let Some(account) = account else { return Ok(None) };
        let codes = store.count_recovery_codes(&account.person).await.map_err(not_read)?;
        let passkeys = store.passkeys_of(&account.person).await.map_err(not_read)?;
        let is_personal = session.token.kind == TokenKind::Personal;
        Ok(Some(AccountView {
            email: account.email.filter(|_| !is_personal),
            recovery_codes: codes,
            password: account.password.is_some(),
            passkeys: passkeys.len() as u64,
            role: Some(account.role).filter(|role| !role.is_empty()),
        }))
    }

    /// The caller's account, if they prove ownership by its password or one of its passkeys.
    pub async fn proved(&self, session: &Session, proof: Proof<'_>) -> Result<Account, AccountError> {
        let account = self.store.account(&session.who.id).await.map_err(not_read)?;
        let account = account.ok_or(AccountError::NeedsAccount)?;
        let failed = || tracing::info!(person = account.person, "a proof of identity failed");
        match (proof.password, proof.passkey) {
            (Some(password), _) => {
                let attempt = self
                    .rate_limits
                    .get()
                    .map(|rate_limits| rate_limits.proof(&session.token.id, &account.person))
                    .transpose();
                let attempt = attempt?;
                let line = QueueKey::Owner(session.who.id.clone());
                let is_right = self.passwords.is_right(password, account.password.clone(), line).await;
                match attempt {
                    Some(attempt) if matches!(is_right, Ok(false)) => attempt.fail(),
                    Some(attempt) => attempt.forgive(),
                    None => {}
                }
                match is_right? {
                    true => Ok(account),
                    false => {
                        failed();
                        Err(AccountError::WrongPassword)
                    }
                }
            }
            (None, Some(answer)) => match self.is_proved(session, answer, proof.reached).await? {
                true => Ok(account),
                false => {
                    failed();
                    Err(PasskeyError::NotYours.into())
                }
            },
            (None, None) => Err(AccountError::NeedsProof),
        }
    }

    /// Changes the password. Revokes all other sessions, all personal tokens and those of bots, and voids all
    /// recovery codes.
    pub async fn set_password(
        &self,
        session: &Session,
        request: &NewPassword,
        reached: &str,
    ) -> Result<(), AccountError> {
        self.passwords.check(&request.new, &session.who.name).await?;
        let proof = Proof { password: request.old.as_ref(), passkey: request.passkey.as_ref(), reached };
        let account = self.proved(session, proof).await?;
        let line = QueueKey::Owner(account.person.clone());
        let hash = self.passwords.hash(&request.new, self.environment.bytes(), line).await?;
        let kept = self.store.set_password(&account.person, &hash, &session.token.id).await;
        kept.map_err(not_kept)?;
        self.cut_with_bots(&account.person).await?;
        self.notify_owner(&account, &session.who.name, &Factor::Password);
        Ok(())
    }

    /// Closes the connections of a person and their bots.
    async fn cut_with_bots(&self, person: &str) -> Result<(), Unavailable> {
        self.connections.cut(person);
        let bots = self.store.bots_of(person).await.map_err(not_read)?;
        bots.iter().for_each(|bot| self.connections.cut(&bot.id));
        Ok(())
    }

    /// Changes the e-mail address, and voids all recovery codes.
    pub async fn set_email(
        &self,
        session: &Session,
        request: &NewEmail,
        reached: &str,
    ) -> Result<(), AccountError> {
        let email = request.email.as_deref().map(checked_email).transpose()?;
        let proof = Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
        let account = self.proved(session, proof).await?;
        if email == account.email {
            return Ok(());
        }
        if email.is_some() {
            self.new_addresses.count(&account.person)?;
        }
        let kept = self.store.set_email(&account.person, email.as_deref()).await;
        kept.map_err(not_kept)?;
        self.notify_owner(&account, &session.who.name, &Factor::OldAddress);
        let account = Account { email, ..account };
        self.notify_owner(&account, &session.who.name, &Factor::NewAddress);
        Ok(())
    }

    /// Creates a bot account that belongs to the caller.
    pub async fn create_bot(
        &self,
        session: &Session,
        request: &NewBot,
        reached: &str,
    ) -> Result<SignedIn, AccountError> {
        if session.guest {
            return Err(AccountError::NeedsAccount);
        }
        let AccountName { text: name, folded, skeleton } = names::checked(&request.name)?;
        let days = tokens::checked_days(request.days, BOT_DAYS)?;
        let proof = Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
        let owner = self.proved(session, proof).await?;
        self.not_an_accounts(&name, &owner.person).await?;
        let created = time(self.environment.now());
        let id = self.environment.name(12);
        let person =
            Person { id: id.clone(), name: name.clone(), guest: false, created, vacation: None, bot: true };
        let account =
            Account { person: id, folded, owner: Some(owner.person.clone()), created, ..Account::default() };
        let account = Account { skeleton: Some(skeleton), ..account };
        let (text, token) = self.bot_token(&account.person, days);
        let added = self.store.add_bot(&account, &person, &token, MAX_BOTS).await;
        match added.map_err(not_kept)? {
            BotAdded::Done => {}
            BotAdded::TooMany => {
                return Err(AccountError::TooManyBots);
            }
            BotAdded::Taken => return Err(NameError::Taken(name).into()),
        }
        tracing::info!(person = account.person, owner = owner.person, "a bot was created");
        self.notify_owner(&owner, &session.who.name, &Factor::Bot(&name));
        Ok(SignedIn { user: Identity::from(person).view(), token: text, guest: None })
    }

    fn bot_token(&self, bot: &str, days: u16) -> (String, Token) {
        let (text, token) = self.new_token(bot, TokenKind::Personal, "bot");
        let expires = Some(tokens::end_of(token.created, days));
        (text, Token { scopes: BOT_SCOPES.to_owned(), expires, ..token })
    }

    /// Replaces the token of one of the owner's bots.
    pub async fn renew_bot_token(
        &self,
        session: &Session,
        bot: &str,
        request: &NewBotToken,
        reached: &str,
    ) -> Result<CreatedToken, AccountError> {
        let days = tokens::checked_days(request.days, BOT_DAYS)?;
        let proof = Proof { password: request.password.as_ref(), passkey: request.passkey.as_ref(), reached };
        let owner = self.proved(session, proof).await?;
        let bots = self.store.bots_of(&owner.person).await.map_err(not_read)?;
        let Some(bot) = bots.into_iter().find(|known| known.id == bot) else {
            return Err(AccountError::UnknownBot);
        };
        let (text, token) = self.bot_token(&bot.id, days);
        self.store.replace_tokens(&token).await.map_err(not_kept)?;
        self.connections.cut(&bot.id);
        tracing::info!(person = bot.id, owner = owner.person, "a bot has a new token");
        self.notify_owner(&owner, &session.who.name, &Factor::BotToken(&bot.name));
        Ok(CreatedToken { view: tokens::view(token), token: text })
    }

    pub async fn bots(&self, session: &Session) -> Result<BotList, Unavailable> {
        let found = self.store.bots_of(&session.who.id).await.map_err(not_read)?;
        let mut bots = Vec::with_capacity(found.len());
        for bot in found {
            let tokens = self.tokens_of(&bot.id, |kind| kind == TokenKind::Personal).await?;
            let expires = tokens.iter().filter_map(|token| token.expires).max();
            bots.push(BotView { user: Identity::from(bot).view(), expires });
        }
        Ok(BotList { bots })
    }
}

/// Validates an e-mail address.
fn checked_email(text: &str) -> Result<String, AccountError> {
    let text = text.trim();
    let is_address = text.parse::<lettre::Address>().is_ok() && text.len() <= MAX_EMAIL_LENGTH;
    match is_address && !text.chars().any(|sign| sign.is_control() || sign.is_whitespace()) {
        true => Ok(text.to_owned()),
        false => Err(AccountError::BadEmail),
    }
}
