//! People as callers, and what the server's secret proves.

use hmac::{Hmac, KeyInit, Mac};
use ludoteca_protocol::UserView;
use ludoteca_store::Person;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// The caller, a known person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    pub id: String,
    pub name: String,
    /// The account is a bot.
    pub bot: bool,
}

impl Identity {
    #[must_use]
    pub fn view(&self) -> UserView {
        UserView { id: self.id.clone(), name: self.name.clone(), bot: self.bot }
    }
}

impl From<UserView> for Identity {
    fn from(user: UserView) -> Identity {
        Identity { id: user.id, name: user.name, bot: user.bot }
    }
}

impl From<Person> for Identity {
    fn from(person: Person) -> Identity {
        Identity { id: person.id, name: person.name, bot: person.bot }
    }
}

/// Signs with the server's secret, so that what it signs need not be stored.
#[derive(Clone, Copy)]
pub(crate) struct Signer {
    secret: [u8; 32],
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").finish_non_exhaustive()
    }
}

impl Signer {
    pub(crate) fn new(secret: [u8; 32]) -> Signer {
        Signer { secret }
    }

    /// A code that proves an invitation to a game.
    pub(crate) fn invitation(&self, game: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return String::new() };
        mac.update(b"invitation ");
        mac.update(game.as_bytes());
        super::to_hex(&mac.finalize().into_bytes()[..12])
    }

    /// An id derived from these words with the server's secret, so that it is stable and cannot be forged.
    pub(crate) fn id_from(&self, words: &[&str]) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return String::new() };
        for word in words {
            mac.update(&(word.len() as u64).to_be_bytes());
            mac.update(word.as_bytes());
        }
        super::environment::name_of(&mac.finalize().into_bytes()[..super::games::GAME_NAME])
    }

    pub(crate) fn is_invitation(&self, game: &str, shown: &str) -> bool {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return false };
        mac.update(b"invitation ");
        mac.update(game.as_bytes());
        // Accept a whole link too, by its last part.
        let shown = shown.rsplit(['/', '=']).next().unwrap_or(shown);
        let bytes = (0..shown.len() / 2).map(|i| u8::from_str_radix(shown.get(2 * i..2 * i + 2)?, 16).ok());
        // Compare in constant time.
        bytes
            .collect::<Option<Vec<u8>>>()
            .is_some_and(|bytes| bytes.len() == 12 && mac.verify_truncated_left(&bytes).is_ok())
    }
}

/// Tokens have enough bits for a plain hash.
pub(super) fn hash(token: &str) -> String {
    super::to_hex(&Sha256::digest(token.as_bytes()))
}
