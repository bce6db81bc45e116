//! The page's files, each with its compressed forms.

use crate::encoding::{Encoding, choose};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use std::collections::HashMap;
use twox_hash::XxHash3_64;

const INDEX: &str = "index.html";
/// File names in this folder contain a hash of the content, so a file never changes under its name.
const HASHED: &str = "assets/";
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";
/// A built page has a copy of its own, with compressed forms.
const LICENCES: &str = "licences.txt";
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Ludoteca</title>
<h1>The page is not built</h1>
<p>This program was built without the page. In the project's folder, <code>cargo xtask serve</code> builds both and starts it.</p></html>\n";

/// The files of a page by path, without the leading slash.
#[derive(Debug)]
pub struct Page {
    files: HashMap<String, File>,
    built: bool,
}

#[derive(Debug)]
struct File {
    kind: &'static str,
    caching: &'static str,
    plain: Form,
    gzip: Option<Form>,
    brotli: Option<Form>,
}

#[derive(Debug)]
struct Form {
    bytes: Bytes,
    tag: HeaderValue,
}

impl Page {
    /// A page of these files. `x.br` and `x.gz` are taken for compressed forms of `x` if `x` exists.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Page {
        let mut files: HashMap<String, Form> =
            files.into_iter().map(|(path, bytes)| (path, Form::new(bytes))).collect();
        let built = files.contains_key(INDEX);
        if !built {
            files.insert(INDEX.to_owned(), Form::new(Bytes::from_static(NOT_BUILT.as_bytes())));
        }
        let plain: Vec<String> = files.keys().filter(|path| !is_form(path, &files)).cloned().collect();
        let files = plain
            .into_iter()
            .filter_map(|path| {
                let caching = if path.starts_with(HASHED) { FOREVER } else { ASK_AGAIN };
                let gzip = files.remove(&format!("{path}.gz"));
                let brotli = files.remove(&format!("{path}.br"));
                let file = File { kind: kind(&path), caching, plain: files.remove(&path)?, gzip, brotli };
                Some((path, file))
            })
            .collect();
        Page { files, built }
    }

    /// The third-party notices, if the page is built: its build makes them.
    #[must_use]
    pub fn licences(&self) -> Option<&str> {
        let file = self.files.get(LICENCES)?;
        std::str::from_utf8(&file.plain.bytes).ok()
    }

    pub(crate) fn is_built(&self) -> bool {
        self.built
    }

    /// The file at this path, or else the page, which does its own routing. Only paths that look like a file
    /// can be missing.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = path.strip_prefix('/').unwrap_or(path);
        if let Some(name) = book_page(path).filter(|_| self.built) {
            return self.file(&name, headers);
        }
        let dotted = path.contains('.') || path.to_ascii_lowercase().contains("%2e");
        let looks_like_file = dotted && !holds_position(path);
        self.file(if looks_like_file { path } else { INDEX }, headers)
    }

    fn file(&self, name: &str, headers: &HeaderMap) -> Response {
        match self.files.get(name) {
            Some(file) => file.answer(headers),
            None => {
                (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, ASK_AGAIN)], "not found\n").into_response()
            }
        }
    }
}

/// The file for a page of the book: `docs/hosting` is `docs/hosting.html`.
fn book_page(path: &str) -> Option<String> {
    match path.strip_prefix("docs")? {
        "" | "/" => Some("docs/index.html".to_owned()),
        name if name.starts_with('/') && !name.contains('.') => Some(format!("docs{name}.html")),
        _ => None,
    }
}

/// Whether the path is a route of the page with a position in it, in which a dot is an empty space.
fn holds_position(path: &str) -> bool {
    let mut words = path.split('/');
    words.next() == Some("embed") || matches!(words.next(), Some("analysis" | "editor"))
}

fn is_form(path: &str, files: &HashMap<String, Form>) -> bool {
    [".br", ".gz"].iter().any(|end| path.strip_suffix(end).is_some_and(|plain| files.contains_key(plain)))
}

impl File {
    fn answer(&self, asked: &HeaderMap) -> Response {
        let encoding = choose(asked, |encoding| self.form(encoding).is_some());
        let form = self.form(encoding).unwrap_or(&self.plain);
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::ETAG, form.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.caching));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if form.is_known(asked) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if let Some(name) = encoding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        *response.body_mut() = Body::from(form.bytes.clone());
        response
    }

    fn form(&self, encoding: Encoding) -> Option<&Form> {
        match encoding {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Plain => Some(&self.plain),
        }
    }
}

impl Form {
    fn new(bytes: Bytes) -> Form {
        let tag = format!("\"{:016x}\"", XxHash3_64::oneshot(&bytes));
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
        Form { bytes, tag }
    }

    /// Whether the browser already has this form of the file (`If-None-Match`, compared weakly as in RFC
    /// 9110, 13.1.2).
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let lines = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
        lines
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes())
    }
}

/// The content type of a file; with `nosniff` browsers rely on it.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "md" | "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
