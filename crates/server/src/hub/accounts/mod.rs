//! Accounts: making one, logging in, changing what it has. A guest who makes one stays the same person, with
//! all games, seats and plans.

mod leaving;
mod mail;
pub(crate) mod names;
mod passkeys;
mod passwords;
mod recovery;
mod taking_along;
mod tokens;

pub use mail::Mail;
pub use passkeys::Site;
pub(crate) use passwords::Passwords;
pub(crate) use tokens::Session;

use super::{
    Hub,
    active::time,
    people::Who,
    problem,
    trouble::{not_kept, not_read},
};
use ludoteca_protocol::{
    AccountView, BotList, EmailWish, LogIn, NewAccount, NewBot, NewPassword, PasskeyAnswer, Problem, Secret,
    SignedIn,
};
use ludoteca_store::{Account, PasskeyRow, Person, Token, TokenKind};

/// The most bots of one account.
const MOST_BOTS: usize = 5;
const LONGEST_EMAIL: usize = 254;

/// What shows, beside their session, that it is really the owner of an account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proof<'a> {
    pub(crate) password: Option<&'a Secret>,
    pub(crate) passkey: Option<&'a PasskeyAnswer>,
    /// How the caller reached the server.
    pub(crate) reached: &'a str,
}

impl Hub {
    /// Makes an account: of a guest, or for somebody new.
    pub(crate) async fn register(
        &self,
        session: Option<&Session>,
        wish: &NewAccount,
        client: &str,
    ) -> Result<SignedIn, Problem> {
        if session.is_some_and(|session| !session.guest) {
            return Err(has_account());
        }
        let (name, folded) = names::checked(&wish.name)?;
        passwords::check(&wish.password, &name)?;
        let email = wish.email.as_deref().map(checked_email).transpose()?;
        // Refused before any work is done for it; whether it is still free is decided when it is stored.
        self.not_an_accounts(&name, "").await?;
        let password = self.0.passwords.hash(&wish.password, self.0.outside.bytes()).await?;
        let created = time(self.now());
        let id = session.map_or_else(|| self.0.outside.name(12), |session| session.who.id.clone());
        let person =
            Person { id: id.clone(), name: name.clone(), guest: false, created, vacation: None, bot: false };
        let account =
            Account { person: id, folded, password: Some(password), email, created, ..Account::default() };
        self.add_account(&account, person, None, client).await
    }

    /// Stores a new account and lets its owner in.
    async fn add_account(
        &self,
        account: &Account,
        person: Person,
        passkey: Option<&PasskeyRow>,
        client: &str,
    ) -> Result<SignedIn, Problem> {
        let is_new = self.0.store.add_account(account, &person, passkey).await;
        if !is_new.map_err(|error| not_kept(&error))? {
            self.not_an_accounts(&person.name, "").await?;
            return Err(if passkey.is_some() {
                passkeys::known_already()
            } else {
                names::taken(&person.name)
            });
        }
        let (signed_in, token) = self.sign_in(Who::from(person), client).await?;
        // What was known before the account was made does not open it.
        self.end_sessions(&account.person, &token.id).await?;
        tracing::info!(person = account.person, "an account was made");
        Ok(signed_in)
    }

    /// Lets somebody in who knows an account's password.
    pub(crate) async fn log_in(&self, wish: &LogIn, client: &str) -> Result<SignedIn, Problem> {
        let account = self.account_called(&wish.name).await?;
        let stored = account.as_ref().and_then(|account| account.password.clone());
        let is_right = self.0.passwords.is_right(&wish.password, stored).await?;
        let Some(account) = account.filter(|_| is_right) else {
            return Err(problem(401, "wrong-log-in", "the name or the password is wrong"));
        };
        Ok(self.sign_in(self.who_is(&account.person).await?, client).await?.0)
    }

    pub(crate) async fn account_called(&self, name: &str) -> Result<Option<Account>, Problem> {
        let folded = names::folded(&name.chars().take(2 * names::LONGEST).collect::<String>());
        self.0.store.account_called(&folded).await.map_err(|error| not_read(&error))
    }

    async fn who_is(&self, person: &str) -> Result<Who, Problem> {
        let found = self.0.store.person(person).await.map_err(|error| not_read(&error))?;
        found.map(Who::from).ok_or_else(|| problem(404, "no-such-user", "there is no such account"))
    }

    async fn sign_in(&self, who: Who, client: &str) -> Result<(SignedIn, Token), Problem> {
        let (text, token) = self.new_token(&who.id, TokenKind::Session, client);
        self.0.store.add_token(&token).await.map_err(|error| not_kept(&error))?;
        // Not before the token is there: whoever is banned at the same time keeps none.
        if let Err(refused) = self.not_shut_out(&who.id).await {
            self.0.store.remove_token(&who.id, &token.id).await.map_err(|error| not_kept(&error))?;
            return Err(refused);
        }
        self.end_oldest_sessions(&who.id).await?;
        Ok((SignedIn { user: who.view(), token: text, guest: None }, token))
    }

    /// Refuses a name that belongs to an account of somebody else.
    pub(crate) async fn not_an_accounts(&self, name: &str, person: &str) -> Result<(), Problem> {
        let found =
            self.0.store.account_called(&names::folded(name)).await.map_err(|error| not_read(&error))?;
        match found.is_some_and(|account| account.person != person) {
            true => Err(names::taken(name)),
            false => Ok(()),
        }
    }

    /// Calls somebody with an account otherwise.
    pub(crate) async fn rename_account(&self, who: Who, name: &str) -> Result<Who, Problem> {
        let (name, folded) = names::checked(name)?;
        let renamed = self.0.store.rename_account(&who.id, &name, &folded).await;
        match renamed.map_err(|error| not_kept(&error))? {
            true => Ok(Who { name, ..who }),
            false => Err(names::taken(&name)),
        }
    }

    /// What somebody sees of their own account; `None`: they have none.
    pub(crate) async fn account_of(&self, session: &Session) -> Result<Option<AccountView>, Problem> {
        let store = &self.0.store;
        let account = store.account(&session.who.id).await.map_err(|error| not_read(&error))?;
        let Some(account) = account else { return Ok(None) };
        let codes = store.count_recovery_codes(&account.person).await.map_err(|error| not_read(&error))?;
        let passkeys = store.passkeys_of(&account.person).await.map_err(|error| not_read(&error))?;
        let is_personal = session.token.kind == TokenKind::Personal;
        Ok(Some(AccountView {
            email: account.email.filter(|_| !is_personal),
            recovery_codes: codes,
            password: account.password.is_some(),
            passkeys: passkeys.len() as u64,
            role: Some(account.role).filter(|role| !role.is_empty()),
        }))
    }

    /// The account of whoever asks, if they know its password or have one of its passkeys.
    async fn proved(&self, session: &Session, proof: Proof<'_>) -> Result<Account, Problem> {
        let account = self.0.store.account(&session.who.id).await.map_err(|error| not_read(&error))?;
        let account = account.ok_or_else(needs_account)?;
        match (proof.password, proof.passkey) {
            (Some(password), _) => match self.0.passwords.is_right(password, account.password.clone()).await?
            {
                true => Ok(account),
                false => Err(problem(403, "wrong-password", "the password is wrong")),
            },
            (None, Some(answer)) => match self.is_proved(session, answer, proof.reached).await? {
                true => Ok(account),
                false => Err(problem(403, "wrong-passkey", "this is no passkey of your account")),
            },
            (None, None) => {
                Err(problem(422, "needs-password", "this needs your password or one of your passkeys"))
            }
        }
    }

    /// Changes the password; whoever is logged in elsewhere is logged out there.
    pub(crate) async fn set_password(
        &self,
        session: &Session,
        wish: &NewPassword,
        reached: &str,
    ) -> Result<(), Problem> {
        passwords::check(&wish.new, &session.who.name)?;
        let proof = Proof { password: wish.old.as_ref(), passkey: wish.passkey.as_ref(), reached };
        let account = self.proved(session, proof).await?;
        let hash = self.0.passwords.hash(&wish.new, self.0.outside.bytes()).await?;
        self.0.store.set_password(&account.person, &hash).await.map_err(|error| not_kept(&error))?;
        self.end_sessions(&account.person, &session.token.id).await
    }

    pub(crate) async fn set_email(
        &self,
        session: &Session,
        wish: &EmailWish,
        reached: &str,
    ) -> Result<(), Problem> {
        let email = wish.email.as_deref().map(checked_email).transpose()?;
        let proof = Proof { password: wish.password.as_ref(), passkey: wish.passkey.as_ref(), reached };
        let account = self.proved(session, proof).await?;
        let kept = self.0.store.set_email(&account.person, email.as_deref()).await;
        kept.map_err(|error| not_kept(&error))
    }

    /// Makes an account for a program, which belongs to whoever asks.
    pub(crate) async fn make_bot(&self, session: &Session, wish: &NewBot) -> Result<SignedIn, Problem> {
        if session.guest {
            return Err(needs_account());
        }
        let (name, folded) = names::checked(&wish.name)?;
        let store = &self.0.store;
        let bots = store.bots_of(&session.who.id).await.map_err(|error| not_read(&error))?;
        if bots.len() >= MOST_BOTS {
            return Err(problem(422, "too-many-bots", format!("an account has at most {MOST_BOTS} bots")));
        }
        let created = time(self.now());
        let id = self.0.outside.name(12);
        let person =
            Person { id: id.clone(), name: name.clone(), guest: false, created, vacation: None, bot: true };
        let owner = Some(session.who.id.clone());
        let account = Account { person: id, folded, owner, created, ..Account::default() };
        if !store.add_account(&account, &person, None).await.map_err(|error| not_kept(&error))? {
            return Err(names::taken(&name));
        }
        let (text, token) = self.new_token(&account.person, TokenKind::Personal, "bot");
        let token = Token { scopes: "play read".to_owned(), ..token };
        store.add_token(&token).await.map_err(|error| not_kept(&error))?;
        tracing::info!(person = account.person, owner = session.who.id, "a bot was made");
        Ok(SignedIn { user: Who::from(person).view(), token: text, guest: None })
    }

    pub(crate) async fn bots(&self, session: &Session) -> Result<BotList, Problem> {
        let bots = self.0.store.bots_of(&session.who.id).await.map_err(|error| not_read(&error))?;
        Ok(BotList { bots: bots.into_iter().map(|bot| Who::from(bot).view()).collect() })
    }
}

fn has_account() -> Problem {
    problem(422, "has-account", "you have an account: log out before you make another")
}

fn needs_account() -> Problem {
    problem(403, "needs-account", "this needs an account: POST /api/v1/accounts")
}

/// An address to which mail can be sent.
fn checked_email(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let is_address = text.parse::<lettre::Address>().is_ok() && text.len() <= LONGEST_EMAIL;
    match is_address && !text.chars().any(|sign| sign.is_control() || sign.is_whitespace()) {
        true => Ok(text.to_owned()),
        false => Err(problem(422, "bad-email", "this is no e-mail address: it looks like ada@example.org")),
    }
}
