//! HTTP requests, one per connection.

use crate::{Address, Client, Error, stream};
use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::time::Duration;
use tokio::time::timeout;

/// Time limit for a response. A commit on a busy disk takes a second at most.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) async fn ask(
    client: &Client,
    method: &str,
    path: &str,
    body: Option<String>,
) -> Result<(u16, Value), Error> {
    let path = format!("/api/v1{path}");
    let (status, bytes) = ask_for(client, method, &path, "application/json", body).await?;
    let body = serde_json::from_slice(&bytes).map_err(|error| {
        let shown: String = String::from_utf8_lossy(&bytes).chars().take(80).collect();
        Error::NotUnderstood(format!("{error}: {shown:?}"))
    })?;
    Ok((status, body))
}

/// The status and body of a response of this content type; `path` is the full path.
pub(crate) async fn ask_for(
    client: &Client,
    method: &str,
    path: &str,
    accept: &str,
    body: Option<String>,
) -> Result<(u16, Bytes), Error> {
    let asked = timeout(PATIENCE, ask_patiently(client, method, path, accept, body)).await;
    let late = || Error::Unreachable(format!("{} did not answer for {PATIENCE:?}", client.address));
    asked.unwrap_or_else(|_| Err(late()))
}

/// The query string for these fields; empty when there are none.
#[must_use]
pub fn query_of(fields: &impl serde::Serialize) -> String {
    let Ok(Value::Object(fields)) = serde_json::to_value(fields) else { return String::new() };
    let mut text = String::new();
    for (name, value) in fields {
        let value = match value {
            Value::Null => continue,
            Value::String(value) => value,
            other => other.to_string(),
        };
        text.push(if text.is_empty() { '?' } else { '&' });
        text.push_str(&name);
        text.push('=');
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => text.push(byte.into()),
                other => text.push_str(&format!("%{other:02X}")),
            }
        }
    }
    text
}

async fn ask_patiently(
    client: &Client,
    method: &str,
    path: &str,
    accept: &str,
    body: Option<String>,
) -> Result<(u16, Bytes), Error> {
    let failed = |error: &dyn std::fmt::Display| Error::Unreachable(format!("{}: {error}", client.address));
    let stream = stream::connect(client).await?;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| failed(&error))?;
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, client.address.host())
        .header(header::ACCEPT, accept)
        .header(header::CONNECTION, "close");
    if let Some(token) = &client.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = Full::new(Bytes::from(body.unwrap_or_default()));
    let request = request.body(body).map_err(|error| Error::Address(error.to_string()))?;
    let answer = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        Ok::<_, hyper::Error>((head, body.collect().await?.to_bytes()))
    };
    let (answer, _) = tokio::join!(answer, connection);
    let (head, bytes) = answer.map_err(|error| failed(&error))?;
    if head.status.is_redirection() {
        let location = head.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
        return Err(redirected(client, location));
    }
    Ok((head.status.as_u16(), bytes))
}

/// A server behind TLS usually redirects plain HTTP. The token must not follow a redirect to another host, so
/// the error names the new address instead.
fn redirected(client: &Client, location: Option<&str>) -> Error {
    let elsewhere = location.and_then(|location| location.parse::<Address>().ok());
    match elsewhere.filter(|elsewhere| *elsewhere != client.address) {
        Some(elsewhere) => Error::Unreachable(format!(
            "{} redirects to {elsewhere}; use that address if you trust it",
            client.address
        )),
        None => Error::NotUnderstood(format!("{} redirects without a usable address", client.address)),
    }
}
