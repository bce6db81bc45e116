//! Mail for password recovery and security notices. It is optional.

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};
use std::{fmt, time::Duration};

/// Time limit for the mail server to accept a message.
const PATIENCE: Duration = Duration::from_secs(30);

/// How this server sends mail.
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The transport contains a password.
        f.debug_struct("Mail").field("from", &self.from).field("site", &self.site).finish_non_exhaustive()
    }
}

impl Mail {
    /// Sends through `smtp://user:password@host:port` (TLS from the first byte: `smtps://…`; STARTTLS:
    /// `smtp://…?tls=required`), from the address `from`, with links to the page at `site`.
    ///
    /// # Errors
    /// With a description of the problem, never with the password.
    pub fn new(smtp: &str, from: &str, site: &str) -> Result<Mail, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp).map_err(|_| {
            "the mail server's address must look like smtps://user:password@host:port".to_owned()
        })?;
        let from: Mailbox = from.parse().map_err(|_| format!("{from:?} is not a valid sender address"))?;
        let site = site.trim_end_matches('/');
        if !(site.starts_with("https://") || site.starts_with("http://")) {
            return Err(format!("the site {site:?} must begin with https:// or http://"));
        }
        Ok(Mail { transport: transport.timeout(Some(PATIENCE)).build(), from, site: site.to_owned() })
    }

    pub(super) fn site(&self) -> &str {
        &self.site
    }

    pub(super) async fn send(&self, letter: Letter) -> Result<(), String> {
        let to: Address = letter.to.parse().map_err(|error| format!("{error}"))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text)
            .map_err(|error| error.to_string())?;
        self.transport.send(message).await.map_err(|error| error.to_string())?;
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct Letter {
    to: String,
    subject: String,
    text: String,
}

impl Letter {
    pub(super) fn lost_password(to: String, name: &str, site: &str, code: &str) -> Letter {
        let text = format!(
            "A new password was requested for the account {name} at {site}.\n\n\
             Choose one within ten minutes:\n{site}/recover?name={}&code={code}\n\n\
             If you did not request it, do nothing: your password stays as it is.\n",
            escaped(name)
        );
        Letter { to, subject: "Ludoteca: a new password".to_owned(), text }
    }

    /// A notice that a credential of the account has changed.
    pub(super) fn changed(to: String, sentence: &str, site: &str) -> Letter {
        let text = format!(
            "{sentence}\n\n\
             If that was you, there is nothing to do. If not, choose a new password at {site}/recover, then look \
             through passkeys, recovery codes, tokens, bots and webhooks at {site}/account.\n"
        );
        Letter { to, subject: "Ludoteca: your account was changed".to_owned(), text }
    }
}

/// A name as part of a link.
fn escaped(name: &str) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_the_settings_do_not_reveal_the_password() {
        let mail = |smtp: &str, from: &str, site: &str| Mail::new(smtp, from, site).unwrap_err();
        let good = ("smtp://ada:secret@127.0.0.1:25", "games@example.org", "https://example.org");
        let said = [
            mail("ada:secret@host", good.1, good.2),
            mail(good.0, "nowhere", good.2),
            mail(good.0, good.1, "example.org"),
        ];
        assert!(said.iter().all(|words| !words.contains("secret")), "{said:?}");
        assert!(said[1].contains("nowhere") && said[2].contains("example.org"), "{said:?}");
        let debug = format!("{:?}", Mail::new(good.0, good.1, good.2).unwrap());
        assert!(!debug.contains("secret"), "{debug}");
    }

    #[test]
    fn a_name_in_a_link_is_escaped() {
        assert_eq!(escaped("Żo-1"), "%C5%BBo-1");
    }
}
