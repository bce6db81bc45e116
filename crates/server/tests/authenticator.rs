//! A software authenticator: what a browser and a device with passkeys do (WebAuthn), and how an attacker
//! might misuse them.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Flags for user presence and user verification (UP, UV), and AT in a new credential.
const SEEN: u8 = 0x05;
const NEW: u8 = 0x45;
/// Flags for a synced passkey (BE, BS).
const SYNCED: u8 = 0x18;

/// A device with one passkey.
pub(crate) struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    /// The origin that the browser reports.
    pub(crate) origin: String,
    pub(crate) counter: u32,
    pub(crate) flags: u8,
    /// The page is inside a frame of another site.
    pub(crate) cross_origin: bool,
    handle: String,
}

impl Authenticator {
    /// A new passkey, whose key depends on the number.
    pub(crate) fn new(number: u8) -> Authenticator {
        Authenticator {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            id: vec![number; 16],
            origin: "http://localhost:7878".to_owned(),
            counter: 0,
            flags: 0,
            cross_origin: false,
            handle: String::new(),
        }
    }

    pub(crate) fn synced(self) -> Authenticator {
        Authenticator { flags: SYNCED, ..self }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin,
            "crossOrigin": self.cross_origin });
        data.to_string().into_bytes()
    }

    fn data(&self, name: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(name.as_bytes()).to_vec();
        data.push(flags | self.flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The result of `navigator.credentials.create()`.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required", "{options}");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required", "{options}");
        self.handle = options["user"]["id"].as_str().unwrap().to_owned();
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), NEW);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose());
        // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        let client = self.client_data("webauthn.create", options);
        json!({ "id": encoded(&self.id), "rawId": encoded(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": { "credProps": { "rk": true } },
            "response": { "attestationObject": encoded(&object), "clientDataJSON": encoded(&client),
            "transports": ["internal"] } })
    }

    /// The public key, as a COSE key for ES256.
    fn cose(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(point.x().unwrap());
        key.extend([0x22, 0x58, 0x20]);
        key.extend(point.y().unwrap());
        key
    }

    /// The result of `navigator.credentials.get()`.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        assert_eq!(options["userVerification"], "required", "{options}");
        self.counter += u32::from(self.flags & SYNCED == 0);
        self.answer(options, SEEN)
    }

    /// The same without user verification.
    pub(crate) fn get_unseen(&mut self, options: &Value) -> Value {
        self.counter += 1;
        self.answer(options, SEEN & !0x04)
    }

    fn answer(&self, options: &Value, flags: u8) -> Value {
        let data = self.data(options["rpId"].as_str().unwrap(), flags);
        let client = self.client_data("webauthn.get", options);
        let signed = [data.clone(), Sha256::digest(&client).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({ "id": encoded(&self.id), "rawId": encoded(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": { "authenticatorData": encoded(&data), "clientDataJSON": encoded(&client),
            "signature": encoded(signature.to_der().as_bytes()), "userHandle": self.handle } })
    }

    /// Whether this passkey is among those requested.
    pub(crate) fn is_asked(&self, options: &Value) -> bool {
        let asked = options["allowCredentials"].as_array().unwrap();
        asked.iter().any(|one| one["id"] == encoded(&self.id).as_str())
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
