//! What the services get from outside, above all time and randomness. Injected, so that tests can replace
//! them.

use super::accounts::{Mail, Site};
use crate::outgoing::{NoPoster, Poster};
use ludoteca_protocol::SettingsChange;
use std::{
    fmt,
    sync::{Arc, Mutex},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// Unix time in milliseconds.
pub type Millis = u64;

type Now = dyn Fn() -> Millis + Send + Sync;
/// Fills a buffer with random bytes.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// Time, randomness and what the operator has configured.
#[derive(Clone)]
pub struct Environment {
    now: Arc<Now>,
    /// Other servers use the same clock, so it is never set.
    is_shared: bool,
    fill: Arc<Fill>,
    /// Posts notifications and webhooks.
    poster: Arc<dyn Poster>,
    mail: Option<Arc<Mail>>,
    site: Option<Site>,
    /// The settings that the configuration fixes.
    settings: SettingsChange,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

impl Environment {
    /// The machine's clock and randomness. The wall clock is read once; from then on only the monotonic clock
    /// counts, so that no player loses time when the wall clock is set.
    #[must_use]
    pub fn real() -> Environment {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as Millis;
        let begun = Instant::now();
        Environment {
            now: Arc::new(move || wall + begun.elapsed().as_millis() as Millis),
            is_shared: false,
            fill: Arc::new(|bytes| {
                getrandom::fill(bytes).unwrap_or_else(|error| panic!("no random numbers: {error}"))
            }),
            poster: Arc::new(NoPoster),
            mail: None,
            site: None,
            settings: SettingsChange::default(),
        }
    }

    /// The machine's randomness, and a clock that several servers share.
    #[must_use]
    pub fn with_shared_clock(now: impl Fn() -> Millis + Send + Sync + 'static) -> Environment {
        Environment { now: Arc::new(now), is_shared: true, ..Environment::real() }
    }

    /// A given clock, and randomness from a seed: for tests and simulations.
    #[must_use]
    pub fn simulated(now: impl Fn() -> Millis + Send + Sync + 'static, seed: u64) -> Environment {
        let state = Mutex::new(seed);
        let fill = move |bytes: &mut [u8]| {
            let mut state = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for byte in bytes {
                // splitmix64
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                *byte = (mixed ^ (mixed >> 31)) as u8;
            }
        };
        Environment { now: Arc::new(now), fill: Arc::new(fill), ..Environment::real() }
    }

    /// Posts notifications and webhooks with this; without one, there are none.
    #[must_use]
    pub fn with_poster(self, poster: Arc<dyn Poster>) -> Environment {
        Environment { poster, ..self }
    }

    #[must_use]
    pub fn with_mail(self, mail: Arc<Mail>) -> Environment {
        Environment { mail: Some(mail), ..self }
    }

    /// Sets the public address of the page.
    #[must_use]
    pub fn with_site(self, site: Site) -> Environment {
        Environment { site: Some(site), ..self }
    }

    /// Fixes some of the site's settings.
    #[must_use]
    pub fn with_settings(self, settings: SettingsChange) -> Environment {
        Environment { settings, ..self }
    }

    pub fn settings(&self) -> SettingsChange {
        self.settings
    }

    pub fn site(&self) -> Option<&Site> {
        self.site.as_ref()
    }

    pub fn mail(&self) -> Option<&Arc<Mail>> {
        self.mail.as_ref()
    }

    pub(crate) fn poster(&self) -> &dyn Poster {
        &*self.poster
    }

    /// The same, with a clock that is never before `earliest`: stored events must not be in the future.
    pub(crate) fn not_before(self, earliest: Millis) -> Environment {
        if self.is_shared {
            return self;
        }
        let late = earliest.saturating_sub((self.now)());
        let now = self.now;
        Environment { now: Arc::new(move || now() + late), ..self }
    }

    pub(crate) fn now(&self) -> Millis {
        (self.now)()
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.fill)(&mut bytes);
        bytes
    }

    /// A random, unguessable id; each letter has five bits.
    pub(crate) fn name(&self, letters: usize) -> String {
        name_of(&(0..letters).map(|_| self.bytes::<1>()[0]).collect::<Vec<u8>>())
    }
}

/// Maps each byte to a letter, using five of its bits.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_never_goes_back_behind_what_was_stored() {
        let environment = Environment::simulated(|| 1000, 1).not_before(5000);
        assert_eq!(environment.now(), 5000);
        assert_eq!(Environment::simulated(|| 9000, 1).not_before(5000).now(), 9000);
    }

    #[test]
    fn the_same_seed_gives_the_same_names() {
        let name = |seed| Environment::simulated(|| 0, seed).name(12);
        assert_eq!(name(7), name(7));
        assert_ne!(name(7), name(8));
        assert_eq!(name(7).len(), 12);
    }
}
