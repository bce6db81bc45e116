//! Identifies the sender of push messages (RFC 8292): a token signed by this server's own key, whose public
//! part browsers received when they subscribed.

use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer},
    elliptic_curve::sec1::ToSec1Point,
};
use serde_json::json;

/// Lifetime of a token in seconds; the standard allows at most a day.
const LASTS: u64 = 12 * 60 * 60;

/// This server's signing key.
#[derive(Clone)]
pub(crate) struct VapidKey(SecretKey);

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("VapidKey").field(&self.public()).finish()
    }
}

impl VapidKey {
    pub(crate) fn new(key: SecretKey) -> VapidKey {
        VapidKey(key)
    }

    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Option<VapidKey> {
        SecretKey::from_slice(bytes).ok().map(VapidKey)
    }

    /// The secret key, to be stored.
    pub(crate) fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes().into()
    }

    /// The public key, for browsers.
    pub(crate) fn public(&self) -> String {
        super::to_text(self.0.public_key().to_sec1_point(false).as_bytes())
    }

    /// The `Authorization` header for a push service. `now` is in seconds; `site` is where the operator of
    /// the service can find out about us.
    pub(crate) fn authorization(&self, service: &str, site: Option<&str>, now: u64) -> String {
        let mut claims = json!({ "aud": service, "exp": now + LASTS });
        if let Some(site) = site {
            claims["sub"] = site.into();
        }
        let part = |value: &serde_json::Value| super::to_text(value.to_string().as_bytes());
        let text = format!("{}.{}", part(&json!({ "typ": "JWT", "alg": "ES256" })), part(&claims));
        let signature: Signature = SigningKey::from(&self.0).sign(text.as_bytes());
        format!("vapid t={text}.{}, k={}", super::to_text(&signature.to_bytes()), self.public())
    }
}
