//! hyper answers malformed requests and requests whose head is too large before any of our code runs. This
//! adds our security headers to those answers on their way out.

use crate::SECURITY;

/// The answer with our headers, or `None` if the bytes are not such an answer.
pub(crate) fn secured(bytes: &[u8]) -> Option<Vec<u8>> {
    let refuses = bytes.starts_with(b"HTTP/1.1 4") || bytes.starts_with(b"HTTP/1.0 4");
    let has_body = !bytes.ends_with(b"\r\n\r\n");
    if !refuses || has_body || contains(bytes, b"\r\nx-content-type-options:") {
        return None;
    }
    let mut secured = bytes[..bytes.len() - 2].to_vec();
    for (name, value) in SECURITY {
        secured.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    secured.extend_from_slice(b"\r\n");
    Some(secured)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_raw_refusals_are_changed() {
        let bare = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
        let secured = secured(bare).unwrap();
        assert!(secured.starts_with(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n"));
        assert!(contains(&secured, b"\r\nx-content-type-options: nosniff\r\n"));
        assert!(secured.ends_with(b"\r\n\r\n"));
        assert!(super::secured(&secured).is_none(), "once is enough");
        assert!(super::secured(b"HTTP/1.1 200 OK\r\n\r\n").is_none());
        assert!(super::secured(b"HTTP/1.1 404 Not Found\r\n\r\nbody").is_none());
    }
}
