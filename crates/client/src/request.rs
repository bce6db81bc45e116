//! HTTP requests.

use crate::{Address, Client, Error, Roots};
use reqwest::{Method, header, redirect};
use serde_json::Value;
use std::time::Duration;

/// Time limit for a response. A commit on a busy disk takes a second at most.
const PATIENCE: Duration = Duration::from_secs(30);
/// Shorter than the time after which a server closes an idle connection.
const IDLE: Duration = Duration::from_secs(5);

/// The transport for requests. It follows no redirects, so that the token stays with its server.
pub(crate) fn transport(roots: &Roots) -> reqwest::Client {
    let builder = reqwest::Client::builder().tls_backend_preconfigured((*roots.0).clone());
    let builder = builder.no_proxy().redirect(redirect::Policy::none());
    let built = builder.timeout(PATIENCE).pool_idle_timeout(IDLE).tcp_nodelay(true).build();
    built.unwrap_or_else(|error| panic!("the TLS configuration is valid: {error}"))
}

pub(crate) async fn ask(
    client: &Client,
    method: Method,
    path: &str,
    body: Option<String>,
) -> Result<(u16, Value), Error> {
    let path = format!("/api/v1{path}");
    let (status, text) = ask_for(client, method, &path, "application/json", body).await?;
    let body = serde_json::from_str(&text).map_err(|error| {
        let shown: String = text.chars().take(80).collect();
        Error::NotUnderstood(format!("{error}: {shown:?}"))
    })?;
    Ok((status, body))
}

/// The status and body of a response of this content type; `path` is the full path.
pub(crate) async fn ask_for(
    client: &Client,
    method: Method,
    path: &str,
    accept: &str,
    body: Option<String>,
) -> Result<(u16, String), Error> {
    let repeatable = method == Method::GET;
    let mut request = client.http.request(method, client.address.at(path)?).header(header::ACCEPT, accept);
    if let Some(token) = &client.token {
        request = request.bearer_auth(token);
    }
    if let Some(body) = body {
        request = request.header(header::CONTENT_TYPE, "application/json").body(body);
    }
    let again = request.try_clone().filter(|_| repeatable);
    let response = match (request.send().await, again) {
        // The server may have closed an idle connection, or have been restarted since.
        (Err(error), Some(again)) if !error.is_timeout() && !error.is_connect() => again.send().await,
        (response, _) => response,
    };
    let response = response.map_err(|error| failed(client, &error))?;
    let status = response.status();
    if status.is_redirection() {
        let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
        return Err(redirected(client, location));
    }
    let text = response.text().await.map_err(|error| failed(client, &error))?;
    Ok((status.as_u16(), text))
}

/// The query string for these fields; empty when there are none.
#[must_use]
pub fn query_of(fields: &impl serde::Serialize) -> String {
    match serde_urlencoded::to_string(fields) {
        Ok(query) if !query.is_empty() => format!("?{query}"),
        _ => String::new(),
    }
}

fn failed(client: &Client, error: &reqwest::Error) -> Error {
    if error.is_timeout() {
        return Error::Unreachable(format!("{} did not answer for {PATIENCE:?}", client.address));
    }
    // The outer errors only repeat the address.
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    Error::Unreachable(format!("{}: {cause}", client.address))
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
