//! Password strength and hashing (argon2id). Each hash costs 19 MiB and some hundredths of a second, so only
//! a few run at the same time, and games never wait for them. They wait in one line per network, so that one
//! network cannot keep the others from logging in; known owners have lines of their own.

use crate::{
    error::{PasswordError, RateLimited, Unavailable},
    fair_queue::{Cost, FairQueue, QueueLimits},
    network::site,
};
use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash,
};
use ludoteca_protocol::Secret;
use std::{net::IpAddr, sync::LazyLock};
use unicode_normalization::UnicodeNormalization;

pub(crate) const SHORTEST: usize = 12;
pub(crate) const LONGEST: usize = 128;
/// A zxcvbn score of 0 to 4: at least 10^8 guesses by an attacker who knows how people choose passwords.
const SAFE: zxcvbn::Score = zxcvbn::Score::Three;
/// Words that an attacker would try first on this site, besides the user name.
const OURS: [&str; 6] = ["ludoteca", "squadro", "number one", "numberone", "one piece", "peak"];
/// KiB, rounds and lanes, as recommended by OWASP's password storage cheat sheet.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// The most that wait in all lines; on one core that is about 7 s of work.
const MAX_WAITING: usize = 512;
/// The most of one network.
const MAX_OF_NETWORK: usize = 16;
/// The most of one owner.
const MAX_OF_OWNER: usize = 4;

/// The line in which a password waits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum QueueKey {
    /// Requests from this network.
    Network(Option<IpAddr>),
    /// The owner of an account, recognized by session or network.
    Owner(String),
}

impl QueueKey {
    /// The line of an address: all networks of one customer of a provider share it.
    pub fn network(address: Option<IpAddr>) -> QueueKey {
        QueueKey::Network(address.map(site))
    }
}

/// Hashes and checks passwords in the background.
#[derive(Debug)]
pub(crate) struct Passwords {
    networks: FairQueue<QueueKey>,
    owners: FairQueue<QueueKey>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = |workers, per_line| {
            FairQueue::new(QueueLimits { workers, per_line, waiting: MAX_WAITING }, Cost::Each)
        };
        Passwords { networks: queue((cores / 2).clamp(1, 4), MAX_OF_NETWORK), owners: queue(1, MAX_OF_OWNER) }
    }
}

impl Passwords {
    /// The hash to be stored.
    pub(crate) async fn hash(
        &self,
        password: &Secret,
        salt: [u8; 16],
        line: QueueKey,
    ) -> Result<String, PasswordError> {
        let password = normal(password);
        let hashed = self.work(line, move || hashed(&password, &salt)).await?;
        hashed.ok_or(PasswordError::NotHashed)
    }

    /// Rejects a password that is too short, too long, or easy to guess.
    pub(crate) async fn check(&self, password: &Secret, name: &str) -> Result<(), PasswordError> {
        let (password, name) = (password.clone(), name.to_owned());
        // Estimating its strength takes some milliseconds.
        let checked = tokio::task::spawn_blocking(move || check(&password, &name)).await;
        checked.map_err(|_| Unavailable::Stopping)?
    }

    /// Whether a password matches the stored hash. If there is no hash, does the same work, so that the time
    /// does not reveal whether an account exists.
    pub(crate) async fn is_right(
        &self,
        password: &Secret,
        stored: Option<String>,
        line: QueueKey,
    ) -> Result<bool, PasswordError> {
        let password = normal(password);
        self.work(line, move || {
            static NOBODYS: LazyLock<Option<String>> = LazyLock::new(|| hashed("dummy password", &[7; 16]));
            let exists = stored.is_some();
            let Some(stored) = stored.or_else(|| NOBODYS.clone()) else { return false };
            let Ok(stored) = PasswordHash::new(&stored) else { return false };
            let right = Argon2::default().verify_password(password.as_bytes(), &stored).is_ok();
            right && exists
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        line: QueueKey,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let busy = || RateLimited::new("passwords", "too many simultaneous log-ins", 2);
        let queue = match line {
            QueueKey::Network(_) => &self.networks,
            QueueKey::Owner(_) => &self.owners,
        };
        let place = queue.try_enter(line).map_err(|_| busy())?;
        let turn = place.turn().await.ok_or_else(busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        Ok(done.await.map_err(|_| Unavailable::Stopping)?)
    }
}

/// Normalizes a password: keyboards compose the same characters differently.
fn normal(password: &Secret) -> String {
    password.0.nfkc().collect()
}

fn hashed(password: &str, salt: &[u8]) -> Option<String> {
    let (memory, rounds, lanes) = COST;
    let params = Params::new(memory, rounds, lanes, None).ok()?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    Some(argon.hash_password_with_salt(password.as_bytes(), salt).ok()?.to_string())
}

fn check(password: &Secret, name: &str) -> Result<(), PasswordError> {
    let count = password.0.chars().count();
    if count < SHORTEST {
        return Err(PasswordError::TooShort);
    }
    if count > LONGEST {
        return Err(PasswordError::TooLong);
    }
    let folded = super::names::folded(&password.0);
    if folded == super::names::folded(name) {
        return Err(PasswordError::LikeTheName);
    }
    let known: Vec<&str> = OURS.into_iter().chain([name]).collect();
    if zxcvbn::zxcvbn(&password.0, &known).score() < SAFE {
        return Err(PasswordError::Guessable);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_length_and_how_easily_it_is_guessed_count() {
        let tried =
            |password: &str| check(&Secret(password.to_owned()), "Ada-Lovelace").map_err(|it| it.to_string());
        let long: String = (0..LONGEST).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
        for good in [
            "correct horse battery",
            "Mo by the sea",
            "a long walk in the rain",
            "another long walk",
            "日本語は難しいですよねえ",
            "kq7!vN2 zP#0w",
            &long,
        ] {
            assert_eq!(tried(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("seven77 777", "at least 12"),
            (&format!("{long}x"), "at most 128"),
            ("ADA-lovelace", "the name"),
            ("Ada-Lovelace1", "easy to guess"),
            ("PassWord1234", "easy to guess"),
            ("123456789012", "easy to guess"),
            ("qwertyuiop12", "easy to guess"),
            ("            ", "easy to guess"),
            ("squadrosquadro", "easy to guess"),
            ("changeme1234", "easy to guess"),
            ("Password123!", "easy to guess"),
            ("ludoteca-2026", "easy to guess"),
        ] {
            assert!(tried(bad).is_err_and(|refused| refused.contains(why)), "{bad}");
        }
    }

    #[tokio::test]
    async fn a_password_is_kept_as_argon2id_with_the_cost_of_today() {
        let passwords = Passwords::default();
        let right = Secret("a long walk in the rain".to_owned());
        let line = || QueueKey::network(None);
        let stored = passwords.hash(&right, [1; 16], line()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(!stored.contains("walk"));
        assert_ne!(stored, passwords.hash(&right, [2; 16], line()).await.unwrap(), "salted");
        assert!(passwords.is_right(&right, Some(stored.clone()), line()).await.unwrap());
        let wrong = Secret("a long walk in the rain ".to_owned());
        assert!(!passwords.is_right(&wrong, Some(stored), line()).await.unwrap());
        let nobodys = Secret("dummy password".to_owned());
        assert!(!passwords.is_right(&nobodys, None, line()).await.unwrap(), "no account, no log-in");
    }
}
