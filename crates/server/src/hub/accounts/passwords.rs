//! Passwords: which are good enough, and how they are kept (argon2id). Each costs 19 MiB and some
//! hundredths of a second, so only some are worked on at the same time, and games never wait for them.

use crate::hub::problem;
use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash,
};
use ludoteca_protocol::{Problem, RateLimit, Secret};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

const SHORTEST: usize = 8;
const LONGEST: usize = 200;
/// As OWASP's password storage cheat sheet says: KiB, rounds, lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// The most that wait for their turn; whoever comes then is asked to come again.
const MOST_WAITING: usize = 64;

/// The most common passwords of 8 characters and more, one in a line.
static COMMON: &str = include_str!("common_passwords.txt");

/// Works on passwords.
#[derive(Debug)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords {
            turns: Arc::new(Semaphore::new((cores / 2).clamp(1, 4))),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
        }
    }
}

impl Passwords {
    /// The form of a password that is stored.
    pub(crate) async fn hash(&self, password: &Secret, salt: [u8; 16]) -> Result<String, Problem> {
        let password = normal(password);
        let hashed = self.work(move || hashed(&password, &salt)).await?;
        hashed.ok_or_else(|| problem(500, "not-hashed", "this password cannot be stored"))
    }

    /// Whether a password is the one that is stored. Where none is, the same work is done, so that the time
    /// does not tell who has an account.
    pub(crate) async fn is_right(&self, password: &Secret, stored: Option<String>) -> Result<bool, Problem> {
        let password = normal(password);
        self.work(move || {
            static NOBODYS: LazyLock<Option<String>> =
                LazyLock::new(|| hashed("nobody's password", &[7; 16]));
            let exists = stored.is_some();
            let Some(stored) = stored.or_else(|| NOBODYS.clone()) else { return false };
            let Ok(stored) = PasswordHash::new(&stored) else { return false };
            let right = Argon2::default().verify_password(password.as_bytes(), &stored).is_ok();
            right && exists
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let busy = || {
            let ratelimit = Some(RateLimit { key: "passwords".to_owned(), seconds: 2 });
            let detail = "too many log in at the same time: come again in 2 s";
            Problem { ratelimit, ..problem(429, "slower", detail) }
        };
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(|_| problem(503, "stopping", "the server is being stopped"))
    }
}

/// The same characters are the same password, however a keyboard composes them.
fn normal(password: &Secret) -> String {
    password.0.nfkc().collect()
}

fn hashed(password: &str, salt: &[u8]) -> Option<String> {
    let (memory, rounds, lanes) = COST;
    let params = Params::new(memory, rounds, lanes, None).ok()?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    Some(argon.hash_password_with_salt(password.as_bytes(), salt).ok()?.to_string())
}

/// Refuses a password that is too short, too long, or among the first that anybody would try.
pub(crate) fn check(password: &Secret, name: &str) -> Result<(), Problem> {
    let refuse = |detail: &str| Err(problem(422, "bad-password", detail));
    let count = password.0.chars().count();
    if count < SHORTEST {
        return refuse(&format!("a password has at least {SHORTEST} characters; any are good"));
    }
    if count > LONGEST {
        return refuse(&format!("a password has at most {LONGEST} characters"));
    }
    let folded = super::names::folded(&password.0);
    if folded == super::names::folded(name) {
        return refuse("the password must not be the name");
    }
    if COMMON.lines().any(|common| common == folded) {
        return refuse("this password is among the most common ones: others would guess it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_length_and_being_guessed_at_once_count() {
        let tried =
            |password: &str| check(&Secret(password.to_owned()), "Ada-Lovelace").map_err(|it| it.detail);
        for good in ["correct horse", "        ", "日本語日本語日本", &"x".repeat(200), "Ada-Lovelace!"]
        {
            assert_eq!(tried(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("seven77", "at least 8"),
            (&"x".repeat(201), "at most 200"),
            ("ADA-lovelace", "the name"),
            ("PassWord1", "most common"),
            ("12345678", "most common"),
        ] {
            assert!(tried(bad).unwrap_err().contains(why), "{bad}");
        }
    }

    #[test]
    fn the_list_can_be_found_in() {
        let lines: Vec<&str> = COMMON.lines().collect();
        assert!(lines.len() >= 90, "{}", lines.len());
        for line in lines {
            assert!(line.chars().count() >= SHORTEST && line == super::super::names::folded(line), "{line}");
        }
    }

    #[tokio::test]
    async fn a_password_is_kept_as_argon2id_with_the_cost_of_today() {
        let passwords = Passwords::default();
        let right = Secret("a long walk in the rain".to_owned());
        let stored = passwords.hash(&right, [1; 16]).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(!stored.contains("walk"));
        assert_ne!(stored, passwords.hash(&right, [2; 16]).await.unwrap(), "salted");
        assert!(passwords.is_right(&right, Some(stored.clone())).await.unwrap());
        let wrong = Secret("a long walk in the rain ".to_owned());
        assert!(!passwords.is_right(&wrong, Some(stored)).await.unwrap());
        let nobodys = Secret("nobody's password".to_owned());
        assert!(!passwords.is_right(&nobodys, None).await.unwrap(), "nobody logs in as nobody");
    }
}
