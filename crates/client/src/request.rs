//! One request, one connection.

use crate::{Client, Error};
use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::time::Duration;
use tokio::{net::TcpStream, time::timeout};

/// How long an answer may take. A commit on a busy disk takes a second at most.
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

/// The status and the bytes of an answer of this kind; `path` is all of it.
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

/// What comes after a path to say these fields; nothing when there are none.
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
    let tcp = TcpStream::connect(client.address.reached_at()).await.map_err(|error| failed(&error))?;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(tcp)).await.map_err(|error| failed(&error))?;
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
        Ok::<_, hyper::Error>((head.status.as_u16(), body.collect().await?.to_bytes()))
    };
    let (answer, _) = tokio::join!(answer, connection);
    answer.map_err(|error| failed(&error))
}
