//! Encrypts a message for one browser (RFC 8291).

use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToSec1Point};
use sha2::Sha256;

/// The length of an uncompressed public key.
const PUBLIC_KEY: usize = 65;
/// The record size (RFC 8188). A message is one record.
const RECORD: u32 = 4096;
/// Delimiter of the last record.
const END: u8 = 2;

/// The keys of a subscribed browser.
#[derive(Clone, Debug)]
pub(crate) struct Recipient {
    public: PublicKey,
    auth: [u8; 16],
}

impl Recipient {
    /// Parses the keys of a browser's subscription.
    pub(crate) fn read(p256dh: &str, auth: &str) -> Option<Recipient> {
        let public = super::from_text(p256dh).filter(|bytes| bytes.len() == PUBLIC_KEY)?;
        Some(Recipient {
            public: PublicKey::from_sec1_bytes(&public).ok()?,
            auth: super::from_text(auth)?.try_into().ok()?,
        })
    }

    /// Encrypts a message. Key and salt must be used only once. `None`: the message is too long.
    pub(crate) fn seal(&self, message: &[u8], key: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
        let ours = key.public_key().to_sec1_point(false);
        let shared = diffie_hellman(key.to_nonzero_scalar(), self.public.as_affine());
        let theirs = self.public.to_sec1_point(false);
        let info = [b"WebPush: info\0", theirs.as_bytes(), ours.as_bytes()].concat();
        let secret: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info)?;
        let content_key: [u8; 16] = derived(&salt, &secret, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = derived(&salt, &secret, b"Content-Encoding: nonce\0")?;
        let cipher = Aes128Gcm::new_from_slice(&content_key).ok()?;
        let sealed = cipher.encrypt(&nonce.into(), [message, &[END]].concat().as_slice()).ok()?;
        if sealed.len() > RECORD as usize {
            return None;
        }
        let head = [&salt[..], &RECORD.to_be_bytes(), &[PUBLIC_KEY as u8], ours.as_bytes()].concat();
        Some([head, sealed].concat())
    }
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut bytes).ok()?;
    Some(bytes)
}

/// A key from random bytes; almost all byte strings are valid keys.
pub(crate) fn one_time_key(mut bytes: impl FnMut() -> [u8; 32]) -> SecretKey {
    loop {
        if let Ok(key) = SecretKey::from_slice(&bytes()) {
            return key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, section 5, with the values of its appendix A.
    #[test]
    fn a_message_is_sealed_as_in_the_standards_example() {
        let recipient = Recipient::read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        );
        let ours = super::super::from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let key = one_time_key(|| ours.clone().try_into().unwrap());
        let salt = super::super::from_text("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        assert_eq!(
            super::super::to_text(&recipient.unwrap().seal(message, &key, salt).unwrap()),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert!(Recipient::read(good, "BTBZMqHH6r4Tts7J_aSIgg").is_some());
        assert!(Recipient::read(good, "BTBZMqHH6r4Tts7J_aSI").is_none(), "too short");
        assert!(Recipient::read(&good.replace('V', "W"), "BTBZMqHH6r4Tts7J_aSIgg").is_none(), "no point");
        assert!(Recipient::read("", "BTBZMqHH6r4Tts7J_aSIgg").is_none());
    }
}
