//! Content negotiation by `Accept-Encoding` (RFC 9110, 12.5.3).

use axum::http::{HeaderMap, header};

/// An encoding in which a file is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

impl Encoding {
    /// The name in `Content-Encoding`; plain files have none.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Plain => None,
        }
    }
}

/// The encoding with the highest weight; the smaller file where weights are equal. Plain if the header is
/// missing or names nothing we have.
pub(crate) fn choose(headers: &HeaderMap, has: impl Fn(Encoding) -> bool) -> Encoding {
    let accepted = Accepted::read(headers);
    let mut best = (Encoding::Plain, accepted.weight("identity").unwrap_or(0.0));
    // From the largest form to the smallest: of equals the last is kept.
    for (encoding, names) in [(Encoding::Gzip, ["gzip", "x-gzip"]), (Encoding::Brotli, ["br", "br"])] {
        let weight =
            names.iter().find_map(|name| accepted.weight(name)).or(accepted.weight("*")).unwrap_or(0.0);
        if has(encoding) && weight > 0.0 && weight >= best.1 {
            best = (encoding, weight);
        }
    }
    best.0
}

/// The accepted encodings with weights from 0 to 1. Items that cannot be parsed are skipped.
struct Accepted(Vec<(String, f32)>);

impl Accepted {
    fn read(headers: &HeaderMap) -> Accepted {
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
        Accepted(lines.flat_map(|line| line.split(',')).filter_map(weighted).collect())
    }

    fn weight(&self, name: &str) -> Option<f32> {
        self.0.iter().find(|(weighted, _)| weighted == name).map(|&(_, weight)| weight)
    }
}

fn weighted(text: &str) -> Option<(String, f32)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let weight = match parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q="))) {
        Some(weight) => weight.trim().parse().ok().filter(|weight| (0.0..=1.0).contains(weight))?,
        None => 1.0,
    };
    Some((name, weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn chosen(weighted: &str) -> Encoding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_bytes(weighted.as_bytes()).unwrap());
        choose(&headers, |_| true)
    }

    #[test]
    fn weights_decide_then_size() {
        for (weighted, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("GZIP,BR", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("x-gzip", Encoding::Gzip),
            ("br;q=0.5, gzip;q=0.8", Encoding::Gzip),
            ("br ; q=0.8 , gzip ; q=0.8", Encoding::Brotli),
            ("br;q=0, gzip", Encoding::Gzip),
            ("identity, br;q=0.5", Encoding::Plain),
            ("identity;q=0.5, br;q=0.5", Encoding::Brotli),
            ("*", Encoding::Brotli),
            ("*;q=0.5, br;q=0", Encoding::Gzip),
            ("*;q=0", Encoding::Plain),
            ("deflate, zstd", Encoding::Plain),
            ("identity;q=0", Encoding::Plain),
        ] {
            assert_eq!(chosen(weighted), expected, "{weighted}");
        }
    }

    #[test]
    fn invalid_header_parts_are_ignored() {
        for weighted in
            ["", ",", ";;;", "q=1", "br;q=x", "br;q=-1", "br;q=2", "br;q=NaN", "br;q=inf", "brr", "b r", "é"]
        {
            assert_eq!(chosen(weighted), Encoding::Plain, "{weighted:?}");
        }
        assert_eq!(chosen(",;q=1, br;q=9, ,gzip;q=0.001;x=y,"), Encoding::Gzip);
        assert_eq!(chosen(&"a,".repeat(10_000)), Encoding::Plain);
        assert_eq!(choose(&HeaderMap::new(), |_| true), Encoding::Plain);
    }

    #[test]
    fn only_what_is_there_is_chosen() {
        let mut headers = HeaderMap::new();
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0.1"));
        assert_eq!(choose(&headers, |encoding| encoding == Encoding::Gzip), Encoding::Gzip);
        assert_eq!(choose(&headers, |_| false), Encoding::Plain);
    }
}
