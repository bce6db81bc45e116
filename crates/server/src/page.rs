//! The page's files, each with its compressed forms.

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use std::{
    collections::{BTreeSet, HashMap},
    io::Read,
    sync::OnceLock,
};
use tracing::warn;
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
    /// Unpacked from gzip when it is first needed, unless it was given.
    plain: OnceLock<Form>,
    gzip: Option<Form>,
    brotli: Option<Form>,
}

#[derive(Debug)]
struct Form {
    bytes: Bytes,
    tag: HeaderValue,
}

impl Page {
    /// A page of these files. `x.br` and `x.gz` are compressed forms of `x`, which may be missing if there is
    /// `x.gz`.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Page {
        let mut forms: HashMap<String, Form> =
            files.into_iter().map(|(path, bytes)| (path, Form::new(bytes))).collect();
        let name = |path: &String| path.strip_suffix(".gz").unwrap_or(path).to_owned();
        let names: BTreeSet<String> = forms.keys().filter(|path| !path.ends_with(".br")).map(name).collect();
        let built = names.contains(INDEX);
        let mut files: HashMap<String, File> = names
            .into_iter()
            .map(|name| {
                let mut form = |suffix| forms.remove(&format!("{name}{suffix}"));
                let file = File::new(&name, form(""), form(".gz"), form(".br"));
                (name, file)
            })
            .collect();
        if !built {
            let page = Form::new(Bytes::from_static(NOT_BUILT.as_bytes()));
            files.insert(INDEX.to_owned(), File::new(INDEX, Some(page), None, None));
        }
        Page { files, built }
    }

    /// The third-party notices, if the page is built: its build makes them.
    #[must_use]
    pub fn licences(&self) -> Option<&str> {
        let file = self.files.get(LICENCES)?;
        std::str::from_utf8(&file.plain().bytes).ok()
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

impl File {
    fn new(path: &str, plain: Option<Form>, gzip: Option<Form>, brotli: Option<Form>) -> File {
        let caching = if path.starts_with(HASHED) { FOREVER } else { ASK_AGAIN };
        let plain = plain.map(OnceLock::from).unwrap_or_default();
        File { kind: kind(path), caching, plain, gzip, brotli }
    }

    fn plain(&self) -> &Form {
        self.plain.get_or_init(|| {
            let mut bytes = Vec::new();
            if let Some(gzip) = &self.gzip
                && let Err(error) = GzDecoder::new(&gzip.bytes[..]).read_to_end(&mut bytes)
            {
                warn!("a file of the page is damaged: {error}");
            }
            Form::new(bytes.into())
        })
    }

    fn answer(&self, asked: &HeaderMap) -> Response {
        let (encoding, form) = self.form(asked);
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
        if let Some(name) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        *response.body_mut() = Body::from(form.bytes.clone());
        response
    }

    /// The form with the highest weight in `Accept-Encoding`, and its encoding; of equals, the smaller one.
    fn form(&self, asked: &HeaderMap) -> (Option<&'static str>, &Form) {
        let (mut highest, mut best) = (weight(asked, "identity").unwrap_or(0.0), None);
        for (name, form) in [("gzip", &self.gzip), ("br", &self.brotli)] {
            let weight = weight(asked, name).or_else(|| weight(asked, "*")).unwrap_or(0.0);
            if let Some(form) = form
                && weight > 0.0
                && weight >= highest
            {
                (highest, best) = (weight, Some((name, form)));
            }
        }
        best.map_or_else(|| (None, self.plain()), |(name, form)| (Some(name), form))
    }
}

/// The weight of an encoding in `Accept-Encoding`, from 0 to 1, if it is named there (RFC 9110, 12.5.3).
/// Items that cannot be parsed are skipped.
fn weight(asked: &HeaderMap, encoding: &str) -> Option<f32> {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty())?;
        // Two names of the same encoding.
        let name = name.strip_prefix("x-").unwrap_or(name);
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let weight = weight.map_or(Ok(1.0), |weight| weight.trim().parse());
        weight.ok().filter(|weight| name.eq_ignore_ascii_case(encoding) && (0.0..=1.0).contains(weight))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The encoding chosen of those that a file has.
    fn chosen(lines: &[&str], encodings: &[&str]) -> Option<&'static str> {
        let form = || Form::new(Bytes::new());
        let has = |name| encodings.contains(&name).then(form);
        let file = File::new("", Some(form()), has("gzip"), has("br"));
        let lines = lines.iter().map(|line| HeaderValue::from_bytes(line.as_bytes()).unwrap());
        let asked: HeaderMap = lines.map(|line| (header::ACCEPT_ENCODING, line)).collect();
        file.form(&asked).0
    }

    #[test]
    fn weights_decide_then_size() {
        for (asked, expected) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("GZIP,BR", Some("br")),
            ("gzip", Some("gzip")),
            ("x-gzip", Some("gzip")),
            ("br;q=0.5, gzip;q=0.8", Some("gzip")),
            ("br ; q=0.8 , gzip ; q=0.8", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("identity, br;q=0.5", None),
            ("identity;q=0.5, br;q=0.5", Some("br")),
            ("*", Some("br")),
            ("*;q=0.5, br;q=0", Some("gzip")),
            ("*;q=0", None),
            ("deflate, zstd", None),
            ("identity;q=0", None),
        ] {
            assert_eq!(chosen(&[asked], &["br", "gzip"]), expected, "{asked}");
        }
    }

    #[test]
    fn what_cannot_be_understood_is_passed_over() {
        for asked in
            ["", ",", ";;;", "q=1", "br;q=x", "br;q=-1", "br;q=2", "br;q=NaN", "br;q=inf", "brr", "b r", "é"]
        {
            assert_eq!(chosen(&[asked], &["br", "gzip"]), None, "{asked:?}");
        }
        assert_eq!(chosen(&[",;q=1, br;q=9, ,gzip;q=0.001;x=y,"], &["br", "gzip"]), Some("gzip"));
        assert_eq!(chosen(&[&"a,".repeat(10_000)], &["br", "gzip"]), None);
        assert_eq!(chosen(&[], &["br", "gzip"]), None);
    }

    #[test]
    fn only_what_is_there_is_chosen() {
        assert_eq!(chosen(&["br", "gzip;q=0.1"], &["gzip"]), Some("gzip"));
        assert_eq!(chosen(&["br", "gzip;q=0.1"], &[]), None);
    }
}
