//! Problem documents for paths below `/api/` that have no route.

use crate::{api::Refused, hub};
use axum::http::{Method, StatusCode, Uri};

/// The `detail` describes this very request; the status alone says what kind of problem it is.
pub(crate) fn refused(status: StatusCode, detail: impl Into<String>) -> Refused {
    let key = status.canonical_reason().unwrap_or("Error").to_ascii_lowercase().replace(' ', "-");
    hub::problem(status.as_u16(), &key, detail).into()
}

pub(crate) async fn no_such_path(uri: Uri) -> Refused {
    refused(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
}

/// The router adds the allowed methods in `Allow`.
pub(crate) async fn no_such_method(method: Method, uri: Uri) -> Refused {
    refused(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{method} is not supported at {}: see the Allow header", uri.path()),
    )
}
